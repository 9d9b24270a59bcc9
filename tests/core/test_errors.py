"""Errors name the field, what was expected and what came, whatever it is that came."""

from __future__ import annotations

import math
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import dart_core as dc
from dart_core.errors import real_number, shown, whole_number

NO_NUMBERS: list[Any] = [None, "3", b"3", True, np.True_, [3], (3,), {}, 3j, Decimal(3), object()]
WHOLE: list[Any] = [3, 3.0, np.int8(3), np.uint64(3), np.float32(3), Fraction(3)]


@pytest.mark.parametrize("value", WHOLE, ids=repr)
def test_whole_numbers_of_every_type_become_int(value: Any) -> None:
    got = whole_number("k", value, 1, 5)
    assert (got, type(got)) == (3, int)


@pytest.mark.parametrize("value", [*WHOLE, 3.0000001, np.float64(3.5), Fraction(7, 2)], ids=repr)
def test_real_numbers_of_every_type_become_float(value: Any) -> None:
    got = real_number("c", value, 1, 5)
    assert (got, type(got)) == (float(value), float)


@pytest.mark.parametrize("value", NO_NUMBERS, ids=lambda value: type(value).__name__)
@pytest.mark.parametrize("check", [whole_number, real_number])
def test_what_is_no_number_is_a_type_error(check: Any, value: Any) -> None:
    with pytest.raises(dc.FieldTypeError) as caught:
        check("k", value, 1, 5, "There are N = 5 arms.")
    assert isinstance(caught.value, TypeError)
    assert isinstance(caught.value, ValueError)
    assert str(caught.value).startswith("k: expected a ")
    assert str(caught.value).endswith(
        "from 1 to 5, got " + shown(value) + ". There are N = 5 arms."
    )


BAD: list[Any] = [math.nan, math.inf, -math.inf, np.float32("nan"), 0, 6, -1, 10**400, -(10**400)]


@pytest.mark.parametrize("value", BAD, ids=lambda value: repr(value)[:20])
@pytest.mark.parametrize("check", [whole_number, real_number])
def test_numbers_out_of_range_are_value_errors(check: Any, value: Any) -> None:
    with pytest.raises(dc.FieldError) as caught:
        check("k", value, 1, 5)
    assert not isinstance(caught.value, TypeError)
    assert (caught.value.field, caught.value.came) == ("k", shown(value))


@pytest.mark.parametrize("value", [3.5, np.float32(2.5), Fraction(5, 2), 1 + 1e-15])
def test_a_fraction_is_no_whole_number(value: Any) -> None:
    with pytest.raises(dc.FieldError, match="expected a whole number from 1 to 5"):
        whole_number("k", value, 1, 5)


@pytest.mark.parametrize("value", [10**5000, [10**5000], -(10**5000)], ids=["int", "list", "minus"])
def test_an_integer_too_long_to_print_is_told_by_its_type(value: Any) -> None:
    with pytest.raises(dc.FieldError, match=r"got a huge (int|list)"):
        whole_number("k", value, 1, 5)


@given(st.text(), st.integers(1, 80))
def test_what_came_is_shown_on_one_short_line(text: str, limit: int) -> None:
    for value in (text, [text] * 50, {"a": text}):
        out = shown(value, limit)
        assert len(out) <= limit
        assert out.isprintable()


def test_the_classes() -> None:
    assert issubclass(dc.FieldError, dc.DartError)
    assert issubclass(dc.FieldError, ValueError)
    assert issubclass(dc.FieldTypeError, dc.FieldError)
    assert issubclass(dc.FieldTypeError, TypeError)
    assert issubclass(dc.Stopped, dc.DartError)
    assert not issubclass(dc.Stopped, ValueError)
