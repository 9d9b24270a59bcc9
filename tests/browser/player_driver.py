"""The player as a visitor meets it: its parts, what they say, and how to wait for them."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Locator, Page, expect

from dashboard.scenarios import SCENARIOS
from dashboard.watch.model import stored
from tests.browser.visits import wait_until_ready
from tests.links import to_query

# Frames and rounds of the run that an empty link shows.
COUNT: int = stored()["player"]["runs"][0]["frames"]["count"]
HORIZON: int = stored()["player"]["horizon"]


def events_of(shown: dict[str, Any]) -> list[int]:
    """Return the frames of the events of what `watch` returns."""
    return sorted({note["frame"] for note in shown["player"]["runs"][0]["story"]})


EVENTS = events_of(stored())

_POSITIONS = """async ([root, milliseconds]) => {
  const seen = new Set();
  const observer = new MutationObserver(() => seen.add(root.dataset.frame));
  observer.observe(root, { attributeFilter: ["data-frame"] });
  await new Promise((resolve) => setTimeout(resolve, milliseconds));
  observer.disconnect();
  return [...seen];
}"""


# Resolves once the picture has been the same for a dozen frames.
_STILL = """root => new Promise(done => {
  let [before, same] = ["", 0];
  const look = () => {
    const now = root.outerHTML;
    same = now === before ? same + 1 : 0;
    before = now;
    if (same < 12) requestAnimationFrame(look);
    else done();
  };
  look();
})"""


class Player:
    """The one player of a page.

    Parameters
    ----------
    page : Page
    """

    def __init__(self, page: Page) -> None:
        self.page = page
        self.root = self.part("player")
        # The browser loads the player's code after the page: until then no key reaches it.
        expect(self.root).to_have_attribute("data-frame", re.compile("."), timeout=30_000)

    def part(self, name: str) -> Locator:
        return self.page.locator(f"[data-part={name}]")

    @property
    def frame(self) -> float:
        return float(self.root.get_attribute("data-frame") or "nan")

    @property
    def t(self) -> int:
        return int(self.root.get_attribute("data-t") or "-1")

    @property
    def sentence(self) -> str:
        return self.part("story").inner_text()

    @property
    def regret(self) -> dict[str, str]:
        """What the label of each curve says, by the curve's name."""
        texts = self.page.locator(".curve-label").all_text_contents()
        return {m[1]: m[2] for text in texts if (m := re.fullmatch(r"(.+?) ([\d,.]+)( ↑)?", text))}

    @property
    def tokens(self) -> list[str]:
        """Place and lane of each arm."""
        read = "tokens => tokens.map(t => `${t.dataset.lane} ${t.getAttribute('transform')}`)"
        places: list[str] = self.page.locator(".token").evaluate_all(read)
        return places

    @property
    def preferences(self) -> dict[str, str | bool]:
        """What the visitor has chosen in the player."""
        chosen: dict[str, str | bool] = {
            name: self.part(name).input_value() for name in ("speed", "clock", "yaxis")
        }
        return {**chosen, "truth": self.part("truth").is_checked()}

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def press_in_player(self, key: str) -> None:
        """Press a key with the focus on the player, wherever it was before."""
        self.root.press(key)

    def expect_frame(self, frame: float) -> None:
        expect(self.root).to_have_attribute("data-frame", f"{frame:.2f}")

    def expect_playing(self, playing: bool = True) -> None:
        expect(self.root).to_have_attribute("data-playing", "true" if playing else "false")

    def expect_moved_from(self, frame: float) -> None:
        expect(self.root).not_to_have_attribute("data-frame", f"{frame:.2f}")

    def pause(self) -> float:
        """Press pause, and return the position."""
        self.part("play").click()
        self.expect_playing(False)
        return self.frame

    def scrub(self, share: float) -> None:
        """Put the playhead at a share of the play time."""
        self.part("scrubber").fill(str(round(10_000 * share)))
        self.wait_until_drawn()

    def wait_until_drawn(self) -> None:
        """Wait until what was changed by now is in the picture."""
        self.page.evaluate(
            "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
        )

    def wait_until_still(self) -> None:
        """Wait until nothing moves any more: every glide is over and its result is in words."""
        self.root.evaluate(_STILL)

    def positions(self, milliseconds: int) -> list[float]:
        """Every position that is shown in this time, in order."""
        handle = self.root.element_handle()
        return [float(p) for p in self.page.evaluate(_POSITIONS, [handle, milliseconds])]


class Sidebar:
    """The app's controls, operated like a visitor does.

    Parameters
    ----------
    page : Page
    """

    def __init__(self, page: Page) -> None:
        self.page = page
        self.root = page.get_by_test_id("stSidebar")

    def slide(self, name: str, key: str, times: int = 1) -> None:
        """Press a key on a slider; several presses come as fast as the browser takes them."""
        slider = self.root.get_by_role("slider", name=name)
        for _ in range(times):
            slider.press(key)

    def expect_value(self, name: str, value: str) -> None:
        """Wait until a slider shows a value."""
        slider = self.root.get_by_role("slider", name=name)
        expect(slider).to_have_attribute("aria-valuetext", value)

    def choose(self, name: str, option: str) -> None:
        self.root.get_by_role("combobox", name=name).click()
        self.page.get_by_role("option", name=option, exact=True).click()

    def press(self, button: str) -> None:
        self.root.get_by_role("button", name=button).click()


def query_of(title: str) -> str:
    """Return the path of the scenario with this title."""
    [settings] = [scenario.settings for scenario in SCENARIOS if scenario.title == title]
    return f"/?{to_query(settings)}"


def expect_facts(page: Page, *facts: str) -> None:
    """Wait until Watch shows all of this, and has settled: N and K stand in its title."""
    for fact in facts:
        shown = page.get_by_test_id("stMain").get_by_text(_in_title(fact) or fact)
        expect(shown.first).to_be_visible(timeout=30_000)
    wait_until_ready(page)


def _in_title(fact: str) -> re.Pattern[str] | None:
    """Return how the title says "N = 9 arms, choose K = 8", or a half of it."""
    n, k = (re.search(rf"{name} = (\d+)", fact) for name in "NK")
    if n is None and k is None:
        return None
    many = f"{int(n[1]):,}" if n else r"[\d,]+"
    few = k[1] if k else r"\d+"
    every = rf"What do (both|all {many if n else few}) "
    return re.compile(rf"^(Which {few} of these {many} |{every})")
