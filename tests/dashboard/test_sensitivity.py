"""The Sensitivity page: the values that are tried, the sweep, and the sentence on top."""

from __future__ import annotations

import json
import re
import time
from dataclasses import replace
from typing import Any
from urllib.parse import parse_qs, urlencode

import numpy as np
import pytest
from hypothesis import given
from hypothesis import settings as profile

import dart_core as dc
from dashboard import ranges
from dashboard.catalogue import CATALOGUE, choices, look, style
from dashboard.change import change as changed
from dashboard.links.study_view import QUANTITIES
from dashboard.prices import cost
from dashboard.schema.kinds import OneOf
from dashboard.schema.problem_choices import MAX_ARMS, MAX_HORIZON, MAX_K
from dashboard.sensitivity import effects as sweep_effects
from dashboard.sensitivity import figures as sweep_figures
from dashboard.sensitivity import marks as sweep_marks
from dashboard.sensitivity import model as sweeping
from dashboard.serving.shares import Shares
from dashboard.serving.studies import Studies, studies
from dashboard.settings import SCHEMA, Settings
from tests.dashboard.strategies import valid_settings
from tests.dashboard.visitor import Visitor
from tests.links import to_query

SMALL = Settings(n=6, k=2, horizon=600, runs=3, points=3, companions=choices("random"))
STOP = np.zeros(1, dtype=np.int64)


def run(settings: Settings, everything: bool = False) -> dc.Sweep:
    return sweeping.run(settings, everything, None, lambda _: None, STOP)  # type: ignore[arg-type] # None: run here


@profile(max_examples=150, deadline=None)
@given(valid_settings())
def test_the_values_of_every_parameter_are_possible(settings: Settings) -> None:
    known = ranges.parameters(settings)
    assert "reward" in known
    for name in known:
        values = ranges.grid(settings, name)
        most = 25 if ranges.constant_of(name) or name in ranges.chosen(settings) else 0
        assert 2 <= len(values) <= max(settings.points + 2, most), "one value shows no change"
        assert len(set(values)) == len(values)
        limits = {"n": MAX_ARMS, "k": min(MAX_K, settings.n), "horizon": MAX_HORIZON}
        if name in limits:
            assert all(isinstance(value, int) and 1 <= value <= limits[name] for value in values)
        if name in ranges.chosen(settings):
            continue  # what was asked for may be anything, and is then a gap that says why
        if name == "n":
            assert min(values) >= min(settings.k + 1, MAX_ARMS)
        if name == "k":
            assert settings.k in values
            for k in values:  # every one of them is a problem
                dc.Problem([0.5] * settings.n, k, 1, settings.problem().reward)
        if name == "horizon":
            assert max(values) == settings.horizon


@pytest.mark.parametrize(
    ("changes", "values"),
    [
        ({"reward": "curve", "curve": (0.0, 0.2, 0.9), "k": 2}, None),
        ({"reward": "at-least", "at_least": 2, "k": 3}, {2, 3}),
        ({"reward": "at-least", "at_least": 3, "k": 3}, None),
        ({"reward": "max", "k": 2}, {1, 2, 3}),
    ],
)
def test_k_is_varied_where_the_reward_has_other_values_of_it(
    changes: dict[str, Any], values: set[int] | None
) -> None:
    """A curve of K + 1 numbers is for one K, "at least m" for K from m on."""
    settings = replace(SMALL, n=6, **changes)
    assert ("k" in ranges.parameters(settings)) == (values is not None)
    if values is not None:
        assert set(ranges.grid(settings, "k")) == values


def test_what_had_one_value_alone_is_no_effect() -> None:
    """CSAR takes K ≤ N/2, so that K = 1 has no other value that runs."""
    problem = dc.Problem.random(3, 1, 200)
    both = {"k": [1, 2, 3], "horizon": [100, 200]}
    sweep = dc.sweep(both, problem, ["csar"], runs=2, design="one-at-a-time")
    assert [effect.parameter for effect in sweep.effects(sweep.curves[0])] == ["horizon"]


