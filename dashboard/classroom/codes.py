"""Codes of rooms: four letters, read aloud and typed on phones, of which few can be tried.

There are 160,000 of them, so a room is safe only because guesses are counted: each address may
type some wrong ones, then one in half a minute. Who shares an address with a room's host or with
somebody in it always finds that room: a class is not shut out by one of its own.
"""

from __future__ import annotations

import secrets
from collections.abc import Container

from dashboard.serving.rates import Rate

ALPHABET = "BCDFGHJKMNPQRSTVWXYZ"  # no vowels, so no words; no L, which looks like I
CODE_LENGTH = 4
WRONG_CODES = Rate(burst=40, per_second=1 / 30)  # of one address: a class may mistype


def fresh(taken: Container[str]) -> str:
    """Return a code that is not taken."""
    while True:
        code = "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH))
        if code not in taken:
            return code


def tidy(code: str) -> str:
    """Return a code as it was meant, however it was typed."""
    return "".join(c for c in code[:40].upper() if c in ALPHABET)[: CODE_LENGTH + 1]
