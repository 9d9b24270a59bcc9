"""The picture of a run for chats and course pages, drawn without a browser.

No visitor's text is in it: question and names are the app's own, arms have numbers. The letters
are Pillow's own font, which has Latin alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from io import BytesIO
from typing import TYPE_CHECKING

from dashboard.arrival.page import SIZE

if TYPE_CHECKING:
    from PIL import ImageDraw, ImageFont

    Canvas = ImageDraw.ImageDraw

_PAPER, _INK, _QUIET, _LINE = "#ffffff", "#0f151d", "#59606e", "#d3d9e2"
_PANEL, _IN, _OUT = "#f3f5f8", "#0068a5", "#656c79"
_EDGE = 60
_LANES = (_EDGE, 256, 640, 545)  # left, top, right, bottom
_CHART = (700, 306, SIZE[0] - _EDGE - 20, 500)
_MOST_ARMS = 60  # of a lane; more are counted only


@dataclass(frozen=True)
class Line:
    """One algorithm's curve of regret, of 0 … 1 both ways, and how it is drawn."""

    name: str
    colour: str
    points: Sequence[tuple[float, float]]


@dataclass(frozen=True)
class Ended:
    """How a run ended: arms from 0 that were chosen, those that are best, and what it cost."""

    n: int
    chosen: frozenset[int]
    best: frozenset[int]
    lines: Sequence[Line]
    most: float  # regret at the top of the chart
    horizon: int


def picture(title: str, line: str, ended: Ended | None) -> bytes:
    """Return a picture as the bytes of a PNG file.

    Parameters
    ----------
    title, line : str
        Two lines at most, and one below.
    ended : Ended, optional
        Without it the picture says nothing of a run.
    """
    from PIL import Image, ImageDraw

    image = Image.new("RGB", SIZE, _PAPER)
    canvas = ImageDraw.Draw(image)
    canvas.rectangle((0, 0, SIZE[0], 14), fill="#0b62c4")
    titles = _wrapped(canvas, title, 54, SIZE[0] - 2 * _EDGE)[:2]
    top = 52 if len(titles) > 1 else 84
    for text in titles:
        _write(canvas, (_EDGE, top), text, 54, _INK)
        top += 64
    _write(canvas, (_EDGE, top + 14), line, 30, _QUIET)
    if ended is None:
        ended = Ended(12, frozenset({2, 6, 8}), frozenset(), (), 1.0, 0)
    _arms(canvas, ended)
    if ended.lines:
        _curves(canvas, ended)
    _write(canvas, (_EDGE, 570), "DART, animated: play it, race it, change it", 26, _QUIET)
    file = BytesIO()
    image.quantize(64).save(file, "PNG")
    return file.getvalue()


def _arms(canvas: Canvas, its: Ended) -> None:
    left, top, right, bottom = _LANES
    if not its.lines:
        right = SIZE[0] - _EDGE
    middle = (top + bottom) // 2
    others = [arm for arm in range(its.n) if arm not in its.chosen]
    lanes = (("in", _IN, sorted(its.chosen), top), ("out", _OUT, others, middle + 8))
    for name, colour, arms, y in lanes:
        box = (left, y, right, y + middle - top - 8)
        canvas.rounded_rectangle(box, 12, fill=_PANEL, outline=_LINE, width=2)
        _write(canvas, (left + 16, y + 10), f"{name}  {len(arms):,}", 26, colour)
        if arms and len(arms) <= _MOST_ARMS:
            _tokens(canvas, arms, its.best, colour, (left + 16, y + 48, right - 16, box[3] - 8))


def _tokens(
    canvas: Canvas,
    arms: Sequence[int],
    best: frozenset[int],
    colour: str,
    box: tuple[int, int, int, int],
) -> None:
    left, top, right, bottom = box
    width, height = right - left, bottom - top
    steps = {rows: min(height / rows, width / -(-len(arms) // rows), 72) for rows in range(1, 9)}
    rows = max(steps, key=steps.__getitem__)
    columns, step = -(-len(arms) // rows), steps[rows]
    radius = 0.36 * step
    for place, arm in enumerate(arms):
        x = left + (place % columns + 0.5) * step
        y = top + (place // columns + 0.55) * step
        around = (x - radius, y - radius, x + radius, y + radius)
        canvas.ellipse(around, fill=colour)
        _write(canvas, (x, y), str(arm + 1), round(max(11, 0.95 * radius)), _PAPER, anchor="mm")
        if arm in best:  # on the upper right, like a flag
            x, y, s = x + 0.75 * radius, y - 0.75 * radius, 0.5 * radius
            canvas.polygon([(x - s, y + s), (x + s, y + s), (x, y - s)], fill=_INK, outline=_PAPER)


def _curves(canvas: Canvas, its: Ended) -> None:
    left, top, right, bottom = _CHART
    _write(canvas, (left, 262), "Regret: what not knowing has cost", 24, _INK)
    canvas.line((left, top, left, bottom, right, bottom), fill=_LINE, width=3)
    _write(canvas, (left + 8, top - 4), f"{its.most:,.0f}", 20, _QUIET)
    _write(canvas, (right, bottom + 8), f"{its.horizon:,} rounds", 20, _QUIET, anchor="ra")
    for line in its.lines:
        points = [
            (left + x * (right - left), bottom - min(y, 1.0) * (bottom - top))
            for x, y in line.points
        ]
        canvas.line(points, fill=line.colour, width=5, joint="curve")
    x = float(left)
    for line in its.lines:
        canvas.rectangle((x, bottom + 51, x + 22, bottom + 57), fill=line.colour)
        _write(canvas, (x + 30, bottom + 54), line.name, 24, line.colour, anchor="lm")
        x += 30 + canvas.textlength(line.name, font=_font(24)) + 26


def _wrapped(canvas: Canvas, text: str, size: int, width: float) -> list[str]:
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and canvas.textlength(longer, font=_font(size)) > width:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def _write(
    canvas: Canvas,
    at: tuple[float, float],
    text: str,
    size: int,
    colour: str,
    anchor: str = "la",
) -> None:
    canvas.text(at, text, fill=colour, font=_font(size), anchor=anchor)


@cache
def _font(size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    from PIL import ImageFont

    return ImageFont.load_default(size)
