"""What a bare machine is given: requirements, the environment script, and the commands."""

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from scripts import environment, node
from tests.project.files import ROOT

REQUIREMENT = re.compile(r"(?P<name>[A-Za-z0-9._-]+)(?P<range>[^#;]*)")


def requirements(name: str) -> list[str]:
    lines = [line.partition("#")[0].strip() for line in (ROOT / name).read_text().splitlines()]
    return [line for line in lines if line and not line.startswith("-")]


@pytest.mark.parametrize(
    "line",
    [
        *requirements("requirements-core.txt"),
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
    "target",
    [
        "run",
        "test",
        "test-player",
        "player",
        "lint",
        "format",
        "audit",
        "lock",
        "bench",
        "warm",
        "clean",
    ],
)
def test_make_knows(target: str) -> None:
    done = subprocess.run(
        ["make", "--dry-run", target], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


# Machines that the project cannot be had on: the message says so, and what to do.
LACKING = {
    "colon": ({"folder": f"/home/a{os.pathsep}b/.venv"}, ["without", "Rename or move the folder"]),
    "old": ({"version": (3, 10)}, ["Expected Python 3.11 to 3.14", "PYTHON=python3.12"]),
    "new": ({"version": (3, 15)}, ["is 3.15", "Numba", "PYTHON=python3.14"]),
    "intel mac": ({"system": "macosx-11.0-universal2", "machine": "x86_64"}, ["Intel", "docker"]),
    "windows on arm": ({"system": "win-arm64", "machine": "ARM64"}, ["PyArrow", "(64-bit)"]),
    "32 bits": ({"system": "win32", "machine": "x86"}, ["64-bit"]),
    "raspberry": ({"system": "linux-armv7l", "machine": "armv7l"}, ["64-bit", "armv7l"]),
    "alpine": ({"libc": "x86_64-unknown-linux-musl"}, ["glibc", "Debian"]),
}
FINE: dict[str, Any] = {
    "folder": "/home/a/.venv",
    "version": (3, 11),
    "system": "linux-x86_64",
    "machine": "x86_64",
    "libc": "x86_64-pc-linux-gnu",
}


@pytest.mark.parametrize(("changed", "said"), LACKING.values(), ids=LACKING.keys())
def test_what_cannot_be_had_is_said_with_what_to_do(
    changed: dict[str, Any], said: list[str]
) -> None:
    message = environment.not_to_be_had(**FINE | changed)
    assert message.startswith("Expected ")
    assert all(part in message for part in said), message
    assert "python3-venv" not in message


@pytest.mark.parametrize(
    "changed",
    [
        {"version": (3, 14)},
        {"system": "linux-aarch64", "machine": "aarch64"},
        {"system": "macosx-11.0-universal2", "machine": "arm64"},
        {"system": "win-amd64", "machine": "AMD64"},
        {"system": "win-amd64", "machine": "ARM64"},  # the Intel one, on a machine with ARM
    ],
)
def test_where_it_can_be_had_nothing_is_said(changed: dict[str, Any]) -> None:
    assert environment.not_to_be_had(**FINE | changed) == ""


def test_this_machine_is_fine_or_the_tests_would_not_run() -> None:
    assert environment.not_to_be_had(str(ROOT)) == ""


def test_a_folder_with_a_colon_ends_the_setup_with_its_reason(tmp_path: Path) -> None:
    folder = tmp_path / "a:b" / "scripts"
    folder.mkdir(parents=True)
    script = folder / "environment.py"
    script.write_bytes((ROOT / "scripts/environment.py").read_bytes())
    done = subprocess.run(
        [sys.executable, str(script), "requirements.lock"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert done.stderr.startswith("Expected a folder without ':' in its path")
    assert "Traceback" not in done.stderr


def test_python3_venv_is_blamed_only_where_it_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "python3-venv" not in environment.venv_advice()
    monkeypatch.setattr("importlib.util.find_spec", lambda _name: None)
    assert "apt-get install python3-venv" in environment.venv_advice()


def test_pip_itself_comes_first_and_from_the_lock(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    commands: list[list[str]] = []

    def run(command: list[str], **_options: Any) -> subprocess.CompletedProcess[bytes]:
        commands.append([str(part) for part in command])
        return subprocess.CompletedProcess(command, 0)

    monkeypatch.setattr(subprocess, "run", run)
    monkeypatch.setattr(environment, "INSTALLED", tmp_path / "installed.json")
    asked = ["requirements.lock"]
    environment.main(asked)
    installs = [command for command in commands if "install" in command]
    assert [Path(command[-1]).name for command in installs] == [environment.INSTALLER, *asked]
    assert all("--require-hashes" in command for command in installs)
    commands.clear()
    environment.main(asked)
    assert [command for command in commands if "install" in command] == []


@pytest.mark.parametrize(
    ("audit", "code", "last"),
    [
        ("SKIPPED: no advisory database could be asked.", 0, "SKIPPED: no advisory database"),
        ("SKIPPED: no advisory database could be asked.", 3, "SKIPPED: no advisory database"),
        ("90 packages audited: no open vulnerability.", 0, "all tests passed"),
    ],
    ids=["skipped", "skipped and red", "audited"],
)
def test_a_skipped_audit_is_the_last_line_of_the_run(
    tmp_path: Path, audit: str, code: int, last: str
) -> None:
    make = tmp_path / "make"
    make.write_text(
        f'#!/bin/sh\n[ "$1" = audit ] && echo "{audit}" && exit 0\n'
        f"echo all tests passed\nexit {code}\n"
    )
    make.chmod(0o755)
    done = subprocess.run(
        [ROOT / ".ci/run"],
        env=os.environ | {"PATH": f"{tmp_path}:{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode != 0) == (code != 0)
    assert done.stdout.splitlines()[-1].startswith(last)


def test_an_audit_that_finds_something_ends_the_run(tmp_path: Path) -> None:
    make = tmp_path / "make"
    make.write_text('#!/bin/sh\n[ "$1" = audit ] && exit 1\necho tested\n')
    make.chmod(0o755)
    done = subprocess.run(
        [ROOT / ".ci/run"],
        env=os.environ | {"PATH": f"{tmp_path}:{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode != 0
    assert "tested" not in done.stdout


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


def test_without_node_the_tests_fail_rather_than_skip(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(node, "INSTALLED", tmp_path / "none")
    monkeypatch.setattr(node, "npm", lambda *_: 1)
    monkeypatch.setattr("sys.argv", ["node", "check"])
    with pytest.raises(SystemExit, match="npm ci"):
        node.main()
    monkeypatch.setattr(node, "install", lambda: None)
    with pytest.raises(SystemExit) as end:
        node.main()
    assert end.value.code == 1
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert "SKIPPED" not in makefile
