"""The Compare page: its table and words against the study, and its runs against Watch."""

from __future__ import annotations

from dataclasses import replace
from math import nan
from types import SimpleNamespace

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

import dart_core as dc
from dart_core.chunks import Chunk
from dart_core.findings import headline
from dart_core.summary import mean_interval
from dart_player import charts as figures
from dart_player.chart import in_full, in_short
from dashboard.catalogue import Choice, choices, curves
from dashboard.change import change as changed
from dashboard.compare import model as comparing
from dashboard.prices import cost
from dashboard.schema.kinds import OneOf
from dashboard.serving.shares import Shares
from dashboard.serving.studies import Look, Studies, studies
from dashboard.settings import SCHEMA, Settings
from dashboard.studying import precision, rivals
from dashboard.studying.study_status import soon
from tests.dashboard.visitor import Visitor
from tests.links import from_query, to_query

SETTINGS = Settings(
    n=8,
    k=2,
    horizon=2_000,
    runs=6,
    seed=3,
    companions=choices("cmab-sm.authors-code", "random", "oracle"),
    rivals=choices("cmab-sm.authors-code", "random", "oracle"),
)


@pytest.fixture(scope="module", params=[False, True], ids=["fixed arms", "redrawn arms"])
def pair(request: pytest.FixtureRequest) -> tuple[Settings, dc.Study]:
    settings = replace(SETTINGS, redraw=request.param)
    stop = np.zeros(1, dtype=np.int64)
    return settings, comparing.run(settings, None, lambda _: None, stop)  # type: ignore[arg-type] # None: run here


def test_the_table_is_the_study(pair: tuple[Settings, dc.Study]) -> None:
    settings, study = pair
    table = comparing.table(study)
    assert "oracle" not in table.index, "it knows the answer: a line, no row to be beaten by"
    ranked = list(table["regret"])
    assert ranked == sorted(ranked)
    best = table.index[0]
    for curve in study.curves:
        if curve.label == "oracle":
            continue
        row = table.loc[curve.label]
        assert row["regret"] == pytest.approx(curve.final.mean())
        assert (row["least"], row["greatest"]) == (curve.final.min(), curve.final.max())
        assert row["runs"] == settings.runs
        assert row["kB"] > 0
        if curve.label != best:
            more = curve.final - study[best].final
            assert row["more"] == pytest.approx(more.mean())
            assert row["worse"] == pytest.approx((more >= 0).mean())


def test_the_headline_names_the_first_and_by_how_much(pair: tuple[Settings, dc.Study]) -> None:
    _, study = pair
    sentence = headline(study)
    means = {c.label: c.final.mean() for c in study.curves if c.label != "oracle"}
    first = min(means, key=lambda label: means[label])
    assert sentence.startswith(f"**{first}**")
    assert comparing.table(study).index[0] == first, "the table ranks as the sentence does"
    assert "paired" in sentence
    assert sentence.endswith("The oracle, which knows the answer, does not count.")
    without = replace(study, curves=tuple(c for c in study.curves if c.label != "oracle"))
    assert "oracle" not in headline(without)


def test_runs_that_failed_are_no_zeros_and_say_why(pair: tuple[Settings, dc.Study]) -> None:
    _, study = pair
    first, *others = study.curves
    why = dict.fromkeys(range(5), "update in round 3 raised ValueError") | {5: "another"}
    failed = replace(first, results=Chunk.of([], [], [], study.t.size))
    failed.results.failures.update(why)
    broken = replace(study, curves=(failed, *others))
    row = comparing.table(broken).loc[first.label]
    assert np.isnan(row[["regret", "more", "worse"]].astype(float)).all()
    assert comparing.lost(broken) == [
        f"{first.label}: 6 runs without a result. 5 of them: update in round 3 raised ValueError"
    ]
    assert comparing.lost(study) == []


def test_the_headline_says_who_sees_every_reward() -> None:
    settings = replace(SETTINGS, companions=choices("cts", "random"), horizon=20_000)
    study = comparing.run(settings, None, lambda _: None, np.zeros(1, dtype=np.int64))  # type: ignore[arg-type] # None: run here
    assert "**CTS**, which sees every arm's reward, has the least" in headline(study)


@pytest.mark.parametrize("number", [0, 4])
def test_a_run_of_a_study_is_the_same_in_watch(
    pair: tuple[Settings, dc.Study], number: int
) -> None:
    settings, study = pair
    for curve in study.curves:
        again = comparing.run_in_watch(settings, study, curve.label, number)
        assert again.chosen() == curve.algorithm
        run = dc.simulate(again.problem(), again.chosen(), seed=again.seed, frames=0)
        assert run.regret[-1] == curve.final[number]


