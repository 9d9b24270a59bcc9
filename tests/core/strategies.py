"""Hypothesis strategies for the core: problems at the edges, constants that make arms move."""

from __future__ import annotations

from dataclasses import dataclass

from hypothesis import strategies as st

import dart_core as dc
from dart_core.joint_rewards import REWARDS, parse_reward
from tests.reference.rewards import Reward

SEEDS = st.integers(0, 2**64 - 1)
DART_PRESETS = ("paper-v2", "paper-v1", "unresolved", "clean-c1", "authors-code")

# 0, 1, ties and the smallest numbers are where selection and products go wrong.
MEANS = st.one_of(
    st.sampled_from([0.0, 1.0, 0.5, 0.9, 5e-324, 1.0 - 2**-53]),
    st.floats(0.0, 1.0, allow_nan=False),
)


@dataclass(frozen=True)
class Case:
    """A problem in the terms of both the core and the references."""

    means: tuple[float | dc.Arm, ...]
    k: int
    horizon: int
    reward: Reward

    def problem(self) -> dc.Problem:
        return dc.Problem(self.means, k=self.k, horizon=self.horizon, reward=self.reward)


def rewards(k: int, *, monotone: bool) -> st.SearchStrategy[Reward]:
    """Return every joint reward of `k` arms, count curves included."""
    curve = st.lists(st.floats(0.0, 1.0), min_size=k + 1, max_size=k + 1)
    names = [record.name for record in REWARDS.values() if record.plain]
    if monotone:
        names = [name for name in names if parse_reward(name, k).monotone]
    return st.one_of(
        st.sampled_from(names),
        st.integers(1, k).map(lambda m: ("at-least", m)),
        curve.map(lambda g: tuple(sorted(g) if monotone else g)),
    )


@st.composite
def cases(
    draw: st.DrawFn, *, max_arms: int = 12, max_horizon: int = 400, monotone: bool = True
) -> Case:
    """Draw N in 2 … `max_arms`, K in 1 … N, a horizon, means and a joint reward."""
    means = draw(st.lists(MEANS, min_size=2, max_size=max_arms))
    k = draw(st.integers(1, len(means)))
    horizon = draw(st.integers(1, max_horizon))
    return Case(tuple(means), k, horizon, draw(rewards(k, monotone=monotone)))


@st.composite
def dart_constants(draw: st.DrawFn) -> dict[str, float]:
    """Draw overrides under which short runs test, move arms and halve Δ many times."""
    choices = {
        "c": st.sampled_from([1e-4, 1e-3, 0.01, 0.05, 0.2]),
        "lam": st.sampled_from([0.0, 1e-6, 0.01, 0.1, 0.5, 1.0]),
        "delta0": st.sampled_from([0.05, 0.1, 0.25, 0.3, 1.0, 4.0]),
    }
    wanted = draw(st.sets(st.sampled_from(sorted(choices))))
    return {name: draw(choices[name]) for name in sorted(wanted)}
