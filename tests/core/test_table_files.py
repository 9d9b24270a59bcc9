"""Tables that come as workbooks, Parquet files and data frames, and those that are bombs."""

from __future__ import annotations

import contextlib
import datetime
import io
import struct
import sys
import tracemalloc
import zipfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any
from unittest import mock

import numpy as np
import openpyxl
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import dart_core as dc
from dart_core.arm_tables import read_table
from dart_core.arm_tables.asking import Answers, TableError, TableQuestion, ends, scale_name
from dart_core.arm_tables.grid import MOST_BYTES
from dart_core.cli import main
from dart_core.commands import REFUSED
from dart_core.errors import FieldError
from dart_core.files import FileError

CLICKS = pd.DataFrame({"ad": ["A", "B", "A"], "click": [1, 0, 0]})


def workbook(*sheets: Sequence[Sequence[Any]], formats: str = "") -> bytes:
    book = openpyxl.Workbook()
    book.remove(book.active)
    for at, rows in enumerate(sheets, 1):
        sheet = book.create_sheet(f"Sheet {at}")
        for row in rows:
            sheet.append(row)
        for cells in sheet.iter_rows(min_col=2) if formats else ():
            for cell in cells:
                cell.number_format = formats
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def parquet(frame: pd.DataFrame, **how: Any) -> bytes:
    file = io.BytesIO()
    frame.to_parquet(file, **how)
    return file.getvalue()


def arms(table: Any, **how: Any) -> dc.ArmTable:
    reading = read_table(table, Answers.of(**how))
    assert reading.question is None, reading.question
    assert reading.arms is not None
    return reading.arms


def test_a_workbook_is_read_as_it_looks() -> None:
    rows = [["Summer"], [], ["ad", "clicks", "views"], ["A", 10, 100], ["B", 30.0, 120]]
    came = arms(workbook(rows))
    assert (came.names, came.means, came.counts) == (("A", "B"), (0.1, 0.25), (100, 120))
    assert "Line 1 was taken as a title: Summer." in came.notes


def test_cells_shown_in_percent_are_shares() -> None:
    came = arms(workbook([["ad", "CTR (%)"], ["A", 0.07], ["B", 0.125]], formats="0.0%"))
    assert came.means == (0.07, 0.125)


def test_cells_of_a_workbook_keep_their_kinds() -> None:
    day = datetime.datetime(2024, 1, 1, 9, 30)
    rows = [["when", "ad", "converted"], [day, "A", True], [day, "B", False], [day, "A", None]]
    came = arms(workbook(rows))
    assert (came.names, came.means, came.counts) == (("A", "B"), (1.0, 0.0), (1, 1))


def test_a_sheet_is_chosen_by_name() -> None:
    data = workbook([], [["A", 0.5], ["B", 0.25]], [["C", 0.1], ["D", 0.2]])
    assert arms(data).names == ("A", "B")
    assert "Read the sheet Sheet 2, one of 3." in arms(data).notes
    assert arms(data, sheet="Sheet 3").names == ("C", "D")
    with pytest.raises(TableError, match="sheet: expected one of Sheet 1, Sheet 2, Sheet 3, got"):
        read_table(data, Answers(sheet="Sheet 4"))


@pytest.mark.parametrize("codec", ["snappy", "zstd", "gzip", None])
def test_a_parquet_file_is_read(codec: Any) -> None:
    came = arms(parquet(CLICKS, compression=codec))
    assert (came.names, came.means, came.counts) == (("A", "B"), (0.5, 0.0), (2, 1))


def test_the_index_of_a_frame_is_no_arm() -> None:
    numbered = pd.DataFrame({"A": [1.0, 0.5], "B": [0.0, np.nan]})
    labelled = numbered.set_axis(["first", "second"])
    filtered = pd.concat([numbered, numbered]).iloc[[0, 3]]
    for frame in (numbered, labelled, filtered):
        for table in (frame, parquet(frame)):
            came = arms(table)
            assert (came.names, came.means, came.counts) == (("A", "B"), (0.75, 0.0), (2, 1))


