"""The handout and the teacher's notes: one HTML page each, to be printed or kept as a PDF."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from dashboard.lessons.moments import Moment

_RIGHT = ' class="right"'
_STYLE = """
:root { color-scheme: light; }
body { max-width: 44rem; margin: 1.5rem auto; padding: 0 1rem; color: #111;
  font: 11pt/1.45 system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif; }
h1 { font-size: 19pt; margin: 0 0 0.2rem; }
h2 { font-size: 13pt; margin: 0 0 0.3rem; }
section { break-inside: avoid; margin: 1.1rem 0; padding-top: 0.7rem; border-top: 1px solid #999; }
p { margin: 0.3rem 0; }
ol.answers { list-style: none; padding: 0; margin: 0.4rem 0; }
ol.answers li::before { content: "□ "; font-size: 13pt; }
ol.answers li.right::before { content: "■ "; }
.line { border-bottom: 1px solid #aaa; height: 1.5rem; }
.small { font-size: 9.5pt; color: #444; }
@page { margin: 13mm 15mm; }
@media print {
  body { max-width: none; margin: 0; padding: 0; font-size: 9.5pt; line-height: 1.35; }
  section { margin: 0.5rem 0 0; padding-top: 0.4rem; }
  p, ol.answers { margin: 0.15rem 0; }
  ol.answers { display: flex; flex-wrap: wrap; gap: 0 1.6rem; }
  ol.answers li::before, ol.answers li.right::before { font-size: 11pt; }
  .small { font-size: 8.5pt; }
}
"""


def handout(hour: Sequence[Moment], address: str) -> str:
    """Return the questions with room for answers, and without the right ones."""
    parts = []
    for at, moment in enumerate(hour, 1):
        answers = "".join(f"<li>{escape(answer)}</li>" for answer in moment.answers)
        parts.append(
            f"<section><h2>{at}. {escape(moment.title)}</h2>"
            f"<p>{escape(' '.join(moment.says))}</p>"
            f"<p><strong>{escape(moment.question)}</strong></p>"
            f'<ol class="answers">{answers}</ol>'
            '<p class="small">What happened, and why?</p><div class="line"></div>'
            f'<div class="line"></div><p class="small">Try: {escape(moment.tries)}</p></section>'
        )
    said = "Answer each question before you watch. Then write down what happened."
    return _page("Which arms pay best? A class hour", said, address, parts)


def notes(hour: Sequence[Moment], address: str) -> str:
    """Return what a teacher needs: the right answers, why, timing, and what to say."""
    parts, minute = [], 0
    for at, moment in enumerate(hour, 1):
        answers = "".join(
            f"<li{_RIGHT * (place == moment.right)}>{escape(answer)}</li>"
            for place, answer in enumerate(moment.answers, 1)
        )
        parts.append(
            f"<section><h2>{at}. {escape(moment.title)}</h2>"
            f'<p class="small">Minute {minute} to {minute + moment.minutes}</p>'
            f"<p><strong>{escape(moment.question)}</strong></p>"
            f'<ol class="answers">{answers}</ol><p>{escape(moment.why)}</p>'
            f"<p><strong>Try:</strong> {escape(moment.tries)}</p>"
            f"<p><strong>Remember:</strong> {escape(moment.takeaway)}</p>"
            f"<p><strong>For you:</strong> {escape(moment.teacher)}</p></section>"
        )
        minute += moment.minutes
    said = (
        f"{len(hour)} moments, {minute} minutes. In each: read the two sentences aloud, let "
        "everybody answer, then reveal, watch, and try."
    )
    return _page("Teacher’s notes", said, address, parts)


def _page(title: str, said: str, address: str, parts: Sequence[str]) -> str:
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        f"<style>{_STYLE}</style></head><body><h1>{escape(title)}</h1><p>{escape(said)}</p>"
        f'<p class="small">{escape(address)}</p>{"".join(parts)}</body></html>'
    )
