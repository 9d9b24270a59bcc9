"""What the server's log has: one line for each study, and nothing that tells who asked."""

from __future__ import annotations

import logging

from dashboard.once import once


@once
def logger() -> logging.Logger:
    """Return the app's logger, which writes to the server's standard error."""
    its = logging.getLogger("dashboard")
    handler = logging.StreamHandler()
    handler.setFormatter(logging.Formatter("%(asctime)s %(message)s", "%Y-%m-%d %H:%M:%S"))
    its.addHandler(handler)
    its.setLevel(logging.INFO)
    return its
