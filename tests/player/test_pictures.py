"""What values show in a notebook and in a paper: pages, pictures, figures, tables."""

from __future__ import annotations

import builtins
import re
import sys
from base64 import b64decode
from html import unescape
from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

import dart_core as dc
from dart_core.showing import BACKEND, Pictures, pictures
from dart_player import drawing, notebook
from dart_player.chart import Chart, Line, in_short, ticks
from dart_player.looks import looks
from dart_player.svg import svg

PROBLEM = dc.Problem([0.2, 0.5, 0.9, 0.4, 0.3], k=2, horizon=400)
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def values() -> dict[str, Any]:
    longer = dc.Problem(PROBLEM.means, k=2, horizon=20_000)
    run = dc.simulate(longer, dc.algorithm("dart", c=0.1), seed=1)
    two = ["dart", dc.algorithm("dart", c=0.1), "random"]
    return {
        "problem": PROBLEM,
        "run": run,
        "race": run.race("random", "ucb"),
        "study": dc.compare(PROBLEM, two, runs=3),
        "sweep": dc.sweep({"horizon": [50, 100, 2000]}, PROBLEM, two, runs=3),
        "names": dc.sweep({"reward": ["mean", "max"], "k": [1, 2]}, PROBLEM, ["dart"], runs=2),
        "effects": dc.sweep(
            {"k": [1, 3], "lam*": [0.1, 10]}, PROBLEM, ["dart"], runs=3, design="one-at-a-time"
        ),
    }


KINDS = ("problem", "run", "race", "study", "sweep", "names", "effects")
FIGURES = KINDS[1:]


def test_the_backend_can_all_that_the_core_asks_for() -> None:
    asked = {name for name in vars(Pictures) if not name.startswith("_")}
    assert asked == {"html", "svg", "figure", "plot", "page"}
    assert all(callable(getattr(pictures(), name)) for name in asked)
    assert BACKEND in sys.modules


def test_a_core_that_stands_alone_shows_text(
    monkeypatch: pytest.MonkeyPatch, values: dict[str, Any]
) -> None:
    monkeypatch.setattr("dart_core.showing.BACKEND", "nowhere.pictures")
    assert PROBLEM._repr_html_() is None
    assert PROBLEM._repr_svg_() is None
    with pytest.raises(ModuleNotFoundError):
        values["run"].figure()


@pytest.mark.parametrize("kind", KINDS)
def test_a_still_picture_stands_alone(kind: str, values: dict[str, Any]) -> None:
    text = values[kind]._repr_svg_()
    root = ElementTree.fromstring(text)
    assert root.find(f"{SVG}title") is not None
    assert "nan" not in text
    assert "http" not in text.replace("http://www.w3.org/2000/svg", "")
    width, height = (float(root.attrib[name]) for name in ("width", "height"))
    for node in root.iter(f"{SVG}text"):
        if "x" in node.attrib:
            assert 0 <= float(node.attrib["x"]) <= width
            assert 0 <= float(node.attrib["y"]) <= height
    for node in root.iter(f"{SVG}circle"):
        assert 0 <= float(node.attrib["cx"]) <= width
        assert 0 <= float(node.attrib["cy"]) <= height


@pytest.mark.parametrize("kind", KINDS)
def test_a_cell_shows_its_picture_without_scripts_too(kind: str, values: dict[str, Any]) -> None:
    page = values[kind]._repr_html_()
    outside = re.sub(r"<iframe.*</iframe>", "", page, flags=re.DOTALL)
    assert "<script" not in outside
    (data,) = re.findall(r'src="data:image/svg\+xml;base64,([^"]+)"', outside)
    assert b64decode(data).decode() == values[kind]._repr_svg_()
    assert re.search(r'alt="[^"]{10,}"', outside)


@pytest.mark.parametrize("kind", ["run", "race"])
def test_a_run_plays_in_a_frame_that_loads_nothing(kind: str, values: dict[str, Any]) -> None:
    page = values[kind]._repr_html_()
    (inner,) = re.findall(r'srcdoc="([^"]*)"', page)
    inside = unescape(inner)
    assert inside.startswith("<!doctype html>")
    assert "default-src 'none'" in inside
    assert not re.search(r'(?:src|href)="(?!data:|#)', inside)
    assert '<div id="still">' in inside
    assert "<main hidden>" in inside  # shown by the script: where there is none, the still stays
    assert len(page) < 500_000
    assert re.search(r'"labels":\["0","1","2","3","4"\]', inside)  # as Python counts


def test_without_frames_the_still_says_why() -> None:
    page = dc.simulate(PROBLEM, "random", frames=0)._repr_html_()
    assert "<iframe" not in page
    assert "no frames" in page


