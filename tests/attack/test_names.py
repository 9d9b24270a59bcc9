"""Names by link: what cannot be seen is refused, what looks like another is said."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from dart_core.arm_tables import read_table
from dart_core.arm_tables.arm_table import ArmTable
from dart_core.arm_tables.asking import Answers
from dart_core.unseen import alike, is_seen, said_alike, seen
from dashboard.schema.arm_fields import Names
from dashboard.schema.texts import Text, plain
from dashboard.settings import Settings
from tests.dashboard.visitor import Visitor
from tests.links import from_query, to_query


def parse(text: str) -> ArmTable:
    arms = read_table(text, Answers()).arms
    assert arms is not None
    return arms


BLANK = {
    "controls": "a\x07b",
    "bidi": "abc\u202etxt",
    "isolate": "a\u2066b\u2069",
    "zero width": "a\u200bb",
    "word joiner": "a\u2060b",
    "byte order mark": "\ufeffa",
    "soft hyphen": "a\u00adb",
    "hangul filler": "\u3164",
    "half filler": "a\uffa0",
    "jamo fillers": "\u115f\u1160",
    "empty braille": "\u2800\u2800",
    "grapheme joiner": "a\u034f",
    "khmer": "a\u17b5",
    "headless note": "\U0001d159",
    "variant of nothing": "a\ufe0f",
    "tags": "a\U000e0041",
    "stray joiner": "a\u200db",
    "joiner at the end": "\u06cc\u200c",
    "joiners in a row": "\u0645\u06cc\u200c\u200c\u062e",
    "marks alone": "\u0301\u0301",
    "no-break space": "a\u00a0b",
    "private": "\ue000",
    "unassigned": "\U000e0fff",
    "surrogate": "\ud800",
    "object": "\ufffc",
}
LEGITIMATE = [
    "می‌خواهم",  # Persian: ZWNJ between two letters
    "क्‍ष", "ශ්‍රී", "ক্‌ষ", "ക്‍ഷ",  # Hindi, Sinhala, Bengali, Malayalam: joiners after a virama
    "👩‍👩‍👧‍👦", "👩🏽‍⚕️", "❤️", "🏳️‍🌈", "1️⃣", "👩‍❤️‍👨", "🙂‍↔️",
    "Zoë", "Zoe\u0308", "שָׁלוֹם", "Привет", "日本語", "한국어", "Ünïcödé",
    "α", "x²", "naïve–test", "🇫🇷",
]  # fmt: skip


@pytest.mark.parametrize("name", BLANK.values(), ids=BLANK.keys())
def test_what_cannot_be_seen_is_refused_and_said(name: str) -> None:
    with pytest.raises(ValueError, match="can be seen"):
        Names(2, 9).check(("A", name))
    query = to_query(Settings(n=2, k=1, arms="given", means=(0.2, 0.8))) + "&names=A,"
    encoded = "".join(f"%{byte:02x}" for byte in name.encode("utf-8", "replace"))
    if name != "\ud800":
        settings, _, notices = from_query(query + encoded)
        assert settings.names is None
        assert [notice.field for notice in notices] == ["names"]
        assert "that can be seen" in str(notices[0])


@pytest.mark.parametrize("name", LEGITIMATE)
def test_names_in_any_script_stay_whole(name: str) -> None:
    assert Names(2, 9).check(("A", name)) == ("A", name)
    its = Settings(n=2, k=1, arms="given", means=(0.2, 0.8), names=("A", name))
    assert from_query(to_query(its))[0].names == ("A", name)
    assert parse(f"A,0.1\n{name},0.2").names == ("A", name)
    assert plain(name, 80) == unicodedata.normalize("NFC", name)


LOOK_ALIKE = [
    ("apple", "аpple"),  # Cyrillic а
    ("A", "Α"),  # Greek capital alpha
    ("Server 1", "Server l"),
    ("Server O", "Server 0"),
    ("scope", "ѕсоре"),  # all Cyrillic
    ("a", "ａ"),  # full width
    ("x", "𝐱"),
    ("می‌خواهم", "میخواهم"),  # with and without the joiner
    ("❤️", "❤"),
    ("é", "e\u0301"),
    ("well-known", "well‐known"),
    ("a'b", "a´b"),
    ("modem", "modern"),
    ("wave", "vvave"),
    ("find", "ﬁnd"),  # a ligature
    ("VI", "Ⅵ"),  # one Roman numeral
    ("DATE", "ꓓꓮꓔꓰ"),  # all Lisu
    ("LAW", "ᏞᎪᎳ"),  # all Cherokee
    ("HOT", "ⲎⲞⲦ"),  # all Coptic
    ("foo", "f००"),  # Devanagari zeros
    ("3 arms", "З arms"),  # Cyrillic ze
    ("ب", "ﺏ"),  # a form of presentation
]


@pytest.mark.parametrize(("one", "other"), LOOK_ALIKE)
def test_look_alikes_are_said(one: str, other: str) -> None:
    said = said_alike((one, "something else", other))
    assert said == f"Arms 1 and 3 are called {one} and {other}, which look the same."
    assert any("look the same" in line for line in parse(f"{one},0.1\nz,0.2\n{other},0.3").notes)


@pytest.mark.parametrize(
    "names", [("a", "A"), ("a", "b"), ("é", "e"), ("x²", "x2"), ("Привет", "Привел"), ("α", "β")]
)
def test_names_that_differ_are_not_said(names: tuple[str, ...]) -> None:
    assert said_alike(names) == ""


def test_doubles_are_said_and_counted() -> None:
    assert said_alike(("A", "B", "A")) == "Arms 1 and 3 are both called A."
    many = said_alike(("A",) * 1_000)
    assert many == "Arms 1 and 2 are both called A. 998 more share a name or look like another."
    assert said_alike(None) == ""
    assert said_alike(("a b", "a  b")).endswith("which look the same.")


def test_the_page_says_it() -> None:
    its = Settings(n=3, k=1, arms="given", means=(0.2, 0.5, 0.8), names=("apple", "b", "аpple"))
    visitor = Visitor(to_query(its))
    assert any("which look the same" in warning.value for warning in visitor.page.warning)


@given(st.text(max_size=30))
@example("\u06cc\u200c\u06cc")
@example("é\u200d\u0301")
def test_what_was_cleaned_is_clean(text: str) -> None:
    clean = plain(text, 30)
    assert plain(clean, 60) == clean
    assert seen(clean) == clean
    assert Text(10).check(Text(10).nearest(text)) == Text(10).nearest(text)
    assert not clean or is_seen(clean) or all(unicodedata.category(c)[0] in "MZ" for c in clean)
    assert alike((clean, clean)) == ((0, 1),)
