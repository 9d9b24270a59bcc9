"""Pieces of sentences that all stories share."""

from __future__ import annotations

from collections.abc import Sequence

_MOST_NAMED = 6


def arm_list(arms: Sequence[int]) -> str:
    """Return "arm 7" or "arms 3, 7 and 9" (labels count from 1; long lists are cut short)."""
    names = [str(int(i) + 1) for i in arms]
    if len(names) == 1:
        return f"arm {names[0]}"
    if len(names) > _MOST_NAMED:
        rest = len(names) - _MOST_NAMED + 1
        names = [*names[: _MOST_NAMED - 1], f"{rest} more"]
    return f"arms {', '.join(names[:-1])} and {names[-1]}"
