"""The words of a room: what its host and those who join it read."""

from __future__ import annotations

START = "Start a class"
START_HELP = "Opens a room with a code. Students join on their phones and answer your questions."
JOIN = "Join"
BEGIN = "Begin"
BEGIN_HELP = "Others can still join. “Show code” brings this screen back."
OR_SCAN = "or scan"
ONLY_HERE = (
    "Phones cannot reach this address. Start the app so that the network sees it, and open it by "
    "your computer’s name: see “In class” in the README."
)
SHOW_CODE = "Show code"
PEOPLE = "Class"
RESULTS = "Results"
END = "End class"
END_HELP = (
    "Closes the room for everybody. Votes and nicknames are forgotten: save the results first."
)
LEAD = "Students vote on their phones. You run the animation."
SAVE = "Save results (CSV)"
NO_RESULTS = "After the first question that you close, everybody’s score is here."
NICKNAME = "Nickname"
NICKNAME_HELP = "Optional. Your class sees it in the score; it is forgotten when the class ends."
LEAVE = "Go on alone"
JUST_LOOK = "Look at the front: nothing is asked yet."
BACK = "Back to the class"


def joined(count: int) -> str:
    """Return how many are in a room."""
    return f"{count} joined"


def plays(rounds: int) -> str:
    """Return what the button to a game says."""
    return f"Play the {rounds} rounds"


def place(at: int, count: int) -> str:
    """Return where a finished game puts its player."""
    return f"**In your class:** number {at} of {count} so far. Only your first game counts."


def finished(count: int, things: str) -> str:
    """Return how many have finished the game of a class, which is about some things."""
    return f"**The game:** {count} finished, all with the same {things} and the same luck."


def spaced(code: str) -> str:
    """Return a code letter by letter, as it is said aloud."""
    return " ".join(code)
