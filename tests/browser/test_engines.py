"""The main flow in Firefox and in WebKit: play by mouse and keys, scrub, ask, Present, link."""

from __future__ import annotations

from operator import itemgetter
from urllib.parse import urlsplit

import pytest

from tests.browser.webdriver import Driven
from tests.links import ONE_BY_ONE, from_query, to_query

PLAYER = "[data-part=player]"
ENGINES = pytest.mark.parametrize("engine", ["firefox", "webkit"], indirect=True)

# What is copied is kept instead: a clipboard asks for rights that no test can give in all engines.
CATCH = """
  window.copied = null;
  const clipboard = { writeText: text => { window.copied = text; return Promise.resolve(); } };
  Object.defineProperty(navigator, "clipboard", { value: clipboard, configurable: true });
"""

# The middle of where each arm is seen, by what lies under the points of the window. Below a CSS
# zoom WebKit draws elsewhere than an element's own rectangle says.
SEEN = """
  const arms = new Map();
  for (let y = 4; y < innerHeight; y += 8)
    for (let x = 4; x < innerWidth; x += 8) {
      let node = document.elementFromPoint(x, y);
      for (let inner = node; inner?.shadowRoot; node = inner ?? node)
        inner = inner.shadowRoot.elementFromPoint(x, y);
      const token = node?.closest(".token");
      if (token) arms.set(token, [...(arms.get(token) ?? []), [x, y]]);
    }
  const middle = (points, k) => points.reduce((sum, point) => sum + point[k], 0) / points.length;
  return [...arms].map(([{ dataset }, points]) =>
    [Number(dataset.arm), ...[0, 1].map(k => Math.round(middle(points, k)))]);
"""


def shown(engine: Driven, app_url: str, path: str) -> None:
    """Open a page with a player, as somebody who has been here before."""
    engine.open(f"{app_url}/_stcore/health")
    engine.run("localStorage.setItem('dart:seen', '1')")
    engine.open(f"{app_url}{path}")
    engine.wait("find('[data-part=player]')?.dataset.frame !== undefined")
    engine.wait("!document.querySelector('[data-testid=stSkeleton], [data-stale=true]')")
    engine.wait("find('[data-testid=stApp]').dataset.testScriptState === 'notRunning'")


def frame(engine: Driven) -> float:
    return float(engine.attribute(PLAYER, "data-frame"))


def playing(engine: Driven, is_so: str) -> None:
    engine.wait(f"find('{PLAYER}').dataset.playing === '{is_so}'")


def at_an_event(engine: Driven, but: float) -> float:
    """Wait until the playhead rests at an event, another one than before; return where."""
    place = f"Number(find('{PLAYER}').dataset.frame)"
    engine.wait(f"Number.isInteger({place}) && {place} !== arguments[0]", but)
    return frame(engine)


@ENGINES
def test_a_run_is_watched_asked_presented_and_shared(engine: Driven, app_url: str) -> None:
    engine.resize(1280, 900)
    shown(engine, app_url, f"/?{to_query(ONE_BY_ONE)}")
    drawn = "return getComputedStyle(find('[data-part=asked]')).appearance"
    assert engine.run(drawn) == "none"  # WebKitGTK draws a grey box of its own else

    engine.click("[data-part=play]")
    playing(engine, "true")
    engine.wait(f"Number(find('{PLAYER}').dataset.frame) > 1")
    engine.press(" ")
    playing(engine, "false")
    engine.press("Home")
    engine.wait(f"find('{PLAYER}').dataset.frame === '0.00'")
    engine.press("ArrowRight")
    first = at_an_event(engine, but=0)
    assert first > 0

    engine.drag("[data-part=scrubber]", 0.02, 0.6)
    engine.wait(f"Number(find('{PLAYER}').dataset.frame) > {first}")
    engine.click(".token[data-arm='3'] .body")
    engine.wait("find('[data-part=arm-panel]').innerText.includes('Ad 4')")
    assert "Ad 4" in engine.text("[data-part=arm-panel]")

    engine.click("[data-part=present]")
    engine.wait("document.documentElement.classList.contains('presenting')")
    engine.place(".token[data-arm='6'] .body")  # the picture stands still
    arms = engine.run(SEEN)
    assert len(arms) == ONE_BY_ONE.n
    for arm, x, y in arms:
        engine.point(x, y)
        tip = "find('[data-part=tip]').innerText.startsWith(arguments[0])"
        engine.wait(tip, f"ad {arm + 1}: ", seconds=5)
    for arm, x, y in (min(arms, key=itemgetter(1)), max(arms, key=itemgetter(1))):
        engine.point(x, y, click=True)
        panel = "find('[data-part=arm-panel]').innerText.includes(arguments[0])"
        engine.wait(panel, f"Ad {arm + 1}\n", seconds=5)
    before = frame(engine)
    engine.press("ArrowRight")
    assert at_an_event(engine, but=before) > before
    engine.press("Escape")  # closes the arm
    engine.press("Escape")
    engine.wait("!document.documentElement.classList.contains('presenting')")

    engine.run(CATCH)
    t = engine.attribute(PLAYER, "data-t")
    engine.click("[data-part=copy]")
    link = str(engine.wait("window.copied"))
    settings, player = from_query(urlsplit(link).query)[:2]
    assert settings == ONE_BY_ONE
    assert str(player.at) == t
    shown(engine, app_url, f"/?{urlsplit(link).query}")
    assert engine.attribute(PLAYER, "data-t") == t
    assert not engine.run("return document.querySelector('[data-testid=stException]') !== null")
    assert engine.errors() == []


@ENGINES
def test_at_the_end_two_buttons_have_the_place_of_the_state_on_a_phone(
    engine: Driven, app_url: str
) -> None:
    engine.resize(440, 860)
    shown(engine, app_url, "/")
    engine.wait(f"find('{PLAYER}').dataset.layout === 'stack'")
    engine.run(f"find('{PLAYER}').focus()")
    for key, buttons in (("End", True), ("Home", False), ("End", True)):
        engine.press(key)
        engine.wait(f"find('[data-part=card-open]').checkVisibility() === {str(buttons).lower()}")
        seen = "find('[data-part=head-state]').checkVisibility()"
        engine.wait(f"{seen} !== {str(buttons).lower()}", seconds=5)
