"""The chart and the lanes: values under the pointer, the regret axis, hiding the truth."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.player_driver import HORIZON, Player
from tests.browser.visits import OpenPage


@pytest.fixture
def player(open_page: OpenPage) -> Player:
    return Player(open_page().page)


def point(player: Player, share: float) -> None:
    """Move the pointer to a share of the chart's width."""
    box = player.part("chart").bounding_box()
    assert box is not None
    player.page.mouse.move(box["x"] + share * box["width"], box["y"] + box["height"] / 2)


def readout(player: Player) -> dict[str, str]:
    """Return the value of each curve; the names are longer here, with preset and constants."""
    cells = player.part("readout").locator("span:not(.head)").all_inner_texts()
    return {
        re.split(r" \(| · ", name)[0]: value
        for name, value in zip(cells[::2], cells[1::2], strict=True)
    }


def test_pointer_on_the_chart_shows_the_value_of_every_curve(player: Player) -> None:
    player.press("End")
    expect(player.root).to_have_attribute("data-t", str(HORIZON))
    expect(player.part("readout")).to_be_hidden()
    point(player, 0.5)
    expect(player.part("readout")).to_be_visible()
    middle = readout(player)
    shown = {"DART", "Frontier", "guessing", "oracle"}
    assert set(middle) == set(player.regret) == shown
    point(player, 0.999)
    expect(player.part("readout").locator(".head")).to_have_text(f"round {HORIZON:,}")
    # At the end the pointer and the labels at the playhead tell the same.
    assert readout(player) == player.regret != middle
    player.page.mouse.move(5, 5)
    expect(player.part("readout")).to_be_hidden()


def test_regret_axis_fits_dart_or_holds_all_curves_or_is_logarithmic(player: Player) -> None:
    player.press("End")
    expect(player.root).to_have_attribute("data-t", str(HORIZON))
    labels = player.page.locator(".curve-label")
    guessing = labels.filter(has_text="guessing")
    expect(guessing).to_contain_text("↑")  # it has left the frame
    regret = player.regret
    ticks = player.page.locator("[data-part=chart-picture] .tick-label")
    fit = ticks.all_text_contents()
    player.part("yaxis").select_option("all")
    expect(guessing).not_to_contain_text("↑")
    everything = ticks.all_text_contents()
    player.part("yaxis").select_option("log")
    expect(guessing).not_to_contain_text("↑")
    logarithmic = ticks.all_text_contents()
    assert len({tuple(fit), tuple(everything), tuple(logarithmic)}) == 3
    assert player.regret == regret
    assert player.t == HORIZON


def test_hiding_the_truth_hides_it_in_marks_tips_and_words(player: Player) -> None:
    player.press("ArrowRight")
    marks = player.page.locator(".token .best")
    expect(marks).to_have_count(3)
    expect(marks.first).to_be_visible()
    lanes = player.part("lanes-picture")
    token = player.page.locator(".token[data-arm='4']")
    expect(lanes).to_have_attribute("aria-label", re.compile("truly best"))
    token.locator(".body").hover()
    tip = player.part("tip")
    expect(tip).to_contain_text("ad 5")
    expect(tip).to_contain_text("truly")
    expect(token).to_have_attribute("aria-label", re.compile("truly"))
    player.part("truth").uncheck()
    expect(marks.first).to_be_hidden()
    expect(marks.last).to_be_hidden()
    expect(lanes).not_to_have_attribute("aria-label", re.compile("truly"))
    expect(token).not_to_have_attribute("aria-label", re.compile("true|truly"))
    token.locator(".body").hover()
    expect(tip).to_contain_text("ad 5")
    expect(tip).not_to_contain_text("true")
    player.part("truth").check()
    expect(marks.first).to_be_visible()
