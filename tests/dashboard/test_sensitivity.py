"""The Sensitivity page: the values that are tried, the sweep, and the sentence on top."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import settings as profile

import dart_core as dc
from dashboard import ranges
from dashboard.catalogue import style
from dashboard.prices import cost
from dashboard.schema.fields import Choice
from dashboard.serving.studies import studies
from dashboard.settings import MAX_ARMS, MAX_HORIZON, MAX_K, SCHEMA, Settings
from dashboard.studying import sweep_figures, sweeping
from tests.dashboard.strategies import valid_settings

SMALL = Settings(n=6, k=2, horizon=600, runs=3, points=3, companions=("random",))
STOP = np.zeros(1, dtype=np.int64)


def run(settings: Settings, everything: bool = False) -> dc.Sweep:
    return sweeping.run(settings, everything, None, lambda _: None, STOP)  # type: ignore[arg-type] # None: run here


@profile(max_examples=150, deadline=None)
@given(valid_settings())
def test_the_values_of_every_parameter_are_possible(settings: Settings) -> None:
    known = ranges.parameters(settings)
    assert {"horizon", "k", "reward"} <= set(known)
    for name in known:
        values = ranges.grid(settings, name)
        assert 1 <= len(values) <= settings.points + 2
        assert len(set(values)) == len(values)
        limits = {"n": MAX_ARMS, "k": min(MAX_K, settings.n), "horizon": MAX_HORIZON}
        if name in limits:
            assert all(isinstance(value, int) and 1 <= value <= limits[name] for value in values)
        if name == "n":
            assert min(values) >= min(settings.k + 1, MAX_ARMS)
        if name == "k":
            assert settings.k in values
        if name == "horizon":
            assert max(values) == settings.horizon


@pytest.mark.parametrize("name", [*ranges.PARAMETERS])
def test_each_parameter_can_be_swept(name: str) -> None:
    owners = {"v*": ("lints", "unscaled"), "delta*": ("frontier", "guaranteed")}
    algorithm, preset = owners.get(
        name, ("frontier", "bold") if name == "L*" else ("dart", "clean-c1")
    )
    settings = replace(SMALL, algorithm=algorithm, preset=preset, vary=name)
    assert name in ranges.parameters(settings)
    sweep = run(settings)
    assert sweep.finished
    assert [p.values[sweep.parameters[0]] for p in sweep.points] == ranges.grid(settings, name)
    assert all(point.error == "" for point in sweep.points)
    styles = {label: style("random", "uniform") for label in sweep.curves}
    for quantity in sweep_figures.QUANTITIES:
        figure = sweep_figures.against(sweep, styles, quantity, theme="light", log=True)
        lines = {trace.name: trace for trace in figure.data if trace.name}
        assert set(lines) == set(sweep.curves)
        assert lines[sweep.curves[0]].line.dash == "6px,4px"
    regret = sweep_figures.against(sweep, styles, "regret", theme="dark", log=False)
    line = next(trace for trace in regret.data if trace.name == sweep.curves[0])
    means = [p.study[sweep.curves[0]].final.mean() for p in sweep.points if p.study]
    assert list(line.y) == pytest.approx(means)


def test_two_parameters_are_a_heatmap() -> None:
    sweep = run(replace(SMALL, vary="horizon", vary_too="k"))
    figure = sweep_figures.heatmap(sweep, sweep.curves[0], "light")
    shown = np.array(figure.data[0].text)
    assert shown.shape == (3, 3)
    last = sweep.points[-1].study
    assert last is not None
    assert shown[-1, -1] == f"{last[sweep.curves[0]].final.mean():,.0f}"


def test_the_answer_is_computed() -> None:
    sweep = run(replace(SMALL, companions=("lints.unscaled", "random")), everything=True)
    effects = sweep.effects(sweep.curves[0])
    assert {e.parameter for e in effects} == {
        ranges.CORE_NAMES.get(name, name) for name in ranges.of_the_watched(SMALL)
    }
    sentence = sweeping.answer(effects)
    assert sentence.startswith(f"**{ranges.label(effects[0].parameter)} matters most here**")
    assert f"{effects[0].ratio:.2g}-fold" in sentence
    assert sweeping.answer([]) == ""
    figure = sweep_figures.tornado(effects, "light")
    assert figure.layout.yaxis.type == "category"  # on an axis of numbers no bar has a place
    bars = figure.data[0]
    spans = [e.greatest - e.least for e in reversed(effects)]
    assert list(bars.x) == pytest.approx(spans)


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
    for change in ({"vary": "k"}, {"companions": ()}, {"axes": "log"}):
        assert sweeping.key(replace(SMALL, **change), True) == sweeping.key(SMALL, True)


def test_every_parameter_has_a_name_for_people() -> None:
    field = next(field for field in SCHEMA if field.name == "vary")
    assert isinstance(field.kind, Choice)
    assert all(ranges.label(name) for name in field.kind.options)


def test_many_who_look_share_one_sweep() -> None:
    before = studies().started
    looks: list[Any] = [sweeping.look(SMALL) for _ in range(5)]
    end = time.monotonic() + 60
    while sweeping.look(SMALL).state != "done":
        assert time.monotonic() < end
        time.sleep(0.05)
    assert looks
    assert studies().started == before + 1
    result = sweeping.look(SMALL).result
    same = run(SMALL)
    assert [p.study[c].final.tolist() for p in result.points for c in result.curves] == [
        p.study[c].final.tolist() for p in same.points if p.study for c in same.curves
    ]
