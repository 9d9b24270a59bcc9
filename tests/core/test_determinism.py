"""Equal settings and seeds give equal bits, wherever and beside whatever they run."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import dart_core as dc
from dart_core.streams import arm_luck
from tests.core.strategies import DART_PRESETS, SEEDS, Case, cases, dart_constants

ROOT = Path(__file__).resolve().parents[2]


class Setting(NamedTuple):
    problem: dc.Problem
    algorithm: dc.Algorithm
    seed: int

    def run(self, **options: Any) -> dc.Run:
        return dc.simulate(self.problem, self.algorithm, seed=self.seed, **options)


class Golden(NamedTuple):
    final_set: tuple[int, ...]
    moves: str  # SHA-256 of every move's t, arm and set, as little-endian int64
    regret: tuple[float, float]  # after T/10 rounds and after T


def _setting(
    n: int, k: int, reward: Any, seed: int, name: str, preset: str | None = None, **own: float
) -> Setting:
    problem = dc.Problem.random(n, k, 20_000, reward, seed=seed % 100)
    return Setting(problem, dc.algorithm(name, preset, **own), seed)


SETTINGS = {
    "authors-code, mean": _setting(12, 3, "mean", 0, "dart", "authors-code"),
    "clean-c1, quadratic": _setting(12, 3, "quadratic", 1, "dart", "clean-c1"),
    "paper-v2, at least 2": _setting(
        11, 4, ("at-least", 2), 2, "dart", "paper-v2", c=0.25, lam=0.01
    ),
    "paper-v1, a curve": _setting(
        9, 2, (1.0, 0.0, 0.75), 3, "dart", "paper-v1", c=0.5, delta0=0.5, lam=0.02
    ),
    "unresolved, max": _setting(45, 2, "max", 4, "dart", "unresolved", c=0.05),
    "random, min": _setting(8, 3, "min", 2**64 - 1, "random"),
}

# What these settings gave when links of version 1 were first copied: a link shows the same run
# for ever. Decisions are pinned exactly. Regret is pinned to a relative 1e-9 rather than to the
# bit: it is a sum of expectations, and a compiler for another processor may round a product and
# a sum in one step. (On one machine its bits are compared below.)
GOLDEN = {
    "authors-code, mean": Golden(
        (1, 6, 7),
        "c13c81c5561bebef63ddb6a3fa9ffc3e59a7f0894c602b1bc5714b064ee017ea",
        (596.9736091455477, 2743.7402167477435),
    ),
    "clean-c1, quadratic": Golden(
        (4, 7, 8),
        "3c87343ded3d8ccc117989310262ff4ab2e6070b402e079e4e902a66c5ab6bc2",
        (860.6644340991242, 3475.2029616728228),
    ),
    "paper-v2, at least 2": Golden(
        (3, 5, 6, 7),
        "f0aebd9e501944a10eeb23b4e342e60a8bdb3223bed8a43124d8791f42e4fe10",
        (387.9122194527104, 995.5023562668192),
    ),
    "paper-v1, a curve": Golden(
        (4, 7),
        "e16a80f27b424e376f9fa445a7bd2c10024c84ccb3d66ae73518c93d8f0983f9",
        (265.7202552074116, 2517.6142139417825),
    ),
    "unresolved, max": Golden(
        (3, 40),
        "77950e167d8ba6004bfc6aaec90637609dfee93b82c7559791edf986042c4599",
        (144.35963493789748, 430.9219066869964),
    ),
    "random, min": Golden(
        (1, 3, 5),
        "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
        (829.2581387266137, 8344.856593812037),
    ),
}


def decisions(run: dc.Run) -> str:
    moves = run.moves
    whole = np.concatenate([moves.t, moves.arm, moves.to]).astype("<i8")
    return hashlib.sha256(whole.tobytes()).hexdigest()


def digest(run: dc.Run) -> str:
    """Return a hash over every bit of a run's results."""
    arrays = [run.t, run.regret, np.array(run.final_set)]
    arrays += [*vars(run.moves).values(), *vars(run.snapshots).values()]
    whole = hashlib.sha256()
    for array in arrays:
        whole.update(f"{array.dtype.str}{array.shape}".encode())
        whole.update(array.tobytes())
    return whole.hexdigest()


def outcome(run: dc.Run) -> str:
    """Return a hash over what a run comes to, frames left aside."""
    moves = b"".join(column.tobytes() for column in vars(run.moves).values())
    whole = run.t.tobytes() + run.regret.tobytes() + moves + repr(run.final_set).encode()
    return hashlib.sha256(whole).hexdigest()


def digests() -> dict[str, str]:
    return {name: digest(setting.run()) for name, setting in SETTINGS.items()}


@pytest.mark.parametrize("name", SETTINGS)
def test_golden_values(name: str) -> None:
    run = SETTINGS[name].run()
    golden = GOLDEN[name]
    assert run.final_set == golden.final_set
    assert decisions(run) == golden.moves
    at = [int(np.searchsorted(run.t, t)) for t in (2_000, 20_000)]
    assert run.t[at].tolist() == [2_000, 20_000]
    assert run.regret[at].tolist() == pytest.approx(golden.regret, rel=1e-9)


def test_the_golden_runs_do_things() -> None:
    """Pinned values would mean little if no arm moved and nothing was learnt."""
    moves = [setting.run().moves.to.tolist() for setting in SETTINGS.values()]
    assert sum(to.count(1) for to in moves) >= 5
    assert sum(to.count(2) for to in moves) >= 40


@pytest.mark.parametrize("hash_seed", ["0", "1234"])
def test_another_process(hash_seed: str) -> None:
    code = "import json, tests.core.test_determinism as t; print(json.dumps(t.digests()))"
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == digests()


