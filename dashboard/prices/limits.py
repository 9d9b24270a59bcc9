"""Whether this server takes something on: which limit is passed, by how much, and what fits."""

from __future__ import annotations

from dataclasses import replace
from shlex import quote

from dashboard import ranges
from dashboard.catalogue import CATALOGUE
from dashboard.links.link import Link
from dashboard.prices import cost
from dashboard.serving.profile import Profile
from dashboard.settings import Settings

LINK_FILE = "study-link.txt"


def of_watch(settings: Settings, limits: Profile, curve: cost.Curve | None = None) -> str:
    """Return why a curve on Watch is not computed here, "" if it is; none: the watched one."""
    chosen = curve or cost.curves(settings)[0]
    if why := _sizes(settings, limits, [chosen], settings.n, settings.k):
        return why
    before = cost.preparing(settings) + (0.0 if curve else cost.forecasting(settings))
    if why := _preparing(before, limits.max_watch_seconds, "a run"):
        return why
    its = cost.of_run(settings, chosen)
    seconds, factor = before + its, its / (limits.max_watch_seconds - before)
    if factor <= 1:
        return ""
    fits = int(float(f"{0.95 * settings.horizon / factor:.1g}"))
    return (
        f"A run of {CATALOGUE[chosen[0]].label} would take up to {said(seconds)} here, and this "
        f"server gives a run {said(limits.max_watch_seconds)}. About T = {max(fits, 1):,} fits."
    )


def of_family(settings: Settings, limits: Profile, values: int, batches: int) -> str:
    """Return why a run is not computed here for many values of a constant, "" if it is.

    Parameters
    ----------
    settings : Settings
    limits : Profile
    values, batches : int
        How many there are, and how often the problem is prepared for them.
    """
    each = cost.of_run(settings, cost.curves(settings)[0])
    seconds, most = batches * cost.preparing(settings) + values * each, limits.max_family_seconds
    if seconds <= most:
        return ""
    return (
        f"Trying constants by moving them would take up to {said(seconds)} here, and this server "
        f"gives it {said(most)}. Set them in the sidebar."
    )


def of_theory(settings: Settings, limits: Profile) -> str:
    """Return why Theory is not worked out here, "" if it is."""
    if why := _sizes(settings, limits, [], settings.n, settings.k):
        return why
    seconds, most = cost.of_theory(settings), limits.max_theory_seconds
    if seconds <= most:
        return ""
    cheaper = replace(settings, horizon=1)
    if cost.of_theory(cheaper) > most:
        advice = "Choose fewer arms, a smaller K, or arms that pay 0 or 1. Watch asks for less."
    else:
        runs, tables = seconds - cost.of_theory(cheaper), most - cost.of_theory(cheaper)
        fits = int(float(f"{0.9 * settings.horizon * tables / runs:.1g}"))
        advice = f"About T = {max(fits, 1):,} fits."
    return (
        f"Theory would take up to {said(seconds)} here, and this server gives it {said(most)}. "
        f"{advice}"
    )


def of_play(settings: Settings, limits: Profile) -> str:
    """Return why a game is not dealt here, "" if it is."""
    return _preparing(cost.preparing(settings), limits.max_watch_seconds, "a game")


def _preparing(seconds: float, most: float, what: str) -> str:
    if seconds < most:
        return ""
    return (
        f"The tables of these arms and the search for the best set would take up to "
        f"{said(seconds)} here, and this server gives {what} {said(most)}. Choose fewer arms, a "
        f"smaller K, the mean as joint reward, or arms that pay 0 or 1."
    )


def affordable(settings: Settings, limits: Profile) -> tuple[Settings, list[str]]:
    """Return the settings without what costs too much beside the watched run, and why for each.

    A racer is priced as if it were watched, a curve as a run alone.
    """
    racers = {choice: of_watch(settings.watching(choice), limits) for choice in settings.race}
    curves = {
        choice: of_watch(settings, limits, (choice.name, choice.preset))
        for choice in settings.companions
    }
    kept = replace(
        settings,
        race=tuple(choice for choice, why in racers.items() if not why),
        companions=tuple(choice for choice, why in curves.items() if not why),
    )
    return kept, [why for why in (*racers.values(), *curves.values()) if why]


