"""Algorithms of one's own: registered, played, checked, and what is said of their mistakes."""

# Methods have the arguments of the contract, used or not.
# ruff: noqa: ARG002, ARG005 (an algorithm need not use all that it is told)
from __future__ import annotations

import multiprocessing
import pickle
import random
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest

import dart_core as dc
from dart_core import own
from dart_core.algorithms.registry import REGISTRY
from dart_core.own_run import Rules
from dart_core.world import Log, World
from tests.project.files import ROOT

EXAMPLE = ROOT / "examples/epsilon_greedy.py"
PROBLEM = dc.Problem.random(7, 3, 200, seed=1)


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    """Take what a test has registered out of the registry."""
    yield
    for name in own.REGISTERED:
        del REGISTRY[name]
    own.REGISTERED.clear()


class Random:
    """Plays K arms drawn at random; a class for tests to change."""

    def reset(self, problem: Rules, rng: np.random.Generator) -> None:
        self.problem, self.rng = problem, rng

    def select(self, t: int) -> Any:
        return self.rng.permutation(self.problem.n_arms)[: self.problem.k]

    def update(self, t: int, action: Any, reward: float) -> None:
        pass


class First(Random):
    def select(self, t: int) -> Any:
        return list(range(self.problem.k))


class Greedy(Random):
    """Keeps its own books, to hold against those of the core."""

    def reset(self, problem: Rules, rng: np.random.Generator) -> None:
        super().reset(problem, rng)
        self.n = np.zeros(problem.n_arms)
        self.estimates = np.zeros(problem.n_arms)
        self.seen: list[tuple[int, list[int], float]] = []

    def update(self, t: int, action: Any, reward: float) -> None:
        self.seen.append((t, action.tolist(), reward))
        for i in action:
            self.n[i] += 1
            self.estimates[i] += (reward - self.estimates[i]) / self.n[i]


# --- the registry ------------------------------------------------------------------------------


def test_a_registered_algorithm_is_one_of_them() -> None:
    mine = dc.register("mine", Random, label="Mine", description="Draws.", source="a test")
    assert mine == dc.algorithm("mine")
    assert mine.label == "Mine"
    row = dc.algorithms().set_index("name").loc["mine"]
    assert (row["label"], row["source"], row["presets"]) == ("Mine", "a test", ["own"])
    assert dc.forecast(PROBLEM, "mine").sentence() == "Draws."
    study = dc.compare(PROBLEM, ["mine", "random"], runs=2)
    assert "Mine" in study.summary().index
    assert dc.simulate(PROBLEM, "mine").story()[0].text == "Draws."


@pytest.mark.parametrize(
    "name", ["", "Mine", "my_own", "-a", "a-", "a--b", "a.b", "1a", "é", "a\n"]
)
def test_names_are_safe_in_links(name: str) -> None:
    with pytest.raises(dc.FieldError, match=r"^name: expected"):
        dc.register(name, Random)


def test_taken_names_and_labels() -> None:
    with pytest.raises(dc.FieldError, match=r"^name: expected a name that dart_core has not taken"):
        dc.register("dart", Random)
    with pytest.raises(dc.FieldError, match=r"^label: "):
        dc.register("mine", Random, label="LinTS")
    with pytest.raises(dc.FieldTypeError, match=r"^name: "):
        dc.register(3, Random)  # type: ignore[arg-type] # wrong on purpose
    assert "mine" not in REGISTRY


def test_a_name_of_ones_own_may_be_registered_again() -> None:
    first = dc.register("mine", Random)
    second = dc.register("mine", First)
    assert dc.simulate(PROBLEM, "mine").final_set == (0, 1, 2)
    assert first != second
    assert dc.simulate(PROBLEM, first).regret[-1] != dc.simulate(PROBLEM, second).regret[-1]


@pytest.mark.parametrize("factory", [None, 3, "mine"])
def test_no_factory(factory: Any) -> None:
    with pytest.raises(dc.FieldTypeError, match=r"^factory: "):
        dc.register("mine", factory)


def test_missing_methods_are_named() -> None:
    class Half:
        def select(self, t: int) -> None: ...

    for call in (lambda: dc.register("mine", Half), lambda: dc.check_algorithm(Half, "mine")):
        with pytest.raises(dc.ContractError, match=r"got Half without reset and update\. Add"):
            call()
    with pytest.raises(dc.ContractError, match=r"calling its factory .* raised TypeError"):
        dc.register("mine", lambda x: x)


# --- runs --------------------------------------------------------------------------------------


