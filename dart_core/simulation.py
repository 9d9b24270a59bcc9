"""simulate: one run of one algorithm on one problem."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from dart_core.algorithms.registry import Algorithm, as_algorithm
from dart_core.codes import ACCEPT_GATE, DELTA, EPOCH, NEXT, PHASE
from dart_core.errors import FieldError, Refused, Stopped, checked_stop, whole_number
from dart_core.frozen import frozen
from dart_core.problem import Problem, checked_problem, checked_seed
from dart_core.run import Moves, Run, Snapshots
from dart_core.streams import stream_key
from dart_core.world import FRAMES, MOVES, SETTLED, Log, make_log, make_world

MAX_CHECKPOINTS = 2_000
DEFAULT_FRAMES = 260
MAX_FRAMES = 100_000


def simulate(
    problem: Problem,
    algorithm: str | Algorithm,
    *,
    seed: int = 0,
    frames: int | NDArray[np.int64] = DEFAULT_FRAMES,
    checkpoints: int = MAX_CHECKPOINTS,
    stop: NDArray[np.int64] | None = None,
) -> Run:
    """Run one algorithm once.

    Parameters
    ----------
    problem : Problem
    algorithm : str or Algorithm
        A name stands for its default preset.
    seed : int, default 0
        The luck. X[t, i] depends on (seed, t, i) alone, so that all algorithms meet the same
        arms with the same luck; an algorithm's own randomness depends on (seed, its name).
    frames : int or array of int, default 260
        About how many moments to keep for the player, or after which rounds t (0 … T). The
        first and last, and tests that move an arm, are always added. 0 keeps none.
    checkpoints : int, default 2000
        At how many rounds to keep the regret, 2 … 2,000. It changes no regret.
    stop : int64 array of shape (1,), optional
        A flag; when another thread sets it to 1 the run ends within an epoch, and the search for
        the best set before it within milliseconds.

    Returns
    -------
    Run
        The same, bit for bit, for the same arguments.

    Raises
    ------
    FieldError
        If an argument is out of range.
    Refused
        If the algorithm cannot run on this problem, and why.
    Stopped
        If `stop` was set.
    """
    checked_problem(problem)
    chosen = as_algorithm(algorithm)
    seed = checked_seed(seed)
    checked_stop(stop)
    problem.prepare(stop)
    numbers = chosen.resolved(problem)
    if reason := chosen.spec.refuse(problem, numbers):
        raise Refused(f"{chosen.label}: {reason}")
    n, k, T = problem.n_arms, problem.k, problem.horizon
    most = whole_number("checkpoints", checkpoints, 2, MAX_CHECKPOINTS)
    world = make_world(problem, seed)
    times, extras = checkpoint_times(T, most), chosen.spec.extras
    log = make_log(n, k, times, _frame_times(frames, T), stop, extras=extras)
    key = stream_key(seed, "algorithm", chosen.name)
    chosen.spec.run(problem, world, log, key, numbers)
    if log.stop[0]:
        raise Stopped(f"{chosen.label} was stopped before T = {T:,}.")
    final = tuple(sorted(int(i) for i in log.final_action))
    times, regret = frozen(log.checkpoint_t), frozen(log.checkpoint_regret)
    commit_t = int(log.cursor[SETTLED])
    return Run(problem, chosen, seed, times, regret, final, commit_t, *_written(log))


def checkpoint_times(horizon: int, most: int = MAX_CHECKPOINTS) -> NDArray[np.int64]:
    """Return at most `most` rounds, half spaced linearly and half geometrically, T among them."""
    if horizon <= most:
        return np.arange(1, horizon + 1, dtype=np.int64)
    half = most // 2
    linear = np.linspace(horizon / half, horizon, half)
    geometric = np.geomspace(1, horizon, half)
    return np.unique(np.concatenate([linear, geometric]).astype(np.int64))


def _frame_times(frames: int | NDArray[np.int64], horizon: int) -> NDArray[np.int64]:
    if isinstance(frames, np.ndarray):
        if frames.ndim != 1 or frames.size > MAX_FRAMES or frames.dtype.kind not in "iu":
            expected = f"at most {MAX_FRAMES:,} rounds in one dimension"
            raise FieldError("frames", expected, f"{frames.dtype} array of shape {frames.shape}")
        if frames.size and (frames.min() < 0 or frames.max() > horizon):
            raise FieldError("frames", f"rounds from 0 to T = {horizon:,}", frames)
        return np.unique(np.append(frames.astype(np.int64), [0, horizon]))
    count = whole_number("frames", frames, 0, MAX_FRAMES)
    if count == 0:
        return np.zeros(0, dtype=np.int64)
    return np.concatenate([[0], checkpoint_times(horizon, max(count, 4))]).astype(np.int64)


def _written(log: Log) -> tuple[Moves, Snapshots]:
    m, f = int(log.cursor[MOVES]), int(log.cursor[FRAMES])
    moves = Moves(
        log.move_t[:m],
        log.move_epoch[:m],
        log.move_arm[:m],
        log.move_to[:m],
        log.move_estimate[:m],
        log.move_threshold[:m],
        log.move_delta[:m],
    )
    state, extras = log.frame_state[:f], log.extras
    snapshots = Snapshots(
        t=log.frame_t[:f],
        sets=log.frame_sets[:f],
        estimate=log.frame_estimate[:f],
        width=log.frame_width[:f],
        action=log.frame_action[:f],
        epoch=state[:, EPOCH],
        delta=state[:, DELTA],
        regret=log.frame_regret[:f],
        gates=state[:, ACCEPT_GATE : NEXT + 1],
        phase=state[:, PHASE].astype(np.uint8),
        marks=extras.frame_marks[:f],
        progress=extras.frame_progress[:f],
        lead=extras.frame_lead[:f],
        share=extras.frame_share[:f],
        waits=extras.frame_waits[:f],
        certificates=extras.edge[: extras.edges[0]],
    )
    return moves, snapshots
