"""The log: of each kind of garbage one line a minute."""

from __future__ import annotations

import logging
import subprocess
import sys

from dashboard.serving.quiet import EVERY, MOST_KINDS, OncePerMinute
from tests.project.files import ROOT


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def record(text: str, *args: object, name: str = "streamlit.web") -> logging.LogRecord:
    return logging.LogRecord(name, logging.WARNING, "", 0, text, args, None)


def test_a_kind_is_said_once_a_minute_with_how_many_there_were() -> None:
    clock = Clock()
    once = OncePerMinute(clock)
    assert [once.filter(record("origin=%s", f"http://{i}")) for i in range(100)].count(True) == 1
    assert once.filter(record("another kind"))
    clock.now = EVERY
    again = record("origin=%s", "x")
    assert once.filter(again)
    assert again.getMessage() == "origin=x (and 99 like it a minute ago)"


def test_what_changes_in_a_text_makes_no_new_kind() -> None:
    once = OncePerMinute(Clock())
    texts = [f"Bad widget 'w-{i}' at 0x{i:04x} of session {i}-ab" for i in range(50)]
    assert [once.filter(record(text)) for text in texts].count(True) == 1


def test_who_makes_up_new_kinds_is_not_heard_for_ever() -> None:
    once = OncePerMinute(Clock())
    said = [once.filter(record(chr(65 + i % 26) * (i // 26 + 1))) for i in range(1_000)]
    assert said.count(True) == MOST_KINDS


def test_a_fault_has_its_traceback_once() -> None:
    once = OncePerMinute(Clock())

    def fault() -> logging.LogRecord:
        try:
            raise ValueError("x")
        except ValueError:
            return logging.LogRecord(
                "streamlit", logging.ERROR, "", 0, "Uncaught", (), sys.exc_info()
            )

    assert [once.filter(fault()) for _ in range(5)] == [True, False, False, False, False]


def test_loggers_of_the_server_below_are_quiet_whenever_they_come() -> None:
    code = (
        "import logging; from dashboard.serving import quiet; quiet.install(); "
        "from streamlit.logger import get_logger; "
        "logs = [get_logger('streamlit.late'), get_logger('uvicorn.error'), "
        "logging.getLogger('asyncio'), logging.getLogger('ours')]; "
        "[log.warning('fault %s', i) for log in logs for i in range(9)]"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stderr.count("fault") == 3 + 9, done.stderr
