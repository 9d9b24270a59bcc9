"""The parts of the Watch page: the run as it comes in, and the words around the player."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from dashboard.catalogue import CATALOGUE
from dashboard.prices import limits
from dashboard.serving.jobs import Joined
from dashboard.serving.profile import profile
from dashboard.serving.service import jobs
from dashboard.settings import Settings
from dashboard.state import hides
from dashboard.waiting import PATIENCE, TICK
from dashboard.watch.model import prices, stored, together, works
from dashboard.watch.words import guide, why


@dataclass(frozen=True)
class Watched:
    """What the page can show so far, and the curves that it still waits for."""

    shown: dict[str, Any]
    missing: int = 0
    joined: Joined | None = None

    def rest(self, place: DeltaGenerator) -> bool:
        """Wait for the curves that are missing; whether there were any."""

        def on_wait(seconds: float) -> None:
            place.caption(f"Simulating {self.missing} more … {seconds:.1f} s")

        if self.joined and self.missing:
            self.joined.wait(on_wait, TICK)
        return self.missing > 0


def affordable(settings: Settings) -> Settings:
    """Return the settings without racers that are too dear: they are left out, and said."""
    return limits.affordable(settings, profile())[0] if settings.race else settings


def racing(settings: Settings, run: Watched) -> Settings:
    """Return the settings without racers that turned out to be unable to run on this problem."""
    if run.missing or "player" not in run.shown:
        return settings
    shown = {each["id"] for each in run.shown["player"]["runs"]}
    kept = (choice for choice in settings.race if settings.watching(choice).key() in shown)
    return replace(settings, race=tuple(kept))


@contextmanager
def watched(settings: Settings, place: DeltaGenerator) -> Iterator[Watched]:
    """Give what `watch` returns, computed off this thread and once for all visitors.

    The watched algorithm is shown as soon as it is there; curves beside it that take longer are
    waited for in `Watched.rest`, at the end of the page.

    Parameters
    ----------
    settings : Settings
    place : DeltaGenerator
        An empty place on the page, for the time that the work takes. Writing to it is also what
        lets Streamlit interrupt a script whose visitor has moved on.
    """
    if settings == Settings.default():
        yield Watched(stored())
        return
    if why := limits.of_watch(settings, profile()):
        yield Watched({"over": why, "broken": [], "refused": []})
        return
    settings, too_dear = limits.affordable(settings, profile())

    def on_wait(seconds: float) -> None:
        if seconds < PATIENCE:
            place.empty()
        else:
            place.caption(f"Simulating … {seconds:.1f} s")

    jobs_of = works(settings)
    first, *others = jobs_of
    with jobs().join(jobs_of, prices(settings)) as joined:
        joined.wait(on_wait, TICK, key=first, most=PATIENCE)
        place.empty()
        done = joined.results()
        beside = [done[key] for key in others if key in done]
        shown = together(done[first], beside)
        shown["refused"] += too_dear
        yield Watched(shown, len(others) - len(beside), joined)


def show_forecast(settings: Settings, forecast: dict[str, Any]) -> None:
    """Say beforehand what the constants will do: in a quiet line, unless it is a warning."""
    if hides("forecast"):
        return
    with st.container(key="forecast", horizontal=True, vertical_alignment="center", gap="small"):
        if forecast["warning"]:
            st.warning(forecast["plain"], icon=":material/warning:")
        else:
            st.caption(forecast["plain"], width="content")
        with st.popover("Why?", type="tertiary", width="content"):
            st.markdown(why(settings, forecast))


def show_guide(settings: Settings) -> None:
    """Explain the picture."""
    if hides("guide"):
        return
    with st.expander("How to read this"):
        st.markdown(guide(settings))


def show_refusal(settings: Settings, why: str) -> None:
    """Say why the watched algorithm cannot run on this problem, and what to do."""
    entry = CATALOGUE[settings.algorithm]
    st.error(
        f"{why} Choose another algorithm, or another number of arms, in the sidebar.",
        icon=":material/block:",
    )
    st.caption(f"{entry.label}: {entry.line}")


def show_left_out(refusals: list[str]) -> None:
    """Say which racers and curves had to be left out."""
    for refusal in refusals:
        st.caption(f":material/block: Left out: {refusal}")
