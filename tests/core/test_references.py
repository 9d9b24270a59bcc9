"""Every algorithm whose reference takes its constants by name, against it, round by round.

A reference is found by its name: ``tests/reference/<folder>.py`` with
``def <folder>(bandit, *, <constants>)``, of the constants that the algorithm runs with. Those that
need more than that have a test of their own beside this one, ``test_<folder>_reference.py``.
"""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from dart_core.algorithms import BUILT_IN, price
from dart_core.algorithms.registry import REGISTRY, algorithm
from dart_core.problem import Problem
from tests.core.rounds import assert_same_rounds
from tests.core.strategies import SEEDS, cases
from tests.project.files import ROOT

PROBLEM = Problem([0.5, 0.4, 0.3], k=1, horizon=9)


def reference_of(name: str) -> Callable[..., None] | None:
    """Return the reference if it takes exactly constants that the algorithm runs with."""
    folder = price.folder(name).name
    if (ROOT / f"tests/core/test_{folder}_reference.py").is_file():
        return None
    if not (ROOT / f"tests/reference/{folder}.py").is_file():
        return None
    found = getattr(importlib.import_module(f"tests.reference.{folder}"), folder, None)
    if found is None or not set(_asked(found)) <= algorithm(name).resolved(PROBLEM).keys():
        return None
    return found  # type: ignore[no-any-return] # a module's attribute


def _asked(reference: Callable[..., Any]) -> list[str]:
    return list(inspect.signature(reference).parameters)[1:]


FOUND = {name: found for name in BUILT_IN if (found := reference_of(name))}


@pytest.mark.parametrize("name", FOUND)
@settings(max_examples=60, deadline=None)
@given(case=cases(max_arms=8, max_horizon=200), seed=SEEDS, data=st.data())
def test_every_round_agrees(name: str, case: Any, seed: int, data: st.DataObject) -> None:
    chosen = algorithm(name, data.draw(st.sampled_from(list(REGISTRY[name].presets))))
    numbers = chosen.resolved(case.problem())
    assume(not chosen.spec.refuse(case.problem(), numbers))
    given_constants = {key: numbers[key] for key in _asked(FOUND[name])}
    assert_same_rounds(case, seed, chosen, partial(FOUND[name], **given_constants))


ELSEWHERE = {"cucb", "cts", "random", "oracle"}  # test_semi_bandit_reference.py, test_simulation.py


@pytest.mark.parametrize("name", BUILT_IN)
def test_every_algorithm_is_compared_with_its_reference(name: str) -> None:
    folder = price.folder(name).name
    own_test = (ROOT / f"tests/core/test_{folder}_reference.py").is_file()
    constants = ", ".join(algorithm(name).resolved(PROBLEM))
    assert name in FOUND or own_test or name in ELSEWHERE, (
        f"tests/reference/{folder}.py: expected def {folder}(bandit, *, …) with constants among "
        f"{constants or 'none'}, by these names"
    )
