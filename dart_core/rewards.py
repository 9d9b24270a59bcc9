"""Joint reward functions f and their exact expected values.

The arms of this package pay 0 or 1, so a symmetric joint reward is a function of *how many* of
the K arms paid: a **count curve** g(0), …, g(K) in [0, 1]. Mean, quadratic, max, min and "at
least m" are all count curves; the expectation of any of them is exact, by a closed form or by
the Poisson-binomial distribution of the count, never by simulation.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dart_core.compile import kernel
from dart_core.errors import FieldError, FieldTypeError, real_number, whole_number

MEAN, QUADRATIC, MAX, MIN, COUNT = range(5)
_FORMS = {"mean": MEAN, "quadratic": QUADRATIC, "max": MAX, "min": MIN}
RewardLike = str | tuple[str, int] | Sequence[float] | NDArray[np.float64]


@dataclass(frozen=True)
class Reward:
    """A joint reward of K arms that pay 0 or 1.

    Attributes
    ----------
    name : str
        ``"mean"``, ``"quadratic"``, ``"max"``, ``"min"``, ``"at-least"`` or ``"curve"``.
    curve : tuple of float
        g(0), …, g(K): the joint reward when 0, …, K of the arms pay.
    form : int
        How the expectation is computed: one of MEAN, QUADRATIC, MAX, MIN (closed forms) or
        COUNT (Poisson-binomial).
    """

    name: str
    curve: tuple[float, ...]
    form: int

    @property
    def monotone(self) -> bool:
        """Whether more paying arms never lower the joint reward (implies Assumption 2)."""
        return all(a <= b for a, b in zip(self.curve, self.curve[1:], strict=False))


def parse_reward(reward: RewardLike | Reward, k: int) -> Reward:
    """Return the joint reward of `k` arms that `reward` names.

    Parameters
    ----------
    reward : str, tuple or sequence of float
        ``"mean"`` (k'/K for k' paying arms); ``"quadratic"``, 2/(K(K+1))·Σ_{i≤j} X_i X_j, the
        cross-selling reward (paper, section 7); ``"max"``, the cascade click; ``"min"``, the
        slowest server; ``("at-least", m)``, 1 if m or more arms pay; or the K+1 numbers
        g(0), …, g(K) of a count curve, each in [0, 1].
    k : int
        K, the number of arms in an action.

    Returns
    -------
    Reward

    Raises
    ------
    FieldError
        If the name is unknown, m is not in 1 … K, or the curve has a wrong length or range.
    """
    counts = range(k + 1)
    if isinstance(reward, Reward):  # read once more: it may have been made for another K
        if reward.name == "at-least":
            reward = ("at-least", reward.curve.index(1.0))
        else:
            reward = reward.name if reward.form != COUNT else reward.curve
    if isinstance(reward, str):
        if reward == "mean":
            curve = [c / k for c in counts]
        elif reward == "quadratic":
            curve = [c * (c + 1) / (k * (k + 1)) for c in counts]
        elif reward == "max":
            curve = [float(c >= 1) for c in counts]
        elif reward == "min":
            curve = [float(c == k) for c in counts]
        else:
            names = ", ".join(repr(name) for name in _FORMS)
            expected = f"one of {names}, ('at-least', m) or the K+1 numbers of a count curve"
            raise FieldError("reward", expected, reward)
        return Reward(reward, tuple(curve), _FORMS[reward])
    if isinstance(reward, tuple) and len(reward) == 2 and reward[0] == "at-least":
        m = whole_number("reward: m of 'at-least'", reward[1], 1, k, f"There are K = {k} arms.")
        return Reward("at-least", tuple(float(c >= m) for c in counts), COUNT)
    return Reward("curve", _checked_curve(reward, k), COUNT)


def _checked_curve(values: Any, k: int) -> tuple[float, ...]:
    expected = f"the {k + 1} numbers g(0) … g({k}) of a count curve, each from 0 to 1"
    try:
        curve = list(values)
    except TypeError:
        raise FieldTypeError("reward", expected, values) from None
    if len(curve) != k + 1:
        hint = f"It has {len(curve)} numbers; with K = {k} it needs {k + 1}."
        raise FieldError("reward", expected, values, hint)
    return tuple(real_number(f"reward: g({c})", g, 0.0, 1.0) for c, g in enumerate(curve))


@kernel
def poisson_binomial_mean(
    means: NDArray[np.float64],
    arms: NDArray[np.int64],
    k: int,
    curve: NDArray[np.float64],
    count: NDArray[np.float64],
) -> float:
    """Return E g(C), C the number of paying arms among `arms[:k]` (O(k²); `count` is scratch)."""
    count[0] = 1.0
    for q in range(k):
        p = means[arms[q]]
        count[q + 1] = count[q] * p
        for c in range(q, 0, -1):
            count[c] = count[c] * (1.0 - p) + count[c - 1] * p
        count[0] *= 1.0 - p
    total = 0.0
    for c in range(k + 1):
        total += float(count[c] * curve[c])
    return total


@kernel
def expected_reward(
    form: int,
    means: NDArray[np.float64],
    arms: NDArray[np.int64],
    k: int,
    curve: NDArray[np.float64],
    count: NDArray[np.float64],
) -> float:
    """Return μ_a, the exact expected joint reward of the arms `arms[:k]`.

    Closed forms (algorithms over independent 0/1 arms): mean Σp/K; quadratic
    2/(K(K+1))·(Σ_i p_i + Σ_{i<j} p_i p_j); max 1 − Π(1 − p); min Πp; otherwise the
    Poisson-binomial sum. `curve` has the K+1 values of g, `count` is scratch of that size.
    """
    if form == MEAN:
        total = 0.0
        for q in range(k):
            total += means[arms[q]]
        return float(total / (curve.shape[0] - 1))
    if form == QUADRATIC:
        total, squares = 0.0, 0.0
        for q in range(k):
            p = means[arms[q]]
            total += p
            squares += p * p
        size = curve.shape[0] - 1
        return float(2.0 * (total + 0.5 * (total * total - squares)) / (size * (size + 1)))
    if form == MAX:
        none = 1.0
        for q in range(k):
            none *= 1.0 - means[arms[q]]
        return 1.0 - none
    if form == MIN and k == curve.shape[0] - 1:
        all_pay = 1.0
        for q in range(k):
            all_pay *= means[arms[q]]
        return all_pay
    return poisson_binomial_mean(means, arms, k, curve, count)
