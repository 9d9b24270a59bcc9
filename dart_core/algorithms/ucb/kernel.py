"""UCB1 over all C(N, K) actions, each of them an arm of its own."""

from __future__ import annotations

from math import isqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dart_core.algorithms.shared.accept_reject import Arms, shuffle
from dart_core.algorithms.shared.played import learn, play_for_ever, show_played
from dart_core.algorithms.ucb.subsets import subset
from dart_core.compile import kernel
from dart_core.world import Log, World, frame_due, play, stopped

_POLL = 4_095  # rounds between looks at the stop flag, less one


class Actions(NamedTuple):
    """M actions by lexicographic rank, in blocks of which only a few are looked through."""

    first: float  # C(N−1, K−1), for `subset`
    size: int  # actions in a block
    total: NDArray[np.float64]  # (M,) sum of joint rewards
    n: NDArray[np.int64]  # (M,) plays
    mean: NDArray[np.float64]  # (M,) total/n
    slope: NDArray[np.float64]  # (M,) 1/sqrt(n)
    top: NDArray[np.int64]  # (B,) the action with the highest index when the block was last seen
    others: NDArray[np.float64]  # (B,) the highest index of actions unlike it, at that time
    steepest: NDArray[np.float64]  # (B,) the block's largest slope
    when: NDArray[np.float64]  # (B,) s at that time


def all_actions(count: int, first: int) -> Actions:
    """Return `count` unplayed actions, `first` of them with a given arm, in about √count blocks."""
    size = isqrt(count)
    blocks = -(-count // size)
    return Actions(
        first=float(first),
        size=size,
        total=np.zeros(count),
        n=np.zeros(count, dtype=np.int64),
        mean=np.zeros(count),
        slope=np.zeros(count),
        top=np.arange(blocks) * size,
        others=np.full(blocks, np.inf),
        steepest=np.zeros(blocks),
        when=np.zeros(blocks),
    )


@kernel
def index(actions: Actions, x: int, s: float) -> float:
    """Return mean + s/sqrt(n) of action x."""
    return actions.mean[x] + s * actions.slope[x]  # type: ignore[no-any-return] # Any


@kernel
def look_through(actions: Actions, b: int, s: float) -> None:
    """Find the block's highest index at s, of equal ones the lowest rank, and the next below.

    Actions with the very same mean and count as the top never overtake it: they are left out of
    `others`, or the many ties among actions of few plays would have to be looked at again and
    again.
    """
    begin = b * actions.size
    end = min(begin + actions.size, actions.mean.shape[0])
    top, highest_, others, steepest = begin, -1.0, -1.0, 0.0
    for x in range(begin, end):
        value = index(actions, x, s)
        if value > highest_:
            top, highest_, others = x, value, highest_
        elif value > others and not (
            actions.n[x] == actions.n[top] and actions.mean[x] == actions.mean[top]
        ):
            others = value
        steepest = max(steepest, actions.slope[x])
    actions.top[b], actions.others[b] = top, others
    actions.steepest[b], actions.when[b] = steepest, s


@kernel
def ceiling(actions: Actions, b: int, s: float) -> float:
    """Return a number that the block's other indices do not exceed (1e-12 covers rounding).

    An index grows with s = sqrt(c log t), no faster than the largest slope allows.
    """
    grown = actions.others[b] + (s - actions.when[b]) * actions.steepest[b]
    return grown * (1.0 + 1e-12)  # type: ignore[no-any-return] # an item is Any


@kernel
def highest(actions: Actions, s: float) -> int:
    """Return the action with the highest index at s; of equal ones the lowest rank.

    The highest index among the blocks' tops is nearly always the answer. A block is looked
    through only if its other actions might reach it, so the answer is that of a scan over all M
    indices, from about √M of them.
    """
    best, at = -1.0, 0
    for b in range(actions.top.shape[0]):
        value = index(actions, actions.top[b], s)
        if value > best:
            best, at = value, actions.top[b]
    for b in range(actions.top.shape[0]):
        if ceiling(actions, b, s) >= best:
            look_through(actions, b, s)
            value = index(actions, actions.top[b], s)
            if value > best or (value == best and actions.top[b] < at):
                best, at = value, actions.top[b]
    return at


@kernel
def run_ucb1(
    world: World, log: Log, arms: Arms, actions: Actions, key: np.uint64, T: int, c: float
) -> None:
    """Play each action once, then the one with the highest mean + sqrt(c log t / n).

    Parameters
    ----------
    world, log, arms : World, Log, Arms
        What is played in, where it is written down, and the state before the first round.
    actions : Actions
        All C(N, K) actions, none of them played.
    key : uint64
        Key of the algorithm's own random stream (the order of the arms).
    T : int
        Horizon. The algorithm does not use it.
    c : float
        2 in the source.

    Notes
    -----
    Auer, Cesa-Bianchi, Fischer, "Finite-time analysis of the multiarmed bandit problem" (2002),
    Figure 1: t counts the plays so far. Actions are played once by rank, and ties go to the
    lowest rank: ranks are lexicographic in a random order of the arms, as the source leaves
    both open. An arm's estimate is the mean reward of all plays of actions that hold it; its
    interval is the algorithm's radius for that many plays. Neither enters a decision.
    """
    M, order = actions.mean.shape[0], arms.C
    shuffle(order, order.shape[0], key, 0)
    show_played(log, arms, 0, 0, 0.0, 0.0)
    for t in range(1, T + 1):
        if t & _POLL == 0 and stopped(log):
            break
        s = np.sqrt(c * np.log(float(max(t - 1, 1))))
        x = t - 1 if t <= M else highest(actions, s)
        subset(x, order, arms.a, actions.first)
        r = play(world, log, arms.a, t)
        actions.total[x] += r
        actions.n[x] += 1
        actions.mean[x] = actions.total[x] / actions.n[x]
        actions.slope[x] = 1.0 / np.sqrt(float(actions.n[x]))
        if t > M:
            look_through(actions, x // actions.size, s)
        learn(arms, r)
        if frame_due(log, t):
            show_played(log, arms, t, 0, 0.0, 4.0 * c * np.log(float(t)))
    play_for_ever(world, log, arms, T, T, 0, 0.0, 4.0 * c * np.log(float(T)))
