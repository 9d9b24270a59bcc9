"""The random numbers: published vectors, purity, and statistics.

Every seed is fixed, so nothing here can flake. A bound still says how often a perfect generator
would have broken it for a seed chosen blindly: ALPHA a statistic, and there are about 200.
"""

from __future__ import annotations

import itertools
import math
import random

import numba
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from scipy import stats

from dart_core import streams
from tests.core.strategies import SEEDS
from tests.reference import luck

ALPHA = 1e-6
WORDS = st.integers(0, 2**64 - 1)
_splitmix64, _uniform, _below = streams.splitmix64, streams.uniform, streams.below


@numba.njit
def _uniforms(key: np.uint64, first: int, n: int) -> NDArray[np.float64]:
    return np.array([_uniform(key, np.uint64(first + i)) for i in range(n)])


@numba.njit
def _words(key: np.uint64, n: int) -> NDArray[np.uint64]:
    return np.array([_splitmix64(key, np.uint64(i)) for i in range(n)])


@numba.njit
def _belows(key: np.uint64, n: int, values: int) -> NDArray[np.int64]:
    return np.array([_below(key, np.uint64(i), values) for i in range(n)])


def luck_table(seed: int, rounds: int, n_arms: int) -> NDArray[np.float64]:
    """Return U[t, i] for t = 1 … rounds as rows."""
    key = streams.stream_key(seed, "luck")
    return _uniforms(key, n_arms, rounds * n_arms).reshape(rounds, n_arms)


def assert_evenly_spread(counts: NDArray[np.int64]) -> None:
    """Check Pearson's chi-squared on both sides; too even is as wrong as too uneven."""
    statistic = stats.chisquare(counts).statistic
    low, high = stats.chi2.ppf([ALPHA / 2, 1 - ALPHA / 2], counts.size - 1)
    assert low < statistic < high


def assert_uncorrelated(x: NDArray[np.float64], y: NDArray[np.float64]) -> None:
    """Check |r|·√n, standard normal for independent samples, against its ALPHA quantile."""
    r = np.corrcoef(x.ravel(), y.ravel())[0, 1]
    assert abs(r) * math.sqrt(x.size) < stats.norm.isf(ALPHA / 2)


# --- known answers -------------------------------------------------------------------------


def test_published_outputs() -> None:
    seed = np.uint64(luck.PUBLISHED_SEED)
    for counter, wanted in enumerate(luck.PUBLISHED_OUTPUTS):
        assert luck.splitmix64(luck.PUBLISHED_SEED, counter) == wanted
        assert int(streams.splitmix64(seed, np.uint64(counter))) == wanted


@given(WORDS, WORDS)
def test_splitmix64_and_uniform_match_unbounded_integers(key: int, counter: int) -> None:
    word, place = np.uint64(key), np.uint64(counter)
    assert int(streams.splitmix64(word, place)) == luck.splitmix64(key, counter)
    assert float(streams.uniform(word, place)) == luck.uniform(key, counter)


@given(WORDS, WORDS, st.integers(1, 2**31 - 1))
def test_below_matches_unbounded_integers(key: int, counter: int, n: int) -> None:
    got = int(streams.below(np.uint64(key), np.uint64(counter), n))
    assert got == luck.below(key, counter, n)
    assert 0 <= got < n


@given(SEEDS, st.lists(st.one_of(st.text(max_size=8), st.integers(-9, 9)), max_size=3))
def test_stream_key_matches_the_reference(seed: int, labels: list[str | int]) -> None:
    assert int(streams.stream_key(seed, *labels)) == luck.stream_key(seed, *labels)


# --- purity --------------------------------------------------------------------------------


def test_arm_luck_is_the_same_in_any_order() -> None:
    places = list(itertools.product(range(1, 40), range(7)))
    in_order = {place: streams.arm_luck(5, 7, *place) for place in places}
    random.Random(0).shuffle(places)
    assert in_order == {place: streams.arm_luck(5, 7, *place) for place in places}


def test_arm_luck_is_counter_t_n_plus_i_of_the_luck_stream() -> None:
    table = luck_table(3, 50, 6)
    key = luck.stream_key(3, "luck")
    for t, arm in itertools.product(range(1, 51), range(6)):
        wanted = luck.uniform(key, t * 6 + arm)
        assert streams.arm_luck(3, 6, t, arm) == wanted == table[t - 1, arm]


