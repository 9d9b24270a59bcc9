"""Numbers as text, in one grammar whatever the locale.

ASCII digits with at most one point, an optional sign and exponent: ``20000``, ``0.05``, ``1e6``.
Digit groups (``1_000``, ``1,000``), the digits of other scripts, ``nan``, ``inf`` and what
overflows (``1e400``) are refused; −0 is read as 0, so equal values have one text.
"""

from __future__ import annotations

import math
import re

_NUMBER = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?")
LONGEST_NUMBER = 64  # characters; the longest repr of a float has 24


def number(text: str) -> float:
    """Return the finite number that `text` means (grammar: see above), or raise ValueError."""
    stripped = text.strip(" ")
    if len(stripped) > LONGEST_NUMBER or not _NUMBER.fullmatch(stripped):
        raise ValueError("not a number")
    value = float(stripped)
    if not math.isfinite(value):
        raise ValueError("too large")
    return value + 0.0  # −0 becomes 0
