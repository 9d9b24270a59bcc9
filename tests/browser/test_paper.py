"""The page on the paper in a real browser: a phone can read its claims, formulas are typeset."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.visits import OpenPage


def test_the_paper_fits_a_phone_and_its_formulas_are_typeset(open_page: OpenPage) -> None:
    visit = open_page("/paper", viewport=(390, 844))
    page = visit.page
    expect(page.get_by_text("Made by")).to_be_visible(timeout=60_000)
    main = page.get_by_test_id("stMain")
    assert main.evaluate("each => each.scrollWidth <= each.clientWidth")
    expect(page.locator(".katex-error")).to_have_count(0)
    claims = page.locator(".st-key-paper-claims")
    assert claims.locator(".katex").count() >= 5
    # Each claim is a block with its cells under each other, none of them squeezed.
    assert claims.evaluate("each => each.scrollWidth <= each.clientWidth")
    narrowest = claims.locator("tbody td").evaluate_all(
        "cells => Math.min(...cells.map(cell => cell.clientWidth))"
    )
    assert narrowest > 250
    page.get_by_text("How a verdict comes about").click()
    expect(page.get_by_text("Bonferroni")).to_be_visible()
    assert not visit.errors
