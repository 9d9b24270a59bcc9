"""What a visitor meets first: the stored run, and the warning about the paper's constants."""

from playwright.sync_api import expect

from tests.browser.player_driver import Player, query_of
from tests.browser.visits import OpenPage, is_foreign

LOADS = """url => new Promise(done => {
  const image = new Image();
  [image.onload, image.onerror] = [() => done(true), () => done(false)];
  image.src = url;
})"""


def test_first_paint_is_a_finished_run_paused_at_its_start_with_a_play_button(
    open_page: OpenPage,
) -> None:
    visit = open_page()
    player = Player(visit.page)
    expect(
        visit.page.get_by_role("heading", name="Which 3 of these 12 ads pay best?")
    ).to_be_visible()
    lanes, button = player.part("lanes").bounding_box(), player.part("play").bounding_box()
    assert lanes is not None
    assert button is not None
    assert button["width"] > 60
    assert lanes["y"] < button["y"] < lanes["y"] + lanes["height"] - button["height"]
    player.expect_frame(0)
    player.expect_playing(False)
    assert player.t == 0
    expect(player.part("head-time")).to_have_text("Round 0")
    assert set(player.regret) == {"DART", "Frontier", "guessing", "oracle"}
    assert len(player.tokens) == 12
    # The future of every curve is drawn faintly from the start: the run is finished.
    expect(visit.page.locator(".future path")).to_have_count(4)
    player.part("play").click()
    player.expect_playing()
    below = player.part("play").bounding_box()
    assert below is not None
    assert below["y"] > lanes["y"] + lanes["height"]
    assert below["width"] < button["width"]


def test_favicon_and_everything_else_come_from_this_machine(open_page: OpenPage) -> None:
    visit = open_page()
    icons = visit.page.locator("link[rel~=icon]").evaluate_all("links => links.map(l => l.href)")
    assert not any(is_foreign(icon) for icon in icons)
    assert icons[-1].startswith("data:image/svg+xml")
    assert visit.page.evaluate(LOADS, icons[-1])
    assert visit.requests
    assert visit.foreign_requests == []
    assert visit.errors == []


def test_printed_constants_warn_that_no_arm_is_decided_and_commit_at_12(
    open_page: OpenPage,
) -> None:
    page = open_page(query_of("The paper's experiment as printed, K = 4")).page
    expect(page.get_by_test_id("stAlertContentWarning")).to_contain_text(
        "No arm will ever be settled"
    )
    player = Player(page)
    player.press("ArrowRight")
    expect(player.root).to_have_attribute("data-t", "12")
    expect(player.part("story")).to_contain_text("DART")
    player.press("End")
    expect(player.root).to_have_attribute("data-t", "1000000")
    lanes = {token.split()[0] for token in player.tokens}
    assert lanes == {"active"}


def test_constants_that_decide_arms_do_not_warn(open_page: OpenPage) -> None:
    page = open_page(query_of("Two groups")).page
    expect(page.locator(".st-key-forecast")).to_contain_text("should settle")
    expect(page.get_by_test_id("stAlertContentWarning")).to_have_count(0)
