"""Kernels on disk: a damaged or full disk, or none to write to, stops no kernel."""

import errno
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from dart_core import compile as compiling
from tests.project.files import ROOT


def one_more(x: int) -> int:
    return x + 1


def fresh() -> Any:
    """The kernel as a new process would make it."""
    return compiling.kernel(one_more)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(compiling, "_CACHE_FOLDER", str(tmp_path))
    return tmp_path


def kept(folder: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in folder.rglob("*.nb?")}


def test_a_kernel_is_loaded_from_disk(folder: Path) -> None:
    assert fresh()(1) == 2
    assert {path.suffix for path in kept(folder)} == {".nbi", ".nbc"}
    again = fresh()
    assert again(1) == 2
    assert again.stats.cache_hits


@pytest.mark.parametrize("suffix", [".nbi", ".nbc"])
@pytest.mark.parametrize("damage", [b"", b"garbage" * 30])
def test_a_damaged_file_is_written_anew(folder: Path, suffix: str, damage: bytes) -> None:
    fresh()(1)
    for path in kept(folder):
        if path.suffix == suffix:
            path.write_bytes(damage)
    assert fresh()(1) == 2
    assert damage not in kept(folder).values()
    mended = fresh()
    assert mended(1) == 2
    assert mended.stats.cache_hits


def test_a_full_disk_is_no_matter(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("numba.core.caching.IndexDataCacheFile.save", full)
    assert fresh()(1) == 2
    assert kept(folder) == {}


def test_without_a_folder_to_write_to_kernels_are_compiled_into_memory(tmp_path: Path) -> None:
    nowhere = tmp_path / "file"
    nowhere.touch()
    code = (
        "from dart_core import compile as c\n"
        "from tests.core.test_kernel_cache import one_more\n"
        "assert c._CACHE_FOLDER is None\n"
        "print(c.kernel(one_more)(1))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env=os.environ | {"NUMBA_CACHE_DIR": str(nowhere)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.stdout, done.stderr) == ("2\n", "")
