"""Hadamard matrices: orthogonal, first row +1, and every order that the constructions reach."""

from __future__ import annotations

import numpy as np
import pytest

from dart_core.algorithms.csar.hadamard import hadamard, order_for, reachable

# The orders 4m ≤ 200 that neither Paley's constructions nor products of theirs give.
MISSING = [92, 116, 156, 172, 184, 188]
ORDERS = [1, 2, *(order for order in range(4, 201, 4) if order not in MISSING)]


def test_the_orders_up_to_200() -> None:
    assert [order for order in range(1, 201) if reachable(order)] == ORDERS


@pytest.mark.parametrize("order", [*ORDERS, 276, 500, 2048])
def test_a_hadamard_matrix(order: int) -> None:
    H = hadamard(order)
    assert H.shape == (order, order)
    assert H.dtype == np.int8
    assert (np.abs(H) == 1).all()
    assert (H[0] == 1).all()
    wide = H.astype(np.float64)  # sums of ±1: exact
    assert (wide @ wide.T == order * np.eye(order)).all()


@pytest.mark.parametrize("k", range(1, 101))
def test_the_order_for_k_arms(k: int) -> None:
    order = order_for(k)
    assert order % (2 * k) == 0
    assert reachable(order)
    assert not any(reachable(smaller) for smaller in range(2 * k, order, 2 * k))


def test_the_orders_of_small_k() -> None:
    """Odd k ≥ 3 have no matrix of order 2k; for k = 46 neither 92 nor 184 is built."""
    assert [order_for(k) for k in range(1, 9)] == [2, 4, 12, 8, 20, 12, 28, 16]
    assert order_for(46) == 276


def test_an_order_that_is_not_built() -> None:
    for order in (3, 6, 92):
        with pytest.raises(ValueError, match=f"got {order}"):
            hadamard(order)
