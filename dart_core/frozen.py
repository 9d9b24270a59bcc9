"""Arrays that several threads may hold: made once, then read only."""

from __future__ import annotations

from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

Array = TypeVar("Array", bound=NDArray[Any])


def frozen(array: Array) -> Array:
    """Return `array`, which nobody can write to from now on."""
    array.flags.writeable = False
    return array


def freeze(record: object) -> None:
    """Make all arrays that a record holds read only."""
    for value in vars(record).values():
        if isinstance(value, np.ndarray):
            frozen(value)
