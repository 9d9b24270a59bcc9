"""Random numbers without state: labelled keys, and X[t, i] as a pure function.

Every random number of the package is ``splitmix64(key, counter)``: the output function of
SplitMix64 (Steele, Lea, Flood, OOPSLA 2014) at a counter, with a key that is derived from the
user's seed and a *label* that says what the stream is for. Nothing is drawn "next"; so results
do not depend on what else runs, in which order, or on how many workers, and adding an algorithm
to a comparison changes nobody else's numbers.
"""

from __future__ import annotations

import hashlib

import numpy as np

from dart_core.compile import kernel

GOLDEN_GAMMA = np.uint64(0x9E3779B97F4A7C15)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)
_S30, _S27, _S31 = np.uint64(30), np.uint64(27), np.uint64(31)
_S11, _S32 = np.uint64(11), np.uint64(32)
_ONE = np.uint64(1)
TWO_53 = float(1 << 53)


def stream_key(seed: int, *labels: str | int) -> np.uint64:
    """Derive the 64-bit key of the stream that `labels` name under `seed`.

    Parameters
    ----------
    seed : int
        The user's seed, 0 or greater.
    *labels : str or int
        What the stream is for, e.g. ``"luck"`` or ``"algorithm", "dart"``.

    Returns
    -------
    numpy.uint64
        A key; different labels give unrelated streams.
    """
    text = "\x1f".join([str(int(seed)), *(f"{type(part).__name__}:{part}" for part in labels)])
    digest = hashlib.blake2b(text.encode(), digest_size=8).digest()
    return np.uint64(int.from_bytes(digest, "little"))


@kernel
def splitmix64(key: np.uint64, counter: np.uint64) -> np.uint64:
    """Return output number `counter` (from 0) of SplitMix64 seeded with `key`."""
    z = key + (counter + _ONE) * GOLDEN_GAMMA
    z = (z ^ (z >> _S30)) * _MIX_1
    z = (z ^ (z >> _S27)) * _MIX_2
    return z ^ (z >> _S31)


@kernel
def uniform(key: np.uint64, counter: np.uint64) -> float:
    """Return a float64 in [0, 1) with 53 random bits: output `counter` of the stream `key`."""
    return float(splitmix64(key, counter) >> _S11) / TWO_53


@kernel
def below(key: np.uint64, counter: np.uint64, n: int) -> int:
    """Return an integer in {0, …, n−1} from the upper 32 bits of output `counter`.

    Each value has probability 1/n up to n/2³² (multiply-shift without rejection), far below
    what any run of this package could notice.
    """
    return int(((splitmix64(key, counter) >> _S32) * np.uint64(n)) >> _S32)


def arm_luck(seed: int, n_arms: int, t: int, arm: int) -> float:
    """Return U[t, i], the uniform number behind the reward X[t, i] of one arm in one round.

    Parameters
    ----------
    seed : int
        The seed given to `simulate`.
    n_arms : int
        N; the counter is t·N + i.
    t : int
        The round, 1 … T.
    arm : int
        The arm, 0 … N−1.

    Returns
    -------
    float
        In [0, 1). A Bernoulli arm of mean p pays 1 if this is below p.
    """
    return float(uniform(stream_key(seed, "luck"), np.uint64(t * n_arms + arm)))
