"""What algorithms with a linear model of the joint reward share: rows, ranks, frames.

The expected joint reward of a set a is taken to be bᵀθ, b = 1_a/K. For the mean reward that is
true, and θ are the arms' means; for other rewards it is a misspecified model. Matrices and their
vectors are padded with zeros from N to N', whole vectors of the processor. All loops run along
rows, so that they become vector instructions without any sum being reordered: results have the
same bits on every machine.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from dart_core.codes import ACCEPT_GATE, DELTA, EPOCH, NEXT
from dart_core.compile import kernel

_SIGN, _MAGNITUDE = np.int64(63), np.int64(2**63 - 1)  # of the bits of a float64
VECTOR = 16  # numbers that an unrolled loop takes at once; 8 of them are a cache line


def padded(n_arms: int) -> int:
    """Return N', the length of N numbers with their padding."""
    return -(-n_arms // VECTOR) * VECTOR


def aligned_zeros(*shape: int) -> NDArray[np.float64]:
    """Return zeros that begin at a cache line: vectors across two lines take twice the time."""
    line = 64
    size = int(np.prod(shape)) * 8
    memory = np.zeros(size + line, dtype=np.uint8)
    first = -memory.ctypes.data % line
    return memory[first : first + size].view(np.float64).reshape(shape)


def diagonal(n_arms: int, value: float) -> NDArray[np.float64]:
    """Return `value` times the identity, padded."""
    rows = aligned_zeros(padded(n_arms), padded(n_arms))
    np.fill_diagonal(rows[:n_arms], value)
    return rows


@kernel
def combine_twice(
    rows: NDArray[np.float64],
    c: NDArray[np.float64],
    u: NDArray[np.float64],
    d: NDArray[np.float64],
    s: NDArray[np.float64],
) -> tuple[float, float]:
    """Write Σ_j c_j·rows_j into `u` and Σ_j d_j·rows_j into `s`; return Σ_j c_j² and Σ_j c_j·d_j.

    All is summed in one pass, four rows at a time: memory is what takes the time here, and the
    two sums of numbers wait for no one while it does.
    """
    u[:] = 0.0
    s[:] = 0.0
    cc, cd = 0.0, 0.0
    for block in range(rows.shape[0] // 4):
        j0, j1, j2, j3 = four_rows(block)
        c0, c1, c2, c3 = c[j0], c[j1], c[j2], c[j3]
        d0, d1, d2, d3 = d[j0], d[j1], d[j2], d[j3]
        cc = (((cc + c0 * c0) + c1 * c1) + c2 * c2) + c3 * c3
        cd = (((cd + c0 * d0) + c1 * d1) + c2 * d2) + c3 * d3
        for i in range(rows.shape[1]):
            x0, x1, x2, x3 = rows[j0, i], rows[j1, i], rows[j2, i], rows[j3, i]
            u[i] += (c0 * x0 + c1 * x1) + (c2 * x2 + c3 * x3)
            s[i] += (d0 * x0 + d1 * x1) + (d2 * x2 + d3 * x3)
    return cc, cd


@kernel
def means_over(rows: NDArray[np.float64], a: NDArray[np.int64], w: NDArray[np.float64]) -> None:
    """Write bᵀ·rows_j into w_j, four rows at a time; all divisions come last, as vectors."""
    for block in range(rows.shape[0] // 4):
        j0, j1, j2, j3 = four_rows(block)
        w0, w1, w2, w3 = 0.0, 0.0, 0.0, 0.0
        for q in range(a.shape[0]):
            i = np.uint64(a[q])
            w0 += rows[j0, i]
            w1 += rows[j1, i]
            w2 += rows[j2, i]
            w3 += rows[j3, i]
        w[j0], w[j1], w[j2], w[j3] = w0, w1, w2, w3
    for j in range(w.shape[0]):
        w[j] /= float(a.shape[0])


@kernel
def four_rows(block: int) -> tuple[np.uint64, np.uint64, np.uint64, np.uint64]:
    """Return the rows of a block: unsigned, as they then need no test for counting from the end.

    Without such tests the compiler asks once a call, not once a block, whether arrays overlap.
    """
    j = np.uint64(4 * block)
    return j, j + np.uint64(1), j + np.uint64(2), j + np.uint64(3)


@kernel
def subtract_product(
    rows: NDArray[np.float64], scale: float, c: NDArray[np.float64], u: NDArray[np.float64]
) -> None:
    """Subtract the rank-one matrix scale·c·uᵀ from `rows`."""
    for j in range(rows.shape[0]):
        factor = scale * c[j]
        for i in range(u.shape[0]):
            rows[j, i] -= factor * u[i]


@kernel
def mean_over(values: NDArray[np.float64], a: NDArray[np.int64]) -> float:
    """Return bᵀ·values."""
    total = 0.0
    for q in range(a.shape[0]):
        total += values[np.uint64(a[q])]  # unsigned: no test for counting from the end
    return total / float(a.shape[0])


@kernel
def top_k(
    values: NDArray[np.float64],
    order: NDArray[np.int64],
    a: NDArray[np.int64],
    keys: NDArray[np.int64],
) -> None:
    """Write the K arms with the largest values into `a`, in no order; `keys` (N'+K,) is scratch.

    An arm enters only above the lowest value inside: equal ones stay, as `order` had them first.
    """
    K = a.shape[0]
    for i in range(values.shape[0]):
        keys[i] = as_integer(values[i])
    inside = keys[values.shape[0] :]
    for q in range(K):
        a[q] = order[q]
        inside[q] = keys[np.uint64(order[q])]
    low = lowest(inside)
    least = inside[low]
    for q in range(K, order.shape[0]):
        key = keys[np.uint64(order[q])]
        if key > least:
            a[low], inside[low] = order[q], key
            low = lowest(inside)
            least = inside[low]


@kernel
def as_integer(value: float) -> int:
    """Return an integer that compares with others as the values do; integers compare sooner."""
    bits = np.float64(value + 0.0).view(np.int64)  # −0 + 0 is 0, which −0 equals
    return int(bits ^ ((bits >> _SIGN) & _MAGNITUDE))


@kernel
def lowest(keys: NDArray[np.int64]) -> int:
    """Return the first place of the lowest number."""
    low, least = 0, keys[0]
    for q in range(1, keys.shape[0]):
        low, least = (q, keys[q]) if keys[q] < least else (low, least)
    return low


@kernel
def mark_played(sets: NDArray[np.uint8], a: NDArray[np.int64]) -> int:
    """Set the code 1 for the arms of `a`, 0 for all others; return 1 if the set is another one."""
    kept = 0
    for q in range(a.shape[0]):
        kept += sets[a[q]]
    if kept == a.shape[0]:
        return 0
    sets[:] = 0
    for q in range(a.shape[0]):
        sets[a[q]] = 1
    return 1


@kernel
def describe_linear(state: NDArray[np.float64], sets_played: int, scale: float) -> None:
    """Fill in a frame's state: how many times the played set changed, and the widths' scale."""
    state[EPOCH] = sets_played
    state[DELTA] = scale
    for q in range(ACCEPT_GATE, NEXT + 1):
        state[q] = np.nan
