"""SplitMix64 and the labelled streams on Python's unbounded integers.

Every wrap-around that the compiled code gets from 64-bit registers is written out here as
``% 2**64``, so an overflow, a sign or a cast that goes wrong there cannot go wrong here too.
"""

from __future__ import annotations

import hashlib
import math
from functools import cache
from typing import Any

WORD = 2**64

# The first outputs of SplitMix64 seeded with 1234567, as published with its C code.
PUBLISHED_SEED = 1234567
PUBLISHED_OUTPUTS = (
    6457827717110365317,
    3203168211198807973,
    9817491932198370423,
    4593380528125082431,
    16408922859458223821,
)


def splitmix64(key: int, counter: int) -> int:
    """Return output number `counter` (from 0) of SplitMix64 seeded with `key`."""
    z = (key + (counter + 1) * 0x9E3779B97F4A7C15) % WORD
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) % WORD
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) % WORD
    return z ^ (z >> 31)


@cache
def stream_key(seed: int, *labels: str | int) -> int:
    """Return the key of a stream: 8 bytes of BLAKE2b over the seed and the typed labels."""
    text = str(seed)
    for label in labels:
        text += f"\x1f{type(label).__name__}:{label}"
    return int.from_bytes(hashlib.blake2b(text.encode("utf-8"), digest_size=8).digest(), "little")


def uniform(key: int, counter: int) -> float:
    """Return a number in [0, 1): the upper 53 bits of an output over 2⁵³."""
    return (splitmix64(key, counter) >> 11) / 2**53


def below(key: int, counter: int, n: int) -> int:
    """Return an integer in {0, …, n−1}: the upper 32 bits of an output, times n, over 2³²."""
    return (splitmix64(key, counter) >> 32) * n >> 32


def shuffled(arms: list[int], key: int, draws: int = 0) -> list[int]:
    """Return `arms` permuted from the back to the front, with the numbers from `draws` on."""
    arms = list(arms)
    for last in range(len(arms) - 1, 0, -1):
        other = below(key, draws, last + 1)
        draws += 1
        arms[last], arms[other] = arms[other], arms[last]
    return arms


def bernoulli(seed: int, means: list[float], t: int, arm: int) -> int:
    """Return X[t, arm]: 1 if the luck of that arm in that round is below its mean."""
    return int(uniform(stream_key(seed, "luck"), t * len(means) + arm) < means[arm])


def reward(seed: int, arms: list[Any], t: int, arm: int) -> float:
    """Return X[t, arm]: `bernoulli` for a number, else a place in a cell of the arm's law.

    An arm of a table (`tests.reference.rows`) has the row of the round.
    """
    if isinstance(arms[arm], float):
        return bernoulli(seed, arms, t, arm)
    if hasattr(arms[arm], "in_round"):
        return arms[arm].in_round(seed, t)  # type: ignore[no-any-return] # arms are Any
    u = uniform(stream_key(seed, "luck"), t * len(arms) + arm)
    upper, width = arms[arm].cells()
    if len(upper) == 0:  # dart_core's Bernoulli
        return float(u < arms[arm].mean)
    cell = math.floor(u * len(upper))
    return float(upper[cell] - (u * len(upper) - cell) * width[cell])
