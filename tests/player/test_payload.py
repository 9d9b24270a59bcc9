"""The player's data, read back and compared with the run that it was made from."""

from __future__ import annotations

import json
from base64 import b64decode
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import settings as profile
from hypothesis import strategies as st

import dart_core as dc
from dart_core.replay import epochs
from dart_player.format import FORMAT
from dart_player.packing import packed
from dart_player.payload import (
    CURVE_POINTS,
    MOST_FRAMES,
    encode,
    encode_curve,
    encode_frames,
    encode_shared,
    show,
)

PRESETS = list(dc.presets("dart"))


def array(text: str, kind: str) -> Any:
    return np.frombuffer(b64decode(text), dtype=kind)


def arm_kind(n: int) -> str:
    return "u1" if n <= 256 else "<u2"


def decoded(data: dict[str, Any]) -> dict[str, Any]:
    """Read a run as `js/decode.js` does."""
    n, frames = data["n"], data["frames"]
    count = frames["count"]
    low, high = frames["range"]
    sets = np.zeros((count, n), dtype=int)
    for frame, arm, to in frames["moves"]:
        sets[frame:, arm] = to
    bits = array(frames["action"], "u1").reshape(count, -1)
    width = np.full((count, n), np.inf)  # where no arm ever has an interval, none is sent
    if "plays" in frames:
        steps = array(frames["plays"], f"<u{frames['plays_bytes']}").reshape(count, n)
        plays = np.cumsum(steps, axis=0, dtype=np.int64)
        width[plays > 0] = 0.5 * np.sqrt(frames["spread"] / plays[plays > 0])
    if "width" in frames:
        codes = array(frames["width"], "<u2").reshape(count, n)
        width = codes / 65_535 * frames["width_max"]
    return {
        "t": array(frames["t"], "<u4"),
        "estimate": low
        + array(frames["estimate"], "<u2").reshape(count, n) / 65_535 * (high - low),
        "width": width,
        "action": np.unpackbits(bits, axis=1, bitorder="little"),
        "gates": array(frames["gates"], "<f4").reshape(count, 4)
        if "gates" in frames
        else np.full((count, 4), np.nan, dtype=np.float32),
        "delta": array(frames["delta"], "<f4") if "delta" in frames else np.zeros(count),
        "epoch": array(frames["epoch"], "<u4"),
        "phase": array(frames["phase"], "u1"),
        "sets": sets,
    }


def check(runs: list[dc.Run]) -> dict[str, Any]:
    """Compare a payload with its runs wherever that is possible; return it."""
    run, problem = runs[0], runs[0].problem
    curves = [encode_curve(each) for each in runs[1:]]
    whole: Any = show(encode_shared(run), [encode(run, "some-id")], curves)
    assert json.loads(json.dumps(whole, allow_nan=False)) == whole
    data = flat(whole)
    assert (data["format"], data["id"]) == (FORMAT, "some-id")
    assert (data["n"], data["k"]) == (problem.n_arms, problem.k)
    assert data["horizon"] == problem.horizon
    assert data["labels"] == [str(i + 1) for i in range(problem.n_arms)]
    np.testing.assert_allclose(data["truth"]["mean"], problem.means, atol=5e-7)
    assert tuple(data["truth"]["best"]) == problem.optimal_set
    got, frames = decoded(data), run.snapshots
    assert (got["t"][0], got["t"][-1]) == (0, problem.horizon)
    assert (np.diff(got["t"].astype(int)) >= 0).all()
    told = {entry["frame"] for entry in data["story"]}
    assert told <= set(range(data["frames"]["count"]))
    check_frames(data, got, run, kept(got, frames))
    assert [entry["text"] for entry in data["story"]] == [note.text for note in run.story()]
    for curve, each in zip([data["curve"], *data["curves"]], runs, strict=True):
        check_curve(curve, array(data["curve_t"], "<u4"), each)
    return whole


def flat(whole: dict[str, Any]) -> dict[str, Any]:
    """Return a payload with one run, that run's fields beside those of all."""
    [run] = whole["runs"]
    return {**whole, **run}


