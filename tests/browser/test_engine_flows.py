"""What people do in Firefox and in WebKit: play, compare, save, upload, join a room."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.browser.webdriver import Driven
from tests.links import ONE_BY_ONE, to_query

pytestmark = pytest.mark.engines
ENGINES = pytest.mark.parametrize("engine", ["firefox", "webkit"], indirect=True)
READY = (
    "find('[data-testid=stMain] [data-testid=stElementContainer]')",
    "find('[data-testid=stApp]').dataset.testScriptState === 'notRunning'",
    "!document.querySelector('[data-testid=stSkeleton], [data-stale=true]')",
)
# Which of the elements in view says just this.
SAYS = """[...within(document, arguments[0])].find(node => node.getClientRects().length > 0
  && node.innerText.trim().split("\\n").at(-1) === arguments[1])"""
# A file is kept instead of saved: a test cannot look into each browser's downloads.
KEEP = """
  window.kept = null;
  HTMLAnchorElement.prototype.click = function () {
    fetch(this.href).then(its => its.text()).then(text => { window.kept = [this.download, text]; });
  };
"""


def go(engine: Driven, address: str) -> None:
    """Open a page as somebody who has been here before."""
    engine.resize(1280, 900)
    engine.open(f"{address.split('/', 3)[0]}//{address.split('/', 3)[2]}/_stcore/health")
    engine.run("localStorage.setItem('dart:seen', '1')")
    engine.open(address)
    for each in READY:
        engine.wait(each)


def saying(engine: Driven, text: str, kind: str = "button") -> str:
    """Wait for an element that says this, and return a selector of it."""
    name = re.sub(r"\W+", "-", text)
    mark = f"(node => node && !node.setAttribute('data-saying', '{name}'))({SAYS})"
    engine.wait(mark, kind, text)
    return f'[data-saying="{name}"]'


@ENGINES
def test_a_round_is_played(engine: Driven, app_url: str) -> None:
    go(engine, f"{app_url}/play?{to_query(ONE_BY_ONE)}")
    engine.wait("find('[data-part=arms] button')")
    for arm in (1, 2, 3):
        engine.click(f"[data-part=arms] button:nth-child({arm})")
    engine.click("[data-part=game] [data-part=play]")
    engine.wait("find('[data-part=game]').innerText.includes('Round 2 of 30')")
    assert engine.text("[data-part=said]").startswith("Round 1: ")
    assert engine.errors() == []


@ENGINES
def test_a_rival_is_added(engine: Driven, app_url: str) -> None:
    go(engine, f"{app_url}/compare?n=6&k=2&t=1000&runs=5")
    engine.wait("find('.js-plotly-plot .legendtext')")
    engine.click(saying(engine, "UCB"))
    said = (
        "[...document.querySelectorAll('.legendtext')].some(it => it.textContent.includes('UCB'))"
    )
    engine.wait(said)
    assert engine.errors() == []


@ENGINES
def test_a_picture_is_saved(engine: Driven, app_url: str) -> None:
    go(engine, f"{app_url}/?{to_query(ONE_BY_ONE)}")
    engine.wait("find('[data-part=player]')?.dataset.frame !== undefined")
    engine.run(KEEP)
    engine.click("[data-part=save]")
    engine.click("[data-part=save-svg]")
    name, text = engine.wait("window.kept")
    assert name.endswith(".svg")
    assert "<svg" in text
    assert "<metadata>" in text
    assert engine.errors() == []


@ENGINES
def test_a_table_is_uploaded(engine: Driven, app_url: str, tmp_path: Path) -> None:
    file = tmp_path / "ads.csv"
    file.write_text("name,mean\nLogo,0.1\nPhoto,0.3\n", "utf-8")
    go(engine, f"{app_url}/?{to_query(ONE_BY_ONE)}")
    engine.wait("find('[data-part=player]')?.dataset.frame !== undefined")
    engine.click(saying(engine, "Your own arms"))
    engine.wait("find('[role=dialog] input[type=file]')")
    engine.upload("[role=dialog] input[type=file]", file)
    engine.click(saying(engine, "Use these arms"))
    engine.wait("[...within(document, '.token .label')].some(it => it.textContent === 'Photo')")
    assert engine.errors() == []


@ENGINES
def test_a_room_is_joined(engine: Driven, app_url: str) -> None:
    go(engine, f"{app_url}/?{to_query(ONE_BY_ONE)}&predict=1")
    engine.click(saying(engine, "Start a class"))
    engine.wait("find('.join-code')")
    code = engine.text(".join-code").strip()
    assert re.fullmatch("[B-Z]{4}", code)
    go(engine, f"{app_url}/?room={code}")
    engine.wait("find('[data-part=title]')?.innerText.includes('Wait for the next question')")
    assert engine.errors() == []