def owning(constant: str) -> list[tuple[str, str]]:
    """The algorithms that have a constant, each with a preset that does."""
    return [
        (name, preset)
        for name, entry in CATALOGUE.items()
        for preset in entry.presets
        if constant in entry.tunables_of(preset)
    ]


def settings_to_vary(name: str) -> Settings:
    """Small settings in which a parameter can be varied."""
    owner, _, constant = name.removesuffix("*").rpartition(".")
    owners = [pair for pair in owning(constant) if owner in ("", pair[0])]
    if not owners:
        return replace(SMALL, vary=name)
    algorithm, preset = owners[0]
    other = next(((n, p) for n, p in owning(constant) if n != algorithm), ("random", ""))
    with_it = f"{other[0]}.{other[1]}" if other[1] and len(CATALOGUE[other[0]].presets) > 1 else ""
    companions = choices(with_it or other[0], "random") if owner else choices("random")
    settings = replace(SMALL, algorithm=algorithm, preset=preset, companions=companions, vary=name)
    is_formula = (algorithm, constant) == ("dart-anytime", "lam")
    return replace(settings, constants=(("lam", 0.1),)) if is_formula else settings


def test_every_constant_of_every_algorithm_can_be_varied() -> None:
    for name, entry in CATALOGUE.items():
        for preset in entry.presets:
            settings = replace(SMALL, algorithm=name, preset=preset)
            known = set(ranges.parameters(settings))
            constants = entry.tunables_of(preset)
            assert {f"{name}.{constant}" for constant in constants} <= known
            missing = {f"{constant}*" for constant in constants} - known
            assert missing == ({"lam*"} if name == "dart-anytime" else set())


def test_a_formula_is_not_multiplied_with_the_others() -> None:
    """DART anytime's λ has another value in each of its runs: nothing to multiply."""
    settings = replace(SMALL, companions=choices("dart-anytime.clean-c1"), vary="dart.lam*")
    known = ranges.parameters(settings)
    assert "dart.lam*" in known
    assert not known.keys() & {"lam*", "dart-anytime.lam*"}
    assert run(settings).finished


@pytest.mark.parametrize("name", [name for name in ranges.PARAMETERS if name != "main"])
def test_each_parameter_can_be_swept(name: str) -> None:
    settings = settings_to_vary(name)
    assert name in ranges.parameters(settings)
    sweep = run(settings)
    assert sweep.finished
    assert [p.values[sweep.parameters[0]] for p in sweep.points] == ranges.grid(settings, name)
    assert all(point.error == "" for point in sweep.points)
    assert ranges.label(name)
    assert ranges.axis(sweep.parameters[0])


@pytest.mark.parametrize("vary", ["horizon", "reward", "lam*", "dart.lam"])
def test_a_chart_shows_the_study(vary: str) -> None:
    sweep = run(replace(SMALL, vary=vary))
    styles = {label: style("random", "uniform") for label in sweep.curves}
    watched = [p.study[sweep.curves[0]] for p in sweep.points if p.study]
    for quantity in QUANTITIES:
        figure = sweep_figures.against(sweep, styles, quantity, band="mean", theme="light")
        lines = {trace.name: trace for trace in figure.data if trace.name}
        assert set(lines) == set(sweep.curves)
        line = lines[sweep.curves[0]]
        assert line.line.dash == "6px,4px"
        of = [c.final if quantity == "regret" else getattr(c.results, quantity) for c in watched]
        assert list(line.y) == pytest.approx([np.mean(each) for each in of])


