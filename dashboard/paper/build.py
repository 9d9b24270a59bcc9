"""`python -m dashboard.paper.build`: run the experiment, judge it, write what the page shows.

What is written, beside each other:

* ``measurements.parquet``: a row a run, with its regret over time. Its rows are the same, bit for
  bit, whenever they are computed again.
* ``findings.json``: the verdicts, exponents and ratios, computed from those rows alone.
* ``provenance.json``: when, where and with which versions; and the times that runs took.

Finished chunks of runs are kept in a folder, so that a build that was stopped goes on. With
``--add`` curves that are new in the experiment are run beside those that are there; ``added`` in
``provenance.json`` says when and with what.
"""

from __future__ import annotations

import argparse
import json
import platform
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime
from io import BytesIO
from itertools import chain
from pathlib import Path
from time import monotonic
from typing import Any

import numpy as np
import pandas as pd

import dart_core as dc
from dart_core.commands import NO_FILE
from dart_core.files import read_whole, sentence, written_whole
from dashboard.catalogue import Choice
from dashboard.links.link import Link
from dashboard.paper import claims, experiment, findings
from dashboard.paper.experiment import CHECKPOINTS, LINTS, Cell
from dashboard.paper.measured import Measurements

FOLDER = Path(__file__).parent
_MOST_BYTES = 1 << 30
PATIENT = (*LINTS, *experiment.UCB)  # run last: they take the longest


def measure(
    cell: Cell, executor: ThreadPoolExecutor | None = None, resume: Path | None = None
) -> tuple[pd.DataFrame, dict[str, float]]:
    """Run one cell.

    Returns
    -------
    table : DataFrame
        A row a run: part, cell, curve, run, right (ended with a best set), commit_t, and t and
        regret, lists of its checkpoints.
    seconds : dict
        By curve, the least that a run took: the one that was disturbed the least.

    Raises
    ------
    RuntimeError
        If a run failed or an algorithm was refused.
    """
    settings = cell.settings
    study = dc.compare(
        settings.problem(),
        [Choice.read(curve).algorithm() for curve in cell.curves],
        runs=settings.runs,
        seed=settings.seed,
        executor=executor,
        redraw_arms=settings.redraw,
        resume=resume,
        checkpoints=CHECKPOINTS if cell.part == "figure" else 2,
    )
    if len(study.failures):
        raise RuntimeError(f"{cell.name}: {study.failures.iloc[0].to_dict()}")
    tables = []
    for name, curve in zip(cell.curves, study.curves, strict=True):
        results = curve.results
        tables.append(
            pd.DataFrame(
                {
                    "part": cell.part,
                    "cell": cell.name,
                    "curve": name,
                    "run": results.runs,
                    "right": results.right,
                    "commit_t": results.commit_t,
                    "t": [study.t] * results.runs.size,
                    "regret": list(results.regret),
                }
            )
        )
    seconds = {
        name: float(curve.results.seconds.min())
        for name, curve in zip(cell.curves, study.curves, strict=True)
    }
    return pd.concat(tables, ignore_index=True), seconds


def separations(k: int, seed: int = experiment.SEED) -> list[dict[str, Any]]:
    """Return when DART (c = 1) moved each arm, and by when Lemma 2 says that it does.

    Gaps are to the (K+1)-th best arm for an accepted one, to the K-th best for a rejected one.
    The lemma's 288·U²K²·log(2NT)/gap² epochs are for c = 32, with U = 1 for the mean; 9c in
    place of 288 is what the same proof gives for c.
    """
    problem = dc.Problem.random(45, k, experiment.HORIZON, "mean", seed)
    run = dc.simulate(problem, dc.algorithm("dart", preset="clean-c1"), seed=seed)
    means = problem.mean_array
    ranked = np.sort(means)[::-1]
    budget = k * k * np.log(2 * problem.n_arms * problem.horizon)
    rows = []
    for arm, to, epoch in zip(run.moves.arm, run.moves.to, run.moves.epoch, strict=True):
        gap = float(means[arm] - ranked[k] if to == 1 else ranked[k - 1] - means[arm])
        row: dict[str, Any] = {
            "k": k,
            "arm": int(arm),
            "move": "accept" if to == 1 else "reject",
            "gap": gap,
        }
        bound = float(budget / gap**2) if gap > 0 else None
        rows.append(row | {"epoch": int(epoch), "epochs_per_c9": bound})
    return rows


def order(table: pd.DataFrame, cells: list[Cell]) -> pd.DataFrame:
    """Return the rows in the order of the experiment, however they were run."""
    places = {
        (c.name, curve): (a, b) for a, c in enumerate(cells) for b, curve in enumerate(c.curves)
    }
    names = zip(table["cell"], table["curve"], table["run"], strict=True)
    keys = [(*places[str(cell), str(curve)], int(run)) for cell, curve, run in names]
    return table.iloc[sorted(range(len(keys)), key=keys.__getitem__)].reset_index(drop=True)


