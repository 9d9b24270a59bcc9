"""GameState: what a link says about a game against the algorithms, beside the settings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from dashboard.schema.fields import Field, fields_of, setting
from dashboard.schema.kinds import OneOf, Real
from dashboard.schema.repair import Notice, read


@dataclass(frozen=True)
class GameState:
    """How long a game is, and the score that it is to beat; neither changes any luck."""

    rounds: int = setting(
        OneOf({rounds: f"{rounds} rounds" for rounds in (10, 20, 30, 50, 100)}),
        30,
        "Rounds",
        "How long the game is; never longer than the T of the sidebar.",
    )
    beat: float | None = setting(
        Real(0.0, 100.0), None, "To beat", "The regret that a friend says to have had.", none=""
    )

    @classmethod
    def repaired(cls, texts: Mapping[str, str]) -> tuple[GameState, list[Notice]]:
        """Return the state nearest to raw texts, and a notice for each one not taken as is.

        Parameters
        ----------
        texts : mapping of str to str
            Raw text by link key. What is missing gets its default, without a notice.
        """
        values, ledger = read(GAME_SCHEMA, texts, complete=0)
        return cls(**values), ledger.notices(values)

    def texts(self) -> dict[str, str]:
        """Return it as text by link key, the default included."""
        pairs = ((field, getattr(self, field.name)) for field in GAME_SCHEMA)
        return {field.key: field.text(value) for field, value in pairs if field.in_link(value)}

    def undared(self) -> GameState:
        """Return the state for another game: a score belongs to one alone."""
        return replace(self, beat=None)


GAME_SCHEMA: tuple[Field, ...] = fields_of(GameState)
