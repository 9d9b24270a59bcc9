"""A visitor without a browser: the whole app in Streamlit's AppTest."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any
from unittest import mock
from urllib.parse import parse_qs

import pytest
from streamlit.runtime.pages_manager import PagesManager
from streamlit.testing.v1 import AppTest, app_test

from dashboard.catalogue import CATALOGUE, choices
from dashboard.links.player_state import PlayerState
from dashboard.settings import Settings
from dashboard.widgets import constant_key, constants_shown
from tests.links import from_query, to_query
from tests.project.files import ROOT

Query = str | Mapping[str, str | Sequence[str]]


class _Navigated(PagesManager):
    """That of a server which has called `st.navigation` once.

    Before each run, AppTest sets its PagesManager back to that of a new server, which takes the
    folder pages/ for an app without an entry point and so leaves app.py out (Streamlit 1.67). It
    does so through the name of the class, hence a class of its own is all it takes.
    """


class Visitor:
    """One session. Widgets are set through `page`, then `go` reruns the app."""

    def __init__(self, query: Query | Settings = "") -> None:
        self.page = AppTest.from_file(str(ROOT / "app.py"), default_timeout=300)
        self.follow(query)

    def follow(self, query: Query | Settings) -> None:
        """Open a link in this session, as the browser's back button does."""
        if isinstance(query, Settings):
            query = to_query(query)
        if isinstance(query, str):
            query = parse_qs(query.removeprefix("?"), keep_blank_values=True)
        self.page.query_params = dict(query)
        self.go()

    def go(self) -> None:
        """Rerun the app with the widgets as they are; whatever happens must be explained."""
        PagesManager.uses_pages_directory = False
        with mock.patch.object(app_test, "PagesManager", _Navigated):
            self.page.run()
        assert [error.value for error in self.page.exception] == []

    @property
    def settings(self) -> Settings:
        settings = self.page.session_state["session"].link.settings
        assert isinstance(settings, Settings)
        return settings

    @property
    def address(self) -> Settings:
        """What the address bar means."""
        return from_query(self.page.query_params)[0]

    @property
    def player(self) -> dict[str, Any]:
        """What the player is given."""
        (proto,) = self.players
        (data,) = json.loads(proto.json)
        assert isinstance(data, dict)
        return data

    @property
    def run(self) -> dict[str, Any]:
        """What the player is given of the watched run."""
        run: dict[str, Any] = self.player["runs"][0]
        return run

    @property
    def labels(self) -> list[str]:
        """What the curves are called, those of the runs first."""
        player = self.player
        curves = [*(run["curve"] for run in player["runs"]), *player["curves"]]
        return [curve["label"] for curve in curves]

    @property
    def players(self) -> list[Any]:
        """The player on the page, if it is there."""
        protos = [component.proto for component in self.page.get("bidi_component")]
        return [proto for proto in protos if proto.component_name == "dart_player"]

    def set(self, name: str, value: object) -> None:
        """Give the widget of a setting a value, and go."""
        self.widget(name).set_value(value)
        self.go()

    def widget(self, name: str) -> Any:
        """Return the widget of a setting."""
        return self.page.get_by_key(f"w_{name}")

    def press(self, label: str) -> None:
        (button,) = (button for button in self.page.button if button.label == label)
        button.click()
        self.go()

    @property
    def forecast(self) -> str:
        """What is said of the constants beforehand: the quiet line or the warning, and why."""
        shown = (*self.page.caption, *self.page.warning, *self.page.markdown)
        return "\n".join(element.value for element in shown)

    @property
    def texts(self) -> list[str]:
        """What is shown as plain text: the notices on a link."""
        return [element.proto.body for element in self.page.get("text")]

    def check(self) -> None:
        """Settings, widgets, address bar, player and words must say the same."""
        settings, page = self.settings, self.page
        assert self.address == settings
        names = ["n", "k", "horizon", "reward", "arms", "law", "algorithm"]
        entry = CATALOGUE[settings.algorithm]
        names += ["preset"] * (len(entry.presets) > 1)
        for name in names:
            assert self.widget(name).value == getattr(settings, name)
        own = dict(settings.constants)
        for name in constants_shown(settings):
            typed = self.page.get_by_key(constant_key(name)).value
            if page.session_state["session"].invalid:
                continue  # what cannot be read stays in its box
            assert (float(typed) if typed else None) == own.get(name)
        assert choices(*self.widget("companions").value) == settings.companions
        facts = f"N = {settings.n} arms, choose K = {settings.k}, "
        said = [text.value for text in page.markdown if facts in text.value]
        if self.players:
            player = self.player
            assert (self.run["id"], player["n"]) == (settings.alone().key(), settings.n)
            assert from_query(player["link"]) == (settings, PlayerState(), [])
            (behind,) = said  # the forecast's "Why?"
            assert entry.label in behind
        else:
            import dart_core as dc  # here, so that it can be seen whether the app loads it

            with pytest.raises(dc.Refused):
                dc.simulate(settings.problem(), settings.chosen(), frames=0)
            assert [error.value for error in page.error]
