"""What a study is about, in words."""

from __future__ import annotations

from dashboard.settings import Settings


def subtitle(settings: Settings) -> str:
    """Return what is compared, in one line of Markdown."""
    reward = settings.reward_words
    arms = "arms drawn anew for every run" if settings.redraw else "the same arms in all runs"
    return (
        f"N = {settings.n} arms, choose K = {settings.k}, T = {settings.horizon:,} · {reward} · "
        f"{settings.runs} runs of each algorithm, {arms}"
    )
