"""Compiled kernels on disk: found by the source they come from, checked before they are read.

One file holds one compiled kernel: a checksum, then what Numba needs to load it. Its name tells the
function, a digest of every module of the package that the function's module can reach by imports
(a kernel that calls a changed helper is compiled anew, one that does not is not), the types of its
arguments, the processor and the versions. The place of the source is no part of it.

Nothing here can stop a kernel: a file that is damaged, foreign or missing counts as not there, and
a disk that is full or cannot be written to keeps nothing. Reading such a file runs code, so only a
folder and files of one's own count, which nobody else can write to.
"""

from __future__ import annotations

import os
import pickle
import re
import stat
import sys
import tempfile
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any

import numba
from numba.core.caching import _Cache as NumbaCache
from numba.core.compiler import CompileResult
from numba.core.serialize import dumps

PACKAGE = Path(__file__).resolve().parent
_CHECKSUM = 32  # bytes at the start of a file
_SUFFIX = ".kernel"
_IMPORT = re.compile(
    rf"^\s*(?:from|import)\s+({PACKAGE.name}[\w.]*)(?:\s+import\s+(\([^)]*\)|[^\n]*))?",
    re.MULTILINE,
)
_TYPES_ONLY = re.compile(r"^if TYPE_CHECKING:[^\n]*\n(?:[ \t]+[^\n]*\n|\n)*", re.MULTILINE)
_WORD = re.compile(r"\w+")


def usable_folder() -> Path | None:
    """Return where kernels are kept: a folder of one's own, one that can be written to if any.

    ``NUMBA_CACHE_DIR`` names the place; else it is beside the source, or in the home folder.
    """
    asked = os.environ.get("NUMBA_CACHE_DIR")
    bases = [Path(asked)] if asked else [PACKAGE / "__pycache__", Path.home() / ".cache/dart_core"]
    readable = None
    for folder in (base / "kernels" for base in bases):
        with suppress(OSError):
            folder.parent.mkdir(parents=True, exist_ok=True)
            folder.mkdir(mode=0o700, exist_ok=True)
        if not is_private(folder):
            continue
        if os.access(folder, os.W_OK):
            return folder
        readable = readable or folder
    return readable


def is_private(folder: Path) -> bool:
    """Say whether `folder` is one, ours or the system's, that nobody else can write to."""
    try:
        found = folder.lstat()
    except OSError:
        return False
    return stat.S_ISDIR(found.st_mode) and _is_ours(found)


def _is_ours(found: os.stat_result) -> bool:
    if sys.platform == "win32":  # the profile's own rights: modes say nothing there
        return True
    return found.st_uid in {os.geteuid(), 0} and not found.st_mode & 0o022


@cache
def reachable_digest(module_file: str) -> str:
    """Return a digest of a module and of all modules of the package that it reaches by imports."""
    waiting, seen = [Path(module_file).resolve()], set[Path]()
    while waiting:
        path = waiting.pop()
        if path not in seen:
            seen.add(path)
            waiting += _module(path)[1]
    digest = blake2b(digest_size=10)
    for path in sorted(seen):
        inside = path.is_relative_to(PACKAGE)
        digest.update((path.relative_to(PACKAGE).as_posix() if inside else path.name).encode())
        digest.update(_module(path)[0])
    return digest.hexdigest()


@cache
def _module(path: Path) -> tuple[bytes, list[Path]]:
    """Return a digest of a module's source, and the files of the package that it imports."""
    source = path.read_bytes()
    files = set[Path]()
    # Parsing would cost each start a third of a second.
    for module, given in _IMPORT.findall(_TYPES_ONLY.sub("", source.decode())):
        names = _WORD.findall(given)
        inner = [file for name in names if (file := _file(f"{module}.{name}"))]
        itself = _file(module) if len(inner) < len(names) or not names else None
        files |= {*inner, *([itself] if itself else [])}
    return blake2b(source).digest(), sorted(files)


def _file(module: str) -> Path | None:
    """Return the file of a module of the package; None if there is none of that name."""
    place = PACKAGE.joinpath(*module.split(".")[1:])
    files = (place.with_suffix(".py"), place / "__init__.py")
    return next((file for file in files if file.is_file()), None)


class KernelCache(NumbaCache):  # type: ignore[misc] # Numba has no types
    """What Numba asks for the compiled forms of one function.

    Parameters
    ----------
    function : callable
        The Python function.
    folder : Path
        See `usable_folder`.
    """

    def __init__(self, function: Callable[..., Any], folder: Path) -> None:
        code = function.__code__
        self._folder = folder
        self._name = f"{function.__module__}.{function.__qualname__}".replace("<", "").replace(
            ">", ""
        )
        self._source = reachable_digest(code.co_filename)

    @property
    def cache_path(self) -> str:
        """The folder."""
        return str(self._folder)

    def enable(self) -> None:
        """Do nothing: it is always on."""

    def disable(self) -> None:
        """Do nothing: it is always on."""

    def flush(self) -> None:
        """Forget what is kept of this function."""
        with suppress(OSError):
            for path in self._folder.glob(f"{self._name}-{self._source}-*{_SUFFIX}"):
                path.unlink()

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Return the compiled kernel; None if there is none, or none that can be trusted."""
        target_context.refresh()
        key = self._key(sig, target_context.codegen())
        try:
            kept = pickle.loads(_checked(self._path(key)))
            return CompileResult._rebuild(target_context, *kept[1]) if kept[0] == key else None
        except Exception:  # whatever it is, the kernel can be compiled
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep a compiled kernel, if there is room."""
        if data.library.has_dynamic_globals or any(not part.can_cache for part in data.lifted):
            return
        key = self._key(sig, data.codegen)
        body = dumps((key, data._reduce()))
        with suppress(OSError):
            _write(self._path(key), blake2b(body, digest_size=_CHECKSUM).digest() + body)

    def _key(self, sig: Any, codegen: Any) -> str:
        versions = (numba.__version__, sys.implementation.cache_tag, getattr(sys, "abiflags", ""))
        return repr((self._name, self._source, sig, codegen.magic_tuple(), versions))

    def _path(self, key: str) -> Path:
        short = blake2b(key.encode(), digest_size=10).hexdigest()
        return self._folder / f"{self._name}-{self._source}-{short}{_SUFFIX}"


def _checked(path: Path) -> bytes:
    """Return what a file of ours holds behind its checksum; raise if it is not what was written."""
    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    flags |= getattr(os, "O_BINARY", 0)
    with open(os.open(path, flags), "rb") as file:  # noqa: PTH123 # a descriptor, not a path
        found = os.fstat(file.fileno())
        if not (stat.S_ISREG(found.st_mode) and _is_ours(found)):
            raise ValueError(f"expected a file of one's own: {path}")
        content = file.read()
    body = content[_CHECKSUM:]
    if blake2b(body, digest_size=_CHECKSUM).digest() != content[:_CHECKSUM]:
        raise ValueError(f"expected the checksum of what was written: {path}")
    return body


def _write(path: Path, content: bytes) -> None:
    """Write a file that others see whole or not at all."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=".")
    try:
        with open(handle, "wb") as file:  # noqa: PTH123 # a descriptor, not a path
            file.write(content)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
