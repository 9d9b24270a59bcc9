"""The paper's experiments: a small version is run again, verdicts and what is shown are checked."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from dashboard.paper import build, claims, experiment, results
from dashboard.paper.measured import Measurements, level_of_each
from tests.links import from_query

STORED = Path(__file__).with_name("paper-small.json")


def small() -> dict[str, dict[str, list[float]]]:
    """Return the final regrets of the small version, by cell and curve."""
    found: dict[str, dict[str, list[float]]] = {}
    for cell in experiment.small():
        table, _ = build.measure(cell)
        for curve, runs in table.groupby("curve", sort=False):
            ends = [float(regret[-1]) for regret in runs["regret"]]
            found.setdefault(cell.name, {})[str(curve)] = ends
    return found


def test_the_small_version_gives_the_same_numbers_again() -> None:
    assert small() == json.loads(STORED.read_text())


def table_of(ends: dict[tuple[str, str], list[float]]) -> pd.DataFrame:
    rows = [
        {"cell": cell, "curve": curve, "run": run, "commit_t": 9, "regret": [0.0, value]}
        for (cell, curve), values in ends.items()
        for run, value in enumerate(values)
    ]
    return pd.DataFrame(rows)


def test_a_ratio_is_paired_and_its_interval_is_the_jackknife_s() -> None:
    above, below = [8.0, 4.0, 6.0, 9.0], [2.0, 1.0, 1.5, 2.4]
    measured = Measurements(table_of({("c", "a.x"): above, ("c", "b.x"): below}))
    of = measured.ratio("c", "a.x", "b.x")
    whole = np.log(sum(above) / sum(below))
    pseudo = []
    for left in range(4):
        keep = [i for i in range(4) if i != left]
        part = np.log(sum(above[i] for i in keep) / sum(below[i] for i in keep))
        pseudo.append(4 * whole - 3 * part)
    half = 3.182446305 * np.std(pseudo, ddof=1) / 2
    assert of["ratio"] == pytest.approx(27 / 6.9)
    assert [of["low"], of["high"]] == pytest.approx(
        [np.exp(np.mean(pseudo) - half), np.exp(np.mean(pseudo) + half)]
    )


@pytest.mark.parametrize(
    ("likely", "outcomes", "verdict"),
    [
        (1, [1, 1, 0], claims.HOLDS),
        (-1, [-1, 0], claims.FAILS),
        (0, [0, 1], claims.OPEN),
        (1, [1, -1], claims.DEPENDS),
        (-1, [1, -1], claims.DEPENDS),
    ],
)
def test_verdicts(likely: int, outcomes: list[int], verdict: str) -> None:
    assert claims.verdict_of(likely, outcomes) == verdict


def test_the_more_comparisons_a_claim_makes_the_wider_its_intervals() -> None:
    assert level_of_each(1) == pytest.approx(0.95)
    assert 1 - 6 * (1 - level_of_each(6)) == pytest.approx(0.95)
    # One comparison alone would be decided here; six at once, with these few runs, are not.
    dart, rival = [8.0, 9.0, 10.0, 11.0], [9.0, 9.5, 12.5, 13.5]
    curves = ("ucb.authors-code", "ucb.improved", "ucb.ucb1")
    ends = {("max-2", curve): rival for curve in curves}
    ends |= {("max-2", curve): dart for curve in claims.EXPLORING}
    measured = Measurements(table_of(ends))
    alone = measured.ratio("max-2", "ucb.authors-code", "dart.authors-code")
    together = measured.ratio("max-2", *curves[:1], claims.EXPLORING[0], level_of_each(6))
    assert alone["low"] > 1 > together["low"]
    claim = claims.Claim("DART has less regret than UCB.", "ucb", ("max-2",))
    row = claims.judged(measured, claim)
    assert row is not None
    assert (row["verdict"], row["pairs"], row["comparisons"]) == (claims.OPEN, "0 of 6", 6)
    row = claims.judged(measured, replace(claim, presets=curves[:1]))
    assert row is not None
    assert row["comparisons"] == 2


def assert_close(a: Any, b: Any) -> None:
    """Equal but for the last digits: sums of floats come in another order on other processors."""
    if isinstance(a, dict):
        assert a.keys() == b.keys()
        for name in a:
            assert_close(a[name], b[name])
    elif isinstance(a, list):
        assert len(a) == len(b)
        for one, other in zip(a, b, strict=True):
            assert_close(one, other)
    else:
        assert a == (pytest.approx(b, rel=1e-9) if isinstance(b, float) else b)


def test_what_is_shipped_follows_from_the_shipped_measurements() -> None:
    table = pd.read_parquet(results.FOLDER / "measurements.parquet")
    found: dict[str, Any] = json.loads(json.dumps(build.found_in(table)))
    stored = dict(results.findings())
    del stored["separations"]
    assert_close(found, stored)


def test_every_run_is_there_once_and_every_link_means_what_it_says() -> None:
    table = pd.read_parquet(results.FOLDER / "measurements.parquet")
    cells = {cell.name: cell for cell in experiment.everything()}
    for (name, curve), runs in table.groupby(["cell", "curve"]):
        assert curve in cells[name].curves
        assert sorted(runs["run"]) == list(range(cells[name].settings.runs))
    for row in results.findings()["claims"]:
        settings, _, notices = from_query(row["link"])
        assert (notices, settings.seed) == ([], 0)
