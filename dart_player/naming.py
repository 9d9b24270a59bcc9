"""Names of given arms in sentences that count arms from 1."""

from __future__ import annotations

import re
from collections.abc import Sequence

# "arm 7", "arms 3, 7 and 9", "arms 3, 7 and 12 more": of the last, 12 is a count.
_ARMS = re.compile(r"\b([Aa]rms?) (\d+(?:(?:, | and )\d+(?!\d| more))*)")


def named(text: str, names: Sequence[str] | None) -> str:
    """Return a sentence with the names of arms in place of their numbers.

    Parameters
    ----------
    text : str
        Made by this project: arms are written "arm 7" or "arms 3, 7 and 9".
    names : sequence of str or None
        N names; None leaves the numbers.
    """
    if names is None:
        return text

    def name(number: re.Match[str]) -> str:
        place = int(number[0]) - 1
        return names[place] if place < len(names) else number[0]

    return _ARMS.sub(lambda arms: f"{arms[1]} {re.sub(r'[0-9]+', name, arms[2])}", text)