@pytest.mark.parametrize("kind", ["mean", "min-max", "quantiles"])
def test_a_band_is_what_it_is_called(kind: str) -> None:
    sweep = run(replace(SMALL, vary="horizon"))
    styles = {label: style("random", "uniform") for label in sweep.curves}
    figure = sweep_figures.against(sweep, styles, "regret", band=kind, theme="dark")
    for at, curve in enumerate(sweep.curves):
        around = figure.data[2 * at]
        half = len(around.y) // 2
        for place, point in enumerate(sweep.points):
            assert point.study is not None
            whole = point.study.band(kind)[curve]
            assert around.y[place] == pytest.approx(whole.high[-1])
            low = max(whole.low[-1], whole.centre[-1] / 2)  # on a logarithmic axis
            assert around.y[2 * half - 1 - place] == pytest.approx(low)
            assert whole.words in figure.layout.yaxis.title.text


@pytest.mark.parametrize("quantity", [*QUANTITIES])
def test_two_parameters_are_a_heatmap(quantity: str) -> None:
    sweep = run(replace(SMALL, vary="horizon", vary_too="lam*"))
    figure = sweep_figures.heatmap(sweep, sweep.curves[0], quantity, "light")
    shown = np.array(figure.data[0].text)
    assert shown.shape == (3, 3)
    last = sweep.points[-1].study
    assert last is not None
    of = last[sweep.curves[0]]
    values = of.final if quantity == "regret" else getattr(of.results, quantity)
    said = float(shown[-1, -1].replace(",", "").rstrip("%"))
    assert said == pytest.approx(values.mean() * (100 if quantity == "right" else 1), abs=0.51)
    assert list(figure.data[0].y) == ["×0.1", "×1", "×10"]


def test_effects_are_told_apart_and_shown() -> None:
    sweep = run(replace(SMALL, companions=choices("lints.unscaled", "random")), everything=True)
    effects = sweep.effects(sweep.curves[0])
    assert {e.parameter for e in effects} == {
        ranges.CORE_NAMES.get(name, name) for name in ranges.of_the_watched(SMALL)
    }
    kinds = sweep_effects.by_kind(effects)
    constants = {e.parameter for e in kinds["what you can set"]}
    assert constants == {"dart.c", "dart.lam", "dart.delta0"}
    assert {e.parameter for e in kinds["what the problem is"]} == {
        *("n_arms", "k", "horizon", "reward", "gap")
    }
    for kind, some in kinds.items():
        sentence = sweep_effects.answer(SMALL, kind, some)
        assert ranges.label(some[0].parameter) in sentence
        figure = sweep_figures.tornado(SMALL, some, "light")
        assert figure.layout.yaxis.type == "category"  # on an axis of numbers no bar has a place
        bars, least, greatest = figure.data
        assert list(bars.y) == [ranges.label(e.parameter) for e in reversed(some)]
        ends = np.add(bars.base, bars.x)
        assert list(ends) == pytest.approx(list(greatest.x))
        assert list(bars.base) == list(least.x) == [e.least for e in reversed(some)]


def effect(parameter: str, values: tuple[Any, ...], least: Any, most: Any, ratio: float) -> Any:
    return dc.Effect(parameter, 1.0, ratio, least, most, ratio, values)


@pytest.mark.parametrize(
    ("its", "says"),
    [
        (effect("lam*", (0.1, 10.0), 10.0, 0.1, 40.0), "40 times as high at λ ×0.1 as at λ ×10."),
        (
            effect("dart.c", (0.1, 10.0), 0.1, 10.0, 2.5),
            "2.5 times as high at c = 10 as at c = 0.1.",
        ),
        (
            effect("lam*", (0.1, 1.0, 10.0), None, 0.1, 3.0),
            "regret is 3 times as high at λ ×0.1 as at λ ×1 (tried: ×0.1 to ×10).",
        ),
        (effect("horizon", (6, 600), 6, None, 9.0), "9 times as high at T = 600 as at T = 6."),
        (
            effect("reward", ("mean", "max", "min"), "max", None, 9.0),
            "9 times as high with f = mean as with f = max.",
        ),
        (
            effect("gap", (0.1, 0.4), None, 0.1, 2.0),
            "2 times as high with the gap at 0.1 as with the gap as it is (tried: 0.1 to 0.4).",
        ),
        (
            effect("gap", (0.1, 0.4), 0.4, 0.1, np.inf),
            "there is no regret with the gap at 0.4, and the most with the gap at 0.1.",
        ),
        (effect("c*", (0.1, 10.0), 0.1, 10.0, 1.04), "nothing matters much here"),
    ],
)
def test_the_answer_says_where_regret_is_least(its: dc.Effect, says: str) -> None:
    assert says in sweep_effects.answer(SMALL, "what you can set", [its])


