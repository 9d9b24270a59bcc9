"""Arms of one's own: pasted, corrected where they are wrong, played with, and what links say."""

import io
import re
from typing import Any
from urllib.parse import urlsplit

import numpy as np
import openpyxl
import pandas as pd
from playwright.sync_api import Locator, Page, expect

import dart_core as dc
from dashboard.own_problem.together import COLUMNS, KEEP, ROWS
from tests.browser.player_driver import Sidebar, expect_facts
from tests.browser.visits import OpenPage
from tests.links import from_query


def paste(page: Page, table: str) -> None:
    box = page.get_by_label("Paste a table")
    box.fill(table)
    box.press("Control+Enter")


def test_arms_are_pasted_corrected_and_played(open_page: OpenPage) -> None:
    visit = open_page()
    page = visit.page
    page.get_by_role("button", name="Your own arms").click()
    paste(page, "name;mean\nLogo;12,5%\n<b>Photo</b>;abc")
    expect(page.get_by_text("line 3: expected a number in [0, 1]")).to_be_visible()
    expect(page.get_by_role("button", name="Use these arms")).to_have_count(0)
    paste(page, "name;mean\nLogo;12,5%\n<b>Photo</b>;0,31\nVideo;0,2\n=A1;0,1")
    page.get_by_role("button", name="Use these arms").click()
    expect_facts(page, "N = 4 arms, choose K = 3")
    labels = page.locator(".token .label")
    expect(labels).to_have_text(["Logo", "<b>Phot…", "Video", "=A1"])
    settings, _, notices = from_query(urlsplit(page.url).query)
    assert (settings.means, notices) == ((0.125, 0.31, 0.2, 0.1), [])
    assert visit.errors == []


def own_arms(page: Page) -> Locator:
    page.get_by_role("button", name="Your own arms").click()
    return page.get_by_role("dialog")


def test_what_a_table_leaves_open_is_asked_and_can_be_corrected(open_page: OpenPage) -> None:
    visit = open_page()
    page = visit.page
    dialog = own_arms(page)
    paste(page, "date,A,B,C\n2024-01-01,5,1,2\n2024-01-02,4,3,2")
    use = dialog.get_by_role("button", name="Use these arms")
    dialog.get_by_text("nothing: leave it out").click()
    expect(use).to_have_count(0)
    dialog.get_by_text("points from 1 to 5").click()
    expect(dialog.get_by_text("scaled from 1 to 5 to 0 to 1")).to_be_visible()
    expect(dialog.get_by_text("6 rewards: 3 arms")).to_be_visible()
    dialog.get_by_text("Read it differently").click()
    columns = dialog.get_by_role("combobox", name="Columns with rewards")
    columns.press("Backspace")  # by keys: what opens still moves under a pointer
    expect(dialog.get_by_text("4 rewards: 2 arms")).to_be_visible()
    use.click()
    expect_facts(page, "N = 2 arms")
    settings, _, notices = from_query(urlsplit(page.url).query)
    assert (settings.names, settings.means, notices) == (("A", "B"), (0.875, 0.25), [])
    assert visit.errors == []


def test_a_workbook_is_uploaded(open_page: OpenPage) -> None:
    book = openpyxl.Workbook()
    for row in (["Summer"], ["ad", "clicks", "views"], ["Logo", 10, 100], ["Foto", 30, 120]):
        book.active.append(row)
    file = io.BytesIO()
    book.save(file)
    visit = open_page()
    page = visit.page
    dialog = own_arms(page)
    kind = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
    dialog.locator("input[type=file]").set_input_files(
        {"name": "ads.xlsx", "mimeType": kind, "buffer": file.getvalue()}
    )
    expect(dialog.get_by_text("Read as counts, clicks out of views: 2 arms.")).to_be_visible()
    dialog.get_by_role("button", name="Use these arms").click()
    expect_facts(page, "N = 2 arms")
    settings, _, _ = from_query(urlsplit(page.url).query)
    assert (settings.names, settings.means) == (("Logo", "Foto"), (0.1, 0.25))
    assert visit.errors == []


def use_rows(page: Page, table: str) -> None:
    """Paste a table of a column per arm, keep its rows together, and use it."""
    dialog = own_arms(page)
    paste(page, table)
    expect(dialog.get_by_text(COLUMNS)).to_be_visible()
    dialog.get_by_text(KEEP).click()
    expect(dialog.get_by_text(ROWS)).to_be_visible()
    dialog.get_by_role("button", name="Use these arms").click()
    expect(page.get_by_test_id("stMain").get_by_text(ROWS)).to_be_visible()


def truly_best(page: Page) -> list[str]:
    """The arms that the picture marks as those of the best set."""
    marked = page.locator(".token").filter(has=page.locator(".best"))
    return marked.locator(".label").all_text_contents()


