"""A chart as SVG: a picture that needs no script and no font of its own, light or dark."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from html import escape
from math import log10

import numpy as np

from dart_player.chart import Chart, Line, Numbers, in_short, marked, ticks
from dart_player.looks import Style

WIDTH, HEIGHT = 640, 330
_LEFT, _RIGHT, _TOP, _BOTTOM = 62, 18, 14, 46
_LETTER, _ROW = 6.7, 19  # px of a letter of the legend, and of its rows
_MARK = 4.2
Scale = Callable[[Numbers], Numbers]

# Corners of marks, in units of their half-width; an open one is not filled.
_SHAPES: dict[str, Sequence[tuple[float, float]]] = {
    "square": ((-1, -1), (1, -1), (1, 1), (-1, 1)),
    "diamond": ((0, -1.3), (1.3, 0), (0, 1.3), (-1.3, 0)),
    "triangle-up": ((0, -1.2), (1.2, 1), (-1.2, 1)),
    "triangle-down": ((0, 1.2), (1.2, -1), (-1.2, -1)),
    "bowtie": ((-1.2, -1), (1.2, 1), (1.2, -1), (-1.2, 1)),
    "hourglass": ((-1, -1.2), (1, 1.2), (-1, 1.2), (1, -1.2)),
    "pentagon": ((0, -1.2), (1.15, -0.3), (0.7, 1), (-0.7, 1), (-1.15, -0.3)),
    "star": tuple(
        (1.5 * r * np.sin(a), -1.5 * r * np.cos(a))
        for a, r in zip(np.arange(10) * np.pi / 5, (1, 0.45) * 5, strict=True)
    ),
}
_CROSSES = {"x": ((-1, -1, 1, 1), (-1, 1, 1, -1)), "cross": ((0, -1.3, 0, 1.3), (-1.3, 0, 1.3, 0))}


def svg(chart: Chart) -> str:
    """Return the picture of a chart, 640 px wide.

    It follows the reader's choice of light or dark, on a ground of its own, so that it can be read
    on any page.
    """
    rows = _legend_rows(chart)
    top = _TOP + _ROW * len(rows)
    x_scale = _scale(chart.reach("x"), _LEFT + 8, WIDTH - _RIGHT - 8, log=chart.log_x)
    if chart.names:
        spread = (-0.5, max(len(chart.names) - 0.5, 0.5))
        x_scale = _scale(spread, _LEFT, WIDTH - _RIGHT, log=False)
    y_scale = _scale(_room(chart), HEIGHT - _BOTTOM, top + 4, log=chart.log_y)
    parts = [
        *_axes(chart, x_scale, y_scale, top),
        *(part for line in chart.lines for part in _drawn(line, chart, x_scale, y_scale)),
        *_legend(rows),
    ]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" '
        f'height="{HEIGHT}" role="img" font-family="system-ui, Segoe UI, Roboto, DejaVu Sans, '
        f'sans-serif" font-size="12">\n<title>{escape(chart.title)}</title>\n'
        f"<style>{_styles(chart)}</style>\n"
        f'<rect class="ground" width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>\n'
        + "\n".join(parts)
        + "\n</svg>\n"
    )


def _styles(chart: Chart) -> str:
    """Return what changes in the dark; without style sheets it is light."""
    pairs = {line.style["light"]: line.style["dark"] for line in chart.lines}
    rules = [".ground{fill:#0e1117}", ".ink{fill:#c8cdd6}", ".grid{stroke:#343b47}"]
    rules += [".rule{stroke:#c8cdd6}"]
    for light, dark in pairs.items():
        rules += [f".l{light[1:]}{{stroke:{dark}}}", f".f{light[1:]}{{fill:{dark}}}"]
    return f"@media (prefers-color-scheme: dark){{{''.join(rules)}}}"


def _room(chart: Chart) -> tuple[float, float]:
    low, high = chart.reach("y")
    return (low, high) if chart.log_y else (low, high + 0.04 * (high - low))


def _scale(ends: tuple[float, float], first: float, last: float, *, log: bool) -> Scale:
    low, high = (log10(end) for end in ends) if log else ends

    def place(values: Numbers) -> Numbers:
        with np.errstate(divide="ignore", invalid="ignore"):
            at = np.log10(values) if log else values
        return first + (at - low) / (high - low) * (last - first)

    return place


def _at(scale: Scale, value: float) -> float:
    return float(scale(np.array([value]))[0])


def _axes(chart: Chart, x_scale: Scale, y_scale: Scale, top: float) -> Iterable[str]:
    base, right = HEIGHT - _BOTTOM, WIDTH - _RIGHT
    for tick in ticks(*_room(chart), log=chart.log_y):
        y = _at(y_scale, tick)
        yield (
            f'<path class="grid" d="M{_LEFT} {y:.1f}H{right}" stroke="#dadee5"/>'
            f'<text class="ink" x="{_LEFT - 7}" y="{y + 4:.1f}" text-anchor="end" '
            f'fill="#3d4450">{in_short(tick)}</text>'
        )
    named = [(float(place), text) for place, text in enumerate(chart.names)]
    some = ticks(*chart.reach("x"), log=chart.log_x, whole=chart.whole, most=8)
    for place, text in named or [(tick, in_short(tick)) for tick in some]:
        x = _at(x_scale, place)
        yield (
            f'<path class="rule" d="M{x:.1f} {base}v5" stroke="#3d4450"/>'
            f'<text class="ink" x="{x:.1f}" y="{base + 18}" text-anchor="middle" '
            f'fill="#3d4450">{escape(text)}</text>'
        )
    yield f'<path class="rule" d="M{_LEFT} {base}H{right}" stroke="#3d4450"/>'
    middle = (_LEFT + right) / 2
    yield (
        f'<text class="ink" x="{middle}" y="{HEIGHT - 8}" text-anchor="middle" fill="#3d4450">'
        f"{escape(chart.x_title)}</text>"
    )
    turned = f"translate(14 {(top + base) / 2:.0f}) rotate(-90)"
    yield (
        f'<text class="ink" transform="{turned}" text-anchor="middle" fill="#3d4450">'
        f"{escape(chart.y_words)}</text>"
    )
    if chart.level is not None:
        y = _at(y_scale, chart.level[0])
        yield (
            f'<path class="rule" d="M{_LEFT} {y:.1f}H{right}" stroke="#3d4450" '
            f'stroke-dasharray="4 4"/><text class="ink" x="{right}" y="{y - 5:.1f}" '
            f'text-anchor="end" fill="#3d4450">{escape(chart.level[1])}</text>'
        )


def _drawn(line: Line, chart: Chart, x_scale: Scale, y_scale: Scale) -> Iterable[str]:
    x, y = x_scale(line.x), y_scale(line.y)
    fine = np.isfinite(y)
    if line.low is not None and line.high is not None:
        low = line.low
        if chart.log_y:  # what reaches down to 0 has no end there
            low = np.maximum(low, np.maximum(line.y / 2, chart.reach("y")[0]))
        low, high = y_scale(low), y_scale(line.high)
        yield from _band(x, low, high, line)
    if line.joined:
        yield (
            f'<path class="l{line.style["light"][1:]}" d="{_path(x, y)}" fill="none" '
            f'stroke="{line.style["light"]}" stroke-width="2"{_dash(line.style)}/>'
        )
    places = np.flatnonzero(fine)
    for at in places if line.every else places[marked(places.size)] if places.size else []:
        yield _mark(line.style, float(x[at]), float(y[at]))


def _band(x: Numbers, low: Numbers, high: Numbers, line: Line) -> Iterable[str]:
    colour, fine = line.style["light"], np.isfinite(low) & np.isfinite(high)
    if not fine.any():
        return
    if line.every:
        for a, b, c in zip(x[fine], low[fine], high[fine], strict=True):
            yield (
                f'<path class="l{colour[1:]}" d="M{a - 3:.1f} {b:.1f}h6m-3 0V{c:.1f}m-3 0h6" '
                f'fill="none" stroke="{colour}"/>'
            )
        return
    around = np.concatenate([x[fine], x[fine][::-1]])
    ends = np.concatenate([high[fine], low[fine][::-1]])
    yield (
        f'<path class="f{colour[1:]}" d="{_path(around, ends)}Z" fill="{colour}" '
        'fill-opacity="0.16"/>'
    )


def _path(x: Numbers, y: Numbers) -> str:
    parts, open_ = [], False
    for a, b in zip(x.tolist(), y.tolist(), strict=True):
        if not np.isfinite(b):
            open_ = False
            continue
        parts.append(f"{'L' if open_ else 'M'}{a:.1f} {b:.1f}")
        open_ = True
    return "".join(parts)


def _dash(style: Style) -> str:
    return f' stroke-dasharray="{style["dash"]}"' if style["dash"] else ""


def _mark(style: Style, x: float, y: float) -> str:
    colour, name = style["light"], style.get("marker", "circle")
    kind, is_open = name.removesuffix("-open"), name.endswith("-open")
    own = f'class="l{colour[1:]}" stroke="{colour}" stroke-width="1.6"'
    if kind in _CROSSES:
        lines = "".join(
            f"M{x + a * _MARK:.1f} {y + b * _MARK:.1f}L{x + c * _MARK:.1f} {y + d * _MARK:.1f}"
            for a, b, c, d in _CROSSES[kind]
        )
        return f'<path {own} d="{lines}" fill="none"/>'
    own = own.replace('class="', 'class="ground ' if is_open else f'class="f{colour[1:]} ')
    fill = "#ffffff" if is_open else colour
    if kind in _SHAPES:
        corners = " ".join(f"{x + a * _MARK:.1f},{y + b * _MARK:.1f}" for a, b in _SHAPES[kind])
        return f'<polygon {own} points="{corners}" fill="{fill}"/>'
    return f'<circle {own} cx="{x:.1f}" cy="{y:.1f}" r="{_MARK}" fill="{fill}"/>'


def _legend_rows(chart: Chart) -> list[list[tuple[float, Line]]]:
    """Return the lines of the legend with their places, in as many rows as they need."""
    rows: list[list[tuple[float, Line]]] = []
    at = float(WIDTH)
    for line in chart.lines:
        wide = 42 + _LETTER * len(line.label)
        if not line.label:
            continue
        if at + wide > WIDTH - _RIGHT:
            rows.append([])
            at = _LEFT
        rows[-1].append((at, line))
        at += wide
    return rows


def _legend(rows: list[list[tuple[float, Line]]]) -> Iterable[str]:
    for row, lines in enumerate(rows):
        y = _TOP + _ROW * row
        for x, line in lines:
            if line.joined:
                yield (
                    f'<path class="l{line.style["light"][1:]}" d="M{x:.0f} {y}h24" '
                    f'stroke="{line.style["light"]}" stroke-width="2"{_dash(line.style)}/>'
                )
            yield _mark(line.style, x + 12, y)
            yield (
                f'<text class="ink" x="{x + 30:.0f}" y="{y + 4}" fill="#3d4450">'
                f"{escape(line.label)}</text>"
            )
