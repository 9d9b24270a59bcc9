"""The check at the start of a server: its variables can be read, and what it found, in one line."""

from __future__ import annotations

import importlib.util
import os
from collections.abc import Mapping

from dashboard.serving import log
from dashboard.serving.cluster import VARIABLE as CLUSTER
from dashboard.serving.profile import PROFILE, profile


def check() -> None:
    """Log what this server is; end with a message if it was set up wrongly.

    Raises
    ------
    ProfileError
        If a variable that sets a limit cannot be read.
    """
    profile()
    log.logger().info(report(os.environ))


def report(environment: Mapping[str, str]) -> str:
    """Return the line of the log: profile, cores, and where studies run."""
    name = environment.get(PROFILE) or "local"
    address = environment.get(CLUSTER)
    where = f"studies on {address}" if address else "studies here"
    if address and importlib.util.find_spec("distributed") is None:
        where += ", which needs requirements-dask.txt, which is not installed"
    return f"Profile {name}, {os.cpu_count() or 1} cores, {where}."
