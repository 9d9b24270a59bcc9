"""One problem, many threads: every answer is what one thread alone gets, to the bit."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from itertools import combinations
from typing import Any

import numpy as np
import pytest

import dart_core as dc
from dart_core.assumptions import swaps
from dart_core.outcome import arm_rewards, outcome
from dart_core.printed_u import printed_u
from tests.attack.threads import KINDS, THREADS, K, N, at_once, bits, problem

# Kernels that run for long enough to meet each other.
BETAS = [dc.Beta(1 + (7 * i) % 22 / 11, 3 - (5 * i) % 22 / 11) for i in range(22)]


MANY_VALUES = [
    dc.Empirical([(7 * i + 13 * j) % 9_973 / 9_973 for j in range(400)]) for i in range(22)
]


def betas() -> dc.Problem:
    return dc.Problem(BETAS, 5, 1_000, "max")


def test_optimum_and_assumption_from_two_threads() -> None:
    """Both walk over all actions in kernels that release the GIL; neither disturbs the other."""
    alone = betas()
    wanted = [alone.optimal_set, alone.optimal_reward], alone.assumption_2
    for _ in range(3):
        shared = betas()
        _ = shared.laws  # else one of the two waits for the other to make them
        found = at_once(
            [
                lambda its=shared: [its.optimal_set, its.optimal_reward],
                lambda its=shared: its.assumption_2,
            ]
        )
        assert bits(found) == bits(wanted)


def test_expected_reward_from_16_threads() -> None:
    shared = dc.Problem(MANY_VALUES, 15, 1_000, "max")
    actions = [[(j + q) % 22 for q in range(15)] for j in range(THREADS)]
    wanted = [[shared.expected_reward(action)] * 200 for action in actions]

    def many(action: list[int]) -> list[float]:
        return [shared.expected_reward(action) for _ in range(200)]

    found = at_once([lambda each=each: many(each) for each in actions])
    assert bits(found) == bits(wanted)


# --- every public method and property -----------------------------------------------------------


def read(name: str) -> Callable[[dc.Problem], Any]:
    return lambda its: getattr(its, name)


FIELDS = ("arms", "k", "horizon", "reward")
PROPERTIES = (
    *("n_arms", "binary", "means", "mean_array", "curve_array", "ranking", "laws"),
    *(
        "independent",
        "bernoulli",
        "expectation_error",
        "optimal_set",
        "optimal_reward",
        "optimum_is_exact",
        "assumption_2",
    ),
)
METHODS: dict[str, Callable[[dc.Problem], Any]] = {
    "expected_reward": lambda its: [its.expected_reward(a) for a in combinations(range(N), K)],
    "random": lambda its: its.random(N, K, its.horizon, seed=3),
    "from_rows": lambda its: its.from_rows([[0.0, 1.0], [1.0, 0.5]], 1, its.horizon).optimal_set,
    "prepare": lambda its: its.prepare(assumption_2=True).optimal_set,
    "work": lambda its: its.work(assumption_2=True),
}
CALLS = {name: read(name) for name in (*FIELDS, *PROPERTIES)} | METHODS
CALLS |= {
    "copied": lambda its: pickle.loads(pickle.dumps(its)),
    "hash": hash,
    "repr": repr,
    "equal": lambda its: its == pickle.loads(pickle.dumps(its)),
}


def test_nothing_public_is_left_out() -> None:
    public = {name for name in dir(problem("varied", "max")) if not name.startswith("_")}
    assert public == {*FIELDS, *PROPERTIES, *METHODS}


@pytest.mark.parametrize(("law", "reward"), KINDS, ids=str)
def test_all_of_a_problem_from_16_threads(law: str, reward: Any) -> None:
    alone = problem(law, reward)
    wanted = {name: bits(call(alone)) for name, call in CALLS.items()}
    shared = problem(law, reward)
    names = list(CALLS)

    def ask(first: int) -> dict[str, Any]:
        return {name: CALLS[name](shared) for name in (*names[first:], *names[:first])}

    found = at_once([lambda j=j: ask(j) for j in range(THREADS)])
    for answers in found:
        assert not isinstance(answers, BaseException), answers
        assert {name: bits(value) for name, value in answers.items()} == wanted


ACTIONS = [sorted({j % N, (j + 2) % N, (j + 3) % N}) for j in range(40)]
USES: dict[str, Callable[[dc.Problem], Any]] = {
    "simulate": lambda its: dc.simulate(its, "random", seed=4),
    "outcome": lambda its: outcome(its, ACTIONS, seed=4),
    "arm_rewards": lambda its: arm_rewards(its, 40, seed=4),
    "swaps": swaps,
    "printed_u": printed_u,
    "forecast": lambda its: dc.forecast(its, "dart").sentence(),
}


def said(call: Callable[[dc.Problem], Any], its: dc.Problem) -> Any:
    value = call(its)
    if isinstance(value, dc.Run):
        return bits([value.t, value.regret, value.final_set, value.moves, value.snapshots])
    return bits(value)


@pytest.mark.parametrize(("law", "reward"), KINDS, ids=str)
def test_all_uses_of_a_problem_from_16_threads(law: str, reward: Any) -> None:
    alone, shared = problem(law, reward), problem(law, reward)
    wanted = {name: said(call, alone) for name, call in USES.items()}
    names = [list(USES)[j % len(USES)] for j in range(THREADS)]
    found = at_once([lambda name=name: said(USES[name], shared) for name in names])
    assert dict(zip(names, found, strict=True)) == wanted
    assert found == [wanted[name] for name in names]


# --- nothing shared can be written --------------------------------------------------------------


def arrays_in(value: Any, seen: set[int] | None = None) -> list[np.ndarray[Any, Any]]:
    """Return every array that can be reached from an object."""
    seen = set() if seen is None else seen
    if id(value) in seen:
        return []
    seen.add(id(value))
    if isinstance(value, np.ndarray):
        return [value]
    inner: list[Any] = []
    if isinstance(value, dict):
        inner = list(value.values())
    elif isinstance(value, tuple | list):
        inner = list(value)
    elif type(value).__module__.startswith("dart_core"):
        inner = list(vars(value).values()) if hasattr(value, "__dict__") else []
    return [array for each in inner for array in arrays_in(each, seen)]


@pytest.mark.parametrize(("law", "reward"), KINDS, ids=str)
def test_no_array_of_a_problem_can_be_written(law: str, reward: Any) -> None:
    its = problem(law, reward)
    for call in CALLS.values():
        call(its)
    cells = [arm.cells() for arm in its.arms] if isinstance(its.arms, tuple) else []
    found = arrays_in([its, cells])
    assert len(found) > 5
    assert not any(array.flags.writeable for array in found)


@pytest.mark.parametrize("name", ["dart", "frontier"])
def test_no_array_of_a_result_can_be_written(name: str) -> None:
    its = problem("bernoulli", "mean")
    results = [
        dc.simulate(its, name),
        dc.compare(its, [name], runs=2),
        dc.sweep({"horizon": [20, 40]}, its, [name], runs=2),
        outcome(its, ACTIONS),
        arm_rewards(its, 10),
        *(swaps(problem(*kind)) for kind in KINDS),
    ]
    found = arrays_in(results)
    assert len(found) > 60
    assert not any(array.flags.writeable for array in found)
