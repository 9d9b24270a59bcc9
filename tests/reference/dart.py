"""DART in plain Python: the printed algorithm, and the variant that its authors ran.

Lists and scalars only, every frame kept. The two algorithms share their surroundings (`Run`)
but no decision, so that a slip in one does not hide in the other.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from tests.reference import luck
from tests.reference.rewards import Reward, best, expected, joint_reward

ACTIVE, ACCEPTED, REJECTED = 0, 1, 2


@dataclass(frozen=True)
class Frame:
    """The state after round `t`.

    A test that changed something adds a second frame, and so does the commitment, which already
    shows the action that will be played from `t` on.
    """

    t: int
    committed: bool
    epoch: int
    delta: float
    action: list[int]
    sets: list[int]
    estimates: list[float]
    regret: float


@dataclass(frozen=True)
class Event:
    """One arm accepted or rejected."""

    t: int
    epoch: int
    arm: int
    move: str
    estimate: float
    threshold: float
    delta: float


@dataclass
class Run:
    """A problem under one seed, and what DART remembers of it."""

    means: list[float]
    k: int
    horizon: int
    reward: Reward
    seed: int
    delta: float
    t: int = 0
    committed: bool = False
    epoch: int = 0
    regret: float = 0.0
    draws: int = 0
    active: list[int] = field(default_factory=list)
    accepted: list[int] = field(default_factory=list)
    pulls: list[int] = field(default_factory=list)
    estimates: list[float] = field(default_factory=list)
    frames: list[Frame] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    final_set: tuple[int, ...] = ()
    best: float = 0.0

    def __post_init__(self) -> None:
        n = len(self.means)
        self.active, self.pulls, self.estimates = list(range(n)), [0] * n, [0.0] * n
        # With a non-decreasing joint reward the best action is the top K by mean.
        self.best = best(self.reward, self.means, self.k)
        self.keep_frame([-1] * self.k)

    @property
    def open_places(self) -> int:
        """K_e, the places of an action that accepted arms leave open."""
        return self.k - len(self.accepted)

    def keep_frame(self, action: list[int]) -> None:
        sets = [REJECTED] * len(self.means)
        for arm in self.active:
            sets[arm] = ACTIVE
        for arm in self.accepted:
            sets[arm] = ACCEPTED
        self.frames.append(
            Frame(
                self.t,
                self.committed,
                self.epoch,
                self.delta,
                action,
                sets,
                list(self.estimates),
                self.regret,
            )
        )

    def play(self, action: list[int]) -> float:
        """Play one round and return its joint reward."""
        assert len(set(action)) == self.k
        assert self.t < self.horizon
        self.t += 1
        outcomes = [luck.reward(self.seed, self.means, self.t, arm) for arm in action]
        own = [self.means[arm] for arm in action]
        self.regret += max(0.0, self.best - expected(self.reward, own))
        return joint_reward(self.reward, outcomes)

    def update(self, arm: int, reward: float) -> None:
        self.pulls[arm] += 1
        self.estimates[arm] += (reward - self.estimates[arm]) / self.pulls[arm]

    def shuffle(self) -> None:
        """Put C into a uniformly random order (Fisher and Yates, from the last place down)."""
        key = luck.stream_key(self.seed, "algorithm", "dart")
        for last in range(len(self.active) - 1, 0, -1):
            other = luck.below(key, self.draws, last + 1)
            self.draws += 1
            self.active[last], self.active[other] = self.active[other], self.active[last]

    def ranking(self) -> list[int]:
        """Return C by decreasing estimate; `sorted` is stable, so C's random order breaks ties."""
        return sorted(self.active, key=lambda arm: -self.estimates[arm])

    def move(self, arm: int, move: str, threshold: float) -> None:
        self.active.remove(arm)
        if move == "accept":
            self.accepted.append(arm)
        estimate = self.estimates[arm]
        self.events.append(Event(self.t, self.epoch, arm, move, estimate, threshold, self.delta))

    def commit(self) -> None:
        """Play A and the best of C until the horizon, without looking at the rewards."""
        action = self.accepted + self.ranking()[: self.open_places]
        if self.t < self.horizon:
            self.committed = True
            self.keep_frame(action if self.t else [-1] * self.k)
        while self.t < self.horizon:
            self.play(action)
            self.keep_frame(action)
        self.final_set = tuple(sorted(action))


