"""Frontier: its guarantee, its table, its frames and its story."""

from __future__ import annotations

import math
from statistics import fmean

import numpy as np
import pytest

import dart_core as dc
from dart_core.algorithms.frontier.bets import N_BETS, bet, no_odds, set_odds
from tests.core.hard import LAWS, hard_problems, hard_problems_of, wrong_moves

# Mean regret on the ten instances of the paper's setting, as another implementation measured it.
TABLE = {
    ("guaranteed", 2): 677,
    ("guaranteed", 4): 1_264,
    ("guaranteed", 8): 2_289,
    ("1/T", 2): 1_094,
    ("1/T", 4): 1_949,
    ("1/T", 8): 3_411,
    ("bold", 2): 475,
    ("bold", 4): 820,
    ("bold", 8): 1_574,
}


def chosen(preset: str) -> dc.Algorithm:
    if preset == "1/T":
        return dc.algorithm("frontier", "guaranteed", delta="1/T")
    return dc.algorithm("frontier", preset)


@pytest.mark.slow
def test_the_papers_setting_for_the_quadratic_reward() -> None:
    """One seed an instance, K = 2."""
    means = [np.random.default_rng(s).random(45) for s in range(10)]
    problems = [dc.Problem(each, 2, 10**6, reward="quadratic") for each in means]
    runs = [dc.simulate(each, "frontier", seed=s, frames=0) for s, each in enumerate(problems)]
    assert not any(wrong_moves(run) for run in runs)
    assert fmean(float(run.regret[-1]) for run in runs) <= 1.15 * 934


