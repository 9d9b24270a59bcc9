"""What a round of an algorithm takes: measured, kept in its folder as ``price.json``.

``python -m benchmarks.cost NAME … --write`` measures and writes it: for each preset the nanoseconds
of a round as a sum of terms in N and K, such as ``{"uniform": {"1": 7.1, "K": 5.4}}``.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path


def folder(name: str) -> Path:
    """Return where an algorithm of this package stands."""
    return Path(__file__).parent / name.replace("-", "_")


def file_of(name: str) -> Path:
    """Return where the price of an algorithm of this package is kept."""
    return folder(name) / "price.json"


@cache
def rounds(name: str) -> dict[str, dict[str, float]]:
    """Return the nanoseconds of a round, by preset and term; empty if nobody has timed it."""
    try:
        text = file_of(name).read_text(encoding="utf-8")
    except FileNotFoundError:
        return {}
    priced: dict[str, dict[str, float]] = json.loads(text)
    return priced
