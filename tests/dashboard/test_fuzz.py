"""Any link and any sequence of widget changes: never an error on the page.

Every rerun of a `Visitor` checks that, and `check` that all parts of the page agree.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, example, given
from hypothesis import settings as profile
from hypothesis import strategies as st

from dashboard.catalogue import curves
from dashboard.links.own_arms import is_too_long
from dashboard.scenarios import SCENARIOS
from dashboard.schema.choices import Choices
from dashboard.schema.kinds import OneOf, Several
from dashboard.schema.problem_choices import MAX_HORIZON, MAX_SEED
from dashboard.serving import service
from dashboard.settings import SCHEMA, Settings
from dashboard.widgets import widget_key
from tests.dashboard.strategies import NASTY, bent_texts, raw_mappings, unit, valid_settings
from tests.dashboard.visitor import Visitor
from tests.links import from_query

pytestmark = pytest.mark.slow
horizons = st.sampled_from([1, 2, 3, 10, 100, 1_000])


@pytest.fixture(autouse=True, scope="module")
def _no_warming() -> Any:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(service, "warm_in_background", lambda: None)
        yield


def fuzz(examples: int) -> Callable[[Any], Any]:
    return profile(max_examples=examples, suppress_health_check=[HealthCheck.too_slow])


def clean(text: str) -> str:
    """Leave out halves of characters, which no browser can send."""
    return text.encode("utf-8", "ignore").decode()


def sendable(texts: dict[str, Any]) -> dict[str, Any]:
    return {
        clean(key): clean(value) if isinstance(value, str) else [clean(text) for text in value]
        for key, value in texts.items()
    }


quick_settings = st.builds(
    lambda settings, horizon: replace(settings, horizon=horizon), valid_settings(), horizons
)


def own(c: float, lam: float, delta0: float | None = None) -> tuple[tuple[str, float], ...]:
    """DART's constants."""
    return (("c", c), ("lam", lam), *((("delta0", delta0),) if delta0 is not None else ()))


EDGES = [
    Settings(n=2, k=2, horizon=1),
    Settings(n=2, k=1, horizon=1, preset="authors-code"),
    Settings(n=100, k=50, horizon=1, preset="paper-v2"),
    Settings(n=50, k=50, horizon=100, preset="authors-code"),
    Settings(n=5, k=2, horizon=5_000, constants=own(0.0001, 0.0, 4.0)),
    Settings(n=5, k=2, horizon=5_000, constants=own(0.0001, 0.0, 0.0001)),
    Settings(
        n=5,
        k=2,
        horizon=5_000,
        constants=own(0.0001, 0.0, 4.0),
        preset="authors-code",
    ),
    Settings(n=5, k=2, horizon=5_000, constants=own(1000.0, 10.0), companions=()),
    Settings(
        n=6,
        k=3,
        horizon=2_000,
        reward="curve",
        curve=(0.5, 0.5, 0.5, 0.5),
        constants=own(0.01, 0.0),
    ),
    Settings(
        n=4,
        k=2,
        horizon=2_000,
        arms="given",
        means=(0, 0, 0, 0),
        constants=own(0.001, 0.0),
    ),
    Settings(
        n=4,
        k=2,
        horizon=2_000,
        arms="given",
        means=(1, 1, 1, 1),
        constants=own(0.001, 0.0),
    ),
    Settings(n=9, k=4, horizon=2_000, arms="groups", gap=0.0, reward="min"),
    Settings(n=9, k=9, horizon=2_000, arms="pair", gap=1.0, reward="at-least", at_least=9),
    Settings(n=100, k=50, horizon=MAX_HORIZON, seed=MAX_SEED, arms_seed=MAX_SEED),
    Settings(
        n=100,
        k=1,
        horizon=MAX_HORIZON,
        preset="authors-code",
        constants=own(0.001, 0.0),
    ),
]


@pytest.mark.parametrize("settings", EDGES, ids=lambda settings: settings.key())
def test_settings_at_the_edge(settings: Settings) -> None:
    visitor = Visitor(settings)
    assert visitor.settings == settings
    visitor.check()