def test_a_series_has_a_mean_for_each_name() -> None:
    its = pd.Series([0.1, 0.25], index=["Logo", "Foto"])
    assert arms(its).names == ("Logo", "Foto")
    assert arms(pd.Series([0.1, 0.25])).names == ("1", "2")
    grouped = CLICKS.groupby("ad")["click"].mean()
    assert dict(zip(arms(grouped).names, arms(grouped).means, strict=True)) == {"A": 0.5, "B": 0.0}


def test_frames_with_other_kinds_of_columns() -> None:
    frame = pd.DataFrame(
        {
            "variant": pd.Categorical(["A", "B", "A"]),
            "converted": pd.array([True, False, None], "boolean"),
            "at": pd.to_datetime(["2024-01-01"] * 3),
        }
    )
    came = arms(frame)
    assert (came.names, came.means, came.counts) == (("A", "B"), (1.0, 0.0), (1, 1))
    assert arms(pd.DataFrame([[0.5, 0.25], [0.7, 0.75]])).means == (0.6, 0.5)


def test_the_library_asks_by_keyword(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("ad,CTR (%)\nA,0.5\nB,0.25\n", encoding="utf-8")
    with pytest.raises(TableQuestion, match=r"scale='percent': 0\.5 %") as caught:
        dc.arms_from_table(path)
    assert [c.answers for c in caught.value.question.choices][1] == {"scale": "fraction"}
    came = dc.arms_from_table(str(path), scale="percent")
    assert came.means == (0.005, 0.0025)
    assert dc.Problem(came.arms, 1, 100).optimal_set == (0,)
    assert list(came.frame.columns) == ["arm", "mean", "observations", "scale"]
    assert "percent" in str(came)


def test_rewards_become_empirical_arms() -> None:
    came = dc.arms_from_table(pd.DataFrame({"A": [0.5, 1.0], "B": [0.0, 0.25]}))
    assert came.arms == (dc.Empirical([0.5, 1.0]), dc.Empirical([0.0, 0.25]))
    assert came.means == tuple(arm.mean for arm in came.arms)


@pytest.mark.parametrize(
    ("how", "says"),
    [
        ({"scal": "percent"}, "expected one of encoding, header, index"),
        ({"scale": "5:1"}, "scale: expected 'fraction', 'percent', or the lowest"),
        ({"scale": 7}, "scale: expected"),
        ({"layout": "wide"}, "layout: expected one of arms, rewards, columns, rows"),
        ({"header": "yes"}, "header: expected True or False"),
        ({"separator": "ab"}, "separator: expected one sign"),
        ({"index": 1.5}, "index: expected names or numbers of columns"),
        ({"name": True}, "name: expected the name or the number"),
        ({"encoding": 8}, "encoding: expected a text"),
    ],
)
def test_keywords_are_checked(how: dict[str, Any], says: str) -> None:
    with pytest.raises(FieldError, match=says):
        dc.arms_from_table(CLICKS, **how)


def test_a_column_that_is_not_there() -> None:
    with pytest.raises(TableError, match=r"name: expected a column of the table \(ad, click\)"):
        dc.arms_from_table(CLICKS, name="arm")
    assert dc.arms_from_table(CLICKS, name=1, value="CLICK").counts == (2, 1)


def test_what_is_no_table(tmp_path: Path) -> None:
    with pytest.raises(FieldError, match="table: expected the path of a file"):
        dc.arms_from_table(7)
    with pytest.raises(FileError, match="No such file"):
        dc.arms_from_table(tmp_path / "none.csv")
    with pytest.raises(TableError, match="encoding: expected a code of texts"):
        read_table(b"a,0.1\nb,\xff", Answers(encoding="hex"))
    (tmp_path / "large.csv").write_bytes(b"0" * (MOST_BYTES + 1))
    with pytest.raises(TableError, match="at most 10 MB"):
        dc.arms_from_table(tmp_path / "large.csv")


@given(st.tuples(st.floats(-1e6, 1e6), st.floats(-1e6, 1e6)).filter(lambda its: its[0] < its[1]))
def test_scales_are_written_and_read_back(its: tuple[float, float]) -> None:
    assert ends(scale_name(its)) == its


def zipped(**files: bytes) -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as file:
        for name, content in files.items():
            file.writestr(name, content)
    return data.getvalue()


def rewritten(data: bytes, name: str, change: Callable[[bytes], bytes]) -> bytes:
    with zipfile.ZipFile(io.BytesIO(data)) as file:
        held = {each: file.read(each) for each in file.namelist()}
    return zipped(**held | {name: change(held[name])})


SHEET = "xl/worksheets/sheet1.xml"
SMALL = workbook([["A", 0.5], ["B", 0.25]])
ENTITIES = b'<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">' + b"".join(
    b'<!ENTITY %c "%s">' % (98 + k, b"&%c;" % (97 + k) * 10) for k in range(9)
)


def changed(old: bytes, new: bytes) -> bytes:
    return rewritten(SMALL, SHEET, lambda xml: xml.replace(old, new))


def with_entities(xml: bytes) -> bytes:
    return ENTITIES + b"]>" + xml.replace(b"0.5", b"&j;")


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (zipped(**{"xl/workbook.xml": b"0" * 200_000_000}), "at most 60 MB once it is unpacked"),
        (zipped(a=b"b"), "got another packed file"),
        (SMALL[:-40], "got a packed file"),
        (rewritten(SMALL, SHEET, lambda _: b"<x"), "cannot be read"),
        (rewritten(SMALL, SHEET, with_entities), "cannot be read"),
        (changed(b'r="2"', b'r="999999999"'), "at most 500,000 lines"),
        (changed(b"B2", b"ZZZ2"), "columns"),
    ],
    ids=["bomb", "zip", "cut", "no xml", "entities", "rows", "columns"],
)
def test_bad_workbooks_are_refused_soon(data: bytes, says: str) -> None:
    assert len(data) < 1_000_000
    tracemalloc.start()
    with pytest.raises(TableError) as caught:
        read_table(data, Answers())
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert says in str(caught.value)
    assert peak < 100e6