def test_the_places_of_what_is_nested() -> None:
    """`play_once` takes `laws` and `extras` by their places."""
    assert World._fields[8:] == ("laws", "shared")
    assert Log._fields[21:] == ("extras",)


@pytest.mark.parametrize(
    "problem",
    [
        PROBLEM,
        dc.Problem.random(5, 2, 300, "max"),
        dc.Problem([dc.Beta(2, 5), 0.3, dc.Uniform()], k=2, horizon=100),
        dc.Problem(dc.LowerBound(4, 2), k=2, horizon=100),
        dc.Problem.random(4, 4, 10),
        dc.Problem([0.2, 0.7], k=1, horizon=1),
    ],
    ids=repr,
)
def test_it_meets_the_luck_and_the_books_of_all(problem: dc.Problem) -> None:
    """The oracle's set, played from Python, has the oracle's regret; its rewards are averaged."""
    oracle = dc.simulate(problem, "oracle")
    kept: list[Greedy] = []

    class Best(Greedy):
        def select(self, t: int) -> Any:
            kept[:] = [self]
            return np.array(problem.optimal_set)

    mine = dc.simulate(problem, dc.register("best", Best))
    assert np.array_equal(mine.regret, oracle.regret)
    assert mine.final_set == oracle.final_set == problem.optimal_set
    assert [t for t, _, _ in kept[0].seen] == list(range(1, problem.horizon + 1))
    best = list(problem.optimal_set)
    rewards = [r for _, _, r in kept[0].seen]
    assert mine.snapshots.estimate[-1][best] == pytest.approx(np.mean(rewards))


def test_the_same_sets_earn_what_a_kernel_earns() -> None:
    """Regret of given sets, bit for bit, as `random` books it."""
    frames = dc.simulate(PROBLEM, "random", seed=3, frames=np.arange(1, 201)).snapshots
    sets = {int(t): a for t, a in zip(frames.t, frames.action, strict=True)}
    kind = type("Echo", (Greedy,), {"select": lambda self, t: sets[t]})
    run = dc.simulate(PROBLEM, dc.register("echo", kind), seed=3)
    assert np.array_equal(run.regret, dc.simulate(PROBLEM, "random", seed=3).regret)


def test_frames_show_who_is_played_and_estimates() -> None:
    run = dc.simulate(PROBLEM, dc.register("mine", Random), frames=np.arange(201))
    frames = run.snapshots
    assert np.array_equal(frames.t, np.arange(201))
    assert not frames.sets[0].any()
    for f in range(1, 201):
        assert set(np.flatnonzero(frames.sets[f] == 1)) == set(frames.action[f])
    assert np.isinf(frames.width[0]).all()
    own_books = dc.simulate(PROBLEM, dc.register("mine", Greedy), frames=np.arange(201)).snapshots
    assert np.array_equal(frames.estimate, own_books.estimate)


def test_estimates_and_widths_of_its_own_are_shown() -> None:
    kind = type("Shown", (Random,), {"estimates": [7.0] * 7, "widths": range(7)})
    frames = dc.simulate(PROBLEM, dc.register("mine", kind)).snapshots
    assert (frames.estimate == 7.0).all()
    assert (frames.width == np.arange(7.0)).all()


def test_runs_are_the_same_bits_in_threads_and_of_objects() -> None:
    dc.register("mine", Random)
    alone = [dc.simulate(PROBLEM, "mine", seed=s).regret for s in range(6)]
    with ThreadPoolExecutor(3) as pool:
        beside = list(pool.map(lambda s: dc.simulate(PROBLEM, "mine", seed=s).regret, range(6)))
    assert all(np.array_equal(a, b) for a, b in zip(alone, beside, strict=True))
    assert len({tuple(each) for each in alone}) == 6
    dc.register("mine", Random())
    again = [dc.simulate(PROBLEM, "mine", seed=s).regret for s in range(6)]
    assert all(np.array_equal(a, b) for a, b in zip(alone, again, strict=True))


def test_the_truth_is_not_handed_over() -> None:
    kept: list[Rules] = []
    kind = type(
        "Nosy", (Random,), {"select": lambda self, t: kept.append(self.problem) or [0, 1, 2]}
    )
    dc.simulate(PROBLEM, dc.register("nosy", kind))
    assert vars(kept[0]) == {
        "n_arms": 7,
        "k": 3,
        "horizon": 200,
        "reward": "mean",
        "curve": PROBLEM.reward.curve,
    }


