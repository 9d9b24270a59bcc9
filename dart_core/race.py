"""race: runs of several algorithms on one problem and the same luck, to be watched side by side."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from dart_core.algorithms.registry import Algorithm, as_algorithm
from dart_core.errors import FieldError, FieldTypeError
from dart_core.run import Run
from dart_core.showing import Drawn
from dart_core.simulation import simulate

if TYPE_CHECKING:
    import pandas as pd

MOST = 4


@dataclass(frozen=True, eq=False, repr=False)
class Race(Drawn):
    """Up to four runs on one problem with one seed: their luck is the same.

    Attributes
    ----------
    runs : tuple of Run
        The first is the one that the others were put beside.
    """

    runs: tuple[Run, ...]

    def __repr__(self) -> str:
        ends = [f"{run.algorithm.label} {run.regret[-1]:,.1f}" for run in self.runs]
        return f"<Race: regret {', '.join(ends)} at T = {self.runs[0].problem.horizon:,}>"

    def summary(self) -> pd.DataFrame:
        """Return a row per run, in order: algorithm, regret at T, final_set, right, commit_t."""
        import pandas as pd

        rows = [
            {
                "algorithm": run.algorithm.label,
                "regret": float(run.regret[-1]),
                "final_set": run.final_set,
                "right": run.right,
                "commit_t": run.commit_t,
            }
            for run in self.runs
        ]
        return pd.DataFrame(rows)


def race(run: Run, *others: str | Algorithm | Run) -> Race:
    """Put one to three other algorithms beside a run; see `Run.race`."""
    if not 1 <= len(others) < MOST:
        raise FieldError("others", f"1 to {MOST - 1} algorithms to race against", len(others))
    return Race((run, *(_beside(run, other) for other in others)))


def _beside(run: Run, other: str | Algorithm | Run) -> Run:
    if not isinstance(other, Run):
        if not isinstance(other, str | Algorithm):
            raise FieldTypeError("others", "algorithms, their names, or runs", other)
        return simulate(run.problem, as_algorithm(other), seed=run.seed)
    if other.problem != run.problem or other.seed != run.seed:
        hint = "Give the algorithm instead: it is then run."
        raise FieldError("others", "runs on the same problem with the same seed", other, hint)
    return other
