"""PlayerState: where and how the animation starts; what a link says of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from dashboard.schema.arm_fields import MOST_GIVEN
from dashboard.schema.fields import Field, fields_of, setting
from dashboard.schema.kinds import OneOf, Whole
from dashboard.schema.problem_choices import MAX_HORIZON
from dashboard.schema.repair import Notice, read


@dataclass(frozen=True)
class PlayerState:
    """Where and how the animation starts; the part of a link that changes no result."""

    at: int | None = setting(
        Whole(0, MAX_HORIZON), None, "Round", "The round shown first; none: the start.", none=""
    )
    back: int | None = setting(
        Whole(1, 1000),
        None,
        "Frames back",
        "How many frames before the last one of that round; none: the last one.",
        none="",
    )
    speed: float = setting(
        OneOf({speed: f"{speed:g}×" for speed in (0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0)}),
        1.0,
        "Speed",
        "How fast the animation plays.",
    )
    clock: str = setting(
        OneOf({"event": "by event", "linear": "linear", "log": "logarithmic"}),
        "event",
        "Time",
        "What the animation gives its time to.",
    )
    truth: bool = setting(
        OneOf({True: "shown", False: "hidden"}),
        True,
        "Truth",
        "Whether the true best arms are marked.",
    )
    yaxis: str = setting(
        OneOf({"fit": "fit DART", "all": "all curves", "log": "logarithmic"}),
        "fit",
        "Regret axis",
        "What the regret axis must hold.",
    )
    panels: str = setting(
        OneOf({"none": "none", "code": "code", "steps": "slow motion", "both": "both"}),
        "none",
        "Panels",
        "Whether pseudo-code and slow motion are open.",
    )
    arm: int | None = setting(
        Whole(1, MOST_GIVEN), None, "Arm asked", "The arm whose panel is open.", none=""
    )
    part: int | None = setting(
        Whole(1, 100), None, "Part told", "Which epoch slow motion tells, say.", none=""
    )
    step: int | None = setting(
        Whole(1, 10_000), None, "Step told", "The step of it that is shown.", none=""
    )

    @classmethod
    def repaired(
        cls, texts: Mapping[str, str], horizon: int = MAX_HORIZON
    ) -> tuple[PlayerState, list[Notice]]:
        """Return the state nearest to raw texts, and a notice for each one not taken as is.

        Parameters
        ----------
        texts : mapping of str to str
            Raw text by link key. What is missing gets its default, without a notice.
        horizon : int
            T: `at` cannot be later.
        """
        values, ledger = read(PLAYER_SCHEMA, texts, complete=0)
        if values["at"] is not None and values["at"] > horizon:
            ledger.complain("at", f"a whole number from 0 to {horizon:,}, the horizon", ["at"])
            values["at"] = horizon
        return cls(**values), ledger.notices(values)

    def texts(self) -> dict[str, str]:
        """Return as text by link key what differs from the defaults."""
        pairs = ((field, getattr(self, field.name)) for field in PLAYER_SCHEMA)
        return {field.key: field.text(value) for field, value in pairs if value != field.default}


PLAYER_SCHEMA: tuple[Field, ...] = fields_of(PlayerState)
