"""Tables that are taken along: the same numbers, where they come from, nothing that runs."""

from __future__ import annotations

import io
import re

import pandas as pd
import pyarrow.parquet as pq
import pytest

import dart_core as dc
from dart_core import tables
from dashboard.exports.about import CITATION, about, file_name
from dashboard.settings import Settings
from tests.links import from_query
from tests.project.files import ROOT

SETTINGS = Settings(n=5, k=2, horizon=300, runs=3, seed=7)
ABOUT = about(SETTINGS, dc.__version__)
HOSTILE = ["=1+1", "+cmd", "-2", "@SUM(A1)", "\tx", "\r=2", 'a"b,c', "two\nlines", "# no", "ok"]


@pytest.fixture(scope="module")
def study() -> dc.Study:
    return dc.compare(SETTINGS.problem(), ["dart", "random"], runs=3, seed=7)


def test_an_export_says_where_it_comes_from() -> None:
    settings, _, notices = from_query(ABOUT["settings"])
    assert (settings, notices) == (SETTINGS, [])
    assert ABOUT["seed"] == "7"
    assert dc.__version__ in ABOUT["version"]
    assert not any("\n" in text for text in ABOUT.values())
    assert re.fullmatch(r"[a-z0-9-]+", file_name(SETTINGS, "runs"))


def test_csv_has_the_same_bits_below_its_origin(study: dc.Study) -> None:
    text = tables.csv(study.outcomes, ABOUT)
    for name, value in ABOUT.items():
        assert f"# {name}: {value}\n" in text.decode()
    back = pd.read_csv(io.BytesIO(text), comment="#")
    pd.testing.assert_frame_equal(back, study.outcomes, check_exact=True, check_dtype=False)


def test_parquet_has_the_same_bits_and_its_origin(study: dc.Study) -> None:
    data = tables.parquet(study.frame, ABOUT)
    pd.testing.assert_frame_equal(pd.read_parquet(io.BytesIO(data)), study.frame, check_exact=True)
    metadata = pq.read_schema(io.BytesIO(data)).metadata
    for name, value in ABOUT.items():
        assert metadata[f"dart.{name}".encode()].decode() == value


def test_no_cell_is_a_formula() -> None:
    table = pd.DataFrame({"curve": HOSTILE, "regret": [-1.5] * len(HOSTILE)})
    text = tables.csv(table, {"settings": "=1\n=2"}).decode()
    head, _, rest = text.partition("\n")
    assert head == "# settings: =1 =2"
    back = pd.read_csv(io.StringIO(rest), dtype={"curve": str})
    assert not any(cell.startswith(tuple("=+-@\t\r\n")) for cell in back["curve"])
    one_line = [" ".join(text.split()) for text in HOSTILE]
    assert [cell.removeprefix("'") for cell in back["curve"]] == one_line
    assert (back["regret"] == -1.5).all()
    assert table["curve"].tolist() == HOSTILE


def test_the_citation_file_says_the_same() -> None:
    text = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert re.search(r"^version: (.+)$", text, re.MULTILINE)[1] == dc.__version__  # type: ignore[index] # it has one
    for name in re.findall(r"family-names: (.+)", text):
        assert name in CITATION
    for key in ("title", "journal", "volume", "issue", "start", "end", "year"):
        value = re.search(rf"^  {key}: (.+)$", text, re.MULTILINE)
        assert value, key
        assert value[1].strip('"') in CITATION
