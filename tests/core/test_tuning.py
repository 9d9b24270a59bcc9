"""Which values of a constant are worth trying."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

import dart_core as dc
from dart_core import theory, tuning
from dart_core.errors import FieldError, Stopped

P = dc.Problem(np.linspace(0.1, 0.9, 12), k=3, horizon=10_000)
DART = dc.algorithm("dart", "clean-c1", c=0.12, lam=0.02)


def regret(constant: str, value: float) -> list[float]:
    own = {"c": 0.12, "lam": 0.02, constant: value}
    run = dc.simulate(P, dc.algorithm("dart", "clean-c1", **own), seed=1, frames=0)
    return run.regret.tolist()


def tried(problem: dc.Problem, chosen: dc.Algorithm, constant: str) -> tuple[float, ...]:
    useful = tuning.useful_range(problem, chosen, constant)
    return tuning.values_to_try(problem, chosen, constant, useful)


def test_values_are_in_order_and_hold_the_present_one_and_the_presets() -> None:
    values = tried(P, DART, "lam")
    assert list(values) == sorted(set(values))
    assert 15 <= len(values) <= tuning.VALUES + 1
    assert 0.02 in values
    named = tuning.preset_values(P, DART, "lam")
    assert set(named) <= set(values)
    assert named[max(named)] == ["paper-v2"]


@pytest.mark.parametrize("constant", ["lam", "c"])
def test_the_present_value_changes_nothing_about_the_others(constant: str) -> None:
    there = dc.algorithm("dart", "clean-c1", **{"c": 0.12, "lam": 0.02, constant: 0.5})
    ours, theirs = (set(tried(P, each, constant)) for each in (DART, there))
    assert len(ours ^ theirs) <= 4  # the present one, and what stood too close beside it


def test_beyond_the_range_of_lambda_nothing_changes() -> None:
    low, high = tuning.useful_range(P, DART, "lam")
    assert regret("lam", low) == regret("lam", low / 10)
    assert regret("lam", high) == regret("lam", 9.0)
    values = [value for value in tried(P, DART, "lam") if low <= value <= high]
    assert len({tuple(regret("lam", value)) for value in values}) >= 4


def test_above_the_range_of_c_nothing_changes() -> None:
    _, high = tuning.useful_range(P, DART, "c")
    assert regret("c", high) == regret("c", 900.0)


def test_a_constant_that_counts_has_whole_values() -> None:
    values = tried(P, dc.algorithm("etcg"), "m")
    assert all(value == round(value) >= 1 for value in values)


@pytest.mark.parametrize("name", list(dc.algorithms()["name"]))
def test_every_main_constant_has_values_to_try_and_plain_words(name: str) -> None:
    for preset in dc.presets(name):
        chosen = dc.algorithm(name, preset)
        tunables = chosen.spec.tunables_of(preset)
        for constant in set(chosen.spec.main) & set(tunables):
            tunable = tunables[constant]
            assert tunable.plain, (name, constant)
            values = tried(P, chosen, constant)
            assert len(values) >= 5
            assert all(tunable.low <= value for value in values)
            assert all(after > before > 0 for before, after in pairwise(values))


def test_a_formula_that_changes_during_a_run_is_no_number() -> None:
    assert tuning.present_value(P, dc.algorithm("dart-anytime"), "lam") is None


def test_what_is_no_constant_is_refused() -> None:
    with pytest.raises(FieldError, match="constant of dart"):
        tried(P, DART, "L")


def test_the_range_of_lambda_has_a_price_and_can_be_stopped() -> None:
    assert tuning.range_work(P, DART, "lam") == theory.forecast_work(P, DART)
    assert tuning.range_work(P, DART, "c") == 0
    with pytest.raises(Stopped):
        tuning.useful_range(P, DART, "lam", stop=np.ones(1, dtype=np.int64))
