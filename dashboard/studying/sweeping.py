"""What the Sensitivity page runs: the sweep over the values a parameter takes."""

from __future__ import annotations

from concurrent.futures import Executor
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from dashboard.prices import cost
from dashboard.ranges import label, values_of
from dashboard.schema.study_choices import OF_CHARTS
from dashboard.serving.studies import Look, Report, StopFlag, Studies, studies
from dashboard.settings import Settings

if TYPE_CHECKING:
    import dart_core as dc

# How regret grows with a parameter in theory, for DART: O(K·sqrt(NKT)) (Theorem 3).
THEORY = {"horizon": 0.5, "n": 0.5, "k": 1.5}


def key(settings: Settings, everything: bool = False) -> str:
    """Return the name of a sweep: equal where its results are."""
    plain = Settings()
    names = (*OF_CHARTS, "vary", "vary_too") if everything else OF_CHARTS
    same = replace(settings, **{name: getattr(plain, name) for name in names})
    return f"all-{replace(same, companions=()).key()}" if everything else f"sweep-{same.key()}"


def look(settings: Settings, everything: bool = False, pool: Studies | None = None) -> Look:
    """Return how the sweep stands; begin it if nobody has.

    Parameters
    ----------
    settings : Settings
    everything : bool
        Whether the sweep over every parameter, one at a time, is meant.
    """
    work = partial(run, settings, everything)
    price = cost.of_sweep(settings, everything)
    said = cost.about("effects" if everything else "sweep", settings, price)
    return (pool or studies()).look(key(settings, everything), work, said)


def run(
    settings: Settings, everything: bool, executor: Executor, report: Report, stop: StopFlag
) -> dc.Sweep:
    """Run the sweep: of all curves over what is varied, or of the watched one over everything."""
    import dart_core as dc

    return dc.sweep(
        values_of(settings, everything),
        settings.problem(),
        [settings.chosen()] if everything else settings.algorithms(),
        runs=settings.runs,
        seed=settings.seed,
        executor=executor,
        on_progress=report,
        design="one-at-a-time" if everything else "grid",
        redraw_arms=settings.redraw,
        stop=stop,
    )


def answer(effects: list[dc.Effect]) -> str:
    """Return what matters most, in one sentence of Markdown, computed from the effects."""
    known = [effect for effect in effects if effect.values]
    if not known:
        return ""
    first, *rest = known
    text = (
        f"**{label(first.parameter)} matters most here**: over {_range(first)} regret changes "
        f"{_fold(first.ratio)}."
    )
    if rest:
        others = "; ".join(f"{label(e.parameter)} {_fold(e.ratio)}" for e in rest[:3])
        text += f" Then {others}."
    return text


def _range(effect: dc.Effect) -> str:
    low, high = effect.values[0], effect.values[-1]
    if effect.parameter.endswith("*"):
        return f"×{low:g} to ×{high:g}"
    if isinstance(low, str):
        return ", ".join(effect.values[:-1]) + f" to {high}"
    return f"{low:,g} to {high:,g}"


def _fold(ratio: float) -> str:
    if np.isinf(ratio):
        return "from none at all"
    return f"{ratio:.2g}-fold" if ratio < 100 else f"{ratio:,.0f}-fold"
