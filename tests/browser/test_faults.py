"""Faults between a browser and its server: the run plays on, and nothing that was set is lost."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import expect

from tests.browser.player_driver import Player, Sidebar, expect_facts
from tests.browser.server import ROOT, free_port, serve
from tests.browser.visits import OpenPage, Visit, wait_until_ready

# Keeps what dialogs say that are there when a frame is drawn.
WATCH_DIALOGS = """() => {
  window.dialogs = [];
  const look = () => {
    for (const each of document.querySelectorAll("[role=dialog]")) dialogs.push(each.innerText);
    requestAnimationFrame(look);
  };
  look();
}"""
# Whether all that is at the middle of an element is the element itself.
ON_TOP = """node => {
  const { left, top, width, height } = node.getBoundingClientRect();
  return node.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}"""
# ms in which Streamlit has twice found that its server does not answer, and says so
TO_COMPLAIN = 6_000
UNREACHABLE = re.compile(
    r"ERR_CONNECTION|ERR_INTERNET|WebSocket connection|_stcore/|server is not responding"
)


def unplugged(visit: Visit, player: Player) -> None:
    """The page says that it lost its server, the player plays, and what went wrong is just that."""
    app = visit.page.get_by_test_id("stApp")
    expect(app).not_to_have_attribute("data-test-connection-state", "CONNECTED", timeout=30_000)
    before = player.frame
    player.part("play").click()
    player.expect_moved_from(before)
    player.part("play").click()


def forgive(visit: Visit) -> None:
    """Forget what a browser says of a server that is not there, and only that."""
    visit.console_errors[:] = [said for said in visit.errors if not UNREACHABLE.search(said)]


def test_a_page_outlives_its_server_and_comes_back_with_it(
    open_page: OpenPage, tmp_path: Path
) -> None:
    port = free_port()
    with serve(ROOT / "server.py", tmp_path / "first.log", port) as app:
        visit = open_page(url=app.url)
        page, player, sidebar = visit.page, Player(visit.page), Sidebar(visit.page)
        sidebar.slide("Chosen arms K", "ArrowRight")
        expect_facts(page, "choose K = 4")
        app.kill()
    unplugged(visit, player)
    with serve(ROOT / "server.py", tmp_path / "second.log", port) as app:
        wait_until_ready(page)
        # A new server first draws the page that the address describes, whatever was moved.
        before = visit.messages
        sidebar.slide("Chosen arms K", "ArrowRight")
        sidebar.expect_value("Chosen arms K", "4")
        wait_until_ready(page)
        assert visit.messages > before
        expect_facts(page, "choose K = 4")
        sidebar.slide("Chosen arms K", "ArrowRight")
        expect_facts(page, "choose K = 5")
        expect(page).to_have_url(re.compile("k=5"))
        assert "Traceback" not in app.log
        forgive(visit)


def test_a_lost_connection_is_said_once_in_plain_words_beside_the_picture(
    open_page: OpenPage, tmp_path: Path
) -> None:
    with serve(ROOT / "server.py", tmp_path / "server.log") as app:
        visits = [open_page(url=app.url, viewport=size) for size in ((1280, 800), (390, 844))]
        for visit in visits:
            Player(visit.page)
            visit.page.evaluate(WATCH_DIALOGS)
        app.kill()
    for visit in visits:
        page, player = visit.page, Player(visit.page)
        said = page.get_by_role("status").filter(has_text="Connection lost")
        expect(said).to_be_visible(timeout=10_000)
        page.wait_for_timeout(TO_COMPLAIN)
        assert page.evaluate("dialogs") == []
        assert "command" not in said.inner_text()
        expect(page.get_by_text("Connecting")).to_be_hidden()
        notice, heading = said.bounding_box(), page.get_by_role("heading", level=1).bounding_box()
        assert notice is not None
        assert heading is not None
        assert notice["y"] + notice["height"] <= heading["y"] + 4  # px: a heading begins with space
        before = player.frame
        player.part("play").click()
        player.expect_moved_from(before)
    share = visits[0].page.get_by_test_id("stMain").get_by_role("button", name="Share")
    assert share.evaluate(ON_TOP)  # a phone's bar has no room for both
    for visit in visits:
        forgive(visit)


def test_a_browser_without_network_plays_on_and_reconnects(open_page: OpenPage) -> None:
    visit = open_page()
    page, player, sidebar = visit.page, Player(visit.page), Sidebar(visit.page)
    sidebar.slide("Chosen arms K", "ArrowRight")
    expect_facts(page, "choose K = 4")
    # An open websocket outlives this switch of Chromium, as it does a short gap of a real network.
    page.context.set_offline(True)
    before = player.frame
    player.part("play").click()
    player.expect_moved_from(before)
    page.context.set_offline(False)
    wait_until_ready(page)
    expect_facts(page, "choose K = 4")
    sidebar.slide("Chosen arms K", "ArrowRight")
    expect_facts(page, "choose K = 5")
    forgive(visit)
