"""Workers beyond this machine: a Dask cluster as an executor (an optional extra).

Its workers must be able to import this package, in the same version.
"""

from __future__ import annotations

import contextlib
import os
import socket
import threading
from collections.abc import Callable
from concurrent.futures import Executor, Future, InvalidStateError
from dataclasses import dataclass
from time import sleep
from types import TracebackType
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from dart_core.errors import DartError

if TYPE_CHECKING:
    from distributed import Client

VARIABLE = "DART_DASK_SCHEDULER"
TIMEOUT = 5.0
_GONE = ("closing", "closed")
_LOOK = 0.5  # s between two looks at the connection


class ClusterError(DartError):
    """There is no cluster to run on; the message says what to do."""


class _Watched(Executor):
    """A client's executor whose tasks fail when the scheduler is gone; Dask's own never end."""

    def __init__(self, client: Client) -> None:
        self._client = client
        # pure=False: equal tasks of two studies are two tasks, so that none is cancelled for both.
        self._inner: Executor = client.get_executor(pure=False)
        self._open: set[Future[Any]] = set()
        threading.Thread(target=self._watch, name="dask-watch", daemon=True).start()

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Send a task."""
        if self._client.status in _GONE:
            raise ClusterError("The Dask scheduler is gone.")
        future = self._inner.submit(fn, *args, **kwargs)
        self._open.add(future)
        future.add_done_callback(self._open.discard)
        return future

    def _watch(self) -> None:
        # The client tries to reconnect for its timeout, then closes.
        while self._client.status not in _GONE:
            sleep(_LOOK)
        for future in self._open.copy():
            with contextlib.suppress(InvalidStateError):  # it ended this very moment
                future.set_exception(ClusterError("The Dask scheduler is gone."))


@dataclass(frozen=True, eq=False)
class Cluster:
    """A connection to a Dask scheduler; a context manager that closes it.

    Attributes
    ----------
    address : str
        Of the scheduler.
    executor : Executor
        For `compare` and `sweep`.
    """

    address: str
    executor: Executor
    _client: Client

    @property
    def gone(self) -> bool:
        """Whether the scheduler is: the connection was lost for good, or left."""
        return self._client.status in _GONE

    @property
    def workers(self) -> int:
        """How many tasks it runs at once now; 0 if no worker is there, or the scheduler is gone."""
        if self._client.status != "running":
            return 0
        try:
            return sum(self._client.nthreads().values())
        except (OSError, TimeoutError):
            return 0

    def close(self) -> None:
        """Leave the cluster; it goes on without us."""
        self._client.close()

    def __enter__(self) -> Cluster:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def scheduler_address() -> str | None:
    """Return what the variable DART_DASK_SCHEDULER says, None if it is empty or not set."""
    return os.environ.get(VARIABLE, "").strip() or None


def connect(address: str, timeout: float = TIMEOUT) -> Cluster:
    """Connect to a Dask scheduler.

    Parameters
    ----------
    address : str
        Such as ``tcp://host:8786``.
    timeout : float, default 5
        Seconds after which a scheduler that does not answer counts as gone.

    Raises
    ------
    ClusterError
        If `distributed` is not installed, or no scheduler with a worker answers.
    """
    try:
        from distributed import Client
    except ImportError:
        raise ClusterError(
            f"{VARIABLE} = {address}: expected the package distributed, which is not installed. "
            "Run `.venv/bin/python -m pip install -r requirements-dask.txt`, or unset the variable "
            "to run here."
        ) from None
    try:
        _knock(address, timeout)
        client = Client(address, timeout=timeout, set_as_default=False)
    except (OSError, TimeoutError, ValueError) as error:
        raise ClusterError(
            f"{VARIABLE}: expected a Dask scheduler such as tcp://host:8786; at {address} none "
            f"answered within {timeout:g} s ({type(error).__name__}). Start it, or "
            "unset the variable to run here."
        ) from None
    cluster = Cluster(address, _Watched(client), client)
    if cluster.workers == 0:
        cluster.close()
        raise ClusterError(
            f"{VARIABLE}: the Dask scheduler at {address} has no worker. Start one with "
            f"`dask worker {address}`, or unset the variable to run here."
        )
    return cluster


def _knock(address: str, timeout: float) -> None:
    """Raise an OSError or ValueError at once where nobody listens: a `Client` takes its time."""
    parts = urlsplit(address)
    if not parts.hostname or parts.port is None:
        raise ValueError("no host and port")
    socket.create_connection((parts.hostname, parts.port), timeout).close()
