"""What the player's panels need beyond the frames: tests to come, half the λ, epochs in rounds."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

import dart_core as dc
from dart_core.algorithms.record import Note
from dart_core.asking import rewards_averaged, schedule, spread_of, with_half_lambda
from dart_core.replay import Epoch, epochs
from dart_core.slow import parts

_ROOM = 8_000  # bytes that epochs told round by round may take
_MOST_EPOCHS = 12


def packed(values: NDArray[Any], kind: str) -> str:
    """Return an array as little-endian base64."""
    return b64encode(np.ascontiguousarray(values).astype(kind).tobytes()).decode("ascii")


def has_closeups(run: dc.Run) -> bool:
    """Whether the run's tests, n_i and epochs can be told: DART's can."""
    return run.algorithm.name == "dart"


def averaged(run: dc.Run, kept: NDArray[np.int64]) -> dict[str, Any]:
    """Return n_i of the frames that are sent, as steps from one to the next, and the spread.

    The half-widths follow: w_i = ½·sqrt(spread / n_i). So they take no room of their own.
    """
    steps = np.diff(rewards_averaged(run)[kept], axis=0, prepend=0)
    kind = "<u2" if steps.max() < 65_536 else "<u4"
    return {
        "plays": packed(steps, kind),
        "plays_bytes": int(kind[-1]),
        "spread": spread_of(run.problem, run.algorithm),
    }


def asked(run: dc.Run, stop: NDArray[np.int64] | None) -> dict[str, Any]:
    """Return what an arm of DART can be asked: its tests to come, and what half the λ would do."""
    plan, half = schedule(run.problem, run.algorithm), with_half_lambda(run, stop)
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


def told_epochs(
    run: dc.Run, story: Sequence[Note], kept: NDArray[np.int64]
) -> list[dict[str, Any]]:
    """Return the first epoch and those that ended with a test, as many as there is room for.

    Tests that moved an arm come before tests that moved nobody.
    """
    frames, problem = run.snapshots, run.problem
    first = -(-problem.n_arms // problem.k)
    size = 13 * problem.n_arms + 6 * first * problem.k + 6 * first + 60
    room = max(1, min(_MOST_EPOCHS, _ROOM // size)) - 1
    tests = [
        note for note in story if note.frame and frames.t[note.frame] == frames.t[note.frame - 1]
    ]
    tests = [note for note in tests if not frames.phase[note.frame]]
    tests.sort(key=lambda note: (not note.arms, note.frame))
    ends = {first} | {int(frames.t[note.frame]) for note in tests[:room]}
    place = frames.t[kept]
    return [_told(each, place) for each in epochs(run, sorted(ends))]


def _told(each: Epoch, place: NDArray[np.int64]) -> dict[str, Any]:
    rounds = np.arange(each.reward.size)[:, None]
    end = each.t + each.reward.size
    return {
        "frame": int(place.searchsorted(end)),
        "epoch": each.number,
        "t": each.t,
        "action": packed(each.action, "u1"),
        "reward": packed(each.reward, "<f4"),
        "before": packed(each.before, "<f4"),
        "after": packed(each.after[rounds, each.action], "<f4"),
        "n": packed(each.n_before, "<u4"),
    }


def told_parts(run: dc.Run, kept: NDArray[np.int64]) -> list[dict[str, Any]]:
    """Return what CSAR and CMAB-SM tell in steps, with the frame at or before each step."""
    place = run.snapshots.t[kept]
    told = []
    for part in parts(run):
        steps = [
            {
                "stages": step.stages.split(),
                "text": step.text,
                "group": step.group,
                "seen": step.seen,
                "frame": int(place.searchsorted(step.t, "right")) - 1 if step.t else 0,
                "values": {"t": f"{step.t:,}"},
            }
            for step in part.steps
        ]
        rewards = [round(number, 4) for number in part.numbers]
        frame = steps[0]["frame"]
        told.append(
            {"title": part.title, "frame": frame, "groups": part.groups, "rewards": rewards}
            | {"steps": steps}
        )
    return told
