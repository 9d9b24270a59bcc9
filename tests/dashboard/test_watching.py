from __future__ import annotations

import json
import re
import subprocess
import sys
import threading
import time
from dataclasses import replace
from typing import Any, cast
from unittest import mock

import pytest
from streamlit.delta_generator import DeltaGenerator

from dashboard.catalogue import choices
from dashboard.scenarios import SCENARIOS, Scenario
from dashboard.serving.jobs import StopFlag
from dashboard.serving.service import jobs
from dashboard.settings import Settings
from dashboard.watch import model, page
from dashboard.watch.model import stored, watch
from dashboard.watch.page import watched
from tests.project.files import ROOT


def test_the_stored_run_is_what_would_be_computed_now() -> None:
    now = json.loads(json.dumps(watch(Settings.default())))
    assert stored() == now, "run: python -m dashboard.watch.model"


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario.title)
def test_every_scenario_can_be_watched(scenario: Scenario) -> None:
    settings = scenario.settings
    result = watch(settings)
    player, forecast = result["player"], result["forecast"]
    [run] = player["runs"]
    assert run["id"] == settings.alone().key()
    assert (player["n"], player["k"], player["horizon"]) == (
        settings.n,
        settings.k,
        settings.horizon,
    )
    assert run["curve"]["label"] == settings.chosen().label
    assert len(player["curves"]) == len(settings.companions)
    assert len(run["story"]) >= 2
    assert len(json.dumps(player)) <= 100_000
    assert forecast["plain"].endswith(".")
    assert forecast["exact"].endswith(".")
    assert forecast["warning"] == ("paper-v2" in settings.preset)


@pytest.mark.parametrize("algorithm", ["frontier", "dart-eb"])
def test_nothing_is_promised_where_good_arms_do_not_make_good_sets(algorithm: str) -> None:
    (broken,) = (s.settings for s in SCENARIOS if "Assumption 2 broken" in s.title)
    names = tuple(f"*{letter}*" for letter in "abcdefghijkl")
    means = (0.5,) * 12
    own = replace(broken, arms="given", means=means, names=names)
    for settings in (broken, own):
        chosen = {"algorithm": algorithm, "preset": "guaranteed", "constants": ()}
        result = watch(replace(settings, **chosen, horizon=2_000))
        caveat = result["forecast"]["exact"]
        assert "Nothing is guaranteed here. Assumption 2 is broken here" in caveat
        assert "Nothing is guaranteed here: a better" in result["forecast"]["plain"]
        assert len(result["broken"]) == 1
        if algorithm == "frontier":
            opening = result["player"]["runs"][0]["story"][0]
            assert "may put the worse arm on top" in opening["exact"]
            assert "so it may be wrong" in opening["text"]
        if settings is own:
            assert "although their means are equal" in caveat
            assert re.search(r"arm \\\*[a-l]\\\* is worth", caveat), "by the visitor's names"


def test_the_same_settings_give_the_same_bytes() -> None:
    settings = Settings(n=20, k=5, horizon=5_000, preset="authors-code", constants=(("c", 0.05),))
    assert json.dumps(watch(settings)) == json.dumps(watch(settings))


def test_the_first_paint_loads_no_kernel() -> None:
    """Run in a process of its own, without the warming that starts once the page is drawn."""
    code = """
import sys
from dashboard.serving import service
service.warm_in_background = lambda: None
from tests.dashboard.visitor import Visitor
visitor = Visitor()
assert visitor.run["id"] == visitor.settings.alone().key()
print(*[m for m in ("numba", "scipy", "pandas") if m in sys.modules])
"""
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == []


class MovedOnError(Exception):
    pass


class Place:
    """A place on a page whose visitor moves on as soon as something is written there."""

    def __init__(self) -> None:
        self.writes: list[str] = []

    def empty(self) -> None:
        self.writes.append("")

    def caption(self, text: str) -> None:
        self.writes.append(text)
        raise MovedOnError


LONG = Settings(n=100, k=50, horizon=2_000_000, reward="at-least", at_least=25, seed=77)


def test_a_visitor_who_moves_on_stops_the_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page, "PATIENCE", 0.0)
    place: Any = Place()
    with pytest.raises(MovedOnError), watched(LONG, cast(DeltaGenerator, place)):
        pass
    assert place.writes[-1].startswith("Simulating … ")
    begin = time.monotonic()
    jobs().result("after it", lambda _: None, lambda _: None, 0.01)
    busy = jobs()._pool
    done = [busy.submit("", time.monotonic) for _ in range(2 * jobs().workers)]
    assert max(future.result(10) for future in done) - begin < 2
    assert LONG.alone().key() not in jobs()._done


def test_a_quick_run_does_not_flicker() -> None:
    place: Any = Place()
    settings = Settings(n=5, k=2, horizon=100, seed=78)
    with watched(settings, place) as run:
        assert run.shown["player"]["runs"][0]["id"] == settings.alone().key()
        assert run.missing == 0
    assert set(place.writes) == {""}


def test_a_slow_curve_comes_after_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    """The watched run is shown while a curve beside it is still simulated."""
    gate = threading.Event()
    real = model.companion

    def slow(its: Settings, stop: StopFlag) -> dict[str, Any]:
        assert gate.wait(60)
        return real(its, stop)

    monkeypatch.setattr(model, "companion", slow)
    monkeypatch.setattr(page, "PATIENCE", 0.1)
    place: Any = mock.Mock()
    settings = Settings(n=5, k=2, horizon=100, seed=79, companions=choices("random", "oracle"))
    with watched(settings, place) as run:
        assert run.shown["player"]["curves"] == []
        assert run.missing == 2
        threading.Timer(0.3, gate.set).start()
        assert run.rest(place)
    assert "2 more" in place.caption.call_args.args[0]
    with watched(settings, place) as run:
        assert len(run.shown["player"]["curves"]) == 2
        assert not run.rest(place)
