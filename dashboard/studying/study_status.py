"""A study in the background on a page: when it begins, how it stands, what went wrong."""

from __future__ import annotations

from collections.abc import Callable
from math import isnan
from time import monotonic, sleep
from typing import Any

import streamlit as st

from dart_player import charts as figures
from dashboard.keeping import always, recall, remember
from dashboard.prices import cost
from dashboard.prices.limiting import seconds_of, takes
from dashboard.serving import pacing
from dashboard.serving.cluster import Remote
from dashboard.serving.studies import Look, studies
from dashboard.settings import Settings
from dashboard.speaking import speak

GOING_ON = ("waiting", "running", "stopping")
SECONDS_BETWEEN_LOOKS = 0.5
SECONDS_UNASKED = 2.0  # what may take longer begins when it is asked for
_PATIENCE_TO_BEGIN = 0.3  # s
_PATIENCE_TO_END = 1.0  # s: what is quick is drawn once, as a whole
_PATIENCE = 0.5  # s after Stop: an end that comes at once is drawn at once
_PATIENCE_TO_MOVE = 2.0  # s: it has to have ended before it can begin elsewhere


def wanted(key: str, price: cost.Price, button: str) -> bool:
    """Return whether a study is to be looked at; if not, offer to begin it and say its price.

    What takes no longer than `SECONDS_UNASKED` begins by itself, and what somebody else has begun
    is there for everybody.

    Parameters
    ----------
    key : str
    price : Price
    button : str
        What the button says.
    """
    asked: set[str] = always("asked", set)
    if is_quick(price) or key in asked or studies().knows(key):
        return True
    with st.container(horizontal=True, vertical_alignment="center", key=f"offer-{key}"):
        pressed = st.button(
            button, key=f"begin-{key}", icon=":material/play_arrow:", type="primary"
        )
        st.caption(f"{takes(price, studies().remote)}.")
    if pressed:
        asked.add(key)
    return pressed


def is_quick(price: cost.Price) -> bool:
    """Return whether a study begins by itself."""
    return seconds_of(price, studies().remote) <= SECONDS_UNASKED


class Last:
    """The result that a page showed last: it stays there, pale, until there is a new one.

    Parameters
    ----------
    what : str
        A word for the place on the page.
    key : str
        Of the study that belongs there now.
    settings : Settings
        What it is of.
    draw : callable
        ``draw(settings, study)`` draws any study in that place.
    """

    def __init__(
        self, what: str, key: str, settings: Settings, draw: Callable[[Settings, Any], None]
    ) -> None:
        self.what, self._name = what, f"last-{what}"
        self._key, self._settings, self._draw = key, settings, draw

    def keep(self) -> None:
        """Say that the study that belongs there is shown."""
        remember(self._name, (self._key, self._settings))

    def draw(self) -> bool:
        """Draw the one before; return whether it is still kept."""
        before = recall(self._name)
        study = studies().kept(before[0]) if before and before[0] != self._key else None
        if study is None:
            return False
        with st.container(key=f"outdated-{self._name}"):
            self._draw(before[1], study)
        return True


def follow(
    key: str,
    look: Callable[[], Look],
    price: cost.Price,
    show: Callable[[Any, Look], None],
    more: Callable[[Any, Look], None],
    last: Last,
    headline: Callable[[Any], str],
    leave: Callable[[Any], None] = lambda _study: None,
) -> None:
    """Look at a study again and again while it runs.

    Parameters
    ----------
    key : str
    look : callable
        How it stands; the first call begins it.
    price : Price
    show, more : callable
        ``show(study, look)`` draws what there is of it, `more` what stands below: not at once when
        a study has just begun, as the first curves are not to wait for a table.
    last : Last
        What is shown until there is something, and of a quick study until all of it is there.
    headline : callable
        ``headline(study)`` is its result in a sentence, which is read aloud once it is finished.
    leave : callable, optional
        ``leave(study)`` goes to another page where a click asks for that: first of all, as nobody
        waits for the charts of a page that is left.
    """
    quick = is_quick(price)
    first = soon(look, whole=quick)
    polling = first.state in GOING_ON
    drawn: set[str] = always("drawn", set)

    @st.fragment(run_every=SECONDS_BETWEEN_LOOKS if polling else None)
    def looked_at() -> None:
        now = look()
        if now.state == "done":
            leave(now.result)
        speak(_aloud(now, headline), key=last.what)
        if polling and now.state not in GOING_ON:
            st.rerun()  # to a page that looks no more
        _show_status(now, key)
        study = now.progress.partial() if now.progress else now.result
        coming = now.state in GOING_ON and (quick or _begins(now))
        if coming and last.draw():
            return
        if _begins(now):
            empty = figures.empty(st.context.theme.type or "light")
            st.plotly_chart(empty, config=figures.CONFIG, key=f"coming-{key}")
        elif study is not None:
            show(study, now)
            if key in drawn or not polling:
                more(study, now)
            drawn.add(key)
            if now.state not in GOING_ON:
                last.keep()

    looked_at()
    st.caption(f"{takes(price, first.remote)}.")


