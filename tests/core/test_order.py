"""No algorithm depends on the order in which arms are listed: tables come sorted by mean."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import stats

import dart_core as dc
from dart_core.algorithms import BUILT_IN, REGISTRY

CURVES = [(name, preset) for name in BUILT_IN for preset in REGISTRY[name].presets]
CHOOSING = [curve for curve in CURVES if curve[0] != "oracle"]  # it is told which set is best
RARE = (0.03, 0.03, *8 * (0.002,))  # nearly everything ties: whoever comes first, stays
ORDERS = {
    "best first": tuple(range(10)),
    "best last": tuple(range(9, -1, -1)),
    "shuffled": (4, 7, 0, 2, 9, 5, 1, 8, 3, 6),
}
FALSE_ALARM = 1e-4  # of one comparison; the seeds are fixed, so that it never comes and goes
RUNS = 150


@cache
def regrets(name: str, preset: str, order: str) -> NDArray[np.float64]:
    """Return the regret of runs that share no luck with those of another order."""
    problem = dc.Problem([RARE[arm] for arm in ORDERS[order]], k=2, horizon=3_000)
    first = RUNS * list(ORDERS).index(order)
    algorithm = dc.algorithm(name, preset)
    runs = (dc.simulate(problem, algorithm, seed=first + r, frames=0) for r in range(RUNS))
    return np.array([run.regret[-1] for run in runs])


@pytest.mark.parametrize("order", ["best last", "shuffled"])
@pytest.mark.parametrize(("name", "preset"), CURVES)
def test_regret_does_not_depend_on_the_order(name: str, preset: str, order: str) -> None:
    one, other = regrets(name, preset, "best first"), regrets(name, preset, order)
    if np.ptp([*one, *other]) > 1e-9:  # else all runs lose the same
        assert stats.ttest_ind(one, other, equal_var=False).pvalue > FALSE_ALARM
        assert stats.ks_2samp(one, other, method="asymp").pvalue > FALSE_ALARM


@pytest.mark.parametrize("mean", [0.0, 0.5, 1.0])
@pytest.mark.parametrize(("name", "preset"), CHOOSING)
@pytest.mark.parametrize("horizon", [1, 7, 200])
def test_equal_arms_are_chosen_equally_often(
    name: str, preset: str, horizon: int, mean: float
) -> None:
    """With equal arms nothing but the algorithm's own stream may say who is played.

    The horizons end before, within and after the first look at every arm.
    """
    n, k, runs = 6, 2, 300
    problem = dc.Problem([mean] * n, k=k, horizon=horizon)
    algorithm = dc.algorithm(name, preset)
    first, last = np.zeros(n), np.zeros(n)
    for seed in range(runs):
        run = dc.simulate(problem, algorithm, seed=seed, frames=np.array([1]))
        played = run.snapshots.action[np.searchsorted(run.snapshots.t, 1)]
        first[played[played >= 0]] += 1
        last[list(run.final_set)] += 1
    for counts in (first, last):
        # Two arms of a set are not independent: the spread is that of a choice without return.
        expected = counts.sum() / n
        size = counts.sum() / runs
        spread = runs * size / n * (1 - size / n) * n / (n - 1)
        chi_square = float(((counts - expected) ** 2).sum() / spread)
        assert stats.chi2(n - 1).sf(chi_square) > FALSE_ALARM, counts
