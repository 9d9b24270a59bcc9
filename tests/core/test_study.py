"""compare: the same bits wherever it runs, stopped, resumed or failing; what a study says."""

from __future__ import annotations

import multiprocessing
import threading
import time
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import dart_core as dc
from dart_core.algorithms.record import AlgorithmSpec
from dart_core.algorithms.registry import Algorithm
from dart_core.chunks import ARRAYS, Chunk, Job, StopFlag, run_chunk, run_seed
from tests.core.study_problems import ALGORITHMS, PROBLEM, bits

LABELS = [algorithm.label for algorithm in ALGORITHMS]


class Shuffled(ThreadPoolExecutor):
    """Finishes tasks in a random order."""

    def __init__(self, seed: int) -> None:
        super().__init__(3)
        self._random = Random(seed)

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        pause = self._random.random() / 300

        def late() -> Any:
            time.sleep(pause)
            return fn(*args, **kwargs)

        return super().submit(late)


@pytest.fixture(scope="module")
def study() -> dc.Study:
    return dc.compare(PROBLEM, ALGORITHMS, runs=12, seed=5)


# --- the same bits ------------------------------------------------------------------------------


@pytest.mark.parametrize("redraw", [False, True])
@pytest.mark.parametrize("threads", [1, 2, 5])
def test_threads_change_nothing(threads: int, redraw: bool) -> None:
    here = dc.compare(PROBLEM, ALGORITHMS, 12, 5, redraw_arms=redraw)
    with ThreadPoolExecutor(threads) as pool:
        there = dc.compare(PROBLEM, ALGORITHMS, 12, 5, pool, redraw_arms=redraw)
    assert bits(there) == bits(here)


def test_processes_change_nothing(study: dc.Study) -> None:
    with ProcessPoolExecutor(2, multiprocessing.get_context("spawn")) as pool:
        there = dc.compare(PROBLEM, ALGORITHMS, 12, 5, pool)
    assert bits(there) == bits(study)


@settings(max_examples=25)
@given(st.data())
def test_order_and_chunks_change_nothing(data: st.DataObject) -> None:
    """Runs in chunks of any sizes, in any order, joined in any order, are the same curve."""
    job = Job(PROBLEM, ALGORITHMS[0], 5, data.draw(st.booleans()), None, 40)
    whole = run_chunk(job, range(10), StopFlag())
    order = data.draw(st.permutations(range(10)))
    cuts = sorted(data.draw(st.sets(st.integers(1, 9))))
    parts = [order[a:b] for a, b in zip([0, *cuts], [*cuts, 10], strict=True)]
    joined = Chunk.joined([run_chunk(job, part, StopFlag()) for part in parts])
    for name in ARRAYS:
        if name != "seconds":
            assert getattr(joined, name).tobytes() == getattr(whole, name).tobytes(), name


@settings(max_examples=15)
@given(st.integers(0, 2**32), st.permutations(ALGORITHMS), st.integers(1, 12))
def test_neither_company_nor_order_matters(seed: int, order: list[Algorithm], runs: int) -> None:
    study = dc.compare(PROBLEM, ALGORITHMS, 12, 5)
    with Shuffled(seed) as pool:
        other = dc.compare(PROBLEM, order, runs, 5, pool)
    assert [curve.label for curve in other.curves] == [a.label for a in order]
    for curve in other.curves:
        alone = study[curve.label].results.below(runs)
        assert curve.results.regret.tobytes() == alone.regret.tobytes()


def test_a_run_of_a_study_is_a_run_of_its_own(study: dc.Study) -> None:
    """The link of run j shows what the study drew; run 0 is what Watch shows for the seed."""
    assert study.seed_of(0) == study.seed == 5
    for algorithm in ALGORITHMS:
        for run in (0, 7):
            alone = dc.simulate(
                PROBLEM, algorithm, seed=study.seed_of(run), frames=0, checkpoints=250
            )
            results = study[algorithm.label].results
            assert results.regret[run].tobytes() == alone.regret.tobytes()
            assert results.commit_t[run] == alone.commit_t
            assert results.accepted[run] == np.count_nonzero(alone.moves.to == 1)
            assert results.rejected[run] == np.count_nonzero(alone.moves.to == 2)
            assert results.right[run] == (alone.final_set == PROBLEM.optimal_set)


