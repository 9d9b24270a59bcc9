"""A kernel's run against a plain reference, round by round."""

from __future__ import annotations

from collections.abc import Callable
from itertools import groupby

import numpy as np

import dart_core as dc
from dart_core.algorithms.record import AlgorithmSpec, Constant
from dart_core.algorithms.registry import Algorithm
from tests.core.strategies import Case
from tests.reference.bandit import Bandit, Round

COMMITTED = 1


def choose(spec: AlgorithmSpec, preset: str, **constants: Constant) -> Algorithm:
    """Choose a preset of a spec, in the registry or not."""
    algorithm = Algorithm(spec, preset, tuple(constants.items()))
    spec.check(algorithm.constants)
    return algorithm


def shown_rounds(run: dc.Run) -> list[list[Round]]:
    """Return the frames of each round; those of a commitment only if there are no others.

    (A commitment shows a set at the end of a round that has not been played in it.) Frames that
    show the state at a restart are left out.
    """
    shown = run.snapshots
    keep = np.flatnonzero((shown.t == 0) | (shown.epoch > 0) | (shown.epoch.max() == 0))
    rounds = []
    for t, group in groupby(keep.tolist(), key=lambda f: int(shown.t[f])):
        frames = list(group)
        playing = [f for f in frames if shown.phase[f] != COMMITTED] or frames
        rounds.append(
            [
                Round(
                    t,
                    [arm for arm in shown.action[f].tolist() if arm >= 0],
                    shown.estimate[f].tolist(),
                    shown.sets[f].tolist(),
                    float(shown.regret[f]),
                )
                for f in playing
            ]
        )
    return rounds


def assert_same_rounds(
    case: Case, seed: int, algorithm: Algorithm, reference: Callable[[Bandit], None]
) -> dc.Run:
    """Compare every round's action, estimates, sets and regret, every move and the final set."""
    frames = np.arange(case.horizon + 1)
    run = dc.simulate(case.problem(), algorithm, seed=seed, frames=frames)
    bandit = Bandit(list(case.means), case.k, case.horizon, case.reward, seed)
    reference(bandit)

    rounds = shown_rounds(run)[1:]  # without t = 0
    slow = [list(group) for _, group in groupby(bandit.rounds, key=lambda shown: shown.t)]
    assert len(rounds) == len(slow) == case.horizon
    for fast, plain in zip(rounds, slow, strict=True):
        for one, other in ((fast[0], plain[0]), (fast[-1], plain[-1])):
            assert one.t == other.t
            assert one.action == other.action, (
                f"round {one.t}: {one.action}, {other.action} in the reference"
            )
            assert one.estimates == other.estimates, f"round {one.t}"  # equal bits: no tolerance
            assert one.sets == other.sets
            assert abs(one.regret - other.regret) <= 1e-9

    moves = run.moves
    got = [moves.t, moves.arm, moves.estimate, moves.threshold]
    assert len(bandit.moves) == moves.t.size
    for q, move in enumerate(bandit.moves):
        np.testing.assert_array_equal([float(column[q]) for column in got], move)  # NaN is NaN
    assert run.final_set == tuple(sorted(bandit.final_set))
    assert abs(run.regret[-1] - bandit.regret) <= 1e-9
    return run
