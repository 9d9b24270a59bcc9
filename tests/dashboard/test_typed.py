"""Numbers as people type them: a decimal comma is one, and nothing is guessed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dashboard.schema.kinds import Real
from dashboard.schema.typed import NoNumber, Unclear, typed, typed_list


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("0.5", 0.5),
        ("0,5", 0.5),
        (",5", 0.5),
        (".5", 0.5),
        ("12,5", 12.5),
        ("0,001", 0.001),
        ("0,5e-2", 0.005),
        ("1e6", 1e6),
        ("−0,5", -0.5),
        (" 7 ", 7.0),
        ("1,234.5", 1234.5),
        ("1.234,5", 1234.5),
        ("1,000,000", 1e6),
        ("1.000.000", 1e6),
        ("20 000", 20_000.0),
        ("20\u202f000", 20_000.0),
        ("1.000", 1.0),
    ],
)
def test_a_number_is_read_as_it_is_meant(text: str, number: float) -> None:
    assert typed(text) == number


@pytest.mark.parametrize(("text", "number"), [("20,000", 20_000), ("1,000,000", 1e6), ("7", 7)])
def test_what_counts_something_may_have_its_digits_grouped(text: str, number: float) -> None:
    assert typed(text, whole=True) == number


@pytest.mark.parametrize("text", ["1,000", "10,000", "-3,141"])
def test_what_can_be_meant_in_two_ways_is_asked_about(text: str) -> None:
    with pytest.raises(Unclear, match=r"or .*\?"):
        typed(text)


def test_a_point_in_a_count_is_asked_about() -> None:
    with pytest.raises(Unclear, match=r"20000, or 20\.000"):
        typed("20.000", whole=True)


@pytest.mark.parametrize(
    "text", ["", "x", "1,2,3", "1.2.3", "0,5,5", "1,23,456", "nan", "1e400", "½", "٣", "0x10"]
)
def test_what_is_no_number_is_refused_in_words(text: str) -> None:
    with pytest.raises(NoNumber, match="Expected a number") as said:
        typed(text)
    assert len(text) < 2 or text not in str(said.value), "it may be markup"


@given(st.floats(0, 1e12, allow_nan=False) | st.integers(0, 10**9).map(float))
def test_what_the_app_writes_is_read_back(number: float) -> None:
    assert typed(Real(0, 0).text(number)) == number


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("0.1, 0.2", (0.1, 0.2)),
        ("0.1,0.2", (0.1, 0.2)),
        ("0; 1", (0.0, 1.0)),
        ("0,0,1", (0.0, 0.0, 1.0)),
        ("0,5; 0,25", (0.5, 0.25)),
        ("0,5 0,25", (0.5, 0.25)),
        (",5; ,25", (0.5, 0.25)),
        ("0,5\n0,25\n", (0.5, 0.25)),
        ("0 0.5 1", (0.0, 0.5, 1.0)),
        ("0.1, 0.2 0.3", (0.1, 0.2, 0.3)),
        ("1, 2, 5", (1.0, 2.0, 5.0)),
        ("0.5,\n", (0.5,)),
    ],
)
def test_a_list_is_read_as_it_is_meant(text: str, numbers: tuple[float, ...]) -> None:
    assert typed_list(text) == numbers


@pytest.mark.parametrize("text", ["0,5", "0,1", ",5", "12,5"])
def test_one_comma_alone_is_asked_about(text: str) -> None:
    """It was 0 and 5, in silence."""
    with pytest.raises(Unclear, match=r"one number or several\? Write \d*\.\d, or"):
        typed_list(text)


@pytest.mark.parametrize("text", ["0,2, 0,5", "0, 1,5", "1 ,2 ,5"])
def test_commas_of_two_kinds_are_asked_about(text: str) -> None:
    with pytest.raises(Unclear, match="decimal commas"):
        typed_list(text)
