"""Tables that people paste and upload: read right, or refused with the line that is wrong."""

from __future__ import annotations

import contextlib
import re
import time
import tracemalloc
from dataclasses import replace
from math import isnan, nan
from typing import Any

import pandas as pd
import pytest
from hypothesis import example, given
from hypothesis import settings as profile
from hypothesis import strategies as st

from dart_core.arm_tables.arm_table import ArmTable
from dart_core.arm_tables.asking import Answers, TableError
from dart_core.arm_tables.grid import MOST_BYTES
from dart_player.naming import named
from dashboard.naming import escaped
from dashboard.own_problem import arms_dialog, cells
from dashboard.own_problem.arms import read, table
from dashboard.own_problem.arms_dialog import settings_with
from dashboard.own_problem.curve_dialog import numbers, reason_against
from dashboard.schema.arm_fields import Names
from dashboard.schema.typed import Unclear
from dashboard.settings import Settings
from tests.dashboard.strategies import names, unit

ABC = ("A", "B", "C")
MEANS = (0.1, 0.25, 0.375)


def parse(table: str | bytes) -> ArmTable:
    """Return the arms of a table that leaves nothing open."""
    reading = read(table, Answers())
    if reading.question is not None:
        raise TableError([reading.question.text])
    assert reading.arms is not None
    return reading.arms


@pytest.mark.parametrize(
    "text",
    [
        "A,0.1\nB,0.25\nC,0.375",
        "name,mean\nA,0.1\nB,0.25\nC,0.375\n",
        "A;0,1\r\nB;0,25\r\nC;0,375\r\n",
        "name\tmean\rA\t10%\rB\t25 %\rC\t37,5%",
        "\ufeffA | .1\n\n B | 25e-2\n\nC | 0.375 |\n;;;\n",
        '"A","0.1"\n"B","0.25"\n"C","0,375"',
        "A,B,C\n0.1,0.25,0.375",
    ],
)
def test_ways_to_write_names_and_means(text: str) -> None:
    came = parse(text)
    assert (came.names, came.means, came.rewards) == (ABC, MEANS, None)
    said = ("Line 1 was taken as names of columns: name, mean.",) if "name" in text else ()
    assert came.notes == said


@pytest.mark.parametrize(
    "text",
    [
        "0.1\n0.25\n0.375",
        "mean\n0.1\n0.25\n0.375",
        "0,1\n0,25\n0,375",
        "0.1,0.25,0.375",
        "10%\n25%\n37,5 %",
    ],
)
def test_arms_without_names_are_numbered(text: str) -> None:
    came = parse(text)
    assert (came.names, came.means) == (("1", "2", "3"), MEANS)


@pytest.mark.parametrize(
    "text",
    [
        "A,B\n0.5,0.25\n0.7,\n0.9,0.25\n",
        "arm;reward\nA;0,5\nB;0,25\nA;0,7\nA;0,9\nB;0,25",
        "A,50%\nA,70%\nA,90%\nB,25%\nB,25%",
    ],
)
def test_ways_to_write_rewards(text: str) -> None:
    came = parse(text)
    assert came.names == ("A", "B")
    assert came.rewards is not None
    assert came.rewards == ((0.5, 0.7, 0.9), (0.25, 0.25))
    assert came.means == (0.7, 0.25)


@pytest.mark.parametrize(
    "text", ["A,B,C\n0,1,1\n1,1,0\n0,1,0", "arm,click\n1,0\n2,1\n1,1\n2,1\n3,0\n3,0\n1,0"]
)
def test_zeros_and_ones_are_shares(text: str) -> None:
    came = parse(text)
    assert came.rewards is None
    assert came.means == (1 / 3, 1.0, 1 / 3 if "A" in text else 0.0)
    assert came.notes


def test_zeros_and_ones_below_two_names_are_no_decimals() -> None:
    came = parse("A,B\n0,1\n1,0\n0,0\n0,1\n1,0")
    assert (came.names, came.means) == (("A", "B"), (0.4, 0.4))
    assert parse('"Mean, all"\n0,1\n0,25').means == (0.1, 0.25)