def test_after_other_runs_and_in_any_order() -> None:
    wanted = digests()
    for name in reversed(SETTINGS):
        assert digest(SETTINGS[name].run()) == wanted[name]
        assert digest(SETTINGS[name].run()) == wanted[name]


def test_numpys_global_generator_is_left_alone() -> None:
    before = np.random.get_state()[1].tobytes()  # noqa: NPY002 # the global generator itself
    wanted = digests()
    assert np.random.get_state()[1].tobytes() == before  # noqa: NPY002 # as above
    np.random.seed(7)  # noqa: NPY002 # what must not matter
    assert digests() == wanted


def test_on_another_thread_and_on_four_at_once() -> None:
    wanted = digests()
    for workers in (1, 4):
        with ThreadPoolExecutor(workers) as pool:
            names = [name for name in SETTINGS for _ in range(4)]
            runs = list(pool.map(lambda name: digest(SETTINGS[name].run()), names))
        assert runs == [wanted[name] for name in names]


@pytest.mark.parametrize("name", SETTINGS)
def test_frames_change_nothing(name: str) -> None:
    setting = SETTINGS[name]
    wanted = outcome(setting.run())
    options: list[Any] = [0, 1, 17, 5_000, np.arange(20_001), np.array([], dtype=np.int64)]
    for frames in options:
        assert outcome(setting.run(frames=frames)) == wanted
    assert outcome(setting.run(stop=np.zeros(1, dtype=np.int64))) == wanted


@settings(max_examples=100)
@given(cases(), st.sampled_from([*DART_PRESETS, "random", "oracle"]), SEEDS, dart_constants())
def test_a_run_is_a_function_of_its_arguments(
    case: Case, name: str, seed: int, own: dict[str, float]
) -> None:
    dart = name in DART_PRESETS
    algorithm = dc.algorithm("dart", name, **own) if dart else dc.algorithm(name)
    problem = case.problem()
    run = dc.simulate(problem, algorithm, seed=seed)
    assert digest(dc.simulate(case.problem(), algorithm, seed=np.uint64(seed))) == digest(run)
    assert outcome(dc.simulate(problem, algorithm, seed=seed, frames=0)) == outcome(run)


# --- common random numbers ---------------------------------------------------------------------


def first_epoch(problem: dc.Problem, preset: str, seed: int) -> list[tuple[int, list[int], float]]:
    """Return (t, action, estimate of its arms) of the rounds before any arm is played twice."""
    frames = dc.simulate(
        problem, dc.algorithm("dart", preset), seed=seed, frames=np.arange(problem.horizon + 1)
    ).snapshots
    rounds = []
    for t in range(1, problem.n_arms // problem.k + 1):
        f = int(np.searchsorted(frames.t, t))
        action = frames.action[f].tolist()
        (estimate,) = set(frames.estimate[f][action].tolist())
        rounds.append((t, action, estimate))
    return rounds


@pytest.mark.parametrize("horizon", [6, 7, 500])
@pytest.mark.parametrize("k", [1, 2, 3])
def test_all_presets_meet_the_same_luck_whatever_k_and_t(k: int, horizon: int) -> None:
    """X[t, i] is 1 just when U[t, i] < p_i, and `arm_luck` knows neither K nor T nor preset."""
    n = 6
    for seed in range(20):
        problem = dc.Problem.random(n, k, horizon, seed=seed)
        for preset in DART_PRESETS:
            f = (n - k) / (n - 1) if preset == "authors-code" else 1.0
            for t, action, estimate in first_epoch(problem, preset, seed):
                paid = sum(arm_luck(seed, n, t, i) < problem.means[i] for i in action)
                assert estimate == pytest.approx(paid / k / f, rel=1e-15)


def test_presets_differ_only_by_their_decisions() -> None:
    """Two presets that explore alike are the same run until one of them commits."""
    problem = dc.Problem.random(10, 3, 5_000)
    v1, v2 = (
        dc.simulate(problem, dc.algorithm("dart", preset, lam=lam), frames=np.arange(5_001))
        for preset, lam in (("paper-v1", 0.0), ("paper-v2", 0.9))
    )
    committed = int(v2.snapshots.t[v2.snapshots.phase == 1][0])
    assert 100 < committed < 5_000
    both = committed + 1
    assert np.array_equal(v1.snapshots.action[:both], v2.snapshots.action[:both])
    assert np.array_equal(v1.snapshots.estimate[:both], v2.snapshots.estimate[:both])


def test_a_change_of_the_horizon_keeps_the_rounds_before() -> None:
    short, long = (
        dc.simulate(dc.Problem.random(7, 2, T), "random", seed=3, frames=np.arange(101))
        for T in (100, 10_000)
    )
    assert np.array_equal(short.snapshots.action, long.snapshots.action[:101])


def test_algorithms_do_not_share_a_stream() -> None:
    """`random` plays the same sets whoever else runs, and DART is not its echo."""
    problem = dc.Problem.random(6, 2, 300)
    frames = np.arange(301)
    alone = dc.simulate(problem, "random", seed=1, frames=frames)
    others = [dc.simulate(problem, name, seed=1, frames=frames) for name in ("dart", "oracle")]
    again = dc.simulate(problem, "random", seed=1, frames=frames)
    assert digest(again) == digest(alone)
    same = (np.sort(others[0].snapshots.action[1:4]) == np.sort(alone.snapshots.action[1:4])).all()
    assert not same


def test_seeds_differ() -> None:
    problem = dc.Problem.random(6, 2, 300)
    for name in ("dart", "random"):
        runs = [digest(dc.simulate(problem, name, seed=seed)) for seed in range(100)]
        assert len(set(runs)) == 100
