"""Health as a host should ask for it: whether a kernel still computes, not whether a port answers.

One run of ten rounds, off the thread that serves pages. It is run at most once in `FRESH` seconds,
however many ask, so the question costs nothing.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from dashboard.serving import log

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response

PATH = "/health"
FRESH = 10.0  # s
PATIENCE = 4.0  # s


def tiny_run() -> None:
    """Run a kernel on a problem whose outcome is known.

    Raises
    ------
    RuntimeError
        If the outcome is another one.
    """
    import dart_core as dc

    problem = dc.Problem([0.25, 0.5, 0.75], k=1, horizon=10)
    regret = dc.simulate(problem, "oracle", seed=0).regret[-1]
    if regret != 0.0:
        raise RuntimeError(f"expected no regret of the oracle, got {regret}")


class Health:
    """The answers of one process.

    Parameters
    ----------
    run : callable
        Raises an exception if something is wrong.
    fresh, patience : float
        Seconds that an outcome counts, and that one who asks waits for it.
    """

    def __init__(
        self,
        run: Callable[[], None] = tiny_run,
        fresh: float = FRESH,
        patience: float = PATIENCE,
    ) -> None:
        self._run, self._fresh, self._patience = run, fresh, patience
        self._begun = 0.0
        self._task: asyncio.Task[None] | None = None

    async def answer(self, request: Request) -> Response:
        """Return 200 if a kernel computes, else 503."""
        from starlette.responses import PlainTextResponse

        del request
        wrong = await self._wrong()
        headers = {"Cache-Control": "no-store"}
        return PlainTextResponse(wrong or "ok", 503 if wrong else 200, headers)

    async def _wrong(self) -> str:
        now = time.monotonic()
        if self._task is None or (self._task.done() and now - self._begun >= self._fresh):
            self._begun = now
            self._task = asyncio.create_task(asyncio.to_thread(self._run))
        done, _ = await asyncio.wait({self._task}, timeout=self._patience)
        if not done:
            return f"A kernel has not answered within {self._patience:g} s."
        error = self._task.exception()
        if error is None:
            return ""
        log.logger().error("The health check failed: %s: %s", type(error).__name__, error)
        return "A kernel failed; the log says how."
