"""On a touch screen every control is large enough, lies on top of what is there, and works."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from playwright.sync_api import FloatRect, Locator, Page, expect

from dashboard.catalogue import choices
from tests.browser.player_driver import Player
from tests.browser.visits import OpenPage, wait_until_ready
from tests.links import ONE_BY_ONE, to_query

SLOW = 30_000  # ms
SIZES = [(360, 640), (390, 844), (768, 1024)]
FINGER = 44  # px

# The controls in view that are smaller than a finger, or at whose middle something else lies. Left
# out is what has another way that is large enough: an arm (the list "Ask an ad"), the tools of
# charts (Streamlit's and Plotly's own), a question mark (its label says the same).
_WRONG = """least => {
  const inside = root => [...root.querySelectorAll("*")]
    .flatMap(node => [node, ...(node.shadowRoot ? inside(node.shadowRoot) : [])]);
  const has = (outer, node) => {
    for (let each = node; each; each = each.parentNode ?? each.host)
      if (each === outer) return true;
    return false;
  };
  const at = (x, y) => {
    let found = document.elementFromPoint(x, y);
    for (let inner = found; inner?.shadowRoot; found = inner ?? found)
      inner = inner.shadowRoot.elementFromPoint(x, y);
    return found;
  };
  const bar = document.querySelector(".st-key-phone");
  const bottom = bar?.checkVisibility() ? bar.getBoundingClientRect().top : innerHeight;
  const header = document.querySelector("[data-testid=stHeader]").getBoundingClientRect().bottom;
  const wrong = [];
  for (const node of inside(document)) {
    if (!node.matches("a[href], button, input, select, summary")) continue;
    if (node.disabled || !node.checkVisibility({ checkVisibilityCSS: true })) continue;
    if (node.closest(".modebar, [data-testid=stElementToolbar]")) continue;
    if (node.closest("[data-testid=stTooltipIcon]")) continue;
    if (node.matches("[data-testid=stSkipLink] *, [href^='#'], [data-testid=stSlider] *")) continue;
    const label = node.matches("[type=checkbox], [type=radio]") ? node.closest("label") : null;
    const { left, top, width, height } = (label ?? node).getBoundingClientRect();
    if (width < 2 || left < 0 || left + width > innerWidth || top < 0) continue;
    const fixed = has(bar, node) || node.closest("[data-testid=stHeader], .st-key-share")
      || node.getRootNode().host?.closest(".st-key-share");
    if (!fixed && (top < header || top + height > bottom)) continue;
    const name = node.getAttribute("aria-label") ?? node.dataset.part ?? node.textContent.trim();
    const found = at(left + width / 2, top + height / 2);
    const size = `${name.slice(0, 30)}: ${Math.round(width)} x ${Math.round(height)}`;
    const opens = node.matches("[aria-label=Open]"); // so does the field beside it
    if (Math.min(width, height) < least - 0.5 && !opens) wrong.push(size);
    else if (!found || !(has(label ?? node, found) || has(found, node)))
      wrong.push(`${size}, covered by ${found?.outerHTML.slice(0, 80)}`);
  }
  return wrong;
}"""


def expect_room_for_fingers(page: Page) -> None:
    page.wait_for_timeout(400)  # what opens glides
    assert page.evaluate(_WRONG, FINGER) == []


def expect_large(buttons: Locator) -> None:
    """Some are there, and large enough, whether in view or in what scrolls."""
    expect(buttons).not_to_have_count(0)
    for button in buttons.all():
        box = button.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= FINGER, f"{button.inner_text()}: {box}"


def expect_the_button_above_the_bar(page: Page) -> FloatRect:
    bar = page.locator(".st-key-phone")
    end = (bar.bounding_box() or {})["y"] if bar.is_visible() else page.viewport_size["height"]  # type: ignore[index] # it has one
    play = page.locator("[data-part=game] [data-part=play]").bounding_box()
    assert play is not None
    assert play["y"] + play["height"] <= end
    return play


def expect_all_of_the_game_in_the_window(page: Page) -> None:
    """All arms and the button stand above the phone's bar, and none on another."""
    play = expect_the_button_above_the_bar(page)
    for arm in page.locator("[data-part=arms] button").all():
        box = arm.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= play["y"], f"{arm.inner_text()} lies under Play"


