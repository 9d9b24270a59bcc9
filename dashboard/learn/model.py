"""What the Learn page computes: many runs of two choices, on the same luck."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from dashboard.lessons.moments import Moment
from dashboard.prices import cost
from dashboard.serving.jobs import StopFlag, Work

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

RUNS = 25
Finals = dict[str, "NDArray[np.float64]"]


def many(moment: Moment) -> tuple[dict[str, Work], float]:
    """Return the job of a moment's picture "runs", by its key, and its price in seconds.

    Its result: by label, regret at T of `RUNS` runs; the first run is the one of the moment's link.
    """
    one, other = moment.parsed().settings, moment.parsed(moment.against).settings

    def work(stop: StopFlag) -> Finals:
        import dart_core as dc

        chosen = [other.chosen(), one.chosen()]
        study = dc.compare(one.problem(), chosen, runs=RUNS, seed=one.seed, stop=stop)
        return {curve.label: curve.final for curve in study.curves}

    price = cost.preparing(one) + 2 * RUNS * cost.of_run(one, cost.curves(one)[0])
    return {f"learn-{replace(one, runs=RUNS).key()}-{other.key()}": work}, price