@given(st.integers(0, 2**64 - 1), st.integers(1, 400))
def test_seeds_of_runs_never_collide(seed: int, runs: int) -> None:
    seeds = [run_seed(seed, run) for run in range(runs)]
    assert len(set(seeds)) == runs
    assert seeds[0] == seed
    assert max(seeds) < (2**32 if seed < 2**32 else 2**64)


def test_redrawn_arms_depend_on_the_run_alone() -> None:
    jobs = [
        Job(dc.Problem.random(9, k, T, reward), algorithm, 3, True, None, 10)
        for k, T, reward in ((3, 100, "mean"), (2, 70, "max"))
        for algorithm in ALGORITHMS
    ]
    for run in range(4):
        arms = {job.problem_of(run).means for job in jobs}
        assert arms == {dc.Problem.random(9, 3, 1, seed=run_seed(3, run)).means}
    assert len({jobs[0].problem_of(run).means for run in range(20)}) == 20


def test_fewer_checkpoints_change_no_regret() -> None:
    for algorithm in ALGORITHMS:
        fine = dc.simulate(PROBLEM, algorithm, seed=2)
        coarse = dc.simulate(PROBLEM, algorithm, seed=2, checkpoints=7)
        assert coarse.t.size <= 7
        both, a, b = np.intersect1d(fine.t, coarse.t, return_indices=True)
        assert both.size >= 4
        assert coarse.regret[b].tobytes() == fine.regret[a].tobytes()


def test_commitment_is_when_regret_becomes_a_line() -> None:
    run = dc.simulate(PROBLEM, ALGORITHMS[0], seed=1, frames=np.arange(3_001))
    first = int(run.snapshots.t[run.snapshots.phase == 1][0])
    assert run.commit_t == first < PROBLEM.horizon
    assert dc.simulate(PROBLEM, "random").commit_t == PROBLEM.horizon
    assert dc.simulate(PROBLEM, "oracle").commit_t == 0


# --- progress and the end -----------------------------------------------------------------------


@pytest.mark.parametrize("threads", [0, 2])
def test_progress_moves_in_small_steps_and_every_curve_starts_early(threads: int) -> None:
    seen: list[dc.Progress[dc.Study]] = []
    first: list[int] = []

    def watch(progress: dc.Progress[dc.Study]) -> None:
        seen.append(progress)
        if progress.done >= 20 and not first:
            first.extend(curve.final.size for curve in progress.partial().curves)

    pool = ThreadPoolExecutor(threads) if threads else None
    study = dc.compare(PROBLEM, ALGORITHMS, 40, 0, pool, watch)
    if pool:
        pool.shutdown()
    done = [progress.done for progress in seen]
    assert (done[0], done[-1], seen[-1].total) == (0, 160, 160)
    assert all(0 < step <= 4 for step in np.diff(done))
    assert len(first) == 4
    assert min(first) >= 1
    assert np.isnan(seen[0].seconds_left)
    assert seen[-1].seconds_left == 0.0
    assert bits(seen[-1].partial()) == bits(study)
    assert study.finished


@pytest.mark.parametrize("threads", [0, 2])
def test_stop_keeps_what_is_finished(threads: int) -> None:
    stop = np.zeros(1, dtype=np.int64)

    def watch(progress: dc.Progress[dc.Study]) -> None:
        if progress.done >= 9:
            stop[0] = 1

    pool = ThreadPoolExecutor(threads) if threads else None
    study = dc.compare(PROBLEM, ALGORITHMS, 2_000, 5, pool, watch, stop=stop)
    if pool:
        pool.shutdown()
    assert not study.finished
    assert study.failures.empty
    finished = sum(curve.final.size for curve in study.curves)
    assert 9 <= finished < 4_000
    for curve in study.curves:
        whole = dc.compare(PROBLEM, [curve.algorithm], 12, 5)[curve.label].results
        for row, run in enumerate(curve.results.runs.tolist()):
            if run < 12:
                assert curve.results.regret[row].tobytes() == whole.regret[run].tobytes()


