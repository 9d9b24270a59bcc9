"""What is being looked for, as a question, and what happens in a round: titles and what follows."""

from __future__ import annotations

from dart_core.algorithms.record import NO_ESTIMATES
from dashboard.catalogue import CATALOGUE
from dashboard.own_problem.together import sentence
from dashboard.scenarios import scenario_of, thing_of
from dashboard.settings import Settings


def question(settings: Settings) -> str:
    """Return what is being looked for, as a question."""
    n, k, (_, many) = settings.n, settings.k, thing_of(settings)
    if k == n:
        return f"What do {'both' if n == 2 else f'all {n:,}'} {many} pay together?"
    if k == 1:
        return f"Which of these {n:,} {many} pays best?"
    together = "" if settings.reward == "mean" else " together"
    return f"Which {k} of these {n:,} {many} pay best{together}?"


def lead(settings: Settings) -> str:
    """Return what happens in a round, and what it costs not to know, in plain words.

    A scenario's story comes first: it says what the things are.
    """
    entry, k = CATALOGUE[settings.algorithm], settings.k
    scenario = scenario_of(settings)
    story = scenario.story if scenario and scenario.settings != Settings.default() else ""
    seen = settings.joint_reward.seen.format(m=settings.at_least)
    if entry.words["axis"] == NO_ESTIMATES:  # it learns nothing: what it does is all there is
        text = entry.line
    elif k == 1:
        text = f"Each round {entry.label} plays one of them and sees what it pays."
    elif entry.feedback == "semi-bandit":
        text = f"Each round {entry.label} plays {k} of them and sees what every single one pays."
    else:
        text = f"Each round {entry.label} plays {k} of them and sees only {seen}."
    best = "the best one" if k == 1 else f"the best {k}"
    regret = f"What it loses by not playing {best} from the start is its regret."
    return " ".join(part for part in (story, text, sentence(settings), regret) if part)
