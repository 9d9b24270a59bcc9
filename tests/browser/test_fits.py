"""The picture always fits: every part, at every size and in every state, inside the window.

Each state is one page that is resized through all sizes. What is measured are boxes: inside the
window, under no bar, over no other part, nothing to scroll to, no text cut.
"""

from __future__ import annotations

from dataclasses import replace

import pytest
from playwright.sync_api import Page, expect

from dashboard.catalogue import choices
from dashboard.settings import Settings
from tests.browser.player_driver import Player
from tests.browser.visits import OpenPage
from tests.links import to_query

WINDOWS = {
    "laptop": (1440, 900),
    "wide": (1920, 1080),
    "square": (1024, 768),
    "projector": (1280, 720),
    "tablet": (768, 1024),
    "phone": (390, 844),
    "small phone": (360, 640),
    "200 %": (720, 450),
}
PROJECTED = {name: WINDOWS[name] for name in ("laptop", "wide", "square", "projector")}


def raced(*rivals: str) -> str:
    """Return the whole link of the default story as a race."""
    return to_query(replace(Settings.default(), race=choices(*rivals)))


FRAME = {"course page": (800, 600)}
STATES = {
    "start": "",
    "mid-run": "at=400",
    "end": "at=10000",
    "slow motion": "at=300&panels=steps",
    "one arm": "at=300&arm=5",
    "pseudo-code": "at=300&panels=code",
    "two panels": "at=300&panels=both",
    "race": f"{raced('frontier.guaranteed')}&at=400",
    "race of four": f"{raced('frontier.guaranteed', 'csar.est1', 'lints.unscaled')}&at=400",
}
SEEN = 'localStorage.setItem("dart:seen", "1")'  # the opening is another test's
LEAST_TYPE = 0.022  # of the window's height, where it is read from the last row
EDGE = 1.5  # px: rounding

# Boxes of what is shown, by name; the parts are those of the player and of what stands above it.
_BOXES = """() => {
  const found = {};
  const hosts = [...document.querySelectorAll("*")].filter(node => node.shadowRoot);
  const trees = [document, ...hosts.map(node => node.shadowRoot)];
  const add = (name, selector) => {
    const nodes = trees.flatMap(tree => [...tree.querySelectorAll(selector)]);
    for (const [k, node] of nodes.entries()) {
      const { left, top, right, bottom } = node.getBoundingClientRect();
      if (right > left && bottom > top && node.checkVisibility({ visibilityProperty: true })) {
        found[k ? `${name} ${k}` : name] = { left, top, right, bottom };
      }
    }
  };
  add("title", ".st-key-heading h2");
  add("rivals", ".player .rivals");
  add("knob", ".knob");
  add("lanes", "[data-part=lanes]");
  add("chart", ".chart-panel");
  add("panels", ".panels");
  add("question", ".panel.over");
  add("sentence", ".player .sentence");
  add("bars", ".player .bars");
  add("header", "[data-testid=stHeader]");
  return found;
}"""

# How far the page can be scrolled before all of the player is in view: not at all.
_BELOW = """() => {
  const main = document.querySelector("[data-testid=stMain]");
  return [main.scrollTop, document.documentElement.scrollWidth - window.innerWidth];
}"""

# Texts that are wider than their place.
_CUT = """root => [...root.querySelectorAll("p, span, button, summary, dt, dd, h3, label, li")]
  .filter(node => node.checkVisibility() && !node.closest(".rivals, .keys, .spoken, .problem"))
  .filter(node => node.scrollWidth > node.clientWidth + 1 && node.clientWidth > 0)
  .filter(node => node.textContent.trim() && getComputedStyle(node).display !== "inline")
  .map(node => `${node.className}: ${node.textContent.slice(0, 40)}`)"""

