"""A chart on Matplotlib's axes, as a two-column paper prints it."""

from __future__ import annotations

from math import ceil
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING, Any

import numpy as np

from dart_core.errors import DartError, FieldError
from dart_player.chart import Chart, Line, in_short, marked, ticks

if TYPE_CHECKING:
    from matplotlib.axes import Axes

COLUMN = 3.33  # in, of a column of most two-column papers
HEIGHT = 2.0
_ROW = 0.15  # in, of a row of the legend
_SHORT = 12  # letters; labels no longer than that stand two in a row
_LABEL = 20  # letters that a line along the vertical axis has room for
POINTS = 8  # of all letters: the least that publishers ask for
ENDINGS = (".pdf", ".pgf", ".png", ".svg")
_MARKERS = {
    "circle": "o",
    "square": "s",
    "diamond": "D",
    "triangle-up": "^",
    "triangle-down": "v",
    "cross": "P",
    "x": "X",
    "star": "*",
    "pentagon": "p",
    "bowtie": ">",
    "hourglass": "<",
}
# As text, so that it can be searched and copied; LaTeX then sets it in its own fonts (PGF).
_FILES: Any = {"pdf.fonttype": 42, "ps.fonttype": 42, "svg.fonttype": "none", "savefig.dpi": 300}


def plot(chart: Chart, ax: Axes | None = None, path: str | Path | None = None) -> Axes:
    """Draw a chart; see `dart_core.showing.Drawn.plot`.

    Raises
    ------
    ModuleNotFoundError
        If Matplotlib is not installed, with what to do.
    FieldError
        If `path` has another ending.
    DartError
        If it is to be PGF and there is no LaTeX.
    """
    try:
        import matplotlib as mpl
        from matplotlib import pyplot
    except ModuleNotFoundError as error:
        raise ModuleNotFoundError(
            "Matplotlib draws this, and it is not installed. "
            "Install the extra: pip install 'dart-bandits[plot]'",
            name=error.name,
        ) from None
    out = None if path is None else _checked_path(path)
    with mpl.rc_context({"font.size": POINTS}):
        if ax is None:
            height = HEIGHT + _ROW * _rows(chart)
            _, ax = pyplot.subplots(figsize=(COLUMN, height), layout="constrained")
        for line in chart.lines:
            _add(ax, line, chart)
        _lay_out(ax, chart)
    if out is not None:
        with mpl.rc_context(_FILES):
            _save(ax, out)
    return ax


def _checked_path(path: str | Path) -> Path:
    out = Path(path)
    if out.suffix not in ENDINGS:
        raise FieldError("path", "a file ending in " + ", ".join(ENDINGS), str(path))
    return out


def _save(ax: Axes, out: Path) -> None:
    figure = ax.get_figure(root=True)
    assert figure is not None
    # A file says nothing of when it was made: equal figures are equal files.
    dates: dict[str, dict[str, Any]] = {
        ".pdf": {"metadata": {"CreationDate": None}},
        ".svg": {"metadata": {"Date": None}},
    }
    try:
        figure.savefig(out, **dates.get(out.suffix, {}))
    except (FileNotFoundError, RuntimeError) as error:
        if out.suffix == ".pgf":
            raise DartError(
                "PGF needs a LaTeX on this machine (xelatex, lualatex or pdflatex, named by "
                f"Matplotlib's pgf.texsystem): {error}. Install one, or save a .pdf."
            ) from None
        raise


def _add(ax: Axes, line: Line, chart: Chart) -> None:
    colour, name = line.style["light"], line.style.get("marker", "circle")
    is_open = name.endswith("-open")
    its: dict[str, Any] = {
        "color": colour,
        "linestyle": _dash(line.style["dash"]) if line.joined else "none",
        "linewidth": 1.2,
        "marker": _MARKERS.get(name.removesuffix("-open"), "o"),
        "markersize": 4.5,
        "markerfacecolor": "white" if is_open else colour,
        "markeredgewidth": 0.8,
        "label": line.label or "_",
    }
    fine = np.flatnonzero(np.isfinite(line.y))
    if not line.every and fine.size:
        its["markevery"] = fine[marked(fine.size)].tolist()
    if line.low is not None and line.high is not None:
        if line.every:
            ends = np.nan_to_num(np.stack([line.y - line.low, line.high - line.y]))
            its |= {"yerr": np.maximum(ends, 0), "capsize": 2, "elinewidth": 0.8}
            ax.errorbar(line.x, line.y, **its)
            return
        low = np.maximum(line.low, line.y / 2) if chart.log_y else line.low
        ax.fill_between(line.x, low, line.high, color=colour, alpha=0.18, linewidth=0)
    ax.plot(line.x, line.y, **its)


def _dash(dash: str) -> Any:
    """Return a dash in Matplotlib's notation: its lengths are counted in line widths."""
    return (0, tuple(float(part) / 2 for part in dash.split())) if dash else "solid"


def _lay_out(ax: Axes, chart: Chart) -> None:
    from matplotlib.ticker import FixedLocator, FuncFormatter, NullLocator

    for axis, log, scale in (
        (ax.xaxis, chart.log_x, ax.set_xscale),
        (ax.yaxis, chart.log_y, ax.set_yscale),
    ):
        letter = "x" if axis is ax.xaxis else "y"
        if log:
            scale("log")
        whole = chart.whole and letter == "x"
        found = ticks(*chart.reach(letter), log=log, whole=whole, most=5)
        axis.set_major_locator(FixedLocator(found))
        axis.set_minor_locator(NullLocator())
        axis.set_major_formatter(FuncFormatter(lambda value, _: in_short(value)))
    if chart.names:
        ax.set_xticks(range(len(chart.names)), chart.names)
        ax.set_xlim(-0.5, len(chart.names) - 0.5)
    if not chart.log_y and chart.reach("y")[0] >= 0:
        ax.set_ylim(bottom=0)
    if chart.level is not None:
        ax.axhline(chart.level[0], color="#3d4450", linewidth=0.8, linestyle=(0, (4, 4)))
    ax.set_xlabel(chart.x_title, fontsize=POINTS)
    ax.set_ylabel("\n".join([chart.y_title, *wrap(chart.words, _LABEL)]), fontsize=POINTS)
    ax.tick_params(labelsize=POINTS)
    ax.grid(axis="y", color="#dadee5", linewidth=0.5)
    ax.set_axisbelow(True)
    ax.spines[["top", "right"]].set_visible(False)
    if any(line.label for line in chart.lines):
        its: Any = {"loc": "lower left", "bbox_to_anchor": (0, 1), "ncols": _columns(chart)}
        ax.legend(fontsize=POINTS, frameon=False, handlelength=2.6, labelspacing=0.3, **its)


def _columns(chart: Chart) -> int:
    return 2 if all(len(line.label) <= _SHORT for line in chart.lines) else 1


def _rows(chart: Chart) -> int:
    return ceil(sum(bool(line.label) for line in chart.lines) / _columns(chart))
