"""What a bare machine is given: requirements, the environment script, and the commands."""

import os
import re
import subprocess
from pathlib import Path

import pytest

from scripts import environment
from tests.project.files import ROOT

REQUIREMENT = re.compile(r"(?P<name>[A-Za-z0-9._-]+)(?P<range>[^#;]*)")


def requirements(name: str) -> list[str]:
    lines = [line.partition("#")[0].strip() for line in (ROOT / name).read_text().splitlines()]
    return [line for line in lines if line and not line.startswith("-")]


@pytest.mark.parametrize(
    "line",
    [
        *requirements("requirements.txt"),
        *requirements("requirements-dask.txt"),
        *requirements("requirements-dev.txt"),
    ],
)
def test_requirement_has_both_bounds(line: str) -> None:
    match = REQUIREMENT.fullmatch(line)
    assert match, line
    bounds = [bound.strip() for bound in match["range"].split(",")]
    assert any(bound.startswith(">=") for bound in bounds), f"{line}: no tested lower bound"
    assert any(re.match(r"<(?!=)", bound) for bound in bounds), f"{line}: no tested upper bound"


def test_ci_runs_the_test_command_of_the_readme() -> None:
    script = ROOT / ".ci/run"
    assert os.access(script, os.X_OK)
    assert "make test" in script.read_text(encoding="utf-8")
    assert "make test" in (ROOT / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "target", ["run", "test", "lint", "format", "audit", "bench", "warm", "clean"]
)
def test_make_knows(target: str) -> None:
    done = subprocess.run(
        ["make", "--dry-run", target], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def test_included_requirements_count(tmp_path: Path) -> None:
    (tmp_path / "app.txt").write_text("a\n")
    (tmp_path / "dev.txt").write_text("# first\n-r app.txt\nb\n")
    files = environment.with_included(tmp_path / "dev.txt")
    assert [file.name for file in files] == ["dev.txt", "app.txt"]
    before = environment.hashes(files)
    (tmp_path / "app.txt").write_text("a>1\n")
    after = environment.hashes(files)
    assert before["app.txt"] != after["app.txt"]
    assert before["dev.txt"] == after["dev.txt"]


@pytest.mark.parametrize("content", [None, "", "not json", "[1]"])
def test_an_unreadable_record_means_nothing_is_installed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: str | None
) -> None:
    record = tmp_path / "installed.json"
    if content is not None:
        record.write_text(content)
    monkeypatch.setattr(environment, "INSTALLED", record)
    assert environment.already_installed() == {}