# What is written on the pictures: on no other text, and on no arm. Halos and letters' own margins
# may touch. The large play button is on no arm.
_ON_PICTURES = """root => {
  const found = [];
  const play = root.querySelector(".play").getBoundingClientRect();
  for (const arm of root.querySelectorAll("[data-untouched=true] .token[data-arm] .body")) {
    const { left, right, top, bottom } = arm.getBoundingClientRect();
    if (left < play.right && play.left < right && top < play.bottom && play.top < bottom)
      found.push("play on an arm");
  }
  for (const picture of root.querySelectorAll("svg.picture")) {
    if (!picture.checkVisibility()) continue;
    const boxes = (selector) => [...picture.querySelectorAll(selector)]
      .filter(node => node.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      .map(node => ({ name: node.textContent, box: node.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 0);
    const texts = boxes("text:not(.token text, .lens text)").filter(({ name }) => name.trim());
    const arms = boxes(".token .body, .token .best, .token .lit");
    const air = { x: 1, y: 0.2 * 15 };
    const lie = (a, b) => a.left < b.right - air.x && b.left < a.right - air.x
      && a.top + air.y < b.bottom - air.y && b.top + air.y < a.bottom - air.y;
    texts.forEach((text, k) => {
      for (const other of texts.slice(k + 1))
        if (lie(text.box, other.box)) found.push(`${text.name} on ${other.name}`);
      for (const arm of arms)
        if (lie(text.box, arm.box)) found.push(`${text.name} on an arm`);
    });
  }
  return found;
}"""

# What is said of a zoom beyond its picture, or on the lane's name or count.
_MARKS_CUT = """root => [...root.querySelectorAll(".zoomed[visibility=visible]")].filter(mark => {
  const picture = mark.ownerSVGElement;
  const [box, frame] = [mark, picture].map(node => node.getBoundingClientRect());
  const others = [...picture.querySelectorAll(".lane-name, .lane-count")]
    .filter(node => node.checkVisibility({ visibilityProperty: true }))
    .map(node => node.getBoundingClientRect());
  return box.left < frame.left || box.right > frame.right || others.some(other =>
    box.left < other.right && other.left < box.right
    && box.top < other.bottom - 3 && other.top < box.bottom - 3);
}).map(mark => mark.textContent)"""

# The smallest letters, in pixels of the window.
_TYPE = """root => {
  let least = [Infinity, ""];
  for (const node of root.querySelectorAll("*")) {
    const own = [...node.childNodes].some(n => n.nodeType === 3 && n.textContent.trim());
    if (!own || !node.checkVisibility({ visibilityProperty: true })) continue;
    if (node.closest(".spoken, select, title, sub, sup")) continue;
    const svg = node.ownerSVGElement;
    const scale = svg ? node.getScreenCTM().a : 1;
    const size = parseFloat(getComputedStyle(node).fontSize) * scale;
    if (size < least[0] && svg?.dataset.part !== "lanes-picture") least = [size, node.textContent];
  }
  return least;
}"""


def apart(one: dict[str, float], other: dict[str, float]) -> bool:
    return (
        one["right"] <= other["left"] + EDGE
        or other["right"] <= one["left"] + EDGE
        or one["bottom"] <= other["top"] + EDGE
        or other["bottom"] <= one["top"] + EDGE
    )


def faults(page: Page, player: Player, width: int, height: int) -> list[str]:
    """What does not fit, in words."""
    boxes: dict[str, dict[str, float]] = page.evaluate(_BOXES)
    bar = boxes.pop("header", None)
    found = [f"no {name}" for name in ("lanes", "bars") if name not in boxes]
    for name, box in boxes.items():
        inside = (
            box["left"] >= -EDGE
            and box["top"] >= -EDGE
            and box["right"] <= width + EDGE
            and box["bottom"] <= height + EDGE
        )
        if not inside:
            found.append(f"{name} leaves the window: {box}")
        if bar and name != "title" and box["top"] < bar["bottom"] - 12:
            found.append(f"{name} is under the bar: {box}")
    names = list(boxes)
    for k, name in enumerate(names):
        found += [
            f"{name} and {other} overlap: {boxes[name]}, {boxes[other]}"
            for other in names[k + 1 :]
            if not apart(boxes[name], boxes[other])
        ]
    if boxes.get("lanes") and boxes["lanes"]["bottom"] - boxes["lanes"]["top"] < 100:
        found.append(f"lanes are too low: {boxes['lanes']}")
    scrolled, wider = page.evaluate(_BELOW)
    if scrolled or wider > 0:
        found.append(f"the page scrolls: {scrolled}, {wider}")
    found += [f"cut: {text}" for text in player.root.evaluate(_CUT)]
    found += [f"written over: {text}" for text in player.root.evaluate(_ON_PICTURES)]
    return found


