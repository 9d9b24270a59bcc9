"""Lesson: what a teacher's link changes about the page, and nothing about the results."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from dashboard.schema.fields import Field, fields_of, setting
from dashboard.schema.kinds import OneOf, Several
from dashboard.schema.repair import Notice, read
from dashboard.schema.texts import Text
from dashboard.settings import LINK_FIELDS

LONGEST_CODE = 12  # characters: more than a room has, so that a longer code is wrong, not cut
PANELS = {
    "sidebar": "the whole sidebar",
    "pages": "the other pages",
    "scenario": "the list of named problems",
    "luck": "seeds and new instance",
    "heading": "the page's own heading",
    "forecast": "the forecast",
    "guide": "how to read the picture",
    "share": "links to share",
    "save": "files and code to take along",
}
PLAYER = {
    "chart": "the chart of regret",
    "sentence": "the sentence below the picture",
    "transport": "play, steps and time bar",
    "events": "the marks of events on the time bar",
    "speed": "the speed",
    "clock": "the time scale",
    "yaxis": "the regret axis",
    "truth": "“show the truth”",
    "legend": "the legend and the keys",
    "code": "the pseudo-code",
    "steps": "slow motion",
    "asking": "asking an arm",
}
_PARTS = PANELS | {key: f"player: {label}" for key, label in PLAYER.items()}
_SEEDS = ("arms_seed", "seed")
CONTROLS = {field.key: field.label for field in LINK_FIELDS if field.key not in _SEEDS}


@dataclass(frozen=True)
class Lesson:
    """What is hidden, what is locked, and a teacher's own words; none of it by default.

    Raises
    ------
    ValueError
        If a text is too long, or a name is not known.
    """

    title: str = setting(Text(80), "", "Title", "Stands above the page.")
    say: str = setting(
        Text(300),
        "",
        "Instruction for students",
        "Shown below the title: what to look for, what to do.",
    )
    hide: tuple[str, ...] = setting(
        Several({**_PARTS, **CONTROLS}, len(_PARTS) + len(CONTROLS)),
        (),
        "Hide",
        "Controls and panels that are left out.",
    )
    lock: tuple[str, ...] = setting(
        Several({"all": "everything", "luck": PANELS["luck"], **CONTROLS}, len(CONTROLS) + 2),
        (),
        "Lock",
        "Values that are shown and cannot be changed.",
    )
    predict: bool = setting(
        OneOf({False: "no", True: "yes"}),
        False,
        "Predict first",
        "The run stops before arms leave and asks which, and where to; then it shows who was "
        "right.",
    )
    room: str = setting(
        Text(LONGEST_CODE), "", "Room", "The code of a room in which a class votes together."
    )
    present: bool = setting(
        OneOf({False: "no", True: "yes"}),
        False,
        "Presentation view",
        "Large type and high contrast, without the sidebar; the key P changes it.",
    )

    def __post_init__(self) -> None:
        for field in LESSON_SCHEMA:
            object.__setattr__(self, field.name, field.check(getattr(self, field.name)))

    @classmethod
    def repaired(cls, texts: Mapping[str, str]) -> tuple[Lesson, list[Notice]]:
        """Return the lesson nearest to raw texts, and a notice for each one not taken as is.

        Parameters
        ----------
        texts : mapping of str to str
            Raw text by link key. What is missing gets its default, without a notice.
        """
        values, ledger = read(LESSON_SCHEMA, texts, complete=0)
        return cls(**values), ledger.notices(values)

    def texts(self) -> dict[str, str]:
        """Return as text by link key what differs from the defaults."""
        pairs = ((field, getattr(self, field.name)) for field in LESSON_SCHEMA)
        return {field.key: field.text(value) for field, value in pairs if value != field.default}

    def hides(self, name: str) -> bool:
        """Return whether a panel or the control of a link's key is left out."""
        return name in self.hide

    def locks(self, name: str) -> bool:
        """Return whether a control cannot be used."""
        return name in self.lock or "all" in self.lock


LESSON_SCHEMA: tuple[Field, ...] = fields_of(Lesson)
