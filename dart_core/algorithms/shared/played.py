"""What algorithms without accept and reject sets share: frames that show who is played now."""

from __future__ import annotations

from dart_core.algorithms.shared.accept_reject import Arms, describe
from dart_core.codes import ACCEPTED, ACTIVE, REJECTED
from dart_core.compile import kernel
from dart_core.world import Log, World, settle, snapshot


@kernel
def learn(arms: Arms, r: float) -> None:
    """Average the joint reward r into every arm of the action."""
    for i in arms.a:
        arms.n[i] += 1
        arms.mu[i] += (r - arms.mu[i]) / arms.n[i]


@kernel
def mark_played(arms: Arms) -> None:
    """Put the arms of the action into set 1 and others into set 0; the eliminated stay in 2."""
    for i in range(arms.sets.shape[0]):
        if arms.sets[i] == ACCEPTED:
            arms.sets[i] = ACTIVE
    for i in arms.a:
        if arms.sets[i] != REJECTED:
            arms.sets[i] = ACCEPTED


@kernel
def show_played(log: Log, arms: Arms, t: int, e: int, delta: float, spread: float) -> None:
    """Keep a frame; an arm's interval is μ̂ ± ½·sqrt(spread/n)."""
    describe(arms, e, delta, spread)
    if t > 0:
        mark_played(arms)
    snapshot(log, t, arms.state, arms.sets, arms.mu, arms.width, arms.a)


@kernel
def play_for_ever(
    world: World, log: Log, arms: Arms, t: int, T: int, e: int, delta: float, spread: float
) -> None:
    """Play the action until T; with t = T it only becomes the final set."""
    describe(arms, e, delta, spread)
    mark_played(arms)
    settle(world, log, t, T, arms.state, arms.sets, arms.mu, arms.width, arms.a)
