"""The whole app, seen by a visitor without a browser (`visitor.py`)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from streamlit.runtime.pages_manager import PagesManager
from streamlit.testing.v1 import AppTest

from dashboard.catalogue import CATALOGUE, choices
from dashboard.scenarios import SCENARIOS, Scenario
from dashboard.schema.problem_choices import MAX_SEED
from dashboard.serving import service
from dashboard.serving.service import jobs
from dashboard.settings import Settings
from dashboard.watch.model import stored
from dashboard.watch.words import question
from dashboard.widgets import SEEDS, constant_key
from tests.dashboard.visitor import Visitor
from tests.links import to_query
from tests.project.files import ROOT


@pytest.fixture(autouse=True)
def no_warming(monkeypatch: pytest.MonkeyPatch) -> None:
    """Kernels that are compiled in the background would count among nobody's runs."""
    monkeypatch.setattr(service, "warm_in_background", lambda: None)


def errors(visitor: Visitor) -> list[str]:
    return [error.value for error in visitor.page.error]


def captions(visitor: Visitor) -> list[str]:
    return [caption.value for caption in visitor.page.caption]


# ---------------------------------------------------------------- arriving


def test_the_first_page_is_the_stored_run() -> None:
    before = jobs().runs
    visitor = Visitor()
    assert visitor.settings == Settings.default()
    assert jobs().runs == before
    player = visitor.player
    assert player.pop("link") == to_query(Settings.default())
    assert player.pop("start")["at"] is None
    assert player.pop("about")["settings"] == to_query(Settings.default())
    assert player.pop("rivals")
    assert {**player, "knobs": None} == {**stored()["player"], "knobs": None}
    assert stored()["forecast"]["plain"] in visitor.forecast
    assert visitor.page.query_params == {}, "an address that says enough is left alone"
    assert visitor.page.selectbox(key="scenario").value == SCENARIOS[0].title
    assert [header.value for header in visitor.page.title] == [question(visitor.settings)]
    visitor.check()


def test_a_link_made_before_a_revision_says_so_until_something_is_changed() -> None:
    rest = "n=6&k=2&t=200&m=1&runs=25&with=frontier.bold,random"
    visitor = Visitor(f"?v=3&{rest}")
    said = [text for text in captions(visitor) if "earlier version" in text]
    assert len(said) == 1
    assert "made with an earlier version of Frontier. " in said[0]
    visitor.go()
    assert any("earlier version" in text for text in captions(visitor))
    visitor.set("n", 7)
    assert not any("earlier version" in text for text in captions(visitor))
    assert visitor.page.query_params["rev"] == "frontier.2"
    visitor.follow(visitor.player["link"])
    assert not any("earlier version" in text for text in captions(visitor))
    visitor.follow("?v=3&n=6&k=2&t=200&with=random")
    assert not any("earlier version" in text for text in captions(visitor))


def test_it_says_so_only_where_that_algorithm_is_on_the_page() -> None:
    visitor = Visitor("?v=4&n=6&k=2&t=200&runs=2&with=random&vs=frontier.bold")
    for page, said in (("watch", False), ("compare", True), ("play", False), ("watch", False)):
        visitor.page.switch_page(f"pages/{page}.py")
        visitor.go()
        assert any("earlier version" in text for text in captions(visitor)) is said, page
    visitor.follow("?v=4&n=6&k=2&t=200&with=random&race=frontier.bold")
    assert any("earlier version" in text for text in captions(visitor))


def test_a_rerun_changes_nothing() -> None:
    visitor = Visitor("?n=8&k=2&t=100&at=50")
    before = (visitor.player, visitor.page.query_params, visitor.texts, jobs().runs)
    visitor.go()
    assert before == (visitor.player, visitor.page.query_params, visitor.texts, jobs().runs)


@pytest.fixture
def new_server() -> Iterator[None]:
    """Before `st.navigation` is called for the first time in its life."""
    yield
    PagesManager.uses_pages_directory = False


@pytest.mark.usefixtures("new_server")
def test_the_first_visitor_of_a_new_server_may_come_to_any_page() -> None:
    """Without app.py, as Streamlit would run it, the page has no settings to show."""
    page = AppTest.from_file(str(ROOT / "app.py"), default_timeout=300)
    page.query_params = {"n": "7", "k": "2"}
    page.switch_page("pages/watch.py").run()
    assert not page.exception
    assert page.session_state["session"].link.settings.n == 7
    assert page.slider(key="w_n").value == 7


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario.title)
def test_a_scenario_is_chosen(scenario: Scenario) -> None:
    visitor = Visitor(Settings(n=4, k=1, horizon=50))
    visitor.page.selectbox(key="scenario").set_value(scenario.title)
    visitor.go()
    assert visitor.settings == scenario.settings
    assert visitor.page.selectbox(key="scenario").value == scenario.title
    if scenario.settings != Settings.default():  # whose title says it
        assert scenario.story in visitor.page.markdown[0].value
    visitor.check()


