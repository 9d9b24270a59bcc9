"""Beyond axe: what is read aloud, and once; keys, forced colours, 400 % zoom leave nobody out."""

from __future__ import annotations

import re
import time
from dataclasses import replace
from io import BytesIO
from typing import Any

import pytest
from PIL import Image, ImageChops
from playwright.sync_api import Locator, Page, expect

from dashboard.catalogue import choices
from dashboard.navigation import PATHS
from dashboard.settings import Settings
from tests.browser.player_driver import Player
from tests.browser.visits import OpenPage, wait_until_ready
from tests.links import ONE_BY_ONE, to_query

SLOW = 60_000  # ms
SECONDS_TO_SAY = 20
ZOOMED = (320, 256)  # 1280 × 1024 at 400 %

_FOCUSED = """() => {
  let node = document.activeElement;
  while (node?.shadowRoot?.activeElement) node = node.shadowRoot.activeElement;
  return node;
}"""

# Whether some of what has the focus can be seen, and lies on top where it is seen.
_SEEN = """() => {
  let node = document.activeElement;
  while (node?.shadowRoot?.activeElement) node = node.shadowRoot.activeElement;
  const { left, top, width, height } = node.getBoundingClientRect();
  const on = ([a, b]) => {
    const [x, y] = [left + a * width, top + b * height];
    let found = document.elementFromPoint(x, y);
    for (let inner = found; inner?.shadowRoot; found = inner)
      inner = inner.shadowRoot.elementFromPoint(x, y);
    return found !== null && (node.contains(found) || found.contains(node)
      && !found.matches("body, [data-testid=stHeader]"));
  };
  const name = node.getAttribute("aria-label") ?? node.dataset.testid ?? node.textContent;
  const seen = [[0.5, 0.5], [0.1, 0.5], [0.9, 0.5], [0.5, 0.15], [0.5, 0.85]].some(on);
  return [`${node.tagName} ${name.slice(0, 40)}`, seen];
}"""


# What has the focus below a bar, were it there when the focus came: at the window's upper or lower
# edge. Left out are what is taller than the room between the bars, and what cannot be put there.
_BELOW_BARS = """() => {
  const within = root => [...root.querySelectorAll("*")]
    .flatMap(node => [node, ...(node.shadowRoot ? within(node.shadowRoot) : [])]);
  const main = document.querySelector("[data-testid=stMain]");
  const bar = selector => document.querySelector(selector)?.getBoundingClientRect();
  const top = bar("[data-testid=stHeader]").bottom;
  const phone = document.querySelector(".st-key-phone");
  const bottom = phone.checkVisibility() ? bar(".st-key-phone").top : innerHeight;
  const all = within(main).filter(node => node.tabIndex >= 0
    && node.checkVisibility({ visibilityProperty: true })
    && !phone.contains(node.getRootNode().host ?? null));
  const [covered, tried] = [[], []];
  for (const node of all)
    for (const edge of ["top", "bottom"]) {
      document.activeElement.blur();
      const { height, ...before } = node.getBoundingClientRect().toJSON();
      if (height > bottom - top - 30) continue;
      const wanted = edge === "top" ? 0 : innerHeight - height;
      main.scrollTop += before.top - wanted;
      if (Math.abs(node.getBoundingClientRect().top - wanted) > 1) continue;
      node.focus();
      const after = node.getBoundingClientRect();
      const name = (node.getAttribute("aria-label") ?? node.textContent).trim().slice(0, 30);
      tried.push(edge);
      if (after.top < top - 1 || after.bottom > bottom + 1)
        covered.push(`${edge}: ${node.tagName} ${name} ${after.top} to ${after.bottom}`);
    }
  return [covered, tried];
}"""


def told(page: Page) -> list[dict[str, Any]]:
    """Return the nodes of the accessibility tree, those that it leaves out too."""
    session = page.context.new_cdp_session(page)
    nodes: list[dict[str, Any]] = session.send("Accessibility.getFullAXTree")["nodes"]
    session.detach()
    return nodes


def value(node: dict[str, Any], key: str) -> str:
    return str(node.get(key, {}).get("value", ""))


def tree(page: Page) -> list[dict[str, str]]:
    """Return what assistive technology is told: role, name and description of each node."""
    keys = ("role", "name", "description")
    return [{key: value(node, key) for key in keys} for node in told(page) if not node["ignored"]]