def test_a_workbook_that_says_too_little_of_itself_is_no_bomb() -> None:
    data = bytearray(rewritten(SMALL, SHEET, lambda x: x + b" " * 150_000_000))
    length = struct.pack("<I", 150_000_000 + len(zipfile.ZipFile(io.BytesIO(SMALL)).read(SHEET)))
    at = data.find(length)
    while at >= 0:
        data[at : at + 4] = struct.pack("<I", 1_000)
        at = data.find(length, at)
    tracemalloc.start()
    with pytest.raises(TableError, match="cannot be read"):
        read_table(bytes(data), Answers())
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 50e6


def test_parquet_bombs_are_refused_by_size() -> None:
    text = pd.DataFrame({"ad": ["x" * 60_000_000, "y" * 60_000_000], "click": [1, 0]})
    with pytest.raises(TableError, match="at most 60 MB once it is unpacked, got 1"):
        read_table(parquet(text, compression="zstd"), Answers())
    long = pd.DataFrame({"A": np.zeros(600_000), "B": np.zeros(600_000)})
    with pytest.raises(TableError, match="at most 1,000,000 cells"):
        read_table(parquet(long), Answers())


def test_a_page_that_is_larger_than_the_footer_says_is_seen() -> None:
    import pyarrow.parquet as pq

    from dart_core.arm_tables import pages

    data = parquet(
        pd.DataFrame({"A": np.zeros(1_000_000)}), use_dictionary=False, compression="zstd"
    )
    chunk = pq.ParquetFile(io.BytesIO(data)).metadata.row_group(0).column(0)
    assert pages.unpacked(chunk, data) > 8_000_000 > 100 * len(data)
    liar = mock.Mock(wraps=chunk, has_dictionary_page=False)
    for name in ("data_page_offset", "total_compressed_size"):
        setattr(liar, name, getattr(chunk, name))
    liar.total_uncompressed_size = 8
    assert pages.unpacked(liar, data) == pages.unpacked(chunk, data)


