"""The run as one file: small, closed, and only text where text is meant."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from dataclasses import replace
from hashlib import sha256
from html.parser import HTMLParser
from typing import Any, cast

import pytest

from dart_player.format import Payload
from dart_player.standalone import standalone
from dashboard.catalogue import choices
from dashboard.exports.about import about_picture
from dashboard.exports.pictures import Slide, figure_of
from dashboard.exports.python_code import Script, watch_script
from dashboard.settings import Settings
from dashboard.watch.model import watch

HOSTILE = "</script><script>alert(1)</script><!-- \u202e & \"' ]]> {x} %s </style></title>"


def data_of(settings: Settings) -> dict[str, Any]:
    player = watch(settings)["player"]
    return player | {"about": about_picture(settings, player["version"], "run")}


def page_of(data: dict[str, Any], script: Script) -> str:
    return standalone(cast(Payload, data), origin=script.about, code=script.text)


class Parts(HTMLParser):
    """The page as a browser takes it apart: its tags in order, and the text of its scripts."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.scripts: list[str] = []
        self.inside = False
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        self.inside = tag == "script"
        if self.inside:
            self.scripts.append("")

    def handle_endtag(self, tag: str) -> None:
        self.inside &= tag != "script"

    def handle_data(self, data: str) -> None:
        if self.inside:
            self.scripts[-1] += data


@pytest.fixture(scope="module")
def small() -> dict[str, Any]:
    return data_of(Settings.default())


def test_the_largest_scenario_is_under_300_kilobytes() -> None:
    settings = Settings(
        n=45,
        k=4,
        horizon=1_000_000,
        preset="authors-code",
        companions=choices("dart-eb.guaranteed", "random", "oracle"),
    )
    text = page_of(data_of(settings), watch_script(settings))
    assert len(text.encode()) <= 300_000


def test_the_file_asks_for_nothing_and_runs_one_script(small: dict[str, Any]) -> None:
    text = page_of(small, watch_script(Settings.default()))
    parts = Parts(text)
    loading = ("src", "href", "action", "data", "srcset")
    assert [a for _, attributes in parts.tags for a in attributes if a in loading] == []
    run, code = parts.scripts
    assert json.loads(run) == small
    digest = b64encode(sha256(code.encode()).digest()).decode()
    policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]+)"', text)
    assert policy
    assert f"script-src 'sha256-{digest}'" in policy[1]
    assert "default-src 'none'" in policy[1]


def test_texts_stay_texts(small: dict[str, Any]) -> None:
    script = watch_script(Settings.default())
    plain = Parts(page_of(small, script))
    hostile = {
        **small,
        "labels": [HOSTILE] * small["n"],
        "runs": [small["runs"][0] | {"story": [{"frame": 0, "text": HOSTILE, "arms": []}]}],
        "about": dict.fromkeys(small["about"], HOSTILE),
    }
    bad = replace(
        script, title=HOSTILE, about=dict.fromkeys(script.about, HOSTILE), steps=(HOSTILE,)
    )
    parts = Parts(page_of(hostile, bad))
    assert [tag for tag, _ in parts.tags] == [tag for tag, _ in plain.tags]
    assert json.loads(parts.scripts[0]) == hostile
    assert parts.scripts[1] == plain.scripts[1]


def test_a_slide_says_where_it_comes_from_and_its_title_is_text() -> None:
    import plotly.graph_objects as go

    settings = Settings.default()
    about = about_picture(settings, "9.9.9", "compare")
    figure = figure_of(Slide("<b>A</b>", "file", go.Figure()), "N = 12 & more", about)
    assert figure.layout.title.text == "&lt;b&gt;A&lt;/b&gt;"
    [small_print] = figure.layout.annotations
    for fact in ("N = 12 &amp; more", "9.9.9", f"seed {settings.seed}", about["citation"]):
        assert fact in small_print.text
    assert (figure.layout.width, figure.layout.height) == (960, 540)
    assert figure.layout.paper_bgcolor == "#ffffff"