def test_a_run_can_be_stopped() -> None:
    stop = np.zeros(1, dtype=np.int64)
    timer = threading.Timer(0.2, lambda: stop.__setitem__(0, 1))
    timer.start()
    with pytest.raises(dc.Stopped):
        dc.simulate(dc.Problem.random(7, 3, 10**9), dc.register("mine", First), stop=stop)
    timer.join()


# --- mistakes ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("action", "says"),
    [
        ([0, 1], "These are 2 arms; every round plays 3."),
        ([0, 1, 1], "Arm 1 came more than once."),
        ([0, 1, 7], "There is no arm 7: arms count from 0."),
        ([-1, 1, 2], "There is no arm -1: arms count from 0."),
        ([0.0, 1.0, 2.0], "Arms are indices: make them whole"),
        ([True, False, True], "Arms are indices: make them whole"),
        ([[0, 1, 2]], "Return one row of arms."),
        ([[0], [1, 2]], "Return one row of arms."),
        (None, "Return one row of arms."),
        ({0, 1, 2}, "Return one row of arms."),
    ],
    ids=repr,
)
def test_wrong_actions(action: Any, says: str) -> None:
    kind = type("Wrong", (Random,), {"select": lambda self, t: action})
    with pytest.raises(dc.FieldError) as caught:
        dc.simulate(dc.Problem.random(7, 3, 5), dc.register("wrong", kind))
    message = str(caught.value)
    with pytest.raises(dc.FieldError, match=r"^wrong: select in round 1: expected an array"):
        dc.check_algorithm(kind, "wrong")
    expected = "wrong: select in round 1: expected an array of K = 3 different whole numbers from "
    assert message.startswith(expected + "0 to 6, got ")
    assert says in message


@pytest.mark.parametrize("method", ["reset", "select", "update"])
def test_what_its_code_raises_is_placed(method: str) -> None:
    def fail(*_: Any) -> None:
        raise ZeroDivisionError("oh")

    kind = type("Failing", (Random,), {method: fail})
    where = "at the start" if method == "reset" else "in round 1"
    expected = (
        rf"^mine: {method} {where} raised ZeroDivisionError: oh \(test_own\.py, line \d+\)\.$"
    )
    dc.register("mine", kind)
    for call in (lambda: dc.simulate(PROBLEM, "mine"), lambda: dc.check_algorithm(kind, "mine")):
        with pytest.raises(dc.ContractError, match=expected):
            call()


@pytest.mark.parametrize(
    ("what", "value"),
    [
        ("estimates", [0.0]),
        ("estimates", [np.nan] * 7),
        ("estimates", "high"),
        ("widths", [-1.0] * 7),
        ("widths", [np.nan] * 7),
        ("widths", lambda: 0),
    ],
    ids=["too few", "nan", "text", "negative", "nan widths", "no list"],
)
def test_wrong_estimates(what: str, value: Any) -> None:
    kind = type("Wrong", (Random,), {what: value if not callable(value) else staticmethod(value)})
    with pytest.raises(dc.FieldError, match=rf"^wrong: {what} at the start: expected N = 7 "):
        dc.simulate(PROBLEM, dc.register("wrong", kind))


# --- the contract ------------------------------------------------------------------------------


def test_the_contract_of_good_ones() -> None:
    found = dc.check_algorithm(Random)
    assert found.rounds > 1_000
    assert found.regret == pytest.approx(found.random_regret, rel=0.1)
    assert str(dc.check_algorithm(First)).startswith("The contract is kept in ")
    assert dc.check_algorithm(Greedy()).rounds == found.rounds


def test_one_that_does_not_learn_is_warned_of() -> None:
    kind = type(
        "Worst",
        (Random,),
        {"select": lambda self, t: range(self.problem.n_arms)[-self.problem.k :]},
    )
    report = dc.check_algorithm(kind)
    assert report.warnings
    assert "Warning: it does no better than random sets" in str(report)


def test_one_that_goes_by_the_order_of_the_arms_is_warned_of() -> None:
    warning = "Warning: its first set is always the same"
    assert warning in str(dc.check_algorithm(First))
    assert warning not in str(dc.check_algorithm(Random))


@pytest.mark.parametrize(
    "draw",
    [
        np.random.permutation,
        lambda n: np.random.default_rng().permutation(n),
        lambda n: np.array(random.sample(range(n), n)),
    ],
    ids=["numpy", "fresh", "python"],
)
def test_other_random_numbers_are_found(draw: Any) -> None:
    kind = type(
        "Loose",
        (Random,),
        {"select": lambda self, t: draw(self.problem.n_arms)[: self.problem.k]},
    )
    with pytest.raises(dc.ContractError, match="Draw all random numbers from the rng"):
        dc.check_algorithm(kind)


