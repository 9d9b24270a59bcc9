"""Every page in Firefox and in WebKit: it comes, has its heading and its pictures, and no error."""

from __future__ import annotations

import pytest

from tests.browser.webdriver import Driven

pytestmark = pytest.mark.engines
ENGINES = pytest.mark.parametrize("engine", ["firefox", "webkit"], indirect=True)
# What each page shows once it is finished.
PAGES = {
    "watch": "[data-part=player] .token",
    "play": "[data-part=arms] button",
    "learn": "h1",
    "compare": ".js-plotly-plot .main-svg",
    "sensitivity": ".js-plotly-plot .main-svg",
    "theory": ".js-plotly-plot .main-svg",
    "paper": ".js-plotly-plot .main-svg",
    "teach": "h1",
    "join": "h1",
}


@ENGINES
@pytest.mark.parametrize("name", PAGES)
def test_a_page_comes_whole(engine: Driven, app_url: str, name: str) -> None:
    engine.resize(1280, 900)
    engine.open(f"{app_url}/_stcore/health")
    engine.run("localStorage.setItem('dart:seen', '1')")
    engine.open(f"{app_url}/{name}" if name != "watch" else app_url)
    engine.wait(f"find({PAGES[name]!r})")
    engine.wait(
        "document.querySelector('[data-testid=stApp]').dataset.testScriptState === 'notRunning'"
    )
    headings = engine.run(
        "return [...document.querySelectorAll('h1')].map((each) => each.innerText)"
    )
    assert len(headings) == 1, headings
    assert headings[0].strip()
    assert not engine.run("return document.querySelector('[data-testid=stException]') !== null")
    assert engine.errors() == []