def test_stop_ends_a_long_run_within_a_second() -> None:
    long = dc.Problem.random(45, 8, 10**10)
    stop = np.zeros(1, dtype=np.int64)
    threading.Timer(0.3, lambda: stop.fill(1)).start()
    begin = time.monotonic()
    with ThreadPoolExecutor(2) as pool:
        study = dc.compare(long, [dc.algorithm("dart", "unresolved")], executor=pool, stop=stop)
    assert time.monotonic() - begin < 3.0
    assert study["DART · unresolved"].final.size == 0


def test_what_progress_raises_ends_the_study() -> None:
    stop = np.zeros(1, dtype=np.int64)

    def leave(progress: dc.Progress[dc.Study]) -> None:
        if progress.done:
            raise KeyboardInterrupt

    with ThreadPoolExecutor(2) as pool, pytest.raises(KeyboardInterrupt):
        dc.compare(PROBLEM, ALGORITHMS, 100_000, 0, pool, leave, stop=stop)
    assert stop[0] == 1


# --- failures are data --------------------------------------------------------------------------


def broken(seed: int) -> Algorithm:
    """An algorithm whose runs fail now and then, and that is otherwise `random`."""
    spec = dc.algorithm("random").spec

    def run(problem: Any, world: Any, log: Any, key: Any, numbers: Any) -> None:
        if int(key) % 3 == seed:
            raise ZeroDivisionError("the draw was unlucky")
        spec.run(problem, world, log, key, numbers)

    own = AlgorithmSpec(**{**vars(spec), "name": "broken", "label": "broken", "run": run})
    return Algorithm(own, "uniform")


def test_a_failed_run_is_data() -> None:
    study = dc.compare(PROBLEM, [broken(0), "random"], 30, 1)
    failed, sound = study.curves
    assert study.finished
    assert 0 < len(failed.results.failures) < 30
    assert failed.final.size == 30 - len(failed.results.failures)
    assert not sound.results.failures
    errors = set(study.failures["error"])
    assert errors == {"ZeroDivisionError: the draw was unlucky"}
    assert study.summary().loc["broken", "failed"] == len(failed.results.failures)
    assert study.differences("broken", "random").interval.n == failed.final.size


def test_a_refused_algorithm_says_why() -> None:
    study = dc.compare(dc.Problem.random(9, 6, 500), ["csar", "random"], 3)
    assert study.finished
    assert study.curves[0].refused
    assert study.curves[0].final.size == 0
    assert study.failures.to_dict("records") == [
        {"curve": "CSAR · est1", "run": -1, "error": study.curves[0].refused}
    ]
    assert study.summary()["runs"].tolist() == [0, 3]
    assert np.isnan(study.band()["CSAR · est1"].centre).all()


def test_a_pool_that_breaks_fails_the_rest() -> None:
    pool = ThreadPoolExecutor(1)

    def close(progress: dc.Progress[dc.Study]) -> None:
        if progress.done >= 5:
            pool.shutdown(cancel_futures=True)

    study = dc.compare(PROBLEM, ALGORITHMS, 20, 5, pool, close)
    assert study.finished
    assert 5 <= sum(curve.final.size for curve in study.curves) < 80
    assert all("no worker returned it" in error for error in study.failures["error"])


# --- resume -------------------------------------------------------------------------------------


