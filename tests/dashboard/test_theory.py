"""The Theory page: its report against the run that Watch shows, its sentences, the page itself."""

from __future__ import annotations

import re
from dataclasses import replace
from math import isinf, isnan

import pytest

import dart_core as dc
from dart_core.bounds import bounds, setting_of
from dart_core.guarantee import GoodArms
from dashboard.darts import PLAIN_DART
from dashboard.naming import escaped
from dashboard.scenarios import SCENARIOS
from dashboard.settings import Settings
from dashboard.theory import figures, words
from dashboard.theory.model import report
from tests.dashboard.visitor import Visitor

DEFAULT = Settings.default()
BROKEN = next(each.settings for each in SCENARIOS if "Assumption 2 broken" in each.title)
OTHER = replace(DEFAULT, algorithm="csar", preset="est1", constants=())
AWKWARD = [
    BROKEN,
    replace(DEFAULT, k=12),
    replace(DEFAULT, arms="groups", gap=0.0, constants=(("lam", 0.0),), horizon=50),
    replace(DEFAULT, reward="max", arms="given", means=(1.0, 0.5, 0.5, 0.2), n=4, k=2, horizon=1),
    replace(
        DEFAULT, n=20, k=7, reward="min", law="beta", algorithm="csar", preset="est1", constants=()
    ),
]
OPEN_WORDS = re.compile(r"\bnan\b|\binf\b|None|\{|\}")


def test_what_the_run_did_is_the_run_that_watch_shows() -> None:
    found = report(DEFAULT)
    run = dc.simulate(DEFAULT.problem(), DEFAULT.chosen(), seed=DEFAULT.seed)
    moved = dict(zip(run.moves.arm.tolist(), run.moves.epoch.tolist(), strict=True))
    assert len(found.decided) == DEFAULT.n
    for row in found.decided:
        assert (row.proved.arm in moved) is not isnan(row.epoch)
        assert isnan(row.epoch) or row.epoch == moved[row.proved.arm]
    assert found.lambdas[0].accepted + found.lambdas[0].rejected == len(moved)
    assert found.swaps.u == pytest.approx(DEFAULT.k), "U = K for the mean"


def test_half_the_lambda_is_half_of_it_and_the_printed_one_moves_no_arm() -> None:
    mine, half, _, printed, half_printed = report(DEFAULT).lambdas
    assert half.lam == mine.lam / 2
    assert half_printed.lam == printed.lam / 2
    assert printed.lam > 1
    assert printed.accepted + printed.rejected == 0
    assert printed.commit_t == 4, "one epoch of N/K rounds"


def test_beside_another_algorithm_the_page_tells_of_plain_dart() -> None:
    found = report(OTHER)
    assert found.dart == dc.algorithm("dart", preset=PLAIN_DART)


def test_no_choice_of_lambda_is_shown_twice() -> None:
    for settings in (
        replace(DEFAULT, constants=(("lam", 0.0),)),
        replace(DEFAULT, preset="paper-v2", constants=(("c", 0.12),)),
    ):
        lams = [(row.lam, row.dart.constants["c"]) for row in report(settings).lambdas]
        kinds = [str(row.dart.constants["variant"]) for row in report(settings).lambdas]
        assert len(set(zip(lams, kinds, strict=True))) == len(lams)


@pytest.mark.parametrize("settings", AWKWARD)
def test_every_sentence_and_figure_is_whole(settings: Settings) -> None:
    found = report(settings)
    setting = setting_of(found.problem, found.swaps.u)
    texts = [
        words.good_arms(found),
        words.continuity(found),
        words.why_printed(found.problem, 0.5),
    ]
    if found.decided:
        texts.append(words.timeline(found))
    tables = [words.lambda_rows(found.lambdas), words.decided_rows(found), words.symbols(found)]
    for explicit in (True, False):
        chosen = bounds(explicit=explicit)
        texts.append(words.crossing_lines(setting, chosen))
        tables.append(words.bound_rows(setting, chosen, settings.horizon, explicit=explicit))
        figures.bound_curves(setting, chosen, settings.horizon, "dark").to_json()
    cells = [cell for table in tables for row in table for name, cell in row.items()]
    for text in [*texts, *cells]:
        assert not OPEN_WORDS.search(re.sub(r"\$[^$]*\$", "", text)), text
    if settings.n > settings.k:
        figures.swapped(found, "light").to_json()
        figures.decided(found, "light").to_json()


