"""Rates: so many at once, then so many a second, counted for each address or page of its own."""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable
from dataclasses import dataclass

_MOST_KNOWN = 10_000


@dataclass(frozen=True)
class Rate:
    """How often something may be done.

    Attributes
    ----------
    burst : float
        At once, after a pause.
    per_second : float
        Later.
    """

    burst: float
    per_second: float


class Rates:
    """What each one has left of a rate; not locked.

    Parameters
    ----------
    rate : Rate
    clock : callable
        Seconds that only ever grow.
    """

    def __init__(self, rate: Rate, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate, self._clock = rate, clock
        self._spent: dict[Hashable, tuple[float, float]] = {}  # how much, at what time

    def spent(self, who: Hashable) -> float:
        """Return how much somebody has spent of the burst and not got back yet."""
        spent, at = self._spent.get(who, (0.0, 0.0))
        return max(0.0, spent - (self._clock() - at) * self._rate.per_second)

    def wait(self, who: Hashable) -> float:
        """Return the seconds until somebody may do it once more; 0: now."""
        return max(0.0, self.spent(who) + 1 - self._rate.burst) / self._rate.per_second

    def take(self, who: Hashable) -> bool:
        """Do it once, if that is allowed now; whether it is."""
        if self.wait(who) > 0:
            return False
        self._spent[who] = (self.spent(who) + 1, self._clock())
        if len(self._spent) > _MOST_KNOWN:
            self._spent = {each: self._spent[each] for each in self._spent if self.spent(each)}
        return True
