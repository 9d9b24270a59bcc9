"""The Docker image: it has what the app imports, and nothing more is sent to its builder."""

import re
import shlex
import subprocess
from pathlib import Path

from dart_core import kernel_cache
from dashboard.serving import health
from scripts.environment import NEWEST, OLDEST
from tests.project.files import ROOT, own_files

DOCKERFILE = (ROOT / "Dockerfile").read_text(encoding="utf-8").replace("\\\n", " ")
COPIED = [
    source.removeprefix("./")
    for line in DOCKERFILE.splitlines()
    if line.startswith("COPY") and "--from" not in line
    for source in shlex.split(line)[1:-1]
]
ALLOWED = [
    line[1:]
    for line in (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    if line.startswith("!")
]


def test_what_is_copied_is_there_and_is_sent_to_the_builder() -> None:
    for name in COPIED:
        assert (ROOT / name).exists(), name
        assert any(allowed == name or allowed.startswith(f"{name}/") for allowed in ALLOWED), name
    assert {allowed.partition("/")[0] for allowed in ALLOWED} == set(COPIED)


def test_every_module_that_the_app_can_import_is_copied() -> None:
    top = {path.relative_to(ROOT).parts[0] for path in own_files() if path.suffix == ".py"}
    beside = {"tests", "benchmarks", "scripts"}
    assert top - beside <= set(COPIED)


def test_it_runs_without_rights_serves_the_headers_and_is_watched() -> None:
    assert re.search(r"^USER (?!root)", DOCKERFILE, re.MULTILINE)
    assert "server.py" in DOCKERFILE.rpartition("CMD")[2]
    assert f"8501{health.PATH}'" in DOCKERFILE  # which runs a kernel
    compose = (ROOT / "compose.yaml").read_text(encoding="utf-8")
    for promise in ("read_only: true", "cap_drop: [ALL]", "no-new-privileges:true"):
        assert promise in compose
    for limit in ("mem_limit:", "pids_limit:", "cpus:", "max-size:", "max-file:"):
        assert limit in compose


def test_kernels_are_read_from_a_folder_that_the_app_cannot_write_to(tmp_path: Path) -> None:
    # What the Dockerfile does with /kernels, where tests run as root; elsewhere it is our own.
    made = tmp_path / "kernels"
    made.mkdir(mode=0o700)
    (made / "one.kernel").write_bytes(b"")
    subprocess.run(["chmod", "-R", "a+rX,go-w", str(tmp_path)], check=True)
    assert kernel_cache.is_private(made)
    assert "chmod -R a+rX,go-w /kernels" in DOCKERFILE
    assert "NUMBA_CACHE_DIR=/kernels" in DOCKERFILE.partition("USER dart")[2]


def test_the_python_of_the_image_is_one_that_the_project_supports() -> None:
    version = re.search(r"ARG PYTHON=python:(\d+)\.(\d+)-slim$", DOCKERFILE, re.MULTILINE)
    assert version is not None
    assert OLDEST <= tuple(map(int, version.groups())) <= NEWEST


def test_the_base_image_can_be_named_by_its_digest() -> None:
    stages = re.findall(r"^FROM (\S+)", DOCKERFILE, re.MULTILINE)
    assert stages == ["${PYTHON}", "${PYTHON}"]
    assert "PYTHON: ${PYTHON_IMAGE:-python:" in (ROOT / "compose.yaml").read_text(encoding="utf-8")
    assert "@sha256:" in (ROOT / "docs/hosting.md").read_text(encoding="utf-8")
