from __future__ import annotations

import json
import string
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, quote

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import settings as profile
from hypothesis import strategies as st

from dart_core.unseen import printable
from dashboard.catalogue import choices, curves
from dashboard.links.game_state import GameState
from dashboard.links.lesson import Lesson
from dashboard.links.link import Link
from dashboard.links.own_arms import kept
from dashboard.links.player_state import PLAYER_SCHEMA, PlayerState
from dashboard.links.revisions import texts_of
from dashboard.links.study_view import QUANTITIES, StudyView
from dashboard.schema.dart_keys import unfolded
from dashboard.schema.kinds import OneOf
from dashboard.schema.texts import Text
from dashboard.settings import LINK_FIELDS, SCHEMA, Settings
from tests.dashboard.strategies import (
    NASTY,
    raw_mappings,
    raw_texts,
    valid_players,
    valid_settings,
)
from tests.links import (
    ONE_BY_ONE,
    from_query,
    lesson_of,
    outdated_in,
    to_query,
    to_shared_query,
    to_short_query,
)

CORPUS = [
    entry
    for version in (1, 2, 3, 4)
    for entry in json.loads(
        Path(__file__).with_name(f"links-v{version}.json").read_text(encoding="utf-8")
    )
]
URL_SAFE = set(string.ascii_letters + string.digits + "-._~,&=%")


# ---------------------------------------------------------------- round trip


@profile(max_examples=2000)
@given(valid_settings())
def test_a_link_means_what_it_was_made_from(settings: Settings) -> None:
    query = to_query(settings)
    assert from_query(query, kept(settings.texts())) == (settings, PlayerState(), [])
    assert len(to_shared_query(settings)) < 1_900
    assert set(query) <= URL_SAFE
    assert query.startswith("v=4&")


@given(valid_settings(), valid_players)
def test_the_player_travels_along(settings: Settings, player: PlayerState) -> None:
    texts = {f.key: f.text(getattr(player, f.name)) for f in PLAYER_SCHEMA}
    link = to_query(settings) + "".join(f"&{k}={t}" for k, t in texts.items() if t)
    came, state, notices = from_query(link, kept(settings.texts()))
    assert came == settings
    if player.at is not None and player.at > settings.horizon:
        assert state.at == settings.horizon
        assert [n.field for n in notices] == ["at"]
    else:
        assert (state, notices) == (player, [])


lessons = st.builds(
    Lesson,
    title=st.text(max_size=20).map(Text(80).nearest),
    hide=st.sets(st.sampled_from(["guide", "forecast", "c", "const"])).map(tuple),
    lock=st.sets(st.sampled_from(["all", "luck", "k", "lam"])).map(tuple),
    predict=st.booleans(),
)
games = st.builds(GameState, rounds=st.sampled_from([10, 30, 100]), beat=st.none() | st.just(2.5))
views = st.builds(StudyView, quantity=st.sampled_from(list(QUANTITIES)), curve=st.integers(1, 9))


@given(valid_settings(), valid_players, lessons, games, views, st.sampled_from(["", "play"]))
def test_every_part_of_a_link_is_read_as_it_was_written(
    settings: Settings,
    player: PlayerState,
    lesson: Lesson,
    game: GameState,
    view: StudyView,
    page: str,
) -> None:
    at = player.at and min(player.at, settings.horizon)
    link = Link(settings, replace(player, at=at), lesson, game, view)
    held = kept(settings.texts())
    for query in (link.query(page), link.short(page), link.shared(page)):
        assert Link.parse(query, held) == link
    assert Link.parse(link.full(page)) == link
    assert ("rounds=" in link.query(page)) is (page == "play" or game != GameState())


def test_every_default_and_seed_is_in_the_link() -> None:
    """Trap 11: a link that leaves defaults out changes its meaning when they change."""
    keys = list(parse_qs(to_query(ONE_BY_ONE), keep_blank_values=True))
    # The revision is that of a rival.
    assert keys == ["v", *(f.key for f in LINK_FIELDS if f.in_link(f.default)), "rev"]
    given_means = Settings(n=2, k=1, arms="given", means=(0.5, 0.25), companions=(), rivals=())
    link = to_query(given_means)
    assert "means=0.5,0.25" in link
    assert link.endswith("with=")


