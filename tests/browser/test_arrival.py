"""Whoever cannot get in is told why, and a phone has all of the app under its thumb."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from dashboard.arrival.words import title
from tests.browser.player_driver import Player, Sidebar
from tests.browser.visits import OpenPage, wait_until_ready

BLOCKED = """
  const Real = window.WebSocket;
  window.WebSocket = class extends Real { constructor() { super("ws://127.0.0.1:9/blocked"); } };
"""
OLD = "delete Array.prototype.toSorted;"
# What browsers do that translate a page: each text gives way to an element, in shadow trees too,
# but where the page forbids it.
TRANSLATE = """() => {
  const translate = (root) => {
    const kinds = NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT;
    const walker = document.createTreeWalker(root, kinds, (node) =>
      node.translate === false || /^(STYLE|SCRIPT)$/.test(node.nodeName)
        ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT);
    const texts = [];
    while (walker.nextNode()) {
      const node = walker.currentNode;
      if (node.shadowRoot) translate(node.shadowRoot);
      if (node.nodeType === Node.TEXT_NODE && node.data.trim()) texts.push(node);
    }
    for (const text of texts) {
      const font = document.createElement("font");
      font.textContent = `«${text.data}»`;
      text.parentNode.replaceChild(font, text);
    }
  };
  translate(document.getElementById("root"));
}"""
# Keeps every title that the browser's tab has shown.
TITLES = """
  window.titles = new Set();
  const look = () => { titles.add(document.title); requestAnimationFrame(look); };
  document.addEventListener("DOMContentLoaded", look);
"""
# Takes away what the oldest browsers that Streamlit serves do not know: Firefox before 121.
WITHOUT_HAS = """() => {
  const strip = (holder) => {
    for (let i = holder.cssRules.length - 1; i >= 0; i--) {
      const rule = holder.cssRules[i];
      if (rule.selectorText?.includes(":has(")) holder.deleteRule(i);
      else if (rule.cssRules) strip(rule);
    }
  };
  [...document.styleSheets].forEach(strip);
  dispatchEvent(new Event("resize"));
}"""
# Whether an element lies on top of all else at its middle.
ON_TOP = """node => {
  const { left, top, width, height } = node.getBoundingClientRect();
  let found = document.elementFromPoint(left + width / 2, top + height / 2);
  for (let inner = found; inner?.shadowRoot; found = inner ?? found)
    inner = inner.shadowRoot.elementFromPoint(left + width / 2, top + height / 2);
  return node.contains(found);
}"""
# A phone's own sheet, which a test closes, or sends from.
SHEET = """
  window.sent = [];
  Object.defineProperty(Navigator.prototype, "share", { writable: true, value: what =>
    new Promise((done, fail) => {
      const close = () => fail(new DOMException("closed", "AbortError"));
      sent.push({ ...what, done, close });
    }) });
