"""What the pages say about prices and limits."""

from __future__ import annotations

import os

import streamlit as st

from dashboard import sharing
from dashboard.prices import cost, limits
from dashboard.serving.studies import studies
from dashboard.settings import Settings

_CORES = os.cpu_count() or 1


def show_over(why: str, settings: Settings, what: str) -> None:
    """Say which limit is passed, what fits, and how to compute it on one's own machine."""
    st.warning(why, icon=":material/hourglass_disabled:")
    st.caption("On a machine of your own, in a copy of this project, nothing is limited:")
    if what == "watch":
        st.code("make run", language="sh")
        st.caption("and open there what stands behind the `?` of this page's address.")
    else:
        st.code(limits.command(settings, sharing.root(), what), language="sh", wrap_lines=True)


def takes(price: cost.Price) -> str:
    """Return how many runs a study has, how long it takes at most, and where."""
    remote, runs = studies().remote, f"{price.runs:,} runs, at most"
    if remote is None:
        return f"{runs} {limits.said(seconds_of(price))} on {_CORES} cores of this machine"
    at = f"on the Dask cluster at {remote.address}"
    if remote.workers is None:
        return f"{runs} {limits.said(price.seconds)} of one core {at}"
    return f"{runs} {limits.said(seconds_of(price))} {at}, {remote.workers} workers"


def seconds_of(price: cost.Price) -> float:
    """Return how long a study takes, at most, if it has all workers to itself."""
    remote = studies().remote
    workers = _CORES if remote is None else remote.workers or 1
    return price.seconds / workers
