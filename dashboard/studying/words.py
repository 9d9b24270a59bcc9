"""What a study is about, in words."""

from __future__ import annotations

from dashboard.own_problem.together import fact, sentence
from dashboard.settings import Settings


def heading(settings: Settings) -> str:
    """Return what is compared, and what a round pays of given rewards, in lines of Markdown."""
    return "  \n".join(filter(None, (subtitle(settings), sentence(settings))))


def subtitle(settings: Settings) -> str:
    """Return what is compared, in one line of Markdown."""
    arms = "arms drawn anew for every run" if settings.redraw else "the same arms in all runs"
    size = f"N = {settings.n} arms, choose K = {settings.k}, T = {settings.horizon:,}"
    runs = f"{settings.runs} runs of each algorithm, {arms}"
    return " · ".join(filter(None, (size, settings.reward_words, fact(settings), runs)))