def test_the_answer_says_how_sure_it_is() -> None:
    sure = replace(effect("lam*", (0.1, 10.0), 0.1, 10.0, 4.0), low=3.512, high=4.6)
    unsure = replace(effect("c*", (0.1, 10.0), 0.1, 10.0, 1.2), low=0.9, high=1.6)
    said = sweep_effects.answer(SMALL, "what you can set", [sure, unsure])
    assert "4 times as high at λ ×10 as at λ ×0.1 (95 % interval 3.51 to 4.6)." in said
    assert said.endswith(" The others change regret less: c 1.2 times (may be chance).")
    open_ended = replace(sure, high=np.inf)
    said = sweep_effects.answer(SMALL, "what you can set", [open_ended])
    assert said.endswith("(95 % interval 3.51 or more).")
    alone = sweep_effects.answer(SMALL, "what you can set", [unsure])
    assert alone.endswith("(95 % interval 0.9 to 1.6, so it may be chance).")


def test_the_cost_that_is_said_is_the_cost() -> None:
    sweep = run(replace(SMALL, vary="horizon", vary_too="k"))
    runs = cost.of_sweep(replace(SMALL, vary="horizon", vary_too="k")).runs
    assert runs == sum(c.final.size for p in sweep.points if p.study for c in p.study.curves)
    everything = run(SMALL, everything=True)
    runs = cost.of_sweep(SMALL, everything=True).runs
    assert runs == sum(c.final.size for p in everything.points if p.study for c in p.study.curves)


def test_what_changes_no_result_shares_the_sweep() -> None:
    assert sweeping.key(replace(SMALL, band="min-max")) == sweeping.key(SMALL)
    assert sweeping.key(replace(SMALL, vary="k")) != sweeping.key(SMALL)
    assert sweeping.key(replace(SMALL, vary="dart.lam")) == sweeping.key(SMALL)
    same = tuple(ranges.grid(SMALL, "dart.lam"))
    assert sweeping.key(replace(SMALL, values=same)) == sweeping.key(SMALL)
    assert sweeping.key(replace(SMALL, values=same[1:])) != sweeping.key(SMALL)
    for change in ({"vary": "k"}, {"companions": ()}, {"axes": "log"}, {"rivals": ()}):
        assert sweeping.key(replace(SMALL, **change), True) == sweeping.key(SMALL, True)


def test_every_parameter_has_a_name_for_people() -> None:
    field = next(field for field in SCHEMA if field.name == "vary")
    assert isinstance(field.kind, OneOf)
    assert all(ranges.label(name) for name in field.kind.options if name != "main")


def test_many_who_look_share_one_sweep() -> None:
    before = studies().started
    looks: list[Any] = [sweeping.look(SMALL, cost.of_sweep(SMALL)) for _ in range(5)]
    end = time.monotonic() + 60
    while sweeping.look(SMALL, cost.of_sweep(SMALL)).state != "done":
        assert time.monotonic() < end
        time.sleep(0.05)
    assert looks
    assert studies().started == before + 1
    result = sweeping.look(SMALL, cost.of_sweep(SMALL)).result
    same = run(SMALL)
    assert [p.study[c].final.tolist() for p in result.points for c in result.curves] == [
        p.study[c].final.tolist() for p in same.points if p.study for c in same.curves
    ]


