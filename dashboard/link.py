"""Links: settings as a query string and back; a link says everything, reading never fails."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import parse_qsl, urlencode

from dashboard.fields import Choice, Field, Whole, fields_of, setting
from dashboard.repair import Notice, printable, read
from dashboard.settings import MAX_ARMS, MAX_HORIZON, SCHEMA, VERSION, Settings

_STREAMLIT_KEYS = {"embed", "embed_options"}


@dataclass(frozen=True)
class PlayerState:
    """Where and how the animation starts; the part of a link that changes no result."""

    at: int | None = setting(
        Whole(0, MAX_HORIZON), None, "Round", "The round shown first; none: the start.", none=""
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
        Whole(1, MAX_ARMS), None, "Arm asked", "The arm whose panel is open.", none=""
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


def to_query(settings: Settings) -> str:
    """Return the query string that means these settings, defaults and seeds included."""
    return urlencode([("v", str(VERSION)), *settings.texts().items()], safe=",")


def from_query(
    query: str | Mapping[str, str | Sequence[str]],
) -> tuple[Settings, PlayerState, list[Notice]]:
    """Return what a link means, whatever it holds, and what could not be taken as it came.

    Parameters
    ----------
    query : str or mapping
        A query string, with or without "?", or its decoded values by key. Of repeated keys the
        last counts. The keys that Streamlit itself uses are passed over.

    Returns
    -------
    settings : Settings
    player : PlayerState
    notices : list of Notice
        Empty for an empty link and for every link that `to_query` made.
    """
    values = _values_by_key(query)
    last = {key: texts[-1] for key, texts in values.items()}
    player_keys = {field.key for field in PLAYER_SCHEMA}
    settings, notices = Settings.repaired({k: t for k, t in last.items() if k not in player_keys})
    player, more = PlayerState.repaired(last, settings.horizon)
    repeated = _repeated(values, settings, player)
    return settings, player, [*repeated, *notices, *more]


def _values_by_key(query: str | Mapping[str, str | Sequence[str]]) -> dict[str, list[str]]:
    values: dict[str, list[str]] = {}
    if isinstance(query, str):
        for key, text in parse_qsl(query.removeprefix("?"), keep_blank_values=True):
            values.setdefault(key, []).append(text)
    else:
        for key, texts in query.items():
            values[key] = [texts] if isinstance(texts, str) else list(texts)
    return {k: texts for k, texts in values.items() if texts and k not in _STREAMLIT_KEYS}


def _repeated(
    values: Mapping[str, Sequence[str]], settings: Settings, player: PlayerState
) -> list[Notice]:
    """Return a notice for each known key that came more than once."""
    used = {"v": str(VERSION)}
    for schema, state in ((SCHEMA, settings), (PLAYER_SCHEMA, player)):
        used |= {field.key: field.text(getattr(state, field.name)) for field in schema}
    return [
        Notice(key, printable(" and ".join(texts[-3:])), "one value", printable(used[key]))
        for key, texts in values.items()
        if key in used and len(texts) > 1
    ]