def soon(look: Callable[[], Look], *, whole: bool = False) -> Look:
    """Begin a study or look at it; wait a moment for its first runs, or for all of them.

    What they give is then drawn with the page, and not half a second later.
    """
    patience = _PATIENCE_TO_END if whole else _PATIENCE_TO_BEGIN
    now, end = look(), monotonic() + patience

    def is_waited_for() -> bool:
        return now.state == "running" if whole else _begins(now)

    if is_waited_for():
        pacing.waits()
    while is_waited_for() and monotonic() < end:
        sleep(0.02)
        now = look()
    return now


def _begins(look: Look) -> bool:
    """Whether a study runs and has not given anything yet."""
    return look.state == "running" and (look.progress is None or look.progress.done == 0)


def _aloud(look: Look, headline: Callable[[Any], str]) -> str:
    """Return how a study stands, for who does not see it: that it runs, and what it found."""
    if look.state in GOING_ON:
        return "Simulating …"
    if look.state == "failed":
        return look.error
    found = headline(look.result) if look.result is not None else ""
    return f"{'Stopped' if look.state == 'stopped' else 'Finished'}. {found}"


def _show_status(look: Look, key: str) -> None:
    """Say how a study stands, with what there is to press."""
    if look.state == "waiting":
        ahead = f"{look.before} before this one" if look.before else "next in line"
        st.info(f"Other studies are running; {ahead}.", icon=":material/hourglass:")
    elif look.state in ("running", "stopping"):
        _show_progress(look, key)
        if look.state == "running" and look.remote and look.remote.workers == 0:
            _show_no_workers(look.remote, key)
    elif look.state in ("stopped", "failed"):
        said = "Stopped: what is finished stays." if look.state == "stopped" else look.error
        st.warning(said, icon=":material/warning:")
        with st.container(horizontal=True):
            if st.button("Run again", icon=":material/replay:", key=f"again-{key}"):
                studies().again(key)
                st.rerun()
            here = look.remote and st.button(
                "Run on this machine", icon=":material/computer:", key=f"here-{key}"
            )
            if here:
                studies().again(key, here=True)
                st.rerun()


def _show_progress(look: Look, key: str) -> None:
    bar, button = st.columns([5, 1], vertical_alignment="center")
    progress = look.progress
    done, total = (progress.done, progress.total) if progress else (0, 1)
    text = f"{done} of {total} runs" if progress else "Starting"
    stopping = look.state == "stopping"
    if stopping:
        text = f"Stopping … {text}"
    elif progress and not isnan(progress.seconds_left):
        text += f" · about {_seconds(progress.seconds_left)} left"
    if look.remote and look.remote.workers is not None:
        text += f" · {look.remote.workers} workers at {look.remote.address}"
    bar.progress(done / max(total, 1), text=text)
    button.button(
        "Stop",
        key=f"stop-{key}",
        icon=":material/stop:",
        on_click=studies().stop,
        args=(key, _PATIENCE),
        disabled=stopping,
    )


def _show_no_workers(remote: Remote, key: str) -> None:
    st.warning(
        f"The Dask cluster at {remote.address} has no worker now. The study waits for one.",
        icon=":material/warning:",
    )
    st.button(
        "Run on this machine",
        key=f"move-{key}",
        icon=":material/computer:",
        on_click=_move_here,
        args=(key,),
    )


def _move_here(key: str) -> None:
    studies().stop(key, _PATIENCE_TO_MOVE)
    studies().again(key, here=True)


def _seconds(seconds: float) -> str:
    return f"{seconds:.0f} s" if seconds < 90 else f"{seconds / 60:.1f} min"
