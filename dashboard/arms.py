"""The arms of a problem that is described rather than listed: their means, and their laws.

Apart from uniform draws, a description fixes the means and leaves open which arm has which. The
labels must not give the ranks away, so the order is shuffled by the instance seed: arm i stands
at the rank of output i of the labelled stream "arms-order". Like every stream of the core, it
depends on nothing else, so a link gives the same arms for ever.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    import dart_core as dc

Means = NDArray[np.float64]


def uniform(n: int, seed: int) -> Means:
    """Return N means drawn from U[0, 1): the arms of `dart_core.Problem.random`."""
    import dart_core as dc

    return np.array(dc.Problem.random(n_arms=n, k=1, horizon=1, seed=seed).means)


def spaced(n: int, seed: int) -> Means:
    """Return the means (i + ½)/N, i = 0 … N−1, shuffled."""
    return _shuffled((np.arange(n) + 0.5) / n, seed)


def groups(n: int, k: int, gap: float, seed: int) -> Means:
    """Return K means of ½ + gap/2 and N−K means of ½ − gap/2, shuffled."""
    return _shuffled(np.where(np.arange(n) < k, 0.5 + gap / 2, 0.5 - gap / 2), seed)


def pair(n: int, k: int, gap: float, seed: int) -> Means:
    """Return means of which only the K-th and (K+1)-th best are hard to tell apart, shuffled.

    These two are ½ + gap/2 and ½ − gap/2. The better arms are spread evenly from there towards
    1, the worse ones towards 0, neither end included. Without a (K+1)-th arm (K = N) there is
    no pair, only its upper half.
    """
    room = 0.5 - gap / 2
    best = 0.5 + gap / 2 + room * np.arange(k) / k
    rest = room - room * np.arange(n - k) / max(n - k, 1)
    return _shuffled(np.concatenate([best, rest]), seed)


def laws(means: Means, law: str, spread: float, seed: int) -> list[dc.Arm]:
    """Return arms with (nearly) these means whose rewards scatter as `law` and `spread` say.

    Parameters
    ----------
    means : float64 (N,)
    law : str
        ``"beta"``, ``"varied"`` (Beta, arm by arm with another spread, from 1/N of `spread` on),
        ``"uniform"``, ``"constant"``, or ``"normal"``: the normal law around the mean, cut to
        [0, 1], so that its own mean lies a little nearer to ½.
    spread : float
        Standard deviation as a share of sqrt(p(1−p)), the largest that a reward in [0, 1] with
        mean p can have; for ``"uniform"`` the width as a share of the widest, for ``"normal"``
        twice the deviation before cutting.
    seed : int
        Says which arm has which spread.
    """
    n = len(means)
    spreads = np.full(n, spread)
    if law == "varied":
        spreads = _shuffled(spread * (np.arange(n) + 1) / n, seed, "arms-spread")
    return [_law(law, float(p), float(s)) for p, s in zip(means, spreads, strict=True)]


def _law(law: str, p: float, spread: float) -> dc.Arm:
    import dart_core as dc

    if law == "constant" or spread < 0.01:
        return dc.Constant(p)
    if law == "normal":
        return dc.TruncatedNormal(p, spread / 2)
    if law == "uniform":
        half = spread * min(p, 1 - p)
        low, high = max(0.0, p - half), min(1.0, p + half)
        return dc.Uniform(low, high) if high - low > 1e-9 else dc.Constant(p)
    size = 1 / spread**2 - 1
    if min(p, 1 - p) * size < 0.01:  # all its mass is at the two ends
        return dc.Bernoulli(p)
    return dc.Beta(p * size, (1 - p) * size)


def _shuffled(means: Means, seed: int, label: str = "arms-order") -> Means:
    from dart_core.streams import splitmix64, stream_key

    key = stream_key(seed, label)
    ranks = np.array([splitmix64(key, np.uint64(i)) for i in range(len(means))], dtype=np.uint64)
    return means[np.argsort(ranks, kind="stable")]
