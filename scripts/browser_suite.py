"""Run the browser's tests, and those that fail once more, alone.

``python -m scripts.browser_suite`` in the project's environment. A real browser beside a real
server now and then loses a race that says nothing about the app: a few failures get a second try,
and what passes only then is named at the end. Many failures are a fault, and get none.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

MOST_TRIED_AGAIN = 3
TESTS = ("-m", "browser")


class Failed:
    """What failed in one run, in the order of the run."""

    def __init__(self) -> None:
        self.names: list[str] = []
        self.root = Path()

    def pytest_sessionstart(self, session: pytest.Session) -> None:
        """Keep what the tests' names are relative to."""
        self.root = session.config.rootpath

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Keep the test's name, once, whichever part of it failed."""
        if report.failed and report.nodeid not in self.names:
            self.names.append(report.nodeid)


def main(tests: tuple[str, ...] = TESTS) -> int:
    """Return 0 where every test passed, at the second try at least; else what pytest returned."""
    failed = Failed()
    code = pytest.main([*tests], [failed])
    if code != pytest.ExitCode.TESTS_FAILED or not 0 < len(failed.names) <= MOST_TRIED_AGAIN:
        return int(code)
    command = [sys.executable, "-m", "pytest", *failed.names]
    again = subprocess.run(command, cwd=failed.root, check=False)
    if again.returncode == 0:
        print("SECOND TRY: passed only then, so look at", *failed.names)
    return again.returncode


if __name__ == "__main__":
    sys.exit(main())
