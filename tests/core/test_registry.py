"""The registry: its table, its presets, and what it refuses."""

from __future__ import annotations

import itertools
import math
import pickle
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import dart_core as dc
from dart_core.algorithms.dart.spec import LAMBDAS
from tests.core.strategies import DART_PRESETS

NAMES = dc.algorithms()["name"].tolist()
COLUMNS = ["name", "label", "presets", "feedback", "source", "regret_bound", "cost_per_step"]

V2 = "sqrt(720 N K log(2NT) / T)"
V1 = "sqrt(1440 N log(2NT) / (K T))"
CODE = "sqrt(N log(NT) / (T K))"


def test_the_presets_are_pinned() -> None:
    """Links and stored results name a preset: its constants never change, a new one is added."""
    assert dc.presets("dart") == {
        "authors-code": {"c": 1.0, "lam": CODE, "delta0": 1.0, "variant": "authors"},
        "clean-c1": {"c": 1.0, "lam": CODE, "delta0": 1.0, "variant": "printed"},
        "paper-v2": {"c": 32.0, "lam": V2, "delta0": 1.0, "variant": "printed"},
        "paper-v1": {"c": 32.0, "lam": V1, "delta0": 1.0, "variant": "printed"},
        "unresolved": {"c": 32.0, "lam": 0.0, "delta0": 1.0, "variant": "printed"},
    }
    assert next(iter(dc.presets("dart"))) == "authors-code"  # the default
    assert dc.presets("random") == {"uniform": {}}
    assert dc.presets("oracle") == {"best-set": {}}
    assert sorted(DART_PRESETS) == sorted(dc.presets("dart"))


@given(st.integers(2, 10_000), st.data(), st.integers(1, 10**12))
def test_the_formulas_of_lambda(n: int, data: st.DataObject, T: int) -> None:
    """A formula's name is its text; here it is read as the paper writes it."""
    k = data.draw(st.integers(1, n))
    wanted = {
        V2: math.sqrt(720 * n * k * math.log(2 * n * T) / T),
        V1: math.sqrt(1440 * n * math.log(2 * n * T) / (k * T)),
        CODE: math.sqrt(n * math.log(n * T) / (T * k)),
    }
    assert set(LAMBDAS) == set(wanted)
    for text, value in wanted.items():
        assert LAMBDAS[text](n, k, T) == pytest.approx(value, rel=1e-12)


def test_the_table() -> None:
    table = dc.algorithms()
    assert list(table.columns[:7]) == COLUMNS
    assert {"dart", "random", "oracle"} <= set(NAMES)
    assert len(set(NAMES)) == len(NAMES)
    for row in table.itertuples():
        assert row.presets == list(dc.presets(row.name))
        assert row.feedback in ("full-bandit", "semi-bandit")
        assert all(isinstance(text, str) for text in row[4:])
        assert row.source
        assert row.regret_bound
        assert row.cost_per_step


def test_presets_are_copies() -> None:
    given_away = dc.presets("dart")
    given_away["paper-v2"]["c"] = -1.0
    given_away["mine"] = {}
    dc.presets("random")["uniform"]["c"] = 1.0
    assert dc.presets("dart")["paper-v2"]["c"] == 32.0
    assert "mine" not in dc.presets("dart")
    assert dc.presets("random") == {"uniform": {}}
    assert dc.algorithm("dart", "paper-v2").constants["c"] == 32.0


def test_the_constants_of_a_choice_are_read_only() -> None:
    with pytest.raises(TypeError):
        dc.algorithm("dart").constants["c"] = 2.0
    resolved = dc.algorithm("dart").resolved(dc.Problem([0.1, 0.9], k=1, horizon=10))
    resolved["c"] = 2.0
    assert dc.algorithm("dart").constants["c"] == 1.0


@pytest.mark.parametrize("name", ["Dart", "", "dart ", None, 3, ["dart"], ("dart",)])
def test_unknown_names(name: Any) -> None:
    problem = dc.Problem([0.1, 0.9], k=1, horizon=10)
    calls: list[Any] = [
        lambda: dc.algorithm(name),
        lambda: dc.presets(name),
        lambda: dc.simulate(problem, name),
        lambda: dc.forecast(problem, name),
    ]
    for call in calls:
        with pytest.raises(dc.FieldError) as caught:
            call()
        known = ", ".join(NAMES)
        assert str(caught.value) == f"algorithm: expected one of {known}, got {name!r}."


@pytest.mark.parametrize("preset", ["paper", "", "Paper-v2", 3, ["paper-v2"], {"c": 1}])
def test_unknown_presets(preset: Any) -> None:
    with pytest.raises(dc.FieldError) as caught:
        dc.algorithm("dart", preset=preset)
    assert caught.value.field == "preset of dart"
    assert caught.value.came == repr(preset)
    assert all(known in caught.value.expected for known in DART_PRESETS)


