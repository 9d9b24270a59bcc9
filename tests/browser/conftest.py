"""Fixtures of the browser tests: the served app, the browser, and visits to the app."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, BrowserContext, sync_playwright

from scripts import browser as chromium
from scripts import engines
from tests.browser.server import ROOT, App, serve
from tests.browser.visits import DESKTOP, OpenPage, Visit, wait_until_ready
from tests.browser.webdriver import STARTS, Driven

HERE = Path(__file__).parent
FAILURES = HERE / "failures"
FAILED = pytest.StashKey[bool]()
HAS_BEEN_HERE = 'try { localStorage.setItem("dart:seen", "1"); } catch { /* no storage */ }'
QUIET = (
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.is_relative_to(HERE) and item.get_closest_marker("engines") is None:
            item.add_marker(pytest.mark.browser)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if report.when == "call":
        item.stash[FAILED] = report.failed  # for open_page, whose end comes after this
    return report


@pytest.fixture(scope="session")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[App]:
    """The app with its security headers, served once for the whole session."""
    with serve(ROOT / "server.py", tmp_path_factory.mktemp("app") / "server.log") as served:
        yield served


@pytest.fixture(scope="session")
def app_url(app: App) -> str:
    """The address of the served app, without a slash at its end."""
    return app.url


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One Chromium for the whole session."""
    path = chromium.find()
    if path is None:
        pytest.fail("Expected a Chromium; there is none. Run `make browser`.", pytrace=False)
    # Chromium refuses to run as root with its sandbox.
    as_root = hasattr(os, "geteuid") and os.geteuid() == 0
    flags = [*QUIET, *(["--no-sandbox"] if as_root else [])]
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=path, args=flags)
        yield launched
        launched.close()


@pytest.fixture(scope="module")
def engine(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Driven]:
    """Firefox or WebKit, by its name in `scripts.engines`, once for a file of tests."""
    name = request.param
    paths = engines.find(name)
    if paths is None:
        pytest.skip(f"There is no {engines.ENGINES[name].label} here. Run `make engines`.")
    with STARTS[name](paths, tmp_path_factory.mktemp(name)) as driven:
        yield driven


@pytest.fixture(scope="session")
def contexts(browser: Browser) -> Iterator[Callable[..., BrowserContext]]:
    """A call that gives the one context with these options.

    Pages that share a context share its cache: Streamlit's 3 MB are loaded and compiled once.
    """
    made: dict[str, BrowserContext] = {}

    def call(*, script: str, **options: Any) -> BrowserContext:
        key = repr((script, options))
        if key not in made:
            made[key] = browser.new_context(locale="en-GB", **options)
            if script:
                made[key].add_init_script(script)
        return made[key]

    yield call
    for context in made.values():
        context.close()


@pytest.fixture
def open_page(
    contexts: Callable[..., BrowserContext], request: pytest.FixtureRequest
) -> Iterator[OpenPage]:
    """A call that opens a path of the app in a page of its own and, if so asked, waits for it.

    With `url` another server's page is opened instead of the app's; `script` runs in the page
    before anything else; a `newcomer` is shown around. If the test fails, a picture of every page
    that it opened is kept in tests/browser/failures/. If it passes, its pages must not have said an
    error, nor have asked for anything outside this machine: so every journey checks that.
    """
    visits: list[Visit] = []

    def call(
        path: str = "/",
        *,
        url: str | None = None,
        viewport: tuple[int, int] = DESKTOP,
        color_scheme: Literal["light", "dark"] = "light",
        reduced_motion: Literal["no-preference", "reduce"] = "no-preference",
        touch: bool = False,
        clipboard: bool = False,
        script: str = "",
        newcomer: bool = False,
        wait: bool = True,
    ) -> Visit:
        context = contexts(
            script=script if newcomer else f"{HAS_BEEN_HERE}\n{script}",
            viewport={"width": viewport[0], "height": viewport[1]},
            color_scheme=color_scheme,
            reduced_motion=reduced_motion,
            has_touch=touch,
            is_mobile=touch,
            permissions=["clipboard-read", "clipboard-write"] if clipboard else [],
        )
        visit = Visit(context.new_page())
        visits.append(visit)
        base = url or request.getfixturevalue("app_url")
        visit.page.goto(f"{base}{path}", wait_until="load" if wait else "commit")
        if wait:
            wait_until_ready(visit.page)
        return visit

    yield call
    complaints = [
        complaint for visit in visits for complaint in (*visit.errors, *visit.foreign_requests)
    ]
    if request.node.stash.get(FAILED, False):
        FAILURES.mkdir(exist_ok=True)
        name = re.sub(r"[^\w.-]+", "_", request.node.name)
        for number, visit in enumerate(visits):
            visit.page.screenshot(path=FAILURES / f"{name}-{number}.png")
    for visit in visits:
        visit.page.evaluate("localStorage.clear()")  # the theme that was chosen, for one
        visit.page.close()
    assert complaints == [], "\n".join(complaints)
