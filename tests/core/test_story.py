"""The story of a run: every sentence belongs to a frame, and is true."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import dart_core as dc
from dart_core.algorithms.shared.sentences import arm_list
from tests.core.strategies import DART_PRESETS, SEEDS, cases, dart_constants

ACTIVE, ACCEPTED, REJECTED = 0, 1, 2

NUMBER = r"(-?\d+(?:\.\d+)?(?:e-?\d+)?)"
WHEN = r"^t = ([\d,]+), epoch ([\d,]+): "
ARMS = r"arms? ([\d, and]+(?: more)?)"
MOVED = re.compile(
    rf"{ARMS} (?:is|are) (accepted|rejected): (at least |at most |)"
    rf"μ̂ = {NUMBER} ([≥≤><]) μ̂_\((?:K|K\+1)\) [+−] Δ = {NUMBER} ([+−]) {NUMBER}"
)
FULL = re.compile(rf"{ARMS} (?:is|are) rejected: all places are taken")
NOBODY = re.compile(rf"no estimate has μ̂ ≥ {NUMBER} or μ̂ ≤ {NUMBER}, so nobody moves\.")
HALVES = re.compile(rf" Δ halves to {NUMBER}\.")


@st.composite
def told_runs(draw: st.DrawFn) -> dc.Run:
    """Draw a run of DART, with frames and constants under which arms move."""
    case = draw(cases())
    own = {"c": 0.003, "lam": 0.0, "delta0": 0.3, **draw(dart_constants())}
    algorithm = dc.algorithm("dart", draw(st.sampled_from(DART_PRESETS)), **own)
    frames: Any = draw(st.sampled_from([1, 20, 260]))
    return dc.simulate(case.problem(), algorithm, seed=draw(SEEDS), frames=frames)


def decimals(number: str) -> int:
    return len(number.partition(".")[2])


def rounding(*numbers: str) -> float:
    """Return how far an inequality between numbers written like these may be off.

    Half a unit of the last decimal each; Δ is written with six significant digits.
    """
    return sum(0.51 * 10.0 ** -decimals(number) for number in numbers if "e" not in number) + 1e-9


def parts(text: str) -> list[str]:
    return re.sub(WHEN, "", text).split("; ")


@settings(max_examples=150)
@given(told_runs())
def test_notes_follow_the_frames(run: dc.Run) -> None:
    notes, frames, moves = run.story(), run.snapshots, run.moves
    places = [note.frame for note in notes]
    assert places == sorted(places)
    assert places[0] == 0
    assert all(0 <= place < frames.t.size for place in places)
    for note in notes:
        before, after = frames.sets[max(0, note.frame - 1)], frames.sets[note.frame]
        assert set(note.arms) == set(np.flatnonzero(before != after).tolist()) or not note.arms
        assert all(type(arm) is int for arm in note.arms)
        assert re.match(WHEN, note.exact) or note is notes[0] or note is notes[-1]
        assert not re.search(r"\b(nan|inf|None)\b", note.exact)
        assert note.exact.endswith(".")
        assert "  " not in note.exact
    told = [arm for note in notes for arm in note.arms]
    assert told == moves.arm.tolist()  # each once, in the order of the moves
    assert len(set(told)) == len(told)


@settings(max_examples=150)
@given(told_runs())
def test_what_is_said_of_moves_is_true(run: dc.Run) -> None:
    frames, moves = run.snapshots, run.moves
    at = {int(arm): m for m, arm in enumerate(moves.arm)}
    for note in run.story():
        if not note.arms:
            continue
        said = re.match(WHEN, note.exact)
        assert said
        assert int(said[1].replace(",", "")) == frames.t[note.frame]
        assert int(said[2].replace(",", "")) == frames.epoch[note.frame]
        groups = {
            to: [arm for arm in note.arms if moves.to[at[arm]] == to] for to in (ACCEPTED, REJECTED)
        }
        text = note.exact
        for to, verb in ((ACCEPTED, "accepted"), (REJECTED, "rejected")):
            if groups[to]:
                assert (
                    f"{arm_list(groups[to])} {'is' if len(groups[to]) == 1 else 'are'} {verb}"
                    in text
                )
            else:
                assert verb not in text
        for _, verb, bound, left, relation, right, sign, delta in MOVED.findall(text):
            group = groups[ACCEPTED if verb == "accepted" else REJECTED]
            estimates = moves.estimate[[at[arm] for arm in group]]
            authors = run.algorithm.preset == "authors-code"  # its tests are strict
            assert (relation in "><") == authors
            upwards = relation in ">≥"
            assert (verb, upwards, sign) in (("accepted", True, "+"), ("rejected", False, "−"))
            extreme = estimates.min() if verb == "accepted" else estimates.max()
            assert float(left) == pytest.approx(extreme, abs=rounding(left))
            assert float(delta) == pytest.approx(moves.delta[at[group[0]]], rel=1e-5)
            assert bound.strip() == (
                "" if len(group) == 1 else "at least" if upwards else "at most"
            )
            gate = float(right) + (1 if sign == "+" else -1) * float(delta)
            slack = rounding(left, right)
            assert gate == pytest.approx(moves.threshold[at[group[0]]], abs=slack)
            assert float(left) >= gate - slack if upwards else float(left) <= gate + slack
        assert len(MOVED.findall(text)) + len(FULL.findall(text)) == sum(map(bool, groups.values()))
        if FULL.search(text):
            assert run.algorithm.constants["variant"] == "authors"
            assert (frames.sets[note.frame] == ACCEPTED).sum() == run.problem.k


@settings(max_examples=150)
@given(told_runs())
def test_what_is_said_of_tests_without_moves_is_true(run: dc.Run) -> None:
    frames = run.snapshots
    for note in run.story()[1:-1]:
        f = note.frame
        halves = HALVES.search(note.exact)
        assert bool(halves) == (frames.delta[f] < frames.delta[f - 1])
        if halves:
            assert float(halves[1]) == pytest.approx(frames.delta[f], rel=1e-5)
        nobody = NOBODY.search(note.exact)
        assert bool(nobody) <= (not note.arms)
        if nobody:
            active = np.sort(frames.estimate[f - 1][frames.sets[f - 1] == ACTIVE])
            slack = rounding(nobody[1])
            assert active[-1] <= float(nobody[1]) + slack
            if run.algorithm.preset == "authors-code":  # leaders stay, however low they stand
                places = run.problem.k - (frames.sets[f - 1] == ACCEPTED).sum()
                active = active[: active.size - places]
            assert active[0] >= float(nobody[2]) - slack
            assert float(nobody[1]) == pytest.approx(frames.gates[f - 1, 0], abs=slack)
            assert float(nobody[2]) == pytest.approx(frames.gates[f - 1, 1], abs=slack)


@settings(max_examples=150)
@given(told_runs())
def test_the_end_is_told_as_it_was(run: dc.Run) -> None:
    frames, problem = run.snapshots, run.problem
    last = run.story()[-1]
    active = int((frames.sets[last.frame] == ACTIVE).sum())
    if not (frames.phase == 1).any():
        assert last.frame == frames.t.size - 1
        assert last.exact.startswith(f"T = {problem.horizon:,} is reached with {active} arm")
        return
    assert frames.phase[last.frame] == 1
    assert not frames.phase[: last.frame].any()
    assert last.exact.startswith(f"t = {frames.t[last.frame]:,}: ")
    assert last.exact.endswith("This set is played until T.")
    assert arm_list(run.final_set) in last.exact
    decided = (frames.sets[last.frame] != REJECTED).sum() == problem.k
    assert decided == ("every place is decided" in last.exact)
    accepted = int((frames.sets[last.frame] == ACCEPTED).sum())
    filled = decided and accepted < problem.k
    assert filled == (f"left for the last {'place' if active == 1 else ''}" in last.text)
    ended = re.search(
        rf"(Δ|Δ/2) = {NUMBER} < λ = {NUMBER} ends exploration, with (\d+) arm", last.exact
    )
    if ended:
        level = frames.delta[last.frame] / (2 if ended[1] == "Δ/2" else 1)
        lam = float(run.algorithm.resolved(problem)["lam"])
        assert level < lam
        assert float(ended[2]) == pytest.approx(level, rel=0.01)
        assert float(ended[3]) == pytest.approx(lam, rel=0.01)
        assert int(ended[4]) == active
    elif not decided:
        assert "fewer rounds than one epoch are left" in last.exact
        places = problem.k - int((frames.sets[last.frame] == ACCEPTED).sum())
        assert problem.horizon - frames.t[last.frame] < -(-active // places)


def test_stories_have_something_to_tell() -> None:
    """The tests above would pass on stories in which nothing happens: count what they meet."""
    seen = {"MOVED": 0, "FULL": 0, "NOBODY": 0, "λ": 0}
    for seed in range(60):
        for preset in ("clean-c1", "authors-code"):
            problem = dc.Problem.random(11, 8, 400, seed=seed)
            own = dc.algorithm("dart", preset, c=0.003 + seed / 6_000, lam=0.02, delta0=0.3)
            text = " ".join(note.exact for note in dc.simulate(problem, own, seed=seed).story())
            seen["MOVED"] += len(MOVED.findall(text))
            seen["FULL"] += len(FULL.findall(text))
            seen["NOBODY"] += len(NOBODY.findall(text))
            seen["λ"] += "ends exploration" in text
    assert min(seen.values()) >= 5, seen


def test_baselines_say_what_they_do() -> None:
    problem = dc.Problem([0.9, 0.1, 0.8, 0.3], k=2, horizon=100)
    told = {name: dc.simulate(problem, name).story() for name in ("random", "oracle")}
    assert told["random"][0].text == "Every round plays 2 of the 4 arms, drawn at random."
    assert "arms 1 and 3" in told["oracle"][0].text


def test_the_opening_says_how_an_epoch_goes() -> None:
    opening = dc.simulate(dc.Problem.random(45, 2, 100), "dart").story()[0].exact
    assert "the 45 active arms" in opening
    assert "23 groups of 2" in opening
    alone = dc.simulate(dc.Problem.random(4, 4, 100), "dart").story()[0].text
    assert alone == "All 4 arms are played in every round, so there is nothing to find out."


def test_single_arms_are_no_groups() -> None:
    quick = dc.algorithm("dart", "clean-c1", c=0.1, lam=0.02)
    alone, groups = (
        " ".join(note.text for note in dc.simulate(dc.Problem.random(9, k, 20_000), quick).story())
        for k in (1, 3)
    )
    assert "one at a time, in random order" in alone
    assert "group" not in alone
    assert "in random groups of 3" in groups
    assert "groups average" in groups


@pytest.mark.parametrize(
    ("arms", "said"),
    [
        ([0], "arm 1"),
        ([2, 6], "arms 3 and 7"),
        ([2, 6, 8], "arms 3, 7 and 9"),
        (range(6), "arms 1, 2, 3, 4, 5 and 6"),
        (range(7), "arms 1, 2, 3, 4, 5 and 2 more"),
        (np.arange(45), "arms 1, 2, 3, 4, 5 and 40 more"),
    ],
)
def test_lists_of_arms_count_from_one(arms: Any, said: str) -> None:
    assert arm_list(arms) == said