def announced(page: Page, pattern: str) -> str:
    """Wait until a live region says this from its begin on, and return all that it says."""
    end = time.monotonic() + SECONDS_TO_SAY
    while True:
        nodes = {node["nodeId"]: node for node in told(page)}
        regions = (node for node in nodes.values() if value(node, "role") == "status")
        said = [" ".join(_texts(region, nodes)) for region in regions]
        for words in said:
            if re.match(pattern, words):
                return words
        if time.monotonic() > end:
            pytest.fail(
                f"Expected a live region to say {pattern!r} within {SECONDS_TO_SAY} s; "
                f"they say {[words for words in said if words]}."
            )
        page.wait_for_timeout(200)


def _texts(node: dict[str, Any], nodes: dict[str, dict[str, Any]]) -> list[str]:
    if value(node, "role") == "StaticText":
        return [value(node, "name")]
    inside = (nodes[each] for each in node.get("childIds", ()) if each in nodes)
    return [text for each in inside for text in _texts(each, nodes)]


def focused(page: Page) -> dict[str, str]:
    """Return what assistive technology is told of the element that has the focus."""
    session = page.context.new_cdp_session(page)
    its = session.send("Runtime.evaluate", {"expression": f"({_FOCUSED})()"})["result"]["objectId"]
    only = {"objectId": its, "fetchRelatives": False}
    [node] = session.send("Accessibility.getPartialAXTree", only)["nodes"]
    session.detach()
    return {key: value(node, key) for key in ("role", "name")}


def walk_to(page: Page, name: str, key: str = "Tab", most: int = 60) -> None:
    """Press a key until what has the focus has this name, a pattern."""
    for _ in range(most):
        page.keyboard.press(key)
        if re.fullmatch(name, focused(page)["name"]):
            return
    pytest.fail(f"Expected {key} to lead to {name!r} within {most} presses; it does not.")


def picture(locator: Locator) -> Image.Image:
    return Image.open(BytesIO(locator.screenshot())).convert("RGB")


def colours(locator: Locator) -> list[tuple[int, int, int]]:
    """Return the colours that an element shows on more than a few pixels, the commonest first."""
    image = picture(locator)
    counted = image.getcolors(image.width * image.height) or []
    return [colour for n, colour in sorted(counted, reverse=True) if n > 12]  # type: ignore[misc] # of RGB


def differ(before: Image.Image, after: Image.Image) -> float:
    """Return the share of pixels that changed."""
    changed = ImageChops.difference(before, after).convert("L").point(lambda p: 255 * (p > 15))
    return changed.histogram()[255] / (changed.width * changed.height)


def test_each_page_has_one_heading_of_the_first_level(open_page: OpenPage) -> None:
    page = open_page().page
    for path in sorted(PATHS):
        if path:
            page.evaluate("path => history.pushState({}, '', path)", f"/{path}")
            page.evaluate("dispatchEvent(new PopStateEvent('popstate'))")
        expect(page.get_by_role("heading", level=1)).to_have_count(1, timeout=SLOW)
        wait_until_ready(page)
        expect(page.get_by_role("heading", level=1)).to_have_count(1)


def test_an_arm_is_read_once(open_page: OpenPage) -> None:
    page = open_page(f"/?{to_query(ONE_BY_ONE)}&at=92").page
    Player(page).wait_until_still()
    arms = [node for node in tree(page) if re.match(r"ad \d+: ", node["name"])]
    assert [node["role"] for node in arms] == ["button"] * ONE_BY_ONE.n
    assert {node["description"] for node in arms} == {""}
    assert not any(node["name"].startswith("average pay-off of the groups") for node in tree(page))


def test_an_event_and_its_time_are_read_once(open_page: OpenPage) -> None:
    page = open_page(f"/?{to_query(ONE_BY_ONE)}").page
    player = Player(page)
    spoken = player.part("spoken")
    expect(spoken).to_have_attribute("aria-live", "polite")
    player.part("next").click()
    expect(spoken).to_have_text(re.compile(r"^Round [\d,]+, .+\. .+"))
    assert spoken.inner_text().count("Round") == 1
    player.part("scrubber").focus()
    player.press("ArrowRight")
    player.wait_until_still()
    expect(player.part("scrubber")).to_have_attribute("aria-valuetext", re.compile("^round "))
    expect(spoken).to_have_text(player.sentence)
    player.part("open-steps").click()
    page.get_by_label("Next step").click()
    player.wait_until_still()
    said = spoken.inner_text()
    for _ in range(8):
        page.get_by_label("Next step").click()
        player.wait_until_still()
        assert spoken.inner_text() == said  # the panel has said it
    expect(page.locator(".slow-text")).to_have_attribute("aria-live", "polite")


