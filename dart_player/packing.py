"""Arrays as base64 text."""

from __future__ import annotations

from base64 import b64encode
from typing import Any

import numpy as np
from numpy.typing import NDArray


def packed(values: NDArray[Any], kind: str) -> str:
    """Return an array as little-endian base64.

    Raises
    ------
    ValueError
        If a whole number does not fit into `kind`: it would arrive as another one.
    """
    if kind[-2] == "u" and values.size:
        least, most = int(values.min()), int(values.max())
        if least < 0 or most > np.iinfo(kind).max:
            raise ValueError(
                f"expected whole numbers from 0 to {np.iinfo(kind).max:,} to pack as {kind}, "
                f"got {least:,} to {most:,}: pack them as a wider kind"
            )
    return b64encode(np.ascontiguousarray(values).astype(kind).tobytes()).decode("ascii")


def packed_times(values: NDArray[np.int64] | NDArray[np.float64], horizon: int) -> str:
    """Return rounds, or counts of them, of a run of that horizon."""
    return packed(values, "<u4" if horizon < 2**32 else "<f8")


def packed_arms(arms: NDArray[np.int64], n: int) -> str:
    """Return arms, which count from 0 to n − 1: a byte each if that is enough, else two."""
    return packed(arms, "u1" if n <= 256 else "<u2")
