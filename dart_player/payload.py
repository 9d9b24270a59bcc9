"""A finished run as the player's data: one compact JSON object, see `dart_player.format`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NotRequired, TypedDict

import numpy as np
from numpy.typing import NDArray

import dart_core as dc
from dart_core.algorithms.record import Note
from dart_core.closeups import Averaged, asked, averaged
from dart_core.codes import CHALLENGER, INCUMBENT, WEAKEST
from dart_core.run import Snapshots
from dart_player import closeups
from dart_player.format import FORMAT, Curve, Frames, Payload, StoryEntry
from dart_player.naming import named
from dart_player.packing import packed, packed_times

CURVE_POINTS = 200
MOST_FRAMES = 280
MOST_STATES = 100_000  # of an arm in a frame, 6 bytes each: with more arms, fewer frames are sent
MOST_CERTIFICATES = 3_000  # 8 bytes each in the payload
_FULL = 65_535
_ROLES = (INCUMBENT, WEAKEST, CHALLENGER)


def encode(
    run: dc.Run,
    identity: str,
    stop: NDArray[np.int64] | None = None,
    names: Sequence[str] | None = None,
) -> Payload:
    """Return what the player needs to animate `run`: all but the curves, see `encode_curve`.

    An arm that was never played has the largest width code; real widths stay below it. Widths are
    left out where no arm ever has one; marks, progress and the leading bet where there are none.
    DART has n_i in the place of widths, the tests to come, and some epochs round by round.

    Parameters
    ----------
    run : Run
        With frames.
    identity : str
        Names the run: the player keeps its position while this stays the same.
    stop : int64 array of shape (1,), optional
        As in `dart_core.simulate`: DART is run again, with half the λ.
    names : sequence of str, optional
        What the N arms are called; without names they are numbered from 1.

    Returns
    -------
    Payload
        JSON-ready. At most 280 frames, and fewer of many arms, unless more than these tell of
        something that happened; under 100 kB with 45 arms and 4 curves.
    """
    problem = run.problem
    story = run.story()
    kept = _kept_frames(run, story)
    data: Payload = {
        "format": FORMAT,
        "version": dc.__version__,
        "id": identity,
        "n": problem.n_arms,
        "k": problem.k,
        "horizon": problem.horizon,
        "labels": list(names or [str(i + 1) for i in range(problem.n_arms)]),
        "truth": {"mean": [round(p, 6) for p in problem.means], "best": list(problem.optimal_set)},
        "words": dict(run.algorithm.spec.words),
        "frames": encode_frames(run, kept),
        "curve_t": packed_times(np.concatenate([[0], run.t[_curve_points(run)]]), problem.horizon),
        "story": _story(story, kept, names),
    }
    if (told := asked(run, stop)) is not None:
        data["asked"] = closeups.asked(told, run)
    if epochs := closeups.epochs(run, story, kept):
        data["epochs"] = epochs
    if parts := closeups.parts(run, kept):
        data["told"] = parts
    return data


def encode_curve(run: dc.Run) -> Curve:
    """Return the regret of a run at the moments of ``curve_t``, which the horizon alone fixes."""
    regret = np.concatenate([[0.0], run.regret[_curve_points(run)]])
    return {"label": run.algorithm.label, "regret": packed(regret, "<f4")}


def _kept_frames(run: dc.Run, story: Sequence[Note]) -> NDArray[np.int64]:
    """Return the frames that are sent: nothing changes between a commitment and the horizon."""
    frames = run.snapshots
    last = frames.t.size - 1
    committed = np.flatnonzero(frames.phase)
    end = int(committed[0]) if committed.size else last
    told = {note.frame for note in story}
    must = np.array(sorted({0, end, last, *told, *(f - 1 for f in told if f)}), dtype=np.int64)
    rest = np.setdiff1d(np.arange(end), must)
    most = min(MOST_FRAMES, MOST_STATES // run.problem.n_arms)
    room = max(0, most - must.size)
    if rest.size > room:
        rest = rest[np.linspace(0, rest.size - 1, room).astype(np.int64)] if room else rest[:0]
    return np.unique(np.concatenate([must, rest]))


def encode_frames(run: dc.Run, kept: NDArray[np.int64]) -> Frames:
    """Return the frames of a run that are sent."""
    frames, n, horizon = run.snapshots, run.problem.n_arms, run.problem.horizon
    basis = averaged(run)
    estimate = frames.estimate[kept]
    low, high = min(0.0, float(estimate.min())), max(1.0, float(estimate.max()))
    return {
        "count": int(kept.size),
        "t": packed_times(frames.t[kept], horizon),
        "range": [low, high],
        "estimate": packed(np.rint((estimate - low) / (high - low) * _FULL), "<u2"),
        **(_widths(frames.width[kept]) if basis is None else _plays(basis, kept)),
        "action": packed(_action_bits(frames.action[kept], n), "u1"),
        "gates": packed(frames.gates[kept], "<f4"),
        "delta": packed(frames.delta[kept], "<f4"),
        "epoch": packed_times(frames.epoch[kept], horizon),
        "phase": packed(frames.phase[kept], "u1"),
        "moves": _moves(frames.sets[kept]),
        **_extras(frames, kept),
    }


class _Intervals(TypedDict):
    """The fields of frames that tell intervals."""

    width: NotRequired[str]
    width_max: NotRequired[float]
    plays: NotRequired[str]
    plays_bytes: NotRequired[int]
    spread: NotRequired[float]


class _Bets(TypedDict):
    """The fields of frames that tell bets."""

    marks: NotRequired[str]
    progress: NotRequired[str]
    lead: NotRequired[str]
    order: NotRequired[str]


def _plays(basis: Averaged, kept: NDArray[np.int64]) -> _Intervals:
    """Return n_i of the frames that are sent, as steps from one to the next.

    The half-widths follow from them, so they take no room of their own.
    """
    steps = np.diff(basis.plays[kept], axis=0, prepend=0)
    most = steps.max()
    kind = "<u2" if most < 2**16 else "<u4" if most < 2**32 else "<f8"
    return {
        "plays": packed(steps, kind),
        "plays_bytes": np.dtype(kind).itemsize,
        "spread": basis.spread,
    }


def _widths(width: NDArray[np.float64]) -> _Intervals:
    """Return the half-widths as codes; nothing if no arm ever has an interval."""
    played = np.isfinite(width)
    if not played.any():
        return {}
    width_max = float(width[played].max()) or 1.0
    codes = np.rint(np.where(played, width, 0.0) / width_max * (_FULL - 1))
    return {
        "width_max": width_max * _FULL / (_FULL - 1),
        "width": packed(np.where(played, codes, _FULL), "<u2"),
    }


def _extras(frames: Snapshots, kept: NDArray[np.int64]) -> _Bets:
    """Return what only some algorithms have: roles, progress in 255ths, the leading bet, an order.

    The marks of a frame are a row of N bits for each role: incumbent, weakest, challenger. The
    order is a list of certificates: the frame from which on it is there, better arm, worse arm.
    """
    if frames.marks.shape[0] == 0:
        return {}
    order = frames.certificates[:MOST_CERTIFICATES, 1:].copy()
    order[:, 0] = kept.searchsorted(order[:, 0])
    marks = np.stack([frames.marks[kept] & role for role in _ROLES], axis=1) > 0
    return {
        "marks": packed(np.packbits(marks, axis=2, bitorder="little"), "u1"),
        "progress": packed(np.floor(frames.progress[kept] * 255), "u1"),
        "lead": packed(frames.lead[kept], "<f4"),
        "order": packed(order, "<u2"),
    }


def _action_bits(action: NDArray[np.int64], n: int) -> NDArray[np.uint8]:
    played = np.zeros((action.shape[0], n), dtype=bool)
    rows, columns = np.nonzero(action >= 0)
    played[rows, action[rows, columns]] = True
    return np.packbits(played, axis=1, bitorder="little")


def _moves(sets: NDArray[np.uint8]) -> list[list[int]]:
    """Return [frame, arm, set] for every change of a set."""
    changed = np.argwhere(sets[1:] != sets[:-1])
    return [[int(f) + 1, int(i), int(sets[f + 1, i])] for f, i in changed]


def _curve_points(run: dc.Run) -> NDArray[np.int64]:
    """Return which checkpoints are sent; they are half linear, half geometric, and stay so."""
    count = run.t.size
    return np.linspace(0, count - 1, min(count, CURVE_POINTS)).astype(np.int64)


def _story(
    story: Sequence[Note], kept: NDArray[np.int64], names: Sequence[str] | None
) -> list[StoryEntry]:
    place = {int(f): at for at, f in enumerate(kept)}
    return [
        {"frame": place[note.frame], "text": named(note.text, names), "arms": list(note.arms)}
        for note in story
    ]