def of_study(settings: Settings, limits: Profile) -> str:
    """Return why the study on Compare is not computed here, "" if it is."""
    why = _sizes(settings, limits, cost.curves(settings), settings.n, settings.k)
    return why or _price(settings, cost.of_study(settings), limits, "curves")


def of_sweep(settings: Settings, limits: Profile, everything: bool = False) -> str:
    """Return why a sweep is not computed here, "" if it is; its largest N and K count."""
    values = ranges.values_of(settings, everything)
    n = max([settings.n, *values.get("n_arms", [])])
    k = max([settings.k, *values.get("k", [])])
    curves = cost.curves(settings)[: 1 if everything else None]
    why = _sizes(settings, limits, curves, n, k)
    return why or _price(settings, cost.of_sweep(settings, everything), limits, "values, curves")


def command(settings: Settings, address: str, what: str) -> str:
    """Return the shell command that computes a study on one's own machine.

    Parameters
    ----------
    settings : Settings
    address : str
        The app's own address, with a slash at its end.
    what : str
        ``"compare"``, or ``"sweep"`` over what is varied, or ``"effects"``: over everything.
    """
    parts = [".venv/bin/python", "-m", "dashboard", "compare" if what == "compare" else "sweep"]
    link = LINK_FILE if link_file(settings, address) else f"{address}?{Link(settings).query()}"
    parts += ["--link", quote(link)]
    if what == "effects":
        parts += ["--with", "''"]
    if what != "compare":
        for name, taken in ranges.values_of(settings, what == "effects").items():
            key = {"n_arms": "n", "horizon": "t"}.get(name, name)
            parts += ["--vary", quote(f"{key}={','.join(map(str, taken))}")]
    if what == "effects":
        parts += ["--design", "one-at-a-time"]
    return " ".join(parts)


def link_file(settings: Settings, address: str) -> str:
    """Return what `LINK_FILE` has to hold: a link with arms that no link can hold, else ""."""
    full = Link(settings).full()
    return "" if full == Link(settings).query() else f"{address}?{full}\n"


def said(seconds: float) -> str:
    """Return a duration in words that fit how well it is known."""
    if seconds < 0.95:
        return "a second"
    if seconds < 90:
        return f"{_rounded(seconds):g} s"
    if seconds < 5400:
        return f"{_rounded(seconds / 60):g} min"
    return f"{_rounded(seconds / 3600):,.10g} h"


def _rounded(value: float) -> float:
    return float(f"{value:.2g}")


def _sizes(settings: Settings, limits: Profile, curves: list[cost.Curve], n: int, k: int) -> str:
    sizes = [("N", n, limits.max_n), ("K", k, limits.max_k), ("T", settings.horizon, limits.max_t)]
    for name, came, most in sizes:
        if came > most:
            return f"{name} = {came:,} is too much for this server: choose {name} ≤ {most:,.0f}."
    for curve in curves:
        sets = cost.sets_of(curve, n, k)
        if limits.max_actions < sets <= cost.most_sets(curve):
            return (
                f"{CATALOGUE[curve[0]].label} keeps an index for each of {sets:,} sets of arms, "
                f"and this server has room for {limits.max_actions:,.0f}: choose a smaller N or K."
            )
    return ""


def _price(settings: Settings, price: cost.Price, limits: Profile, fewer: str) -> str:
    by_time, by_size = price.seconds / limits.max_seconds, price.megabytes / limits.max_mb
    factor = max(by_time, by_size)
    if factor <= 1:
        return ""
    if by_time >= by_size:
        what = f"This would take up to {said(price.seconds)} of one core"
        room = said(limits.max_seconds)
    else:
        what, room = f"Its results would keep {price.megabytes:,.0f} MB", f"{limits.max_mb:,.0f} MB"
    before = price.preparing
    if before >= limits.max_seconds:
        return _preparing(before, limits.max_seconds, "a study")
    each = (price.seconds - before) / settings.runs
    runs = int(min(settings.runs, (limits.max_seconds - before) / each))
    if by_size > 1:
        runs = min(runs, int(settings.runs / by_size))
    if runs >= 2:
        fits = f"{runs:,} runs instead of {settings.runs:,} fit."
    else:
        fits = f"That is {_rounded(factor):,.10g} times too much: choose fewer {fewer} or rounds."
    return f"{what}, and this server gives a study {room}. {fits}"
