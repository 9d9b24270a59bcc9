"""The sidebar: each change gives a new run, and the address bar holds all of it."""

import re
from urllib.parse import urlsplit

from playwright.sync_api import Page, expect

from dashboard.settings import Settings
from tests.browser.player_driver import Player, Sidebar, expect_facts
from tests.browser.visits import OpenPage
from tests.links import from_query


def in_address(page: Page) -> Settings:
    """Return what the address bar says; it must be complete and free of errors."""
    settings, _, notices = from_query(urlsplit(page.url).query)
    assert notices == []
    return settings


def test_more_chosen_arms_give_a_new_run_from_its_start_and_a_full_address(
    open_page: OpenPage,
) -> None:
    page = open_page().page
    player, sidebar = Player(page), Sidebar(page)
    forecast = page.locator(".st-key-forecast")
    before = forecast.inner_text()
    player.press("ArrowRight", "ArrowRight")
    player.expect_moved_from(0)
    sidebar.slide("Chosen arms K", "ArrowRight")
    expect_facts(page, "choose K = 4")
    expect(player.part("lanes-picture")).to_contain_text("0 of 4")
    player.expect_frame(0)
    player.expect_playing(False)
    expect(forecast).not_to_have_text(before)
    expect(page).to_have_url(re.compile("k=4"))
    settings = in_address(page)
    assert (settings.n, settings.k, settings.seed) == (12, 4, Settings.default().seed)

    player.press_in_player("End")
    player.wait_until_still()
    end = (player.sentence, player.regret, forecast.inner_text())
    page.reload()
    expect_facts(page, "choose K = 4")
    player = Player(page)
    player.press_in_player("End")
    player.wait_until_still()
    assert (player.sentence, player.regret, forecast.inner_text()) == end
    assert in_address(page) == settings


def test_back_and_forward_undo_and_redo_a_change(open_page: OpenPage) -> None:
    page = open_page().page
    sidebar = Sidebar(page)
    sidebar.slide("Chosen arms K", "ArrowRight")
    expect_facts(page, "choose K = 4")
    expect(page).to_have_url(re.compile("k=4"))
    sidebar.slide("Chosen arms K", "ArrowRight")
    expect_facts(page, "choose K = 5")
    expect(page).to_have_url(re.compile("k=5"))
    page.go_back()
    expect_facts(page, "choose K = 4")
    page.go_back()
    expect_facts(page, "N = 12 arms, choose K = 3")
    sidebar.expect_value("Chosen arms K", "3")
    page.go_forward()
    expect_facts(page, "choose K = 4")
    sidebar.expect_value("Chosen arms K", "4")
    assert in_address(page).k == 4


def test_fewer_arms_than_chosen_lower_k_and_say_so(open_page: OpenPage) -> None:
    page = open_page().page
    sidebar = Sidebar(page)
    sidebar.slide("Arms N", "Home")
    expect_facts(page, "N = 2 arms, choose K = 2")
    expect(sidebar.root.get_by_text("K is now 2, the number of arms.")).to_be_visible()
    expect(Player(page).part("lanes-picture")).to_contain_text("of 2")
    expect(page.get_by_test_id("stException")).to_have_count(0)


def test_quick_changes_of_several_settings_never_undo_each_other(open_page: OpenPage) -> None:
    page = open_page().page
    sidebar = Sidebar(page)
    for _ in range(4):
        sidebar.slide("Arms N", "ArrowRight")
        sidebar.slide("Chosen arms K", "ArrowRight")
        sidebar.slide("Rounds T", "ArrowLeft")
    expect_facts(page, "N = 16 arms, choose K = 7, T = 500")
    expect(page).to_have_url(re.compile("n=16&k=7&t=500&"))
    for name, value in (("Arms N", "16"), ("Chosen arms K", "7"), ("Rounds T", "500")):
        sidebar.expect_value(name, value)
    assert in_address(page).horizon == 500


def test_horizon_of_a_link_between_the_usual_ones_can_be_left(open_page: OpenPage) -> None:
    page = open_page("/?n=12&k=3&t=1234").page
    sidebar = Sidebar(page)
    sidebar.expect_value("Rounds T", "1,234")
    for rounds in ("2,000", "5,000"):
        sidebar.slide("Rounds T", "ArrowRight")
        expect_facts(page, "choose K = 3")
        sidebar.expect_value("Rounds T", rounds)
    expect(page).to_have_url(re.compile("t=5000"))
    assert in_address(page).horizon == 5_000


