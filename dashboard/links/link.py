"""Links: settings as a query string and back; a link says everything, reading never fails."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import parse_qsl

from dashboard.links import compact, revisions
from dashboard.links.game_state import GAME_SCHEMA, GameState
from dashboard.links.lesson import LESSON_SCHEMA, Lesson
from dashboard.links.own_arms import KEY, Texts, lightened, query_of, restored
from dashboard.links.study_view import STUDY_VIEW_SCHEMA, StudyView
from dashboard.schema.arm_fields import MOST_GIVEN
from dashboard.schema.fields import Choice, Field, Whole, fields_of, setting
from dashboard.schema.repair import Notice, printable, read
from dashboard.settings import MAX_HORIZON, SCHEMA, VERSION, Settings

_STREAMLIT_KEYS = {"embed", "embed_options"}
_LONGEST_SPELLED_OUT = 1_200  # characters; a longer link is given in its short form


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
        Choice({speed: f"{speed:g}×" for speed in (0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0)}),
        1.0,
        "Speed",
        "How fast the animation plays.",
    )
    clock: str = setting(
        Choice({"event": "by event", "linear": "linear", "log": "logarithmic"}),
        "event",
        "Time",
        "What the animation gives its time to.",
    )
    truth: bool = setting(
        Choice({True: "shown", False: "hidden"}),
        True,
        "Truth",
        "Whether the true best arms are marked.",
    )
    yaxis: str = setting(
        Choice({"fit": "fit DART", "all": "all curves", "log": "logarithmic"}),
        "fit",
        "Regret axis",
        "What the regret axis must hold.",
    )
    panels: str = setting(
        Choice({"none": "none", "code": "code", "steps": "slow motion", "both": "both"}),
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


PLAYER_SCHEMA: tuple[Field, ...] = fields_of(PlayerState)
_SETTINGS_KEYS = {compact.KEY, *(field.key for field in SCHEMA)}


def to_query(settings: Settings, lesson: Lesson | None = None) -> str:
    """Return the query string that means these settings, defaults and seeds included.

    It says, too, which revisions of its algorithms are at work (see `dashboard.links.revisions`).
    Lists that no link can hold are named in it; see `dashboard.links.own_arms`.
    """
    texts = {"v": str(VERSION)} | lightened(settings.texts()) | revisions.texts_of(settings)
    return query_of(texts | (lesson.texts() if lesson else {}))


def to_full_query(settings: Settings) -> str:
    """Return a query that holds everything, however long: for a file, not for an address."""
    return query_of({"v": str(VERSION)} | settings.texts())


def to_short_query(settings: Settings, lesson: Lesson | None = None) -> str:
    """Return the same link in as few characters as can be: for QR codes."""
    return f"{compact.KEY}={compact.packed(to_query(settings, lesson))}"


def to_shared_query(settings: Settings, lesson: Lesson | None = None) -> str:
    """Return the same link to be sent: readable, in its short form where that would be long."""
    query = to_query(settings, lesson)
    return query if len(query) <= _LONGEST_SPELLED_OUT else to_short_query(settings, lesson)


def is_link(keys: Collection[str]) -> bool:
    """Return whether an address says anything about the settings."""
    return bool(_SETTINGS_KEYS.intersection(keys))


def from_query(
    query: str | Mapping[str, str | Sequence[str]],
    held: Mapping[str, Texts] | None = None,
) -> tuple[Settings, PlayerState, list[Notice]]:
    """Return what a link means, whatever it holds, and what could not be taken as it came.

    Parameters
    ----------
    query : str or mapping
        A query string, with or without "?", or its decoded values by key. Of repeated keys the
        last counts, and what is spelled out counts more than a short form. The keys that
        Streamlit itself uses, and those of a lesson, a game, a study's view and revisions (see
        `lesson_of`, `game_of`, `view_of`, `outdated_in`), are passed over.
    held : mapping of str to (dict of str to str), optional
        Lists that this session keeps, because they are too long for its links.

    Returns
    -------
    settings : Settings
    player : PlayerState
    notices : list of Notice
        Empty for an empty link and for every link that `to_query` made.
    """
    values, broken = _values_by_key(query)
    last = {key: texts[-1] for key, texts in values.items()}
    own = (PLAYER_SCHEMA, LESSON_SCHEMA, GAME_SCHEMA, STUDY_VIEW_SCHEMA)
    others = {revisions.KEY, *(field.key for schema in own for field in schema)}
    texts, missing = restored({k: t for k, t in last.items() if k not in others}, held or {})
    settings, notices = Settings.repaired(texts)
    player, more = PlayerState.repaired(last, settings.horizon)
    repeated = _repeated(values, settings, player)
    return settings, player, [*broken, *repeated, *missing, *notices, *more]


def lesson_of(query: str | Mapping[str, str | Sequence[str]]) -> tuple[Lesson, list[Notice]]:
    """Return what a link says about the lesson, and what could not be taken as it came."""
    values, _ = _values_by_key(query)
    return Lesson.repaired({key: texts[-1] for key, texts in values.items()})


def game_of(query: str | Mapping[str, str | Sequence[str]]) -> tuple[GameState, list[Notice]]:
    """Return what a link says about a game, and what could not be taken as it came."""
    values, _ = _values_by_key(query)
    return GameState.repaired({key: texts[-1] for key, texts in values.items()})


def view_of(query: str | Mapping[str, str | Sequence[str]]) -> tuple[StudyView, list[Notice]]:
    """Return what a link says about a study's view, and what could not be taken as it came."""
    values, _ = _values_by_key(query)
    return StudyView.repaired({key: texts[-1] for key, texts in values.items()})


def outdated_in(query: str | Mapping[str, str | Sequence[str]], settings: Settings) -> list[str]:
    """Return the labels of the algorithms that were earlier ones when this link was made.

    None for a query that was typed by hand: it states no version, and nobody has seen its numbers.
    """
    values, _ = _values_by_key(query)
    if "v" not in values:
        return []
    return revisions.earlier(settings, values.get(revisions.KEY, [""])[-1])


def _values_by_key(
    query: str | Mapping[str, str | Sequence[str]],
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
    for schema, state in ((SCHEMA, settings), (PLAYER_SCHEMA, player)):
        used |= {field.key: field.text(getattr(state, field.name)) for field in schema}
    return [
        Notice(key, printable(" and ".join(texts[-3:])), "one value", printable(used[key]))
        for key, texts in values.items()
        if key in used and len(texts) > 1
    ]
