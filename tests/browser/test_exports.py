"""What is taken along: a file that plays from disk, pictures, a video, tables."""

from __future__ import annotations

import io
import json
import re
import zlib
from pathlib import Path
from xml.etree import ElementTree

import pandas as pd
import pytest
from PIL import Image
from playwright.sync_api import Browser, Page, expect

import dart_core as dc
from dart_player.standalone import standalone
from dashboard.catalogue import choices
from dashboard.exports.about import CITATION, about, about_picture
from dashboard.exports.python_code import watch_script
from dashboard.settings import Settings
from dashboard.watch.model import stored
from tests.browser.player_driver import COUNT, EVENTS, Player
from tests.browser.visits import OpenPage
from tests.links import to_query

SLIDE = (1920, 1080)
EBML = bytes.fromhex("1a45dfa3")  # how a WebM file begins
# Recorders that exist and make no video: one is of no use, the others fail at some time.
BROKEN_RECORDERS = {
    "records nothing": "stop() { this.state = 'inactive'; "
    "this.ondataavailable({data: new Blob([])}); this.onstop(); }",
    "cannot be made": "constructor() { throw new Error('no encoder'); }",
    "cannot start": "start() { throw new Error('no encoder'); }",
    "stops with an error": "start() { this.state = 'recording'; setTimeout(() => { "
    "this.state = 'inactive'; this.onerror({error: new Error('no encoder')}); }, 300); }",
}
# What browsers of 2021 lack (Safari 14.1, Chrome 90, Firefox 90); their syntax the bundler knows.
OLD = """
  const lack = (its, ...names) => names.forEach((name) => delete its[name]);
  const texts = [Array.prototype, Object.getPrototypeOf(Uint8Array).prototype, String.prototype];
  const later = ["at", "findLast", "findLastIndex", "toReversed", "toSorted", "toSpliced", "with"];
  texts.forEach((each) => lack(each, ...later));
  lack(Object, "hasOwn", "groupBy");
  lack(Promise, "withResolvers", "try");
  lack(Crypto.prototype, "randomUUID");
  lack(window, "structuredClone", "requestIdleCallback", "OffscreenCanvas", "scheduler");
  [Document, ShadowRoot].forEach(({ prototype }) => lack(prototype, "adoptedStyleSheets"));
  lack(Element.prototype, "checkVisibility");
  lack(HTMLElement.prototype, "inert", "showPopover");
  lack(CanvasRenderingContext2D.prototype, "roundRect");
  lack(AbortSignal, "timeout", "any");
"""
RECORDER = """
  class Plain {
    state = "inactive";
    static isTypeSupported() { return true; }
    start() { this.state = "recording"; }
  }
  window.MediaRecorder = class extends Plain { %s };
"""


def saved(page: Page, button: str) -> bytes:
    with page.expect_download() as download:
        page.get_by_role("button", name=button, exact=True).click()
    return Path(download.value.path()).read_bytes()


def saved_from_player(page: Page, button: str) -> bytes:
    page.locator("[data-part=saving] summary").click()
    return saved(page, button)