def test_forty_five_given_means_fit_in_a_link() -> None:
    means = np.round(np.random.default_rng(0).random(45), 4)
    settings = Settings(n=45, k=4, arms="given", means=tuple(means))
    query = to_query(settings)
    assert len(query) < 700
    assert from_query(query)[0] == settings


# ---------------------------------------------------------------- the stored corpus


@pytest.mark.parametrize("entry", CORPUS, ids=lambda entry: entry["title"])
def test_old_links_keep_their_meaning(entry: dict[str, Any]) -> None:
    """Never edit an entry: old links are in slides and exercise sheets for good."""
    settings, player, notices = from_query(entry["link"])
    assert notices == []
    values = unfolded({f.name: getattr(settings, f.name) for f in SCHEMA})
    version = parse_qs(entry["link"])["v"]
    newer = {f.name: f.default for f in LINK_FIELDS if f.since > int(version[0])}
    for name in ("companions", "rivals"):
        values[name] = [choice.text for choice in getattr(settings, name)]
    if int(version[0]) < 4:
        newer["rivals"] = entry["settings"]["companions"]  # then one list was both
    assert values.pop("race") == (), "a link without one is of no race"
    data = values["data"]
    values["data"] = data and data.arms
    assert json.loads(json.dumps(values)) == json.loads(json.dumps(entry["settings"] | newer))
    state = {f.name: getattr(player, f.name) for f in PLAYER_SCHEMA}
    assert state == {f.name: f.default for f in PLAYER_SCHEMA} | entry["player"]
    np.testing.assert_allclose(settings.means_array(), entry["arms"], rtol=0, atol=1e-15)


def test_the_corpus_holds_every_choice_and_each_is_still_there() -> None:
    for name in ("reward", "arms", "law", "preset", "algorithm"):
        field = next(f for f in SCHEMA if f.name == name)
        assert isinstance(field.kind, OneOf)
        held = {entry["settings"].get(name, field.default) for entry in CORPUS}
        # Algorithms that came after the corpus are in no old link: a release pins them.
        assert held <= set(field.kind.options)
        assert name in {"preset", "algorithm"} or held == set(field.kind.options)


# ---------------------------------------------------------------- revisions of algorithms


REVISED = {"frontier": "Frontier", "ucb": "UCB", "etcg": "ETCG", "cucb": "CUCB"}


@pytest.mark.parametrize("entry", CORPUS, ids=lambda entry: entry["title"])
def test_old_links_tell_whose_numbers_have_changed(entry: dict[str, Any]) -> None:
    settings = from_query(entry["link"])[0]
    names = [settings.algorithm, *(choice.name for choice in settings.companions)]
    changed = [label for name, label in REVISED.items() if name in names]
    assert sorted(outdated_in(entry["link"], settings)) == sorted(changed)


@given(valid_settings())
def test_a_new_link_is_not_outdated(settings: Settings) -> None:
    for query in (to_query(settings), to_shared_query(settings), to_short_query(settings)):
        assert outdated_in(query, settings) == []


def test_only_a_link_that_shows_them_says_revisions() -> None:
    assert texts_of(Settings(rivals=())) == {}
    both = choices("ucb.ucb1", "frontier.bold", "frontier.guaranteed", "lints.scaled")
    for where in ({"companions": both, "rivals": ()}, {"rivals": both}):
        assert texts_of(Settings(**where)) == {"rev": "frontier.2,ucb.2"}


def test_a_link_is_outdated_by_each_algorithm_on_its_own() -> None:
    settings = Settings(companions=choices("ucb.ucb1", "frontier.bold"), rivals=())
    assert outdated_in("v=3&rev=ucb.2", settings) == ["Frontier"]
    assert outdated_in("v=3&rev=frontier.3,ucb.1", settings) == ["UCB"]
    assert outdated_in("", settings) == [], "the address says nothing"
    assert outdated_in("n=5&with=frontier.bold", settings) == [], "typed by hand"