def test_settings_that_appear_later_show_the_value_they_had(open_page: OpenPage) -> None:
    page = open_page("/?n=12&k=3&t=1000&gap=0.37&m=2").page
    sidebar = Sidebar(page)
    sidebar.choose("Arm means", "two groups")
    sidebar.expect_value("Gap", "0.37")
    sidebar.choose("Joint reward f", "whether at least m of them pay")
    sidebar.expect_value("At least m", "2")
    expect_facts(page, "at least 2")
    sidebar.choose("Arm means", "evenly spaced")
    expect(sidebar.root.get_by_role("slider", name="Gap")).to_have_count(0)
    sidebar.choose("Arm means", "one hard pair")
    sidebar.expect_value("Gap", "0.37")
    expect(page).to_have_url(re.compile("arms=pair"))
    settings = in_address(page)
    assert (settings.gap, settings.at_least) == (0.37, 2)


def test_scenario_fills_in_every_setting_and_a_change_leaves_it(open_page: OpenPage) -> None:
    page = open_page().page
    sidebar = Sidebar(page)
    sidebar.choose("Start from", "Cross-selling")
    expect_facts(page, "A shop sells bundles", "N = 24 arms, choose K = 4")
    Player(page).expect_frame(0)
    expect(page).to_have_url(re.compile("reward=quadratic"))
    assert dict(in_address(page).constants)["c"] == 0.06
    sidebar.slide("Arms N", "ArrowRight")
    expect_facts(page, "N = 25 arms")
    expect(page.get_by_text("A shop sells bundles")).to_have_count(0)
    expect(sidebar.root.get_by_placeholder("Your own settings")).to_have_value("")


def test_constants_replace_those_of_the_preset(open_page: OpenPage) -> None:
    page = open_page().page
    sidebar = Sidebar(page)
    sidebar.root.get_by_text("Advanced: constants").click()
    box = sidebar.root.get_by_role("textbox", name="λ")
    expect(box).to_be_visible()
    box.fill("0.2")
    box.press("Enter")
    expect(page).to_have_url(re.compile("lam=0.2"), timeout=30_000)
    player = Player(page)
    player.press_in_player("End")
    expect(player.part("story")).to_contain_text("time to stop looking")
    expect(page).to_have_url(re.compile("lam=0.2"))
    box.fill("")
    box.press("Enter")
    expect(page).to_have_url(re.compile("lam=preset"))
    assert "lam" not in dict(in_address(page).constants)


def test_new_instance_changes_the_arms_and_new_luck_only_the_run(open_page: OpenPage) -> None:
    page = open_page().page
    sidebar = Sidebar(page)
    player = Player(page)
    best = player.page.locator(".token:has(.best)")
    read = "tokens => tokens.map(token => token.dataset.arm)"
    start = best.evaluate_all(read)
    sidebar.press("Same arms, new luck")
    expect(page).to_have_url(re.compile("arms_seed=131&seed=10"))
    expect_facts(page, "choose K = 3")
    assert best.evaluate_all(read) == start
    sidebar.press("New instance")
    expect(page).to_have_url(re.compile("arms_seed=132&seed=11"))
    expect_facts(page, "choose K = 3")
    expect(best).to_have_count(3)
    assert best.evaluate_all(read) != start
    player.expect_frame(0)


def test_quick_presses_all_count(open_page: OpenPage) -> None:
    page = open_page().page
    sidebar = Sidebar(page)
    for button in ("New instance", "New instance", "Same arms, new luck"):
        sidebar.press(button)
    expect(page).to_have_url(re.compile("arms_seed=133&seed=12"))
    expect_facts(page, "choose K = 3")
    settings = in_address(page)
    assert (settings.arms_seed, settings.seed) == (133, 12)


def test_unreadable_list_of_means_is_explained_and_the_run_stays(open_page: OpenPage) -> None:
    page = open_page().page
    sidebar = Sidebar(page)
    sidebar.choose("Arm means", "given")
    box = sidebar.root.get_by_role("textbox", name="Means")
    expect(box).to_be_visible()
    box.fill("0.1, oops")
    box.press("Control+Enter")
    expect(sidebar.root.get_by_text("the last good value is used")).to_be_visible()
    expect(box).to_have_value("0.1, oops")
    expect_facts(page, "N = 12 arms")
    box.fill("0.9 0.1\n0.5,")
    box.press("Control+Enter")
    expect_facts(page, "N = 3 arms, choose K = 3")
    assert in_address(page).means == (0.9, 0.1, 0.5)