def follow(page: Page, name: str) -> None:
    """Go to a page as one does at this width."""
    bar = page.get_by_role("navigation", name="Main pages")
    sheet, own = page.get_by_test_id("stSidebar"), bar.get_by_role("link", name=name)
    if page.get_by_test_id("stTopNav").is_visible():
        page.get_by_test_id("stTopNav").get_by_role("link", name=name).tap()
    elif own.is_visible():
        own.tap()
    else:  # in the sheet; a low phone leaves its bar to the picture
        more = bar.get_by_role("button", name="More")
        (more if more.is_visible() else page.get_by_role("button", name="Expand sidebar")).tap()
        sheet.get_by_role("link", name=name).tap()
    expect(page).to_have_url(re.compile(f"/{name.lower()}"), timeout=SLOW)
    wait_until_ready(page)


@pytest.mark.parametrize("viewport", SIZES, ids=[f"{width}" for width, _ in SIZES])
def test_a_finger_reaches_every_control(open_page: OpenPage, viewport: tuple[int, int]) -> None:
    page = open_page(viewport=viewport, touch=True).page
    player = Player(page)
    expect_room_for_fingers(page)
    player.part("play").tap()
    player.expect_playing()
    player.expect_moved_from(0)
    player.part("play").tap()
    player.expect_playing(False)
    before = player.frame
    player.part("next").tap()
    player.expect_moved_from(before)
    player.wait_until_still()
    expect_room_for_fingers(page)
    page.locator(".token[data-arm='6'] .body").tap()
    expect(player.part("arm-panel")).to_contain_text("Ad 7")
    player.part("close-arm").tap()
    expect(player.part("arm-panel")).to_be_hidden()
    player.part("open-more").tap()
    player.part("open-code").tap()
    expect(player.part("code-panel")).to_be_visible()
    player.part("close-code").tap()
    page.get_by_role("button", name="Share").tap()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("tab", name="QR code")).to_be_visible(timeout=SLOW)
    dialog.get_by_role("button", name="Close").tap()
    expect(dialog).to_be_hidden()

    follow(page, "Play")
    game = page.locator("[data-part=game]")
    expect_room_for_fingers(page)
    expect_all_of_the_game_in_the_window(page)
    for arm in (1, 2, 3):
        game.get_by_role("button", name=f"Ad {arm},").tap()
    game.locator("[data-part=play]").tap()
    expect(game).to_contain_text("Round 2 of 30")
    expect_room_for_fingers(page)

    follow(page, "Learn")
    expect_room_for_fingers(page)
    page.get_by_role("radio", name="10").tap()
    expect(page.get_by_role("heading", level=1)).to_contain_text("10.", timeout=SLOW)

    follow(page, "Compare")
    expect_room_for_fingers(page)
    page.get_by_role("toolbar").get_by_role("button", name="UCB", exact=True).tap()
    expect(page.get_by_test_id("stMain")).to_contain_text("UCB", timeout=SLOW)


def test_a_finger_reaches_what_comes_later(open_page: OpenPage) -> None:
    phone = SIZES[1]
    page = open_page(newcomer=True, reduced_motion="reduce", viewport=phone, touch=True).page
    expect(page.locator(".opening-bar button").first).to_be_visible(timeout=SLOW)
    expect_room_for_fingers(page)

    race = replace(ONE_BY_ONE, race=choices("frontier.guaranteed"))
    page = open_page(f"/?{to_query(race)}", viewport=phone, touch=True).page
    player = Player(page)
    expect(page.locator(".racer-head")).to_have_count(2, timeout=SLOW)
    expect_room_for_fingers(page)
    player.press_in_player("End")
    player.part("card-open").tap()
    expect_large(player.part("card").locator("button, a"))
    player.part("card").locator(".close").tap()
    player.part("open-more").tap()
    expect_large(page.locator(".rivals .chip:visible"))


def test_the_button_of_a_long_game_stays_under_the_thumb(open_page: OpenPage) -> None:
    page = open_page("/play?n=20&k=3", viewport=(360, 640), touch=True).page
    expect(page.locator("[data-part=arms] button")).to_have_count(20, timeout=SLOW)
    expect_the_button_above_the_bar(page)
