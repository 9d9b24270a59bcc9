"""What takes longer than it was priced at is said in the log, and what nobody looks at is ended."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from dashboard.serving import log

TIMES = 3.0  # what passes its price so many times is logged
_LEAST = 2.0  # s: below it, what else a machine does says more than a price
_BETWEEN = 0.25  # s between two looks


@contextmanager
def watched(about: str, price: float, look: Callable[[], None] | None = None) -> Iterator[None]:
    """Watch over a work while the block runs.

    Parameters
    ----------
    about : str
        What it is, for the log.
    price : float
        Seconds that it may take.
    look : callable, optional
        Called every now and then from another thread, such as to set a stop flag.
    """
    ended = threading.Event()
    begin = time.monotonic()

    def watch() -> None:
        late, said = begin + max(TIMES * price, _LEAST), False
        while not ended.wait(_BETWEEN):
            if look is not None:
                look()
            if not said and time.monotonic() > late:
                said = True
                log.logger().warning(
                    "%s: still at work after %.1f s, priced at %.3g s.",
                    about,
                    time.monotonic() - begin,
                    price,
                )

    threading.Thread(target=watch, name="watchdog", daemon=True).start()
    try:
        yield
    finally:
        ended.set()
