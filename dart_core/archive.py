"""Finished chunks in a folder, so that a study that was interrupted goes on where it was.

Each job has a subfolder named by a digest of all that its results depend on, the package's own
source included; so nothing stale is ever taken for a result, a study may be asked for more runs
or with another algorithm, and several studies may share the folder. Runs of a user's own algorithm
whose source cannot be found are not kept: nobody could tell whether it has changed.

A file is one line, which says the format, the job's digest and a checksum of both and of what
follows, and then rows of one fixed layout, a run each. A file that is damaged, edited, of another
job or no regular file counts as not there, as do runs that no run could have come to.
"""

from __future__ import annotations

import hashlib
import os
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dart_core.chunks import ARRAYS, MAX_RUNS, Chunk, Job, times_of
from dart_core.compile import source_digest
from dart_core.errors import FieldError, FieldTypeError
from dart_core.files import FileError, read_whole, written_whole

SUFFIX = ".runs"
_FORMAT = b"dart_core runs 1"
_MOST_BYTES = 1 << 30  # of a file: many times what a chunk can hold
_ROUNDING = 1e-9  # of regret, as a part of T

# Of the source that this process runs: later its files may be those of another version.
SOURCE = source_digest()


class Archive:
    """A folder of finished chunks.

    Parameters
    ----------
    folder : path
        Made if it is not there.

    Raises
    ------
    FieldError
        If it cannot be made or written.
    """

    def __init__(self, folder: str | Path) -> None:
        if not isinstance(folder, str | os.PathLike):
            raise FieldTypeError("resume", "a folder, or None to keep nothing", folder)
        self.folder = Path(folder)
        self._known: dict[Job, Path | None] = {}  # the laws of many arms take long to digest
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            writable = os.access(self.folder, os.W_OK | os.X_OK)
        except (OSError, ValueError):  # ValueError: a name with a zero byte
            writable = False
        if not writable:
            raise FieldError("resume", "a folder that can be written", str(folder))

    def load(self, job: Job) -> list[Chunk]:
        """Return the chunks kept of a job, each run once."""
        chunks, seen = [], np.zeros(0, dtype=np.int64)
        folder = self._folder_of(job)
        for path in [] if folder is None else sorted(folder.glob(f"*{SUFFIX}")):
            try:
                rows = _rows(read_whole(path, _MOST_BYTES), path.parent.name, times_of(job).size)
            except (OSError, ValueError, MemoryError):
                continue
            rows = rows[_possible(rows, job) & ~np.isin(rows["runs"], seen)]
            if rows.size:
                seen = np.append(seen, rows["runs"])
                chunks.append(_chunk(rows))
        return chunks

    def save(self, job: Job, chunk: Chunk) -> None:
        """Keep the finished runs of a chunk; failed ones are tried again another time.

        Raises
        ------
        FileError
            If they cannot be written.
        """
        folder = self._folder_of(job)
        if folder is None or not chunk.runs.size:
            return
        rows = np.empty(chunk.runs.size, _layout(chunk.regret.shape[1]))
        for name in ARRAYS:
            rows[name] = getattr(chunk, name)
        body = rows.tobytes()
        checksum = _checksum(folder.name, body)
        name = f"{chunk.runs[0]}-{chunk.runs[-1]}-{checksum[:8].decode()}{SUFFIX}"
        try:
            folder.mkdir(exist_ok=True)
            with written_whole(folder / name) as file:
                file.write(_head(folder.name, checksum) + body)
        except OSError as error:
            hint = "What was kept before is still there: make room, and the same call goes on."
            raise FileError("Finished runs cannot be kept in", folder, error, hint) from None

    def _folder_of(self, job: Job) -> Path | None:
        if job not in self._known:
            name = _name(job)
            self._known[job] = None if name is None else self.folder / name
        return self._known[job]


def _name(job: Job) -> str | None:
    """Return a digest of all that the results of a job depend on; None if that is not known."""
    algorithm, problem = job.algorithm, job.problem
    own = algorithm.spec.own_source
    if own is None:
        return None
    parts = (
        *(SOURCE, own, algorithm.name, algorithm.preset, algorithm.overrides),
        *(problem.n_arms, problem.k, problem.horizon, problem.reward),
        *(job.seed, job.redraw_arms, job.gap, job.checkpoints),
    )
    digest = hashlib.blake2b(repr(parts).encode(), digest_size=12)
    if not job.redraw_arms:  # else the base problem's arms play no part
        for table in problem.laws:  # what kernels draw from; equal means may have other laws
            digest.update(table.tobytes())
    return digest.hexdigest()


def _layout(checkpoints: int) -> np.dtype[np.void]:
    """Return the layout of a run in a file, the same on every machine."""
    kinds = {"regret": ("<f8", (checkpoints,)), "right": ("u1",), "seconds": ("<f8",)}
    return np.dtype([(name, *kinds.get(name, ("<i8",))) for name in ARRAYS])


def _checksum(job: str, body: bytes) -> bytes:
    whole = hashlib.blake2b(_FORMAT + job.encode(), digest_size=32)
    whole.update(body)
    return whole.hexdigest().encode()


def _head(job: str, checksum: bytes) -> bytes:
    return b" ".join([_FORMAT, job.encode(), checksum]) + b"\n"


def _rows(content: bytes, job: str, checkpoints: int) -> NDArray[np.void]:
    """Return the runs in a file of a job; a ValueError if it is not what was written."""
    head, _, body = content.partition(b"\n")
    if head + b"\n" != _head(job, _checksum(job, body)):
        raise ValueError("expected the job and the checksum of what was written")
    return np.frombuffer(body, _layout(checkpoints))  # a ValueError if a row is cut


def _possible(rows: NDArray[np.void], job: Job) -> NDArray[np.bool_]:
    """Return which rows are of runs that can be: a checksum can be forged, or be of a fault."""
    times = times_of(job)
    regret, seconds = rows["regret"], rows["seconds"]
    # Not only above 0: an optimum that a search gave up on may be beaten.
    fits = (np.abs(regret) <= times + _ROUNDING * job.problem.horizon).all(axis=1)  # NaN: False
    fits &= (rows["runs"] >= 0) & (rows["runs"] < MAX_RUNS) & (rows["right"] <= 1)
    fits &= (rows["commit_t"] >= 0) & (rows["commit_t"] <= job.problem.horizon)
    for name in ("accepted", "rejected"):
        fits &= (rows[name] >= 0) & (rows[name] <= job.problem.n_arms)
    fits &= np.isfinite(seconds) & (seconds >= 0)
    first = np.zeros(rows.size, dtype=np.bool_)
    first[np.unique(rows["runs"], return_index=True)[1]] = True
    return np.asarray(fits & first)


def _chunk(rows: NDArray[np.void]) -> Chunk:
    kinds = {"regret": np.float64, "seconds": np.float64, "right": np.bool_}
    arrays: dict[str, Any] = {
        name: np.ascontiguousarray(rows[name], kinds.get(name, np.int64)) for name in ARRAYS
    }
    return Chunk(**arrays)