def test_tables_say_what_the_summary_says(values: dict[str, Any]) -> None:
    study = values["study"]
    page, best = study._repr_html_(), study.summary().sort_values("mean").iloc[0]
    first = re.findall(r"<td>(.*?)</td>", page)[:3]
    assert first[:2] == [best.name, "3"]
    assert float(first[2].replace(",", "")) == pytest.approx(best["mean"], rel=0.01)
    assert "NaN" not in values["effects"]._repr_html_()
    many = dc.sweep({"gap": np.linspace(0.01, 0.5, 45).tolist()}, PROBLEM, ["oracle"], runs=1)
    assert "And 5 more rows" in many._repr_html_()


def test_the_lines_of_a_study_are_its_bands(values: dict[str, Any]) -> None:
    study = values["study"]
    for kind in ("mean", "min-max", "quantiles"):
        chart = drawing.chart_of(study, kind)
        for line in chart.lines:
            band = study.band(kind)[line.label]
            at = np.searchsorted(band.t, line.x)
            assert np.array_equal(line.y, band.centre[at])
            assert np.array_equal(line.low, band.low[at])
            assert np.array_equal(line.high, band.high[at])
            assert line.x[-1] == PROBLEM.horizon


def test_the_lines_of_a_sweep_are_its_points(values: dict[str, Any]) -> None:
    sweep = values["sweep"]
    chart = drawing.chart_of(sweep)
    assert chart.log_x  # 50 … 2,000
    table = sweep.summary()
    for line in chart.lines:
        its = table[table["curve"] == line.label]
        assert line.x.tolist() == its["horizon"].tolist()
        assert line.y == pytest.approx(its["mean"].to_numpy())
        assert line.low == pytest.approx(its["ci_low"].to_numpy())
    labels = {line.label for line in drawing.chart_of(values["names"]).lines}
    assert labels == {"DART · authors-code, K = 1", "DART · authors-code, K = 2"}
    bars = drawing.chart_of(values["effects"]).lines[0]
    effects = {each.parameter: each for each in values["effects"].effects("DART · authors-code")}
    assert bars.low is not None
    assert bars.high is not None
    assert bars.low.tolist() == [effects[name].least for name in ("k", "lam*")]
    assert bars.high.tolist() == [effects[name].greatest for name in ("k", "lam*")]


def test_the_marks_of_a_run_are_its_moves(values: dict[str, Any]) -> None:
    run = values["run"]
    regret, *moved = drawing.chart_of(run).lines
    assert regret.y[-1] == run.regret[-1]
    assert sum(line.x.size for line in moved) == run.moves.t.size > 0


@pytest.mark.parametrize("kind", FIGURES)
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_plotly_figure_has_every_line(kind: str, theme: str, values: dict[str, Any]) -> None:
    figure = values[kind].figure(theme=theme)
    chart = drawing.chart_of(values[kind])
    shown = [trace for trace in figure.data if trace.showlegend]
    assert [trace.name for trace in shown] == [line.label for line in chart.lines]
    for trace, line in zip(shown, chart.lines, strict=True):
        assert np.array_equal(np.array(trace.y), line.y, equal_nan=True)
        assert trace.marker.color == line.style[theme]
    assert figure.layout.xaxis.title.text == chart.x_title


@pytest.mark.parametrize(
    "wrong",
    [{"theme": "pink"}, {"band": "wide"}, {"log": "z"}],
    ids=lambda wrong: next(iter(wrong)),
)
def test_a_figure_refuses_what_it_does_not_know(
    wrong: dict[str, str], values: dict[str, Any]
) -> None:
    with pytest.raises(dc.FieldError, match=next(iter(wrong))):
        values["study"].figure(**wrong)


def test_what_cannot_be_drawn_is_told() -> None:
    with pytest.raises(dc.FieldTypeError, match="a Problem, Run, Race, Study or Sweep"):
        drawing.chart_of(7)
    assert isinstance(notebook.html, object)


def test_curves_of_one_algorithm_differ_in_dash() -> None:
    several = {str(c): dc.algorithm("dart", c=c) for c in (0.1, 0.2, 0.3)}
    dashes = [its["dash"] for its in looks(several).values()]
    assert len(set(dashes)) == 3


@pytest.mark.parametrize(
    ("low", "high", "log"),
    [
        (0, 1, False),
        (0, 7, False),
        (3, 12_345, False),
        (1, 1000, True),
        (40, 90, True),
        (0.1, 1e9, True),
    ],
)
def test_ticks_are_round_and_inside(low: float, high: float, log: bool) -> None:
    found = ticks(low, high, log=log)
    assert 2 <= len(found) <= 9
    assert all(low * 0.99 <= each <= high * 1.01 for each in found)
    assert all(a < b for a, b in pairwise(found))
    assert all(len(in_short(each)) <= 6 for each in found)


