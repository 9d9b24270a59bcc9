"""The server's log stays readable: of each kind one line a minute, however often it happens.

Without this, whoever sends nonsense writes the log: a traceback for every frame. A fault of the app
itself is still there with its traceback, once a minute.
"""

from __future__ import annotations

import logging
import re
import threading
import time
from collections import Counter
from collections.abc import Callable

from dashboard.once import once
from dashboard.serving import log

EVERY = 60.0  # s
MOST_KINDS = 30  # in that time: who makes up new kinds is not heard either
_OTHERS = ("streamlit", "uvicorn", "starlette", "websockets", "asyncio", "tornado")
_CHANGING = re.compile(r"[0-9a-fx:.-]*\d[0-9a-fx:.-]*|'[^']*'|\"[^\"]*\"", re.IGNORECASE)


class OncePerMinute(logging.Filter):
    """Lets one record of a kind pass in a while, and says how many were left out."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._lock = threading.Lock()
        self._since = clock()
        self._seen: Counter[tuple[object, ...]] = Counter()
        self._before: Counter[tuple[object, ...]] = Counter()

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether a record is written."""
        with self._lock:
            if self._clock() - self._since >= EVERY:
                self._since, self._before, self._seen = self._clock(), self._seen, Counter()
            kind = _kind(record)
            if kind not in self._seen and len(self._seen) >= MOST_KINDS:
                return False
            self._seen[kind] += 1
            if self._seen[kind] > 1:
                return False
            left_out = self._before.pop(kind, 1) - 1
        if left_out:
            record.msg = f"{record.getMessage()} (and {left_out:,} like it a minute ago)"
            record.args = ()
        return True


def _kind(record: logging.LogRecord) -> tuple[object, ...]:
    place: object = None
    if record.exc_info and record.exc_info[2] is not None:
        trace = record.exc_info[2]
        while trace.tb_next is not None:
            trace = trace.tb_next
        place = (record.exc_info[0], trace.tb_frame.f_code.co_filename, trace.tb_lineno)
    return record.name, record.levelno, _CHANGING.sub("", str(record.msg))[:60], place


@once
def install() -> None:
    """Keep the log of the server below readable, in modules that come later as well."""
    once = OncePerMinute()

    class Logger(logging.getLoggerClass()):  # type: ignore[misc] # the class is known at run time
        def __init__(self, name: str, level: int = logging.NOTSET) -> None:
            super().__init__(name, level)
            if name.startswith(_OTHERS):
                self.addFilter(once)

    logging.setLoggerClass(Logger)
    for name in (*logging.root.manager.loggerDict, *_OTHERS):
        if name.startswith(_OTHERS):
            logging.getLogger(name).addFilter(once)


@once
def _once() -> OncePerMinute:
    return OncePerMinute()


def garbage(what: str) -> None:
    """Note that somebody sent what no page sends: a line in the log, once a minute."""
    logger = log.logger()
    record = logger.makeRecord(logger.name, logging.WARNING, "", 0, f"Refused: {what}.", (), None)
    if _once().filter(record):
        logger.handle(record)