def visit(query: str) -> Visitor:
    visitor = Visitor(query)
    visitor.page.switch_page("pages/sensitivity.py")
    visitor.page.query_params = dict(parse_qs(query, keep_blank_values=True))
    visitor.go()
    return visitor


def until_charts(visitor: Visitor) -> list[Any]:
    end = time.monotonic() + 60
    while not visitor.page.get("plotly_chart"):
        assert time.monotonic() < end
        time.sleep(0.1)
        visitor.go()
    return list(visitor.page.get("plotly_chart"))


def test_what_is_shown_goes_along_in_the_link() -> None:
    settings = replace(SMALL, seed=8, vary="k", vary_too="lam*", rivals=SMALL.companions)
    visitor = visit(to_query(settings))
    chart = until_charts(visitor)[0]
    assert json.loads(chart.proto.spec)["data"][0]["y"] == ["×0.1", "×1", "×10"]
    visitor.page.get_by_key("view_quantity").set_value("commit_t")
    visitor.go()
    visitor.page.get_by_key("view_curve").set_value(2)
    visitor.go()
    address = urlencode(dict(visitor.page.query_params), doseq=True)
    assert "&show=commit_t&of=2" in address
    friend = visit(address)
    assert friend.settings == settings
    assert friend.page.get_by_key("view_quantity").value == "commit_t"
    assert friend.page.get_by_key("view_curve").value == 2
    assert until_charts(friend)[0].proto.spec == until_charts(visitor)[0].proto.spec
    odd = visit(f"{to_query(settings)}&show=nothing&of=99")
    assert odd.page.get_by_key("view_quantity").value == "right"
    assert len([text for text in odd.texts if text.startswith(("show:", "of:"))]) == 2


def test_the_same_parameter_twice_is_varied_once() -> None:
    assert ranges.chosen(replace(SMALL, vary="k", vary_too="k")) == ["k"]
    assert ranges.chosen(replace(SMALL, vary="main", vary_too="dart.lam")) == ["dart.lam"]


# ---------------------------------------------------------------- what it opens on


@pytest.mark.parametrize("name", [*CATALOGUE])
def test_it_opens_on_the_main_constant_of_what_is_watched(name: str) -> None:
    entry = CATALOGUE[name]
    for preset in entry.presets:
        settings = replace(SMALL, algorithm=name, preset=preset)
        assert settings.vary == "main"
        (parameter,) = ranges.chosen(settings)
        has = [each for each in entry.main if each in entry.tunables_of(preset)]
        if not entry.tunables_of(preset):
            assert parameter == "horizon"
            continue
        assert parameter.startswith(f"{name}.")
        assert not has or parameter == f"{name}.{has[0]}"
        values = ranges.grid(settings, parameter)
        now = ranges.present(settings, parameter)
        constant = entry.tunables[parameter.partition(".")[2]]
        assert all(constant.low <= each <= constant.high for each in values)
        if now is not None and constant.low < now < constant.high:
            assert now in values, "you are here"


def test_values_that_were_asked_for_go_when_something_else_is_varied() -> None:
    asked = changed(SMALL, {"values": (0.01, 0.1)})[0]
    assert ranges.varied(asked) == {"dart.lam": [0.01, 0.1]}
    assert changed(asked, {"vary": "k"})[0].values is None
    assert changed(asked, {"algorithm": "frontier"})[0].values is None
    assert changed(asked, {"seed": 5})[0].values == (0.01, 0.1)
    assert changed(asked, {"vary": "k", "values": (1.0, 2.0)})[0].values == (1.0, 2.0)


def test_values_that_nothing_can_have_are_left_out_and_said() -> None:
    settings = replace(SMALL, vary="n", values=(3.0, 6.4, 5_000.0))
    assert ranges.grid(settings, "n") == [3, 6]
    assert ranges.left_out(settings, "n") == [5_000]
    visitor = visit(to_query(settings))
    assert any("Left out: N = 5,000" in caption.value for caption in visitor.page.caption)