def test_arm_luck_reaches_the_longest_horizons() -> None:
    n, t = 10_000, 10**12
    wanted = luck.uniform(luck.stream_key(0, "luck"), t * n + n - 1)
    assert streams.arm_luck(0, n, t, n - 1) == wanted


# --- statistics ----------------------------------------------------------------------------


@pytest.mark.parametrize("seed", [0, 1, 2, 2**64 - 1])
def test_luck_is_uniform(seed: int) -> None:
    u = luck_table(seed, 100_000, 10).ravel()
    assert_evenly_spread(np.bincount((u * 1000).astype(int), minlength=1000))
    z = stats.norm.isf(ALPHA / 2)
    assert abs(u.mean() - 1 / 2) < z * math.sqrt(1 / 12 / u.size)
    assert abs(((u - 1 / 2) ** 2).mean() - 1 / 12) < z * math.sqrt(1 / 180 / u.size)
    assert stats.kstest(u, "uniform").pvalue > ALPHA


@pytest.mark.parametrize("bit", range(64))
def test_every_bit_is_fair(bit: int) -> None:
    n = 200_000
    ones = int((_words(streams.stream_key(0, "luck"), n) >> np.uint64(bit) & np.uint64(1)).sum())
    assert abs(ones - n / 2) < stats.norm.isf(ALPHA / 2) * math.sqrt(n / 4)


@pytest.mark.parametrize("n_arms", [2, 12, 45, 64])
@pytest.mark.parametrize("lag", [1, 2, 7, 16])
def test_luck_is_uncorrelated_across_rounds_and_across_arms(n_arms: int, lag: int) -> None:
    table = luck_table(0, 400_000 // n_arms, n_arms)
    assert_uncorrelated(table[:-lag], table[lag:])
    if lag < n_arms:
        assert_uncorrelated(table[:, :-lag], table[:, lag:])


def test_consecutive_numbers_fill_the_cube() -> None:
    """Triples (U, U', U'') fall evenly into 12³ boxes: no planes, as in bad congruential ones."""
    u = luck_table(0, 300_000, 3)
    boxes = (u * 12).astype(int) @ np.array([144, 12, 1])
    assert_evenly_spread(np.bincount(boxes, minlength=12**3))


STREAMS = {
    "seed 0": streams.stream_key(0, "luck"),
    "seed 1": streams.stream_key(1, "luck"),
    "seed 2^32": streams.stream_key(2**32, "luck"),
    "means": streams.stream_key(0, "arms"),
    "dart": streams.stream_key(0, "algorithm", "dart"),
    "lints": streams.stream_key(0, "algorithm", "lints"),
    "number": streams.stream_key(0, 0),
    "text": streams.stream_key(0, "0"),
}


@pytest.mark.parametrize(("one", "other"), list(itertools.combinations(STREAMS, 2)))
def test_streams_of_different_seeds_and_labels_are_independent(one: str, other: str) -> None:
    n = 100_000
    x, y = _uniforms(STREAMS[one], 0, n), _uniforms(STREAMS[other], 0, n)
    assert_uncorrelated(x, y)
    boxes = (x * 16).astype(int) * 16 + (y * 16).astype(int)
    assert_evenly_spread(np.bincount(boxes, minlength=256))


def test_streams_do_not_overlap() -> None:
    """All streams walk one cycle of length 2⁶⁴ by different starting points.

    Stream a meets stream b after (key_b − key_a)/γ steps modulo 2⁶⁴. For 1,000 seeds and the
    labels in use no two starts lie within 2³² steps; blindly, one pair or more would with
    probability 4·10⁶ pairs · 2³³/2⁶⁴ ≈ 0.002.
    """
    inverse = pow(int(streams.GOLDEN_GAMMA), -1, luck.WORD)
    labels = [("luck",), ("arms",), ("algorithm", "dart")]
    keys = [int(streams.stream_key(seed, *label)) for seed in range(1000) for label in labels]
    starts = sorted(key * inverse % luck.WORD for key in keys)
    steps = [b - a for a, b in itertools.pairwise([*starts, starts[0] + luck.WORD])]
    assert min(steps) > 2**32


@pytest.mark.parametrize("n", [2, 3, 5, 7, 45, 100])
def test_below_is_even(n: int) -> None:
    draws = _belows(streams.stream_key(0, "algorithm", "dart"), 200_000, n)
    assert_evenly_spread(np.bincount(draws, minlength=n))