def test_the_standalone_file_plays_from_disk_in_an_old_browser(
    browser: Browser, tmp_path: Path
) -> None:
    settings = Settings.default()
    player = stored()["player"]
    facts = about_picture(settings, player["version"], "run")
    file = tmp_path / "run.html"
    script = watch_script(settings)
    text = standalone(player | {"about": facts}, origin=script.about, code=script.text)
    file.write_text(text, "utf-8")
    context = browser.new_context(offline=True, color_scheme="dark")
    context.add_init_script(OLD)
    page = context.new_page()
    asked: list[str] = []
    complaints: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("console", lambda message: complaints.append(message.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto(file.as_uri())
    driver = Player(page)

    driver.press("ArrowRight")
    driver.expect_frame(EVENTS[1])
    driver.press("Space")
    driver.expect_playing()
    driver.expect_moved_from(EVENTS[1])
    driver.press("Space")
    driver.expect_playing(False)
    driver.scrub(1.0)
    driver.expect_frame(COUNT - 1)
    expect(page.get_by_text(CITATION).first).to_be_visible()
    expect(page.get_by_role("button", name="Copy link")).to_be_hidden()

    svg = ElementTree.fromstring(saved_from_player(page, "Picture (SVG)"))
    assert (svg.get("width"), svg.get("height")) == tuple(map(str, SLIDE))
    metadata = svg.find("{http://www.w3.org/2000/svg}metadata")
    assert metadata is not None
    assert json.loads(metadata.text or "") == facts
    marked = [node for node in svg.iter() if node.get("style") or "var(" in str(node.attrib)]
    assert marked == []  # other programs need not know style sheets
    assert any(node.get("stroke-opacity") == "0.3" for node in svg.iter())  # the curves to come
    picture = Image.open(io.BytesIO(saved_from_player(page, "Picture (PNG)")))
    assert picture.size == SLIDE
    assert picture.getpixel((2, 2))[:3] == (255, 255, 255)  # type: ignore[index] # it is RGB
    assert facts.items() <= picture.info.items()
    driver.part("speed").select_option("16")
    assert saved_from_player(page, "Video").startswith(EBML)

    assert [url for url in asked if not url.startswith(("data:", "blob:"))] == [file.as_uri()]
    assert complaints == []
    context.close()


@pytest.mark.parametrize("how", BROKEN_RECORDERS)
def test_a_recorder_that_makes_no_video_says_so(open_page: OpenPage, how: str) -> None:
    page = open_page(script=RECORDER % BROKEN_RECORDERS[how]).page
    player = Player(page)
    player.part("speed").select_option("16")
    player.part("save").click()
    downloads: list[str] = []
    page.on("download", lambda its: downloads.append(its.suggested_filename))
    player.part("record").click()
    why = "it recorded nothing" if how == "records nothing" else "no encoder"
    said = f"No video: this browser cannot make one ({why}). Try Chrome or Firefox, or save a pict"
    expect(player.part("copied")).to_have_text(re.compile(re.escape(said)), timeout=20_000)
    expect(player.part("copied")).to_be_in_viewport()
    expect(player.part("record")).to_have_text("Video")
    assert downloads == []
    player.part("save").click()
    with page.expect_download():  # what is left works
        player.part("save-png").click()
    expect(player.part("copied")).to_have_text("")


def test_a_study_is_saved_with_its_origin(open_page: OpenPage) -> None:
    settings = Settings(n=5, k=2, horizon=300, runs=3, rivals=choices("random"))
    page = open_page(f"/compare?{to_query(settings)}", color_scheme="dark").page
    page.get_by_text("Save and reproduce").click()
    table = pd.read_csv(io.BytesIO(saved(page, "Runs (CSV)")), comment="#")
    assert table["regret"].size == 6
    ranking = saved(page, "Table (LaTeX)").decode()
    assert ranking.startswith("% settings: ")
    assert r"\bottomrule" in ranking
    expect(page.get_by_test_id("stCode")).to_contain_text("dc.compare(")
    picture = Image.open(io.BytesIO(saved(page, "Cumulative regret as PNG")))
    assert picture.size == SLIDE
    assert picture.getpixel((2, 2))[:3] == (255, 255, 255)  # type: ignore[index] # it is RGB
    assert about(settings.compared(), dc.__version__).items() <= picture.info.items()
    pdf = saved(page, "Cumulative regret as PDF")
    assert pdf.startswith(b"%PDF-1.4")
    assert b"/Image" not in pdf, "lines and letters, no pixels"
    begin = pdf.index(b"stream\n") + len(b"stream\n")
    page_of_it = zlib.decompress(pdf[begin : pdf.index(b"\nendstream")]).decode("ascii")
    assert page_of_it.count(" BT /Plain") > 10
    assert f"<{b'round'.hex()}>" in page_of_it
    assert page_of_it.count(" S Q") > 5
    assert " W n " in page_of_it
    svg = saved(page, "Regret at T of every run as SVG").decode()
    assert "<metadata>" in svg
    assert "seed 0, instance seed 0" in svg


def test_the_panel_of_watch_leaves_the_player_alone(open_page: OpenPage) -> None:
    page = open_page().page
    player = Player(page)
    player.press("ArrowRight")
    player.expect_frame(EVENTS[1])
    page.get_by_text("Save and reproduce").click()
    text = saved(page, "Animation (HTML)").decode()
    assert "<!doctype html>" in text
    expect(page.get_by_test_id("stCode")).to_contain_text("dc.simulate(")
    player.expect_frame(EVENTS[1])