def constants(preset: str, n: int, k: int, horizon: int) -> dict[str, float]:
    """Return the constants c, λ and Δ_0 of a preset."""
    authors_lam = math.sqrt(n * math.log(n * horizon) / (horizon * k))
    log_2nt = math.log(2 * n * horizon)
    c, lam = {
        "paper-v2": (32.0, math.sqrt(720 * n * k * log_2nt / horizon)),
        "paper-v1": (32.0, math.sqrt(1440 * n * log_2nt / (k * horizon))),
        "unresolved": (32.0, 0.0),
        "clean-c1": (1.0, authors_lam),
        "authors-code": (1.0, authors_lam),
    }[preset]
    return {"c": c, "lam": lam, "delta0": 1.0}


def run_preset(
    preset: str,
    means: list[float],
    k: int,
    horizon: int,
    reward: Reward,
    seed: int,
    **overrides: float,
) -> Run:
    """Run a preset of DART, with any of its constants overridden."""
    algorithm = authors_code if preset == "authors-code" else printed
    chosen = constants(preset, len(means), k, horizon) | overrides
    return algorithm(means, k, horizon, reward, seed, **chosen)


def printed(
    means: list[float],
    k: int,
    horizon: int,
    reward: Reward,
    seed: int,
    *,
    c: float,
    lam: float,
    delta0: float,
) -> Run:
    """Run Algorithm 1 of the paper."""
    run = Run(means, k, horizon, reward, seed, delta0)
    log_nt = math.log(len(means) * horizon)
    while run.t < horizon:
        k_e, n_e = run.open_places, len(run.active)
        run.epoch += 1
        run.shuffle()
        for group in range(math.ceil(n_e / k_e)):
            if run.t == horizon:
                break
            places = range(k_e * group, k_e * (group + 1))
            action = run.accepted + [run.active[place % n_e] for place in places]
            r = run.play(action)
            for place in places:
                if place < n_e:  # a wrapped repeat has had its update of this epoch
                    run.update(run.active[place], r)
            run.keep_frame(action)

        if n_e > k_e and run.epoch >= c * log_nt / run.delta**2:
            ranked = run.ranking()
            inside, outside = run.estimates[ranked[k_e - 1]], run.estimates[ranked[k_e]]
            for arm in ranked[:k_e]:
                if run.estimates[arm] - outside >= run.delta:
                    run.move(arm, "accept", outside + run.delta)
            for arm in ranked[k_e:]:
                if inside - run.estimates[arm] >= run.delta:
                    run.move(arm, "reject", inside - run.delta)
            run.delta /= 2
            run.keep_frame(action)
        if run.delta < lam or len(run.accepted) + len(run.active) == k:
            break
    run.commit()
    return run


def authors_code(
    means: list[float],
    k: int,
    horizon: int,
    reward: Reward,
    seed: int,
    *,
    c: float,
    lam: float,
    delta0: float,
) -> Run:
    """Run the variant of the authors' research code; `delta` is its threshold 2·2^−r·Δ_0."""
    stage = 1
    run = Run(means, k, horizon, reward, seed, 2 * 0.5**stage * delta0)
    log_nt = math.log(len(means) * horizon)
    while run.t < horizon and len(run.accepted) + len(run.active) > k:
        k_e, n_e = run.open_places, len(run.active)
        groups = math.ceil(n_e / k_e)
        if horizon - run.t < groups:
            if run.epoch == 0:
                run.shuffle()
            break
        run.epoch += 1
        run.shuffle()
        shrinkage = (n_e - k_e) / (n_e - 1)
        for group in range(groups):
            first = min(k_e * group, n_e - k_e)  # an overrunning group is the last K_e arms
            action = run.accepted + run.active[first : first + k_e]
            r = run.play(action) / shrinkage
            for arm in action:
                run.update(arm, r)
            run.keep_frame(action)

        everyone = sorted(run.estimates, reverse=True)  # rejected arms with their stale means
        accept_above, reject_below = everyone[k] + run.delta, everyone[k - 1] - run.delta
        moved_before, stage_before = len(run.events), stage
        for arm in run.ranking():
            if run.estimates[arm] > accept_above and run.open_places > 0:
                run.move(arm, "accept", accept_above)
        # Stale leaders among the rejected can put the threshold above too many of C; the last
        # K_e arms that an action needs stay.
        for arm in run.ranking()[run.open_places :]:
            if run.estimates[arm] < reject_below or run.open_places == 0:
                run.move(arm, "reject", reject_below)
        if run.open_places > 0 and run.active:
            n_r = int(c * 4**stage * log_nt)
            if run.t > n_r * math.ceil(len(run.active) / run.open_places):
                stage += 1
                run.delta = 2 * 0.5**stage * delta0
        if len(run.events) > moved_before or stage > stage_before:
            run.keep_frame(action)
        if stage > stage_before and 0.5**stage * delta0 < lam:
            break
    run.commit()
    return run
