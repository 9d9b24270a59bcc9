from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import settings as profile
from hypothesis import strategies as st

from dashboard.change import change
from dashboard.rules import stretched
from dashboard.settings import SCHEMA, Settings
from tests.dashboard.strategies import LISTS, of_field, unit, valid_settings

CHANGES: dict[str, st.SearchStrategy[Any]] = {
    field.name: of_field(field).map(field.check) for field in SCHEMA if field.name not in LISTS
}
CHANGES["means"] = st.lists(unit, min_size=2, max_size=100).map(tuple)
CHANGES["curve"] = st.lists(unit, min_size=2, max_size=51).map(lambda g: tuple(sorted(g)))


@st.composite
def visits(draw: st.DrawFn, most: int) -> tuple[Settings, dict[str, Any]]:
    """Settings, and what a visitor does next: a list is only changed where it is chosen."""
    before = draw(valid_settings())
    names = draw(st.lists(st.sampled_from(list(CHANGES)), min_size=1, max_size=most, unique=True))
    changes = {name: draw(CHANGES[name]) for name in names}
    after = {**vars(before), **changes}
    if after["arms"] != "given":
        changes.pop("means", None)
    if after["reward"] != "curve":
        changes.pop("curve", None)
    assume(changes)
    return before, changes


@profile(max_examples=800)
@given(visits(most=1) | visits(most=6))
def test_every_change_is_possible_and_kept_or_explained(
    visit: tuple[Settings, dict[str, Any]],
) -> None:
    before, changes = visit
    after, notes = change(before, changes)  # valid: anything else could not be constructed
    for name, value in changes.items():
        assert getattr(after, name) == value or name in notes, name
    for name, note in notes.items():
        assert getattr(after, name) != {**vars(before), **changes}[name]
        assert note.endswith(".")
        assert note.isprintable()
    assert change(after, {}) == (after, {})
    assert change(after, changes)[0] == after


@given(visits(most=6))
def test_what_a_change_does_not_touch_stays(visit: tuple[Settings, dict[str, Any]]) -> None:
    before, changes = visit
    after, notes = change(before, changes)
    linked = {"n", "k", "at_least", "curve", "means", "preset", "constants"}
    linked |= {"names", "data", "values", "values_too", "rivals"}
    linked |= {"law"} if "means" in changes else set()
    linked |= {"redraw"} if "law" in changes else set()
    linked |= {"law", "arms", "reward"} if {"law", "arms", "reward"} & changes.keys() else set()
    for field in SCHEMA:
        if field.name not in changes and field.name not in linked:
            assert getattr(after, field.name) == getattr(before, field.name)
    for name in {"n", "k", "at_least"} - changes.keys() - notes.keys():
        assert getattr(after, name) == getattr(before, name)


def test_a_preset_brings_all_its_constants() -> None:
    before = Settings.default()
    assert before.constants == (("c", 0.1), ("lam", 0.02))
    after, notes = change(before, {"preset": "paper-v2"})
    assert (after.constants, notes) == ((), {})
    own, _ = change(after, {"constants": (("c", 2.0),)})
    assert own.constants == (("c", 2.0),)
    both, _ = change(before, {"preset": "paper-v2", "constants": (("c", 2.0), ("lam", 0.02))})
    assert both.constants == (("c", 2.0),), "λ was that of the preset before"


def test_n_lowered_below_k() -> None:
    before = Settings(n=10, k=6, reward="at-least", at_least=5)
    after, notes = change(before, {"n": 4})
    assert (after.n, after.k, after.at_least) == (4, 4, 4)
    assert notes == {
        "k": "K is now 4, the number of arms.",
        "at_least": "m is now 4, the number of chosen arms.",
    }


def test_given_means_start_from_the_arms_that_were_there() -> None:
    before = Settings(n=5, k=2, arms_seed=3)
    after, notes = change(before, {"arms": "given"})
    assert after.means is not None
    assert list(after.means) == pytest.approx(list(before.means_array()), abs=5e-4)
    assert notes == {}
    assert change(after, {"arms": "spaced"})[0] == replace(before, arms="spaced")


def test_a_list_of_means_decides_n() -> None:
    before = Settings(n=4, k=4, arms="given", means=(0.1, 0.2, 0.3, 0.4))
    after, notes = change(before, {"means": (0.5, 0.6)})
    assert (after.n, after.k) == (2, 2)
    assert notes["n"] == "N is 2, the number of means."
    assert change(before, {"n": 50}) == (before, {"n": "N is 4, the number of means."})


@pytest.mark.parametrize("reward", ["mean", "quadratic", "max", "min", "at-least"])
def test_a_curve_starts_from_the_reward_that_was_there(reward: str) -> None:
    before = Settings(n=6, k=3, reward=reward, at_least=2)
    after, notes = change(before, {"reward": "curve"})
    assert after.curve == before.problem().reward.curve
    assert after.problem().optimal_set == before.problem().optimal_set
    assert notes == {}


CURVE = Settings(n=6, k=2, reward="curve", curve=(0.0, 0.2, 1.0))


def test_a_curve_follows_k() -> None:
    after, notes = change(CURVE, {"k": 4})
    assert after.curve == (0.0, 0.1, 0.2, 0.6, 1.0)
    assert notes == {"curve": "The curve of 3 numbers was read off anew at K + 1 = 5 places."}


def test_a_curve_of_another_length_decides_k() -> None:
    after, notes = change(CURVE, {"curve": (0.0, 0.1, 0.2, 0.9, 1.0)})
    assert (after.k, after.curve) == (4, (0.0, 0.1, 0.2, 0.9, 1.0))
    assert notes == {"k": "K is now 4: the curve has 5 numbers."}


def test_a_curve_too_long_for_the_arms_is_read_off() -> None:
    after, notes = change(CURVE, {"curve": tuple(i / 8 for i in range(9))})
    assert (after.k, after.curve) == (2, (0.0, 0.5, 1.0))
    assert notes == {"curve": "The curve of 9 numbers was read off anew at K + 1 = 3 places."}


@given(st.lists(unit, min_size=2, max_size=51).map(lambda g: tuple(sorted(g))), st.integers(2, 51))
def test_a_stretched_curve_still_rises(curve: tuple[float, ...], size: int) -> None:
    new = stretched(curve, size)
    assert len(new) == size
    assert list(new) == sorted(new)
    assert (new[0], new[-1]) == pytest.approx((curve[0], curve[-1]), abs=5e-5)
    assert new[0] >= 0
    assert new[-1] <= 1


def test_a_constant_is_brought_into_its_range() -> None:
    before = Settings(algorithm="etcg", preset="printed")
    after, notes = change(before, {"constants": (("m", 12.4),)})
    assert after.constants == (("m", 12.0),)
    assert "constants" in notes
    assert change(before, {"constants": (("v", 2.0),)})[0].constants == ()
