"""Runs that another version of the core has kept are never read again."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import dart_core as dc
from dart_core import archive
from dart_core.archive import Archive
from dart_core.chunks import Chunk, Job, times_of
from dart_core.compile import source_digest
from tests.project.files import ROOT

JOB = Job(dc.Problem([0.9, 0.5, 0.1], 1, 100), dc.algorithm("oracle"), 0, False, None, 10)


def chunk() -> Chunk:
    """Return one run that was never played: no kernel is needed to keep it."""
    whole = np.zeros(1, dtype=np.int64)
    regret = np.zeros((1, times_of(JOB).size))
    return Chunk(whole, regret, np.ones(1, dtype=np.bool_), whole, whole, whole, np.zeros(1))


def test_kept_runs_of_another_version_are_never_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as faulty:
        faulty.setattr(archive, "SOURCE", "a faulty version")
        Archive(tmp_path).save(JOB, chunk())
        assert len(Archive(tmp_path).load(JOB)) == 1
    assert Archive(tmp_path).load(JOB) == []
    assert source_digest() == archive.SOURCE


PROGRAM = """
import sys
from pathlib import Path
from tests.core.test_kept_version import JOB, Archive, chunk

package, kept, edit = Path(sys.argv[1]), sys.argv[2], sys.argv[3] == "edit"
if edit:  # what an update does while the program runs
    with (package / "study.py").open("a") as file:
        file.write("# mended\\n")
print(len(Archive(kept).load(JOB)))
Archive(kept).save(JOB, chunk())
"""


def test_a_program_that_is_updated_while_it_runs_keeps_under_its_own_version(
    tmp_path: Path,
) -> None:
    """The runs come from the code in memory, whatever the files say by then."""
    shutil.copytree(ROOT / "dart_core", tmp_path / "dart_core", ignore=_caches)
    shutil.copytree(ROOT / "tests", tmp_path / "tests", ignore=_caches)

    def found(how: str) -> int:
        command = [sys.executable, "-c", PROGRAM, tmp_path / "dart_core", tmp_path / "kept", how]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        return int(done.stdout)

    assert [found(""), found("edit"), found("")] == [0, 1, 0]


_caches = shutil.ignore_patterns("__pycache__")
