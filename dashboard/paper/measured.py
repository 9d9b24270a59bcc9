"""The measurements as their judges read them: final regrets, their means and their ratios."""

from __future__ import annotations

from math import exp, log
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from dart_core.summary import LEVEL, mean_interval

Floats = NDArray[np.float64]


class Measurements:
    """The final regrets of all runs, by cell and curve."""

    def __init__(self, table: pd.DataFrame) -> None:
        ends = table.assign(end=[float(regret[-1]) for regret in table["regret"]])
        groups = ends.sort_values("run").groupby(["cell", "curve"], sort=False)
        self.ends: dict[tuple[str, str], Floats] = {
            (str(cell), str(curve)): of["end"].to_numpy() for (cell, curve), of in groups
        }
        self.commits: dict[tuple[str, str], Floats] = {
            (str(cell), str(curve)): of["commit_t"].to_numpy() for (cell, curve), of in groups
        }

    def has(self, cell: str, curve: str) -> bool:
        """Return whether the curve was run there."""
        return (cell, curve) in self.ends

    def curves(self, cell: str, algorithm: str) -> list[str]:
        """Return the presets of an algorithm that were run there."""
        return [c for at, c in self.ends if at == cell and c.startswith(f"{algorithm}.")]

    def ratio(self, cell: str, more: str, less: str, level: float = LEVEL) -> dict[str, float]:
        """Return how many times the regret of `more` is that of `less`.

        The ratio of the mean regrets, with the interval of the jackknife over pairs of runs, on
        the scale of its logarithm. A pair has the same arms and the same luck.
        """
        above, below = self.ends[cell, more], self.ends[cell, less]
        n = above.size
        whole = log(above.mean() / below.mean())
        without = np.log((above.sum() - above) / (below.sum() - below))
        of = mean_interval(n * whole - (n - 1) * without, level)
        return {"ratio": exp(whole), "low": exp(of.low), "high": exp(of.high), "pairs": n}

    def summary(self, cell: str, curve: str, level: float = LEVEL) -> dict[str, Any]:
        """Return the mean final regret with its interval."""
        of = mean_interval(self.ends[cell, curve], level)
        return {"cell": cell, "curve": curve, "mean": of.mean, "low": of.low, "high": of.high}


def level_of_each(comparisons: int) -> float:
    """Return the level of each of several intervals that hold all together with 95 % at least.

    Bonferroni: each misses with probability 5 % / `comparisons` at most, so that some one does
    with 5 % at most, however they depend on each other.

    Parameters
    ----------
    comparisons : int
        1 or more.
    """
    return 1 - (1 - LEVEL) / comparisons