def sent(run: dc.Run, **how: Any) -> dict[str, Any]:
    """Return what is sent of a run, with what all runs have in common."""
    return {**encode_shared(run), **encode(run, "some-id", **how)}


def kept(got: dict[str, Any], frames: Any) -> Any:
    """Return which frames of the run were sent, told apart by t, then by Δ and sets."""
    candidates = {}
    for f in range(frames.t.size):
        delta = float(np.float32(frames.delta[f]))
        key = (float(frames.t[f]), delta, frames.sets[f].tobytes(), int(frames.phase[f]))
        candidates[key] = f
    sent = zip(got["t"], got["delta"], got["sets"].astype(np.uint8), got["phase"], strict=True)
    return np.array(
        [candidates[float(t), float(d), sets.tobytes(), int(p)] for t, d, sets, p in sent]
    )


def check_frames(data: dict[str, Any], got: dict[str, Any], run: dc.Run, at: Any) -> None:
    frames = run.snapshots
    assert (np.diff(at) > 0).all()
    low, high = data["frames"]["range"]
    quantum = (high - low) / 65_535
    assert np.abs(got["estimate"] - frames.estimate[at]).max() <= quantum
    known = np.isfinite(frames.width[at])
    if "plays" in data["frames"]:  # and widths follow from them
        np.testing.assert_array_equal(got["width"], frames.width[at])
        return check_sets(data, got, run, at)
    assert ("width" in data["frames"]) == ("width_max" in data["frames"]) == known.any()
    most = data["frames"].get("width_max", np.inf)
    assert np.abs(got["width"][known] - frames.width[at][known]).max(initial=0) <= most / 65_535
    assert (got["width"][~known] == most).all()
    assert (got["width"][known] < most).all()
    return check_sets(data, got, run, at)


def check_sets(data: dict[str, Any], got: dict[str, Any], run: dc.Run, at: Any) -> None:
    frames, n = run.snapshots, run.problem.n_arms
    np.testing.assert_array_equal(got["gates"], frames.gates[at].astype(np.float32))
    np.testing.assert_array_equal(got["epoch"], frames.epoch[at])
    for row, action in zip(got["action"], frames.action[at], strict=True):
        assert sorted(np.flatnonzero(row[:n])) == sorted(action[action >= 0])
        assert not row[n:].any()
    committed = np.flatnonzero(frames.phase)
    if committed.size:
        after = at[at > committed[0]]
        assert after.tolist() in ([], [frames.t.size - 1]), "frames after the commitment are idle"
    changed = 1 + np.flatnonzero((frames.sets[1:] != frames.sets[:-1]).any(axis=1))
    assert {*changed, *(changed - 1)} <= set(at), "each move is shown, and the moment before"
    assert data["frames"]["count"] <= max(MOST_FRAMES, 2 * n + 140)


def check_curve(curve: dict[str, Any], t: Any, run: dc.Run) -> None:
    assert curve["label"] == run.algorithm.label
    regret = array(curve["regret"], "<f4")
    assert (t[0], regret[0], t[-1]) == (0, 0, run.problem.horizon)
    assert len(t) == len(regret) <= CURVE_POINTS + 1
    assert (np.diff(t.astype(int)) > 0).all()
    at = np.searchsorted(run.t, t[1:])
    np.testing.assert_array_equal(run.t[at], t[1:])
    np.testing.assert_allclose(regret[1:], run.regret[at], rtol=1e-6)


def run_of(
    problem: dc.Problem, preset: str, seed: int = 0, frames: int = 260, **constants: float
) -> dc.Run:
    return dc.simulate(problem, dc.algorithm("dart", preset, **constants), seed=seed, frames=frames)