@pytest.mark.slow
@pytest.mark.parametrize(("preset", "k"), TABLE)
def test_the_papers_setting(preset: str, k: int) -> None:
    """Most seeds where K is small: single runs scatter most there, by half of their mean."""
    regret = []
    for s in range(10):
        problem = dc.Problem(np.random.default_rng(s).random(45), k, 10**6)
        for again in range(max(2, 12 // k)):
            seed = s + 1_000 * again
            run = dc.simulate(problem, chosen(preset), seed=seed, frames=0)
            assert not wrong_moves(run)
            regret.append(float(run.regret[-1]))
    assert fmean(regret) <= 1.15 * TABLE[preset, k]


# --- the guarantee ------------------------------------------------------------------------------


@pytest.mark.parametrize("delta", [0.05, 0.5])
def test_wrong_moves_are_as_rare_as_promised(delta: float) -> None:
    """Small hard problems: gaps of 0.04, ties, all equal; every joint reward."""
    count = 3_000
    algorithm = dc.algorithm("frontier", "guaranteed", delta=delta)
    wrong = moved = 0
    for seed, problem in enumerate(hard_problems(count, 5_000)):
        run = dc.simulate(problem, algorithm, seed=seed, frames=0)
        wrong += bool(wrong_moves(run))
        moved += run.moves.t.size > 0
    assert wrong <= delta * count
    assert moved > 300


@pytest.mark.parametrize("law", LAWS)
def test_the_promise_holds_for_other_arms(law: str) -> None:
    """Beta arms, and the paper's, whose rewards in a round are not independent."""
    count = 300
    problems = list(hard_problems_of(law, count, 5_000))
    for delta in (0.05, 0.5):
        algorithm = dc.algorithm("frontier", "guaranteed", delta=delta)
        wrong = moved = 0
        for seed, problem in enumerate(problems):
            run = dc.simulate(problem, algorithm, seed=seed, frames=0)
            wrong += bool(wrong_moves(run))
            moved += run.moves.t.size > 0
        assert wrong <= delta * count
        assert moved > 40


@pytest.mark.parametrize(("q", "c"), [(4, 1), (30, 1), (30, 16), (4, 16), (1, 1), (16, 1)])
@pytest.mark.parametrize("m", [0.0, 0.01, 0.3, 0.5, 0.97, 1.0])
@pytest.mark.parametrize("p", [0.02, 0.5, 0.9])
def test_no_bet_on_a_worse_arm_is_expected_to_win(q: int, c: int, m: float, p: float) -> None:
    """The exact expectation of a factor: 0/1 rewards, equal arms, and the truth against the bet."""
    odds = no_odds()
    for gap in (0.0, 0.05, 0.5):
        better, worse = min(1.0, p + gap), p
        for for_reference in (True, False):
            mean_q, mean_d = (worse, better) if for_reference else (better, worse)
            expected = np.zeros(N_BETS)
            for ones_q in range(q + 1):
                for ones_d in range(c + 1):
                    chance = _binomial(q, ones_q, mean_q) * _binomial(c, ones_d, mean_d)
                    Q = np.array([1.0] * ones_q + [0.0] * (q - ones_q))
                    D = np.array([1.0] * ones_d + [0.0] * (c - ones_d))
                    wealth = np.ones((2, 2, N_BETS))
                    set_odds(odds, Q, q, c, m)
                    bet(wealth, 0, 1, odds, D, 0, c, m)
                    factor = wealth[0, 1] if for_reference else wealth[1, 0]
                    assert (factor > 0.0).all()
                    expected += chance * factor
            assert (expected <= 1.0 + 1e-9).all()


def _binomial(n: int, ones: int, p: float) -> float:
    return math.comb(n, ones) * p**ones * (1.0 - p) ** (n - ones)


# --- frames and the story -----------------------------------------------------------------------


def told_run(seed: int = 1, preset: str = "guaranteed", frames: int = 260) -> dc.Run:
    problem = dc.Problem.random(12, 3, 60_000, seed=seed)
    return dc.simulate(problem, dc.algorithm("frontier", preset), seed=seed, frames=frames)


@pytest.mark.parametrize("seed", range(10))
def test_frames_say_who_is_who(seed: int) -> None:
    run = told_run(seed)
    shown, n, k = run.snapshots, 12, 3
    F = shown.t.size
    assert shown.marks.shape == shown.progress.shape == (F, n)
    assert shown.lead.shape == (F, 4)
    incumbents = (shown.marks & 1).astype(bool)
    assert set(incumbents.sum(axis=1)) <= {0, k}
    weakest, challenger = shown.marks & 2 > 0, shown.marks & 4 > 0
    assert (weakest.sum(axis=1) == challenger.sum(axis=1)).all()
    assert (weakest <= incumbents).all()
    assert not (challenger & incumbents).any()
    assert ((shown.progress >= 0) & (shown.progress <= 1)).all()
    assert (shown.progress[shown.sets > 0] == 1).all()
    started = np.flatnonzero(incumbents.any(axis=1))[0]
    for f in range(started, F):  # an action is A, or A with one arm exchanged
        after = set(np.flatnonzero(incumbents[f]))
        if shown.t[f] > shown.t[f - 1] and f > started:
            assert len(set(shown.action[f]) - after) <= 1
    leading = shown.lead[shown.lead[:, 0] >= 0]
    assert leading.size
    assert (leading[:, 0] != leading[:, 1]).all()
    assert (leading[:, 3] == run.algorithm.resolved(run.problem)["L"]).all()
    assert np.isfinite(leading).all()


def test_moves_carry_the_wealth_that_decided() -> None:
    for seed in range(10):
        run = told_run(seed)
        assert run.moves.t.size
        assert (run.moves.estimate >= run.moves.threshold - 1e-12).all()


@pytest.mark.parametrize("seed", range(20))
def test_the_story_is_true(seed: int) -> None:
    run = told_run(seed, "bold" if seed % 2 else "guaranteed", 40)
    notes, frames = run.story(), run.snapshots
    assert [note.frame for note in notes] == sorted(note.frame for note in notes)
    assert [i for note in notes for i in sorted(note.arms)] == run.moves.arm.tolist()
    for note in notes:
        assert note.text.endswith(".")
        assert not any(bad in note.text for bad in ("nan", "inf", "  ", "arm 0"))
        before, after = frames.sets[max(0, note.frame - 1)], frames.sets[note.frame]
        assert set(note.arms) == set(np.flatnonzero(before != after).tolist()) or not note.arms
        if note.arms:
            assert "certified above" in note.text
            assert frames.lead[note.frame, 2] >= frames.lead[note.frame, 3]


@pytest.mark.parametrize("seed", range(10))
def test_all_that_is_certified_follows_from_the_certificates(seed: int) -> None:
    """The closure of those so far gives each frame's progress, and moved whoever moved."""
    run = told_run(seed, "bold" if seed % 2 else "guaranteed")
    frames, n, k = run.snapshots, 12, 3
    order = np.zeros((n, n), dtype=bool)
    edges = [tuple(edge) for edge in frames.certificates.tolist()]
    assert len(edges) >= 10
    assert edges == sorted(edges, key=lambda edge: edge[:2])
    for f in range(frames.t.size):
        while edges and edges[0][1] <= f:
            t, first, a, b = edges.pop(0)
            assert (first, t <= frames.t[f]) == (f, True)
            assert not order[[a, b], [b, a]].any(), "what follows needs no certificate"
            above, under = order[:, a].copy(), order[b].copy()
            above[a] = under[b] = True
            order |= np.outer(above, under)
        inside, decided = frames.marks[f] & 1 > 0, frames.sets[f] > 0
        wanted = np.where(inside, order.sum(axis=1) / (n - k), order.sum(axis=0) / k)
        started = inside.any()
        assert (
            not started or (frames.progress[f] == np.where(decided, 1, np.minimum(1, wanted))).all()
        )
        assert (order.sum(axis=1)[frames.sets[f] == 1] >= n - k).all()
        assert (order.sum(axis=0)[frames.sets[f] == 2] >= k).all()
    assert not edges


def test_extras_cost_other_algorithms_nothing() -> None:
    shown = dc.simulate(dc.Problem.random(5, 2, 100), "dart").snapshots
    assert shown.marks.size == shown.progress.size == shown.lead.size == 0
    assert shown.certificates.size == 0
    assert (
        dc.simulate(
            dc.Problem.random(9, 2, 5_000), "frontier", frames=0
        ).snapshots.certificates.size
        == 0
    )


# --- its entry in the registry ------------------------------------------------------------------


def test_the_threshold() -> None:
    problem = dc.Problem.random(45, 4, 10**6)
    assert dc.algorithm("frontier").resolved(problem) == {
        "delta": 0.01,
        "L": pytest.approx(math.log(4 * 41 / 0.01)),
    }
    assert chosen("1/T").resolved(problem)["L"] == pytest.approx(math.log(4 * 41 * 10**6))
    assert chosen("bold").resolved(problem) == {"L": 5.0}
    alone = dc.Problem.random(4, 4, 10)
    assert dc.simulate(alone, "frontier").final_set == (0, 1, 2, 3)


@pytest.mark.parametrize(("name", "value"), [("delta", 2.0), ("delta", "1/N"), ("delta", 0.0)])
def test_ill_constants(name: str, value: float | str) -> None:
    with pytest.raises(dc.FieldError) as caught:
        dc.algorithm("frontier", **{name: value})
    assert caught.value.field == name
    with pytest.raises(dc.FieldError):
        dc.algorithm("frontier", "bold", L=601.0)


def test_too_many_arms_are_refused() -> None:
    problem = dc.Problem.random(2_001, 2, 10)
    with pytest.raises(dc.Refused, match="2,001 is more than 2,000"):
        dc.simulate(problem, "frontier")
    assert dc.forecast(problem, "frontier").warnings


def test_outlook() -> None:
    problem = dc.Problem.random(45, 4, 10**6)
    told = dc.forecast(problem, "frontier")
    assert "120 plays" in told.sentence()
    assert "ever wrongly accepted or rejected is at most 0.01" in told.caveat
    assert "guarantees nothing" in dc.forecast(problem, chosen("bold")).caveat
    small = dc.Problem.random(5, 1, 1_000)
    assert "at most 0.027," in dc.forecast(small, chosen("bold")).caveat
    short = dc.Problem.random(45, 4, 99)
    assert "nothing will be certified" in dc.forecast(short, "frontier").sentence()
