"""For everyone: axe finds nothing, the keyboard reaches everything, less motion is respected."""

from typing import Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser.player_driver import COUNT, EVENTS, Player
from tests.browser.visits import DESKTOP, OpenPage

PHONE = (390, 844)

# The element that has the focus, inside shadow roots too: its part or role, and its outline.
_FOCUSED = """() => {
  let node = document.activeElement;
  while (node?.shadowRoot?.activeElement) node = node.shadowRoot.activeElement;
  const style = getComputedStyle(node);
  const seen = style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2;
  return [node.dataset.part ?? "", seen];
}"""


@pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_no_violation_at_the_start_and_mid_run(
    open_page: OpenPage, scheme: Literal["light", "dark"], viewport: tuple[int, int]
) -> None:
    page = open_page(color_scheme=scheme, viewport=viewport, touch=viewport == PHONE).page
    player = Player(page)
    expect(player.root).to_have_attribute("data-theme", scheme)
    expect_no_violation(page)
    player.scrub(0.55)
    expect_no_violation(page)


def expect_no_violation(page: Page) -> None:
    results = Axe().run(page)
    assert results.violations_count == 0, results.generate_report()


def test_keyboard_reaches_every_control_of_the_player_in_order_and_shows_where_it_is(
    open_page: OpenPage,
) -> None:
    page = open_page().page
    player = Player(page)
    wanted = ["present", "yaxis", "why", "play", "previous", "next", "replay", "scrubber", "speed"]
    wanted += ["clock", "open-help", "open-steps", "open-code", "asked", "truth"]
    wanted += ["moment", "copy", "save"]
    reached: list[str] = []
    for _ in range(90):
        page.keyboard.press("Tab")
        part, outlined = page.evaluate(_FOCUSED)
        if part:
            assert outlined, f"Expected a visible focus on {part}; it has no outline."
            reached.append(part)
        if part == wanted[-1]:
            break
    assert reached == wanted
    player.part("scrubber").focus()
    player.press("ArrowRight")
    player.expect_frame(EVENTS[1])
    player.part("play").focus()
    player.press("Enter")
    player.expect_playing()
    player.press("Space")
    player.expect_playing(False)


def test_reduced_motion_steps_instead_of_gliding(open_page: OpenPage) -> None:
    page = open_page(reduced_motion="reduce").page
    player = Player(page)
    player.expect_frame(0)
    player.part("next").click()
    player.expect_frame(EVENTS[1])
    settled = player.tokens
    player.wait_until_drawn()
    assert player.tokens == settled
    player.part("speed").select_option("16")
    player.part("play").click()
    shown = player.positions(1500)
    assert shown
    assert set(shown) <= {*map(float, EVENTS), float(COUNT - 1)}
    player.expect_frame(COUNT - 1)
    player.expect_playing(False)


@pytest.mark.parametrize("viewport", [PHONE, (820, 1180)], ids=["phone", "tablet"])
def test_small_screens_fit_and_have_targets_for_fingers(
    open_page: OpenPage, viewport: tuple[int, int]
) -> None:
    page = open_page(viewport=viewport, touch=True).page
    player = Player(page)
    too_wide = page.evaluate(
        """width => [...document.querySelectorAll("*")]
          .filter(node => node.scrollWidth > width && node.clientWidth > 0
            && !["hidden", "clip"].includes(getComputedStyle(node).overflowX))
          .map(node => node.dataset.testid ?? node.tagName)""",
        viewport[0],
    )
    assert too_wide == []
    if viewport == PHONE:
        expect(player.part("play")).to_be_in_viewport(ratio=1)
    player.part("play").scroll_into_view_if_needed()
    for name in ("play", "previous", "next", "replay", "scrubber", "speed", "open-more"):
        box = player.part(name).bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 44, f"{name}: {box}"
        assert 0 <= box["x"] <= box["x"] + box["width"] <= viewport[0]
    player.part("play").tap()
    player.expect_playing()
    player.expect_moved_from(0)
    player.part("play").tap()
    player.expect_playing(False)
    paused = player.frame
    player.part("next").tap()
    player.expect_moved_from(paused)