def test_unknown_constants() -> None:
    with pytest.raises(dc.FieldError) as caught:
        dc.algorithm("dart", lambda_=0.1)
    assert str(caught.value) == (
        "constant of dart: expected one of c, lam, delta0, variant, got 'lambda_'."
    )
    with pytest.raises(dc.FieldError, match=r"^constant of random: expected no constants at all"):
        dc.algorithm("random", c=1.0)


ILL: list[tuple[str, Any]] = [
    *itertools.product(("c", "lam", "delta0"), [math.nan, math.inf, -math.inf, -1.0, 1e10]),
    *itertools.product(("c", "lam", "delta0"), [None, True, "0.1", 1j]),
    *itertools.product(("c", "delta0"), [0, 0.0, "sqrt(N log(NT) / (T K))", [1.0]]),
    ("delta0", 1001),
    ("lam", "sqrt(N)"),
    *itertools.product(["variant"], ["", "code", None, 1]),
]


@pytest.mark.parametrize(("name", "value"), ILL, ids=repr)
def test_ill_values_of_constants(name: str, value: Any) -> None:
    with pytest.raises(dc.FieldError) as caught:
        dc.algorithm("dart", **{name: value})
    assert caught.value.field == name
    assert caught.value.came == repr(value)


@pytest.mark.parametrize("preset", DART_PRESETS)
def test_a_constant_replaces_the_presets_own(preset: str) -> None:
    problem = dc.Problem.random(45, 2, 10**6)
    plain = dc.algorithm("dart", preset)
    own = dc.algorithm("dart", preset, c=np.float64(0.25), lam=0.125)
    assert own.constants == {**plain.constants, "c": 0.25, "lam": 0.125}
    assert own.resolved(problem) == {**plain.constants, "c": 0.25, "lam": 0.125}
    again = dc.algorithm("dart", preset, lam=CODE)
    assert again.resolved(problem)["lam"] == pytest.approx(
        math.sqrt(45 * math.log(45 * 10**6) / (10**6 * 2))
    )


# --- labels, equality, pickling ----------------------------------------------------------------

CHOICES = [
    *(dc.algorithm("dart", preset) for preset in DART_PRESETS),
    dc.algorithm("random"),
    dc.algorithm("oracle"),
    dc.algorithm("dart", "paper-v2", c=1.0),
    dc.algorithm("dart", "paper-v2", lam=0.1),
    dc.algorithm("dart", "paper-v2", lam=CODE),
    dc.algorithm("dart", "paper-v2", lam=V1),
    dc.algorithm("dart", "paper-v2", delta0=0.5),
    dc.algorithm("dart", "paper-v2", variant="authors"),
    dc.algorithm("dart", "paper-v2", c=0.1234567),
    dc.algorithm("dart", "paper-v2", c=0.1234568),
    dc.algorithm("dart", "paper-v2", c=1 / 3),
    dc.algorithm("dart", "paper-v2", c=Fraction(1, 4)),
    dc.algorithm("dart", "paper-v2", c=1.0, lam=0.02, delta0=0.5),
]


def test_different_choices_have_different_labels() -> None:
    labels = [choice.label for choice in CHOICES]
    assert len(set(labels)) == len(labels), labels
    assert labels[:2] == ["DART · paper-v2", "DART · paper-v1"]
    assert labels[-1] == "DART · paper-v2 (c = 1, λ = 0.02, Δ₀ = 0.5)"


@given(st.floats(1e-9, 1e9), st.floats(1e-9, 1e9))
def test_labels_tell_any_two_numbers_apart(one: float, other: float) -> None:
    labels = [dc.algorithm("dart", c=c).label for c in (one, other)]
    assert (labels[0] == labels[1]) == (one == other)


def test_the_order_of_constants_does_not_matter() -> None:
    one = dc.algorithm("dart", "paper-v2", c=1.0, lam=0.02)
    other = dc.algorithm("dart", "paper-v2", lam=0.02, c=1.0)
    assert one == other
    assert one.label == other.label
    assert hash(one) == hash(other)


@pytest.mark.parametrize("choice", CHOICES, ids=lambda choice: choice.label)
def test_a_choice_can_be_pickled_and_hashed(choice: dc.Algorithm) -> None:
    """Cache keys are hashed, and process pools pickle."""
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        back = pickle.loads(pickle.dumps(choice, protocol))
        assert back == choice
        assert hash(back) == hash(choice)
        assert back.label == choice.label
        assert back.constants == choice.constants
    assert len({*CHOICES}) == len(CHOICES)


def test_a_name_stands_for_its_default_preset() -> None:
    problem = dc.Problem.random(6, 2, 500)
    for name in NAMES:
        run = dc.simulate(problem, name)
        assert run.algorithm == dc.algorithm(name, next(iter(dc.presets(name))))
        assert np.array_equal(run.regret, dc.simulate(problem, run.algorithm).regret)