def test_a_changed_scenario_is_ones_own() -> None:
    visitor = Visitor()
    visitor.set("k", 4)
    assert visitor.page.selectbox(key="scenario").value is None
    visitor.set("k", 3)
    assert visitor.page.selectbox(key="scenario").value == SCENARIOS[0].title


# ---------------------------------------------------------------- widgets

CHANGES: list[tuple[str, Any]] = [
    ("n", 30),
    ("k", 5),
    ("horizon", 500),
    ("reward", "quadratic"),
    ("reward", "max"),
    ("reward", "min"),
    ("reward", "at-least"),
    ("arms", "spaced"),
    ("arms", "groups"),
    ("arms", "pair"),
    *(("preset", preset) for preset in ("paper-v2", "paper-v1", "unresolved", "authors-code")),
    ("companions", ()),
    ("companions", choices("oracle")),
    ("arms_seed", 7),
    ("seed", MAX_SEED),
]


@pytest.mark.parametrize(("name", "value"), CHANGES, ids=str)
def test_a_widget_changes_its_setting_alone(name: str, value: Any) -> None:
    visitor = Visitor()
    typed = str(value) if name in SEEDS else value
    visitor.set(name, [each.text for each in value] if isinstance(value, tuple) else typed)
    # A preset is a full set of constants: those that were set by hand go.
    more = {"constants": ()} if name == "preset" else {}
    assert visitor.settings == replace(Settings.default(), **{name: value}, **more)
    visitor.check()


@pytest.mark.parametrize(
    ("name", "value", "after"),
    [
        ("c", 0.5, (("c", 0.5), ("lam", 0.02))),
        ("c", None, (("lam", 0.02),)),
        ("lam", 0.0, (("c", 0.1), ("lam", 0.0))),
        ("delta0", 2.0, (("c", 0.1), ("delta0", 2.0), ("lam", 0.02))),
    ],
)
def test_a_constant_of_dart_is_a_constant_like_all_others(
    name: str, value: float | None, after: tuple[tuple[str, float], ...]
) -> None:
    visitor = Visitor()
    visitor.page.get_by_key(constant_key(name)).set_value("" if value is None else f"{value:g}")
    visitor.go()
    assert visitor.settings == replace(Settings.default(), constants=after)
    assert f"&{name}={'preset' if value is None else f'{value:g}'}&" in visitor.player["link"]
    visitor.check()


def test_widgets_appear_where_they_mean_something() -> None:
    visitor = Visitor()
    names = ("at_least", "curve", "gap", "means")

    def shown() -> set[str]:
        kinds = ("slider", "select_slider", "text_area")
        keys = {widget.key for kind in kinds for widget in visitor.page.get(kind)}
        return {name for name in names if f"w_{name}" in keys}

    assert shown() == set()
    visitor.set("reward", "at-least")
    assert shown() == {"at_least"}
    visitor.set("at_least", 2)
    assert visitor.settings.at_least == 2
    visitor.set("reward", "curve")
    assert shown() == {"curve"}
    assert visitor.settings.curve == (0, 0, 1, 1), "starts from the reward that was there"
    visitor.set("arms", "groups")
    assert shown() == {"curve", "gap"}
    visitor.set("gap", 0.5)
    assert visitor.settings.gap == 0.5
    visitor.set("arms", "given")
    assert shown() == {"curve", "means"}
    assert set(visitor.settings.means or ()) == {0.25, 0.75}
    visitor.check()


def test_n_below_k_explains_itself() -> None:
    visitor = Visitor("?n=20&k=10&t=100")
    visitor.set("n", 6)
    assert (visitor.settings.n, visitor.settings.k) == (6, 6)
    assert "K is now 6, the number of arms." in captions(visitor)
    assert "there is nothing to find out" in visitor.forecast
    visitor.go()
    assert "K is now 6, the number of arms." not in captions(visitor)
    visitor.check()


def test_the_only_possible_value_is_said() -> None:
    visitor = Visitor("?k=1&reward=at-least&t=50")
    assert "At least m: only 1 is possible here." in captions(visitor)


