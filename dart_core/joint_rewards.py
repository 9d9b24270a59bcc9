"""Joint rewards f: one record per name, from which menus, errors, commands and sweeps derive.

Where every arm pays 0 or 1, a symmetric joint reward is a function of *how many* of the K arms
paid: a **count curve** g(0), …, g(K) in [0, 1]. Its expectation is exact, by a closed form or by
the distribution of the count (`dart_core.rewards`), never by simulation.

A record that has no closed form is complete as it stands here: no kernel knows of it, so none is
compiled anew.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from dart_core.codes import COUNT, MAX, MEAN, MIN, QUADRATIC
from dart_core.errors import FieldError, FieldTypeError, real_number, whole_number

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    RewardLike = str | tuple[str, int] | Sequence[float] | NDArray[np.float64]


@dataclass(frozen=True)
class JointReward:
    """All that anyone says of a named joint reward.

    Attributes
    ----------
    name : str
        What links, commands and `Problem` call it.
    label : str
        Its line in a menu.
    words : str
        What it is called in a line about a problem; ``{k}`` and ``{m}`` stand for numbers.
    seen : str
        What one sees after a round, to follow "sees only"; ``{m}`` stands for a number.
    curve : callable or None
        ``curve(k, m)`` returns g(0), …, g(k); None: numbers of one's own.
    form : int, default COUNT
        How its expectation is computed. Only COUNT needs arms that pay 0 or 1; the others are
        closed forms, which kernels hold (`dart_core.rewards`, `laws`, `optimum`, `lower_bound`).
    takes_m : bool, default False
        Whether it has a number m in 1 … K, as in "at least m".
    """

    name: str
    label: str
    words: str
    seen: str
    curve: Callable[[int, int], Sequence[float]] | None
    form: int = COUNT
    takes_m: bool = False

    @property
    def own(self) -> bool:
        """Whether it is K+1 numbers of one's own."""
        return self.curve is None

    @property
    def plain(self) -> bool:
        """Whether its name says all, so that it can be one of several in a sweep."""
        return not (self.own or self.takes_m)

    @property
    def of_any_arms(self) -> bool:
        """Whether arms may pay more than 0 or 1."""
        return self.form != COUNT

    def given(self, m: int, curve: Sequence[float] | None) -> Any:
        """Return it as `Problem` takes it: by its name, with its m, or as numbers."""
        if self.own:
            return curve
        return (self.name, m) if self.takes_m else self.name


REWARDS: dict[str, JointReward] = {
    record.name: record
    for record in (
        JointReward(
            "mean",
            label="average of the group",
            words="mean reward",
            seen="what they earn on average",
            curve=lambda k, _: [c / k for c in range(k + 1)],
            form=MEAN,
        ),
        JointReward(  # 2/(K(K+1))·Σ_{i≤j} X_i X_j: paper, section 7
            "quadratic",
            label="extra for pairs that both pay",
            words="quadratic reward",
            seen="what they earn together, with extra for pairs that pay at once",
            curve=lambda k, _: [c * (c + 1) / (k * (k + 1)) for c in range(k + 1)],
            form=QUADRATIC,
        ),
        JointReward(
            "max",
            label="the best: one is enough",
            words="max reward",
            seen="what the best of them earns",
            curve=lambda k, _: [float(c >= 1) for c in range(k + 1)],
            form=MAX,
        ),
        JointReward(
            "min",
            label="the worst: the slowest counts",
            words="min reward",
            seen="what the worst of them earns",
            curve=lambda k, _: [float(c == k) for c in range(k + 1)],
            form=MIN,
        ),
        JointReward(
            "at-least",
            label="whether at least m of them pay",
            words="at least {m} of {k} must pay",
            seen="whether at least {m} of them pay",
            curve=lambda k, m: [float(c >= m) for c in range(k + 1)],
            takes_m=True,
        ),
        JointReward(
            "curve",
            label="your own curve",
            words="own count curve",
            seen="what your curve gives for how many of them pay",
            curve=None,
        ),
    )
}


@dataclass(frozen=True)
class Reward:
    """A joint reward of K arms.

    Attributes
    ----------
    name : str
        One of `REWARDS`.
    curve : tuple of float
        g(0), …, g(K): the joint reward when 0, …, K of the arms pay 1, the others 0.
    form : int
        How the expectation is computed: one of MEAN, QUADRATIC, MAX, MIN (closed forms) or
        COUNT (Poisson-binomial).
    m : int, default 0
        The number of a reward that takes one: ``"at-least"``.
    """

    name: str
    curve: tuple[float, ...]
    form: int
    m: int = 0

    @property
    def monotone(self) -> bool:
        """Whether more paying arms never lower the joint reward (implies Assumption 2)."""
        return all(a <= b for a, b in pairwise(self.curve))


def parse_reward(reward: RewardLike | Reward, k: int) -> Reward:
    """Return the joint reward of `k` arms that `reward` names.

    Parameters
    ----------
    reward : str, tuple or sequence of float
        ``"mean"`` (k'/K for k' paying arms); ``"quadratic"``, 2/(K(K+1))·Σ_{i≤j} X_i X_j, the
        cross-selling reward (paper, section 7); ``"max"``, the cascade click; ``"min"``, the
        slowest server, or another name of `REWARDS`; ``("at-least", m)``, 1 if m or more arms
        pay; or the K+1 numbers g(0), …, g(K) of a count curve, each in [0, 1].
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
    if isinstance(reward, Reward):  # read once more: it may have been made for another K
        reward = REWARDS[reward.name].given(reward.m, reward.curve)
    name: Any = reward
    m = 0
    if isinstance(reward, tuple) and len(reward) == 2 and with_m(reward[0]):
        name, given = reward
        m = whole_number(f"reward: m of {name!r}", given, 1, k, f"There are K = {k} arms.")
    elif not isinstance(reward, str):
        return Reward("curve", _checked_curve(reward, k), COUNT)
    record = REWARDS.get(name)
    if record is None or record.curve is None or record.takes_m != bool(m):
        names = ", ".join(repr(each.name) for each in REWARDS.values() if each.plain)
        pairs = "".join(f", ({each.name!r}, m)" for each in REWARDS.values() if each.takes_m)
        expected = f"one of {names}{pairs} or the K+1 numbers of a count curve"
        raise FieldError("reward", expected, reward)
    return Reward(record.name, _checked_curve(record.curve(k, m), k), record.form, m)


def with_m(name: object) -> bool:
    """Return whether `name` is that of a joint reward that takes a number m."""
    return isinstance(name, str) and name in REWARDS and REWARDS[name].takes_m


def texts() -> str:
    """Return how a command names the joint rewards."""
    plain = [each.name for each in REWARDS.values() if each.plain]
    return ", ".join([*plain, *(f"{each.name}:M" for each in REWARDS.values() if each.takes_m)])


def names_of_any_arms() -> str:
    """Return the joint rewards of arms that may pay more than 0 or 1, as an error lists them."""
    *others, last = (repr(each.name) for each in REWARDS.values() if each.of_any_arms)
    return f"{', '.join(others)} or {last}"


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
