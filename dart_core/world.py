"""What a kernel plays in: the arms, their luck, and the book of what happened.

A kernel is handed a `World` (the problem and its luck, read only) and a `Log` (arrays that it
fills). `play` draws one joint reward and books the pseudo-regret; `snapshot`, `book_move` and
`settle` write down what is to be shown. So an algorithm's file holds the algorithm alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from dart_core.codes import COMMITTED, MEAN, N_STATE, PHASE
from dart_core.compile import inlined_kernel, kernel
from dart_core.extras import Extras, keep_extras, make_extras
from dart_core.laws import Laws, draw, draw_and_expect, expected, scratch_size, shared_luck
from dart_core.rewards import expected_reward
from dart_core.streams import TWO_53, splitmix64, stream_key

if TYPE_CHECKING:  # at run time kernels depend on neither the optimum nor the problem's checks
    from dart_core.problem import Problem

# Cells of Log.cursor.
NEXT_CHECKPOINT, CHECKPOINTS, NEXT_FRAME, PLANNED, FRAMES, SPARE, MOVES, SETTLED, N_CURSOR = range(
    9
)
NEVER = np.int64(2**62)
_S11 = np.uint64(11)


class World(NamedTuple):
    """The problem as arrays: what a kernel may draw from (shapes: N arms, K+1 counts)."""

    luck: np.uint64  # key of the stream behind X[t, i]
    threshold: NDArray[np.uint64]  # (N,) a 0/1 arm pays when the 53 random bits are below this
    mean: NDArray[np.float64]  # (N,) E X_i
    form: int  # how the expectation is computed (rewards.MEAN, …)
    curve: NDArray[np.float64]  # (K+1,) g
    best: float  # μ_{a*}
    scratch: NDArray[np.float64]  # (scratch_size,)
    binary: bool  # whether arms are independent and each pays 0 or 1
    laws: Laws  # the arms, for those that are not
    shared: np.uint64  # key of the stream behind Z_t, and behind the row of round t


class Log(NamedTuple):
    """What a run writes: regret at checkpoints, moves between sets, frames for the player."""

    stop: NDArray[np.int64]  # (1,) set to non-zero from outside to end the run
    cursor: NDArray[np.int64]  # (N_CURSOR,) positions in the arrays below
    regret: NDArray[np.float64]  # (1,) cumulative pseudo-regret now
    final_action: NDArray[np.int64]  # (K,) the set committed to, or played last
    checkpoint_t: NDArray[np.int64]  # (C,) increasing, ends with T
    checkpoint_regret: NDArray[np.float64]  # (C,)
    planned_t: NDArray[np.int64]  # (P,) rounds after which a frame is wanted
    frame_t: NDArray[np.int64]  # (F,)
    frame_regret: NDArray[np.float64]  # (F,)
    frame_state: NDArray[np.float64]  # (F, N_STATE) epoch, Δ, gates, phase
    frame_sets: NDArray[np.uint8]  # (F, N)
    frame_estimate: NDArray[np.float64]  # (F, N)
    frame_width: NDArray[np.float64]  # (F, N) half-width of the interval
    frame_action: NDArray[np.int64]  # (F, K)
    move_t: NDArray[np.int64]  # (M,)
    move_epoch: NDArray[np.int64]  # (M,)
    move_arm: NDArray[np.int64]  # (M,)
    move_to: NDArray[np.uint8]  # (M,) ACCEPTED or REJECTED
    move_estimate: NDArray[np.float64]  # (M,)
    move_threshold: NDArray[np.float64]  # (M,)
    move_delta: NDArray[np.float64]  # (M,)
    extras: Extras  # what frames show beyond that


def make_world(problem: Problem, seed: int) -> World:
    """Return the arms of `problem` under the luck of `seed`."""
    # p·2⁵³ is exact; u < p holds for u = b/2⁵³ just when the integer b is below its ceiling.
    threshold = np.ceil(problem.mean_array * TWO_53).astype(np.uint64)
    return World(
        stream_key(seed, "luck"),
        threshold,
        problem.mean_array,
        problem.reward.form,
        problem.curve_array,
        problem.optimal_reward,
        np.empty(scratch_size(problem.laws)),
        problem.bernoulli,
        problem.laws,
        stream_key(seed, "shared luck"),
    )


def make_log(
    n: int,
    k: int,
    checkpoints: NDArray[np.int64],
    frames: NDArray[np.int64],
    stop: NDArray[np.int64] | None,
    *,
    extras: bool = False,
) -> Log:
    """Return an empty log; `frames` of size 0 means that no frame is kept at all."""
    spare = 128  # frames that tests without a move may take beyond the plan
    size = frames.size + spare + 2 * n + 4 if frames.size else 0
    # Arms move once; an algorithm that restarts at every power of two moves them once a run.
    moves = n * (int(checkpoints[-1]).bit_length() + 1)
    cursor = np.zeros(N_CURSOR, dtype=np.int64)
    cursor[NEXT_CHECKPOINT] = checkpoints[0]
    cursor[NEXT_FRAME] = frames[0] if frames.size else NEVER
    cursor[SPARE] = spare
    return Log(
        stop=np.zeros(1, dtype=np.int64) if stop is None else stop,
        cursor=cursor,
        regret=np.zeros(1),
        final_action=np.zeros(k, dtype=np.int64),
        checkpoint_t=checkpoints,
        checkpoint_regret=np.zeros(checkpoints.size),
        planned_t=frames,
        frame_t=np.zeros(size, dtype=np.int64),
        frame_regret=np.zeros(size),
        frame_state=np.zeros((size, N_STATE)),
        frame_sets=np.zeros((size, n), dtype=np.uint8),
        frame_estimate=np.zeros((size, n)),
        frame_width=np.zeros((size, n)),
        frame_action=np.full((size, k), -1, dtype=np.int64),
        move_t=np.zeros(moves, dtype=np.int64),
        move_epoch=np.zeros(moves, dtype=np.int64),
        move_arm=np.zeros(moves, dtype=np.int64),
        move_to=np.zeros(moves, dtype=np.uint8),
        move_estimate=np.zeros(moves),
        move_threshold=np.zeros(moves),
        move_delta=np.zeros(moves),
        extras=make_extras(n, size, wanted=extras),
    )


@inlined_kernel
def play(world: World, log: Log, action: NDArray[np.int64], t: int) -> float:
    """Play `action` in round t = 1 … T; return the joint reward f(X_{a,t}).

    `action` has K arms; of a smaller set the missing arms count as zeros. X[t, i] of a 0/1 arm
    is 1 when output t·N + i of the luck stream falls below p_i; other arms: `laws.draw`. The
    pseudo-regret μ_{a*} − μ_a of the round is added to the log.
    """
    if world.binary:
        n, k = world.mean.shape[0], action.shape[0]
        row = np.uint64(t * n)
        paying, total = 0, 0.0
        for q in range(k):
            arm = np.uint64(action[q])  # unsigned: an index that needs no test for counting back
            bits = splitmix64(world.luck, row + arm) >> _S11
            paying += bits < world.threshold[arm]
            total += world.mean[arm]
        mu = total / (world.curve.shape[0] - 1)
        if world.form != MEAN:
            mu = expected_reward(world.form, world.mean, action, k, world.curve, world.scratch)
        reward = world.curve[paying]
    else:
        reward, mu = draw_and_expect(
            world.laws,
            world.form,
            world.luck,
            world.shared,
            t,
            action,
            world.curve,
            world.scratch,
        )
    log.regret[0] += max(0.0, world.best - mu)  # max: μ_a may be 1 ulp above μ_{a*} by rounding
    if t == log.cursor[NEXT_CHECKPOINT]:
        _checkpoint(log, log.regret[0])
    return float(reward)


@inlined_kernel
def see(world: World, action: NDArray[np.int64], t: int, X: NDArray[np.float64]) -> None:
    """Write X[t, i] of the arms of `action`, any number of them, into X."""
    if not world.binary:
        Z = shared_luck(world.laws, world.shared, t, world.scratch)
        for q in range(action.shape[0]):
            X[q] = draw(world.laws, world.luck, t, action[q], Z)
        return
    n = world.mean.shape[0]
    row = np.uint64(t * n)
    for q in range(action.shape[0]):
        arm = np.uint64(action[q])
        X[q] = 1.0 if (splitmix64(world.luck, row + arm) >> _S11) < world.threshold[arm] else 0.0


@kernel
def play_and_see(
    world: World, log: Log, action: NDArray[np.int64], t: int, X: NDArray[np.float64]
) -> float:
    """Play as `play` does, and write X[t, i] of the arms of `action` into X: semi-bandit feedback.

    Only algorithms that are labelled "sees every arm's reward" may look at X.
    """
    see(world, action, t, X)
    return play(world, log, action, t)


@kernel
def _checkpoint(log: Log, regret: float) -> None:
    at = log.cursor[CHECKPOINTS]
    log.checkpoint_regret[at] = regret
    at += 1
    log.cursor[CHECKPOINTS] = at
    log.cursor[NEXT_CHECKPOINT] = log.checkpoint_t[at] if at < log.checkpoint_t.size else NEVER


@kernel
def stopped(log: Log) -> bool:
    """Whether the run was asked to end."""
    return log.stop[0] != 0  # type: ignore[no-any-return] # an item is Any


@kernel
def frame_due(log: Log, t: int) -> bool:
    """Whether a frame is planned for the moment after round t."""
    return t == log.cursor[NEXT_FRAME]  # type: ignore[no-any-return] # an item is Any


@kernel
def snapshot(
    log: Log,
    t: int,
    state: NDArray[np.float64],
    sets: NDArray[np.uint8],
    estimate: NDArray[np.float64],
    width: NDArray[np.float64],
    action: NDArray[np.int64],
) -> None:
    """Keep one frame: the state after round t (t = 0: before the first)."""
    if log.frame_t.size == 0:
        return
    if t != log.cursor[NEXT_FRAME]:  # beyond the plan: kept while the planned ones have room
        left = log.planned_t.size - log.cursor[PLANNED]
        if log.cursor[FRAMES] + left >= log.frame_t.size:
            return
    else:
        log.cursor[PLANNED] += 1
        at = log.cursor[PLANNED]
        log.cursor[NEXT_FRAME] = log.planned_t[at] if at < log.planned_t.size else NEVER
    f = log.cursor[FRAMES]
    log.cursor[FRAMES] = f + 1
    log.frame_t[f] = t
    log.frame_regret[f] = log.regret[0]
    for q in range(N_STATE):
        log.frame_state[f, q] = state[q]
    for i in range(sets.shape[0]):
        log.frame_sets[f, i] = sets[i]
        log.frame_estimate[f, i] = estimate[i]
        log.frame_width[f, i] = width[i]
    if t > 0:
        for q in range(action.shape[0]):
            log.frame_action[f, q] = action[q]
    keep_extras(log.extras, f)


@kernel
def last_frame_t(log: Log) -> int:
    """Return the round of the newest frame, −1 if there is none."""
    f = log.cursor[FRAMES]
    return log.frame_t[f - 1] if f > 0 else -1


@kernel
def book_move(
    log: Log,
    t: int,
    epoch: int,
    arm: int,
    to: int,
    estimate: float,
    threshold: float,
    delta: float,
) -> None:
    """Write down that `arm` left the active set for `to` after round t."""
    m = log.cursor[MOVES]
    log.cursor[MOVES] = m + 1
    log.move_t[m] = t
    log.move_epoch[m] = epoch
    log.move_arm[m] = arm
    log.move_to[m] = to
    log.move_estimate[m] = estimate
    log.move_threshold[m] = threshold
    log.move_delta[m] = delta


@kernel
def settle(
    world: World,
    log: Log,
    t: int,
    T: int,
    state: NDArray[np.float64],
    sets: NDArray[np.uint8],
    estimate: NDArray[np.float64],
    width: NDArray[np.float64],
    action: NDArray[np.int64],
) -> None:
    """Play `action` from round t+1 to T: its pseudo-regret is a straight line, so draw that.

    One frame shows the commitment itself, then the planned ones follow. With t = T nothing is
    left to play, and `action` is what the algorithm would have gone on with.
    """
    k = action.shape[0]
    for q in range(k):  # sorted, as the optimum is: the same set has the same μ to the last bit
        at = q
        while at > 0 and log.final_action[at - 1] > action[q]:
            log.final_action[at] = log.final_action[at - 1]
            at -= 1
        log.final_action[at] = action[q]
    final = log.final_action
    mu = expected(world.laws, world.form, final, k, world.curve, world.scratch)
    gap = max(0.0, world.best - mu)
    before = log.regret[0]
    log.cursor[SETTLED] = t
    if t < T:
        state[PHASE] = COMMITTED
        snapshot(log, t, state, sets, estimate, width, action)
    while log.cursor[NEXT_CHECKPOINT] <= T:
        _checkpoint(log, before + gap * (log.cursor[NEXT_CHECKPOINT] - t))
    while log.cursor[NEXT_FRAME] <= T:
        at = log.cursor[NEXT_FRAME]
        log.regret[0] = before + gap * (at - t)
        snapshot(log, at, state, sets, estimate, width, action)
    log.regret[0] = before + gap * (T - t)
