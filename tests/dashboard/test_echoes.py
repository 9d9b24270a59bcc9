"""A browser goes on sending what a widget showed until it has heard what the app put there."""

from dataclasses import replace

import pytest

from dashboard.scenarios import SCENARIOS
from dashboard.serving import service
from dashboard.settings import Settings
from tests.dashboard.visitor import Visitor

DEFAULT = Settings.default()
TITLE = SCENARIOS[0].title


@pytest.fixture(autouse=True)
def no_warming(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(service, "warm_in_background", lambda: None)


def test_scenario_that_was_just_left_is_no_pick_beside_another_move() -> None:
    visitor = Visitor()
    visitor.set("k", 4)
    scenario = visitor.page.selectbox(key="scenario")
    assert scenario.value is None
    scenario.set_value(TITLE)
    visitor.set("n", 13)
    assert visitor.settings == replace(DEFAULT, n=13, k=4)
    visitor.check()


def test_scenario_that_was_just_left_can_be_picked_again() -> None:
    visitor = Visitor()
    visitor.set("k", 4)
    visitor.page.selectbox(key="scenario").set_value(TITLE)
    visitor.go()
    assert visitor.settings == DEFAULT
    visitor.check()


def test_pressing_twice_counts_twice_though_the_seeds_shown_are_old() -> None:
    visitor = Visitor()
    visitor.press("New instance")
    for name in ("arms_seed", "seed"):
        visitor.widget(name).set_value(str(getattr(DEFAULT, name)))
    visitor.press("Same arms, new luck")
    seeds = {"arms_seed": DEFAULT.arms_seed + 1, "seed": DEFAULT.seed + 2}
    assert visitor.settings == replace(DEFAULT, **seeds)
    visitor.check()


def test_seed_typed_just_before_the_button_is_counted_up() -> None:
    visitor = Visitor()
    visitor.widget("seed").set_value("41")
    visitor.press("Same arms, new luck")
    assert visitor.settings == replace(DEFAULT, seed=42)


def test_old_value_counts_again_once_the_browser_has_heard_of_the_new_one() -> None:
    visitor = Visitor()
    visitor.press("New instance")
    visitor.go()
    visitor.widget("seed").set_value(str(DEFAULT.seed))
    visitor.set("k", 2)
    assert visitor.settings == replace(DEFAULT, k=2, arms_seed=DEFAULT.arms_seed + 1)
