"""One block of CSAR, one SORT and one comparison of a MERGE of CMAB-SM, step by step."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import ceil
from typing import TYPE_CHECKING

import numpy as np

from dart_core.algorithms.cmab_sm.kernel import DELTA_1
from dart_core.algorithms.csar.hadamard import hadamard, order_for
from dart_core.algorithms.shared.accept_reject import shuffle
from dart_core.algorithms.shared.sentences import arm_list
from dart_core.replay import Again
from dart_core.streams import stream_key

if TYPE_CHECKING:
    from dart_core.run import Run

MOST_ACTIONS = 48  # K = 3 takes so many; a part of more is too long to step through


@dataclass(frozen=True)
class Step:
    """One step: what is said, which lines of pseudo-code it stands for, and what it shows.

    Attributes
    ----------
    stages : str
        Names of stages, as in `dart_core.algorithms.listing`.
    text : str
    group : int
        The action it is about, −1 for none.
    seen : int
        How many of the part's numbers are known by then.
    t : int
        Rounds played by then.
    """

    stages: str
    text: str
    group: int
    seen: int
    t: int


@dataclass
class Part:
    """A stretch of a run in steps.

    Attributes
    ----------
    title : str
    groups : list of list of int
        The actions, in the order in which they are played.
    numbers : list of float
        The one number that each of them showed: a mean.
    steps : list of Step
    estimates : dict of int to float
        The estimates of arms, or the means of actions, that it ends with.
    """

    title: str
    groups: list[list[int]] = field(default_factory=list)
    numbers: list[float] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)
    estimates: dict[int, float] = field(default_factory=dict)

    def say(self, stages: str, text: str, t: int, group: int = -1) -> None:
        """Add a step that shows the numbers known by now."""
        self.steps.append(Step(stages, text, group, len(self.numbers), t))


def parts(run: Run) -> list[Part]:
    """Return what of a run can be told in steps: nothing but for CSAR and CMAB-SM.

    Parameters
    ----------
    run : Run

    Returns
    -------
    list of Part
        CSAR: the first set of the first phase. CMAB-SM: the first SORT, and the first comparison
        of the first MERGE. What the horizon cuts short, or takes more than 48 actions, is left
        out.
    """
    if run.algorithm.name == "csar":
        return _csar(run)
    if run.algorithm.name == "cmab-sm":
        return _cmab_sm(run)
    return []


def _cut(run: Run) -> list[int]:
    """Return all arms in the first random order that a run draws."""
    order = np.arange(run.problem.n_arms)
    shuffle(order, order.size, stream_key(run.seed, "algorithm", run.algorithm.name), 0)
    return [int(i) for i in order]


def _three(value: float) -> str:
    return f"{value:.3f}".replace("-", "−")


def _csar(run: Run) -> list[Part]:
    problem, numbers = run.problem, run.algorithm.resolved(run.problem)
    n, k = problem.n_arms, problem.k
    c, eps, delta = (float(numbers[name]) for name in ("c", "eps0", "delta"))
    order = order_for(k)
    halves = order // 2 // k  # actions that one half of a row takes
    m = max(1, ceil(min(c / eps**2 * float(np.log(2 * n / (6.0 * delta / np.pi**2))), 1e15)))
    if 2 * order * halves > MOST_ACTIONS or 2 * order * halves * m > problem.horizon or n == k:
        return []
    members = _cut(run)[: min(order, n)]
    M = len(members)
    column = [0] * order
    for d, arm in enumerate(members):  # with fewer arms than columns, an arm has neighbouring ones
        for j in range(-(-d * order // M), -(-(d + 1) * order // M)):
            column[j] = arm
    H = hadamard(order)
    part, again, Z = Part("phase 1, its first set"), Again(run), [0.0] * order
    part.say(
        "permute",
        f"Phase 1, ε = {eps:g}: the arms are cut at random into sets. The first set is "
        f"{_all(members)}: one column each of a Hadamard matrix of order {order}.",
        0,
    )
    for i in range(order):
        for sign in (1, -1):
            inside = [
                column[j]
                for j in range(order)
                if (H[i, j] == sign if i else (j < order // 2) == (sign == 1))
            ]
            for q in range(halves):
                action = inside[q::halves]
                total, _ = again.play(action, m)
                mean = k * total / m
                Z[i] += mean if i == 0 else sign * mean
                part.groups.append(action)
                part.numbers.append(mean)
                part.say(
                    "see" if i else "group",
                    _row(i, sign, action, m, mean, Z[i], last=sign == -1 and q == halves - 1),
                    again.t,
                    len(part.groups) - 1,
                )
    for d, arm in enumerate(members):
        first, end = -(-d * order // M), -(-(d + 1) * order // M)
        total = 0.0
        for j in range(first, end):
            for i in range(order):
                total += float(H[i, j]) * Z[i]
        part.estimates[arm] = total / (order * (end - first))
    found = "; ".join(f"arm {i + 1}: {_three(theta)}" for i, theta in part.estimates.items())
    part.say("update", f"The columns undo the rows: θ̂ = HᵀZ/{order}. {found}.", again.t)
    return [part]


def _row(i: int, sign: int, action: list[int], m: int, mean: float, z: float, *, last: bool) -> str:
    side = ("first" if sign == 1 else "second") + " half"
    if i:
        side = f"{'+' if sign == 1 else '−'}1 columns"
    text = (
        f"Row {i + 1}, {side}: {_all(action)} played {m:,} times. One number is kept, the mean of "
        f"K·r: {_three(mean)}."
    )
    what = "sum" if i == 0 else "difference"
    return text + (f" The {what} of both sides is Z_{i + 1} = {_three(z)}." if last else "")


def _all(arms: Sequence[int]) -> str:
    names = [str(i + 1) for i in arms]
    return f"arm {names[0]}" if len(names) == 1 else f"arms {', '.join(names)}"


def _cmab_sm(run: Run) -> list[Part]:
    problem, numbers = run.problem, run.algorithm.resolved(run.problem)
    n, size = problem.n_arms, problem.k + 1
    lam, L = float(numbers["lam"]), float(numbers["L"])
    cut, again = _cut(run), Again(run)
    told: list[Part] = []
    ordered: list[list[int]] = []
    for g in range(min(2, -(-n // size))):
        group = [cut[(g * size + q) % n] for q in range(size)]
        part = Part(f"SORT of group {g + 1}")
        order = _sort(again, part, group, lam, L, problem.horizon)
        if order is None:
            return told
        ordered.append(order)
        if g == 0 and 0 < len(part.groups) <= MOST_ACTIONS:
            told.append(part)
    if len(ordered) == 2:
        merge = _compare(again, ordered[0][:-1], ordered[1][:-1], lam, L, problem.horizon)
        if merge is not None and 0 < len(merge.groups) <= MOST_ACTIONS:
            told.append(merge)
    return told


def _sort(
    again: Again, part: Part, group: list[int], lam: float, L: float, T: int
) -> list[int] | None:
    """Sort a group; None if T comes first. The means of a_−i are in ``part.estimates``."""
    K = len(group) - 1
    mu, n = [0.0] * (K + 1), [0] * (K + 1)
    delta = DELTA_1
    part.say(
        "sort",
        f"The group is {_all(group)}. Leaving out one arm at a time gives {K + 1} actions: the "
        "less reward is left, the better the arm that is missing.",
        again.t,
    )
    while delta > lam:
        close = [
            any(j != i and abs(mu[i] - mu[j]) <= 2.0 * delta for j in range(K + 1))
            for i in range(K + 1)
        ]
        if not any(close):
            part.say("sort", f"No two means are within 2Δ = {2 * delta:g} any more.", again.t)
            break
        goal = ceil(L / delta**2)
        for i in range(K + 1):
            if not close[i] or n[i] >= goal:
                continue
            rounds = min(goal - n[i], T - again.t)
            action = group[:i] + group[i + 1 :]
            _, mu[i] = again.play(action, rounds, mu[i], n[i])
            n[i] += rounds
            if again.t == T:
                return None
            part.groups.append(action)
            part.numbers.append(mu[i])
            part.say(
                "sort",
                f"Δ = {delta:g}: without arm {group[i] + 1} the others are played up to {goal:,} "
                f"times. Mean of r: {_three(mu[i])}.",
                again.t,
                len(part.groups) - 1,
            )
        delta /= 2.0
    ranked = sorted(range(K + 1), key=lambda i: mu[i])
    order = [group[i] for i in ranked]
    part.estimates = {group[i]: mu[i] for i in ranked}
    best = "; ".join(f"without arm {i + 1}: {_three(mean)}" for i, mean in part.estimates.items())
    part.say("sort", f"By increasing mean, {best}. Arm {order[-1] + 1} comes last.", again.t)
    return order


def _compare(
    again: Again, base: list[int], other: list[int], lam: float, L: float, T: int
) -> Part | None:
    """Tell the first comparison of a merge; None if there is none, or T comes first."""
    new = next((arm for arm in other if arm not in base), None)
    if new is None:
        return None
    part = Part("MERGE with group 2, its first comparison")
    actions = [base, [new, *base[1:]]]
    names = (f"arm {base[0] + 1}", f"arm {new + 1}")
    mu, n, deltas = [0.0, 0.0], [0, 0], [DELTA_1, DELTA_1]
    part.say(
        "merge",
        f"The kept are {_all(base)}; {names[1]} is the first of {arm_list(other)}. Two actions are "
        f"compared: the kept, and the kept with {names[1]} in the place of {names[0]}.",
        again.t,
    )
    decided = False
    while deltas[1] > lam:
        for x in (0, 1):
            rounds = min(max(0, ceil(L / deltas[x] ** 2) - n[x]), T - again.t)
            if rounds == 0:
                continue
            _, mu[x] = again.play(actions[x], rounds, mu[x], n[x])
            n[x] += rounds
            if again.t == T:
                return None
            part.groups.append(actions[x])
            part.numbers.append(mu[x])
            part.say(
                "merge",
                f"Δ = {deltas[x]:g}: with {names[x]}, {n[x]:,} plays in all. Mean of r: "
                f"{_three(mu[x])}.",
                again.t,
                len(part.groups) - 1,
            )
        if abs(mu[0] - mu[1]) > deltas[0] + deltas[1]:
            decided = True
            break
        deltas[1] /= 2.0
        if deltas[1] > lam:
            deltas[0] = min(deltas)
    better = int(mu[1] > mu[0])
    part.estimates = {base[0]: mu[0], new: mu[1]}
    why = "more than both Δ together" if decided else f"undecided when Δ falls to λ = {lam:.3g}"
    part.say(
        "merge",
        f"{names[better].capitalize()} is next in the new G*: the means differ by "
        f"{_three(abs(mu[0] - mu[1]))}, {why}.",
        again.t,
    )
    return part