def test_an_odd_horizon_of_a_link_is_on_the_slider() -> None:
    visitor = Visitor("?t=1234")
    assert visitor.widget("horizon").value == 1234
    visitor.set("horizon", 2_000)
    assert visitor.settings.horizon == 2_000


def test_new_instance_and_new_luck() -> None:
    visitor = Visitor()
    visitor.press("New instance")
    assert visitor.settings == replace(Settings.default(), arms_seed=132, seed=10)
    visitor.press("Same arms, new luck")
    assert visitor.settings == replace(Settings.default(), arms_seed=132, seed=11)
    visitor.check()


def test_seeds_start_again_after_the_last_one() -> None:
    visitor = Visitor(f"?t=50&arms_seed={MAX_SEED}&seed={MAX_SEED}")
    visitor.press("New instance")
    assert (visitor.settings.arms_seed, visitor.settings.seed) == (0, 0)


# ---------------------------------------------------------------- lists as text

GIVEN = Settings(n=3, k=2, horizon=100, arms="given", means=(0.1, 0.5, 0.9))


@pytest.mark.parametrize(
    "text",
    [
        "0.2,0.4,0.6,0.8",
        " 0.2, 0.4,\t0.6 ,0.8, ",
        "0.2\n0.4\n0.6\n0.8\n",
        ".2 .4 .6 8e-1",
        ".2,.4,.6,.8",
    ],
)
def test_means_as_people_type_them(text: str) -> None:
    visitor = Visitor(GIVEN)
    visitor.set("means", text)
    assert visitor.settings.means == (0.2, 0.4, 0.6, 0.8)
    assert visitor.settings.n == 4
    assert visitor.widget("means").value == "0.2,0.4,0.6,0.8"
    assert errors(visitor) == []
    visitor.check()


GARBAGE = ["", " ", "abc", "0.5", "0.1,0.2,1.5", "0.1,-0.2", "nan,0.5"]
GARBAGE += [
    "<script>alert(1)</script>",
    "**x**",
    "1e999,0",
    "٠٫٥,٠٫٢",
    "0.5," * 1_001,
    "\x00",
    "$x$",
]


@pytest.mark.parametrize("text", GARBAGE, ids=lambda text: ascii(text[:12]))
def test_text_that_cannot_be_read_stays_to_be_corrected(text: str) -> None:
    visitor = Visitor(GIVEN)
    visitor.set("means", text)
    expected = (
        "Expected 2 to 1,000 numbers from 0 to 1, joined by commas; the last good value is used."
    )
    assert visitor.settings == GIVEN
    assert errors(visitor) == [expected]
    assert visitor.widget("means").value == text
    visitor.set("k", 3)  # whatever else is changed
    assert visitor.settings == replace(GIVEN, k=3)
    assert visitor.widget("means").value == text
    assert errors(visitor) == [expected]
    visitor.set("means", "0.3,0.2,0.1")
    assert visitor.settings.means == (0.3, 0.2, 0.1)
    assert errors(visitor) == []
    visitor.check()


@pytest.mark.parametrize("way", ["link", "scenario", "arms"])
def test_unreadable_text_goes_with_its_list(way: str) -> None:
    visitor = Visitor(GIVEN)
    visitor.set("means", "abc")
    if way == "link":
        visitor.follow(replace(GIVEN, means=(0.2, 0.3), n=2))
        assert visitor.widget("means").value == "0.2,0.3"
    elif way == "scenario":
        visitor.page.selectbox(key="scenario").set_value("Cascading clicks")
        visitor.go()
        assert visitor.widget("means").value.startswith("0.11,0.04,")
    else:
        visitor.set("arms", "spaced")
        visitor.set("arms", "given")
        assert len(visitor.widget("means").value.split(",")) == 3
    assert errors(visitor) == []


def test_a_curve_may_not_fall() -> None:
    visitor = Visitor(Settings(n=4, k=2, horizon=100, reward="curve", curve=(0, 0.5, 1)))
    visitor.set("curve", "0, 0.9, 0.5")
    assert "none below the one before it" in errors(visitor)[0]
    visitor.set("curve", "0, 0.2, 0.4, 0.9")
    assert (visitor.settings.k, visitor.settings.curve) == (3, (0, 0.2, 0.4, 0.9))
    assert "K is now 3: the curve has 4 numbers." in captions(visitor)
    visitor.set("k", 4)
    assert len(visitor.settings.curve or ()) == 5
    assert "The curve of 4 numbers was read off anew at K + 1 = 5 places." in captions(visitor)
    visitor.check()


