"""Link: everything that an address says, parsed once and written once; reading never fails."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from urllib.parse import parse_qsl

from dart_core.unseen import printable
from dashboard.links import compact, revisions
from dashboard.links.game_state import GAME_SCHEMA, GameState
from dashboard.links.learn_state import LEARN_SCHEMA, LearnState
from dashboard.links.lesson import LESSON_SCHEMA, Lesson
from dashboard.links.own_arms import KEY, Texts, lightened, query_of, restored
from dashboard.links.player_state import PLAYER_SCHEMA, PlayerState
from dashboard.links.study_view import STUDY_VIEW_SCHEMA, StudyView
from dashboard.schema.repair import Notice
from dashboard.schema.version import VERSION
from dashboard.settings import LINK_FIELDS, Settings

Query = str | Mapping[str, str | Sequence[str]]
_STREAMLIT_KEYS = {"embed", "embed_options"}
_LONGEST_SPELLED_OUT = 1_200  # characters; a longer link is given in its short form
_SETTINGS_KEYS = {compact.KEY, *(each.key for each in LINK_FIELDS)}
_OTHER_SCHEMAS = (PLAYER_SCHEMA, LESSON_SCHEMA, GAME_SCHEMA, STUDY_VIEW_SCHEMA, LEARN_SCHEMA)
_OTHER_KEYS = {revisions.KEY, *(each.key for schema in _OTHER_SCHEMAS for each in schema)}


@dataclass(frozen=True)
class Link:
    """What a link means.

    Attributes
    ----------
    settings : Settings
    player : PlayerState
    lesson : Lesson
    game : GameState
    view : StudyView
        Of a sweep's chart.
    learn : LearnState
    notices : tuple of Notice
        What could not be taken as it came; no part of what is written.
    outdated : tuple of str
        The labels of the algorithms that were earlier ones when the link was made (see
        `dashboard.links.revisions`); what is written says those of now.
    """

    settings: Settings = field(default_factory=Settings.default)
    player: PlayerState = field(default_factory=PlayerState)
    lesson: Lesson = field(default_factory=Lesson)
    game: GameState = field(default_factory=GameState)
    view: StudyView = field(default_factory=StudyView)
    learn: LearnState = field(default_factory=LearnState)
    notices: tuple[Notice, ...] = ()
    outdated: tuple[str, ...] = ()

    @classmethod
    def parse(cls, query: Query, held: Mapping[str, Texts] | None = None) -> Link:
        """Return what a link means, whatever it holds: every part is repaired item by item.

        Parameters
        ----------
        query : str or mapping
            A query string, with or without "?", or its decoded values by key. Of repeated keys
            the last counts, and what is spelled out counts more than a short form. The keys that
            Streamlit itself uses are passed over.
        held : mapping of str to (dict of str to str), optional
            Lists that this session keeps, because they are too long for its links.
        """
        values, broken = _values_by_key(query)
        last = {key: texts[-1] for key, texts in values.items()}
        own = {key: text for key, text in last.items() if key not in _OTHER_KEYS}
        texts, missing = restored(own, held or {})
        settings, notices = Settings.repaired(texts)
        player, of_player = PlayerState.repaired(last, settings.horizon)
        lesson, of_lesson = Lesson.repaired(last)
        game, of_game = GameState.repaired(last)
        view, of_view = StudyView.repaired(last)
        learn, of_learn = LearnState.repaired(last)
        repeated = _repeated(values, settings, player)
        of_settings = (*broken, *repeated, *missing, *notices)
        others = (*of_player, *of_lesson, *of_game, *of_view, *of_learn)
        then = last.get(revisions.KEY, "")
        # What was typed by hand states no version, and nobody has seen its numbers.
        outdated = tuple(revisions.earlier(settings, then)) if "v" in last else ()
        said = (*of_settings, *others)
        return cls(settings, player, lesson, game, view, learn, said, outdated)

    def query(self, page: str = "") -> str:
        """Return the query string that says all this, the settings' defaults included.

        Lists that no link can hold are named in it; see `dashboard.links.own_arms`.

        Parameters
        ----------
        page : str
            Where the link leads: to "play" it says how long the game is, even if as usual.
        """
        return query_of(self._texts(lightened(self.settings.texts()), page))

    def full(self, page: str = "") -> str:
        """Return a query that holds everything, however long: for a file, not for an address."""
        return query_of(self._texts(self.settings.texts(), page))

    def short(self, page: str = "") -> str:
        """Return the same link in as few characters as can be: for QR codes."""
        return f"{compact.KEY}={compact.packed(self.query(page))}"

    def shared(self, page: str = "") -> str:
        """Return the same link to be sent: readable, in its short form where that is long."""
        query = self.query(page)
        return query if len(query) <= _LONGEST_SPELLED_OUT else self.short(page)

    def means(self, other: Link) -> bool:
        """Return whether both say the same, but for where the player starts."""
        mine = (self.settings, self.lesson, self.game, self.view, self.learn)
        return mine == (other.settings, other.lesson, other.game, other.view, other.learn)

    def _texts(self, settings: Texts, page: str) -> Texts:
        game = self.game.texts() if page == "play" or self.game != GameState() else {}
        settings = settings | revisions.texts_of(self.settings)
        others = self.lesson.texts() | self.view.texts() | game | self.learn.texts()
        others |= self.player.texts()
        return {"v": str(VERSION)} | settings | others


def is_link(keys: Collection[str]) -> bool:
    """Return whether an address says anything about the settings."""
    return bool(_SETTINGS_KEYS.intersection(keys))


def _values_by_key(
    query: Query,
) -> tuple[dict[str, list[str]], list[Notice]]:
    """Return the decoded values of a query, its short form unpacked."""
    values: dict[str, list[str]] = {}
    if isinstance(query, str):
        values = _parsed(query.removeprefix("?"))
    else:
        for key, texts in query.items():
            values[key] = [texts] if isinstance(texts, str) else list(texts)
    values = {k: texts for k, texts in values.items() if texts and k not in _STREAMLIT_KEYS}
    *_, short = values.pop(compact.KEY, [None])
    if short is None:
        return values, []
    try:
        return _parsed(compact.unpacked(short)) | values, []
    except ValueError:
        expected = "the short form of a link, whole as it was copied"
        return values, [Notice(compact.KEY, printable(short), expected, "")]


def _parsed(query: str) -> dict[str, list[str]]:
    values: dict[str, list[str]] = {}
    for key, text in parse_qsl(query, keep_blank_values=True):
        values.setdefault(key, []).append(text)
    return values


def _repeated(
    values: Mapping[str, Sequence[str]], settings: Settings, player: PlayerState
) -> list[Notice]:
    """Return a notice for each known key that came more than once."""
    used = {"v": str(VERSION), KEY: "the last one"}
    used |= {field.key: "" for field in LINK_FIELDS} | settings.texts()
    used |= {field.key: field.text(getattr(player, field.name)) for field in PLAYER_SCHEMA}
    return [
        Notice(key, printable(" and ".join(texts[-3:])), "one value", printable(used[key]))
        for key, texts in values.items()
        if key in used and len(texts) > 1
    ]
