"""The Pythons that the core's tests run under: found, fetched, or said to be missing."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from scripts import pythons
from scripts.pythons import Outcome, Version
from tests.project.files import ROOT

OWN = sys.version_info[:2]
OTHER = next(version for version in reversed(pythons.PROMISED) if version != OWN)


def stand_in(path: Path, version: str) -> Path:
    """Write a program that says it is a Python of that version."""
    path.parent.mkdir(parents=True)
    path.write_text(f"#!/bin/sh\necho {version}\n")
    path.chmod(0o755)
    return path


def test_readme_and_script_promise_the_same() -> None:
    oldest, *others = map(pythons.written, pythons.PROMISED)
    newer = ", ".join(others)
    assert f"Python {oldest} to {others[-1]}" in (ROOT / "README.md").read_text(encoding="utf-8")
    assert f"({newer})" in (ROOT / "README.md").read_text(encoding="utf-8")


def test_all_tests_named_are_there() -> None:
    for test in pythons.TESTS:
        file, _, name = test.partition("::")
        assert f"def {name}" in (ROOT / file).read_text(encoding="utf-8")


def test_what_is_installed_is_locked() -> None:
    lock = (ROOT / "requirements-dev.lock").read_text(encoding="utf-8")
    for name in pythons.REQUIREMENTS:
        assert f"\n{name}==" in lock


def test_pyenv_is_looked_into_and_what_does_not_start_is_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYENV_ROOT", str(tmp_path))
    monkeypatch.setenv("PATH", str(stand_in(tmp_path / "path/python3.12", "3.12").parent))
    monkeypatch.setattr(pythons, "FOLDER", tmp_path / "none")
    good = stand_in(tmp_path / "versions/3.12.1/bin/python", "3 12")
    stand_in(tmp_path / "versions/3.12.9/bin/python", "3 9")
    (tmp_path / "versions/3.12.5/bin").mkdir(parents=True)
    assert pythons.find((3, 12)) == good
    assert pythons.find((3, 13)) is None


def test_what_could_not_be_had_is_said(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(pythons, "find", lambda _version: None)
    monkeypatch.setattr(pythons, "fetch", lambda _version: "No such host.")
    assert pythons.main() == 0
    said = capsys.readouterr().out
    for version in pythons.PROMISED:
        wanted = f"NOT TESTED: Python {pythons.written(version)} could not be had here. No such"
        assert (wanted in said) == (version != OWN)
    assert ("SKIPPED: NO PYTHON NEWER THAN" in said) == (pythons.PROMISED[-1] > OWN)


@pytest.mark.parametrize("passes", [True, False])
def test_a_failure_under_one_python_fails_all(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], passes: bool
) -> None:
    def run(version: Version, _python: Path) -> Outcome:
        return Outcome(passes or version != OTHER, "12 tests")

    monkeypatch.setattr(pythons, "find", lambda _version: Path(sys.executable))
    monkeypatch.setattr(pythons, "run", run)
    assert pythons.main() == (0 if passes else 1)
    said = capsys.readouterr().out
    assert (f"FAILED under Python {pythons.written(OTHER)}:" in said) != passes
    assert "SKIPPED" not in said
