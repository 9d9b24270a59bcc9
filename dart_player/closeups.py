"""What the core tells beyond the frames, as the player's data: within a budget of bytes."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

import dart_core as dc
from dart_core import closeups as values
from dart_core import replay, slow
from dart_core.algorithms.record import Note
from dart_player.format import Asked, Epoch, Part, Step
from dart_player.packing import packed, packed_arms, packed_times

_ROOM = 8_000  # bytes that epochs told round by round may take
_MOST_EPOCHS = 12


def asked(told: values.Asked, run: dc.Run) -> Asked:
    """Return what an arm can be asked."""
    plan, half = told.tests, told.half
    ends = zip(half.to, half.t, strict=True)
    return {
        "lam": plan.lam,
        "by_rounds": plan.by_rounds,
        "tests": [list(test) for test in zip(plan.delta, plan.count, strict=True)],
        "allowed": plan.allowed,
        "commit": run.commit_t,
        "regret": float(run.regret[-1]),
        "half": {
            "lam": half.lam,
            "moves": [[i, to, t] for i, (to, t) in enumerate(ends) if to],
            "commit": half.commit_t,
            "regret": half.regret,
        },
    }


def epochs(run: dc.Run, story: Sequence[Note], kept: NDArray[np.int64]) -> list[Epoch]:
    """Return epochs of DART round by round, as many as there is room for, and one at least."""
    problem, place = run.problem, run.snapshots.t[kept]
    first = -(-problem.n_arms // problem.k)
    size = 13 * problem.n_arms + 6 * first * problem.k + 6 * first + 60
    most = min(_MOST_EPOCHS, _ROOM // size)
    return [_epoch(each, place, problem.horizon) for each in values.told_epochs(run, story, most)]


def _epoch(each: replay.Epoch, place: NDArray[np.int64], horizon: int) -> Epoch:
    rounds = np.arange(each.reward.size)[:, None]
    return {
        "frame": int(place.searchsorted(each.t + each.reward.size)),
        "epoch": each.number,
        "t": each.t,
        "action": packed_arms(each.action, each.before.size),
        "reward": packed(each.reward, "<f4"),
        "before": packed(each.before, "<f4"),
        "after": packed(each.after[rounds, each.action], "<f4"),
        "n": packed_times(each.n_before, horizon),
    }


def parts(run: dc.Run, kept: NDArray[np.int64], name: Callable[[str], str]) -> list[Part]:
    """Return what can be told in steps, with the frame at or before each step.

    Parameters
    ----------
    run : Run
    kept : int64 array
        The frames that are sent.
    name : callable
        Gives a sentence about arms what the arms are called.
    """
    place = run.snapshots.t[kept]
    told: list[Part] = []
    for part in slow.parts(run):
        steps = [_step(step, place, name) for step in part.steps]
        told.append(
            {
                "title": name(part.title),
                "frame": steps[0]["frame"],
                "groups": part.groups,
                "rewards": [round(number, 4) for number in part.numbers],
                "steps": steps,
            }
        )
    return told


def _step(step: slow.Step, place: NDArray[np.int64], name: Callable[[str], str]) -> Step:
    return {
        "stages": step.stages.split(),
        "text": name(step.text),
        "group": step.group,
        "seen": step.seen,
        "frame": int(place.searchsorted(step.t, "right")) - 1 if step.t else 0,
        "t": step.t,
    }
