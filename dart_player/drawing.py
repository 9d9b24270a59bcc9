"""What is drawn of each kind of value: a problem, a run, a race, a study, a sweep."""

from __future__ import annotations

from functools import singledispatch

import numpy as np

import dart_core as dc
from dart_core.codes import ACCEPTED
from dart_core.errors import FieldError, FieldTypeError
from dart_core.parameters import label as label_of
from dart_core.parameters import said
from dart_core.parameters import title as title_of
from dart_core.summary import BANDS
from dart_core.summary import band as band_of
from dart_player.chart import Chart, Line, is_wide
from dart_player.looks import Style, looks

_MOST_POINTS = 120
LOGS = ("", "x", "y", "xy")
_BEST: Style = {"light": "#0068a5", "dark": "#56b4e9", "dash": "", "marker": "circle"}
_OTHER: Style = {"light": "#656c79", "dark": "#9aa2af", "dash": "", "marker": "circle-open"}
_IN: Style = _BEST | {"marker": "triangle-up"}
_OUT: Style = _OTHER | {"marker": "x"}


@singledispatch
def chart_of(
    value: object,
    band: str = "mean",  # noqa: ARG001 # what is registered below has use for it
    log: str | None = None,  # noqa: ARG001 # and for this
) -> Chart:
    """Return the chart of a value.

    Parameters
    ----------
    value : Problem, Run, Race, Study or Sweep
    band : str, default "mean"
        One of `dart_core.summary.BANDS`, for studies and sweeps.
    log : str, optional
        Which axes are logarithmic, one of `LOGS`; None leaves it to the numbers.

    Raises
    ------
    FieldError, FieldTypeError
        If an argument is none of these.
    """
    raise FieldTypeError("value", "a Problem, Run, Race, Study or Sweep", value)


def checked(band: str, log: str | None) -> None:
    """Refuse what `chart_of` does not know.

    Raises
    ------
    FieldError
        Saying what was expected.
    """
    if band not in BANDS:
        raise FieldError("band", "one of " + ", ".join(BANDS), band)
    if log is not None and log not in LOGS:
        raise FieldError("log", "one of '', 'x', 'y', 'xy', or None", log)


@chart_of.register
def _(value: dc.Problem, band: str = "mean", log: str | None = None) -> Chart:
    """Draw the arms by their means; the best set is filled."""
    checked(band, log)
    means, best = value.mean_array, np.zeros(value.n_arms, dtype=bool)
    best[list(value.optimal_set)] = True
    arms = np.arange(value.n_arms, dtype=float)
    known = "best set" if value.optimum_is_exact else "best set found"
    lines = (
        Line(known, arms[best], means[best], _BEST, joined=False, every=True),
        Line("other arms", arms[~best], means[~best], _OTHER, joined=False, every=True),
    )
    return Chart(
        f"The means of {value.n_arms} arms",
        tuple(line for line in lines if line.x.size),
        "arm, counted from 0",
        "mean",
        log_y="y" in (log or ""),
        whole=True,
    )


@chart_of.register
def _(value: dc.Run, band: str = "mean", log: str | None = None) -> Chart:
    """Draw regret over the rounds, and when arms were accepted and rejected."""
    checked(band, log)
    line = _regret(value, next(iter(looks({"": value.algorithm}).values())))
    moved, moves = [], value.moves
    for label, accepted, its in (("arm accepted", True, _IN), ("arm rejected", False, _OUT)):
        at = moves.t[(moves.to == ACCEPTED) == accepted].astype(float)
        if at.size:
            y = np.interp(at, value.t, value.regret)
            moved.append(Line(label, at, y, its, joined=False, every=True))
    title = f"Regret of one run of {value.algorithm.label}"
    return _over_time(title, (line, *moved), log)


@chart_of.register
def _(value: dc.Race, band: str = "mean", log: str | None = None) -> Chart:
    """Draw the regret of each over the rounds."""
    checked(band, log)
    labels = [run.algorithm.label for run in value.runs]
    its = looks({f"{at}": run.algorithm for at, run in enumerate(value.runs)})
    lines = tuple(map(_regret, value.runs, its.values()))
    return _over_time(f"Regret of {', '.join(labels)}", lines, log)


def _regret(run: dc.Run, its: Style) -> Line:
    kept = _thinned(run.t.size)
    return Line(run.algorithm.label, run.t[kept].astype(float), run.regret[kept], its)