@pytest.mark.parametrize(
    "text", [*NASTY, "frontier.", ".2", "frontier.-2", "frontier.2" + "0" * 5000]
)
def test_a_nasty_revision_is_an_earlier_one(text: str) -> None:
    settings = Settings(companions=choices("frontier.bold"), rivals=())
    assert outdated_in({"v": "3", "rev": text}, settings) == ["Frontier"]
    query = {"v": "4", **settings.texts(), "rev": text}
    assert from_query(query) == (settings, PlayerState(), [])


# ---------------------------------------------------------------- untrusted links


def check(query: Any) -> None:
    settings, player, notices = from_query(query)
    assert from_query(to_query(settings), kept(settings.texts()))[0] == settings
    assert player.at is None or 0 <= player.at <= settings.horizon
    for notice in notices:
        text = str(notice)
        assert notice.field in text
        assert text.isprintable()
        assert len(text) < 400
    assert len(notices) < 60


@profile(max_examples=800)
@given(raw_mappings)
def test_any_values_give_valid_settings(values: dict[str, list[str]]) -> None:
    check(values)


@profile(max_examples=800)
@given(st.text(max_size=300) | st.text(alphabet="vnktm=&%,;+#?.0123456789", max_size=300))
@example("?")
@example("&&&==&=")
@example("%E0%80&n=%ff%fe&%00=%00")
@example("n=\ud800&\udfff=1")
def test_any_text_gives_valid_settings(query: str) -> None:
    check(query)


@pytest.mark.parametrize("text", NASTY, ids=lambda text: ascii(text[:12]))
def test_a_nasty_text_in_every_field(text: str) -> None:
    for field in (*LINK_FIELDS, *PLAYER_SCHEMA):
        values = {"v": "3", **Settings().texts(), field.key: text}
        check(values)
        settings, player, notices = from_query(values)
        state = unfolded(vars(settings)) if field in LINK_FIELDS else vars(player)
        kept = state[field.name]
        told = any(n.field == field.key or f"{field.key} = " in n.used for n in notices)
        assert told or field.check(field.parse(text)) == kept


@given(st.sampled_from([f.key for f in (*LINK_FIELDS, *PLAYER_SCHEMA)]), raw_texts)
def test_an_encoded_text_is_the_same_as_a_decoded_one(key: str, text: str) -> None:
    if any("\ud800" <= c <= "\udfff" for c in text):
        return  # has no UTF-8 form
    assert from_query(f"{key}={quote(text)}") == from_query({key: text})


def test_very_long_links_are_read_at_once() -> None:
    check("n=" + "9" * 1_000_000)
    check("means=" + "0.5," * 100_000 + "&arms=given")
    check("&".join(f"{i}={i}" for i in range(100_000)))
    check("n=1&" * 100_000)


@pytest.mark.parametrize(
    ("query", "field", "came", "used"),
    [
        ("k=700", "k", "700", "12"),
        ("t=abc", "t", "abc", "20000"),
        ("speed=3", "speed", "3", "1"),
        ("truth=yes", "truth", "yes", "1"),
        ("clock=sundial", "clock", "sundial", "event"),
        ("yaxis=", "yaxis", "", "fit"),
        ("t=100&at=500", "at", "500", "100"),
        ("at=-5", "at", "-5", "0"),
        ("at=x", "at", "x", ""),
        ("gone=1", "gone", "1", ""),
        ("n=5&n=6", "n", "5 and 6", "6"),
        ("n=5&n=x", "n", "5 and x", "12"),
        ("speed=2&speed=4", "speed", "2 and 4", "4"),
    ],
)
def test_nothing_is_dropped_in_silence(query: str, field: str, came: str, used: str) -> None:
    """Trap 12: say which value was bad and what is used instead."""
    notices = [n for n in from_query(query)[2] if n.field == field]
    assert (notices[0].came, notices[0].used) == (came, used)


