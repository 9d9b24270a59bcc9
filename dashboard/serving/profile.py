"""What this server lets a visitor compute: nothing limited on one's own machine, much in a class.

``DART_PROFILE=local`` (the default) or ``hosted`` chooses a set of limits, and a variable for each
limit replaces it; docs/hosting.md has the table.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from functools import cache
from math import inf

PROFILE = "DART_PROFILE"


class ProfileError(ValueError):
    """A variable of the environment that cannot be taken as it is."""

    def __init__(self, variable: str, expected: str, came: str) -> None:
        super().__init__(f"{variable}: expected {expected}, got {came!r}. Change it and restart.")


@dataclass(frozen=True)
class Profile:
    """Limits; infinite where there is none.

    Attributes
    ----------
    max_seconds, max_watch_seconds, max_theory_seconds : float
        Core seconds of one study, of one curve on Watch, and of Theory.
    max_family_seconds : float
        Core seconds of a run for many values of a constant, which begins without a click: so it
        has a limit on one's own machine, too.
    max_mb : float
        Megabytes that one study's results keep.
    max_n, max_k, max_t, max_actions : float
        N, K, T, and the sets that an algorithm with an index for each set may have.
    max_studies, max_studies_each : float
        Studies that run at the same time, in all and of one visitor.
    max_memory_mb : float
        Megabytes of the server's process above which nothing new is begun.
    """

    max_seconds: float = inf
    max_watch_seconds: float = inf
    max_theory_seconds: float = inf
    max_family_seconds: float = 60
    max_mb: float = inf
    max_n: float = inf
    max_k: float = inf
    max_t: float = inf
    max_actions: float = inf
    max_studies: float = 2
    max_studies_each: float = inf
    max_memory_mb: float = inf


PROFILES = {
    "local": Profile(),
    "hosted": Profile(
        max_seconds=120,
        max_watch_seconds=5,
        max_theory_seconds=10,
        max_family_seconds=10,
        max_mb=20,
        max_n=1_000,
        max_k=50,
        max_t=2_000_000,
        max_actions=200_000,
        max_studies=2,
        max_studies_each=1,
        max_memory_mb=1_000,
    ),
}


def variable(limit: str) -> str:
    """Return the name of the variable that sets a limit."""
    return f"DART_{limit.upper()}"


def read(environment: Mapping[str, str]) -> Profile:
    """Return the profile that variables describe.

    Raises
    ------
    ProfileError
        If one of them cannot be read.
    """
    name = environment.get(PROFILE, "").strip() or "local"
    if name not in PROFILES:
        raise ProfileError(PROFILE, " or ".join(PROFILES), name)
    given = {
        field.name: _limit(variable(field.name), text)
        for field in fields(Profile)
        if (text := environment.get(variable(field.name), "").strip())
    }
    chosen = replace(PROFILES[name], **given)
    if chosen.max_studies == inf:
        raise ProfileError(variable("max_studies"), "a number: each study needs memory", "none")
    return chosen


def _limit(name: str, text: str) -> float:
    if text == "none":
        return inf
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not value >= 1 or value == inf:
        raise ProfileError(name, "a number of 1 or more, or none", text)
    return value


@cache
def profile() -> Profile:
    """Return the profile of this process."""
    return read(os.environ)
