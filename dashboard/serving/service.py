"""What all visitors of a process share: the pool of kernels, and their compilation at start."""

from __future__ import annotations

import gc
import logging
import threading

from dashboard.once import once
from dashboard.serving.jobs import Jobs

SECONDS_TO_FIRST_PAINT = 4.0


@once
def jobs() -> Jobs:
    """Return the one pool of this process."""
    return Jobs()


@once
def warm_in_background() -> None:
    """Compile all kernels once, beside the first visitors, who see a stored run meanwhile.

    It waits until their browsers have been served, which compiling would slow down.
    """
    timer = threading.Timer(SECONDS_TO_FIRST_PAINT, _warm)
    timer.daemon = True
    timer.start()


def _warm() -> None:
    from dart_core.warm import warm_up

    # First what the first visitors see, then all others, one after the other.
    seconds = warm_up(("dart", "random", "oracle")) + warm_up()
    # What the imports made lives as long as the process: the collector need not look at it again.
    gc.collect()
    gc.freeze()
    logging.getLogger(__name__).info("Kernels are ready (%.1f s).", seconds)
