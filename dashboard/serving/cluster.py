"""The Dask cluster on which studies run where DART_DASK_SCHEDULER names one; see dart_core.cluster.

It is connected to when the first study needs it, and again once it has been lost.
"""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dart_core.cluster import Cluster

VARIABLE = "DART_DASK_SCHEDULER"
_SECONDS_BETWEEN_COUNTS = 1.0
LOST = "The Dask scheduler is gone. What had come back by then is shown."


class Remote:
    """A cluster that may come and go.

    Parameters
    ----------
    address : str
        Of its scheduler, such as ``tcp://host:8786``.

    Attributes
    ----------
    workers : int or None
        How many chunks of runs it computed at once a moment ago; None: not connected yet.
    """

    of_the_process = True  # one for all studies, see `dashboard.memory.size`

    def __init__(self, address: str) -> None:
        self.address = address
        self.workers: int | None = None
        self._lock = threading.Lock()
        self._cluster: Cluster | None = None

    def cluster(self) -> Cluster:
        """Return the cluster, connected; this may take some seconds.

        Raises
        ------
        ClusterError
            If there is no scheduler with a worker; the message says what to do.
        """
        from dart_core.cluster import connect

        with self._lock:
            if self._cluster is None or self._cluster.gone:
                self._cluster = connect(self.address)
                self.workers = self._cluster.workers
                threading.Thread(target=self._count, args=(self._cluster,), daemon=True).start()
            return self._cluster

    def _count(self, cluster: Cluster) -> None:
        # Not when a page asks: a scheduler that hangs would make the page hang.
        while not cluster.gone:
            self.workers = cluster.workers
            time.sleep(_SECONDS_BETWEEN_COUNTS)
        self.workers = 0
