"""Count wrong accepts and rejects on many small hard problems: ``python -m benchmarks.validity``.

    python -m benchmarks.validity [problems] [horizon] [--kept FILE]     (20,000 and 20,000)

A quarter of the problems each: arms that pay 0 or 1, listed from best to worst; the same arms from
worst to best; Beta arms; arms that share their luck in a round. All have gaps near 0.04, ties, or
all arms equal. Each is run under each δ; the share of runs in which any arm was wrongly accepted or
rejected must not exceed δ. With ``--kept`` every finished block is a line of a file, and a count
that was stopped goes on; it may be read while it grows (``--kept FILE --show``).
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import numpy as np

import dart_core as dc
from tests.core.hard import hard_problems, hard_problems_of, wrong_moves

ALGORITHMS = (
    ("frontier", "capital"),
    ("frontier", "guaranteed"),
    ("frontier", "pace"),
    ("frontier", "theorem"),
    ("dart-eb", "guaranteed"),
)
DELTAS = (0.05, 0.5)
GROUPS = ("best first", "best last", "Beta", "shared luck")
BLOCK = 200  # problems of a group between two lines that are kept


def problems_of(group: str, first: int, count: int, horizon: int) -> Iterator[dc.Problem]:
    """Yield problems `first` … `first` + `count` − 1 of a group."""
    if group == "Beta":
        yield from hard_problems_of("beta", count, horizon, first)
    elif group == "shared luck":
        yield from hard_problems_of("lower bound", count, horizon, first)
    else:
        for problem in hard_problems(count, horizon, first):
            means = np.sort(problem.mean_array)
            means = means if group == "best last" else means[::-1]
            yield dc.Problem(means, problem.k, horizon, problem.reward)


def count_block(
    group: str, first: int, count: int, horizon: int, only: str
) -> Iterator[dict[str, object]]:
    """Yield what every algorithm and δ came to on a block of problems."""
    problems = list(problems_of(group, first, count, horizon))
    for name, preset in ALGORITHMS:
        for delta in DELTAS if only in ("", name) else ():
            algorithm = dc.algorithm(name, preset, delta=delta)
            row = {"wrong": 0, "moved": 0, "moves": 0}
            for number, problem in enumerate(problems, first):
                run = dc.simulate(problem, algorithm, seed=number, frames=0)
                row["wrong"] += bool(wrong_moves(run))
                row["moved"] += run.moves.t.size > 0
                row["moves"] += run.moves.t.size
            of = {"horizon": horizon, "group": group, "first": first, "problems": count}
            yield {**of, "algorithm": f"{name} {preset}", "delta": delta, **row}


def table(rows: list[dict[str, object]]) -> str:
    """Return the sums by algorithm and δ, with the wrong runs of each group."""
    sums: dict[tuple[str, float], Counter[str]] = {}
    for row in rows:
        of = sums.setdefault((str(row["algorithm"]), float(str(row["delta"]))), Counter())
        for what in ("problems", "wrong", "moved", "moves"):
            of[what] += int(str(row[what]))
        of[str(row["group"])] += int(str(row["wrong"]))
    heads = ["algorithm", "δ", "problems", "wrong", "share", *GROUPS, "with a move", "moves"]
    lines = ["| " + " | ".join(heads) + " |", "|---" * len(heads) + "|"]
    for (algorithm, delta), of in sums.items():
        cells = [algorithm, f"{delta}", f"{of['problems']:,}", f"{of['wrong']:,}"]
        cells += [f"{of['wrong'] / of['problems']:.3%}", *(f"{of[group]:,}" for group in GROUPS)]
        cells += [f"{of['moved']:,}", f"{of['moves']:,}"]
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines)


def main(arguments: list[str] | None = None) -> None:
    """Count block after block, the groups in turn, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("problems", type=int, nargs="?", default=20_000)
    parser.add_argument("horizon", type=int, nargs="?", default=20_000)
    parser.add_argument("--kept", type=Path, help="a file with a line for each finished block")
    parser.add_argument("--only", default="", help="count this algorithm alone")
    parser.add_argument("--show", action="store_true", help="count nothing: print what is kept")
    asked = parser.parse_args(arguments)
    kept = asked.kept.read_text().splitlines() if asked.kept and asked.kept.exists() else []
    rows = [row for line in kept for row in json.loads(line)]
    done = {(row["horizon"], row["group"], row["first"], row["problems"]) for row in rows}
    each = asked.problems // len(GROUPS)
    for first in () if asked.show else range(0, each, BLOCK):
        count = min(BLOCK, each - first)
        for group in GROUPS:
            if (asked.horizon, group, first, count) in done:
                continue
            block = list(count_block(group, first, count, asked.horizon, asked.only))
            rows += block
            if asked.kept:
                with asked.kept.open("a") as file:
                    file.write(json.dumps(block) + "\n")
    print(table(rows))


if __name__ == "__main__":
    main()
