"""Kernels on disk: a damaged or full disk, or none to write to, stops no kernel."""

import errno
import os
import pickle
import shutil
import subprocess
import sys
from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path
from typing import Any

import pytest

from dart_core import compile as compiling
from dart_core import kernel_cache
from tests.project.files import ROOT


def one_more(x: int) -> int:
    return x + 1


def fresh() -> Any:
    """The kernel as a new process would make it."""
    return compiling.kernel(one_more)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(compiling, "_FOLDER", tmp_path)
    return tmp_path


def kept(folder: Path) -> Path:
    (path,) = folder.iterdir()
    return path


def test_a_kernel_is_loaded_from_disk(folder: Path) -> None:
    assert fresh()(1) == 2
    assert kept(folder).suffix == ".kernel"
    again = fresh()
    assert again(1) == 2
    assert again.stats.cache_hits


def damages(content: bytes) -> Iterator[bytes]:
    yield b""
    yield b"garbage" * 30
    yield content[:-1]
    for at in range(0, len(content), 211):  # a flipped bit
        yield content[:at] + bytes([content[at] ^ 1 << at % 8]) + content[at + 1 :]


def test_a_damaged_file_is_never_run_and_is_written_anew(folder: Path) -> None:
    fresh()(1)
    whole = kept(folder).read_bytes()
    for damage in damages(whole):
        kept(folder).write_bytes(damage)
        mended = fresh()
        assert mended(1) == 2
        assert not mended.stats.cache_hits
        assert kept(folder).read_bytes() != damage


class Foreign:
    """A pickle that does something when it is read."""

    def __reduce__(self) -> tuple[Any, tuple[str]]:
        return Path.touch, (Path("was-run"),)


@pytest.mark.skipif(sys.platform == "win32", reason="modes say nothing there")
def test_what_others_could_have_written_is_not_read(
    folder: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path_factory.mktemp("elsewhere"))
    fresh()(1)
    body = pickle.dumps(Foreign())
    path = kept(folder)
    path.write_bytes(body)  # no checksum
    assert fresh()(1) == 2
    path.write_bytes(blake2b(body, digest_size=32).digest() + body)
    path.chmod(0o666)
    assert fresh()(1) == 2
    target = tmp_path_factory.mktemp("target") / "file"
    target.write_bytes(blake2b(body, digest_size=32).digest() + body)
    path.unlink()
    path.symlink_to(target)
    assert fresh()(1) == 2
    path.unlink()
    os.mkfifo(path)
    assert fresh()(1) == 2
    assert not Path("was-run").exists()


@pytest.mark.skipif(sys.platform == "win32", reason="modes say nothing there")
def test_kernels_are_kept_in_a_folder_of_ones_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    made = kernel_cache.usable_folder()
    assert made == tmp_path / "kernels"
    assert made.stat().st_mode & 0o777 == 0o700
    made.chmod(0o777)
    assert kernel_cache.usable_folder() is None
    made.rmdir()
    made.symlink_to(tmp_path)
    assert kernel_cache.usable_folder() is None


def test_a_full_disk_is_no_matter(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("tempfile.mkstemp", full)
    assert fresh()(1) == 2
    assert not list(folder.iterdir())


def test_a_kernel_is_compiled_anew_when_a_module_that_it_reaches_changes(tmp_path: Path) -> None:
    package = tmp_path / "dart_core"
    shutil.copytree(kernel_cache.PACKAGE, package, ignore=shutil.ignore_patterns("__pycache__"))
    code = "from dart_core import kernel_cache as k; print(k.reachable_digest('{}'))"

    def digest(module: str) -> str:
        command = [sys.executable, "-B", "-c", code.format(package / module)]
        return subprocess.run(
            command, cwd=tmp_path, capture_output=True, text=True, check=True
        ).stdout

    def change(module: str) -> None:
        with (package / module).open("a") as file:
            file.write("CHANGED = True\n")

    before = digest("algorithms/dart/kernel.py")
    assert (
        kernel_cache.reachable_digest(str(kernel_cache.PACKAGE / "algorithms/dart/kernel.py"))
        == before.strip()
    ), "the place of the source is no part of the digest"
    for module in ("study.py", "problem.py", "joint_rewards.py"):  # `world` has types of two
        change(module)
    assert digest("algorithms/dart/kernel.py") == before
    change("streams.py")  # `world` draws with it
    assert digest("algorithms/dart/kernel.py") != before


def test_without_a_folder_to_write_to_kernels_are_compiled_into_memory(tmp_path: Path) -> None:
    nowhere = tmp_path / "file"
    nowhere.touch()
    code = (
        "from dart_core import compile as c\n"
        "from tests.core.test_kernel_cache import one_more\n"
        "assert c._FOLDER is None\n"
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