def test_rows_are_kept_together_and_the_pair_that_always_pays_is_best(open_page: OpenPage) -> None:
    page = open_page("/?n=6&k=2&reward=max&t=2000").page
    use_rows(page, "A,B,C\n1,0,1\n0,1,1\n1,0,0\n0,1,0")
    expect_facts(page, "N = 3 arms, choose K = 2")
    expect(page.locator(".token .label")).to_have_text(["A", "B", "C"])
    assert truly_best(page) == ["A", "B"]

    link = urlsplit(page.url)
    settings, _, notices = from_query(link.query)
    assert settings.problem().arms == dc.Rows([[1, 0, 1], [0, 1, 1], [1, 0, 0], [0, 1, 0]])
    assert (settings.problem().optimal_set, notices) == ((0, 1), [])
    other = open_page(f"/?{link.query}").page  # the link alone brings the same problem
    expect(other.get_by_test_id("stMain").get_by_text(ROWS)).to_be_visible()
    assert truly_best(other) == ["A", "B"]

    compared = open_page(f"/compare?{link.query}&vs=random&runs=2").page
    main = compared.get_by_test_id("stMain")
    expect(main.get_by_text(ROWS)).to_be_visible()
    main.get_by_text("Save and reproduce").click()
    code = main.get_by_test_id("stCode")
    expect(code).to_contain_text("dc.Rows(", timeout=30_000)
    with compared.expect_download() as download:
        main.get_by_role("button", name="Runs (CSV)").click()
    table = pd.read_csv(download.value.path(), comment="#")
    names: dict[str, Any] = {}
    exec(code.inner_text(), names)
    assert names["study"].outcomes["regret"].tolist() == table["regret"].tolist()

    played = open_page(f"/play?{link.query}").page
    expect(played.get_by_test_id("stMain").get_by_text(ROWS)).to_be_visible()

    # The same table, a column for each arm: that is said as well, and all pairs are alike.
    law = Sidebar(page).root.get_by_role("combobox", name="An arm's reward")
    law.evaluate("box => box.scrollIntoView({ block: 'center' })")  # its list closes on scrolling
    Sidebar(page).choose("An arm's reward", "each column of your data alone")
    expect(page.get_by_test_id("stMain").get_by_text(COLUMNS)).to_be_visible()
    expect(page.locator(".token .best")).to_have_count(2)
    problem = from_query(urlsplit(page.url).query)[0].problem()
    worth = [problem.expected_reward(pair) for pair in ([0, 1], [0, 2], [1, 2])]
    assert worth == [0.75, 0.75, 0.75]


def test_rows_that_no_link_holds_are_named_and_found_again_in_their_session(
    open_page: OpenPage,
) -> None:
    page = open_page("/?n=8&k=2&reward=max&t=2000").page
    draws = np.random.default_rng(0).random((400, 8)).round(4)
    head = ",".join("ABCDEFGH")
    use_rows(page, "\n".join([head, *(",".join(map(str, row)) for row in draws)]))
    link = urlsplit(page.url)
    assert "own=" in link.query
    assert len(link.query) < 2_000
    expect(page.locator(".token .label")).to_have_text(list("ABCDEFGH"))
    best = truly_best(page)
    Sidebar(page).slide("Chosen arms K", "ArrowRight")
    expect_facts(page, "choose K = 3")
    page.go_back()  # to the address that only names the rows
    expect_facts(page, "choose K = 2")
    expect(page.get_by_test_id("stMain").get_by_text(ROWS)).to_be_visible()
    expect(page.locator(".token .best")).to_have_count(2)
    assert truly_best(page) == best
    other = open_page(f"/?{link.query}").page
    expect(other.get_by_text("arms that pay 0 or 1 with their means used")).to_be_visible()
    expect(other.get_by_test_id("stMain").get_by_text(ROWS)).to_have_count(0)


def test_a_thousand_arms_are_played_and_missed_elsewhere(open_page: OpenPage) -> None:
    visit = open_page()
    page = visit.page
    page.get_by_role("button", name="Your own arms").click()
    means = np.random.default_rng(0).random(1_000)
    paste(page, "\n".join(f"{mean:.4f}" for mean in means))
    expect(page.get_by_text("A link cannot hold so much").first).to_be_visible()
    page.get_by_role("button", name="Use these arms").click()
    expect_facts(page, "N = 1000 arms")
    expect(page.locator(".token")).to_have_count(1_000)
    assert visit.errors == []
    there = urlsplit(page.url)
    assert len(there.query) < 1_000
    other = open_page(f"{there.path}?{there.query}").page
    expect(other.get_by_text("the session in which its sender gave these arms")).to_be_visible()


def test_the_count_curve_is_drawn_by_hand_and_by_keys(open_page: OpenPage) -> None:
    page = open_page("/?n=8&k=4&reward=curve&curve=0,0.1,0.3,0.6,1").page
    page.get_by_role("button", name="Draw the curve").click()
    points = page.get_by_role("slider", name="g(")
    expect(points).to_have_count(5, timeout=30_000)
    box = points.nth(3).locator("circle").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, 2_000, steps=4)  # down to 0: the points before it come along
    page.mouse.up()
    expect(points.nth(1)).to_have_attribute("aria-valuenow", "0")
    points.nth(4).press("PageDown")
    points.nth(4).press("ArrowLeft")
    points.nth(3).press("ArrowUp")
    expect(points.nth(3)).to_have_attribute("aria-valuenow", "0.01")
    page.get_by_role("button", name="Use this curve").click()
    expect(page).to_have_url(re.compile("curve=0%2C0%2C0%2C0.01%2C0.9"))


def test_a_mean_is_typed_with_a_decimal_comma(open_page: OpenPage) -> None:
    """A cell of numbers dropped the comma, and 0,5 became 1."""
    page = open_page().page
    dialog = own_arms(page)
    paste(page, "A\t0,75\nB\t0,25\nC\t0,3")
    expect(dialog.get_by_text("3 arms")).to_be_visible(timeout=20_000)
    cells = dialog.get_by_test_id("data-grid-canvas").first
    box = cells.bounding_box()
    assert box is not None
    page.mouse.dblclick(box["x"] + 0.35 * box["width"], box["y"] + 52)  # the first arm's mean
    cell = page.locator("#portal textarea")
    cell.fill("0,5")
    cell.press("Enter")
    expect(dialog.get_by_test_id("glide-cell-2-0")).to_have_text("0,5")
    dialog.get_by_role("button", name="Use these arms").click()
    expect_facts(page, "N = 3 arms")
    settings, _, notices = from_query(urlsplit(page.url).query)
    assert (settings.means, notices) == ((0.5, 0.25, 0.3), [])
