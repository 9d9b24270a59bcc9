"""What a study and a sweep come to, in a sentence, the same on pages and in commands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from dart_core.parameters import LETTERS, said
from dart_core.summary import paired
from dart_core.tables import between

if TYPE_CHECKING:  # a page that says a sentence needs no kernel
    from dart_core.algorithms.registry import Algorithm
    from dart_core.problem import Problem
    from dart_core.study import Curve, Study
    from dart_core.sweep import Point, Sweep


def contest(study: Study) -> Study:
    """Return the study without what knows the answer: that is a line, not a rival."""
    return replace(study, curves=tuple(each for each in study.curves if not _knows(each)))


def headline(study: Study) -> str:
    """Return who wins and by how much, and where the watched one is, in Markdown."""
    oracle = any(_knows(curve) for curve in study.curves)
    aside = " The oracle, which knows the answer, does not count." if oracle else ""
    watched, study = study.curves[0], contest(study)
    if len(study.curves) < 2:
        return ""
    summary = study.summary()
    ranked = summary[summary["runs"] > 1].sort_values("mean")
    if len(ranked) < 2:
        return ""
    first, second = ranked.index[:2]
    difference = study.differences(second, first)
    interval = difference.interval
    n = interval.n
    if n < 2:
        return ""
    if watched.label in ranked.index[2:]:
        place = list(ranked.index).index(watched.label) + 1
        aside = f" {watched.label} is {_ordinal(place)} of {len(ranked)}.{aside}"
    if interval.low > 0:
        sees = ", which sees every arm's reward," if _sees_arms(study[first]) else ""
        return (
            f"**{first}**{sees} has the least regret: {ranked.loc[first, 'mean']:,.0f} on average. "
            f"{second} has {interval.mean:,.0f} more (95 % interval "
            f"{between(interval.low, interval.high)}, {n} paired runs).{aside}"
        )
    return (
        f"**{first}** and **{second}** cannot be told apart yet: on {n} paired runs they differ by "
        f"{interval.mean:,.0f} on average, 95 % interval "
        f"{between(interval.low, interval.high)}.{aside}"
    )


def sweep_sentence(sweep: Sweep, watched: str, here: Mapping[str, Any]) -> str:
    """Return where the first algorithm does best, against where it stands, in Markdown.

    Parameters
    ----------
    sweep : Sweep
    watched : str
        The name of that algorithm: its constants are named without it.
    here : mapping of str to object
        The values that the parameters have without a sweep; None where there is none.

    Returns
    -------
    str
        "" if nothing has run.
    """
    best, curve = lowest(sweep), sweep.curves[0]
    if best is None or best.study is None:
        return ""
    its = best.study[curve]
    mean = f"{its.final.mean():,.0f} on average"
    plain = (
        f"**{curve} loses least at {said(best.values, watched)}**: {mean}, and finds the right set "
        f"in {_right_in(its)} of the runs."
    )
    if any(name in LETTERS for name in best.values):
        return plain
    own = next((p for p in sweep.points if _is_at(p.values, here) and p.study), None)
    surest = most_right(sweep, here)
    if surest is best or surest is None or surest.study is None:
        text = f"{plain} That is where you are." if own is best else plain
    else:
        yours = {id(own): "your "}
        at, there = (f"{yours.get(id(p), '')}{said(p.values, watched)}" for p in (best, surest))
        safe = surest.study[curve]
        text = (
            f"**{curve} loses least at {at} ({mean}), but finds the right set most often at "
            f"{there}**: in {_right_in(safe)} of the runs, not {_right_in(its)}. At "
            f"{there} it loses {_against(safe, its)}."
        )
    if own is None or own.study is None or own in (best, surest):
        return text
    ours = own.study[curve]
    return (
        f"{text} At your {said(here, watched)} it finds it in {_right_in(ours)} and loses "
        f"{_against(ours, its)}."
    )


def _against(ours: Curve, best: Curve) -> str:
    """Return what a curve loses, and how much more that is, run by run, than the best one does."""
    loses = f"{ours.final.mean():,.0f}"
    common = np.intersect1d(ours.results.runs, best.results.runs)
    a, b = (c.final[np.isin(c.results.runs, common)] for c in (ours, best))
    more = paired("here", "best", a, b).interval
    if not np.isfinite(more.low):
        return loses
    if more.low <= 0:
        return f"{loses}: the difference may be chance"
    return f"{loses}, {more.mean:,.0f} more (95 % interval {more.low:,.0f} to {more.high:,.0f})"


def _right_in(curve: Curve) -> str:
    return f"{100 * curve.results.right.mean():.0f} %"


def most_right(sweep: Sweep, here: Mapping[str, Any]) -> Point | None:
    """Return the point at which the first algorithm finds the right set most often.

    Of several it is the one with the least regret, if that is one of them, else where one stands,
    else again the one with the least regret.
    """
    curve = sweep.curves[0]
    ran = [p for p in sweep.points if p.study is not None and p.study[curve].final.size]
    if not ran:
        return None
    share = {id(p): float(p.study[curve].results.right.mean()) for p in ran if p.study}
    most = [p for p in ran if share[id(p)] == max(share.values())]
    best = lowest(sweep)
    if best in most:
        return best
    own = [p for p in most if _is_at(p.values, here)]
    return min(own or most, key=lambda p: _mean_of(p, curve))


def lowest(sweep: Sweep) -> Point | None:
    """Return the point at which the watched algorithm has the least regret; None without any."""
    curve = sweep.curves[0]
    ran = [p for p in sweep.points if p.study is not None and p.study[curve].final.size]
    return min(ran, key=lambda p: _mean_of(p, curve), default=None)


def present(parameter: str, problem: Problem, algorithms: Sequence[Algorithm]) -> Any:
    """Return the value that a parameter of a sweep has without it.

    None for a gap, which is drawn, and for a constant that is a formula with another value in
    each run, or that none of the algorithms has.
    """
    if parameter in LETTERS:
        return None if parameter == "gap" else getattr(problem, parameter)
    if parameter.endswith("*"):
        return 1.0
    owner, _, constant = parameter.rpartition(".")
    for choice in algorithms:
        if choice.name == owner or (not owner and constant in choice.constants):
            now = choice.resolved(problem).get(constant)
            return None if now is None or isinstance(now, str) else float(now)
    return None


def _is_at(values: Mapping[str, Any], here: Mapping[str, Any]) -> bool:
    return all(
        here[n] is not None and not isinstance(v, str) and abs(v - here[n]) <= 1e-9 * abs(here[n])
        for n, v in values.items()
    )


def _mean_of(point: Point, curve: str) -> float:
    assert point.study is not None
    return float(point.study[curve].final.mean())


def _ordinal(place: int) -> str:
    return f"{place}{ {2: 'nd', 3: 'rd'}.get(place, 'th') }"  # nobody asks for the 21st


def _knows(curve: Curve) -> bool:
    return curve.algorithm.name == "oracle"


def _sees_arms(curve: Curve) -> bool:
    return curve.algorithm.spec.feedback == "semi-bandit"
