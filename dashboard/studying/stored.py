"""The studies of the default settings, made beforehand: their pages open finished.

What is stored are the runs, not charts: a page shows them as it shows all others.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from dashboard.serving.studies import Studies

if TYPE_CHECKING:
    from dart_core.chunks import Chunk, Job

FOLDER = Path(__file__).parent
Run = Callable[["Runs"], Any]


class Stale(LookupError):
    """A job is not stored: the default settings, or an algorithm, have changed since."""


class Runs:
    """The runs of one study's jobs, kept by what the jobs run; see `dart_core.collect.Keeper`.

    Parameters
    ----------
    arrays : mapping of str to array
    whole : bool
        Whether every job has to be there: a page is not to run what is missing meanwhile.
    """

    def __init__(self, arrays: Mapping[str, NDArray[Any]], *, whole: bool = False) -> None:
        self.arrays, self._whole = dict(arrays), whole

    def load(self, job: Job) -> list[Chunk]:
        """Return the runs of a job."""
        from dart_core.chunks import ARRAYS, Chunk

        name = _name(job)
        if f"{name} runs" not in self.arrays:
            if self._whole:
                raise Stale(name)
            return []
        its: dict[str, Any] = {each: self.arrays[f"{name} {each}"] for each in ARRAYS}
        return [Chunk(**its)]

    def save(self, job: Job, chunk: Chunk) -> None:
        """Keep finished runs beside those that are there, in their order."""
        from dart_core.chunks import ARRAYS, Chunk

        whole = Chunk.joined([*self.load(job), chunk])
        self.arrays |= {f"{_name(job)} {each}": getattr(whole, each) for each in ARRAYS}


def _name(job: Job) -> str:
    own = ",".join(f"{name}={value!r}" for name, value in job.algorithm.overrides)
    return f"{job.algorithm.name}.{job.algorithm.preset}({own}) T={job.problem.horizon}"


def bring(pool: Studies, key: str, what: str, run: Run) -> None:
    """Have a pool know a study that is stored, as if somebody had just run it.

    Parameters
    ----------
    pool : Studies
    key : str
        Of the study.
    what : str
        The name of its file.
    run : callable
        ``run(kept)`` gives the study of the runs that are kept.
    """
    if not pool.knows(key):
        with suppress(Stale):  # then it is run, as all others are
            pool.keep(key, run(Runs(_arrays(what), whole=True)))


@cache
def _arrays(what: str) -> dict[str, NDArray[Any]]:
    with np.load(FOLDER / f"{what}.npz", allow_pickle=False) as file:
        return {name: file[name] for name in file.files}


def store(what: str, run: Run) -> None:
    """Run a study anew and write its runs to its file; what they took is not of this machine."""
    kept = Runs({})
    run(kept)
    arrays: dict[str, Any] = kept.arrays
    with (FOLDER / f"{what}.npz").open("wb") as file:
        np.savez_compressed(file, **arrays)
