"""CSAR in plain Python: phases of Hadamard designs, one play at a time, every frame kept."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from functools import cache

from dart_core.algorithms.csar.hadamard import hadamard, order_for
from tests.reference import luck
from tests.reference.rewards import Reward, best, expected, joint_reward

ACTIVE, ACCEPTED, REJECTED = 0, 1, 2


@cache
def rows(order: int) -> list[list[int]]:
    """Return a Hadamard matrix as lists."""
    return hadamard(order).tolist()


class Horizon(Exception):
    """Round T has been played: whatever is half done stays undone."""


@dataclass(frozen=True)
class Frame:
    """What can be seen after round `t`."""

    t: int
    committed: bool
    phase: int
    eps: float
    action: list[int]
    sets: list[int]
    estimates: list[float]
    widths: list[float]
    regret: float


@dataclass
class Run:
    """A problem under one seed, and what CSAR remembers of it."""

    means: list[float]
    k: int
    horizon: int
    reward: Reward
    seed: int
    estimator: str
    c: float
    eps: float
    delta: float
    t: int = 0
    phase: int = 0
    committed: bool = False
    regret: float = 0.0
    draws: int = 0
    candidates: list[int] = field(default_factory=list)
    rejected: list[int] = field(default_factory=list)  # the latest first, best first
    accepted: list[int] = field(default_factory=list)
    estimates: list[float] = field(default_factory=list)
    widths: list[float] = field(default_factory=list)
    frames: list[Frame] = field(default_factory=list)
    events: list[tuple[int, int, int, str, float, float, float]] = field(default_factory=list)
    final_set: tuple[int, ...] = ()
    best: float = 0.0

    def __post_init__(self) -> None:
        n = len(self.means)
        self.candidates = list(range(n))
        self.estimates, self.widths = [0.0] * n, [math.inf] * n
        self.best = best(self.reward, self.means, self.k)
        self.keep_frame([-1] * self.k)

    def keep_frame(self, action: list[int]) -> None:
        sets = [REJECTED] * len(self.means)
        for arm in self.candidates:
            sets[arm] = ACTIVE
        for arm in self.accepted:
            sets[arm] = ACCEPTED
        shown = (list(self.estimates), list(self.widths), self.regret)
        self.frames.append(
            Frame(self.t, self.committed, self.phase, self.eps, action, sets, *shown)
        )

    def play(self, action: list[int]) -> float:
        assert len(set(action)) == self.k
        assert self.t < self.horizon
        self.t += 1
        outcomes = [luck.reward(self.seed, self.means, self.t, arm) for arm in action]
        own = [self.means[arm] for arm in action]
        self.regret += max(0.0, self.best - expected(self.reward, own))
        self.keep_frame(action)
        return joint_reward(self.reward, outcomes)

    def mean_sum(self, action: list[int], m: int) -> float:
        """Play `action` m times; return the mean of K·r, its estimated sum."""
        if self.horizon - self.t < m:
            while self.t < self.horizon:
                self.play(action)
            raise Horizon
        total = 0.0
        for _ in range(m):
            total += self.play(action)
        return self.k * total / m

    def estimate_set(
        self, arms: list[int], own: int, fixed: list[int], m: int, known: float
    ) -> list[float]:
        """Estimate the first `own` of `arms`; every play is `fixed` and free arms of the set."""
        free = self.k - len(fixed)
        order = order_for(free)
        design = rows(order)
        # With fewer arms than columns an arm stands for several columns next to each other.
        column = [arms[j * len(arms) // order] for j in range(order)]
        parts = order // 2 // free
        z = []
        for i, row in enumerate(design):
            if i == 0:
                halves = [(1, column[: order // 2]), (1, column[order // 2 :])]
            else:
                halves = [
                    (sign, [arm for arm, entry in zip(column, row, strict=True) if entry == sign])
                    for sign in (1, -1)
                ]
            total = 0.0
            for sign, half in halves:
                for part in range(parts):
                    total += sign * self.mean_sum(fixed + half[part::parts], m)
            z.append(total)
        z[0] -= 2 * parts * known
        found = []
        for arm in arms[:own]:
            total, copies = 0.0, 0
            for j in range(order):
                if column[j] == arm:
                    copies += 1
                    for i in range(order):
                        total += design[i][j] * z[i]
            found.append(total / (order * copies))
        return found

    def estimate(self) -> dict[int, float]:
        """Return θ̂ of the candidates (EST2: of the accepted arms too)."""
        delta = 6 * self.delta / math.pi**2 / self.phase**2
        log_n = math.log(2 * len(self.candidates) / delta)
        found: dict[int, float] = {}
        fixed: list[int] = []
        m = math.ceil(self.c / self.eps**2 * log_n)
        if self.estimator == "est2":
            fixed = list(self.accepted)
            free = self.k - len(fixed)
            factor = 2 * self.k / free if fixed else 1.0
            m = math.ceil(factor * self.c / self.eps**2 * log_n)
            if fixed:
                others = self.candidates + self.rejected
                arms = (fixed + others)[: order_for(self.k)]
                m_a = math.ceil(self.c / self.eps**2 * math.log(2 * len(arms) / delta))
                values = self.estimate_set(arms, len(fixed), [], m_a, 0.0)
                found |= dict(zip(fixed, values, strict=True))
        known = 0.0
        for arm in fixed:
            known += found[arm]
        self.shuffle()
        size = order_for(self.k - len(fixed))
        for first in range(0, len(self.candidates), size):
            own = self.candidates[first : first + size]
            if len(self.candidates) >= size:
                fill = self.candidates
            else:
                fill = self.rejected + ([] if self.estimator == "est2" else self.accepted)
            arms = own + fill[: size - len(own)]
            values = self.estimate_set(arms, len(own), fixed, m, known)
            found |= dict(zip(own, values, strict=True))
        return found

    def shuffle(self) -> None:
        key = luck.stream_key(self.seed, "algorithm", "csar")
        arms = self.candidates
        for last in range(len(arms) - 1, 0, -1):
            other = luck.below(key, self.draws, last + 1)
            self.draws += 1
            arms[last], arms[other] = arms[other], arms[last]

    def move(self, arm: int, move: str, threshold: float) -> None:
        estimate = self.estimates[arm]
        self.events.append((self.t, self.phase, arm, move, estimate, threshold, self.eps))

    def rank(self) -> None:
        """Order the candidates by decreasing estimate; the sort is stable."""
        self.candidates.sort(key=lambda arm: -self.estimates[arm])

    def test(self) -> None:
        self.rank()
        places = self.k - len(self.accepted)
        theta = self.estimates
        inside, outside = theta[self.candidates[places - 1]], theta[self.candidates[places]]
        good = [arm for arm in self.candidates if theta[arm] - outside > 2 * self.eps]
        bad = [arm for arm in self.candidates if inside - theta[arm] > 2 * self.eps]
        for arm in good:
            self.move(arm, "accept", outside + 2 * self.eps)
        for arm in bad:
            self.move(arm, "reject", inside - 2 * self.eps)
        self.candidates = [arm for arm in self.candidates if arm not in good + bad]
        self.accepted += good
        self.rejected = bad + self.rejected


def run_csar(
    means: list[float],
    k: int,
    horizon: int,
    reward: Reward,
    seed: int,
    *,
    estimator: str,
    c: float,
    eps0: float,
    delta: float,
) -> Run:
    """Run CSAR (Rejwan and Mansour) with one of its two estimators."""
    run = Run(means, k, horizon, reward, seed, estimator, c, eps0, delta)
    try:
        while len(run.candidates) + len(run.accepted) > k and run.t < horizon:
            run.phase += 1
            for arm, value in run.estimate().items():
                run.estimates[arm], run.widths[arm] = value, run.eps
            run.keep_frame(run.frames[-1].action)
            run.test()
            run.eps /= 2
            run.keep_frame(run.frames[-1].action)
    except Horizon:
        pass
    run.rank()
    action = run.accepted + run.candidates[: k - len(run.accepted)]
    if run.t < horizon:
        run.committed = True
        run.keep_frame(action)
    while run.t < horizon:
        run.play(action)
    run.final_set = tuple(sorted(action))
    return run
