"""The second try of browser tests: for a few failures, said aloud, and never for a real fault."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from scripts.browser_suite import MOST_TRIED_AGAIN
from tests.project.files import ROOT

PASSES_AT_SECOND = """
import pathlib
def test_race():
    seen = pathlib.Path(__file__).with_suffix(".seen")
    if not seen.exists():
        seen.touch()
        raise AssertionError("the first time")
"""
FAILS = "def test_fault():\n    assert 1 == 2\n"
ONCE_EACH = "\n".join(
    f"from pathlib import Path\ndef test_{i}():\n"
    f"    seen = Path(__file__).with_suffix('.{i}')\n"
    "    fresh = not seen.exists()\n    seen.touch()\n    assert not fresh"
    for i in range(MOST_TRIED_AGAIN + 1)
)


def suite(path: Path, text: str) -> subprocess.CompletedProcess[str]:
    file = path / "test_of_suite.py"
    file.write_text(text)
    code = f"import sys; from scripts.browser_suite import main; sys.exit(main(({str(file)!r},)))"
    return subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False
    )


def test_what_passes_at_the_second_try_is_named(tmp_path: Path) -> None:
    done = suite(tmp_path, PASSES_AT_SECOND)
    assert done.returncode == 0
    said = done.stdout.partition("SECOND TRY")[2]
    assert "test_of_suite.py::test_race" in said


@pytest.mark.parametrize("text", [FAILS, ONCE_EACH], ids=["twice", "many"])
def test_a_fault_stays_one(tmp_path: Path, text: str) -> None:
    done = suite(tmp_path, text)
    assert done.returncode == 1
    assert "SECOND TRY" not in done.stdout
