"""Count wrong accepts and rejects on many small hard problems: ``python -m benchmarks.validity``.

    python -m benchmarks.validity [problems] [horizon]        (20,000 and 20,000 if not given)

Each problem is run under each δ; the share of runs in which any arm was wrongly accepted or
rejected must not exceed δ.
"""

from __future__ import annotations

import sys

import dart_core as dc
from tests.core.hard import hard_problems, wrong_moves

ALGORITHMS = ("frontier", "dart-eb")
DELTAS = (0.05, 0.5)


def main(arguments: list[str]) -> None:
    """Print a table: algorithm, δ, runs with a wrong move, runs that moved an arm at all."""
    count, horizon = (int(text) for text in [*arguments, *["20000", "20000"][len(arguments) :]])
    print(f"{count:,} problems, T = {horizon:,}\n")
    print("| algorithm | δ | wrong | share | with a move | moves |\n|---|---|---|---|---|---|")
    for name in ALGORITHMS:
        for delta in DELTAS:
            algorithm = dc.algorithm(name, "guaranteed", delta=delta)
            wrong = moved = moves = 0
            for seed, problem in enumerate(hard_problems(count, horizon)):
                run = dc.simulate(problem, algorithm, seed=seed, frames=0)
                wrong += bool(wrong_moves(run))
                moved += run.moves.t.size > 0
                moves += run.moves.t.size
            share = f"{wrong / count:.3%}"
            print(f"| {name} | {delta} | {wrong} | {share} | {moved:,} | {moves:,} |", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
