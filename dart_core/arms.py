"""Laws of one arm's reward in [0, 1]; arms that share their luck are in `lower_bound`.

An arm's reward in round t is a decreasing function of its luck U[t, i]: a Bernoulli arm pays
when U < p, every other law pays its upper U-quantile. So arms of different laws meet the same
luck, and what is lucky for one is lucky for all.

A law is simulated as a mixture of equally likely *cells*, each a uniform law (a point, if its
ends agree). That is exact for `Constant`, `Uniform` and `Empirical`. `Beta` and
`TruncatedNormal` have 1,024 cells between their quantiles at j/1024, and a cell has the law's
own mean there: the simulated mean is exact, no distribution function is off by more than
1/1024, and between its 2 % and 98 % quantiles by less than 5e-5. Expectations are those of the
law itself.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from math import fsum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dart_core import special
from dart_core.errors import FieldError, FieldTypeError, real_number
from dart_core.frozen import frozen

CELLS = 1_024
MAX_VALUES = 100_000
_LEVELS = frozen(np.linspace(0.0, 1.0, CELLS + 1))
LEAST_MASS = 1e-6  # of a truncated normal's parent inside [0, 1]
Cells = tuple[NDArray[np.float64], NDArray[np.float64]]


class Arm(ABC):
    """The law of one arm's reward X in [0, 1]."""

    @property
    @abstractmethod
    def mean(self) -> float:
        """E X."""

    @property
    @abstractmethod
    def second_moment(self) -> float:
        """E X²."""

    @property
    def binary(self) -> bool:
        """Whether X is 0 or 1."""
        return False

    @property
    def cells_work(self) -> int:
        """How many multiplications `cells` takes, at most."""
        return 1_000

    @property
    def cdf_work(self) -> int:
        """How many multiplications one value of `cdf` takes, at most, in an array of many."""
        return 40

    @property
    def most_breaks(self) -> int:
        """How many `breaks` there are, at most."""
        return len(self.breaks)

    @property
    def breaks(self) -> tuple[float, ...]:
        """Where in (0, 1) the distribution function jumps or has a kink."""
        return ()

    @property
    def smooth(self) -> bool:
        """Whether the distribution function rises between its breaks."""
        return False

    @abstractmethod
    def cdf(self, x: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return P(X ≤ x) for each x in (0, 1), of any one-dimensional shape."""

    @abstractmethod
    def cells(self) -> Cells:
        """Return the upper ends of the law's cells, in falling order, and their widths: (M,) each.

        With U·M = j + v, j whole, the reward is upper_j − v·width_j. Read only: equal laws share
        them.
        """


@dataclass(frozen=True)
class Bernoulli(Arm):
    """Pays 1 with chance `p` in [0, 1], else 0. A plain number stands for it in a `Problem`."""

    p: float

    def __post_init__(self) -> None:
        object.__setattr__(self, "p", real_number("Bernoulli: p", self.p, 0.0, 1.0))

    @property
    def mean(self) -> float:
        return self.p

    @property
    def second_moment(self) -> float:
        return self.p

    @property
    def binary(self) -> bool:
        return True

    def cdf(self, x: NDArray[np.float64]) -> NDArray[np.float64]:
        return np.full(x.shape, 1.0 - self.p)

    def cells(self) -> Cells:
        """Return no cells: U < p says it all."""
        return frozen(np.zeros(0)), frozen(np.zeros(0))


@dataclass(frozen=True)
class Constant(Arm):
    """Always pays `x` in [0, 1]."""

    x: float

    def __post_init__(self) -> None:
        object.__setattr__(self, "x", real_number("Constant: x", self.x, 0.0, 1.0))

    @property
    def mean(self) -> float:
        return self.x

    @property
    def second_moment(self) -> float:
        return self.x * self.x

    @property
    def binary(self) -> bool:
        return self.x in {0.0, 1.0}

    @property
    def breaks(self) -> tuple[float, ...]:
        return (self.x,)

    def cdf(self, x: NDArray[np.float64]) -> NDArray[np.float64]:
        return np.asarray(x >= self.x, dtype=np.float64)

    def cells(self) -> Cells:
        return frozen(np.array([self.x])), frozen(np.zeros(1))


@dataclass(frozen=True)
class Uniform(Arm):
    """Pays every value from `low` to `high` alike; 0 ≤ low < high ≤ 1."""

    low: float = 0.0
    high: float = 1.0

    def __post_init__(self) -> None:
        low = real_number("Uniform: low", self.low, 0.0, 1.0)
        high = real_number("Uniform: high", self.high, 0.0, 1.0)
        if not low < high:
            hint = "For a reward that never varies take Constant."
            raise FieldError("Uniform: high", f"a number above low = {low:g}", high, hint)
        object.__setattr__(self, "low", low)
        object.__setattr__(self, "high", high)

    @property
    def mean(self) -> float:
        return 0.5 * (self.low + self.high)

    @property
    def second_moment(self) -> float:
        return (self.low**2 + self.low * self.high + self.high**2) / 3.0

    @property
    def breaks(self) -> tuple[float, ...]:
        return (self.low, self.high)

    @property
    def smooth(self) -> bool:
        return True

    def cdf(self, x: NDArray[np.float64]) -> NDArray[np.float64]:
        return np.clip((x - self.low) / (self.high - self.low), 0.0, 1.0)

    def cells(self) -> Cells:
        return frozen(np.array([self.high])), frozen(np.array([self.high - self.low]))


@dataclass(frozen=True)
class Empirical(Arm):
    """Pays one of the given `values` in [0, 1], each alike; their order does not matter.

    Parameters
    ----------
    values : sequence of float
        1 to 100,000 rewards, repeated ones as often as they came; kept in rising order.
    """

    values: tuple[float, ...]

    def __init__(self, values: Iterable[float]) -> None:
        try:
            given: list[Any] = list(values)
        except TypeError:
            expected = "a sequence of numbers from 0 to 1"
            raise FieldTypeError("Empirical: values", expected, values) from None
        if not 1 <= len(given) <= MAX_VALUES:
            expected = f"1 to {MAX_VALUES:,} numbers"
            raise FieldError("Empirical: values", expected, f"{len(given)} numbers")
        checked = [real_number(f"Empirical: values[{j}]", x, 0.0, 1.0) for j, x in enumerate(given)]
        object.__setattr__(self, "values", tuple(sorted(checked)))

    @property
    def cells_work(self) -> int:
        return 100 * len(self.values)

    @property
    def most_breaks(self) -> int:
        return len(self.values)

    @property
    def mean(self) -> float:
        return fsum(self.values) / len(self.values)

    @property
    def second_moment(self) -> float:
        return fsum(x * x for x in self.values) / len(self.values)

    @property
    def binary(self) -> bool:
        return set(self.values) <= {0.0, 1.0}

    @property
    def breaks(self) -> tuple[float, ...]:
        return tuple(sorted(set(self.values)))

    def cdf(self, x: NDArray[np.float64]) -> NDArray[np.float64]:
        return np.searchsorted(self.values, x, side="right") / len(self.values)

    def cells(self) -> Cells:
        return frozen(np.array(self.values[::-1])), frozen(np.zeros(len(self.values)))


@dataclass(frozen=True)
class Beta(Arm):
    """The beta law with shapes `a` and `b`, each from 0.01 to 10,000."""

    a: float
    b: float

    def __post_init__(self) -> None:
        object.__setattr__(self, "a", real_number("Beta: a", self.a, 0.01, 10_000.0))
        object.__setattr__(self, "b", real_number("Beta: b", self.b, 0.01, 10_000.0))

    @property
    def cells_work(self) -> int:
        # Steep ends and narrow peaks take more steps to each quantile.
        steep = min(self.a, self.b) < 0.1 or max(self.a, self.b) > 100.0
        return 12_000 * CELLS if steep else 4_000 * CELLS

    @property
    def cdf_work(self) -> int:
        return 600

    @property
    def mean(self) -> float:
        return self.a / (self.a + self.b)

    @property
    def second_moment(self) -> float:
        return self.mean * (self.a + 1.0) / (self.a + self.b + 1.0)

    @property
    def smooth(self) -> bool:
        return True

    def cdf(self, x: NDArray[np.float64]) -> NDArray[np.float64]:
        return _cdf(special.BETA, self.a, self.b, x)

    def cells(self) -> Cells:
        return _beta_cells(self)


@dataclass(frozen=True)
class TruncatedNormal(Arm):
    """The normal law with mean `mu` and deviation `sigma`, given that it falls into [0, 1].

    Parameters
    ----------
    mu : float
        Mean of the parent law, from −10 to 11; that of the arm is `mean`.
    sigma : float
        Standard deviation of the parent, from 0.0001 to 10. A millionth of the parent's mass at
        least must lie in [0, 1].
    """

    mu: float
    sigma: float

    def __post_init__(self) -> None:
        object.__setattr__(self, "mu", real_number("TruncatedNormal: mu", self.mu, -10.0, 11.0))
        sigma = real_number("TruncatedNormal: sigma", self.sigma, 1e-4, 10.0)
        object.__setattr__(self, "sigma", sigma)
        if self._mass < LEAST_MASS:
            expected = f"a mean with {LEAST_MASS:g} of the normal law in [0, 1] at least"
            hint = f"With sigma = {sigma:g} there is less: bring mu nearer, or widen sigma."
            raise FieldError("TruncatedNormal: mu", expected, self.mu, hint)

    @property
    def cells_work(self) -> int:
        return 4_000 * CELLS

    @property
    def cdf_work(self) -> int:
        return 200

    @property
    def _mass(self) -> float:
        low, high = -self.mu / self.sigma, (1.0 - self.mu) / self.sigma
        return float(special.normal_mass(low, high))

    def _density(self, x: float) -> float:
        return float(special.density(special.NORMAL, self.mu, self.sigma, x))

    @property
    def mean(self) -> float:
        edges = self._density(0.0) - self._density(1.0)
        return min(max(self.mu + self.sigma**2 * edges, 0.0), 1.0)

    @property
    def second_moment(self) -> float:
        """E X² = μ E X + σ²(1 − [x F′(x)]₀¹), by parts."""
        return self.mu * self.mean + self.sigma**2 * (1.0 - self._density(1.0))

    @property
    def smooth(self) -> bool:
        return True

    def cdf(self, x: NDArray[np.float64]) -> NDArray[np.float64]:
        return _cdf(special.NORMAL, self.mu, self.sigma, x)

    def cells(self) -> Cells:
        return _normal_cells(self)


def _cdf(kind: int, a: float, b: float, x: NDArray[np.float64]) -> NDArray[np.float64]:
    F = np.empty(x.shape)
    special.fill_cdf(kind, a, b, np.ascontiguousarray(x), F)
    return F


def _knots(kind: int, a: float, b: float) -> NDArray[np.float64]:
    knots = np.empty(CELLS + 1)
    special.fill_quantiles(kind, a, b, knots)
    return knots


def _cells_between(knots: NDArray[np.float64], below: NDArray[np.float64]) -> Cells:
    """Return cells inside [knot_j, knot_{j+1}] with the law's mean there, as wide as may be.

    `below` is E[X; X ≤ knot] at each knot.
    """
    low, high = knots[:-1], knots[1:]
    middle = np.clip(CELLS * np.diff(below), low, high)
    half = np.minimum(middle - low, high - middle)
    upper = np.minimum(middle + half, 1.0)
    width = np.minimum(2.0 * half, upper)
    return frozen(upper[::-1].copy()), frozen(width[::-1].copy())


@lru_cache(maxsize=1_024)
def _beta_cells(law: Beta) -> Cells:
    knots, u, a, b = _knots(special.BETA, law.a, law.b), _LEVELS, law.a, law.b
    # A quantile too near to 0 or 1 for a float64 is that number, and so is X beyond it.
    below = np.where(knots > 0.0, law.mean - (1.0 - u), 0.0)
    # E[X; X ≤ x] = E X · I_x(a+1, b) = E X · (I_x(a, b) − x^a (1−x)^b / (a B(a, b))).
    inside = (knots > 0.0) & (knots < 1.0)
    powers = np.array([special.beta_power(x, a, b) for x in knots[inside]])
    below[inside] = law.mean * (u[inside] - powers / a)
    return _cells_between(knots, below)


@lru_cache(maxsize=1_024)
def _normal_cells(law: TruncatedNormal) -> Cells:
    knots, mu, sigma = _knots(special.NORMAL, law.mu, law.sigma), law.mu, law.sigma
    density = np.array([special.density(special.NORMAL, mu, sigma, x) for x in knots])
    below = mu * _LEVELS - sigma**2 * (density - density[0])
    return _cells_between(knots, below)
