from __future__ import annotations

import re
from dataclasses import replace
from urllib.parse import urlencode

import pytest
from streamlit.testing.v1 import AppTest

from dart_core.joint_rewards import REWARDS
from dashboard.questions import lead, question
from dashboard.scenarios import SCENARIOS, Scenario
from dashboard.settings import Settings
from dashboard.watch.words import guide
from dashboard.words import subtitle

FACTS = "N = 12 arms, choose K = 3, T = 20,000"


@pytest.mark.parametrize(
    ("settings", "reward"),
    [
        (Settings(), "mean reward"),
        (Settings(reward="quadratic"), "quadratic reward"),
        (Settings(reward="max"), "max reward"),
        (Settings(reward="min"), "min reward"),
        (Settings(reward="at-least", at_least=2), "at least 2 of 3 must pay"),
        (Settings(reward="curve", curve=(0, 0, 0.5, 1)), "own count curve"),
    ],
)
def test_the_subtitle_names_the_problem(settings: Settings, reward: str) -> None:
    assert subtitle(settings) == f"{FACTS} · {reward} · DART · clean-c1"


def test_the_subtitle_names_constants_of_ones_own() -> None:
    changed = Settings(preset="paper-v1", constants=(("c", 0.0001), ("delta0", 4.0), ("lam", 0.0)))
    assert subtitle(changed).endswith("DART · paper-v1 (c = 0.0001, λ = 0, Δ₀ = 4)")


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario.title)
def test_a_scenario_is_told_with_its_facts(scenario: Scenario) -> None:
    head, facts = subtitle(scenario.settings).split("  \n")
    assert head == f"**{scenario.title}.** {scenario.story}"
    assert f"T = {scenario.settings.horizon:,} " in facts


def notices_of(query: str) -> AppTest:
    def page(query: str) -> None:
        from dashboard.words import show_notices
        from tests.links import from_query

        show_notices(from_query(query)[2])

    return AppTest.from_function(page, args=(query,)).run()


def texts(page: AppTest) -> list[str]:
    return [element.proto.body for element in page.get("text")]


def test_a_sound_link_is_not_worth_a_word() -> None:
    assert len(notices_of("").main) == 0


def test_each_bad_value_has_a_line_of_its_own() -> None:
    query = "&".join(f"{k}={t}" for k, t in {"v": "1", **Settings().texts()}.items())
    page = notices_of(query.replace("n=12", "n=999").replace("k=3", "k=x"))
    assert texts(page) == [
        "k: x came, expected a whole number from 1 to 50; 3 used.",
        "n: 999 came, expected at most 100, because arms are not given; 100 used.",
    ]
    assert [m.value for m in page.markdown] == [
        ":material/link_off: **Part of this link could not be read.**"
    ]


def test_many_missing_values_share_one_line() -> None:
    page = notices_of("n=12")
    (line,) = texts(page)
    assert re.match(r"This link leaves out \d\d settings; they have", page.caption[0].value)
    assert line.startswith("Missing from the link, so defaults are used: v, runs, redraw, ")


def test_few_missing_values_are_told_one_by_one() -> None:
    texts_of = {"v": "1", **Settings().texts()}
    del texts_of["seed"], texts_of["k"]
    page = notices_of("&".join(f"{k}={t}" for k, t in texts_of.items()))
    assert texts(page) == [
        "k: missing from the link; 3 used.",
        "seed: missing from the link; 0 used.",
    ]


@pytest.mark.parametrize(
    "attack",
    ["**bold**", "<script>alert(1)</script>", ":red[x]", "$x^2$", "[a](b)", ":material/home:"],
)
def test_a_link_cannot_bring_markup(attack: str) -> None:
    page = notices_of(urlencode({"n": attack, attack: "1"}))
    assert len([line for line in texts(page) if attack in line]) == 2
    assert not any(attack in str(e.proto) for e in page.main if e.type != "text")


def test_the_title_is_the_question_itself() -> None:
    assert question(Settings.default()) == "Which 3 of these 12 ads pay best?"
    own = replace(Settings.default(), n=20)
    assert question(own) == "Which 3 of these 20 arms pay best?"
    assert question(replace(own, reward="max")) == "Which 3 of these 20 arms pay best together?"
    assert question(replace(own, k=1)) == "Which of these 20 arms pays best?"
    assert question(replace(own, k=20)) == "What do all 20 arms pay together?"


def test_the_lead_says_what_one_sees_and_what_regret_is() -> None:
    text = lead(Settings.default())
    assert text.startswith(
        "Each round DART plays 3 of them and sees only what they earn on average."
    )
    assert text.endswith("What it loses by not playing the best 3 from the start is its regret.")
    (servers,) = (s for s in SCENARIOS if s.title == "Slowest server")
    assert lead(servers.settings).startswith(servers.story)
    assert "sees only what the worst of them earns" in lead(servers.settings)
    for reward, record in REWARDS.items():
        curve = (0.0, 0.2, 0.9, 1.0) if record.own else None
        own = Settings(n=20, k=3, reward=reward, curve=curve, at_least=2)
        assert record.seen.format(m=2) in lead(own)
    cucb = replace(Settings.default(), algorithm="cucb", preset="printed", constants=())
    assert "sees what every single one pays" in lead(cucb)


def test_the_guide_speaks_of_the_scenario_s_things() -> None:
    (servers,) = (s.settings for s in SCENARIOS if s.title == "Slowest server")
    assert not re.search(r"\barms?\b", guide(servers))
    assert "click or tap a server" in guide(servers).lower()