@pytest.mark.parametrize("data", [b"PAR1" + b"x" * 50, parquet(CLICKS)[:-50] + b"PAR1", b"PAR1"])
def test_bad_parquet_is_refused(data: bytes) -> None:
    with pytest.raises(TableError, match="cannot be read"):
        read_table(data, Answers())


def test_lists_in_cells_are_refused() -> None:
    with pytest.raises(TableError, match="got lists"):
        read_table(parquet(pd.DataFrame({"A": [[1], [2]], "B": [0, 1]})), Answers())


@given(st.integers(0, 10_000), st.binary(max_size=4))
def test_damaged_files_are_read_or_explained(at: int, damage: bytes) -> None:
    for whole in (parquet(CLICKS), SMALL):
        place = at % len(whole)
        data = whole[:place] + damage + whole[place + len(damage) :]
        with contextlib.suppress(TableError):
            read_table(data, Answers())


@pytest.mark.parametrize(("package", "data"), [("openpyxl", SMALL), ("pyarrow", parquet(CLICKS))])
def test_without_a_package_it_says_what_to_do(
    package: str, data: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(TableError, match=f"needs {package}. Install it, or: Save the table as CSV"):
        read_table(data, Answers())


def test_the_command_reads_tables(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "a.csv"
    path.write_text("date,A,B,C\n2024-01-01,5,1,2\n2024-01-02,4,2,2\n", encoding="utf-8")
    assert main(["arms", str(path)]) == REFUSED
    assert (
        "--read layout=columns --read index=date: nothing: leave it out" in capsys.readouterr().err
    )
    read = ["--read", "index=date"]
    assert main(["arms", str(path), *read]) == REFUSED
    assert "--read scale=1:5" in capsys.readouterr().err
    read += ["--read", "scale=1:5"]
    assert main(["arms", str(path), *read]) == 0
    assert "0.875" in capsys.readouterr().out
    out = tmp_path / "study.csv"
    options = ["--k", "2", "--t", "300", "--runs", "2", "--out", str(out)]
    assert main(["compare", "random", "--table", str(path), *read, *options]) == 0
    problem = dc.Problem(dc.arms_from_table(path, index="date", scale=(1, 5)).arms, 2, 300)
    study = dc.compare(problem, ["random"], 2)
    assert pd.read_csv(out, comment="#")["regret"].tolist() == pytest.approx(
        study.frame["regret"].tolist()
    )
    for wrong, says in [
        (["--read", "scale"], "read: expected KEY=VALUE"),
        (["--read", "header=maybe"], "header: expected yes or no"),
        (["--means", "0.1,0.2"], "table: expected no --means"),
    ]:
        assert main(["compare", "random", "--table", str(path), *wrong, *options]) == REFUSED
        assert says in capsys.readouterr().err


def test_the_command_keeps_rows_together(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, out = tmp_path / "rows.csv", tmp_path / "study.csv"
    path.write_text("A,B,C\n1,0,1\n0,1,1\n1,0,0\n0,1,0\n", encoding="utf-8")
    asked = ["compare", "lints", "--k", "2", "--reward", "max", "--t", "300", "--runs", "2"]
    asked += ["--out", str(out)]
    assert main([*asked, "--table", str(path), "--rows"]) == 0
    rows = dc.Rows([[1, 0, 1], [0, 1, 1], [1, 0, 0], [0, 1, 0]])
    study = dc.compare(dc.Problem(rows, 2, 300, "max"), ["lints"], 2)
    assert pd.read_csv(out, comment="#")["regret"].tolist() == pytest.approx(
        study.frame["regret"].tolist()
    )
    assert "dc.Rows([[1.0, 0.0, 1.0]" in out.read_text(encoding="utf-8")
    assert main([*asked, "--rows"]) == REFUSED
    assert "rows: expected a --table" in capsys.readouterr().err
    path.write_text("A,B\n1,0\n1,\n", encoding="utf-8")
    assert main([*asked, "--table", str(path), "--rows"]) == REFUSED
    assert "no empty cell" in capsys.readouterr().err