"""
PHONES = pytest.mark.parametrize("viewport", [(390, 844), (360, 740)], ids=["390", "360"])


def swipe(page: Page, start: Locator) -> None:
    """Push to the left with a finger, in one go, once it has slid in."""
    expect(start).to_be_in_viewport(ratio=1)
    box = start.bounding_box()
    assert box is not None
    x, y = box["x"] + 0.9 * box["width"], box["y"] + box["height"] / 2
    session = page.context.new_cdp_session(page)
    for kind, at in (("touchStart", x), ("touchMove", x - 150), ("touchEnd", None)):
        points = [{"x": at, "y": y}] if at is not None else []
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    session.detach()


def test_who_is_cut_off_by_a_filter_is_told_so_and_shown_a_saved_run(open_page: OpenPage) -> None:
    visit = open_page(script=BLOCKED, wait=False)
    page = visit.page
    said = page.locator(".arrival")
    expect(said).to_contain_text("WebSocket", timeout=10_500)
    expect(said).to_contain_text("ws://127.0.0.1")
    said.get_by_role("link").click()
    player = Player(page)
    player.part("play").click()
    player.expect_moved_from(0)
    visit.console_errors.clear()  # the socket that was blocked


def test_too_old_a_browser_gets_a_sentence(open_page: OpenPage) -> None:
    visit = open_page(script=OLD, wait=False)
    expect(visit.page.locator(".arrival")).to_contain_text("Firefox 115")
    visit.page_errors.clear()  # what Streamlit says of it
    visit.console_errors.clear()


def test_a_frame_that_keeps_the_app_from_working_says_how_to_mend_it(
    open_page: OpenPage, app_url: str
) -> None:
    visit = open_page("/health", wait=False)
    page = visit.page
    page.set_content(f'<iframe sandbox="allow-scripts" src="{app_url}/?embed=true"></iframe>')
    said = page.frame_locator("iframe").locator(".arrival")
    expect(said).to_contain_text("allow-same-origin", timeout=20_000)
    visit.console_errors.clear()
    visit.page_errors.clear()


def test_the_tab_is_named_for_its_page_from_the_start(open_page: OpenPage) -> None:
    page = open_page(script=TITLES).page
    assert page.evaluate("[...titles]") == [title("", None)]
    Sidebar(page).slide("Chosen arms K", "ArrowRight")
    expect(page).to_have_title("DART: which 4 of these 12 arms pay best?")
    page.get_by_test_id("stTopNav").get_by_role("link", name="Play").click()
    expect(page).to_have_title(title("play", None))
    expect(page).to_have_url(re.compile("/play"))
    page.reload()
    wait_until_ready(page)
    assert page.evaluate("[...titles]") == [title("play", None)]


def test_a_translated_page_follows_what_is_changed(open_page: OpenPage) -> None:
    page = open_page().page
    player = Player(page)
    page.evaluate(TRANSLATE)
    expect(page.locator(".st-key-heading")).to_contain_text("«Which 3 of these")
    Sidebar(page).slide("Chosen arms K", "ArrowRight")
    expect(page.locator(".st-key-heading")).to_contain_text("Which 4 of these")
    wait_until_ready(page)
    expect(page.get_by_test_id("stException")).to_have_count(0)
    page.evaluate(TRANSLATE)
    assert "«" not in player.root.inner_text()  # numbers that change with every frame


@PHONES
def test_the_sheet_of_a_phone_closes_by_its_cross_by_choosing_a_page_and_by_a_swipe(
    open_page: OpenPage, viewport: tuple[int, int]
) -> None:
    page = open_page(viewport=viewport, touch=True).page
    bar = page.get_by_role("navigation", name="Main pages")
    more = bar.get_by_role("button", name="More")
    sheet = page.get_by_test_id("stSidebar")
    expect(sheet).to_be_hidden()
    more.tap()
    expect(sheet).to_have_attribute("data-collapsed", "false")
    page.get_by_role("button", name="Collapse sidebar").tap()  # nothing lies over it
    expect(sheet).to_have_attribute("data-collapsed", "true")
    more.tap()
    sheet.get_by_role("link", name="Theory").tap()
    expect(page).to_have_url(re.compile("/theory"))
    expect(sheet).to_have_attribute("data-collapsed", "true")
    more.tap()
    expect(sheet).to_have_attribute("data-collapsed", "false")
    swipe(page, sheet.get_by_role("heading", name="Problem"))
    expect(sheet).to_have_attribute("data-collapsed", "true")
    bar.get_by_role("link", name="Play").tap()
    expect(page).to_have_url(re.compile("/play"))
    expect(bar.get_by_role("link", name="Play")).to_have_attribute("aria-current", "page")
    for each in [*bar.get_by_role("link").all(), more]:
        box = each.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 44


def test_a_folded_sidebar_is_no_stop_of_the_tab_key(open_page: OpenPage) -> None:
    page = open_page().page
    page.get_by_test_id("stSidebar").hover()
    page.get_by_role("button", name="Collapse sidebar").click()
    expect(page.get_by_test_id("stSidebar")).to_have_attribute("data-collapsed", "true")
    page.evaluate("document.activeElement.blur()")
    for _ in range(12):
        page.keyboard.press("Tab")
        assert not page.evaluate(
            "document.activeElement.closest('[data-testid=stSidebarContent]') !== null"
        )


def test_the_links_to_the_pages_fold_before_they_lie_under_the_buttons(open_page: OpenPage) -> None:
    page = open_page(viewport=(1024, 768)).page
    nav = page.get_by_test_id("stTopNav").bounding_box()
    share = page.locator(".st-key-share").bounding_box()
    assert nav is not None
    assert share is not None
    assert nav["x"] + nav["width"] <= share["x"]


def test_without_has_nothing_is_covered(open_page: OpenPage) -> None:
    desk = open_page(viewport=(1024, 768)).page
    Player(desk)
    desk.evaluate(WITHOUT_HAS)
    nav = desk.get_by_test_id("stTopNav").bounding_box()
    share = desk.locator(".st-key-share").bounding_box()
    assert nav is not None
    assert share is not None
    assert nav["x"] + nav["width"] <= share["x"]
    phone = open_page(viewport=(390, 844), touch=True).page
    player = Player(phone)
    phone.evaluate(WITHOUT_HAS)
    player.wait_until_still()
    player.part("scrubber").scroll_into_view_if_needed()
    for part in ("scrubber", "next", "open-more"):
        assert player.part(part).evaluate(ON_TOP), part
    phone.get_by_role("navigation", name="Main pages").get_by_role("button", name="More").tap()
    expect(phone.get_by_test_id("stSidebar")).to_have_attribute("data-collapsed", "false")
    phone.get_by_role("button", name="Collapse sidebar").tap()
    expect(phone.get_by_test_id("stSidebar")).to_have_attribute("data-collapsed", "true")


def test_sliders_fill_from_where_they_begin_in_every_language(
    open_page: OpenPage,
) -> None:
    arabic = 'Object.defineProperty(Navigator.prototype, "language", {get: () => "ar"});'
    page = open_page(script=arabic).page
    slider = page.get_by_test_id("stSidebar").get_by_test_id("stSlider").first
    thumb = slider.locator("[data-rac][style*=left]")
    left = float(re.search(r"left: ([\d.]+)%", thumb.first.get_attribute("style") or "")[1])  # type: ignore[index] # it has one
    assert left < 30  # 12 of 2 … 100 arms


def test_about_says_what_it_is_how_to_cite_it_and_what_is_kept(open_page: OpenPage) -> None:
    page = open_page().page
    page.get_by_test_id("stMainMenu").get_by_role("button").click()
    page.get_by_text("About", exact=True).click()
    dialog = page.get_by_role("dialog")
    for said in ("Version", "MIT licence", "@article{dart,", "nothing about you"):
        expect(dialog).to_contain_text(said)


def test_the_short_link_comes_first_and_a_course_page_is_told_of_its_sandbox(
    open_page: OpenPage,
) -> None:
    page = open_page().page
    page.get_by_role("button", name="Share").click()
    dialog = page.get_by_role("dialog")
    first = dialog.get_by_test_id("stCode").first.locator("code")
    expect(first).to_have_text(re.compile(r"^http://[^?]+\?z="))
    dialog.get_by_role("tab", name="For a course page").click()
    expect(dialog).to_contain_text("allow-same-origin")


def test_a_phone_shares_by_its_own_sheet_and_the_dialog_stays_for_who_closes_it(
    open_page: OpenPage,
) -> None:
    page = open_page(viewport=(390, 844), touch=True, script=SHEET).page
    share, dialog = page.get_by_role("button", name="Share"), page.get_by_role("dialog")
    share.tap()
    expect(dialog).to_be_visible()
    what = page.evaluate("sent.map(({title, url}) => ({title, url}))")
    assert [each["title"] for each in what] == [title("", None)]
    expect(dialog.get_by_test_id("stCode").first).to_have_text(what[0]["url"])
    page.evaluate("sent[0].close()")
    expect(dialog.get_by_role("tab", name="QR code")).to_be_visible()
    dialog.get_by_role("button", name="Close").tap()
    expect(dialog).to_be_hidden()
    share.tap()
    expect(dialog).to_be_visible()
    page.evaluate("sent[1].done()")
    expect(dialog).to_be_hidden()


def test_a_moment_is_sent_by_a_phone_s_sheet_and_copied_where_that_fails(
    open_page: OpenPage,
) -> None:
    page = open_page(viewport=(390, 844), touch=True, script=SHEET, clipboard=True).page
    player = Player(page)
    player.scrub(0.5)
    player.part("open-more").tap()
    expect(player.part("copy")).to_have_text("Share link")
    player.part("copy").tap()
    assert f"at={player.t}" in page.evaluate("sent[0].url")
    page.evaluate("sent[0].close()")
    player.wait_until_drawn()
    expect(player.part("copied")).to_have_text("")
    page.evaluate("() => { Navigator.prototype.share = () => Promise.reject(Error('no')); }")
    player.part("open-more").tap()
    player.part("copy").tap()
    expect(player.part("copied")).to_have_text("Link copied")
    assert f"at={player.t}" in page.evaluate("navigator.clipboard.readText()")


def test_a_desk_copies_though_it_has_a_sheet(open_page: OpenPage) -> None:
    page = open_page(script=SHEET, clipboard=True).page
    player = Player(page)
    expect(player.part("copy")).to_have_text("Copy link")
    player.part("copy").click()
    expect(player.part("copied")).to_have_text("Link copied")
    page.get_by_role("button", name="Share").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    assert page.evaluate("sent.length") == 0
