"""What the Sensitivity page runs: which values a parameter takes, and the sweep over them."""

from __future__ import annotations

from concurrent.futures import Executor
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from dashboard import cost
from dashboard.catalogue import CATALOGUE, name_and_preset
from dashboard.comparing import chosen
from dashboard.settings import MAX_ARMS, MAX_K, Settings
from dashboard.studies import Look, Report, StopFlag, Studies, studies
from dashboard.study_choices import OF_CHARTS, PARAMETERS

if TYPE_CHECKING:
    import dart_core as dc

# How regret grows with a parameter in theory, for DART: O(K·sqrt(NKT)) (Theorem 3).
THEORY = {"horizon": 0.5, "n": 0.5, "k": 1.5}
_CORE_NAMES = {"n": "n_arms"}
_REWARDS = ["mean", "quadratic", "max", "min"]


def parameters(settings: Settings) -> dict[str, str]:
    """Return what can be varied for the chosen algorithms: names and labels."""
    constants: set[str] = set(CATALOGUE[settings.algorithm].constants_of(settings.preset))
    for curve in settings.companions:
        name, preset = name_and_preset(curve)
        constants |= CATALOGUE[name].constants_of(preset).keys()
    binary = settings.law == "bernoulli"
    return {
        name: label
        for name, label in PARAMETERS.items()
        if (name in ("n", "gap") and binary and (name == "n" or settings.k < settings.n))
        or name in ("horizon", "k", "reward")
        or name.removesuffix("*") in constants
    }


def of_the_watched(settings: Settings) -> dict[str, str]:
    """Return what can be varied for the watched algorithm alone."""
    return parameters(replace(settings, companions=()))


def grid(settings: Settings, name: str) -> list[Any]:
    """Return the values that a parameter takes, around or up to its present one.

    Parameters
    ----------
    settings : Settings
        `Settings.points` says how many values there are, at most.
    name : str
        One of `PARAMETERS`.
    """
    count = settings.points
    if name == "reward":
        own = [] if settings.reward in (*_REWARDS, "curve", "at-least") else [settings.reward]
        return [*_REWARDS, *own]
    if name == "horizon":
        top = settings.horizon
        values = np.geomspace(max(top / 100, min(100, top)), top, count)
        return sorted({min(_round(value), top) for value in values} | {top})
    if name == "n":
        low, high = settings.k + 1, min(max(2 * settings.n, settings.k + 2), MAX_ARMS)
        values = np.geomspace(max(low, 2), high, count)
        return sorted({round(value) for value in values})
    if name == "k":
        high = min(max(settings.n // 2, settings.k), MAX_K)
        return sorted({round(value) for value in np.linspace(1, high, count)} | {settings.k})
    if name == "gap":
        return [float(f"{value:.3g}") for value in np.geomspace(0.02, 0.4, count)]
    return [float(f"{value:.3g}") for value in np.geomspace(0.1, 10.0, count)]


def _round(value: float) -> int:
    """Return a number of rounds with two digits that count."""
    return int(float(f"{value:.2g}"))


def varied(settings: Settings) -> dict[str, list[Any]]:
    """Return the values of what is varied, by the names of `dart_core.sweep`."""
    names = [settings.vary]
    if settings.vary_too not in ("nothing", settings.vary):
        names.append(settings.vary_too)
    return {_CORE_NAMES.get(name, name): grid(settings, name) for name in names}


def values_of(settings: Settings, everything: bool) -> dict[str, list[Any]]:
    """Return what a sweep varies: what was chosen, or everything that can be, one at a time."""
    if not everything:
        return varied(settings)
    return {_CORE_NAMES.get(n, n): grid(settings, n) for n in of_the_watched(settings)}


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
        [settings.chosen()] if everything else chosen(settings),
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


def label(parameter: str) -> str:
    """Return the name of a parameter of `dart_core.sweep` for people."""
    symbols = {"lam": "λ", "delta": "δ", "n_arms": "N", "n": "N", "k": "K", "horizon": "T"}
    name = parameter.removesuffix("*")
    return symbols.get(name, name)


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
