"""Theory in a real browser: formulas are typeset, a phone can read it, assumptions can fail."""

from __future__ import annotations

from playwright.sync_api import expect

from dashboard.settings import Settings
from tests.browser.visits import OpenPage
from tests.links import to_query


def test_theory_is_typeset_fits_a_phone_and_can_be_made_to_fail(open_page: OpenPage) -> None:
    path = f"/theory?{to_query(Settings.default())}"
    page = open_page(path, viewport=(390, 844)).page
    expect(page.get_by_text("No bound on regret is proved")).to_be_visible(timeout=60_000)
    assert page.locator(".katex").count() > 20
    expect(page.locator(".katex-error")).to_have_count(0)
    main = page.get_by_test_id("stMain")
    assert main.evaluate("each => each.scrollWidth <= each.clientWidth")
    expect(page.get_by_text("Holds for all pairs and all partners.")).to_be_visible()
    page.get_by_role("button", name="Make Assumption 2 fail").click()
    expect(page.get_by_text("Broken by 66 pairs of arms")).to_be_visible(timeout=60_000)
    assert "law=varied" in page.url