def test_of_many_arms_the_best_are_shown() -> None:
    means = tuple((400 - i) / 400 for i in range(400))
    many = replace(DEFAULT, arms="given", means=means, n=400, k=20, reward="max", horizon=100)
    found = report(many)
    assert "Of 400 arms, the picture has the 100 best" in words.left_out(found)
    assert [row["arm"] for row in words.decided_rows(found)] == [str(i) for i in range(1, 101)]
    assert len(figures.swapped(found, "light").data[0].x) == 99
    assert words.left_out(report(DEFAULT)) == ""


def test_the_broken_scenario_is_said_to_be_broken() -> None:
    found = report(BROKEN)
    assert "**Broken** by 66 pairs" in words.good_arms(found)
    assert isinf(found.swaps.u)
    assert "none ever: there is no U" in words.timeline(found)
    assert "nothing here" in words.own_gaps(found)


def test_the_page_names_the_arms_as_the_visitor_does() -> None:
    names = ("Ann_1", "Bob", "<b>Cy</b>", "Bob")
    own = replace(DEFAULT, n=4, k=2, arms="given", means=(0.5, 0.5, 0.5, 0.4), names=names)
    own = replace(own, law="varied", spread=0.9, reward="max", horizon=500)
    found = report(own)
    said = words.good_arms(found)
    assert found.good.holds is False
    assert any(escaped(name) in said for name in names)
    assert not re.search(r"\barm \d", said)
    assert escaped("Ann_1") in words.continuity(found) + said
    called = [row["arm"] for row in words.decided_rows(found)]
    assert sorted(called) == sorted(map(escaped, ("Ann_1", "Bob (2)", "<b>Cy</b>", "Bob (4)")))
    rows = [label.split(" · ")[0] for label in figures.decided(found, "light").data[-1].y]
    pairs = figures.swapped(found, "dark").data[0]
    drawn = {"Ann_1", "Bob (2)", "&lt;b&gt;Cy&lt;/b&gt;", "Bob (4)"}
    assert set(rows) == {*pairs.x, *pairs.y} == drawn, "no markup, and no row for two arms"


def test_where_it_is_broken_no_theorem_that_needs_it_is_stated() -> None:
    found = report(BROKEN)
    assert "no guarantee" in words.good_arms(found).lower()
    setting = setting_of(found.problem, found.swaps.u, good=False)
    for explicit in (True, False):
        rows = words.bound_rows(setting, bounds(explicit=explicit), 50_000, explicit=explicit)
        told = {row["algorithm"]: row["at your T"] for row in rows}
        assert told["DART"] == told.get("CMAB-SM", told["DART"]) == "not for this problem"
        assert told["UCB1" if explicit else "UCB"] != "not for this problem", "for any reward"
        words.crossing_lines(setting, bounds(explicit=explicit))
    shared = setting_of(dc.Problem(dc.LowerBound(12, 3), 3, 100), 1.0)
    (csar,) = (b for b in bounds(explicit=False) if b.algorithm == "csar")
    assert isnan(float(csar.at(shared, 100.0))), "its arms are independent"


def test_too_many_sets_to_try_are_said_on_the_page_too() -> None:
    """And U, of which a sample is known, promises no more than it can."""
    found = report(replace(DEFAULT, n=60, k=8, law="beta", reward="max", horizon=100, arms_seed=1))
    assert not found.swaps.exact
    assert "promises less" in words.timeline(found)
    assert "promises less" in words.own_gaps(found)
    unknown = replace(found, good=GoodArms(None, "Whether it holds is not checked."))
    assert "**Not checked.**" in words.good_arms(unknown)
    assert "promises less" not in words.timeline(report(DEFAULT))


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.0, "0"),
        (0.0213, "0.0213"),
        (999.6, "1,000"),
        (12_345.6, "12,346"),
        (2.5e6, r"$2.50\cdot10^{6}$"),
        (float("inf"), r"$\infty$"),
    ],
)
def test_numbers_are_short(value: float, text: str) -> None:
    assert words.number(value) == text


def test_the_page_and_its_two_ways_to_fail() -> None:
    visitor = Visitor(DEFAULT)
    visitor.page.switch_page("pages/theory.py")
    visitor.go()
    assert [header.value for header in visitor.page.title] == ["Theory"]
    assert len(visitor.page.header) >= 4
    for label, verdict in [
        ("Make Assumption 2 fail", "Broken"),
        ("Make Assumption 3 fail", "no $U"),
    ]:
        (button,) = (each for each in visitor.page.button if each.label == label)
        button.click()
        visitor.go()
        assert any(verdict in text.value for text in visitor.page.markdown), label
