"""The check at the start of a server: its variables can be read, and what it found, in one line."""

from __future__ import annotations

import importlib.util
import os
from collections.abc import Mapping

from dashboard.once import once
from dashboard.serving import log
from dashboard.serving.cluster import VARIABLE as CLUSTER
from dashboard.serving.door import EVERY_ADDRESS, Hosts, hosts
from dashboard.serving.profile import PROFILE, profile
from dashboard.streamlit_edges import ask_nobody_for_addresses

UNGUARDED = (
    "This is app.py alone: its answers have no security headers, it answers to any name and asks "
    "Streamlit alone which pages may open its websocket, uploads are not limited together, "
    "and pages take no turns. "
    "For others to visit, start server.py instead: streamlit run server.py"
)
_guarded = False


def check() -> Hosts:
    """Log what this server is, and return what it answers to.

    Raises
    ------
    ProfileError
        If a variable that sets a limit, or the names, cannot be read.
    """
    global _guarded  # noqa: PLW0603 # of the process, like the server itself
    from streamlit import config

    profile()
    address = config.get_option("server.address")
    public = config.get_option("browser.serverAddress")
    answers_to = hosts(os.environ, [address, public])
    if public == "localhost" and address and address not in EVERY_ADDRESS:
        config.set_option("browser.serverAddress", address)  # what the start prints
    ask_nobody_for_addresses()
    _guarded = True
    log.logger().info(f"{report(os.environ)} Answers to {answers_to}.")
    return answers_to


def report(environment: Mapping[str, str]) -> str:
    """Return the line of the log: profile, cores, and where studies run."""
    name = environment.get(PROFILE) or "local"
    address = environment.get(CLUSTER)
    where = f"studies on {address}" if address else "studies here"
    if address and importlib.util.find_spec("distributed") is None:
        where += ", which needs requirements-dask.txt, which is not installed"
    return f"Profile {name}, {os.cpu_count() or 1} cores, {where}."


@once
def say_what_is_missing() -> None:
    """Log once what ``app.py`` lacks where it was not started by ``server.py``."""
    if not _guarded:
        ask_nobody_for_addresses()
        log.logger().warning(UNGUARDED)
