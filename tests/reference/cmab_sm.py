"""CMAB-SM in plain Python: sort groups of K+1 arms, merge them one after another."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from tests.reference import luck
from tests.reference.rewards import Reward, best, expected, joint_reward

ACTIVE, KEPT, LEFT_OUT = 0, 1, 2


class Horizon(Exception):
    """Round T has been played: whatever is half done stays undone."""


@dataclass
class Mean:
    """The running mean of one action's rewards."""

    action: list[int]
    n: int = 0
    mu: float = 0.0


@dataclass(frozen=True)
class Frame:
    """What can be seen after round `t`."""

    t: int
    committed: bool
    stage: int
    delta: float
    action: list[int]
    sets: list[int]
    estimates: list[float]
    widths: list[float]
    regret: float


@dataclass
class Run:
    """A problem under one seed, and what CMAB-SM remembers of it."""

    means: list[float]
    k: int
    horizon: int
    reward: Reward
    seed: int
    lam: float
    log_term: float
    t: int = 0
    stage: int = 0
    delta: float = 0.5
    committed: bool = False
    regret: float = 0.0
    kept: list[int] = field(default_factory=list)  # G*
    sets: list[int] = field(default_factory=list)
    estimates: list[float] = field(default_factory=list)
    widths: list[float] = field(default_factory=list)
    # What is being measured: arm → the actions that speak for it, and the samples behind it.
    contest: list[tuple[int, list[Mean], Mean, int]] = field(default_factory=list)
    frames: list[Frame] = field(default_factory=list)
    events: list[tuple[int, int, int, str, float, float]] = field(default_factory=list)
    final_set: tuple[int, ...] = ()
    best: float = 0.0

    def __post_init__(self) -> None:
        n = len(self.means)
        self.sets, self.estimates, self.widths = [ACTIVE] * n, [0.0] * n, [math.inf] * n
        self.best = best(self.reward, self.means, self.k)

    def groups(self) -> list[list[int]]:
        """Cut the arms at random into groups of K+1, the last one wrapping to the first arms."""
        arms = list(range(len(self.means)))
        key = luck.stream_key(self.seed, "algorithm", "cmab-sm")
        for draw, last in enumerate(range(len(arms) - 1, 0, -1)):
            other = luck.below(key, draw, last + 1)
            arms[last], arms[other] = arms[other], arms[last]
        n, size = len(arms), self.k + 1
        return [[arms[(g + q) % n] for q in range(size)] for g in range(0, n, size)]

    def look(self) -> None:
        """Bring the estimates of the arms that are being measured up to date."""
        for arm, held_by, counted, scale in self.contest:
            played = [mean.mu for mean in held_by if mean.n]
            if played:
                total = 0.0
                for mu in played:
                    total += mu
                self.estimates[arm] = total / len(played)
                n = counted.n
                self.widths[arm] = math.sqrt(self.log_term / n) / scale if n else math.inf

    def keep_frame(self, action: list[int]) -> None:
        self.look()
        shown = (action, list(self.sets), list(self.estimates), list(self.widths), self.regret)
        self.frames.append(Frame(self.t, self.committed, self.stage, self.delta, *shown))

    def play(self, action: list[int]) -> float:
        assert len(set(action)) == self.k
        assert self.t < self.horizon
        self.t += 1
        outcomes = [luck.reward(self.seed, self.means, self.t, arm) for arm in action]
        own = [self.means[arm] for arm in action]
        self.regret += max(0.0, self.best - expected(self.reward, own))
        return joint_reward(self.reward, outcomes)

    def fill(self, mean: Mean, n: float) -> None:
        """Play the action of `mean` until it has n samples."""
        while mean.n < n:
            r = self.play(mean.action)
            mean.n += 1
            mean.mu += (r - mean.mu) / mean.n
            self.keep_frame(mean.action)
            if self.t == self.horizon:
                raise Horizon

    def n_r(self, delta: float) -> float:
        return self.log_term / delta**2

    def sort(self, group: list[int]) -> list[int]:
        without = [Mean([arm for arm in group if arm != out]) for out in group]
        self.stage += 1
        self.delta = 0.5
        self.contest = [
            (arm, [mean for mean in without if arm in mean.action], own, self.k)
            for arm, own in zip(group, without, strict=True)
        ]
        while self.delta > self.lam:
            close = [
                mean
                for mean in without
                if any(
                    abs(mean.mu - other.mu) <= 2 * self.delta
                    for other in without
                    if other is not mean
                )
            ]
            if not close:
                break
            for mean in close:
                self.fill(mean, self.n_r(self.delta))
            self.delta /= 2
        ranked = sorted(range(len(group)), key=lambda i: without[i].mu)
        self.look()
        return [group[i] for i in ranked]

    def merge(self, first: list[int], second: list[int]) -> list[int]:
        self.stage += 1
        base, delta_1 = Mean(first), 0.5
        chosen: list[int] = []
        i = j = 0
        while len(chosen) < self.k:
            while j < self.k and second[j] in first:
                j += 1
            if j == self.k:
                chosen += first[i : i + self.k - len(chosen)]
                break
            challenger = Mean([second[j] if arm == first[i] else arm for arm in first])
            self.delta = 0.5
            self.contest = [
                (first[i], [base], base, 1),
                (second[j], [challenger], challenger, 1),
            ]
            while self.delta > self.lam:
                self.fill(base, self.n_r(delta_1))
                self.fill(challenger, self.n_r(self.delta))
                if abs(base.mu - challenger.mu) > delta_1 + self.delta:
                    break
                self.delta /= 2
                if self.delta > self.lam:
                    delta_1 = min(delta_1, self.delta)
            self.look()
            if challenger.mu > base.mu:
                chosen.append(second[j])
                j += 1
            else:
                chosen.append(first[i])
                i += 1
            if challenger.n:
                self.keep_frame(challenger.action)
        return chosen

    def leave_out(self, arm: int, *, returns: bool) -> None:
        if returns:
            self.sets[arm] = ACTIVE
        elif self.sets[arm] != LEFT_OUT:
            self.sets[arm] = LEFT_OUT
            self.book(arm, "reject")

    def book(self, arm: int, move: str) -> None:
        estimate = self.estimates[arm]
        self.events.append((self.t, self.stage, arm, move, estimate, self.delta))


