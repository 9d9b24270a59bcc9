"""Statistics of a study's numbers: intervals of a mean, bands, pairs, runs needed.

NumPy alone; the one special function is Student's t, whose distribution has a finite sum for
whole degrees of freedom.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import ceil, inf, isfinite, nan, pi, sqrt, tan

import numpy as np
from numpy.typing import NDArray

from dart_core.errors import FieldError, real_number, whole_number

LEVEL = 0.95
QUANTILES = (0.1, 0.25, 0.5, 0.75, 0.9)
BANDS = ("mean", "min-max", "quantiles")
MOST_RUNS = 10**9
Floats = NDArray[np.float64]


@cache
def student_t(level: float, degrees: int) -> float:
    """Return the t for which P(|T| ≤ t) = `level`, T Student's t with `degrees` of freedom.

    Parameters
    ----------
    level : float
        Above 0, below 1.
    degrees : int
        1 or more.

    Notes
    -----
    With t = sqrt(ν)·tan θ the probability is a finite trigonometric sum (Abramowitz, Stegun,
    26.7.3 and 26.7.4), which increases with θ: bisection finds θ. Beyond 20,000 degrees the sum
    grows long and a correction of relative size 1/ν² to the normal quantile is exact enough.
    """
    real_number("level", level, 1e-9, 1 - 1e-12)
    whole_number("degrees", degrees, 1, 2**62)
    if degrees > 20_000:
        from statistics import NormalDist

        z = NormalDist().inv_cdf((1 + level) / 2)
        return z + (z**3 + z) / (4 * degrees) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * degrees**2)
    # Factors of the sum's terms: (2/3)(4/5)… for odd ν, (1/2)(3/4)… for even ν.
    first = 2.0 if degrees % 2 else 1.0
    numerators = np.arange(first, degrees - 2, 2.0)
    factors = numerators / (numerators + 1)
    low, high = 0.0, pi / 2
    for _ in range(60):
        theta = (low + high) / 2
        if _inside(theta, degrees, factors) < level:
            low = theta
        else:
            high = theta
    return sqrt(degrees) * tan((low + high) / 2)


def _inside(theta: float, degrees: int, factors: Floats) -> float:
    """Return P(|T| ≤ sqrt(ν)·tan θ)."""
    sine, cosine = np.sin(theta), np.cos(theta)
    series = 1.0 + float(np.cumprod(factors * cosine * cosine).sum())
    if degrees % 2 == 0:
        return float(sine * series)
    more = sine * cosine * series if degrees > 1 else 0.0
    return float(2 / pi * (theta + more))


@dataclass(frozen=True)
class Interval:
    """A mean, and where the expectation lies with some confidence.

    Attributes
    ----------
    mean, sd : float
        Of n values; the deviation is that of a sample (n−1); NaN where there are too few.
    low, high : float
        The Student-t interval of the expectation at `level`; NaN for n < 2.
    n : int
    level : float
    """

    mean: float
    sd: float
    low: float
    high: float
    n: int
    level: float


def mean_interval(values: Floats, level: float = LEVEL) -> Interval:
    """Return the mean of `values`, shape (n,), with its interval."""
    n = int(values.size)
    mean = float(values.mean()) if n else nan
    if n < 2:
        return Interval(mean, nan, nan, nan, n, level)
    sd = float(values.std(ddof=1))
    half = student_t(level, n - 1) * sd / sqrt(n)
    return Interval(mean, sd, mean - half, mean + half, n, level)


@dataclass(frozen=True)
class Difference:
    """Curve `a` minus curve `b`, run by run under the same luck on the same arms.

    Attributes
    ----------
    a, b : str
        Labels of the curves.
    interval : Interval
        Of the difference a − b in final regret.
    a_better : float
        The share of pairs in which a has less regret; a tie counts half. NaN without a pair.
    """

    a: str
    b: str
    interval: Interval
    a_better: float


def paired(a: str, b: str, of_a: Floats, of_b: Floats, level: float = LEVEL) -> Difference:
    """Return the paired difference of final regrets, both of shape (pairs,)."""
    better = float(((of_a < of_b) + 0.5 * (of_a == of_b)).mean()) if of_a.size else nan
    return Difference(a, b, mean_interval(of_a - of_b, level), better)


def ratio_interval(of_a: Floats, of_b: Floats, level: float = LEVEL) -> tuple[float, float]:
    """Return where E a / E b lies, from pairs (a_j, b_j) of numbers ≥ 0, both of shape (pairs,).

    Notes
    -----
    Fieller's interval: all ratios ρ ≥ 0 for which the Student-t interval of E(a − ρb) holds 0. So
    it holds 1 just when that of the paired difference holds 0. Its upper end is inf where b may
    have the mean 0; NaN for both ends for fewer than two pairs, or no regret at all.
    """
    n = int(of_a.size)
    if n < 2 or not (of_a.any() or of_b.any()):
        return nan, nan
    squared = student_t(level, n - 1) ** 2 / n
    covariance = np.cov(of_a, of_b)
    mean_a, mean_b = float(of_a.mean()), float(of_b.mean())
    # E(a − ρb) may be 0 where square·ρ² − 2·half·ρ + constant ≤ 0.
    square = mean_b * mean_b - squared * float(covariance[1, 1])
    half = mean_a * mean_b - squared * float(covariance[0, 1])
    constant = mean_a * mean_a - squared * float(covariance[0, 0])
    root = half * half - square * constant
    if square > 0:
        width = sqrt(max(root, 0.0))
        return max((half - width) / square, 0.0), (half + width) / square
    if constant <= 0 or root < 0:
        return 0.0, inf
    least = half + sqrt(root)  # 0 if b is always 0
    return constant / least if least > 0 else inf, inf


def runs_needed(interval: Interval, precision: float) -> int | None:
    """Return how many runs make the interval's half-width `precision` times the mean.

    Parameters
    ----------
    interval : Interval
        What is known so far; its deviation is taken to stay.
    precision : float
        Above 0; 0.05 asks for ±5 % of the mean.

    Returns
    -------
    int or None
        2 or more; None where fewer than two runs, or a mean of 0 with a spread, tell nothing.
    """
    real_number("precision", precision, 1e-9, 1e9)
    if not isfinite(interval.sd):
        return None
    if interval.sd == 0.0:
        return 2
    wanted = precision * abs(interval.mean)
    if wanted == 0.0:
        return None

    def enough(n: int) -> bool:
        return student_t(interval.level, n - 1) * interval.sd <= wanted * sqrt(n)

    low, high = 1, 2  # 1 run is never enough
    while not enough(high):
        if high >= MOST_RUNS:
            return None
        low, high = high, 2 * high
    while high - low > 1:
        middle = ceil((low + high) / 2)
        low, high = (low, middle) if enough(middle) else (middle, high)
    return high


@dataclass(frozen=True, eq=False)
class Band:
    """A curve's centre and what is drawn around it, at C checkpoints.

    Attributes
    ----------
    t : int64 (C,)
    centre, low, high : float64 (C,)
        NaN without a run; an interval of the mean is as narrow as the mean for a single run.
    words : str
        What the band is, for a chart.
    """

    t: NDArray[np.int64]
    centre: Floats
    low: Floats
    high: Floats
    words: str


def band(t: NDArray[np.int64], regret: Floats, kind: str, level: float = LEVEL) -> Band:
    """Return the band of `regret`, shape (R, C).

    Parameters
    ----------
    t : int64 (C,)
    regret : float64 (R, C)
    kind : str
        ``"mean"``: the mean and the interval of the expectation at `level`; ``"min-max"``: the
        mean, the least and the greatest run, as in the paper's figures; ``"quantiles"``: the
        median, and the range that holds the share `level` of all runs.
    level : float, default 0.95
    """
    if kind not in BANDS:
        raise FieldError("band", "one of " + ", ".join(BANDS), kind)
    share = real_number("level", level, 1e-9, 1 - 1e-12)
    runs = regret.shape[0]
    percent = f"{100 * share:g} %"
    if kind == "quantiles":
        words = f"median and the range of {percent} of the runs"
    elif kind == "min-max":
        words = "mean, least and greatest run"
    else:
        words = f"mean and its {percent} interval"
    if runs == 0:
        none = np.full(t.size, nan)
        return Band(t, none, none, none, words)
    if kind == "quantiles":
        tail = (1 - share) / 2
        low, centre, high = np.quantile(regret, [tail, 0.5, 1 - tail], axis=0)
        return Band(t, centre, low, high, words)
    centre = regret.mean(axis=0)
    if kind == "min-max":
        return Band(t, centre, regret.min(axis=0), regret.max(axis=0), words)
    if runs < 2:
        return Band(t, centre, centre, centre, words)
    half = student_t(share, runs - 1) / sqrt(runs) * regret.std(axis=0, ddof=1)
    return Band(t, centre, centre - half, centre + half, words)


@dataclass(frozen=True)
class Exponent:
    """A power law regret ≈ constant · x^exponent, fitted on logarithmic axes.

    Attributes
    ----------
    exponent : float
        The slope of log(mean regret) against log(x), by least squares; NaN with fewer than two
        points of positive regret.
    low, high : float
        Its interval over the luck, by the jackknife over runs; NaN for fewer than two runs. That
        a power law fits at all is another question: see `r_squared`.
    r_squared : float
        The share of the variation of log regret that the line explains; NaN for two points.
    points : int
        How many points of positive regret were fitted.
    """

    exponent: float
    low: float
    high: float
    r_squared: float
    points: int


def fit_exponent(x: Sequence[float], regret: Floats, level: float = LEVEL) -> Exponent:
    """Fit a power law to regrets of shape (P points, R runs), the same runs at each point."""
    mean = regret.mean(axis=1) if regret.size else np.zeros(0)
    positive = mean > 0
    at, values = np.log(np.array(x, dtype=np.float64)[positive]), regret[positive]
    points = int(at.size)
    if points < 2 or np.ptp(at) == 0:
        return Exponent(nan, nan, nan, nan, points)
    centred = at - at.mean()
    weights = centred / (centred @ centred)

    def slope(of: Floats) -> float:
        return float(weights @ np.log(of))

    fitted = slope(mean[positive])
    logs = np.log(mean[positive])
    rest = logs - logs.mean() - fitted * centred
    spread = float(((logs - logs.mean()) ** 2).sum())
    fits = 1.0 - float(rest @ rest) / spread if points > 2 and spread > 0 else nan
    runs = values.shape[1]
    if runs < 2:
        return Exponent(fitted, nan, nan, fits, points)
    without = (values.sum(axis=1, keepdims=True) - values) / (runs - 1)
    if (without <= 0).any():  # one run holds all the regret of a point
        return Exponent(fitted, nan, nan, fits, points)
    left_out = np.array([slope(column) for column in without.T])
    pseudo = runs * fitted - (runs - 1) * left_out
    half = student_t(level, runs - 1) * float(pseudo.std(ddof=1)) / sqrt(runs)
    return Exponent(fitted, fitted - half, fitted + half, fits, points)
