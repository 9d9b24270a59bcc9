"""What a frame may show beyond sets and estimates: roles of arms, progress, the bet in the lead.

An algorithm whose spec says ``extras=True`` keeps the current values in `Extras`; every frame
copies them. For all others the arrays are empty and nothing is copied.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dart_core.compile import kernel

INCUMBENT, WEAKEST, CHALLENGER = 1, 2, 4  # bits of a mark
BETTER, WORSE, LOG_WEALTH, THRESHOLD, N_LEAD = range(5)  # columns of the lead


class Extras(NamedTuple):
    """The values now, and those of the frames kept so far (F frames; 0 for all other sizes)."""

    marks: NDArray[np.uint8]  # (N,) roles as bits: INCUMBENT, WEAKEST, CHALLENGER
    progress: NDArray[np.float64]  # (N,) 0 … 1, towards the arm's next decision
    lead: NDArray[np.float64]  # (N_LEAD,) arms (from 0; −1 for none), log wealth, its threshold
    frame_marks: NDArray[np.uint8]  # (F, N)
    frame_progress: NDArray[np.float64]  # (F, N)
    frame_lead: NDArray[np.float64]  # (F, N_LEAD)


def make_extras(n: int, frames: int, *, wanted: bool) -> Extras:
    """Return empty extras for `frames` frames of `n` arms; arrays of size 0 if not wanted."""
    n, lead = (n, int(N_LEAD)) if wanted else (0, 0)
    frames = frames if wanted else 0
    return Extras(
        np.zeros(n, dtype=np.uint8),
        np.zeros(n),
        np.full(lead, -1.0),
        np.zeros((frames, n), dtype=np.uint8),
        np.zeros((frames, n)),
        np.zeros((frames, lead)),
    )


@kernel
def keep_extras(extras: Extras, f: int) -> None:
    """Copy the values now into frame f."""
    if extras.frame_marks.shape[0] == 0:
        return
    for i in range(extras.marks.shape[0]):
        extras.frame_marks[f, i] = extras.marks[i]
        extras.frame_progress[f, i] = extras.progress[i]
    for q in range(extras.lead.shape[0]):
        extras.frame_lead[f, q] = extras.lead[q]