@chart_of.register
def _(value: dc.Study, band: str = "mean", log: str | None = None) -> Chart:
    """Draw regret over the rounds, with bands."""
    checked(band, log)
    its = looks({curve.label: curve.algorithm for curve in value.curves})
    kept, words, lines = _thinned(value.t.size), "", []
    for label, each in value.band(band).items():
        if np.isnan(each.centre).all():
            continue
        words = each.words
        ends = each.low[kept], each.high[kept]
        at = each.t[kept].astype(float)
        lines.append(Line(label, at, each.centre[kept], its[label], *ends))
    title = f"Regret over {value.problem.horizon:,} rounds, {value.runs} runs each"
    return _over_time(title, tuple(lines), log, words)


def _over_time(title: str, lines: tuple[Line, ...], log: str | None, words: str = "") -> Chart:
    axes = log or ""
    return Chart(title, lines, "round", "regret", words, log_x="x" in axes, log_y="y" in axes)


def _thinned(size: int) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    most = min(size, _MOST_POINTS)
    return np.unique(np.linspace(0, size - 1, most).astype(np.int64))


@chart_of.register
def _(value: dc.Sweep, band: str = "mean", log: str | None = None) -> Chart:
    """Draw mean regret at T over the first parameter, a line for each curve and other values.

    Where one thing was changed at a time, each parameter has a place of its own, and its bar
    reaches from the least to the greatest mean regret.
    """
    checked(band, log)
    if any(set(point.values) != set(value.parameters) for point in value.points):
        return _effects(value, log)
    name, *others = value.parameters
    taken = list(dict.fromkeys(point.values[name] for point in value.points))
    numbers = all(isinstance(each, int | float) for each in taken)
    algorithms = {c.label: c.algorithm for p in value.points if p.study for c in p.study.curves}
    groups: dict[tuple[object, ...], list[dc.Point]] = {}
    for point in value.points:
        groups.setdefault(tuple(point.values[other] for other in others), []).append(point)
    lines, words = [], ""
    keys = [(curve, group) for group in groups for curve in value.curves]
    labels = [
        ", ".join(filter(None, [curve, said(dict(zip(others, group, strict=True)))]))
        for curve, group in keys
    ]
    its = looks({label: algorithms[curve] for label, (curve, _) in zip(labels, keys, strict=True)})
    for label, (curve, group) in zip(labels, keys, strict=True):
        points = [(p, p.study) for p in groups[group] if p.study is not None]
        places = [
            float(p.values[name]) if numbers else float(taken.index(p.values[name]))
            for p, _ in points
        ]
        ends = [_at_the_end(study, curve, band) for _, study in points]
        words = ends[0].words if ends else words
        centre, low, high = (
            np.array([float(getattr(end, part)[0]) for end in ends])
            for part in ("centre", "low", "high")
        )
        order = np.argsort(places)
        if np.isfinite(centre).any():
            x = np.array(places)[order]
            lines.append(
                Line(label, x, centre[order], its[label], low[order], high[order], every=True)
            )
    x_all = np.array([float(each) for each in taken]) if numbers else np.zeros(0)
    y_all = np.concatenate([line.y for line in lines]) if lines else np.zeros(0)
    return Chart(
        f"Mean regret over {title_of(name)}",
        tuple(lines),
        title_of(name),
        "regret at T",
        words,
        log_x=numbers and ("x" in log if log is not None else is_wide(x_all)),
        log_y="y" in log if log is not None else is_wide(x_all) and is_wide(y_all),
        names=() if numbers else tuple(str(each) for each in taken),
        whole=numbers and all(isinstance(each, int) for each in taken),
    )


def _at_the_end(study: dc.Study, curve: str, band: str) -> dc.Band:
    return band_of(study.t[-1:], study[curve].results.regret[:, -1:], band)


def _effects(value: dc.Sweep, log: str | None) -> Chart:
    algorithms = {c.label: c.algorithm for p in value.points if p.study for c in p.study.curves}
    its, lines = looks({label: algorithms[label] for label in value.curves}), []
    shift = np.linspace(-0.15, 0.15, len(value.curves)) if len(value.curves) > 1 else [0.0]
    for curve, aside in zip(value.curves, shift, strict=True):
        found = {effect.parameter: effect for effect in value.effects(curve)}
        base = next(
            (p.study[curve].interval().mean for p in value.points if p.study and not p.values),
            np.nan,
        )
        names = [name for name in value.parameters if name in found]
        x = np.array([value.parameters.index(name) + aside for name in names], dtype=float)
        low, high = (
            np.array([getattr(found[name], end) for name in names]) for end in ("least", "greatest")
        )
        centre = np.clip(np.full(x.size, base), low, high)
        if x.size:
            lines.append(Line(curve, x, centre, its[curve], low, high, joined=False, every=True))
    return Chart(
        "Mean regret as each parameter is changed alone",
        tuple(lines),
        "changed alone",
        "regret at T",
        "least to greatest mean",
        log_y="y" in (log or ""),
        names=tuple(map(label_of, value.parameters)),
    )