def test_a_value_that_cannot_run_is_a_gap_that_says_why() -> None:
    """CSAR takes K ≤ N/2; with K > N there is no problem at all."""
    settings = replace(
        SMALL, vary="k", values=(1.0, 2.0, 5.0, 9.0), companions=choices("csar.est1")
    )
    sweep = run(settings)
    gaps = sweeping.gaps(settings, sweep)
    whys = {at: why for why, places in gaps.items() for at in places}
    assert "CSAR" in whys["K = 5"]
    assert "There are N = 6 arms" in whys["K = 9"]
    styles = {label: look("dart", "clean-c1") for label in sweep.curves}
    figure = sweep_figures.against(sweep, styles, "regret", band="mean", theme="light")
    csar = next(trace for trace in figure.data if trace.name == "CSAR · est1")
    assert [each is None for each in csar.y] == [False, False, True, True]
    assert list(csar.x) == [1, 2, 5, 9]


@pytest.mark.parametrize(
    ("low", "high", "count", "log", "whole"),
    [(0.002, 0.2, 9, True, False), (0.0, 1.0, 5, False, False), (10, 10_000, 7, True, True)],
)
def test_a_range_is_what_was_asked_for(
    low: float, high: float, count: int, log: bool, whole: bool
) -> None:
    values = ranges.spread(low, high, count, log=log, whole=whole)
    assert (values[0], values[-1], len(values)) == (low, high, count)
    assert list(values) == sorted(set(values))
    assert ranges.spacing_of(values) == ("log" if log else "linear")
    assert ranges.is_log(values) == log
    assert ranges.spacing_of((1.0, 2.0, 50.0)) == "list"


# ---------------------------------------------------------------- marks, answers, clicks


def test_marks_are_where_one_is_the_best_the_presets_and_the_theory() -> None:
    settings = replace(Settings.default(), runs=3, horizon=2_000, companions=choices("random"))
    sweep = run(settings)
    marks = {mark.words: mark for mark in sweep_marks.marks(settings, sweep)}
    assert marks["you are here"].at == 0.02
    best = sweep_marks.lowest(sweep)
    assert best is not None
    assert marks["least regret"].at == best.values["dart.lam"]
    printed = dc.algorithm("dart", preset="paper-v2").resolved(settings.problem())["lam"]
    assert marks["paper-v2"].at == marks["as printed in the paper"].at == printed
    assert "as printed in the paper" in sweep_marks.outside(settings, sweep)
    figure = sweep_figures.against(
        sweep,
        sweeping_styles(settings, sweep),
        "right",
        band="mean",
        theme="light",
        marks=list(marks.values()),
    )
    assert any("you are here: 0.02" in each.text for each in figure.layout.annotations)
    at_c = replace(settings, vary="dart.c")
    assert any(
        mark.at == 32 and mark.kind == "theory" for mark in sweep_marks.marks(at_c, run(at_c))
    )


def sweeping_styles(settings: Settings, sweep: dc.Sweep) -> dict[str, dict[str, str]]:
    pairs = zip(sweep.curves, settings.algorithms(), strict=True)
    return {label: look(each.name, each.preset) for label, each in pairs}


def test_every_question_is_a_sweep_and_knows_itself() -> None:
    for name in ("dart", "frontier", "random", "cmab-sm"):
        settings = changed(Settings.default().compared(), {"algorithm": name})[0]
        questions = sweeping.questions(settings)
        assert "How does regret grow with T?" in questions
        for question, changes in questions.items():
            asking = changed(settings, changes)[0]
            assert sweeping.asked(asking) is not None
            if name == "dart":
                assert sweeping.asked(asking) == question
    settings = Settings.default()
    printed = changed(settings, sweeping.questions(settings)["Is the printed λ right?"])[0]
    reach = ranges.varied(printed)["dart.lam"]
    lam = dc.algorithm("dart", preset="paper-v2").resolved(settings.problem())["lam"]
    assert isinstance(lam, float)
    assert min(reach) < 0.02 < lam < max(reach)