# ---------------------------------------------------------------- links


def test_a_deep_link_is_followed() -> None:
    settings = Settings(
        n=9, k=4, horizon=321, reward="max", arms="pair", gap=0.25, preset="authors-code",
        constants=(("c", 0.01), ("delta0", 4.0), ("lam", 0.0)),
        arms_seed=5, seed=6, companions=choices("oracle"),
    )  # fmt: skip
    visitor = Visitor(f"{to_query(settings)}&at=99&speed=2&clock=log&truth=0&yaxis=all")
    assert visitor.settings == settings
    assert visitor.texts == []
    start: dict[str, object]
    start = {"at": 99, "speed": 2.0, "clock": "log", "truth": False, "yaxis": "all"}
    start |= {"back": None, "panels": "none", "arm": None, "part": None, "step": None, "hides": []}
    assert start.items() <= visitor.player["start"].items()
    visitor.check()


def test_the_link_of_the_page_gives_the_page() -> None:
    visitor = Visitor()
    visitor.set("k", 5)
    other = Visitor(visitor.player["link"])
    assert other.settings == visitor.settings
    assert {**other.player, "start": None} == {**visitor.player, "start": None}


def test_each_bad_value_of_a_link_is_named() -> None:
    query = {"v": "1", **Settings(horizon=50).texts()}
    query |= {"n": "7000", "reward": "bogus", "c": "nan", "what": "ever"}
    visitor = Visitor(query)
    assert [line.partition(" ")[0] for line in visitor.texts] == ["n:", "reward:", "c:", "what:"]
    assert visitor.settings == Settings(n=100, horizon=50)
    visitor.go()
    assert len(visitor.texts) == 4, "still there when something else reruns the page"
    visitor.set("n", 20)
    assert visitor.texts == [], "gone with the first change"


@pytest.mark.parametrize(
    "attack",
    ["**bold**", "<img src=x onerror=alert(1)>", ":red[x]", "$x^2$", "[a](javascript:b)", "`xyz`"],
)
def test_the_text_of_a_link_is_never_markup(attack: str) -> None:
    keys = ["n", "reward", "means", "curve", "with", "c", "at", "speed", "v", "preset", attack]
    visitor = Visitor({**dict.fromkeys(keys, attack), "t": "50"})
    assert len([line for line in visitor.texts if attack in line]) == len(keys)
    elements = [*visitor.page.main, *visitor.page.sidebar]
    assert not any(attack in str(element.proto) for element in elements if element.type != "text")


def test_the_address_bar_is_written_only_when_it_says_something_else() -> None:
    visitor = Visitor("?k=4&t=50&n=9999&at=5&embed=true")
    address = {"k": "4", "t": "50", "n": "9999", "at": "5", "embed": "true"}
    assert visitor.page.query_params == address, "it means these settings already"
    visitor.set("k", 5)
    assert visitor.address == visitor.settings
    assert "at" not in visitor.page.query_params
    assert visitor.page.query_params["embed"] == "true", "is Streamlit's own"
    written = visitor.page.query_params
    visitor.go()
    assert visitor.page.query_params == written


def test_back_and_forward() -> None:
    visitor = Visitor()
    visitor.set("k", 5)
    later = dict(visitor.page.query_params)
    visitor.follow("")
    assert visitor.settings == Settings.default()
    visitor.follow(later)
    assert visitor.settings == replace(Settings.default(), k=5)
    visitor.check()


def test_a_moved_widget_counts_more_than_an_old_address() -> None:
    """The browser sends the address it has, which may be the one before the last change."""
    visitor = Visitor("?k=4&t=50&seed=1")
    old = dict(visitor.page.query_params)
    visitor.set("k", 5)
    visitor.page.query_params = old
    visitor.set("seed", "2")
    assert (visitor.settings.k, visitor.settings.seed) == (5, 2)
    visitor.check()


def test_two_visitors_are_independent() -> None:
    one, other = Visitor(), Visitor()
    one.set("k", 5)
    other.set("n", 8)
    one.go()
    assert one.settings == replace(Settings.default(), k=5)
    assert other.settings == replace(Settings.default(), n=8)
    one.check()
    other.check()


def test_two_visitors_share_a_run() -> None:
    one, other = Visitor(), Visitor()
    one.set("seed", "4711")
    runs = jobs().runs
    other.set("seed", "4711")
    assert jobs().runs == runs
    assert one.player == other.player


# ---------------------------------------------------------------- algorithms and laws


