"""The normal numbers behind LinTS: against a plain ziggurat, and against the distribution."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from scipy import stats

from dart_core.normals import EDGE, R, normals
from dart_core.streams import stream_key
from tests.reference import normals as reference

COUNT = 1_000_000


@pytest.fixture(scope="module")
def sample() -> NDArray[np.float64]:
    z = np.empty(COUNT)
    normals(z, stream_key(0, "test of normals"), 0)
    return z


@settings(max_examples=100, deadline=None)
@given(st.integers(0, 2**64 - 1), st.integers(0, 2**60), st.integers(1, 100))
def test_numbers_agree(key: int, first: int, count: int) -> None:
    """Equal up to the last bits of a table of logarithms, whatever path a number took."""
    z = np.empty(count)
    normals(z, np.uint64(key), first)
    wanted = [reference.normal(key, first + j) for j in range(count)]
    np.testing.assert_allclose(z, wanted, rtol=1e-12)


def test_numbers_agree_in_the_tail_and_on_the_edges() -> None:
    """30,000 numbers meet the slow paths hundreds of times, the tail a few times."""
    key = int(stream_key(0, "test of normals"))
    z = np.empty(30_000)
    normals(z, np.uint64(key), 0)
    np.testing.assert_allclose(z, [reference.normal(key, j) for j in range(z.size)], rtol=1e-12)
    assert (np.abs(z) > R).sum() >= 3


def test_a_number_depends_on_its_counter_alone() -> None:
    together, one = np.empty(500), np.empty(1)
    normals(together, np.uint64(7), 100)
    for j in range(500):
        normals(one, np.uint64(7), 100 + j)
        assert one[0] == together[j]


def test_the_layers_have_one_area_and_end_at_zero() -> None:
    f = np.exp(-0.5 * EDGE**2)
    areas = EDGE[1:-1] * np.diff(f[1:])
    np.testing.assert_allclose(areas, EDGE[0] * f[1], rtol=1e-11)
    assert EDGE[-1] == 0.0


def test_the_distribution(sample: NDArray[np.float64]) -> None:
    """Kolmogorov and Smirnov, and the first six moments (false alarm 1e-6 each)."""
    assert stats.kstest(sample, "norm").pvalue > 1e-6
    moments = {1: 0.0, 2: 1.0, 3: 0.0, 4: 3.0, 5: 0.0, 6: 15.0}
    variances = {1: 1.0, 2: 2.0, 3: 15.0, 4: 96.0, 5: 945.0, 6: 10_170.0}
    for order, wanted in moments.items():
        error = np.sqrt(variances[order] / COUNT)
        assert np.mean(sample**order) == pytest.approx(wanted, abs=4.9 * error)


@pytest.mark.parametrize("beyond", [1.0, 2.0, 3.0, R, 4.0, 4.5])
def test_the_tails(beyond: float, sample: NDArray[np.float64]) -> None:
    """Each side has its share, so the sign is fair too (false alarm 1e-6 each)."""
    for side in (sample, -sample):
        count = int((side > beyond).sum())
        assert stats.binomtest(count, COUNT, stats.norm.sf(beyond)).pvalue > 1e-6


def test_neighbours_are_independent(sample: NDArray[np.float64]) -> None:
    for lag in (1, 2, 45):
        correlation = np.mean(sample[lag:] * sample[:-lag])
        assert abs(correlation) < 4.9 / np.sqrt(COUNT)