def test_own_constants_go_along_into_watch() -> None:
    settings = replace(SETTINGS, algorithm="lints", preset="unscaled", constants=(("v", 2.0),))
    stop = np.zeros(1, dtype=np.int64)
    study = comparing.run(settings, None, lambda _: None, stop)  # type: ignore[arg-type] # None: run here
    for curve in study.curves:
        again = comparing.run_in_watch(settings, study, curve.label, 1)
        assert again.chosen() == curve.algorithm


@pytest.mark.parametrize(
    ("n", "names"),
    [(6, None), (6, tuple("abcdef")), (120, None), (120, tuple(map(str, range(120))))],
)
def test_a_run_of_given_arms_drawn_anew_is_the_same_in_watch(
    n: int, names: tuple[str, ...] | None
) -> None:
    means = tuple(i / (n + 1) for i in range(n))
    given = {"n": n, "k": 2, "horizon": 300, "runs": 2, "redraw": True, "names": names}
    settings = Settings(arms="given", means=means, companions=choices("random"), **given)  # type: ignore[arg-type] # a mapping of several types
    study = comparing.run(settings, None, lambda _: None, np.zeros(1, dtype=np.int64))  # type: ignore[arg-type] # None: run here
    for curve in study.curves:
        again = comparing.run_in_watch(settings, study, curve.label, 1)
        assert again.names == names
        run = dc.simulate(again.problem(), again.chosen(), seed=again.seed, frames=0)
        assert run.regret[-1] == curve.final[1]


def test_what_changes_no_result_shares_the_study() -> None:
    for change in ({"band": "min-max"}, {"axes": "log"}, {"theory": True}, {"vary": "k"}):
        assert comparing.key(replace(SETTINGS, **change)) == comparing.key(SETTINGS)
    same = replace(SETTINGS, companions=()).compared()
    assert comparing.key(same) == comparing.key(SETTINGS.compared()), "Watch's curves play no part"
    for change in ({"runs": 7}, {"redraw": True}, {"companions": ()}, {"seed": 4}):
        assert comparing.key(replace(SETTINGS, **change)) != comparing.key(SETTINGS)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_figures_show_every_curve_with_its_band(
    pair: tuple[Settings, dc.Study], theme: str
) -> None:
    _, study = pair
    styles = comparing.styles(study)
    axes = next(field.kind for field in SCHEMA if field.name == "axes")
    assert isinstance(axes, OneOf)
    for kind in axes.options:
        for band in ("mean", "min-max", "quantiles"):
            figure = figures.curves(
                study,
                styles,
                band=band,
                axes=kind,
                theory=True,
                theme=theme,
                main=study.curves[0].label,
            )
            lines = {trace.name: trace for trace in figure.data if trace.name}
            assert {c.label for c in study.curves} <= set(lines)
            assert len(figure.data) == 2 * len(study.curves) + 3
            wanted = study.band(band)[study.curves[0].label].centre
            line = lines[study.curves[0].label]
            over = {"over-log": np.log, "over-root": np.sqrt}.get(kind)
            if over is not None:
                wanted = wanted[study.t > 1] / over(study.t[study.t > 1])
            np.testing.assert_allclose(line.y, wanted)
            assert len(line.x) == len(line.y)
            assert line.marker.symbol == "circle", "DART's own"
            assert study.band(band)["random"].words in figure.layout.yaxis.title.text
    points = [t for t in figures.finals(study, styles, theme).data if t.mode == "markers"]
    shown = sorted((str(p[0]), int(p[1])) for trace in points for p in trace.customdata)
    assert shown == sorted((c.label, int(r)) for c in study.curves for r in c.results.runs)


