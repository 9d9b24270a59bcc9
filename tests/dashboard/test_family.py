"""The watched run at other values of a constant: what is computed, and what a browser may ask."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from dashboard.catalogue import CATALOGUE
from dashboard.prices import limits
from dashboard.serving.profile import PROFILES
from dashboard.serving.service import jobs
from dashboard.settings import Settings, SettingsError
from dashboard.watch import family, reaching
from dashboard.watch.model import watch

LOCAL, HOSTED = PROFILES["local"], PROFILES["hosted"]
SMALL = Settings(n=6, k=2, horizon=500, seed=5, constants=(("c", 0.1), ("lam", 0.03)))
LARGE = Settings(n=45, k=4, horizon=1_000_000, preset="authors-code")


def knobs(settings: Settings) -> list[Any]:
    return list(family.knobs(settings, settings.problem()))


def ask(settings: Settings, constant: str = "lam", first: int = 0) -> dict[str, Any]:
    return {"id": settings.alone().key(), "constant": constant, "first": first}


def test_the_stored_families_are_what_would_be_computed_now() -> None:
    now = json.loads(family.said(family.families(Settings.default())))
    assert family.stored() == now, "run: python -m dashboard.watch.model"


def test_the_stored_families_are_small_and_come_at_once() -> None:
    settings = Settings.default()
    before = jobs().runs
    for knob in knobs(settings):
        given = reaching.answer(settings, knobs(settings), ask(settings, knob["constant"]))  # type: ignore[arg-type]
        assert given["next"] is None
        assert [its["value"] for its in given["members"]] == family.nearest_first(
            knob["values"], knob["value"]
        )
        assert len(family.said(given).encode()) <= family.MOST_BYTES
    assert jobs().runs == before


def test_a_member_is_the_run_that_would_be_the_setting() -> None:
    [lam, _] = knobs(SMALL)
    for value, (_, work) in family.works(SMALL, "lam", lam["values"][:4]).items():
        its = work(np.zeros(1, dtype=np.int64))
        settings = family.with_constant(SMALL, "lam", value)
        whole = watch(settings)["player"]["runs"][0]
        assert its["run"]["id"] == whole["id"] == settings.alone().key()
        assert its["run"]["curve"] == whole["curve"]
        assert its["run"]["outcome"] == whole["outcome"]


def test_a_family_keeps_to_its_bytes_with_many_arms_and_a_long_story() -> None:
    for settings in (LARGE, replace(LARGE, n=100, k=10, horizon=20_000)):
        for knob in knobs(settings):
            some = [knob["values"][0], knob["value"], knob["values"][-1]]
            for _, work in family.works(settings, knob["constant"], some).values():
                its = work(np.zeros(1, dtype=np.int64))
                assert its is not None
                assert len(family.said(its)) <= family.MOST_BYTES // family.MOST_VALUES
            assert len(knob["values"]) <= family.MOST_VALUES


def test_the_nearest_values_come_first_and_batches_are_the_whole_family() -> None:
    given, first = [], 0
    while first is not None:
        answer = reaching.answer(SMALL, knobs(SMALL), ask(SMALL, first=first))  # type: ignore[arg-type]
        given += [its["value"] for its in answer["members"]]
        first = answer["next"]  # type: ignore[assignment]
    [lam, _] = knobs(SMALL)
    assert given == family.nearest_first(lam["values"], lam["value"])
    assert given[0] == lam["value"]
    before = jobs().runs
    reaching.answer(SMALL, knobs(SMALL), ask(SMALL))  # type: ignore[arg-type]
    assert jobs().runs == before, "computed once for all who look"


def test_letting_go_leaves_the_family_as_it_was() -> None:
    [lam, _] = knobs(SMALL)
    moved = family.with_constant(SMALL, "lam", lam["values"][8])
    [there, _] = knobs(moved)
    assert there["family"] == lam["family"]
    keys = dict(family.works(SMALL, "lam", lam["values"]).values()).keys()
    assert len(keys & dict(family.works(moved, "lam", there["values"]).values()).keys()) >= 17


def test_the_presets_own_value_is_no_constant_of_ones_own() -> None:
    settings = replace(SMALL, constants=())
    own = next(v for v, names in _presets(settings).items() if "clean-c1" in names)
    assert family.with_constant(SMALL, "lam", own).constants == (("c", 0.1),)
    with pytest.raises(SettingsError):
        family.with_constant(SMALL, "lam", 1e6)
    with pytest.raises(SettingsError):
        family.with_constant(SMALL, "v", 1.0)


def _presets(settings: Settings) -> dict[float, str]:
    [lam, _] = knobs(settings)
    return dict(map(tuple, lam["marks"]))


@pytest.mark.parametrize(
    "said",
    [
        None,
        "lam",
        {},
        ask(SMALL) | {"id": "another"},
        ask(SMALL, "delta0"),
        ask(SMALL, "no such"),
        ask(SMALL) | {"constant": ["lam"]},
        ask(SMALL) | {"first": -1},
        ask(SMALL) | {"first": "0"},
        ask(SMALL) | {"first": True},
        ask(SMALL) | {"first": 1.5},
    ],
)
def test_what_a_browser_cannot_have_asked_is_ignored(said: object) -> None:
    assert reaching.checked(said, SMALL, knobs(SMALL)) is None
    assert reaching.checked(ask(SMALL), SMALL, knobs(SMALL)) == ask(SMALL)


def test_past_the_end_there_is_nothing() -> None:
    answer = reaching.answer(SMALL, knobs(SMALL), ask(SMALL, first=10**9))  # type: ignore[arg-type]
    assert (answer["members"], answer["next"]) == ([], None)


def test_it_stays_away_where_it_would_cost_too_much_and_says_so() -> None:
    assert family.why_not(LARGE, HOSTED) == ""
    dear = replace(LARGE, n=100, horizon=2_000_000, algorithm="lints", preset="scaled")
    assert limits.of_watch(replace(dear, horizon=10_000), HOSTED) == ""
    for profile in (LOCAL, HOSTED):
        assert "Set them in the sidebar" in family.why_not(dear, profile)
    many = Settings(
        n=1_000, k=5, horizon=1_000, arms="given", means=tuple(np.linspace(0, 1, 1_000))
    )
    assert "1,000 arms" in family.why_not(many, LOCAL)


@pytest.mark.parametrize("name", list(CATALOGUE))
def test_every_algorithm_has_its_main_constants_or_none(name: str) -> None:
    for preset in CATALOGUE[name].presets:
        settings = replace(SMALL, algorithm=name, preset=preset, constants=())
        for knob in knobs(settings):
            assert knob["constant"] in CATALOGUE[name].main
            assert knob["plain"]
            assert knob["value"] in knob["values"] or knob["value"] <= 0


@pytest.mark.parametrize(
    "settings",
    [
        replace(SMALL, n=2, k=1),
        replace(SMALL, k=1),
        replace(SMALL, reward="max"),
        replace(SMALL, reward="min"),
        replace(SMALL, law="beta"),
    ],
)
def test_edges_of_the_problem_have_families(settings: Settings) -> None:
    for knob in knobs(settings):
        ends = [knob["values"][0], knob["values"][-1]]
        for _, work in family.works(settings, knob["constant"], ends).values():
            assert work(np.zeros(1, dtype=np.int64)) is not None


def test_with_one_set_there_is_nothing_to_move() -> None:
    assert knobs(replace(SMALL, k=6)) == []


def test_a_saved_page_has_the_families_of_its_sliders() -> None:
    data = watch(SMALL)["player"]
    saved = reaching.with_families(SMALL, data)
    assert list(saved["family"]) == ["lam", "c"]
    assert [knob["constant"] for knob in saved["knobs"]] == ["lam", "c"]
    assert len(family.said(saved["family"]).encode()) <= family.MOST_BYTES + 50


def test_leaving_stops_the_work() -> None:
    class GoneError(Exception):
        pass

    def gone(_: float) -> None:
        raise GoneError

    # LinTS takes a second or more for each: none is done by the first look.
    long = replace(LARGE, horizon=2_000_000, seed=99, algorithm="lints", preset="scaled")
    knob = knobs(long)[0]
    works = dict(family.works(long, knob["constant"], knob["values"][:6]).values())
    with pytest.raises(GoneError):
        reaching._computed(long, works, gone)
    assert not any(key in jobs()._done for key in works)
