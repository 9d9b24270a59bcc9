"""The words of the Join page."""

from __future__ import annotations

TITLE = "Join a class"
SUBTITLE = "Type the four letters on the wall."
CODE = "Code"
NAME = "Nickname (optional)"
NAME_HELP = "Your class sees it in the score. It is forgotten when the class ends."
JOIN = "Join"
EMPTY = "Type the four letters that your teacher shows."
