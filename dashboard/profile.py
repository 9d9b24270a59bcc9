"""How much one visitor may ask for: nothing is limited at home, a hosted link is for all.

Set by the environment: ``DART_PROFILE=hosted`` turns limits on, and ``DART_MAX_SECONDS``,
``DART_MAX_WATCH_SECONDS``, ``DART_MAX_ARMS``, ``DART_MAX_K``, ``DART_MAX_ROUNDS``,
``DART_MAX_ACTIONS`` replace single numbers.
"""

from __future__ import annotations

import os
import shlex
from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cache
from math import comb, inf, isnan

from dashboard import cost
from dashboard.cost import Cost
from dashboard.link import to_query
from dashboard.settings import Settings

PROFILES = ("local", "hosted")


class ProfileError(ValueError):
    """A variable of the environment that sets a limit cannot be used."""


@dataclass(frozen=True)
class Limits:
    """The most that may be asked for; infinite where nothing is limited.

    Attributes
    ----------
    seconds, watch_seconds : float
        Estimated seconds of a study on all cores; of the runs of Watch on one.
    arms, k, rounds : float
        N, K and T.
    actions : float
        Sets that an algorithm may list (UCB keeps numbers for each).
    """

    seconds: float = inf
    watch_seconds: float = inf
    arms: float = inf
    k: float = inf
    rounds: float = inf
    actions: float = inf


HOSTED = Limits(120.0, 20.0, 100, 50, 2_000_000, 100_000)


def read(environment: Mapping[str, str]) -> Limits:
    """Return the limits that an environment sets.

    Raises
    ------
    ProfileError
        If a variable is no profile or no number above 0.
    """
    name = environment.get("DART_PROFILE", "local")
    if name not in PROFILES:
        raise ProfileError(f"DART_PROFILE: expected {' or '.join(PROFILES)}, got {name!r}.")
    base = HOSTED if name == "hosted" else Limits()
    return Limits(**{f.name: _number(environment, f.name, base) for f in fields(Limits)})


def _number(environment: Mapping[str, str], name: str, base: Limits) -> float:
    variable = f"DART_MAX_{name.upper()}"
    text = environment.get(variable)
    if text is None:
        return float(getattr(base, name))
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if isnan(value) or value <= 0:
        raise ProfileError(
            f"{variable}: expected a number above 0, got {text!r}. Change or unset it."
        )
    return value


@cache
def limits() -> Limits:
    """Return the limits of this process."""
    return read(os.environ)


def too_much(
    settings: Settings, asked: Cost, most: float, limits: Limits, seconds: float | None = None
) -> str:
    """Say which limit is exceeded, by how much, and what fits; nothing if none is.

    Parameters
    ----------
    settings : Settings
    asked : Cost
        Of what is about to begin.
    most : float
        Seconds that it may take.
    limits : Limits
    seconds : float, optional
        That it is expected to take; by default on all cores.
    """
    for label, value, limit in (
        ("N", settings.n, limits.arms),
        ("K", settings.k, limits.k),
        ("T", settings.horizon, limits.rounds),
    ):
        if value > limit:
            return f"{label} = {value:,} is over this server's limit of {limit:,.0f}."
    actions = comb(settings.n, settings.k)
    if actions > limits.actions and any(name == "ucb" for name, _ in cost.curves(settings)):
        return (
            f"UCB would list {actions:,} sets, over this server's limit of {limits.actions:,.0f}. "
            "Leave UCB out, or choose smaller N or K."
        )
    takes = asked.seconds if seconds is None else seconds
    if takes <= most:
        return ""
    fits = max(1, int(settings.horizon * most / takes))
    fits = int(float(f"{fits:.1e}")) if float(f"{fits:.1e}") <= fits else int(0.9 * fits)
    return (
        f"This would take about {duration(takes)}, {takes / most:.2g} times this server's limit "
        f"of {duration(most)}. About T = {max(fits, 1):,} fits, or fewer runs or curves."
    )


def refusal(settings: Settings, asked: Cost) -> str:
    """Say why a study may not start on this server; nothing if it may."""
    return too_much(settings, asked, limits().seconds, limits())


def refusal_to_watch(settings: Settings) -> str:
    """Say why the runs of Watch may not start on this server; nothing if they may."""
    asked = cost.of_watching(settings)
    return too_much(settings, asked, limits().watch_seconds, limits(), asked.core_seconds)


def local_command(settings: Settings) -> str:
    """Return the command that runs the comparison on one's own machine."""
    return f"python -m dart_core compare --link {shlex.quote('?' + to_query(settings))}"


def duration(seconds: float) -> str:
    """Return a time as people say it, with two digits."""
    if seconds < 1:
        return "less than a second"
    if seconds < 90:
        return f"{seconds:.2g} s"
    if seconds < 5400:
        return f"{seconds / 60:.2g} min"
    return f"{seconds / 3600:,.2g} h"