def measure(page: Page, player: Player, windows: dict[str, tuple[int, int]]) -> list[str]:
    found = []
    for name, (width, height) in windows.items():
        page.set_viewport_size({"width": width, "height": height})
        player.root.blur()
        player.root.focus()  # as a key does; nothing may scroll for it
        player.wait_until_still()
        found += [f"{name}: {fault}" for fault in faults(page, player, width, height)]
    return found


def collapse_sidebar(page: Page) -> None:
    """On a window that is as narrow as a phone's, Streamlit's open sidebar covers the page."""
    button = page.get_by_test_id("stSidebarCollapseButton").locator("button")
    page.get_by_test_id("stSidebar").hover()
    if button.is_visible():
        button.click()
        expect(page.get_by_test_id("stSidebar")).not_to_be_in_viewport()


@pytest.mark.parametrize("state", STATES.values(), ids=STATES.keys())
def test_every_part_is_in_the_window(open_page: OpenPage, state: str) -> None:
    page = open_page(f"/?{state}", script=SEEN).page
    player = Player(page)
    collapse_sidebar(page)
    assert measure(page, player, WINDOWS) == []


@pytest.mark.parametrize("state", STATES.values(), ids=STATES.keys())
def test_every_part_is_in_a_frame(open_page: OpenPage, state: str) -> None:
    page = open_page(f"/?embed=true&{state}", viewport=FRAME["course page"], script=SEEN).page
    assert measure(page, Player(page), FRAME) == []


@pytest.mark.parametrize(
    "state", ["", "at=400", STATES["race of four"]], ids=["start", "mid-run", "race"]
)
def test_presented_it_is_the_picture_alone_in_large_type(open_page: OpenPage, state: str) -> None:
    page = open_page(f"/?present=1&{state}", script=SEEN).page
    player = Player(page)
    for name, (width, height) in PROJECTED.items():
        page.set_viewport_size({"width": width, "height": height})
        player.wait_until_still()
        assert faults(page, player, width, height) == [], name
        size, text = player.root.evaluate(_TYPE)
        assert size >= LEAST_TYPE * height - 0.1, f"{name}: {text}"
        nameless = player.root.locator(".token[data-named=false]")
        assert nameless.count() == 0, name
    for gone in ("stHeader", "stSidebar", "stExpander"):
        expect(page.get_by_test_id(gone).first).to_be_hidden()
    way_out = page.get_by_role("button", name="Leave")
    way_out.focus()
    page.keyboard.press("Space")  # plays, whatever has the focus
    player.expect_playing()
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("stHeader")).to_be_visible()


def test_what_the_camera_did_is_said_inside_its_lane(open_page: OpenPage) -> None:
    page = open_page(f"/?{STATES['race of four']}", viewport=WINDOWS["square"], script=SEEN).page
    player = Player(page)
    player.wait_until_still()
    player.scrub(1.0)
    expect(page.locator(".zoomed[visibility=visible]").first).to_be_visible()
    assert player.root.evaluate(_MARKS_CUT) == []


def test_a_question_takes_the_place_of_the_chart(open_page: OpenPage) -> None:
    page = open_page("/?predict=1&speed=16", script=SEEN).page
    player = Player(page)
    collapse_sidebar(page)
    player.wait_until_still()  # else Playwright scrolls to where Play is just now
    player.part("play").click()
    expect(page.locator(".panel.over")).to_be_visible(timeout=30_000)
    expect(player.part("chart")).to_be_hidden()
    assert measure(page, player, WINDOWS) == []
