"""Pictures of the Learn page: regret of many runs as dots, two rows on one axis; and as SVG."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from math import floor, log10

_WIDTH, _ROW, _LEFT, _TOP = 640, 88, 16, 34
_COLOURS = {"light": ("#0068a5", "#c2410c"), "dark": ("#56b4e9", "#ff7f50")}
_INK = {"light": "#1f2430", "dark": "#e8eaee"}


def dots(
    finals: Mapping[str, Sequence[float]], labels: Sequence[str], *, shown: int, theme: str
) -> str:
    """Return regret of the first `shown` runs as an SVG, a row for each choice.

    Parameters
    ----------
    finals : mapping of str to sequence of float
        Regret at T, run by run.
    labels : sequence of str
        What the rows are called.
    shown : int
        How many runs are drawn; with more than one a line marks their mean.
    theme : str
        ``"light"`` or ``"dark"``.
    """
    ink = _INK[theme]
    seen = [[float(value) for value in row[:shown]] for row in finals.values()]
    most = 1.1 * max(max(row) for row in seen)
    height = _TOP + _ROW * len(seen) + 26
    parts = []
    for at, (label, row) in enumerate(zip(labels, seen, strict=True)):
        middle = _TOP + _ROW * at + _ROW / 2
        colour = _COLOURS[theme][at % 2]
        mean = sum(row) / len(row)
        said = f"regret {mean:,.0f}" + (f" on average, {len(row)} runs" if len(row) > 1 else "")
        parts.append(
            f'<text x="{_LEFT}" y="{middle - 24:.0f}" fill="{ink}" font-weight="600">'
            f"{escape(label)}: {said}</text>"
        )
        shape = _circle if at == 0 else _square
        parts += [shape(_x(value, most), middle, colour) for value in row]
        if len(row) > 1:
            x = _x(mean, most)
            parts.append(
                f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{middle - 16:.0f}" y2="{middle + 16:.0f}" '
                f'stroke="{ink}" stroke-width="2.5"/>'
            )
    base = height - 22
    parts.append(
        f'<line x1="{_LEFT}" x2="{_WIDTH - _LEFT}" y1="{base}" y2="{base}" stroke="{ink}" '
        'stroke-opacity="0.4"/>'
    )
    step = _round(most / 4)
    for value in (step * at for at in range(int(most / step) + 1)):
        anchor = "start" if value == 0 else "middle"
        parts.append(
            f'<text x="{_x(value, most):.0f}" y="{base + 17}" text-anchor="{anchor}" '
            f'fill="{ink}" font-size="13">{value:,.0f}</text>'
        )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}" '
        f'font-family="system-ui, sans-serif" font-size="15">{"".join(parts)}</svg>'
    )


def _round(value: float) -> float:
    """Return the largest of 1, 2 and 5 times a power of ten that is not above `value`."""
    power = 10.0 ** floor(log10(value))
    return power * max(factor for factor in (1, 2, 5) if factor * power <= value * 1.001)


def _x(value: float, most: float) -> float:
    return _LEFT + value / most * (_WIDTH - 2 * _LEFT)


def _circle(x: float, y: float, colour: str) -> str:
    return f'<circle cx="{x:.1f}" cy="{y:.0f}" r="6" fill="{colour}" fill-opacity="0.55"/>'


def _square(x: float, y: float, colour: str) -> str:
    return (
        f'<rect x="{x - 5.5:.1f}" y="{y - 5.5:.1f}" width="11" height="11" fill="{colour}" '
        'fill-opacity="0.55"/>'
    )
