"""The ziggurat in plain Python, and the stream of normal numbers behind LinTS."""

from __future__ import annotations

import math

from tests.reference.luck import WORD, splitmix64, uniform

LAYERS = 256
R = 3.6541528853610088


def density(x: float) -> float:
    """Return exp(−x²/2), the density without its constant."""
    return math.exp(-x * x / 2)


# The strip under height f(R), tail included; all 256 strips have this area.
AREA = R * density(R) + math.sqrt(math.pi / 2) * math.erfc(R / math.sqrt(2))
WIDTHS = [AREA / density(R), R]
while len(WIDTHS) < LAYERS:
    height = density(WIDTHS[-1]) + AREA / WIDTHS[-1]  # f at the next edge up
    WIDTHS.append(math.sqrt(-2 * math.log(height)))
WIDTHS.append(0.0)


def normal(key: int, counter: int) -> float:
    """Return standard normal number `counter` of the stream `key`."""
    extra_key, extra = splitmix64(WORD - 1 - key, counter), 0
    bits = splitmix64(key, counter)
    while True:
        layer, negative, place = bits % 256, bits // 256 % 2, (bits >> 11) / 2**53
        x = place * WIDTHS[layer]
        sign = -1.0 if negative else 1.0
        if x < WIDTHS[layer + 1]:
            return sign * x
        if layer == 0:
            while True:
                beyond = -math.log(1 - uniform(extra_key, extra)) / R
                other = -math.log(1 - uniform(extra_key, extra + 1))
                extra += 2
                if 2 * other > beyond * beyond:
                    return sign * (R + beyond)
        bottom, top = density(WIDTHS[layer]), density(WIDTHS[layer + 1])
        height = bottom + uniform(extra_key, extra) * (top - bottom)
        if height < density(x):
            return sign * x
        bits = splitmix64(extra_key, extra + 1)
        extra += 2
