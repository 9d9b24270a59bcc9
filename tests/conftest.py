"""Settings that all tests share, and the watch that nothing leaves this machine."""

import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from tests.loopback.sitecustomize import LEFT

pytest.register_assert_rewrite("tests.core.rounds")  # a helper whose asserts say what differed

# A first call may compile a kernel, which says nothing about the test: no deadline. In CI the
# examples are the same every time, so that a red run can be repeated; at home they vary.
settings.register_profile("home", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") else "home")

# Processes that tests start inherit both: workers of pytest-xdist, servers, command lines.
HOOK = str(Path(__file__).with_name("loopback"))
if HOOK not in os.environ.get("PYTHONPATH", "").split(os.pathsep):
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [HOOK, os.environ.get("PYTHONPATH")]))
if LEFT not in os.environ:
    os.environ[LEFT] = tempfile.mkstemp(prefix="left-the-machine-")[1]


def left_the_machine() -> list[str]:
    """What has tried to leave this machine since the run began, in any process of it."""
    return Path(os.environ[LEFT]).read_text(encoding="utf-8").splitlines()


@pytest.fixture(autouse=True)
def nothing_leaves_this_machine() -> Iterator[None]:
    before = len(left_the_machine())
    yield
    assert left_the_machine()[before:] == []


@pytest.fixture(autouse=True)
def main_stays_main() -> Iterator[None]:
    """A page that is run in a test becomes `__main__`, which a spawned process would run again."""
    before = sys.modules["__main__"]
    yield
    sys.modules["__main__"] = before