def test_character_keys_need_the_focus_and_can_be_switched_off(open_page: OpenPage) -> None:
    page = open_page().page
    player, presents = Player(page), page.locator("[data-part=present]")
    page.evaluate("document.activeElement.blur()")
    player.press("+", "p")
    assert player.preferences["speed"] == "1"
    expect(presents).to_have_attribute("aria-pressed", "false")
    player.press_in_player("+")
    assert player.preferences["speed"] == "2"
    player.part("open-help").click()
    player.part("keys").uncheck()
    player.press_in_player("+")
    player.press_in_player("p")
    assert player.preferences["speed"] == "2"
    expect(presents).to_have_attribute("aria-pressed", "false")
    player.press_in_player("End")  # no character: it stays
    player.expect_moved_from(0)
    page.get_by_test_id("stTopNav").get_by_role("link", name="Play").click()
    arms = page.locator("[data-part=arms] button")
    arms.nth(4).focus()
    page.keyboard.press("1")
    expect(arms.nth(0)).to_have_attribute("aria-pressed", "false")
    page.locator("[data-part=game] [data-part=keys]").check()
    arms.nth(4).focus()
    page.keyboard.press("1")
    expect(arms.nth(0)).to_have_attribute("aria-pressed", "true")
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("2")
    expect(arms.nth(1)).to_have_attribute("aria-pressed", "false")


def test_forced_colours_keep_every_state(open_page: OpenPage) -> None:
    visit = open_page(f"/compare?{to_query(replace(Settings.default(), rivals=choices('random')))}")
    page = visit.page
    page.emulate_media(forced_colors="active")
    chips = page.get_by_role("toolbar").get_by_role("button")
    chosen = chips.and_(page.locator("[aria-pressed=true]")).first
    other = chips.and_(page.locator("[aria-pressed=false]")).first
    assert colours(chosen)[0] != colours(other)[0]

    page.get_by_test_id("stTopNav").get_by_role("link", name="Play").click()
    arm = page.locator("[data-part=arms] button").first
    before = picture(arm)
    arm.click()
    arm.blur()
    page.mouse.move(0, 0)
    assert differ(before, picture(arm)) > 0.5

    page.get_by_test_id("stTopNav").get_by_role("link", name="Watch").click()
    player = Player(page)
    player.part("scrubber").fill("0")
    player.part("scrubber").blur()
    player.wait_until_still()
    box = page.locator(".scrub")
    before = picture(box)
    player.scrub(0.6)
    player.part("scrubber").blur()
    assert differ(before, picture(box)) > 0.02
    assert len(colours(player.part("ticks"))) >= 3  # the page, who is in, who is out
    toggle = player.part("open-code")
    before = picture(toggle)
    toggle.click()
    toggle.blur()
    page.mouse.move(0, 0)
    assert differ(before, picture(toggle)) > 0.5
    lit, unlit = page.locator(".code [data-lit=true]"), page.locator(".code [data-lit=false]")
    assert len(colours(lit.first)) > len(colours(unlit.first))

    slider = page.get_by_test_id("stSidebar").get_by_test_id("stSlider").first
    rail = slider.get_by_role("group")
    before = picture(rail)
    slider.get_by_role("slider").press("End")
    slider.get_by_role("slider").blur()
    assert differ(before, picture(rail)) > 0.004  # the thumb has gone to the other end


@pytest.mark.parametrize("path", ["/", "/play"])
def test_at_400_percent_what_has_the_focus_is_seen(open_page: OpenPage, path: str) -> None:
    page = open_page(path, viewport=ZOOMED).page
    page.wait_for_timeout(500)
    hidden = []
    for key in ("Tab", "Shift+Tab"):  # back again, what has the focus comes in at the top
        for _ in range(32):
            page.keyboard.press(key)
            page.wait_for_timeout(60)  # scrolling may glide
            name, seen = page.evaluate(_SEEN)
            if name.startswith("BODY"):
                break
            if not seen and not name.startswith("MAIN"):  # the scroll area is all of the window
                hidden.append(f"{key}: {name}")
    assert hidden == []


@pytest.mark.parametrize("viewport", [ZOOMED, (390, 844), (1280, 720)])
def test_what_gets_the_focus_comes_out_from_below_the_bars(
    open_page: OpenPage, viewport: tuple[int, int]
) -> None:
    page = open_page("/teach", viewport=viewport).page
    covered, tried = page.evaluate(_BELOW_BARS)
    assert covered == []
    assert min(tried.count("top"), tried.count("bottom")) > 10


