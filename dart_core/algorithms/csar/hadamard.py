"""Hadamard matrices: H with entries ±1 and H Hᵀ = n·I, first row +1.

Three classical constructions, and which of them an order needs:

* Paley I: order q + 1 for a prime power q ≡ 3 (mod 4);
* Paley II: order 2(q + 1) for a prime power q ≡ 1 (mod 4);
* the Kronecker product of two smaller ones (with order 2 alone: Sylvester's).

Of the orders 4m ≤ 200 they reach all but 92, 116, 156, 172, 184 and 188. Source: R. E. A. C.
Paley, "On orthogonal matrices", Journal of Mathematics and Physics 12 (1933).
"""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray


class Recipe(NamedTuple):
    """How an order is built: Paley's from the field of q elements, or a product of two orders."""

    kind: str  # "paley-1", "paley-2" or "product"
    first: int  # q, or the left factor
    second: int = 0  # the right factor


@cache
def recipe(order: int) -> Recipe | None:
    """Return how a Hadamard matrix of `order` > 2 is built here, None if it is not."""
    if order <= 2 or order % 4:
        return None
    if _prime_power(order - 1):
        return Recipe("paley-1", order - 1)
    q = order // 2 - 1
    if q % 4 == 1 and _prime_power(q):
        return Recipe("paley-2", q)
    for first in [2, *range(4, int(order**0.5) + 1, 4)]:
        if order % first == 0 and reachable(first) and reachable(order // first):
            return Recipe("product", first, order // first)
    return None


def reachable(order: int) -> bool:
    """Whether `hadamard` builds this order."""
    return order in {1, 2} or recipe(order) is not None


def order_for(k: int) -> int:
    """Return the smallest order that is built here and a multiple of 2k.

    Rejwan and Mansour (Remark 2): where there is no matrix of order 2k, take a larger one and
    split the halves of its rows into sets of k.
    """
    order = 2 * k
    while not reachable(order):
        order += 2 * k
    return order


def hadamard(order: int) -> NDArray[np.int8]:
    """Return a Hadamard matrix whose first row is all +1.

    Parameters
    ----------
    order : int
        One for which `reachable` holds.

    Returns
    -------
    int8 array (order, order)
    """
    if order <= 2:
        return np.array([[1, 1], [1, -1]], dtype=np.int8)[:order, :order]
    made = recipe(order)
    if made is None:
        raise ValueError(f"Expected a reachable order, got {order}; order_for(k) gives one.")
    if made.kind == "product":
        return np.kron(hadamard(made.first), hadamard(made.second))
    S = _conference(made.first)
    identity = np.eye(S.shape[0], dtype=np.int8)
    if made.kind == "paley-1":  # the border of S: first row +1, first column −1
        S[1:, 0] = -1
        H = S + identity
    else:
        H = np.kron(S, np.array([[1, 1], [1, -1]], dtype=np.int8))
        H += np.kron(identity, np.array([[1, -1], [-1, -1]], dtype=np.int8))
    signs: NDArray[np.int8] = H[0]
    return H * signs


def _conference(q: int) -> NDArray[np.int8]:
    """Return χ(a − b) over the field of q elements, bordered by a row and a column of +1."""
    p, digits = _field(q)
    powers = p ** np.arange(digits.shape[1])
    chi = _quadratic_character(q)
    S = np.ones((q + 1, q + 1), dtype=np.int8)
    S[0, 0] = 0
    for a in range(q):
        S[a + 1, 1:] = chi[((digits[a] - digits) % p) @ powers]
    return S


def _quadratic_character(q: int) -> NDArray[np.int8]:
    """Return χ: +1 for the non-zero squares of the field, −1 for the non-squares, 0 for 0.

    The squares are the even powers of a primitive element x. Elements are polynomials in x of
    degree < e over the integers mod p, and x^e is a combination of them that is searched for:
    right when the powers of x run through all q − 1 non-zero elements.
    """
    p, digits = _field(q)
    e = digits.shape[1]
    for combination in product(range(p), repeat=e):
        chi = np.zeros(q, dtype=np.int8)
        element = (1,) + (0,) * (e - 1)
        for exponent in range(q - 1):
            at = sum(digit * p**place for place, digit in enumerate(element))
            if at == 0 or chi[at]:
                break  # x is not primitive: back at an earlier power
            chi[at] = 1 if exponent % 2 == 0 else -1
            shifted = (0, *element[:-1])
            element = tuple(
                (s + element[-1] * c) % p for s, c in zip(shifted, combination, strict=True)
            )
        else:
            return chi
    raise AssertionError(f"every finite field has a primitive element; found none for q = {q}")


def _field(q: int) -> tuple[int, NDArray[np.int64]]:
    """Return p and the base-p digits (q, e) of all elements 0 … q−1 of the field of q = p^e."""
    p = _smallest_factor(q)
    e = 1
    while p**e < q:
        e += 1
    return p, np.arange(q)[:, None] // p ** np.arange(e) % p


def _prime_power(q: int) -> bool:
    if q < 2:
        return False
    p = _smallest_factor(q)
    while q % p == 0:
        q //= p
    return q == 1


def _smallest_factor(q: int) -> int:
    return next((p for p in range(2, int(q**0.5) + 1) if q % p == 0), q)