def test_state_that_outlives_a_run_is_found() -> None:
    class Keeps(Random):
        first = 0

        def select(self, t: int) -> Any:
            return [(self.first + i) % self.problem.n_arms for i in range(self.problem.k)]

        def update(self, t: int, action: Any, reward: float) -> None:
            self.first += 1

    with pytest.raises(dc.ContractError, match="Let reset set everything to its beginning"):
        dc.check_algorithm(Keeps)


def test_the_global_generators_are_put_back() -> None:
    random.seed(5)
    np.random.seed(5)  # noqa: NPY002 # global luck is tested
    wanted = (random.random(), np.random.random())  # noqa: NPY002 # global luck is tested
    random.seed(5)
    np.random.seed(5)  # noqa: NPY002 # global luck is tested
    dc.check_algorithm(First)
    assert wanted == (random.random(), np.random.random())  # noqa: NPY002 # global luck is tested


def test_an_action_must_not_be_changed() -> None:
    class Writes(Random):
        def update(self, t: int, action: Any, reward: float) -> None:
            action += 1

    with pytest.raises(dc.ContractError, match=r"update in round 1: expected the action to stay"):
        dc.check_algorithm(Writes)
    with pytest.raises(dc.ContractError, match=r"update in round 1 raised ValueError.*read-only"):
        dc.simulate(PROBLEM, dc.register("mine", Writes))


# --- files and other processes -----------------------------------------------------------------


def test_the_example_is_in_the_readme() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert f"```python\n{EXAMPLE.read_text(encoding='utf-8')}```" in readme


def test_the_example_keeps_the_contract_and_learns() -> None:
    assert own.load(EXAMPLE) == ("epsilon-greedy",)
    report = dc.check_algorithm(own.REGISTERED["epsilon-greedy"].factory)
    assert not report.warnings
    assert report.regret < 0.2 * report.random_regret


def regret_elsewhere(algorithm: dc.Algorithm) -> list[float]:
    run = dc.simulate(PROBLEM, algorithm, frames=0)
    assert dc.algorithm(algorithm.name) == algorithm
    return run.regret.tolist()


def test_a_registered_algorithm_travels_to_another_process() -> None:
    """Of a module that can be imported there, and of a file that cannot."""
    code = f"""
import pickle, sys
import dart_core as dc
from dart_core import own
own.load({str(EXAMPLE)!r})
sys.stdout.buffer.write(pickle.dumps(dc.algorithm("epsilon-greedy")))
"""
    sent = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, check=True)
    assert "epsilon-greedy" not in REGISTRY
    arrived = pickle.loads(sent.stdout)
    assert arrived == dc.algorithm("epsilon-greedy")
    assert pickle.loads(sent.stdout) == arrived
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
        there = pool.submit(elsewhere, pickle.dumps(arrived)).result()
    assert there == regret_elsewhere(arrived)


def elsewhere(sent: bytes) -> list[float]:
    return regret_elsewhere(pickle.loads(sent))


def test_factories_and_objects_can_be_pickled_by_reference() -> None:
    for factory in (Random, Random()):
        mine = dc.register("mine", factory)
        sent = pickle.dumps(mine)
        assert pickle.loads(sent) == mine
        as_before_now()
        assert pickle.loads(sent).label == "mine"
        assert dc.algorithm("mine") is not mine


def as_before_now() -> None:
    del REGISTRY["mine"], own.REGISTERED["mine"]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (None, "FileNotFoundError"),
        ("1/0", "ZeroDivisionError: division by zero"),
        ("def", "SyntaxError"),
        ("import sys; sys.exit(3)", "SystemExit: 3"),
        ("x = 1", "it registers no algorithm; end it with dc.register"),
        ("import dart_core as dc\ndc.register('dart', object)", "has not taken"),
        (EXAMPLE.read_text(encoding="utf-8") + "\n1/0\n", "ZeroDivisionError"),
    ],
)
def test_a_file_that_cannot_be_used_leaves_nothing(
    tmp_path: Any, text: str | None, says: str
) -> None:
    file = tmp_path / "mine.py"
    if text is not None:
        file.write_text(text, encoding="utf-8")
    before = dict(REGISTRY)
    with pytest.raises(dc.ContractError, match=r"mine\.py cannot be used: ") as caught:
        own.load(file)
    assert says in str(caught.value)
    assert before == REGISTRY
    assert not own.REGISTERED