def test_an_arm_without_a_number_is_not_lost_in_silence() -> None:
    said = "Line 1 was taken as names of columns: Logo, n/a."
    assert parse("Logo,n/a\nPhoto,0.31\nVideo,0.08").notes == (said,)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "no lines yet"),
        ("A,0.1", "2 to 1,000 arms, got 1"),
        ("A,n/a\nB,0.1", "got 1.\nLine 1 was taken as names of columns: A, n/a."),
        ("n/a\n0.1", "got 1.\nLine 1 was taken as names of columns: n/a."),
        ("A,0.1\nB,abc", "line 2: expected a number in [0, 1] or a percentage, got 'abc'"),
        ("A,0.1\n\nB,nan", "line 3: expected a number in [0, 1] or a percentage, got 'nan'"),
        ("A,0.1\nB,1e308", "got '1e308'"),
        ("A,0.1\nB,1e400", "got '1e400'"),
        ("A,0.1\nB,inf", "got 'inf'"),
        ("A,0.1\nB,120%", "got '120%'"),
        ("A,0.1\nB,-0.1", "got '-0.1'"),
        ("A,0.1\nB,=1+1", "got '=1+1'"),
        ("A,0.1\nB,<script>alert(1)</script>", "got '<script>"),
        ("A,0.1\nB,\u202e0.1", "got '\\u202e0.1'"),
        ("A,0.1\nB", "line 2: expected a number in [0, 1] or a percentage, got nothing"),
        ("A,0.1\nB,0.2\nA,0.3", "line 3: 'A' is on line 1 already"),
        ("A,B,C\n0.1,0.2,0.3\n0.1,x,0.3", "line 3, column 2: expected a number"),
        ("A,B,C\n0.1,,0.3\n0.1,,0.3", "column 2: expected at least one reward"),
        ('A,0.1\nB,"0.2', "line 2: expected each quote to be closed"),
        ("A,0.1\nB,0.2" + "9" * 200_000, "line 2"),
        ("\n".join(f"a{i},0.5" for i in range(1_001)), "got 1,001"),
        ("0.5," * 1_500 + "0.5\n" + "0.5," * 1_500 + "0.5", "1,501 columns"),
        ("\n".join(f"a{i},x" for i in range(100)), "and 94 lines more"),
        ("a,x\n" * 9_000, "and 995 lines or more"),
    ],
    ids=lambda text: text[:20],
)
def test_what_is_wrong_is_said_by_line(text: str, reason: str) -> None:
    with pytest.raises(TableError) as caught:
        parse(text)
    assert reason in str(caught.value)
    assert len(str(caught.value)) < 1_000


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("0," * 1_000_000 + "1\n", "line 1: expected at most 1,000 arms, got 1,000,001 columns"),
        ("1\n" * 5_000_000, "Expected at most 500,000 lines, got 5,000,001."),
        ("\r\n" * 500_001, "500,000 lines"),
        (("0,1," * 250 + "\n") * 2_001, "Expected at most 1,000,000 cells, got more."),
    ],
    ids=["wide", "long", "empty", "large"],
)
def test_what_would_take_much_memory_is_refused_soon(text: str, reason: str) -> None:
    tracemalloc.start()
    with pytest.raises(TableError) as caught:
        parse(text)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert reason in str(caught.value)
    assert peak < 300e6


def test_names_are_cleaned_and_made_to_differ() -> None:
    raw = ["=HYPERLINK(1)", "<b>x</b>", "a\u202eb", "x" * 40, "x" * 41, "7"]
    came = parse("\n".join(f"{name};0.5" for name in raw))
    assert came.names[:3] == ("=HYPERLINK(1)", "<b>x</b>", "a b")
    assert came.names[3] == "x" * 23 + "…"
    assert came.names[4] == "x" * 20 + " (2)"
    assert "made to differ" in came.notes[0]


@pytest.mark.parametrize(
    "code", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252"]
)
def test_encodings(code: str) -> None:
    assert parse("Zoé,0.1\nJörg,0.2".encode(code)).names == ("Zoé", "Jörg")


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"PK\x03\x04" + b"\0" * 99, "packed"),
        (b"\x1f\x8b\x08", "packed"),
        (b"%PDF-1.7", "packed"),
        (b"0" * (MOST_BYTES + 1), "at most 10 MB, got 10.0 MB"),
        (b"a,0.1\n" * 50 + b"\0", "zero bytes"),
    ],
    ids=["zip", "gzip", "pdf", "large", "binary"],
)
def test_files_that_are_no_text_are_refused(data: bytes, reason: str) -> None:
    with pytest.raises(TableError, match=reason):
        parse(data)


def check(came: ArmTable) -> None:
    """Whatever was read must be valid settings."""
    Names(2, 1_000).check(came.names)
    assert len(set(came.names)) == len(came.names) == len(came.means)
    assert all(0.0 <= mean <= 1.0 for mean in came.means)
    assert all(warning.isprintable() for warning in came.notes)


@profile(max_examples=500)
@given(st.text(max_size=200) | st.text(alphabet='0123456789.,;|\t\n"% aA-e', max_size=200))
@example('"\n"')
@example("0,1\n")
@example("\x0b,0.1\n\x1c,0.2")
def test_any_text_is_read_or_explained(text: str) -> None:
    with contextlib.suppress(TableError):
        check(parse(text))


@given(st.binary(max_size=200))
def test_any_bytes_are_read_or_explained(data: bytes) -> None:
    with contextlib.suppress(TableError):
        check(parse(data))