@fuzz(60)
@given(quick_settings)
def test_any_settings(settings: Settings) -> None:
    assume(not is_too_long(settings.texts()))  # opened elsewhere, such a link lacks its lists
    visitor = Visitor(settings)
    assert visitor.settings == settings
    visitor.check()


def quick(texts: dict[str, Any]) -> dict[str, Any]:
    """Lower a horizon that would take long; most of what is wrong with links is elsewhere."""
    return {**texts, "t": "500"} if from_query(texts)[0].horizon > 20_000 else texts


@fuzz(100)
@given(bent_texts().map(sendable).map(quick) | raw_mappings.map(sendable).map(quick))
@example({"n": "<b>", "k": "**", "means": ",", "arms": "given", "curve": "1,0", "reward": "curve"})
@example({"v": "9", "n": "5", "k": "9", "curve": "0,0.5,1", "reward": "curve", "t": "100"})
def test_any_link(texts: dict[str, Any]) -> None:
    settings, _, notices = from_query(texts)
    visitor = Visitor(texts)
    assert visitor.settings == settings
    shown = " ".join(visitor.texts)
    assert all(notice.field in shown for notice in notices)
    visitor.check()


LISTS = st.lists(unit | st.sampled_from([0, 1]), max_size=12).map(sorted) | st.lists(unit)
TYPED = st.sampled_from(["0,5", "1,000", "x", "1e400", " 7 ", *NASTY[:6]]).map(clean)
TEXTS = st.sampled_from(NASTY).map(clean) | LISTS.map(lambda items: ", ".join(map(str, items)))


def values_of(widget: Any) -> st.SearchStrategy[Any]:
    """What a visitor can give a widget."""
    if widget.type == "slider" and widget.key in {"w_gap", "w_spread"}:
        return unit
    if widget.type == "slider":
        return st.integers(int(widget.min), int(widget.max))
    if widget.type == "select_slider":
        options = [int(option.replace(",", "")) for option in widget.options]
        return st.sampled_from([value for value in options if value <= 2_000])
    if widget.type == "text_input" and widget.key in {"w_arms_seed", "w_seed"}:
        return st.integers(0, MAX_SEED).map(str) | TYPED
    if widget.type == "text_input":
        return st.just("") | st.floats(0, 1_000).map(str) | TYPED
    if widget.type == "text_area":
        return TEXTS
    if widget.key == "scenario":
        return st.none() | st.sampled_from([scenario.title for scenario in SCENARIOS])
    field = next(field for field in SCHEMA if widget.key == widget_key(field.name))
    if isinstance(field.kind, Choices):
        names = st.sampled_from(list(curves()))
        return st.lists(names, unique=True, max_size=field.kind.most)
    assert isinstance(field.kind, OneOf | Several)
    if isinstance(field.kind, Several):
        names = st.sampled_from(list(field.kind.options))
        return st.lists(names, unique=True, max_size=field.kind.most)
    if field.name == "preset":  # of the watched algorithm alone
        return st.sampled_from([name.partition(":")[0] for name in widget.options])
    offered = [value for value, label in field.kind.options.items() if label in widget.options]
    return st.sampled_from(offered)


def move(visitor: Visitor, data: st.DataObject) -> None:
    """Set some widget, or press a button; the app does not run yet."""
    page = visitor.page
    kinds = ("slider", "select_slider", "selectbox", "text_input", "text_area", "multiselect")
    widgets: list[Any] = [
        w
        for kind in kinds
        for w in page.get(kind)
        if not getattr(w, "disabled", False) and str(w.key).startswith(("w_", "scenario"))
    ]
    widgets += page.button
    widget = widgets[data.draw(st.integers(0, len(widgets) - 1))]
    if widget.type == "button":
        widget.click()
    else:
        widget.set_value(data.draw(values_of(widget), label=str(widget.key)))


@fuzz(60)
@given(quick_settings, st.data())
def test_any_sequence_of_changes(settings: Settings, data: st.DataObject) -> None:
    visitor = Visitor(settings)
    for _ in range(data.draw(st.integers(1, 8))):
        for _ in range(data.draw(st.sampled_from([1, 1, 1, 2, 3]))):
            move(visitor, data)
        visitor.go()
        visitor.check()
