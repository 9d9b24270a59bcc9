"""What the pages say about prices and limits."""

from __future__ import annotations

import os

import streamlit as st

from dashboard.home import root
from dashboard.prices import cost, limits
from dashboard.serving.cluster import Remote
from dashboard.settings import Settings

_CORES = os.cpu_count() or 1


def show_over(why: str, settings: Settings, what: str) -> None:
    """Say which limit is passed, what fits, and how to compute it on one's own machine."""
    st.warning(why, icon=":material/hourglass_disabled:")
    st.caption("On a machine of your own, in a copy of this project, nothing is limited:")
    if what in {"watch", "theory", "play"}:
        st.code("make run", language="sh")
        st.caption("and open there what stands behind the `?` of this page's address.")
    else:
        st.code(limits.command(settings, root(), what), language="sh", wrap_lines=True)
        if held := limits.link_file(settings, root()):
            name = limits.LINK_FILE
            st.caption(f"These arms are more than a link can hold: save them there as `{name}`.")
            st.download_button(f"Save {name}", held, name, on_click="ignore", key=f"arms-{what}")


def takes(price: cost.Price, remote: Remote | None) -> str:
    """Return how many runs a study has, how long it takes at most or perhaps, and where.

    Parameters
    ----------
    price : Price
    remote : Remote or None
        The cluster that it runs on; None: this machine.
    """
    how = "perhaps" if price.guessed else "at most"
    runs, seconds = f"{price.runs:,} runs, {how}", limits.said(seconds_of(price, remote))
    if remote is None:
        return f"{runs} {seconds} on {_CORES} cores of this machine"
    at = f"on the Dask cluster at {remote.address}"
    if not remote.workers:
        return f"{runs} {seconds} of one core {at}"
    return f"{runs} {seconds} {at}, {remote.workers} workers"


def seconds_of(price: cost.Price, remote: Remote | None) -> float:
    """Return how long a study takes, at most, if it has all workers to itself."""
    workers = _CORES if remote is None else remote.workers or 1
    return price.preparing + (price.seconds - price.preparing) / workers