@given(
    st.lists(st.tuples(names, unit), min_size=2, max_size=9, unique_by=lambda arm: arm[0]),
    st.sampled_from("\t;|,"),
)
def test_what_is_written_as_a_table_is_read_back(
    arms: list[tuple[str, float]], delimiter: str
) -> None:
    lines = [f'"{name.replace(chr(34), chr(34) * 2)}"{delimiter}{mean!r}' for name, mean in arms]
    came = parse(f"name{delimiter}mean\n" + "\n".join(lines))
    assert came.means == tuple(mean for _, mean in arms)
    assert came.names == tuple(name for name, _ in arms)


def test_ten_megabytes_are_read_in_seconds() -> None:
    text = "\n".join(f"arm {i % 1_000},{i % 7 % 2}" for i in range(400_000))
    start = time.perf_counter()
    assert len(parse(text).means) == 1_000
    assert time.perf_counter() - start < 20


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Arm 3 is accepted.", "Arm C is accepted."),
        (
            "arms 1, 2 and 3 beat arm 2 by 0.3 in 2 of 3 rounds",
            "arms A, B and C beat arm B by 0.3 in 2 of 3 rounds",
        ),
        ("arms 1, 2 and 3 more; 2 arms", "arms A, B and 3 more; 2 arms"),
        ("arm 12", "arm 12"),
    ],
)
def test_sentences_say_the_names_of_arms(text: str, said: str) -> None:
    assert named(text, ABC) == said
    assert named(text, None) == text


def test_arms_that_were_read_become_settings() -> None:
    before = Settings(n=9, k=5, reward="at-least", law="bernoulli")
    after = settings_with(before, parse("A,0.1\nB,0.25\nC,0.375"))
    assert (after.n, after.k, after.means, after.names) == (3, 3, MEANS, ABC)
    assert (after.law, after.reward) == ("bernoulli", "at-least")
    drawn = settings_with(after, parse("A,B\n0.5,0.25\n0.7,\n0.9,0.25"))
    assert (drawn.law, drawn.reward, drawn.k) == ("data", "mean", 2)
    assert drawn.problem().means == pytest.approx((0.7, 0.25))
    assert settings_with(drawn, parse("0.1\n0.2")) == replace(
        drawn, means=(0.1, 0.2), names=None, data=None, law="bernoulli"
    )


def test_a_curve_that_falls_is_explained() -> None:
    assert reason_against([0, 0.5, 0.5, 1]) == ""
    assert reason_against([0, 0.5, 0.4]).startswith("g(2) = 0.4 is below g(1) = 0.5. Expected")
    assert (
        reason_against([0, nan])
        == "g(1): expected a number from 0 to 1, got nothing. Fill its cell."
    )
    assert "got 1.5" in reason_against([0, 1.5])


def test_a_cell_is_read_with_its_comma_and_keeps_the_digits_it_does_not_show() -> None:
    assert cells.read("0,5") == cells.read(" 0.5 ") == 0.5
    assert cells.read(cells.shown(1 / 3), 1 / 3) == 1 / 3
    assert cells.read("0.3333", 0.5) == 0.3333
    assert all(isnan(cells.read(empty)) for empty in (None, "", nan))
    with pytest.raises(Unclear):
        cells.read("1,000")


def test_an_edited_table_of_arms_says_which_mean_it_cannot_read() -> None:
    its = table(["A", "B", "C"], [1 / 3, 0.25, 0.5], "")
    lines: dict[str, list[Any]] = {"Arm": ["A", None, "C"], "Mean": ["0.3333", "0,5", None]}
    assert arms_dialog._read(pd.DataFrame(lines), its) == (["A", ""], [1 / 3, 0.5])
    lines["Mean"][1:] = ["half", "1,000"]
    with pytest.raises(TableError, match=r"arm 2: Expected a number.*\narm 3: Is 1,000"):
        arms_dialog._read(pd.DataFrame(lines), its)


def test_the_cells_of_a_curve_are_read_with_their_commas() -> None:
    assert numbers(["0", "0,5", "0.3333"], [0, 0.25, 1 / 3]) == ([0, 0.5, 1 / 3], "")
    curve, wrong = numbers(["0", "half", None], [0, 0.5, 1])
    assert list(map(isnan, curve)) == [False, True, True]
    assert wrong.startswith("g(1): Expected a number")


@pytest.mark.parametrize("mean", [nan, -0.1, 1.1, 1e308])
def test_a_table_that_was_edited_is_checked_again(mean: float) -> None:
    with pytest.raises(TableError, match="arm 2: expected a mean from 0 to 1"):
        table(["A", "B"], [0.5, mean], "")


@pytest.mark.parametrize("name", ["http://evil.com", "HTTPS://a.b", "WWW.evil.com", "a@evil.com"])
def test_a_name_is_no_link(name: str) -> None:
    """Markdown finds links in what is left when escapes are undone: see `remark-gfm`."""
    shown = re.sub(r"\\(.)", r"\1", escaped(name))
    assert not re.search(r"(?i)https?://|www\.|@\w", shown)
    assert shown.replace("\u2060", "") == name