@pytest.mark.parametrize("name", list(CATALOGUE))
def test_every_algorithm_can_be_watched(name: str) -> None:
    visitor = Visitor()
    visitor.set("algorithm", name)
    entry = CATALOGUE[name]
    assert visitor.settings.algorithm == name
    first = Settings.default()  # it is on screen already: nothing changes
    assert visitor.settings.preset == (
        first.preset if name == first.algorithm else entry.default_preset
    )
    visitor.check()
    assert visitor.page.title[0].value == question(visitor.settings)
    assert visitor.run["curve"]["label"].startswith(entry.label)
    assert len(visitor.run["story"]) >= 1


def test_constants_of_another_algorithm() -> None:
    visitor = Visitor()
    visitor.set("algorithm", "lints")
    visitor.page.get_by_key("w_constants_v").set_value("2")
    visitor.go()
    assert visitor.settings.constants == (("v", 2.0),)
    visitor.check()
    visitor.set("preset", "theory")
    assert visitor.settings.constants == ()
    visitor.check()
    visitor.set("algorithm", "dart")
    assert visitor.settings.constants == ()
    visitor.check()


def test_an_algorithm_that_cannot_run_says_why() -> None:
    visitor = Visitor(Settings(n=45, k=8, algorithm="ucb", preset="ucb1", horizon=1_000))
    (error,) = [box.value for box in visitor.page.error]
    assert "215,553,195 actions" in error
    assert "Choose another algorithm" in error
    visitor.check()
    beside = Visitor(Settings(n=45, k=8, horizon=1_000, companions=choices("ucb.ucb1", "oracle")))
    assert [curve["label"] for curve in beside.player["curves"]] == ["oracle"]
    assert any("215,553,195 actions" in caption.value for caption in beside.page.caption)


def test_adding_a_curve_simulates_that_curve_alone() -> None:
    settings = Settings(n=8, k=2, horizon=3_000, seed=4_711)
    Visitor(settings)
    before = service.jobs().runs
    more = Visitor(replace(settings, companions=choices("csar.est1", "random", "oracle")))
    assert service.jobs().runs == before + 1
    assert more.labels == ["DART · clean-c1", "CSAR · est1", "random", "oracle"]


def test_a_broken_assumption_is_said() -> None:
    broken = next(s.settings for s in SCENARIOS if "Assumption 2" in s.title)
    boxes = [box.value for box in Visitor(broken).page.warning]
    said = "Good arms do not always make good sets here"
    assert any(said in box for box in boxes)
    assert not any(said in box.value for box in Visitor().page.warning)


def test_a_link_is_told_until_a_slow_browser_has_drawn_it() -> None:
    """A browser that draws a box only after a later run must hear of its value from that run."""
    lints = {"algorithm": "lints", "preset": "unscaled", "constants": (("v", 0.7),)}
    visitor = Visitor(Settings(runs=50, redraw=True, **lints))  # type: ignore[arg-type] # of three types
    for _ in range(2):
        visitor.go()
        assert visitor.page.text_input(key="w_constants_v").proto.default == "0.7"
        n = visitor.page.slider(key="w_n").proto
        assert list(n.default) == [Settings().n]
        k = visitor.page.select_slider(key="w_k").proto
        assert [k.options[int(at)] for at in k.default] == [f"{Settings().k}"]


@pytest.mark.parametrize(
    ("typed", "lam"), [("0,5", 0.5), ("0.5", 0.5), (",05", 0.05), (" 1e-2 ", 0.01), ("5", 5.0)]
)
def test_a_decimal_comma_is_one(typed: str, lam: float) -> None:
    """λ's box used to drop the comma: 0,5 was 5, in silence."""
    visitor = Visitor()
    visitor.page.get_by_key(constant_key("lam")).set_value(typed)
    visitor.go()
    assert dict(visitor.settings.constants)["lam"] == lam
    assert float(visitor.page.get_by_key(constant_key("lam")).value) == lam


def test_what_may_be_meant_in_two_ways_is_asked_about() -> None:
    visitor = Visitor()
    visitor.page.get_by_key(constant_key("lam")).set_value("1,000")
    visitor.go()
    assert visitor.settings == Settings.default(), "the last good value is used"
    assert visitor.page.get_by_key(constant_key("lam")).value == "1,000", "it can be corrected"
    (why,) = [error.value for error in visitor.page.error]
    assert "Is 1,000 1000, or 1.000?" in why
    visitor.set("seed", "1,5")
    assert visitor.settings.seed == Settings.default().seed
    assert any("whole number" in error.value for error in visitor.page.error)