@pytest.mark.parametrize(
    ("given", "field", "kept", "came"),
    [
        ("with=random,gone.gone,oracle", "companions", choices("random", "oracle"), "gone.gone"),
        ("with=gone", "companions", (), "gone"),
        ("with=x,random,y", "companions", choices("random"), "x,y"),
        ("with=random,", "companions", choices("random"), "random,"),
        ("algorithm=csar&preset=est1&const=c:0.7,c:0.7", "constants", (("c", 0.7),), "c:0.7,c:0.7"),
        ("algorithm=csar&preset=est1&const=eps0:x,c:0.7", "constants", (("c", 0.7),), "eps0:x"),
        (
            "with=" + ",".join(list(curves())[:10]),
            "companions",
            tuple(curves().values())[:8],
            ",".join(list(curves())[8:10]),
        ),
        (
            "algorithm=csar&preset=est1&const=c:0.7,gone:1",
            "constants",
            (("c", 0.7),),
            "gone:1",
        ),
    ],
)
def test_of_a_list_only_what_is_unknown_is_lost(
    given: str, field: str, kept: tuple[Any, ...], came: str
) -> None:
    settings, _, notices = from_query(given)
    assert getattr(settings, field) == kept
    (key,) = (each.key for each in SCHEMA if each.name == field)
    (notice,) = (each for each in notices if each.field == key)
    assert notice.came == printable(came)
    assert f"{printable(came) or 'nothing'} came" in str(notice)


def test_an_unknown_part_of_a_lesson_costs_itself_alone() -> None:
    lesson, notices = lesson_of("hide=forecast,gone,guide")
    assert lesson.hide == ("forecast", "guide")
    assert [notice.came for notice in notices] == ["gone"]


@pytest.mark.parametrize(
    ("link", "constants"),
    [
        ("c=0.5&lam=preset&delta0=2&const=", (("c", 0.5), ("delta0", 2.0))),
        ("const=c:0.5,lam:0", (("c", 0.5), ("lam", 0.0))),
        ("c=0.5&const=c:0.7,lam:0", (("c", 0.5), ("lam", 0.0))),
        ("algorithm=csar&preset=est1&c=0.5&const=", ()),
        ("algorithm=csar&preset=est1&c=0.5&const=c:0.7", (("c", 0.7),)),
    ],
)
def test_the_old_keys_of_constants_are_those_of_dart(
    link: str, constants: tuple[tuple[str, float], ...]
) -> None:
    settings = from_query(link)[0]
    assert settings.constants == constants
    own = dict(constants) if settings.algorithm == "dart" else {}
    written = parse_qs(to_query(settings), keep_blank_values=True)
    for key in ("c", "lam", "delta0"):
        assert written[key] == [f"{own[key]:g}" if key in own else "preset"]
    assert (written["const"] == [""]) is (settings.algorithm == "dart" or not constants)


@pytest.mark.parametrize(
    "query", ["", "?", {}, {"n": []}, "embed=true", "embed=true&embed_options=light_theme"]
)
def test_an_empty_link_is_the_default(query: Any) -> None:
    assert from_query(query) == (Settings.default(), PlayerState(), [])


def test_player_keys_alone_leave_the_default_settings() -> None:
    settings, player, notices = from_query("?at=500&speed=0.5&clock=log&truth=0&yaxis=all")
    assert settings == Settings.default()
    assert player == PlayerState(at=500, speed=0.5, clock="log", truth=False, yaxis="all")
    assert notices == []


def test_a_link_of_a_later_version_keeps_what_is_known() -> None:
    link = to_query(Settings(n=20)).replace("v=4", "v=5") + "&novel=1"
    settings, _, notices = from_query(link)
    assert settings == Settings(n=20)
    assert [n.field for n in notices] == ["v", "novel"]
    assert "the link is newer" in str(notices[0])


def test_mappings_of_plain_texts_work_as_streamlit_gives_them() -> None:
    assert from_query(Settings(n=20).texts() | {"v": "1"})[0] == Settings(n=20)
