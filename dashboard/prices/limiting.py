"""What the pages say about prices and limits."""

from __future__ import annotations

import os

import streamlit as st

from dashboard import sharing
from dashboard.prices import cost, limits
from dashboard.settings import Settings


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
    """Return how many runs a study has, and how long it takes if it has the machine to itself."""
    return f"{price.runs:,} runs, at most {limits.said(price.seconds / (os.cpu_count() or 1))} here"
