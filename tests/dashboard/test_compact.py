"""The short form of a link: the same link, a few dozen characters, and nothing else."""

from __future__ import annotations

import hashlib
import zlib
from base64 import urlsafe_b64encode
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import settings as profile
from hypothesis import strategies as st

from dashboard.catalogue import curves
from dashboard.links import compact
from dashboard.links.lesson import LESSON_SCHEMA, Lesson
from dashboard.links.own_arms import kept
from dashboard.links.player_state import PlayerState
from dashboard.scenarios import SCENARIOS
from dashboard.schema.texts import Text
from dashboard.settings import Settings
from tests.dashboard.strategies import of_field, valid_settings
from tests.links import (
    ONE_BY_ONE,
    from_query,
    lesson_of,
    to_query,
    to_shared_query,
    to_short_query,
)

valid_lessons = st.builds(
    Lesson,
    **{
        field.name: st.text(max_size=60).map(field.kind.nearest)
        if isinstance(field.kind, Text)
        else of_field(field)
        for field in LESSON_SCHEMA
    },
)


@profile(max_examples=400)
@given(valid_settings(), valid_lessons)
def test_a_short_link_means_what_the_long_one_does(settings: Settings, lesson: Lesson) -> None:
    for query in (to_short_query(settings, lesson), to_shared_query(settings, lesson)):
        assert from_query(query, kept(settings.texts())) == (settings, PlayerState(), [])
        assert lesson_of(query) == (lesson, [])


def test_what_is_spelled_out_counts_more() -> None:
    query = f"{to_short_query(Settings.default())}&k=2&at=500&title=Mine"
    settings, player, notices = from_query(query)
    assert (settings.k, player.at, notices) == (2, 500, [])
    assert lesson_of(query)[0].title == "Mine"


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario.title)
def test_named_problems_fit_a_qr_code_that_is_read_from_afar(scenario: object) -> None:
    assert len(to_short_query(scenario.settings)) < 220  # type: ignore[attr-defined] # a Scenario


def test_the_longest_link_fits_a_chat() -> None:
    rng = np.random.default_rng(0)
    names = [field.name for field in LESSON_SCHEMA]
    assert names[:2] == ["title", "say"]
    settings = Settings(
        n=100,
        k=50,
        arms="given",
        means=tuple(rng.random(100)),
        reward="curve",
        curve=tuple(np.sort(np.round(rng.random(51), 4))),
        companions=tuple(curves().values())[:8],
    )
    lesson = Lesson(title="Who is rejected first, and why?" * 2, say="Watch the gates close. " * 10)
    assert len(to_query(settings, lesson)) > 2_500
    assert len(to_shared_query(settings, lesson)) < 1_900  # the page's address comes before it


def test_the_dictionary_never_changes() -> None:
    """A short link is read with the words it was written with: name new ones anew."""
    digest = hashlib.blake2b(compact._DICTIONARY, digest_size=8).hexdigest()
    assert digest == "8ca0d8358c91c680"
    link = "z=1K7M1Gq5hYqBnaAQOEWBCNyI2PAA"
    then = replace(ONE_BY_ONE, vary="horizon", rivals=ONE_BY_ONE.companions)
    assert from_query(link)[0] == then


@given(st.text(max_size=60) | st.text(alphabet="1ABCab-_=", max_size=40).map("1".__add__))
@example("1")
@example("1====")
@example("2K7M1Gq5hYqBnaAQOEWBCNyI2PAA")
@example("1K7M1Gq5hYqBnaAQOEWBCNyI2P")
@example("1K7M1Gq5hYqBnaAQOEWBCNyI2PAA AAAA")
def test_any_other_text_is_explained(text: str) -> None:
    settings, player, notices = from_query({"z": text})
    try:
        query = compact.unpacked(text)
    except ValueError:
        assert settings == Settings.default()
        assert [notice.field for notice in notices] == ["z"]
    else:
        assert (settings, player) == from_query(query)[:2]


def test_a_bomb_is_not_unpacked() -> None:
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    bomb = packer.compress(b"0" * 40_000_000) + packer.flush()
    assert len(bomb) < 40_000
    with pytest.raises(ValueError, match="too long"):
        compact.unpacked("1" + urlsafe_b64encode(bomb).decode().rstrip("="))
