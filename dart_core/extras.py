"""What frames may show beyond sets and estimates: roles, progress, the leading bet, an order.

An algorithm whose spec says ``extras=True`` keeps the current values in `Extras`; every frame
copies them, and certificates are written down as they come. For all others the arrays are empty
and nothing is copied.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dart_core.codes import ABOVE, FRAME, N_EDGE, N_LEAD, ROUND, UNDER
from dart_core.compile import kernel

MOST_EDGES = 100_000  # certificates that are kept


class Extras(NamedTuple):
    """The values now, and those of the frames kept so far (F frames; 0 for all other sizes)."""

    marks: NDArray[np.uint8]  # (N,) roles as bits: INCUMBENT, WEAKEST, CHALLENGER
    progress: NDArray[np.float64]  # (N,) 0 … 1, towards the arm's next decision
    lead: NDArray[np.float64]  # (N_LEAD,) arms (from 0; −1 for none), log wealth, its threshold
    share: NDArray[np.float64]  # (N,) of the arms whose bets the lead is made of; NaN: not of its
    waits: NDArray[np.int64]  # (N,) the round before which an arm is not compared; 0: it may be now
    frame_marks: NDArray[np.uint8]  # (F, N)
    frame_progress: NDArray[np.float64]  # (F, N)
    frame_lead: NDArray[np.float64]  # (F, N_LEAD)
    frame_share: NDArray[np.float64]  # (F, N)
    frame_waits: NDArray[np.int64]  # (F, N)
    edges: NDArray[np.int64]  # (1,) certificates so far
    edge: NDArray[np.int64]  # (E, N_EDGE) each: round, first frame, better arm, worse arm


def make_extras(n: int, frames: int, *, wanted: bool) -> Extras:
    """Return empty extras for `frames` frames of `n` arms; arrays of size 0 if not wanted."""
    n, lead = (n, int(N_LEAD)) if wanted else (0, 0)
    frames = frames if wanted else 0
    edges = min(MOST_EDGES, n * (n - 1) // 2) if frames else 0
    return Extras(
        np.zeros(n, dtype=np.uint8),
        np.zeros(n),
        np.full(lead, -1.0),
        np.full(n, np.nan),
        np.zeros(n, dtype=np.int64),
        np.zeros((frames, n), dtype=np.uint8),
        np.zeros((frames, n)),
        np.zeros((frames, lead)),
        np.zeros((frames, n)),
        np.zeros((frames, n), dtype=np.int64),
        np.zeros(1, dtype=np.int64),
        np.zeros((edges, N_EDGE), dtype=np.int64),
    )


@kernel
def keep_extras(extras: Extras, f: int) -> None:
    """Copy the values now into frame f."""
    if extras.frame_marks.shape[0] == 0:
        return
    for i in range(extras.marks.shape[0]):
        extras.frame_marks[f, i] = extras.marks[i]
        extras.frame_progress[f, i] = extras.progress[i]
        extras.frame_share[f, i] = extras.share[i]
        extras.frame_waits[f, i] = extras.waits[i]
    for q in range(extras.lead.shape[0]):
        extras.frame_lead[f, q] = extras.lead[q]


@kernel
def keep_edge(extras: Extras, t: int, f: int, a: int, b: int) -> None:
    """Write down that a was certified above b after round t, to be seen from frame f on."""
    e = extras.edges[0]
    if e < extras.edge.shape[0]:
        extras.edges[0] = e + 1
        extras.edge[e, ROUND], extras.edge[e, FRAME] = t, f
        extras.edge[e, ABOVE], extras.edge[e, UNDER] = a, b