@profile(max_examples=150)
@given(
    st.integers(2, 24).flatmap(lambda n: st.tuples(st.just(n), st.integers(1, n))),
    st.sampled_from([1, 2, 7, 50, 3_000, 20_000]),
    st.sampled_from(["mean", "quadratic", "max", "min"]),
    st.sampled_from(PRESETS),
    st.sampled_from([0.0001, 0.05, 1.0]),
    st.sampled_from([0.0, 0.05]),
    st.sampled_from([0.01, 1.0, 4.0]),
    st.integers(0, 5),
)
def test_what_is_sent_is_what_was_run(
    size: tuple[int, int],
    horizon: int,
    reward: str,
    preset: str,
    c: float,
    lam: float,
    delta0: float,
    seed: int,
) -> None:
    problem = dc.Problem.random(*size, horizon, reward, seed=seed)
    run = run_of(problem, preset, seed, c=c, lam=lam, delta0=delta0)
    check([run, dc.simulate(problem, "random", seed=seed, frames=0)])


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize(
    ("n", "k", "horizon"), [(100, 7, 100_000), (9, 8, 300), (5, 5, 40), (2, 2, 1), (2, 1, 1)]
)
def test_sizes_at_the_edge(n: int, k: int, horizon: int, preset: str) -> None:
    problem = dc.Problem.random(n, k, horizon, seed=1)
    check([run_of(problem, preset, c=0.05)])


@pytest.mark.parametrize("mean", [0.0, 0.5, 1.0])
def test_arms_that_are_all_alike(mean: float) -> None:
    check([run_of(dc.Problem([mean] * 6, 2, 5_000), "clean-c1", c=0.001, lam=0.0)])


def test_many_tests_and_many_moves_stay_few_frames() -> None:
    """Every arm leaves in a test of its own, between hundreds of tests that move nobody."""
    problem = dc.Problem([(i + 0.5) / 100 for i in range(100)], k=30, horizon=1_000_000)
    for preset, c in (("authors-code", 0.0001), ("authors-code", 0.01), ("clean-c1", 0.01)):
        check([run_of(problem, preset, c=c, lam=0.0, frames=2_000)])


def test_an_animation_is_small() -> None:
    """45 arms, as many frames as are ever sent, 4 curves."""
    problem = dc.Problem.random(45, 4, 1_000_000, seed=0)
    main = run_of(problem, "clean-c1", lam=0.0, frames=600)
    others = [
        dc.simulate(problem, algorithm, frames=0)
        for algorithm in ("random", "oracle", dc.algorithm("dart", "authors-code"))
    ]
    data = check([main, *others])
    assert flat(data)["frames"]["count"] == MOST_FRAMES
    assert len(json.dumps(data, ensure_ascii=False).encode()) <= 100_000


def frontier_run(problem: dc.Problem, seed: int = 0, frames: int = 260) -> dc.Run:
    return dc.simulate(problem, "frontier", seed=seed, frames=frames)


@pytest.mark.parametrize(("n", "k", "horizon"), [(12, 3, 10_000), (20, 5, 3_000), (9, 4, 2_500)])
def test_roles_progress_and_the_leading_bet_arrive(n: int, k: int, horizon: int) -> None:
    run = frontier_run(dc.Problem.random(n, k, horizon, seed=1), seed=1)
    frames, got = run.snapshots, sent(run)["frames"]
    count = got["count"]
    assert count == frames.t.size, "so few that all of them are sent"
    assert "width" not in got, "scores have no intervals"
    rows = array(got["marks"], "u1").reshape(count, 3, -1)
    bits = np.unpackbits(rows, axis=2, bitorder="little")
    np.testing.assert_array_equal(bits[:, :, :n].transpose(0, 2, 1) @ [1, 2, 4], frames.marks)
    assert not bits[:, :, n:].any()
    progress = array(got["progress"], "u1").reshape(count, n) / 255
    assert (progress <= frames.progress).all()
    assert (frames.progress - progress < 1 / 255).all()
    wealth = array(got["lead"], "<f4").reshape(count, 2)
    np.testing.assert_array_equal(wealth, frames.lead[:, 2:].astype(np.float32))
    pair = array(got["pair"], "<u2").reshape(count, 2)
    none = frames.lead[:, :2] < 0
    assert none.any()
    np.testing.assert_array_equal(pair, np.where(none, 65_535, frames.lead[:, :2]))
    order = array(got["order"], "<u2").reshape(-1, 3)
    assert order.size
    np.testing.assert_array_equal(order, frames.certificates[:, 1:], "frame, better, worse")


