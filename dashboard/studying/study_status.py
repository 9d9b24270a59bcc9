"""How a study in the background stands: its place in line, its progress, what went wrong."""

from __future__ import annotations

from math import isnan

import streamlit as st

from dashboard.serving.studies import Look, studies

GOING_ON = ("waiting", "running", "stopping")
SECONDS_BETWEEN_LOOKS = 0.5
_PATIENCE = 0.2  # s after Stop: an end that comes at once is drawn at once


def show_status(look: Look, key: str) -> None:
    """Say how a study stands, with what there is to press."""
    if look.state == "waiting":
        ahead = f"{look.before} before this one" if look.before else "next in line"
        st.info(f"Other studies are running; {ahead}.", icon=":material/hourglass:")
    elif look.state in ("running", "stopping"):
        bar, button = st.columns([5, 1], vertical_alignment="center")
        progress = look.progress
        done, total = (progress.done, progress.total) if progress else (0, 1)
        text = f"{done} of {total} runs" if progress else "Starting"
        stopping = look.state == "stopping"
        if stopping:
            text = f"Stopping … {text}"
        elif progress and not isnan(progress.seconds_left):
            text += f" · about {_seconds(progress.seconds_left)} left"
        bar.progress(done / max(total, 1), text=text)
        button.button(
            "Stop",
            icon=":material/stop:",
            on_click=studies().stop,
            args=(key, _PATIENCE),
            disabled=stopping,
        )
    elif look.state in ("stopped", "failed"):
        said = "Stopped: what is finished stays." if look.state == "stopped" else look.error
        message, button = st.columns([5, 1], vertical_alignment="center")
        message.warning(said, icon=":material/warning:")
        if button.button("Run again", icon=":material/replay:"):
            studies().again(key)
            st.rerun()


def _seconds(seconds: float) -> str:
    return f"{seconds:.0f} s" if seconds < 90 else f"{seconds / 60:.1f} min"