def test_every_tick_of_a_logarithmic_axis_is_named_in_full(
    pair: tuple[Settings, dc.Study],
) -> None:
    axis = figures.log_axis([0.0, 180.0, np.nan, 2_300.0])
    assert {"200", "500", "1,000", "2,000"} <= set(axis["ticktext"])
    assert "200" not in figures.log_axis([1, 1e6])["ticktext"]  # over many, of ten alone
    assert {"1", "100", "10,000", "1,000,000"} == set(figures.log_axis([1, 1e6])["ticktext"]) - {""}
    assert {"100", "1,000"} <= set(figures.log_axis([50, 2_000], short=True)["ticktext"])
    assert [in_full(t) for t in (0.05, 200, 20_000, 1e6)] == ["0.05", "200", "20,000", "1,000,000"]
    assert [in_short(t) for t in (0.05, 200, 20_000, 1e6)] == ["0.05", "200", "20k", "1M"]
    assert len(figures.log_axis([])["tickvals"]) > 0
    _, study = pair
    styles, main = comparing.styles(study), study.curves[0].label
    how = {"band": "mean", "theory": False, "theme": "light", "main": main}
    log = figures.curves(study, styles, axes="log", **how).layout  # type: ignore[arg-type] # as above
    assert "1,000" in log.xaxis.ticktext
    assert figures.curves(study, styles, axes="linear", **how).layout.xaxis.ticktext is None  # type: ignore[arg-type] # as above


def test_no_two_curves_look_alike() -> None:
    """Trap 8: a curve or band that nobody can attribute."""
    from dashboard.catalogue import curves, look

    looks = [tuple(look(c.name, c.preset).values()) for c in curves().values()]
    assert len(set(looks)) == len(looks)


def test_what_takes_long_begins_when_it_is_asked_for() -> None:
    quick = replace(SETTINGS, seed=21)
    dear = replace(SETTINGS, seed=22, horizon=2_000_000, runs=1_000, rivals=choices("lints.scaled"))
    for settings, begins in ((quick, True), (dear, False)):
        visitor = Visitor(settings)
        visitor.page.switch_page("pages/compare.py")
        visitor.go()
        assert studies().knows(comparing.key(settings.compared())) == begins
        offered = [button.label for button in visitor.page.button if button.label == "Compare"]
        assert bool(offered) != begins
        takes = [c.value for c in visitor.page.caption if "runs, at most" in c.value]
        assert [("min" in caption) for caption in takes] == [not begins]
    visitor.press("Compare")
    assert studies().knows(comparing.key(dear.compared()))
    studies().stop(comparing.key(dear.compared()), patience=20)


def given(runs: int) -> Look:
    """Return how a study stands that has given so many of nine runs."""
    progress = SimpleNamespace(done=runs, total=9, seconds_left=nan, partial=lambda: "study")
    return Look("running", progress=progress)


def test_first_runs_that_come_at_once_are_drawn_with_the_page() -> None:
    looks = [Look("running"), given(0), given(1), Look("done")]
    coming = iter(looks)
    assert soon(lambda: next(coming)) is looks[2]
    assert soon(lambda: Look("waiting")).state == "waiting"  # in line: nothing comes at once
    assert soon(lambda: given(0)).progress.done == 0  # a moment, not for ever
    coming = iter(looks)
    assert soon(lambda: next(coming), whole=True) is looks[3]  # what is quick, as a whole


def test_the_first_curves_wait_for_nothing_else() -> None:
    def page(look, price):  # type: ignore[no-untyped-def] # Streamlit runs its text elsewhere
        import streamlit as st

        from dashboard.settings import Settings
        from dashboard.studying.study_status import Last, follow

        follow(
            "key",
            lambda: look,
            price,
            show=lambda study, _: st.text(f"curves of a {study}"),
            more=lambda study, _: st.text(f"table of a {study}"),
            last=Last("study", "key", Settings.default(), lambda *_: None),
            headline=str,
        )

    dear = cost.Price(99.0, 1.0, 9, guessed=False)
    for look, texts, frames in (
        (given(0), [], 1),
        (given(2), ["curves of a study"], 0),
        (Look("done", result="study"), ["curves of a study", "table of a study"], 0),
    ):
        kwargs = {"look": look, "price": dear}
        drawn = AppTest.from_function(page, kwargs=kwargs, default_timeout=30).run()
        assert not drawn.exception
        assert [text.value for text in drawn.text] == texts
        assert len(drawn.get("plotly_chart")) == frames


# ---------------------------------------------------------------- what it opens with


def test_it_opens_with_real_rivals_and_old_links_with_their_own() -> None:
    names = {choice.name for choice in Settings.default().rivals}
    assert {"frontier", "csar", "cmab-sm", "lints"} <= names
    old = "v=3&" + to_query(SETTINGS).partition("&")[2].replace("vs=", "nothing=")
    settings, _, _ = from_query(old)
    assert settings.rivals == settings.companions == SETTINGS.companions


