"""Every touch of Streamlit that its documentation does not promise: what a release may break.

Each has its reason. `tests/canary/test_streamlit_edges.py` has a test for each, which says what to
do where it fails; ``make canary`` runs them against releases that the upper bounds exclude.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import streamlit
from streamlit import net_util
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.runtime import exists, get_instance
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from streamlit.runtime.scriptrunner import get_script_run_ctx

if TYPE_CHECKING:
    from streamlit.runtime.session_manager import ClientContext

__all__ = [
    "CLOSED",
    "ENDPOINTS",
    "NO_BAR",
    "NO_PAGES",
    "OPEN",
    "UPLOAD",
    "BackMsg",  # what a page and its server say to each other: `dashboard.serving.pacing` reads who
    "ForwardMsg",  # asks for what, and when the answer has ended
    "ask_nobody_for_addresses",
    "client_here",
    "code_of_charts",
    "files",
    "page",
    "session",
    "static",
]

# Of Streamlit's own endpoints those that its page asks for; the door closes the others: metrics of
# the process, an interface for agents, files of components, signing in.
ENDPOINTS = "_stcore"
OPEN = frozenset({"health", "host-config", "stream", "upload_file"})
CLOSED = frozenset({"component", "auth", "oauth2callback"})

# Where a browser puts an uploaded file, with the session in it: uploads are counted by session.
UPLOAD = re.compile(rf"/{ENDPOINTS}/upload_file/([^/]+)/[^/]+$")

# Parts of the page that a teacher's link and a frame hide: there is no call for that.
NO_PAGES = '[data-testid="stTopNav"], [data-testid="stSidebarNav"] { display: none; }'
_NO_SCRIPT = (
    "<noscript><p>This page is drawn by JavaScript, which is switched off here. Switch it on for "
    "this site, or, in a frame, let whoever made the page add allow-scripts.</p></noscript>"
)
NO_BAR = '[data-testid="stHeader"] { display: none; }'


def session() -> str:
    """Return Streamlit's own name of the session whose page is being drawn; "" outside of one.

    Turns are taken by visitor, and nothing public tells one from another.
    """
    context = get_script_run_ctx(suppress_warning=True)
    return context.session_id if context else ""


def client_here() -> ClientContext | None:
    """Return what is known of the browser whose page is being drawn; None in tests.

    Rates count by address, and `st.context` does not tell a proxy from a browser.
    """
    context = get_script_run_ctx(suppress_warning=True)
    client = get_instance().get_client(context.session_id) if context and exists() else None
    its = client.client_context if client else None
    return its if its and isinstance(its.remote_ip, str) else None  # AppTest has a mock


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


def page() -> tuple[str, str]:
    """Return Streamlit's own page, cut in two where a head goes in: before its scripts.

    Its title and icon are left out, and what it tells programs about an interface that is closed.
    """
    text = (static() / "index.html").read_text(encoding="utf-8")
    text = re.sub(r"<!--.*?-->\s*|<title>.*?</title>\s*", "", text, flags=re.DOTALL)
    text = re.sub(r'<link rel="(?:shortcut icon|service-desc)"[^>]*>\s*', "", text)
    text = re.sub(r"<noscript>.*?</noscript>", _NO_SCRIPT, text, flags=re.DOTALL)
    before, found, after = text.partition("<script>")
    if not found:
        raise RuntimeError("Expected Streamlit's index.html to have a script; it has none.")
    return before, found + after


def ask_nobody_for_addresses() -> None:
    """Take from Streamlit the two functions that ask other machines for this one's address.

    It needs them for a greeting, and to let pages of that address open the websocket, which the
    door decides without them.
    """

    def unknown() -> None:
        return None

    net_util.get_external_ip = unknown
    net_util.get_internal_ip = unknown
