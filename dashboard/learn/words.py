"""The words of the Learn page."""

from __future__ import annotations

from dashboard.lessons.moments import Moment
from dashboard.naming import escaped

RIGHT = "Right."
WRONG = "Not quite: “{answer}” is right."
OPEN = "What do you think? Answer first, then watch."
AFTER_WATCH = "Now press play and watch it happen."
TRIES = "Try this"
TAKEAWAY = "Remember"
PLACES = {
    "": "Open in Watch",
    "play": "Open in Play",
    "compare": "Open in Compare",
    "sensitivity": "Open in Sensitivity",
    "theory": "Open in Theory",
}
DONE = "That was the last moment. You have answered {right} of {count} rightly."
UNTITLED = "A lesson"
LAST = "That was the last moment."
AFTER_ANSWER = "The chart is shown once you have answered."
NOTED = "Your answer is noted. This question has no right one."
OPEN_FILE = "Open a lesson from a file"
OPEN_FILE_HELP = "A lesson that a teacher made and saved. It is read here and stored nowhere else."
TO_THE_HOUR = "To the class hour"
TEACHERS = (
    "The handout has the questions without answers, three pages to print. The notes have the "
    "expected answers, what to say, and how long each moment takes."
)


def verdict(moment: Moment, answer: int) -> str:
    """Return whether an answer, which counts from 1, is right, and why; Markdown."""
    if not moment.right:
        return f"**{NOTED}** {escaped(moment.why)}"
    right = escaped(moment.answers[moment.right - 1])
    said = RIGHT if answer == moment.right else WRONG.format(answer=right)
    return f"**{said}** {escaped(moment.why)}"