def counted(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Count the runs that are really simulated."""
    from dart_core import chunks

    done: list[int] = []
    real = chunks.simulate

    def simulate(*args: Any, **kwargs: Any) -> dc.Run:
        done.append(1)
        return real(*args, **kwargs)

    monkeypatch.setattr(chunks, "simulate", simulate)
    return done


def test_nothing_finished_is_run_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = dc.compare(PROBLEM, ALGORITHMS, 12, 5)
    done = counted(monkeypatch)
    stop = np.zeros(1, dtype=np.int64)

    def halfway(progress: dc.Progress[dc.Study]) -> None:
        if progress.done >= 20:
            stop[0] = 1

    dc.compare(PROBLEM, ALGORITHMS, 12, 5, None, halfway, stop=stop, resume=tmp_path)
    assert 20 <= len(done) < 30
    first: list[int] = []
    again = dc.compare(
        PROBLEM, ALGORITHMS, 12, 5, None, lambda p: first.append(p.done), resume=tmp_path
    )
    assert first[0] >= 20
    assert len(done) == 48
    assert bits(again) == bits(whole)
    fewer = dc.compare(PROBLEM, ALGORITHMS[:2], 4, 5, resume=tmp_path)
    assert len(done) == 48
    assert bits(fewer) == bits(dc.compare(PROBLEM, ALGORITHMS[:2], 4, 5))


@pytest.mark.parametrize(
    "change",
    [
        *({"seed": 6}, {"redraw_arms": True}, {"checkpoints": 9}),
        {"problem": dc.Problem(PROBLEM.means, 3, 3_000, "max")},
        # The same means, other laws.
        {"problem": dc.Problem([dc.Constant(p) for p in PROBLEM.means], 3, 3_000)},
    ],
)
def test_other_settings_share_no_runs(tmp_path: Path, change: dict[str, Any]) -> None:
    dc.compare(PROBLEM, ["random"], 3, resume=tmp_path)
    first: list[int] = []
    options = {"problem": PROBLEM, "algorithms": ["random"], "runs": 3, **change}
    dc.compare(**options, on_progress=lambda p: first.append(p.done), resume=tmp_path)
    assert first[0] == 0


# --- what a study says --------------------------------------------------------------------------


def test_two_settings_of_one_algorithm_are_two_curves(study: dc.Study) -> None:
    assert len(set(LABELS)) == 4
    assert study.frame["curve"].unique().tolist() == LABELS
    pair = [dc.algorithm("dart", c=0.1), dc.algorithm("dart", c=0.1000001), "dart", "dart"]
    assert len(dc.compare(PROBLEM, pair, 1).curves) == 3


def test_the_frame_is_tidy(study: dc.Study) -> None:
    frame = study.frame
    assert list(frame) == ["curve", "algorithm", "preset", "run", "t", "regret"]
    assert len(frame) == 4 * 12 * study.t.size
    assert not frame.duplicated(["curve", "run", "t"]).any()
    assert not frame.isna().any().any()
    last = frame[frame["t"] == PROBLEM.horizon]
    assert np.array_equal(last["regret"], study.outcomes["regret"])
    assert study.outcomes["seed"].tolist()[:12] == [study.seed_of(run) for run in range(12)]


def test_errors_name_the_field() -> None:
    wrong: list[tuple[str, dict[str, Any]]] = [
        ("runs", {"runs": 0}),
        ("algorithms", {"algorithms": []}),
        ("algorithms", {"algorithms": 3}),
        ("executor", {"executor": 2}),
        ("seed", {"seed": -1}),
        ("stop", {"stop": [0]}),
        ("checkpoints", {"checkpoints": 1}),
        ("resume", {"resume": "/proc/nowhere"}),
    ]
    for field, change in wrong:
        with pytest.raises(dc.FieldError) as caught:
            dc.compare(**{"problem": PROBLEM, "algorithms": ["random"], "runs": 1} | change)
        assert caught.value.field == field
    study = dc.compare(PROBLEM, ["random"], 2)
    with pytest.raises(dc.FieldError, match="one of random"):
        study["dart"]
    with pytest.raises(dc.FieldError, match="min-max"):
        study.band("grey")
