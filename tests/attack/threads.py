"""Problems of every kind, calls from many threads at once, and values as bits."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import fields, is_dataclass
from itertools import product
from typing import Any

import numpy as np

import dart_core as dc

N, K, T = 7, 3, 60
THREADS = 16
REWARDS: tuple[Any, ...] = ("mean", "quadratic", "max", "min")
OF_COUNTS: tuple[Any, ...] = (("at-least", 2), (1.0, 0.25, 0.0, 0.75))  # of 0/1 arms alone
_SEVEN = [0.9, 0.2, 0.55, 0.5, 0.31, 0.7, 0.55]
LAWS: dict[str, Sequence[float | dc.Arm] | dc.LowerBound] = {
    "bernoulli": _SEVEN,
    "constant": [dc.Constant(p) for p in _SEVEN],
    "uniform": [dc.Uniform(p / 3, p) for p in _SEVEN],
    "beta": [dc.Beta(1 + 2 * p, 2 - p) for p in _SEVEN],
    "truncated normal": [dc.TruncatedNormal(p, 0.05 + p / 4) for p in _SEVEN],
    "empirical": [dc.Empirical([p / 2, p, p * p, 1 - p]) for p in _SEVEN],
    "varied": [
        *(0.4, dc.Constant(0.3), dc.Uniform(0.1, 0.9), dc.Beta(2, 3)),
        *(dc.TruncatedNormal(0.5, 0.3), dc.Empirical([0.0, 0.2, 1.0]), dc.Beta(0.4, 0.5)),
    ],
    "shared": dc.LowerBound(N, K, gap=0.2, sigma=0.3, best=(1, 4, 5)),
    "rows": dc.Rows([[(7 * i + 5 * r + i * r) % 11 / 10 for i in range(N)] for r in range(10)]),
}
KINDS = [
    *product(LAWS, REWARDS),
    *product(["bernoulli"], OF_COUNTS),
]


def problem(law: str, reward: Any, horizon: int = T) -> dc.Problem:
    """Return a new problem: nothing of it has been worked out yet."""
    return dc.Problem(LAWS[law], K, horizon, reward)


def bits(value: Any) -> Any:
    """Return a value as what can be compared bit by bit."""
    if isinstance(value, np.ndarray):
        return value.dtype.str, value.shape, value.tobytes()
    if is_dataclass(value) and not isinstance(value, type):
        return type(value).__name__, [bits(getattr(value, each.name)) for each in fields(value)]
    if isinstance(value, Mapping):
        return {key: bits(each) for key, each in value.items()}
    if isinstance(value, tuple | list):
        return [bits(each) for each in value]
    return repr(value)


@contextmanager
def hasty_threads() -> Iterator[None]:
    """Switch between threads as often as Python can."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        yield
    finally:
        sys.setswitchinterval(before)


def at_once(calls: Sequence[Callable[[], Any]]) -> list[Any]:
    """Return what the calls return, each in a thread of its own, begun at one moment."""
    results: list[Any] = [None] * len(calls)
    barrier = threading.Barrier(len(calls))

    def run(at: int) -> None:
        barrier.wait()
        try:
            results[at] = calls[at]()
        except BaseException as error:  # told by the comparison, with the others
            results[at] = error

    threads = [threading.Thread(target=run, args=(at,)) for at in range(len(calls))]
    with hasty_threads():
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    return results