def test_who_waits_arrives_as_changes() -> None:
    problem = dc.Problem.random(12, 3, 60_000, seed=1)
    run = dc.simulate(problem, dc.algorithm("frontier", "pace"), seed=1, frames=260)
    frames, got = run.snapshots, sent(run)["frames"]
    assert got["count"] == frames.t.size
    waits = np.zeros_like(frames.waits)
    for f, arm, until in array(got["waits"], "<u4").reshape(-1, 3).astype(np.int64):
        waits[f:, arm] = until
    assert frames.waits.any()
    np.testing.assert_array_equal(waits, frames.waits)


def test_whose_bets_the_lead_is_made_of_arrives_for_each_frame() -> None:
    problem = dc.Problem.random(12, 3, 60_000, seed=1)
    run = dc.simulate(problem, dc.algorithm("frontier", "capital"), seed=1, frames=260)
    frames, got = run.snapshots, sent(run)["frames"]
    share = np.full(frames.share.shape, np.nan)
    said = array(got["shares"], "<u2").astype(np.int64).tolist()
    while said:
        f, several, *said = said
        for code in said[:several]:
            share[f, code // 64] = code % 64 / 63
        said = said[several:]
    assert (share > 0).any()
    np.testing.assert_array_equal(share > 0, frames.share > 0)
    np.testing.assert_allclose(share, frames.share, atol=1 / 63)
    paced = dc.simulate(problem, dc.algorithm("frontier", "pace"), seed=1, frames=260)
    assert "shares" not in sent(paced)["frames"]


def test_only_runs_with_bets_carry_them() -> None:
    run = run_of(dc.Problem.random(12, 3, 5_000, seed=1), "clean-c1")
    frames = sent(run)["frames"]
    assert not {"marks", "progress", "lead", "order"} & set(frames)
    assert {"plays", "spread"} <= set(frames)


@pytest.mark.parametrize("reward", ["mean", "max"])
def test_an_animation_of_bets_is_small(reward: str) -> None:
    """45 arms and 5 curves; many certificates and exchanges are told."""
    for k in (2, 4, 8):
        problem = dc.Problem.random(45, k, 1_000_000, reward, seed=0)
        main = frontier_run(problem, frames=600)
        data = show(encode_shared(main), [encode(main, "some-id")], [encode_curve(main)] * 4)
        assert len(json.dumps(data, ensure_ascii=False).encode()) <= 100_000


def test_up_to_four_runs_are_shown_each_under_100_kilobytes() -> None:
    problem = dc.Problem.random(45, 4, 1_000_000, seed=0)
    names = ("dart", "frontier", "csar", "cmab-sm")
    runs = [dc.simulate(problem, name, frames=600) for name in names]
    racers = [encode(run, run.algorithm.name) for run in runs]
    data = show(encode_shared(runs[0]), racers)
    for racer in data["runs"]:
        size = len(json.dumps(racer, ensure_ascii=False, separators=(",", ":")).encode())
        assert size <= 100_000, racer["id"]
    assert [racer["curve"]["label"] for racer in data["runs"]] == [r.algorithm.label for r in runs]
    for wrong in ([], racers + racers[:1]):
        with pytest.raises(ValueError, match="expected 1 to 4 runs"):
            show(encode_shared(runs[0]), wrong)


@pytest.mark.parametrize("algorithm", ["dart", "dart-eb", "frontier", "csar", "lints"])
@pytest.mark.parametrize("frames", [3, 24, 40])
def test_a_slim_run_is_small_and_its_sets_are_right(algorithm: str, frames: int) -> None:
    """At every frame that is sent, and at most so many are, the sets are those of the run."""
    run = dc.simulate(dc.Problem.random(45, 4, 200_000, seed=2), algorithm, seed=1, frames=600)
    data = sent(run, frames=frames, slim=True)
    assert not {"asked", "epochs", "told"} & set(data)
    got = decoded(data)
    assert data["frames"]["count"] <= frames
    assert (got["t"][0], got["t"][-1]) == (0, 200_000)
    kept(got, run.snapshots)
    assert len(json.dumps(data["frames"]).encode()) <= 350 * frames + 1_000
    assert {note["frame"] for note in data["story"]} <= set(range(data["frames"]["count"]))


@pytest.mark.parametrize("preset", ["clean-c1", "authors-code"])
def test_epochs_told_round_by_round_end_at_their_frames(preset: str) -> None:
    run = run_of(dc.Problem.random(12, 5, 20_000, seed=1), preset, c=0.1)
    data = sent(run)
    got, frames = decoded(data), run.snapshots
    assert len(data["epochs"]) >= 3
    for each in data["epochs"]:
        action = array(each["action"], arm_kind(12)).reshape(-1, 5)
        after = array(each["after"], "<f4").reshape(-1, 5)
        end, f = each["t"] + len(action), each["frame"]
        assert got["t"][f] == end
        assert (got["epoch"][f], got["t"][f - 1] < end) == (each["epoch"], True)
        [at, *_] = np.flatnonzero(frames.t == end)
        for q in range(len(action)):  # the last round of an arm leaves its estimate
            for p, arm in enumerate(action[q]):
                if arm not in action[q + 1 :]:
                    assert after[q, p] == np.float32(frames.estimate[at, arm])


def test_what_an_arm_can_be_asked_is_sent() -> None:
    run = run_of(dc.Problem.random(12, 3, 5_000, seed=1), "clean-c1", c=0.1, lam=0.05)
    asked = sent(run)["asked"]
    assert (asked["lam"], asked["half"]["lam"]) == (0.05, 0.025)
    assert (asked["commit"], asked["regret"]) == (run.commit_t, run.regret[-1])
    half = run_of(run.problem, "clean-c1", c=0.1, lam=0.025)
    moved = sorted(zip(half.moves.arm, half.moves.to, half.moves.t, strict=True))
    assert [tuple(move) for move in asked["half"]["moves"]] == moved
    assert "asked" not in sent(frontier_run(run.problem))


@pytest.mark.parametrize("n", [256, 257, 700])
def test_arms_beyond_a_byte_arrive_as_they_are(n: int) -> None:
    run = run_of(dc.Problem.random(n, 4, 2_000, seed=1), "clean-c1", c=0.1)
    data = sent(run)
    for each in data["epochs"]:
        rounds = -(-n // 4)
        assert (each["t"], each["epoch"]) == (0, 1)
        action = array(each["action"], arm_kind(n)).reshape(rounds, 4)
        [wanted] = epochs(run, [rounds])
        np.testing.assert_array_equal(action, wanted.action)
        assert action.max() == n - 1
    assert data["epochs"]
    check([run])


def test_a_number_that_does_not_fit_is_never_sent_as_another() -> None:
    for wrong in ([256], [-1], [3, 1_000]):
        with pytest.raises(ValueError, match="expected whole numbers from 0 to 255"):
            packed(np.array(wrong), "u1")
    assert array(packed(np.array([], dtype=np.int64), "u1"), "u1").size == 0


def test_horizons_beyond_four_bytes_arrive_as_they_are() -> None:
    """No machine plays so many rounds in a test: a short run has its clock stretched."""
    short = run_of(dc.Problem.random(6, 2, 3_000, seed=1), "clean-c1", c=0.1)
    problem = dc.Problem(short.problem.means, 2, 3_000 * 2**21)
    frames = replace(short.snapshots, t=short.snapshots.t * 2**21)
    run = replace(short, problem=problem, t=short.t * 2**21, snapshots=frames)
    got = encode_frames(run, np.arange(frames.t.size))
    np.testing.assert_array_equal(array(got["t"], "<f8"), frames.t)
    np.testing.assert_array_equal(array(got["epoch"], "<f8"), frames.epoch)
