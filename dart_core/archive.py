"""Finished chunks in a folder, so that a study that was interrupted goes on where it was.

Each job has a subfolder named by a digest of all that its results depend on, the package's own
source included; so nothing stale is ever taken for a result, a study may be asked for more runs
or with another algorithm, and several studies may share the folder. Runs of a user's own algorithm
whose source cannot be found are not kept: nobody could tell whether it has changed.
"""

from __future__ import annotations

import hashlib
import os
import zipfile
from pathlib import Path

import numpy as np

from dart_core.chunks import ARRAYS, Chunk, Job, times_of
from dart_core.compile import source_digest
from dart_core.errors import FieldError


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
        self.folder = Path(folder)
        self._known: dict[Job, Path | None] = {}  # the laws of many arms take long to digest
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            writable = os.access(self.folder, os.W_OK)
        except OSError:
            writable = False
        if not writable:
            raise FieldError("resume", "a folder that can be written", str(folder))

    def load(self, job: Job) -> list[Chunk]:
        """Return the chunks kept of a job; a damaged file counts as not there."""
        chunks, seen = [], set[int]()
        folder = self._folder_of(job)
        for path in [] if folder is None else sorted(folder.glob("*.npz")):
            try:
                # Opened here: of a damaged file NumPy would leave its own handle open.
                with path.open("rb") as file, np.load(file, allow_pickle=False) as arrays:
                    chunk = Chunk(**{name: arrays[name] for name in ARRAYS})
            except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile):
                continue
            runs = set(chunk.runs.ravel().tolist())
            shapes = {name: getattr(chunk, name).shape for name in ARRAYS}
            wanted: dict[str, tuple[int, ...]] = dict.fromkeys(ARRAYS, (len(runs),))
            wanted["regret"] = (len(runs), times_of(job).size)
            if shapes == wanted and not runs & seen:
                seen |= runs
                chunks.append(chunk)
        return chunks

    def save(self, job: Job, chunk: Chunk) -> None:
        """Keep the finished runs of a chunk; failed ones are tried again another time."""
        folder = self._folder_of(job)
        if folder is None or not chunk.runs.size:
            return
        folder.mkdir(exist_ok=True)
        name = "-".join(str(run) for run in (chunk.runs[0], chunk.runs[-1]))
        half = folder / f"{name}.{os.getpid()}.part"
        with half.open("wb") as file:
            np.savez(file, **{array: getattr(chunk, array) for array in ARRAYS})
        half.replace(folder / f"{name}.npz")  # whole or not at all

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
        *(source_digest(), own, algorithm.name, algorithm.preset, algorithm.overrides),
        *(problem.n_arms, problem.k, problem.horizon, problem.reward),
        *(job.seed, job.redraw_arms, job.gap, job.checkpoints),
    )
    digest = hashlib.blake2b(repr(parts).encode(), digest_size=12)
    if not job.redraw_arms:  # else the base problem's arms play no part
        for table in problem.laws:  # what kernels draw from; equal means may have other laws
            digest.update(table.tobytes())
    return digest.hexdigest()
