"""The memory of the process above which nothing new is begun.

It sees what no budget does: runs that are going on, Streamlit's own sessions. At the mark all
that is kept goes, and while that does not help, new work is refused.
"""

from __future__ import annotations

import threading
import time
from math import inf

from dashboard import memory
from dashboard.once import once
from dashboard.serving.profile import profile

_BETWEEN_LOOKS = 0.5  # s


class Full(Exception):
    """The server has no memory for new work; the text says so to the visitor."""


class Mark:
    """The memory above which nothing new is begun.

    Parameters
    ----------
    most : float
        Bytes of the process.
    """

    def __init__(self, most: float) -> None:
        self.most = most
        self._lock = threading.Lock()
        self._looked, self._above = -inf, False

    def is_passed(self) -> bool:
        """Whether there is too little memory, even after all that was kept has gone."""
        if self.most == inf:
            return False
        with self._lock:
            if time.monotonic() - self._looked >= _BETWEEN_LOOKS:
                self._above = memory.resident() > self.most
                if self._above:
                    memory.let_go()
                    self._above = memory.resident() > self.most
                self._looked = time.monotonic()
            return self._above


def check(mark: Mark | None = None) -> None:
    """Raise if nothing new is to be begun.

    Raises
    ------
    Full
        If the process has more memory than its profile allows.
    """
    if (mark or _mark()).is_passed():
        raise Full(
            "This server has no memory left for new work. Try again in a minute, or choose fewer "
            "arms or runs."
        )


@once
def _mark() -> Mark:
    return Mark(profile().max_memory_mb * memory.MB)
