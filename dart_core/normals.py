"""Standard normal numbers without state: the ziggurat of Marsaglia and Tsang (2000).

256 layers of equal area cover the half density f(x) = exp(−x²/2). A draw picks a layer and a
place in it; 98.8 % of all draws end there, and as that path has no branch a compiler can take
many draws at once. Layer, sign and place come from different bits of one random number (the
original shares them, which Doornik, 2005, shows to fail tests). The method is exact, the tail
included: nothing is approximated but a real number by a float64 with a 53-bit place.

Like everything in `streams`, number `counter` of the stream `key` is a function of those two.
"""

from __future__ import annotations

from math import erfc, exp, log, pi, sqrt

import numpy as np
from numpy.typing import NDArray

from dart_core.compile import kernel
from dart_core.frozen import frozen
from dart_core.streams import TWO_53, splitmix64, uniform

LAYERS = 256
R = 3.6541528853610088  # where the tail begins: 256 layers of one area then end at x = 0


def layers() -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the edges x_0 > x_1 = R > … > x_256 = 0 of the layers, and f at them.

    Layer i ≥ 1 is the box [0, x_i] × [f(x_i), f(x_{i+1})]; layer 0 is the base [0, R] × [0, f(R)]
    with the tail, x_0 the width of a box of that height and area.
    """
    f_R = exp(-0.5 * R * R)
    area = R * f_R + sqrt(0.5 * pi) * erfc(R / sqrt(2.0))
    x = np.zeros(LAYERS + 1)
    x[0], x[1] = area / f_R, R
    for i in range(2, LAYERS):
        x[i] = sqrt(-2.0 * log(area / x[i - 1] + exp(-0.5 * x[i - 1] ** 2)))
    return frozen(x), frozen(np.exp(-0.5 * x * x))


EDGE, DENSITY = layers()
_LAYER, _SIGN, _S11, _ONE = np.uint64(LAYERS - 1), np.uint64(LAYERS), np.uint64(11), np.uint64(1)


@kernel
def normals(z: NDArray[np.float64], key: np.uint64, first: int) -> None:
    """Fill `z` with the standard normal numbers `first`, `first` + 1, … of the stream `key`."""
    for j in range(z.shape[0]):
        bits = splitmix64(key, np.uint64(first + j))
        layer = bits & _LAYER
        x = float(bits >> _S11) * (EDGE[layer] / TWO_53)
        inside = x < EDGE[layer + _ONE]  # below the density, at any height of the layer
        x = -x if bits & _SIGN else x
        z[j] = x if inside else np.nan
    for j in range(z.shape[0]):
        if np.isnan(z[j]):
            z[j] = _at_the_edge(key, np.uint64(first + j))


@kernel
def _at_the_edge(key: np.uint64, counter: np.uint64) -> float:
    """Return number `counter` of the stream `key` when its first place is not inside.

    What is drawn beyond the first 64 bits comes from a stream of its own.
    """
    own = splitmix64(~key, counter)
    bits, draws = splitmix64(key, counter), 0
    while True:
        layer = bits & _LAYER
        x = float(bits >> _S11) * (EDGE[layer] / TWO_53)
        sign = -1.0 if bits & _SIGN else 1.0
        low, high = DENSITY[layer], DENSITY[layer + _ONE]
        if x < EDGE[layer + _ONE]:
            return float(sign * x)
        if layer == 0:
            return sign * _beyond_R(own, draws)
        if low + uniform(own, np.uint64(draws)) * (high - low) < np.exp(-0.5 * x * x):
            return float(sign * x)
        bits = splitmix64(own, np.uint64(draws + 1))
        draws += 2


@kernel
def _beyond_R(key: np.uint64, draws: int) -> float:
    """Return a normal number given that it exceeds R (Marsaglia, 1964)."""
    while True:
        x = -np.log(1.0 - uniform(key, np.uint64(draws))) / R
        y = -np.log(1.0 - uniform(key, np.uint64(draws + 1)))
        if 2.0 * y > x * x:
            return float(R + x)
        draws += 2