def write(
    table: pd.DataFrame,
    seconds: dict[str, dict[str, float]],
    took: float,
    out: Path,
    added_to: dict[str, Any] | None = None,
) -> None:
    """Write the three files; `added_to` is the provenance of rows that were there before."""
    out.mkdir(parents=True, exist_ok=True)
    with written_whole(out / "measurements.parquet") as file:
        table.to_parquet(file, compression="zstd", index=False)
    write_findings(table, out)
    cells = {cell.name: Link(cell.settings).query() for cell in experiment.everything()}
    provenance = {"command": "make paper"} | _here(took)
    provenance |= {"settings": cells, "seconds_of_a_run": seconds}
    if added_to is not None:
        new = list(dict.fromkeys(curve for curves in seconds.values() for curve in curves))
        of = {"command": "python -m dashboard.paper.build --add", "curves": new} | _here(took)
        times = added_to["seconds_of_a_run"]
        merged = {cell: times.get(cell, {}) | seconds.get(cell, {}) for cell in cells}
        provenance = added_to | {"added": [*added_to.get("added", []), of]}
        provenance |= {"settings": cells, "seconds_of_a_run": merged}
    with written_whole(out / "provenance.json") as file:
        file.write((json.dumps(provenance, indent=1) + "\n").encode())


def _here(took: float) -> dict[str, Any]:
    """Return when and where this was measured, and with what."""
    from importlib.metadata import version

    import pyarrow  # type: ignore[import-untyped] # it has no annotations

    return {
        "finished": datetime.now(UTC).isoformat(timespec="seconds"),
        "seconds": round(took, 1),
        "processor": processor(),
        "system": platform.platform(),
        "versions": {
            "dart_core": dc.__version__,
            "python": platform.python_version(),
            "numpy": np.__version__,
            "numba": version("numba"),
            "pandas": pd.__version__,
            "pyarrow": pyarrow.__version__,
        },
    }


def write_findings(table: pd.DataFrame, out: Path) -> None:
    """Judge the measurements and write what they say."""
    splits = [row for k in (2, 4) for row in separations(k)]
    found = found_in(table) | {"separations": splits}
    with written_whole(out / "findings.json") as file:
        file.write((json.dumps(found, indent=1, ensure_ascii=False) + "\n").encode())


def found_in(table: pd.DataFrame) -> dict[str, Any]:
    """Return all that the page says beside the curves themselves, from the rows alone."""
    measured = Measurements(table)
    return {
        "claims": claims.verdicts(measured),
        "headline": findings.headline(measured),
        "table": findings.table_1(measured),
        "bounds": findings.bounds(measured),
        "lower": findings.lower(measured),
        "missing": findings.missing(measured),
    }


def processor() -> str:
    """Return the name of this machine's processor."""
    info = Path("/proc/cpuinfo")
    lines = info.read_text().splitlines() if info.exists() else []
    names = [line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()


def lacking(cells: list[Cell], before: pd.DataFrame) -> list[Cell]:
    """Return the cells with those of their curves that were not run before."""
    have = set(zip(before["cell"], before["curve"], strict=True))
    left = [
        replace(cell, curves=tuple(c for c in cell.curves if (cell.name, c) not in have))
        for cell in cells
    ]
    return [cell for cell in left if cell.curves]


def _only(cells: list[Cell], wanted: Callable[[str], bool]) -> list[Cell]:
    """Return the cells with the wanted curves alone, without those that have none."""
    chosen = [replace(cell, curves=tuple(c for c in cell.curves if wanted(c))) for cell in cells]
    return [cell for cell in chosen if cell.curves]


def main(arguments: list[str] | None = None) -> int:
    """Run everything and write it; return 0, or 3 if a file cannot be read or written."""
    parser = argparse.ArgumentParser(prog="python -m dashboard.paper.build", description=__doc__)
    parser.add_argument("--out", type=Path, default=FOLDER)
    parser.add_argument("--resume", type=Path, default=Path(".paper"), help="finished chunks")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--quick", action="store_true", help="leave out LinTS and UCB")
    parser.add_argument("--add", action="store_true", help="run only what --out does not have yet")
    parser.add_argument("--judge", action="store_true", help="run nothing: judge what is in --out")
    try:
        _build(parser.parse_args(arguments))
    except OSError as error:
        print(sentence(error), file=sys.stderr)
    except dc.FieldError as error:
        print(error, file=sys.stderr)
    else:
        return 0
    return NO_FILE


def _build(chosen: argparse.Namespace) -> None:
    if chosen.judge:
        write_findings(_measured(chosen.out / "measurements.parquet"), chosen.out)
        return
    chosen.out.mkdir(parents=True, exist_ok=True)  # now, not after hours of runs
    began = monotonic()
    cells = experiment.everything()
    before = _measured(chosen.out / "measurements.parquet") if chosen.add else None
    asked = cells if before is None else lacking(cells, before)
    stages = [_only(asked, lambda c: c not in PATIENT)]
    if not chosen.quick:
        stages += [_only(asked, experiment.UCB.__contains__), _only(asked, LINTS.__contains__)]
    tables = [] if before is None else [before]
    seconds: dict[str, dict[str, float]] = {}
    with ThreadPoolExecutor(chosen.threads) as executor:
        for cell in chain.from_iterable(stages):
            table, of_curves = measure(cell, executor, chosen.resume)
            tables.append(table)
            seconds.setdefault(cell.name, {}).update(of_curves)
            sys.stderr.write(f"{monotonic() - began:7.1f} s  {cell.name}: {len(table)} runs\n")
    took, added_to = monotonic() - began, None
    if before is not None:
        added_to = json.loads(read_whole(chosen.out / "provenance.json", _MOST_BYTES))
    write(order(pd.concat(tables), cells), seconds, took, chosen.out, added_to)


def _measured(path: Path) -> pd.DataFrame:
    """Return the rows that a build has written."""
    try:
        return pd.read_parquet(BytesIO(read_whole(path, _MOST_BYTES)))
    except ValueError:  # of PyArrow too
        raise dc.FieldError("out", "measurements.parquet as a build writes it", str(path)) from None


if __name__ == "__main__":
    raise SystemExit(main())