def test_a_chart_of_nothing_is_drawn_too() -> None:
    style = {"light": "#000000", "dark": "#ffffff", "dash": ""}
    one = Line("one", np.array([5.0]), np.array([0.0]), style)
    gap = Line("gap", np.array([5.0, 6.0]), np.array([np.nan, np.nan]), style)
    for lines in ((), (one,), (gap,), (one, gap)):
        for log in (False, True):
            text = svg(Chart("nothing", lines, "x", "y", log_x=log, log_y=log))
            ElementTree.fromstring(text)
            assert "nan" not in text


# --- for a paper --------------------------------------------------------------------------------


@pytest.fixture
def agg() -> Any:
    mpl = pytest.importorskip("matplotlib")
    mpl.use("agg")
    from matplotlib import pyplot

    yield pyplot
    pyplot.close("all")


@pytest.mark.usefixtures("agg")
@pytest.mark.parametrize("kind", FIGURES)
def test_a_figure_is_as_wide_as_a_column_and_its_letters_have_8_points(
    kind: str, values: dict[str, Any], tmp_path: Path
) -> None:
    from matplotlib.text import Text

    ax = values[kind].plot(path=tmp_path / "figure.pdf")
    figure = ax.figure
    assert figure.get_figwidth() == pytest.approx(3.33)
    for text in figure.findobj(Text):
        if text.get_text():
            assert text.get_fontsize() >= 8, text
    box = figure.get_tightbbox()  # nothing hangs over the edge of the column
    assert box.x0 >= -0.02
    assert box.x1 <= 3.35
    assert box.y0 >= -0.02
    assert box.y1 <= figure.get_figheight() + 0.02
    content = (tmp_path / "figure.pdf").read_bytes()
    assert content.startswith(b"%PDF")
    assert b"/CIDFontType2" in content  # TrueType, embedded
    assert b"/Type3" not in content
    (width, height) = re.findall(rb"/MediaBox \[ ?0 0 ([\d.]+) ([\d.]+) ?\]", content)[0]
    assert float(width) == pytest.approx(3.33 * 72, abs=0.5)
    assert float(height) < 3.33 * 72


@pytest.mark.usefixtures("agg")
def test_equal_figures_are_equal_files(values: dict[str, Any], tmp_path: Path) -> None:
    for name in ("a.pdf", "b.pdf"):
        values["study"].plot(path=tmp_path / name)
    assert (tmp_path / "a.pdf").read_bytes() == (tmp_path / "b.pdf").read_bytes()


@pytest.mark.usefixtures("agg")
def test_lines_can_be_told_apart_in_grey(values: dict[str, Any]) -> None:
    ax = values["study"].plot()
    looks_in_grey = [
        (line.get_linestyle(), line._dash_pattern, line.get_marker()) for line in ax.lines
    ]
    assert len({str(each) for each in looks_in_grey}) == len(ax.lines) == 3


def test_it_draws_on_axes_that_are_there(agg: Any, values: dict[str, Any]) -> None:
    _, (left, right) = agg.subplots(1, 2)
    assert values["run"].plot(left) is left
    assert left.lines
    assert not right.lines
    assert left.get_xlabel() == "round"


@pytest.mark.usefixtures("agg")
def test_a_file_of_another_kind_is_refused(values: dict[str, Any], tmp_path: Path) -> None:
    with pytest.raises(dc.FieldError, match=r"\.pdf, \.pgf"):
        values["run"].plot(path=tmp_path / "figure.gif")
    assert not list(tmp_path.iterdir())


@pytest.mark.usefixtures("agg")
def test_pgf_without_latex_says_what_to_do(
    values: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(dc.DartError, match="PGF needs a LaTeX"):
        values["run"].plot(path=tmp_path / "figure.pgf")


def test_without_matplotlib_it_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, values: dict[str, Any]
) -> None:
    real = builtins.__import__

    def refuse(name: str, *rest: Any) -> Any:
        if name.partition(".")[0] == "matplotlib":
            raise ModuleNotFoundError("No module named 'matplotlib'", name="matplotlib")
        return real(name, *rest)

    monkeypatch.setattr(builtins, "__import__", refuse)
    with pytest.raises(ModuleNotFoundError, match=r"pip install 'dart-bandits\[plot\]'"):
        values["run"].plot()


def test_tables_for_latex(values: dict[str, Any]) -> None:
    text = values["study"].to_latex()
    assert text.startswith("% settings: dc.compare(")
    for part in (
        "% seed: 0",
        f"% version: dart_core {dc.__version__}",
        r"\toprule",
        r"\bottomrule",
    ):
        assert part in text
    rows = [line for line in text.splitlines() if line.endswith(r"\\")]
    assert len(rows) == 4
    assert all(row.count("&") == 4 for row in rows)
    again: dict[str, Any] = {}
    exec("import dart_core as dc\nstudy = " + text.splitlines()[0][len("% settings: ") :], again)
    assert again["study"].to_latex() == text
    sweep = values["sweep"].to_latex()
    assert "% varied: {'horizon': [50, 100, 2000]}" in sweep
    assert "2,000 & DART" in sweep
