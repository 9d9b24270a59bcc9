"""The surroundings of the plain algorithms: arms to play, regret, and a record of each round."""

from __future__ import annotations

from dataclasses import dataclass, field

from tests.reference import luck
from tests.reference.rewards import Reward, best, expected, joint_reward


@dataclass(frozen=True)
class Round:
    """What is known after a round."""

    t: int
    action: list[int]
    estimates: list[float]
    sets: list[int]
    regret: float


@dataclass
class Bandit:
    """A problem under one seed; algorithms set `estimates` and `sets` before they `record`."""

    means: list[float]
    k: int
    horizon: int
    reward: Reward
    seed: int
    t: int = 0
    regret: float = 0.0
    outcomes: list[float] = field(default_factory=list)
    estimates: list[float] = field(default_factory=list)
    plays: list[int] = field(default_factory=list)
    sets: list[int] = field(default_factory=list)
    rounds: list[Round] = field(default_factory=list)
    moves: list[tuple[int, int, float, float]] = field(default_factory=list)
    final_set: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        n = len(self.means)
        self.estimates, self.plays, self.sets = [0.0] * n, [0] * n, [0] * n
        self.best = best(self.reward, self.means, self.k)

    def play(self, action: list[int]) -> float:
        """Play at most K different arms; those that are missing pay 0."""
        assert len(set(action)) == len(action) <= self.k
        assert self.t < self.horizon
        self.t += 1
        missing = self.k - len(action)
        self.outcomes = [luck.reward(self.seed, self.means, self.t, arm) for arm in action]
        chances = [0.0] * missing + [self.means[arm] for arm in action]
        self.regret += max(0.0, self.best - expected(self.reward, chances))
        return joint_reward(self.reward, self.outcomes + [0] * missing)

    def shuffled_arms(self, algorithm: str) -> list[int]:
        """Return all arms in the order in which an algorithm looks at them and breaks ties."""
        key = luck.stream_key(self.seed, "algorithm", algorithm)
        return luck.shuffled(list(range(len(self.means))), key)

    def average(self, arm: int, reward: float) -> None:
        """Take one more reward into an arm's mean."""
        self.plays[arm] += 1
        self.estimates[arm] += (reward - self.estimates[arm]) / self.plays[arm]

    def record(self, action: list[int]) -> None:
        action, estimates, sets = list(action), list(self.estimates), list(self.sets)
        self.rounds.append(Round(self.t, action, estimates, sets, self.regret))

    def mark(self, action: list[int]) -> None:
        """Set 1 is what is played now, set 2 what is eliminated."""
        for arm, old in enumerate(self.sets):
            if old != 2:
                self.sets[arm] = int(arm in action)

    def commit(self, action: list[int]) -> None:
        """Play one set for the rest of the horizon."""
        self.final_set = tuple(sorted(action))
        while self.t < self.horizon:
            self.play(action)
            self.record(action)