@pytest.mark.parametrize("vary", ["dart.lam", "c*", "horizon", "k", "n", "reward", "gap"])
def test_a_point_of_a_sweep_opens_as_that_very_study(vary: str) -> None:
    settings = replace(SMALL, vary=vary, seed=4)
    sweep = run(settings)
    for point in sweep.points:
        there = sweeping.study_at(settings, point.values)
        assert there is not None
        study = dc.compare(there.problem(), there.algorithms(), runs=3, seed=there.seed)
        assert point.study is not None
        for mine, its in zip(study.curves, point.study.curves, strict=True):
            assert mine.final.tolist() == its.final.tolist()


def test_a_point_that_no_link_has_is_not_offered() -> None:
    shared = replace(SMALL, companions=choices("cmab-sm.printed"))
    assert sweeping.study_at(shared, {"lam*": 2.0}) is None
    assert sweeping.study_at(shared, {"cmab-sm.lam": 0.1}) is None
    assert sweeping.study_at(replace(SMALL, redraw=True), {"gap": 0.1}) is None


def test_the_sentence_says_where_least_is_lost_and_what_that_is_here() -> None:
    settings = replace(Settings.default(), runs=10, companions=choices("random"))
    said = sweep_marks.sentence(settings, run(settings))
    assert "loses least at λ = " in said
    assert "but finds the right set most often at your λ = 0.02**: in 100 % of the runs" in said
    assert " At your λ = 0.02 it loses " in said
    assert not sweep_marks.is_as_right(settings, run(settings))
    elsewhere = replace(settings, constants=(("c", 0.1), ("lam", 0.2)))
    swept = run(replace(elsewhere, values=(0.02, 0.0632, 0.2)))
    there = sweep_marks.sentence(elsewhere, swept)
    assert re.search(r"most often at λ = 0\.02\*\*.* At your λ = 0\.2 it finds it in ", there)


def test_the_heat_map_has_a_scale_and_frames_where_one_is() -> None:
    settings = replace(Settings.default(), runs=2, horizon=500, vary_too="horizon")
    settings = replace(settings, companions=choices("random"), points=3)
    sweep = run(settings)
    figure = sweep_figures.heatmap(sweep, sweep.curves[0], "regret", "light", settings)
    assert figure.data[0].colorbar.ticktext
    (frame,) = figure.layout.shapes
    xs, ys = list(figure.data[0].x), list(figure.data[0].y)
    assert xs[round(frame.x0 + 0.5)] == "0.02"
    assert ys[round(frame.y0 + 0.5)] == "500"
    clicks = figure.data[1].customdata
    assert len(clicks) == len(sweep.points)


def test_what_changes_nothing_for_a_rival_is_paid_for_once() -> None:
    sweep = run(SMALL)
    price = cost.of_sweep(SMALL)
    distinct = {
        id(p.study[c].results.regret) for p in sweep.points if p.study for c in sweep.curves
    }
    assert price.runs == SMALL.runs * (len(sweep.points) + 1)
    assert len(distinct) >= len(sweep.points)


def test_the_default_sweep_is_stored_as_it_would_be_run() -> None:
    settings = Settings.default().compared()
    pool = Studies(Shares(1, "test"))
    sweeping.bring_stored(settings, pool)
    kept = pool.kept(sweeping.key(settings))
    assert kept is not None, "it opens finished"
    again = run(settings)
    assert kept.curves == again.curves
    for one, other in zip(kept.points, again.points, strict=True):
        for a, b in zip(one.study.curves, other.study.curves, strict=True):
            stale = "run `python -m dashboard.sensitivity.model`"
            assert a.results.regret.tolist() == b.results.regret.tolist(), stale
            assert a.results.right.tolist() == b.results.right.tolist()
    sweeping.bring_stored(replace(settings, seed=77), pool)
    assert pool.kept(sweeping.key(replace(settings, seed=77))) is None
