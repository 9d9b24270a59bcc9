"""A phone's bar at the bottom of every page: Watch, Play, Learn, and More, which opens the sheet.

The sheet is Streamlit's sidebar, with the other pages and the settings; a page that is chosen in it
closes it, and so does a swipe. The button "Share" brings up the phone's own sheet to send a link.
"""

from __future__ import annotations

from pathlib import Path

from dashboard.component import component

_FOLDER = Path(__file__).parent


def bar(page: str, link: str) -> None:
    """Draw the bar; `dashboard/app.css` shows it on narrow screens.

    Parameters
    ----------
    page : str
        The path of the page that is shown, "" for Watch.
    link : str
        To what it shows; "" if it is not to be shared.
    """
    component("phone", _FOLDER)(data=[{"page": page, "link": link}], key="phone", width="stretch")
