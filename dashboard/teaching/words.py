"""The words of the Teach page."""

from __future__ import annotations

from typing import Final

SUBTITLE = "Start with a ready lesson, or make a link of your own."
LESSONS = "Ready lessons"
OPEN = "Open as a student"
OPEN_HELP = "Opens in a new tab, as students who work alone see it."
RUNNING = "Your class **{code}** is running."
BACK = "Back to the class"
OWN = "A link of your own"
OWN_HELP = (
    "The link opens the settings of the sidebar as they are now. Hide what distracts, lock what "
    "should stay fixed, and say what to look for. Nothing is stored: the link holds all of it."
)
VIEW = "Students see"
SINGLE = "Single parts"
START_OWN = "Start a class with this run"
START_OWN_HELP = (
    "Students join on their phones and follow your animation. Before arms leave it stops, and they "
    "vote which."
)
LESSON = "A lesson of your own"
LESSON_HELP = (
    "A lesson is several moments, one after the other, as on Learn. Press **Add to my lesson** "
    "below the animation on Watch, or under *Share* on Play, Compare and Sensitivity; then write "
    "here what to say and ask."
)
LESSON_TITLE = "Title of the lesson"
TITLE, SAYS, MINUTES = "Title of the moment", "What to know before", "Minutes"
SAYS_HELP = "Shown above the picture. Two plain sentences are enough."
KIND, NUMBER = "Question", "Which number"
KIND_HELP = (
    "The first four are asked of the very run that the moment shows, and the answer is computed. "
    "Before it is given, everything that gives it away is hidden."
)
AT = "The picture stands at round"
QUESTION, ANSWERS, RIGHT = "Your question", "Answers, one a line", "Right answer"
NO_RIGHT = "none: any answer will do"
WHY, WHY_HELP = "Why", "Shown with the answer."
TAKEAWAY = "What to remember"
UP, DOWN, REMOVE = "Earlier", "Later", "Remove"
SAVE_LESSON = "Save as a file"
NEW, NEW_HELP = "New lesson", "Removes all moments. Save the lesson first, if you want to keep it."
OPEN_FILE = "Open a lesson from a file"
OPEN_FILE_HELP = "It takes the place of the lesson above."
LONG = (
    "This lesson is too long for a link. You can start a class with it; students who work alone "
    "need the file, which they open on Learn."
)
ANSWER = "Answer of the run"
PREVIEW = "What students will see"
WIDTHS: Final = {"computer": "On a computer", "phone": "On a phone"}

VIEWS: Final = {
    "picture": "Just the picture",
    "guided": "Guided",
    "everything": "Everything",
}
_ALWAYS = ("sidebar", "pages", "scenario", "luck", "share", "save", "events", "clock", "yaxis")
HIDDEN: Final[dict[str, tuple[str, ...]]] = {
    "picture": (*_ALWAYS, "forecast", "guide", "speed", "code", "steps", "asking"),
    "guided": (*_ALWAYS, "code"),
    "everything": (),
}


def about(minutes: int, count: int) -> str:
    """Return how long a lesson takes and how much is asked."""
    return f"{minutes} minutes · {count} questions"
