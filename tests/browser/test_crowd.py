"""A crowd that plays is drawn by copies of its arms: they look as the arms themselves do."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image
from playwright.sync_api import Browser, Page, expect

from dart_player.assets import MOUNT, markup, script, styles
from dart_player.standalone import standalone
from dashboard.catalogue import choices
from dashboard.exports.about import about_picture
from dashboard.exports.python_code import watch_script
from dashboard.settings import Settings
from dashboard.watch.model import watch
from tests.browser.player_driver import Player

CROWD = replace(Settings.default(), n=45, k=4, horizon=20_000, race=choices("frontier.guaranteed"))
# Time stands still, and goes on by hand.
BY_HAND = """
  let now = 1000;
  let due = [];
  performance.now = () => now;
  window.requestAnimationFrame = (frame) => due.push(frame);
  window.step = (milliseconds) => {
    now += milliseconds;
    const frames = due;
    due = [];
    for (const frame of frames) frame(now);
  };
"""
# Then some are out, some chosen, some partly certified; frames until all have been painted; and the
# least that tells a part from none.
FRAMES = 350
WARM = 15
TABS = 40  # more than there are parts before the lanes
CLOSE = 70


@pytest.fixture(scope="module")
def crowd(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of a race of two, with 45 arms each."""
    player = watch(CROWD)["player"]
    about = about_picture(CROWD, player["version"], "run")
    script = watch_script(CROWD)
    file = tmp_path_factory.mktemp("crowd") / "race.html"
    file.write_text(standalone(player | {"about": about}, origin={}, code=script.text), "utf-8")
    return file


@pytest.fixture(params=["light", "dark"])
def page(browser: Browser, crowd: Path, request: pytest.FixtureRequest) -> Iterator[Page]:
    context = browser.new_context(
        viewport={"width": 1280, "height": 800}, color_scheme=request.param
    )
    context.add_init_script(BY_HAND)
    page = context.new_page()
    page.goto(crowd.as_uri())
    yield page
    context.close()


def seen(page: Page) -> NDArray[np.int16]:
    """Return the picture of the lanes, so small that a shift by half a pixel hardly counts."""
    picture = Image.open(io.BytesIO(page.locator("[data-part=racers]").screenshot()))
    return np.asarray(picture.convert("RGB").reduce(6), np.int16)


def go_on(page: Page, frames: int, milliseconds: float) -> None:
    page.evaluate(
        "([frames, ms]) => { for (; frames > 0; frames -= 1) window.step(ms); }",
        [frames, milliseconds],
    )


def test_copies_look_as_the_arms_do(page: Page) -> None:
    player = Player(page)
    page.keyboard.press("Space")
    go_on(page, FRAMES, 100)
    go_on(page, WARM, 1)  # a frame paints few looks: who changed last comes last
    player.expect_playing()
    expect(page.locator(".copies")).to_have_count(2)
    copied = seen(page)
    page.keyboard.press("Space")
    go_on(page, 1, 0)
    player.expect_playing(False)
    expect(page.locator(".copies")).to_have_count(0)
    assert np.abs(copied - seen(page)).max() < CLOSE
    for part in ("body", "label", "lit", "best", "arc"):
        hides = page.add_style_tag(content=f".token .{part} {{ visibility: hidden !important }}")
        assert np.abs(copied - seen(page)).max() > CLOSE, f"there was a {part} among them"
        hides.evaluate("node => node.remove()")


def test_who_is_pointed_at_or_reached_by_keyboard_is_drawn_among_the_others(page: Page) -> None:
    player = Player(page)
    page.keyboard.press("Space")
    go_on(page, 20, 100)
    first = page.locator(".lanes-panel", has=page.locator(".token")).first
    copies = first.locator(".copies")
    expect(copies).to_be_visible()
    arm = first.locator(".token[tabindex='0']")
    page.keyboard.press("Tab")
    for _ in range(TABS):
        if arm.evaluate("arm => arm.getRootNode().activeElement === arm"):
            break
        page.keyboard.press("Tab")
    expect(arm).to_be_focused()
    go_on(page, 1, 20)
    page.keyboard.press("ArrowRight")
    expect(first.get_by_role("button", name="arm 2:")).to_be_focused()
    expect(copies).to_have_count(0)
    expect(page.locator(".copies")).to_have_count(1)
    player.root.focus()
    go_on(page, WARM, 20)
    player.expect_playing()
    expect(copies).to_be_visible()


def test_other_arms_another_theme_and_another_player_leave_no_copies_behind(
    browser: Browser, tmp_path: Path
) -> None:
    shown = [watch(its)["player"] | {"rivals": []} for its in (CROWD, replace(CROWD, n=46))]
    mounts = f"""window.shown = {json.dumps(shown)};
    window.again = at => {{
      window.leave = {MOUNT}({{ data: [shown[at]], parentElement: document.body }});
    }};"""
    file = tmp_path / "player.html"
    file.write_text(
        f"<style>body {{ margin: 0 }} {styles()}</style>{markup()}"
        f"<script type=module>{script()}{mounts}</script>",
        encoding="utf-8",
    )
    page = browser.new_page(viewport={"width": 1280, "height": 800})
    page.add_init_script(BY_HAND)
    page.goto(file.as_uri())
    page.wait_for_function("() => Boolean(window.again)", polling=50)
    copies = page.locator(".copies")

    def play() -> None:
        page.evaluate("window.again(0)")
        player = Player(page)
        player.part("play").dispatch_event("click")
        go_on_until_copied()
        player.expect_playing()

    def go_on_until_copied() -> None:
        """Boxes are measured by the browser's own time, and then all begins anew."""
        for _ in range(20):
            go_on(page, WARM, 20)
            if copies.count() == 2:
                return
            page.wait_for_timeout(50)
        pytest.fail("Expected copies of both racers' arms; there were none.")

    play()
    page.evaluate("document.documentElement.style.setProperty('--st-background-color', '#0e1117')")
    page.evaluate("window.again(0)")
    expect(page.locator("[data-theme=dark]")).to_be_visible()
    expect(copies).to_have_count(0)
    go_on_until_copied()
    page.evaluate("window.again(1)")
    go_on(page, 4 * WARM, 20)
    expect(page.locator(".token")).to_have_count(92)
    expect(copies).to_have_count(0)
    expect(page.locator(".token .body").last).to_be_visible()
    play()
    page.evaluate("window.leave()")
    page.evaluate("window.again(0)")
    expect(copies).to_have_count(0)
    expect(page.locator(".token")).to_have_count(90)
    page.close()
