"""What links mean, a part at a time."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import parse_qsl

from dashboard.links.game_state import GAME_SCHEMA, GameState
from dashboard.links.lesson import LESSON_SCHEMA, Lesson
from dashboard.links.link import Link, Query
from dashboard.links.own_arms import Texts
from dashboard.links.player_state import PlayerState
from dashboard.links.study_view import STUDY_VIEW_SCHEMA
from dashboard.schema.fields import Field
from dashboard.schema.repair import Notice
from dashboard.settings import Settings

# A run in which single arms move: arm 1 first, after 92 rounds; and λ ends it with two undecided.
ONE_BY_ONE = Settings(horizon=10_000, arms_seed=1, seed=1, constants=(("c", 0.12), ("lam", 0.02)))
_OTHERS = (*LESSON_SCHEMA, *GAME_SCHEMA, *STUDY_VIEW_SCHEMA)


def to_query(settings: Settings, lesson: Lesson | None = None) -> str:
    return Link(settings, lesson=lesson or Lesson()).query()


def to_short_query(settings: Settings, lesson: Lesson | None = None) -> str:
    return Link(settings, lesson=lesson or Lesson()).short()


def to_shared_query(settings: Settings, lesson: Lesson | None = None) -> str:
    return Link(settings, lesson=lesson or Lesson()).shared()


def from_query(
    query: Query, held: Mapping[str, Texts] | None = None
) -> tuple[Settings, PlayerState, list[Notice]]:
    link = Link.parse(query, held)
    others = {field.key for field in _OTHERS}
    return link.settings, link.player, [n for n in link.notices if n.field not in others]


def lesson_of(query: Query) -> tuple[Lesson, list[Notice]]:
    link = Link.parse(query)
    return link.lesson, _of(link, LESSON_SCHEMA)


def game_of(query: Query) -> tuple[GameState, list[Notice]]:
    link = Link.parse(query)
    return link.game, _of(link, GAME_SCHEMA)


def outdated_in(query: str | Mapping[str, str], settings: Settings) -> list[str]:
    """Which of the algorithms of `settings` a query knew in earlier revisions."""
    said = dict(parse_qsl(query, keep_blank_values=True)) if isinstance(query, str) else query
    return list(Link.parse({**settings.texts(), **said}).outdated)


def _of(link: Link, schema: tuple[Field, ...]) -> list[Notice]:
    keys = {field.key for field in schema}
    return [notice for notice in link.notices if notice.field in keys]
