"""The documentation: its reference is whole, its code runs, its links lead somewhere."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

import dart_core as dc
from dart_core.algorithms import BUILT_IN
from scripts import docs
from scripts.notebooks import executed, shown
from tests.project.files import ROOT


@pytest.fixture(scope="module")
def reference(tmp_path_factory: pytest.TempPathFactory) -> Path:
    site = tmp_path_factory.mktemp("site")
    docs.write(site, "index.html", "")
    docs.reference(site / "api")
    return site / "api"


def test_every_public_name_is_in_the_reference_with_its_source(reference: Path) -> None:
    page = (reference / "dart_core.html").read_text(encoding="utf-8")
    sections = re.split(r'<section id="', page)
    named = {part.partition('"')[0]: part for part in sections[1:]}
    assert set(dc.__all__) <= set(named)
    for name in dc.__all__:
        assert "View Source" in named[name], name
        assert 'class="docstring"' in named[name], f"{name} says nothing of itself"


def test_the_player_s_modules_are_there_too(reference: Path) -> None:
    modules = {path.stem for path in (ROOT / "dart_player").glob("*.py")} - {"__init__"}
    assert {path.stem for path in (reference / "dart_player").glob("*.html")} == modules


def test_it_can_be_searched_and_loads_nothing_from_elsewhere(reference: Path) -> None:
    assert "simulate" in (reference / "search.js").read_text(encoding="utf-8")
    for path in reference.rglob("*.html"):
        text = path.read_text(encoding="utf-8")
        assert 'type="search"' in text or path.name == "index.html"
        loaded = re.findall(r'<(?:script|link|img|iframe)\b[^>]*?(?:src|href)="([^"]+)"', text)
        assert not [each for each in loaded if re.match(r"(?:https?:)?//", each)], path.name


def test_the_reference_leads_back_and_is_dark_where_the_others_are(reference: Path) -> None:
    for path in reference.rglob("*.html"):
        text = path.read_text(encoding="utf-8")
        up = "../" * len(path.relative_to(reference).parts)
        assert f'href="{up}index.html">Documentation</a>' in text, path.name
        assert "prefers-color-scheme: dark" in text or "prefers-color-scheme:dark" in text
        assert 'alt="pdoc"' not in text, "its first page has what this project has"


def test_links_lead_to_pages_that_are_there(reference: Path, tmp_path: Path) -> None:
    assert docs.dead_links(reference) == []
    (tmp_path / "a.html").write_text('<a href="b.html#x">b</a> <a href="https://example.org">c</a>')
    assert docs.dead_links(tmp_path) == ["a.html: b.html"]
    (tmp_path / "b.html").write_text('<a href="a.html">a</a>')
    assert docs.dead_links(tmp_path) == []


@pytest.mark.parametrize("path", sorted(docs.GUIDE.glob("*.md")), ids=lambda path: path.stem)
def test_the_code_of_a_guide_runs(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    blocks = re.findall(
        r"^```python\n(.*?)^```", path.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE
    )
    assert blocks
    for block in blocks:
        exec(block, {})
    if path.stem == "which-algorithm":
        assert "Forecast" in capsys.readouterr().out


def test_the_guide_has_advice_on_every_algorithm_and_on_no_other() -> None:
    text = (docs.GUIDE / "which-algorithm.md").read_text(encoding="utf-8")
    advice = text.partition("## In short")[2].partition("## Ask")[0]
    rows = [row.split("|")[2] for row in advice.splitlines() if row.startswith("| ")][1:]
    named = {name for row in rows for name in re.findall(r"`([\w-]+)`", row)}
    presets = {preset for name in BUILT_IN for preset in dc.presets(name)}
    assert named - presets == set(BUILT_IN)


def test_the_table_of_the_readme_has_darts_presets_with_their_c() -> None:
    text = (docs.ROOT / "README.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `([\w-]+)` \| (\d+) \|", text, re.MULTILINE)
    assert rows == [(name, f"{has['c']:g}") for name, has in dc.presets("dart").items()]


def test_what_records_say_is_on_the_page() -> None:
    page = docs.table()
    assert page.count("<tr>") == len(BUILT_IN) + 1
    assert "C(N,K) ≤ 1,000,000" in page


def test_the_measured_part_says_who_won(monkeypatch: pytest.MonkeyPatch) -> None:
    one = {"Three arms": dc.Problem([0.9, 0.5, 0.1], 1, 500)}
    monkeypatch.setattr(docs, "_CASES", one)
    monkeypatch.setattr(docs, "_COMPETE", ("random", "frontier", "csar"))
    page = docs.measured()
    assert "Three arms" in page
    assert "has the least regret" in page
    assert "data:image/svg+xml" in page
    refused = {"All": dc.Problem([0.9, 0.5], 2, 50)}
    monkeypatch.setattr(docs, "_CASES", refused)
    assert "Cannot run here" in docs.measured()


@pytest.fixture(scope="module")
def tutorial(tmp_path_factory: pytest.TempPathFactory) -> tuple[Any, Path]:
    folder = tmp_path_factory.mktemp("tutorial")
    return executed(docs.TUTORIAL, folder), folder


def test_the_tutorial_runs_and_its_values_show_themselves(tutorial: tuple[Any, Path]) -> None:
    notebook, folder = tutorial
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    given = [[out for out in cell.outputs if out.output_type != "stream"] for cell in cells]
    pages = [out.data.get("text/html", "") for outs in given for out in outs if "data" in out]
    assert sum("<iframe" in page for page in pages) == 3  # a run, a race, an own algorithm
    assert sum("data:image/svg+xml" in page for page in pages) >= 6
    errors = [out for cell in cells for out in cell.outputs if out.output_type == "error"]
    assert not errors
    noise = [out.text for cell in cells for out in cell.outputs if out.get("name") == "stderr"]
    assert not noise
    assert (folder / "regret.pdf").read_bytes().startswith(b"%PDF")
    page = shown(notebook)
    assert "The contract is kept" in page
    assert "@article{dart," in page


def test_the_tutorial_is_kept_without_outputs() -> None:
    notebook = json.loads(docs.TUTORIAL.read_text(encoding="utf-8"))
    code = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    assert not any(cell["outputs"] or cell["execution_count"] for cell in code)