def run_cmab_sm(
    means: list[float],
    k: int,
    horizon: int,
    reward: Reward,
    seed: int,
    *,
    lam: float,
    log_term: float,
) -> Run:
    """Run CMAB-SM (Agarwal, Aggarwal, Umrawal, Quinn)."""
    run = Run(means, k, horizon, reward, seed, lam, log_term)
    groups = run.groups()
    run.kept = groups[0][:k]
    run.keep_frame([-1] * k)
    try:
        for g, group in enumerate(groups):
            last = g == len(groups) - 1
            began, action = run.t, run.frames[-1].action
            ordered = run.sort(group)
            if g == 0:
                run.kept = ordered[:k]
                for arm in run.kept:
                    run.sets[arm] = KEPT
            if ordered[k] not in run.kept:
                run.leave_out(ordered[k], returns=not last and ordered[k] in groups[-1])
            action = run.frames[-1].action
            if run.t > began:
                run.keep_frame(action)
            if g == 0:
                continue
            began, before = run.t, run.kept
            run.kept = run.merge(before, ordered[:k])
            for arm in run.kept:
                run.sets[arm] = KEPT
            for arm in before + ordered[:k]:
                if arm not in run.kept:
                    run.leave_out(arm, returns=not last and arm in groups[-1])
            if run.t > began:
                run.keep_frame(run.frames[-1].action)
        run.contest = []
        for arm in run.kept:
            run.book(arm, "accept")
    except Horizon:
        pass
    if run.t < horizon:
        run.committed = True
        run.contest = []
        run.keep_frame(run.kept if run.t else [-1] * k)
    while run.t < horizon:
        run.play(run.kept)
        run.keep_frame(run.kept)
    run.final_set = tuple(sorted(run.kept))
    return run
