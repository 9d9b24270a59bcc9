"""What a page says aloud: a polite live region, for who does not see what has changed on it."""

from __future__ import annotations

import re
from pathlib import Path

from dashboard.component import component

_FOLDER = Path(__file__).parent


def speak(text: str, *, key: str) -> None:
    """Have a screen reader say a text, once it has changed.

    Parameters
    ----------
    text : str
        Markdown of a sentence or two; its marks are left out.
    key : str
        Of the region, the same as long as the page goes on: only a region that was there before
        its text is heard.
    """
    component("speaking", _FOLDER)(data=[plain(text)], key=f"speaking-{key}", height="content")


def plain(text: str) -> str:
    """Return a sentence of Markdown without its marks."""
    return re.sub(r"\*\*|\\(?=[!-/:-@\[-`{-~])|:material/\w+: ?", "", text)
