"""Oracle: the best set in every round."""

from __future__ import annotations

from dart_core.algorithms.shared.accept_reject import Arms, describe
from dart_core.algorithms.shared.linear import mark_played
from dart_core.compile import kernel
from dart_core.world import Log, World, settle, snapshot


@kernel
def run_oracle(world: World, log: Log, arms: Arms, T: int) -> None:
    """Play `arms.a`, the best set, which only an oracle knows, in every round: no regret."""
    describe(arms, 0, 0.0, 0.0)
    snapshot(log, 0, arms.state, arms.sets, arms.mu, arms.width, arms.a)
    mark_played(arms.sets, arms.a)
    settle(world, log, 0, T, arms.state, arms.sets, arms.mu, arms.width, arms.a)