def test_who_is_watched_and_who_was_change_places() -> None:
    settings = changed(Settings.default(), {"algorithm": "frontier"})[0]
    names = [choice.name for choice in settings.compared().choices()]
    assert names[0] == "frontier"
    assert "dart" in names
    assert len(names) == len(set(names))


def test_a_chip_for_each_algorithm_and_the_variants_behind() -> None:
    settings = replace(SETTINGS, rivals=choices("csar.est1", "csar.est2"))
    chips, more = rivals.labels_of(settings), rivals.variants_of(settings)
    assert [label for label in chips.values() if label.startswith("CSAR")] == [
        *("CSAR", "CSAR · est2")
    ]
    assert "DART" not in chips.values(), "it is watched"
    assert not chips.keys() & more.keys()
    assert chips.keys() | more.keys() == curves().keys()
    visitor = Visitor(settings)
    visitor.page.switch_page("pages/compare.py")
    visitor.go()
    visitor.page.get_by_key("w_rivals").set_value(["csar.est1", "random"])
    visitor.go()
    assert visitor.settings.rivals == choices("csar.est1", "random")
    visitor.page.get_by_key("rivals_variant").set_value("dart.paper-v2")
    visitor.go()
    assert set(visitor.settings.rivals) == set(choices("csar.est1", "random", "dart.paper-v2"))


def test_the_default_study_is_stored_as_it_would_be_run() -> None:
    settings = Settings.default().compared()
    pool = Studies(Shares(1, "test"))
    comparing.bring_stored(settings, pool)
    kept = pool.kept(comparing.key(settings))
    assert kept is not None, "it opens finished"
    again = comparing.run(settings, None, None, None)
    for a, b in zip(kept.curves, again.curves, strict=True):
        stale = "run `python -m dashboard.compare.model`"
        assert (a.label, a.results.regret.tolist()) == (b.label, b.results.regret.tolist()), stale
        assert a.results.right.tolist() == b.results.right.tolist()


# ---------------------------------------------------------------- the other charts


def test_playing_a_best_set_is_exact(pair: tuple[Settings, dc.Study]) -> None:
    _, study = pair
    figure = figures.playing_best(study, comparing.styles(study), "light", study.curves[0].label)
    shares = {trace.name: np.array(trace.y) for trace in figure.data}
    assert (shares["oracle"] == 1).all()
    assert shares["random"].max() < 0.5
    at, dart = figure.data[0].x, study.curves[0]
    assert (at[-1], len(at)) == (study.t[-1], len(set(at)))
    stretches = np.flatnonzero((study.t > at[-2]) & (study.t <= at[-1]))
    steps = np.diff(dart.results.regret, axis=1)[:, stretches - 1]
    assert shares[dart.label][-1] == pytest.approx(np.mean(steps <= 1e-9))


def test_the_costs_are_those_of_the_table(pair: tuple[Settings, dc.Study]) -> None:
    _, study = pair
    table, costs = comparing.table(study), comparing.costs(study)
    figure = figures.costs(costs, comparing.styles(study), "dark")
    times = [trace for trace in figure.data if trace.xaxis == "x"]
    assert {trace.name for trace in times} == set(table.index)
    for trace in times:
        assert trace.y[0] == table.loc[trace.name, "regret"]
        assert trace.x[0] == table.loc[trace.name, "ns"]


@pytest.mark.parametrize("width", [0.1, 0.02])
def test_the_runs_that_are_offered_make_the_intervals_that_narrow(width: float) -> None:
    values = np.random.default_rng(3).normal(100, 30, 2_000)
    known = mean_interval(values[:25])
    runs = precision.runs_for([known], width)
    assert runs is not None
    then = mean_interval(values[:runs])
    assert precision.widest([then]) == pytest.approx(width, rel=0.35)
    assert precision.runs_for([], width) is None
    assert np.isnan(precision.widest([]))


def test_every_preset_on_a_chart_is_explained() -> None:
    for choice in curves().values():
        said = rivals.explained(choice)
        assert choice.spec.line in said
        assert choice.spec.presets[choice.preset].line in said or len(choice.spec.presets) == 1
    own = Choice("dart", "clean-c1", (("c", 0.1), ("lam", 0.02)))
    assert rivals.explained(own).endswith(
        "*clean-c1*: Algorithm 1, with c = 1, here c = 0.1, λ = 0.02."
    )
    visitor = Visitor(replace(SETTINGS, rivals=choices("frontier.capital")))
    visitor.page.switch_page("pages/compare.py")
    visitor.go()
    assert any("*capital*: " in each.value for each in visitor.page.markdown)
