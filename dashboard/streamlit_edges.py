"""Every touch of Streamlit that its documentation does not promise: what a release may break.

Each has its reason. `tests/canary/test_streamlit_edges.py` has a test for each, which says what to
do where it fails; ``make canary`` runs them against releases that the upper bounds exclude.
"""

from __future__ import annotations

import re
from pathlib import Path

import streamlit
from streamlit.runtime import get_instance
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from streamlit.runtime.scriptrunner import get_script_run_ctx

# Of Streamlit's own endpoints those that its page asks for; the door closes the others: metrics of
# the process, an interface for agents, files of components, signing in.
ENDPOINTS = "_stcore"
OPEN = frozenset({"health", "host-config", "stream", "upload_file"})
CLOSED = frozenset({"component", "auth", "oauth2callback"})

# Where a browser puts an uploaded file, with the session in it: uploads are counted by session.
UPLOAD = re.compile(rf"/{ENDPOINTS}/upload_file/([^/]+)/[^/]+$")

# Parts of the page that a teacher's link and a frame hide: there is no call for that.
NO_PAGES = '[data-testid="stTopNav"], [data-testid="stSidebarNav"] { display: none; }'
NO_BAR = '[data-testid="stHeader"] { display: none; }'


def session() -> str:
    """Return Streamlit's own name of the session whose page is being drawn; "" outside of one.

    Turns are taken by visitor, and nothing public tells one from another.
    """
    context = get_script_run_ctx(suppress_warning=True)
    return context.session_id if context else ""


def files() -> MemoryUploadedFileManager:
    """Return where Streamlit keeps the files of all pages.

    It bounds a file, but not how many there are, nor when they go.
    """
    its = get_instance().uploaded_file_mgr
    assert isinstance(its, MemoryUploadedFileManager)
    return its


def code_of_charts() -> str:
    """Return where Plotly's code is, beside a page; "" if this Streamlit has it elsewhere.

    The page asks for it only when the first chart has come; `dashboard.serving.preload` is earlier.
    """
    found = sorted(static().glob("static/js/PlotlyChart.*.js"))
    return found[0].relative_to(static()).as_posix() if found else ""


def static() -> Path:
    """Return the folder of Streamlit's own page."""
    return Path(streamlit.__file__).parent / "static"
