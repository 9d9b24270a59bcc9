"""Finished runs as the player's data: one compact JSON object, see `dart_player.format`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import NotRequired, TypedDict

import numpy as np
from numpy.typing import NDArray

import dart_core as dc
from dart_core.algorithms.record import Note
from dart_core.closeups import Averaged, asked, averaged
from dart_core.codes import CHALLENGER, INCUMBENT, WEAKEST
from dart_core.joint_rewards import REWARDS
from dart_core.run import Snapshots
from dart_player import closeups
from dart_player.format import (
    FORMAT,
    MOST_RUNS,
    Curve,
    Frames,
    Outcome,
    Payload,
    RunData,
    Shared,
    StoryEntry,
    Truth,
)
from dart_player.naming import ARM, Thing, named
from dart_player.packing import packed, packed_times
from dart_player.partners import group_means

CURVE_POINTS = 200
MOST_FRAMES = 280
MOST_STATES = 100_000  # of an arm in a frame, 6 bytes each: with more arms, fewer frames are sent
MOST_CERTIFICATES = 3_000  # 8 bytes each in the payload
_FULL = 65_535
_SHARES = 64  # steps of a share of the leading bet
_ROLES = (INCUMBENT, WEAKEST, CHALLENGER)


def encode(
    run: dc.Run,
    identity: str,
    stop: NDArray[np.int64] | None = None,
    names: Sequence[str] | None = None,
    thing: Thing = ARM,
    *,
    frames: int = MOST_FRAMES,
    slim: bool = False,
) -> RunData:
    """Return what the player needs to animate `run`, beside what `encode_shared` gives.

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
    thing : pair of str, default ("arm", "arms")
        What an arm is, and several of them.
    frames : int, default 280
        How many are sent at most, unless more than these tell of something that happened.
    slim : bool, default False
        For one of many runs that are looked at in passing: never more than `frames`, of which
        those with changes of sets come first, and nothing that can be asked or told in steps.

    Returns
    -------
    RunData
        JSON-ready. Fewer frames of many arms; under 100 kB with 45 arms, slim with 24 frames
        under 10 kB.
    """
    story = run.story()
    kept = _few_frames(run, frames) if slim else _kept_frames(run, story, frames)
    data: RunData = {
        "id": identity,
        "curve": encode_curve(run),
        "words": {
            name: word and named(word, None, thing)
            for name, word in run.algorithm.spec.words.items()
        },
        "frames": encode_frames(run, kept, certificates=0 if slim else MOST_CERTIFICATES),
        "story": _story(story, kept, partial(named, names=names, thing=thing), slim=slim),
        "outcome": _outcome(run),
    }
    if slim:
        return data
    if (told := asked(run, stop)) is not None:
        data["asked"] = closeups.asked(told, run)
    if epochs := closeups.epochs(run, story, kept):
        data["epochs"] = epochs
    if parts := closeups.parts(run, kept, partial(named, names=names, thing=thing)):
        data["told"] = parts
    return data


def _outcome(run: dc.Run) -> Outcome:
    short = run.problem.optimal_reward - run.problem.expected_reward(run.final_set)
    return {
        "set": list(run.final_set),
        "short": round(short, 6) if short > 1e-9 else 0.0,
        "certain": run.problem.optimum_is_exact,
        "settles": run.algorithm.spec.settles,
    }


def encode_shared(run: dc.Run, names: Sequence[str] | None = None, thing: Thing = ARM) -> Shared:
    """Return what all runs on the problem of `run` have in common.

    Parameters
    ----------
    run : Run
    names : sequence of str, optional
        What the N arms are called; without names they are numbered from 1.
    thing : pair of str, default ("arm", "arms")
        What an arm is, and several of them.
    """
    problem = run.problem
    return {
        "n": problem.n_arms,
        "k": problem.k,
        "horizon": problem.horizon,
        "labels": list(names or [str(i + 1) for i in range(problem.n_arms)]),
        "thing": list(thing),
        "seen": REWARDS[problem.reward.name].seen.format(m=problem.reward.m),
        "truth": _truth(problem),
        "curve_t": packed_times(np.concatenate([[0], run.t[_curve_points(run)]]), problem.horizon),
    }


def show(shared: Shared, runs: Sequence[RunData], curves: Sequence[Curve] = ()) -> Payload:
    """Return what the player shows: runs on one problem, and other curves beside theirs.

    Raises
    ------
    ValueError
        If there are no runs, or more than four.
    """
    if not 1 <= len(runs) <= MOST_RUNS:
        raise ValueError(f"expected 1 to {MOST_RUNS} runs to show, got {len(runs)}")
    return {
        "format": FORMAT,
        "version": dc.__version__,
        "n": shared["n"],
        "k": shared["k"],
        "horizon": shared["horizon"],
        "labels": shared["labels"],
        "thing": shared["thing"],
        "seen": shared["seen"],
        "truth": shared["truth"],
        "curve_t": shared["curve_t"],
        "runs": list(runs),
        "curves": list(curves),
    }


def encode_curve(run: dc.Run) -> Curve:
    """Return the regret of a run at the moments of ``curve_t``, which the horizon alone fixes."""
    regret = np.concatenate([[0.0], run.regret[_curve_points(run)]])
    its = run.algorithm
    return {"label": its.label, "about": its.about, "regret": packed(regret, "<f4")}


def _kept_frames(run: dc.Run, story: Sequence[Note], most: int) -> NDArray[np.int64]:
    """Return the frames that are sent: nothing changes between a commitment and the horizon."""
    end, last = _end(run), run.snapshots.t.size - 1
    told = {note.frame for note in story}
    must = np.array(sorted({0, end, last, *told, *(f - 1 for f in told if f)}), dtype=np.int64)
    rest = np.setdiff1d(np.arange(end), must)
    most = min(most, MOST_STATES // run.problem.n_arms)
    rest = _thinned(rest, max(0, most - must.size))
    return np.unique(np.concatenate([must, rest]))


def _few_frames(run: dc.Run, most: int) -> NDArray[np.int64]:
    """Return at most so many frames (3 at least): ends, then changes of sets, then others."""
    sets = run.snapshots.sets
    end, last = _end(run), sets.shape[0] - 1
    kept = np.unique([0, end, last])
    changed = 1 + np.flatnonzero((sets[1:] != sets[:-1]).any(axis=1))
    for wanted in (changed, np.arange(end)):
        more = _thinned(np.setdiff1d(wanted, kept), max(0, most - kept.size))
        kept = np.unique(np.concatenate([kept, more]))
    return kept


def _end(run: dc.Run) -> int:
    """Return the frame of the commitment, or the last one."""
    committed = np.flatnonzero(run.snapshots.phase)
    return int(committed[0]) if committed.size else run.snapshots.t.size - 1


def _thinned(frames: NDArray[np.int64], room: int) -> NDArray[np.int64]:
    """Return as many of some frames as there is room for, evenly spread."""
    if frames.size <= room:
        return frames
    return frames[np.linspace(0, frames.size - 1, room).astype(np.int64)] if room else frames[:0]


def _truth(problem: dc.Problem) -> Truth:
    """Return what no algorithm sees."""
    means = [round(p, 6) for p in problem.means]
    truth: Truth = {"mean": means, "best": list(problem.optimal_set)}
    if (groups := group_means(problem)) is not None:
        truth["groups"] = [round(value, 4) for value in groups]
    return truth


def encode_frames(
    run: dc.Run, kept: NDArray[np.int64], certificates: int = MOST_CERTIFICATES
) -> Frames:
    """Return the frames of a run that are sent, and at most so many certificates."""
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
        **_tests(frames.gates[kept], frames.delta[kept]),
        "epoch": packed_times(frames.epoch[kept], horizon),
        "phase": packed(frames.phase[kept], "u1"),
        "moves": _moves(frames.sets[kept]),
        **_extras(frames, kept, certificates),
    }


class _Tests(TypedDict):
    gates: NotRequired[str]
    delta: NotRequired[str]


def _tests(gates: NDArray[np.float64], delta: NDArray[np.float64]) -> _Tests:
    """Return the gates and Δ, if there ever are any: algorithms that bet have none to send."""
    some: _Tests = {}
    if not np.isnan(gates).all():
        some["gates"] = packed(gates, "<f4")
    if delta.any():
        some["delta"] = packed(delta, "<f4")
    return some


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
    pair: NotRequired[str]
    order: NotRequired[str]
    shares: NotRequired[str]
    waits: NotRequired[str]


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


def _extras(frames: Snapshots, kept: NDArray[np.int64], certificates: int) -> _Bets:
    """Return what only some algorithms have: roles, progress in 255ths, the leading bet, an order.

    The marks of a frame are a row of N bits for each role: incumbent, weakest, challenger. The
    order is a list of certificates: the frame from which on it is there, better arm, worse arm. Who
    waits is a list of changes: the frame, the arm, and the round before which it is not compared.
    Shares of the leading bet are a list for each frame: the frame, how many arms, and each of them.
    """
    if frames.marks.shape[0] == 0:
        return {}
    order = frames.certificates[:certificates, 1:].copy()
    order[:, 0] = kept.searchsorted(order[:, 0])
    marks = np.stack([frames.marks[kept] & role for role in _ROLES], axis=1) > 0
    waits = frames.waits[kept]
    changed = np.argwhere(np.diff(waits, axis=0, prepend=0) != 0)
    changes = np.column_stack([changed, np.minimum(waits[*changed.T], 2**32 - 1)])
    some: _Bets = {"waits": packed(changes, "<u4")} if changed.size else {}
    shares = _shares(frames.share[kept])
    if shares:
        some["shares"] = packed(np.array(shares), "<u2")
    lead = frames.lead[kept]
    return some | {
        "marks": packed(np.packbits(marks, axis=2, bitorder="little"), "u1"),
        "progress": packed(np.floor(frames.progress[kept] * 255), "u1"),
        "lead": packed(lead[:, 2:], "<f4"),
        "pair": packed(np.where(lead[:, :2] < 0, _FULL, lead[:, :2]), "<u2"),
        "order": packed(order, "<u2"),
    }


def _shares(share: NDArray[np.float64]) -> list[int]:
    """Return who has which share of the leading bet, as `Frames.shares` lists it."""
    said = list[int]()
    for frame in np.flatnonzero((~np.isnan(share)).any(axis=1)):
        arms = np.flatnonzero(~np.isnan(share[frame]))
        parts = share[frame, arms]
        codes = np.maximum(np.rint(parts * (_SHARES - 1)), parts > 0).astype(np.int64)
        said += [int(frame), arms.size, *(_SHARES * arms + codes).tolist()]
    return said


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
    story: Sequence[Note], kept: NDArray[np.int64], name: Callable[[str], str], *, slim: bool
) -> list[StoryEntry]:
    """Return the notes on frames that are sent; slim, in plain words alone."""
    place = {int(f): at for at, f in enumerate(kept)}
    told: list[StoryEntry] = []
    for note in (note for note in story if note.frame in place):
        text = name(note.text)
        entry: StoryEntry = {"frame": place[note.frame], "text": text, "arms": list(note.arms)}
        if note.exact and not slim:
            entry["exact"] = name(note.exact)
        told.append(entry)
    return told
