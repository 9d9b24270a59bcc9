"""Errors: each names the field, what was expected and what came."""

from __future__ import annotations

import numbers
from typing import Any

import numpy as np
from numpy.typing import NDArray


class DartError(Exception):
    """Base class of every error that this package raises on purpose."""


class FieldError(DartError, ValueError):
    """A field has a value that is out of range or does not fit the others."""

    def __init__(self, field: str, expected: str, came: Any, hint: str = "") -> None:
        self.field, self.expected, self.came = field, expected, shown(came)
        message = f"{field}: expected {expected}, got {self.came}."
        super().__init__(f"{message} {hint}".rstrip())


class FieldTypeError(FieldError, TypeError):
    """A field has a value of the wrong type."""


class Refused(DartError, ValueError):
    """An algorithm cannot run on this problem; the message says why."""


class Stopped(DartError):
    """A computation was stopped by its stop flag before it had ended."""


def checked_stop(stop: object) -> None:
    """Refuse a stop flag that is not an int64 array of one element."""
    # Another type of array would do as well, but every kernel would be compiled for it first.
    right = isinstance(stop, np.ndarray) and stop.shape == (1,) and stop.dtype == np.int64
    if stop is not None and not right:
        raise FieldTypeError("stop", "an int64 array of shape (1,)", stop)


def end_if(stop: NDArray[np.int64] | None, what: str) -> None:
    """Raise `Stopped` if the flag `stop` is set; `what` begins its sentence."""
    if stop is not None and stop[0]:
        raise Stopped(f"{what} was stopped.")


class ContractError(DartError, ValueError):
    """A user's own algorithm fails, or does not do what every algorithm must."""


def shown(value: Any, limit: int = 60) -> str:
    """Return `value` as printable text of at most `limit` characters."""
    try:
        text = repr(value)
    except ValueError:  # Python refuses to write out an int of thousands of digits
        text = f"a huge {type(value).__name__}"
    text = "".join(c if c.isprintable() else "�" for c in text)
    return text if len(text) <= limit else text[: limit - 1] + "…"


def whole_number(field: str, value: Any, low: int, high: int, hint: str = "") -> int:
    """Return `value` as an int in [low, high]; a float with a fraction is refused.

    Raises
    ------
    FieldTypeError, FieldError
        If `value` is no whole number, or lies outside the range.
    """
    expected = f"a whole number from {low:,} to {high:,}"
    if isinstance(value, bool) or not isinstance(value, numbers.Real):
        raise FieldTypeError(field, expected, value, hint)
    if not isinstance(value, numbers.Integral) and not float(value).is_integer():
        raise FieldError(field, expected, value, hint)
    whole = int(float(value)) if not isinstance(value, numbers.Integral) else int(value)
    if not low <= whole <= high:
        raise FieldError(field, expected, value, hint)
    return whole


def real_number(field: str, value: Any, low: float, high: float, hint: str = "") -> float:
    """Return `value` as a finite float in [low, high].

    Raises
    ------
    FieldTypeError, FieldError
        If `value` is no number, or lies outside the range.
    """
    expected = f"a number from {low:g} to {high:g}"
    if isinstance(value, bool) or not isinstance(value, numbers.Real):
        raise FieldTypeError(field, expected, value, hint)
    # NaN fails every comparison; float(10**400) would overflow.
    if not low <= value <= high:  # type: ignore[operator] # a Real has an order
        raise FieldError(field, expected, value, hint)
    return float(value)
