"""Settings of the problem: its arms, what a round pays, how long it goes on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from dart_core.joint_rewards import REWARDS, JointReward
from dashboard import arms
from dashboard.rules import MOST_DESCRIBED
from dashboard.schema.arm_fields import MOST_GIVEN, Names, Rewards, Sampled
from dashboard.schema.fields import setting
from dashboard.schema.kinds import Numbers, OneOf, Real, Whole

if TYPE_CHECKING:
    import dart_core as dc

MAX_ARMS = MOST_DESCRIBED
MAX_K = 50
MAX_HORIZON = 2_000_000
MAX_SEED = 2**32 - 1


@dataclass(frozen=True)
class ProblemChoices:
    """The part of `dashboard.settings.Settings` that describes the problem."""

    n: int = setting(Whole(2, MOST_GIVEN), 12, "Arms N", "How many arms there are to choose from.")
    k: int = setting(
        Whole(1, MAX_K), 3, "Chosen arms K", "How many arms are played in every round, at most N."
    )
    horizon: int = setting(
        Whole(1, MAX_HORIZON), 20_000, "Rounds T", "How many rounds are played in all.", key="t"
    )
    reward: str = setting(
        OneOf({name: record.label for name, record in REWARDS.items()}),
        "mean",
        "Joint reward f",
        "What one round pays, given which of its K arms paid; nothing else is seen.",
    )
    at_least: int = setting(
        Whole(1, MAX_K),
        1,
        "At least m",
        "How many of the K arms must pay, where the joint reward is “at least m of the K”.",
        key="m",
    )
    curve: tuple[float, ...] | None = setting(
        Numbers(2, MAX_K + 1, rising=True),
        None,
        "Count curve g(0), …, g(K)",
        "The joint reward when 0, 1, …, K of the arms pay.",
        none="",
    )
    arms: str = setting(
        OneOf(
            {
                "uniform": "drawn from U[0, 1]",
                "spaced": "evenly spaced",
                "groups": "two groups",
                "pair": "one hard pair",
                "given": "given",
            }
        ),
        "uniform",
        "Arm means",
        "Where the chance of each arm to pay comes from.",
    )
    gap: float = setting(
        Real(0.0, 1.0),
        0.2,
        "Gap",
        "How far apart the two groups are, or the K-th and the (K+1)-th arm of the hard pair; with "
        "shared noise at most 0.5, and 0 means the gap of the theorem.",
    )
    means: tuple[float, ...] | None = setting(
        Numbers(2, MOST_GIVEN),
        None,
        "Means",
        "The chance of each arm to pay 1 in a round, one number per arm.",
        none="",
    )
    names: tuple[str, ...] | None = setting(
        Names(2, MOST_GIVEN),
        None,
        "Names",
        "What given arms are called; without names they are numbered.",
        none="",
        since=3,
    )
    data: Rewards | None = setting(  # noqa: RUF009 (not mutable: as the other fields)
        Sampled(2, MOST_GIVEN),
        None,
        "Rewards",
        "Rewards that were seen of given arms; each arm pays one of its own, all alike.",
        none="",
        since=3,
    )
    law: str = setting(
        OneOf(
            {
                "bernoulli": "0 or 1 (Bernoulli)",
                "beta": "Beta",
                "varied": "Beta, each arm with its own spread",
                "normal": "truncated normal",
                "uniform": "uniform",
                "constant": "constant",
                "shared": "shared noise (the lower bound)",
                "data": "drawn from your data",
                "rows": "whole rows of your data",
            }
        ),
        "bernoulli",
        "An arm's reward",
        "How the reward of one arm scatters around its mean.",
        since=2,
    )
    spread: float = setting(
        Real(0.0, 1.0),
        0.5,
        "Spread",
        "0: always the mean; 1: as widely as a reward between 0 and 1 can scatter.",
        since=2,
    )
    arms_seed: int = setting(
        Whole(0, MAX_SEED),
        0,
        "Instance seed",
        "Draws the arms: another number, other arms.",
    )

    def means_array(self) -> NDArray[np.float64]:
        """Return the mean of every arm, in the order of their labels."""
        if self.means is not None:
            return np.array(self.means)
        if self.arms == "spaced":
            return arms.spaced(self.n, self.arms_seed)
        if self.arms == "groups":
            return arms.groups(self.n, self.k, self.gap, self.arms_seed)
        if self.arms == "pair":
            return arms.pair(self.n, self.k, self.gap, self.arms_seed)
        return arms.uniform(self.n, self.arms_seed)

    @property
    def joint_reward(self) -> JointReward:
        """The record of the joint reward."""
        return REWARDS[self.reward]

    @property
    def reward_words(self) -> str:
        """The joint reward in plain words."""
        return self.joint_reward.words.format(m=self.at_least, k=self.k)

    def problem(self) -> dc.Problem:
        """Return the problem that these settings describe."""
        import dart_core as dc

        reward = self.joint_reward.given(self.at_least, self.curve)
        return dc.Problem(self._arms(), k=self.k, horizon=self.horizon, reward=reward)

    def _arms(self) -> Any:
        """Return the arms as `dart_core.Problem` takes them."""
        import dart_core as dc

        if self.data is not None:
            return self.data.rows if self.law == "rows" else self.data.laws
        means = self.means_array()
        if self.law == "bernoulli":
            return means
        if self.law == "shared":
            upper = arms.groups(self.n, self.k, 1.0, self.arms_seed) > 0.5
            gap = min(self.gap, 0.5) or None  # 0: that of the theorem
            return dc.LowerBound(self.n, self.k, gap=gap, best=np.flatnonzero(upper).tolist())
        return arms.laws(means, self.law, self.spread, self.arms_seed)
