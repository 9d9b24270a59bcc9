"""Where the app is, as the visitor's browser knows it."""

from __future__ import annotations

from urllib.parse import urlsplit

import streamlit as st


def root() -> str:
    """Return the app's own address as the visitor's browser knows it, with a slash at its end."""
    parts = urlsplit(st.context.url or "http://localhost:8501/")
    path = parts.path.rpartition("/")[0]
    return f"{parts.scheme}://{parts.netloc}{path}/"