def test_streamlit_s_links_show_the_focus(open_page: OpenPage) -> None:
    page = open_page("/theory").page
    link = page.get_by_test_id("stTopNav").get_by_role("link", name="Play")
    page.keyboard.press("Tab")  # from here on the focus is a keyboard's
    link.focus()
    style = "link => [getComputedStyle(link).outlineStyle, getComputedStyle(link).outlineWidth]"
    assert link.evaluate(style) == ["solid", "3px"]


def test_curves_and_ticks_are_told_apart_without_colour(open_page: OpenPage) -> None:
    page = open_page().page
    Player(page).scrub(1.0)
    curves = page.locator(".curve").evaluate_all(
        "all => all.map(one => [one.getAttribute('class').includes('main'),"
        " one.getAttribute('stroke-dasharray')].join())"
    )
    assert len(set(curves)) == len(curves) // 2  # each is drawn twice: its past and its future
    widths = page.locator("[data-part=ticks] span").evaluate_all(
        "all => all.map(one => [one.className, one.offsetWidth, one.offsetHeight].join())"
    )
    shapes = {width.partition(",")[2] for width in set(widths)}
    assert len(shapes) == len(set(widths)) >= 2


def test_compare_says_that_it_is_finished_who_is_best_and_what_has_changed(
    open_page: OpenPage,
) -> None:
    settings = Settings(n=6, k=2, horizon=1_000, runs=5, rivals=choices("random"))
    page = open_page(f"/compare?{to_query(settings)}").page
    assert "**" not in announced(page, r"Finished\. .*(least regret|told apart)")
    page.get_by_role("button", name="LinTS", exact=True).click()
    announced(page, r"Finished\. .*LinTS")


def test_sensitivity_says_that_it_is_finished_and_what_is_best(open_page: OpenPage) -> None:
    page = open_page("/sensitivity").page
    announced(page, r"Finished\. .* loses least at ")


def test_a_question_a_guess_and_the_answer_are_read_aloud(open_page: OpenPage) -> None:
    page = open_page(f"/?{to_query(ONE_BY_ONE)}&predict=1").page
    player = Player(page)
    said = page.locator(".st-key-classroom").get_by_role("status")
    expect(said).to_have_attribute("aria-live", "polite")
    player.part("play").click()
    expect(said).to_have_text("Question: Which ad moves next, and where?", timeout=SLOW)
    page.get_by_role("radio", name="out").click()
    page.get_by_role("group", name="Which arm").get_by_role("button").first.click()
    expect(said).to_have_text(re.compile("^Your guess: ad "))
    page.locator("[data-part=go]").click()
    expect(said).to_have_text(
        re.compile("^Who moved: (You were right|Not this time)"), timeout=SLOW
    )


def test_keys_and_a_screen_reader_are_enough(open_page: OpenPage) -> None:
    """The path that docs/accessibility.md describes: watch a run, ask an arm, compare, play."""
    page = open_page(f"/?{to_query(Settings(n=6, k=2, horizon=1_000))}").page
    player = Player(page)

    page.keyboard.press("Tab")
    assert focused(page) == {"role": "link", "name": "Skip to main content"}
    page.keyboard.press("Enter")
    walk_to(page, "Play")
    page.keyboard.press("Enter")
    player.expect_playing()
    page.keyboard.press("Space")
    player.expect_playing(False)
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    expect(player.part("spoken")).to_have_text(re.compile(r"^Round [\d,]+, "))

    walk_to(page, r"arm \d+: .*", "Shift+Tab")
    page.keyboard.press("ArrowRight")
    assert focused(page)["name"].startswith("arm 2: ")
    page.keyboard.press("Enter")
    assert any(node["role"] == "heading" and node["name"] == "Arm 2" for node in tree(page))
    page.keyboard.press("Escape")

    walk_to(page, "Compare", "Shift+Tab")
    page.keyboard.press("Enter")
    announced(page, r"Finished\. ")

    walk_to(page, "Play", "Shift+Tab")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Round 1 of 30")).to_be_visible(timeout=SLOW)
    walk_to(page, "Arm 1, .*")
    page.keyboard.press("2")
    page.keyboard.press("1")
    for _ in range(30):
        page.keyboard.press("Enter")
    announced(page, r"Your regret is [\d.]+: \d.. of \d")
