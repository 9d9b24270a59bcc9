"""Files that are read and written whole or not at all, and errors about them in a sentence."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from secrets import token_hex
from typing import BinaryIO

from dart_core.errors import DartError, shown

_NO_LINK = getattr(os, "O_NOFOLLOW", 0)
_BINARY = getattr(os, "O_BINARY", 0)


class FileError(DartError, OSError):
    """A file or folder cannot be read or written; the message says which, and why."""

    def __init__(self, what: str, path: str | Path, error: OSError, hint: str = "") -> None:
        why = error.strerror or type(error).__name__
        super().__init__(f"{what} {shown(str(path), 200)}: {why}. {hint}".rstrip())


def sentence(error: OSError) -> str:
    """Return what failed, and what to do."""
    if isinstance(error, FileError):
        return str(error)
    if isinstance(error, BrokenPipeError):
        return "What reads the output has ended; files that were said to be written are whole."
    why = error.strerror or str(error) or type(error).__name__
    where = "" if error.filename is None else f" {shown(str(error.filename), 200)}"
    return (
        f"A file or stream{where} cannot be used: {why}. "
        "Look at its folder, its rights and the room on the disk, then run the same command again."
    )


def read_whole(path: Path, most: int) -> bytes:
    """Return what a regular file holds, without ever waiting for it.

    Raises
    ------
    OSError, ValueError
        If it cannot be read; if it is a pipe, a device or a link, or holds more than `most` bytes.
    """
    flags = os.O_RDONLY | _NO_LINK | _BINARY | getattr(os, "O_NONBLOCK", 0)
    with open(os.open(path, flags), "rb") as file:  # noqa: PTH123 # a descriptor, not a path
        found = os.fstat(file.fileno())
        if not stat.S_ISREG(found.st_mode) or found.st_size > most:
            raise ValueError(f"expected a regular file of at most {most:,} bytes: {path}")
        return file.read(most)


@contextmanager
def written_whole(path: Path) -> Iterator[BinaryIO]:
    """Provide a file that takes the place of `path` once it is whole and on the disk.

    Until then it has a name of its own, which nobody else can have made: two that write to one
    place do not meet, and a link that lies there leads nowhere.

    Raises
    ------
    OSError
        If it cannot be written; what was at `path` is then still there.
    """
    half = path.with_name(f".{token_hex(8)}.part")  # short, however long the name is
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | _NO_LINK | _BINARY
    handle = os.open(half, flags, 0o666)
    try:
        with open(handle, "wb") as file:  # noqa: PTH123 # a descriptor, not a path
            yield file
            file.flush()
            os.fsync(file.fileno())
        half.replace(path)
    except BaseException:
        with suppress(OSError):
            half.unlink()
        raise
    _sync_folder(path.parent)


def _sync_folder(folder: Path) -> None:
    """Bring a new name in a folder to the disk, where folders can be asked for that."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
