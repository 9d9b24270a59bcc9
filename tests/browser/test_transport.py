"""The transport: buttons, keys, scrubber, speed, and what must not disturb a run."""

import pytest
from playwright.sync_api import expect

from tests.browser.player_driver import COUNT, EVENTS, HORIZON, Player
from tests.browser.visits import OpenPage

LAST = COUNT - 1


@pytest.fixture
def player(open_page: OpenPage) -> Player:
    return Player(open_page().page)


def test_buttons_and_arrow_keys_step_through_the_same_events(player: Player) -> None:
    for frame in EVENTS[1:4]:
        player.part("next").click()
        player.expect_frame(frame)
    for frame in EVENTS[2:0:-1]:
        player.part("previous").click()
        player.expect_frame(frame)
    for frame in EVENTS[2:5]:
        player.press("ArrowRight")
        player.expect_frame(frame)
    player.press("ArrowLeft")
    player.expect_frame(EVENTS[3])
    expect(player.part("story")).to_contain_text("lead of")
    player.expect_playing(False)


def test_home_and_end_go_to_the_first_and_the_last_round(player: Player) -> None:
    player.press("End")
    player.wait_until_still()
    player.expect_frame(LAST)
    assert player.t == HORIZON
    player.press("ArrowRight")
    player.expect_frame(LAST)
    player.press("Home")
    player.expect_frame(0)
    player.press("ArrowLeft")
    player.expect_frame(0)


def test_space_and_button_play_and_pause(player: Player) -> None:
    player.press("Space")
    player.expect_playing()
    player.expect_moved_from(0)
    expect(player.part("play")).to_have_accessible_name("Pause")
    player.press("Space")
    player.expect_playing(False)
    paused = player.frame
    assert 0 < paused < LAST
    assert player.positions(300) == []
    player.part("play").click()
    player.expect_playing()
    player.expect_moved_from(paused)
    assert player.pause() > paused


def test_run_stops_at_its_end_and_can_be_played_again_and_replayed(player: Player) -> None:
    player.scrub(0.97)
    player.part("speed").select_option("16")
    player.part("play").click()
    player.expect_frame(LAST)
    player.expect_playing(False)
    assert player.t == HORIZON
    player.part("speed").select_option("1")
    player.part("play").click()
    player.expect_playing()
    assert player.pause() < EVENTS[2]
    player.scrub(0.5)
    player.part("replay").click()
    player.expect_playing()
    assert player.pause() < EVENTS[2]


def test_keys_and_select_change_the_speed_but_not_the_position(player: Player) -> None:
    player.scrub(0.4)
    position = player.frame
    speed = player.part("speed")
    player.root.focus()
    for key, expected in (("+", "2"), ("+", "4"), ("-", "2"), ("=", "4")):
        player.press(key)
        expect(speed).to_have_value(expected)
    player.press("+", "+", "+")
    expect(speed).to_have_value("16")
    speed.select_option("0.25")
    player.press("Escape")
    player.root.focus()
    player.press("-")
    expect(speed).to_have_value("0.25")
    player.expect_frame(position)


def test_time_scale_keeps_the_position_and_moves_the_scrubber(player: Player) -> None:
    player.scrub(0.5)
    position, share = player.frame, player.part("scrubber").input_value()
    for scale in ("linear", "log", "event"):
        player.part("clock").select_option(scale)
        player.expect_frame(position)
    assert player.part("scrubber").input_value() == share
    player.part("clock").select_option("linear")
    assert player.part("scrubber").input_value() != share
    player.scrub(0.5)
    assert player.t == pytest.approx(HORIZON / 2, rel=0.01)
    player.part("clock").select_option("log")
    player.scrub(0.5)
    assert player.t == pytest.approx(HORIZON**0.5, rel=0.05)


def test_scrubber_follows_the_mouse(player: Player) -> None:
    box = player.part("scrubber").bounding_box()
    assert box is not None
    mouse, middle = player.page.mouse, box["y"] + box["height"] / 2
    mouse.move(box["x"] + 0.3 * box["width"], middle)
    mouse.down()
    expect(player.part("scrubber")).not_to_have_value("0")
    player.expect_moved_from(0)  # the picture follows with the next animation frame
    first = player.frame
    mouse.move(box["x"] + 0.7 * box["width"], middle, steps=4)
    mouse.up()
    player.expect_moved_from(first)
    assert EVENTS[1] < first < player.frame < LAST
    assert int(player.part("scrubber").input_value()) == pytest.approx(7000, abs=150)


def test_theme_and_window_keep_the_position(player: Player) -> None:
    page = player.page
    player.scrub(0.6)
    position, sentence, regret = player.frame, player.sentence, player.regret
    page.emulate_media(color_scheme="dark")
    expect(player.root).to_have_attribute("data-theme", "dark")
    page.get_by_test_id("stMainMenu").get_by_role("button").click()
    page.get_by_role("menuitemradio", name="Light").click()
    expect(player.root).to_have_attribute("data-theme", "light")
    page.keyboard.press("Escape")
    lanes = player.part("lanes-picture")
    for width, height in ((760, 900), (390, 844), (1440, 900)):
        before = lanes.get_attribute("viewBox")
        page.set_viewport_size({"width": width, "height": height})
        expect(lanes).not_to_have_attribute("viewBox", before or "")  # drawn anew
    player.expect_frame(position)
    player.expect_playing(False)
    assert (player.sentence, player.regret) == (sentence, regret)


def test_theme_window_speed_and_scale_do_not_stop_a_playing_run(player: Player) -> None:
    page = player.page
    player.part("play").click()
    positions = [player.frame]
    for disturb in (
        lambda: page.emulate_media(color_scheme="dark"),
        lambda: page.set_viewport_size({"width": 900, "height": 700}),
        lambda: page.set_viewport_size({"width": 1440, "height": 900}),
        lambda: player.part("clock").select_option("linear"),
        lambda: player.part("speed").select_option("0.5"),
        lambda: page.emulate_media(color_scheme="light"),
    ):
        disturb()
        player.expect_moved_from(positions[-1])
        player.expect_playing()
        positions.append(player.frame)
    assert positions == sorted(positions)
    end = player.pause()
    assert end >= positions[-1]
    assert player.positions(300) == []  # pause still pauses


def test_keys_that_belong_to_a_control_of_the_sidebar_leave_the_player_alone(
    player: Player,
) -> None:
    page = player.page
    page.get_by_role("combobox", name="Joint reward f").focus()
    player.press("Space", "Escape")
    page.get_by_role("button", name="New instance").focus()
    player.press("End", "ArrowRight")
    player.expect_frame(0)
    player.expect_playing(False)


def test_presented_the_player_has_the_focus_and_the_space_bar_plays_from_anywhere(
    player: Player,
) -> None:
    player.part("present").click()
    expect(player.root).to_have_attribute("data-presents", "true")
    player.press("ArrowRight")
    player.expect_frame(EVENTS[1])
    player.part("present").focus()  # where the space bar would leave
    player.press("Space")
    player.expect_playing()
    expect(player.root).to_have_attribute("data-presents", "true")


def test_playing_sends_and_receives_nothing(open_page: OpenPage) -> None:
    visit = open_page()
    player = Player(visit.page)
    player.part("play").click()
    player.expect_moved_from(0)
    messages, requests = visit.messages, len(visit.requests)
    assert messages > 0
    positions = player.positions(3000)
    assert len(positions) > 10
    player.expect_playing()
    player.part("next").click()
    player.part("speed").select_option("4")
    player.part("truth").uncheck()
    player.pause()
    assert visit.messages == messages
    assert len(visit.requests) == requests
