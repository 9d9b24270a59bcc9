"""What the Watch page says around the picture: the question, the forecast, how to read it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dart_core.terms import PLACES, TERMS
from dart_player.naming import named
from dashboard.catalogue import CATALOGUE
from dashboard.own_problem.together import sentence
from dashboard.questions import lead, question
from dashboard.scenarios import thing_of
from dashboard.settings import Settings
from dashboard.words import contest, facts


def heading(settings: Settings) -> tuple[str, str]:
    """Return the title of the page and the sentence below it: the question, or who races."""
    title = contest(settings)
    if not title:
        return question(settings), lead(settings)
    them = "it" if settings.k == 1 else "them"
    regret = f"Regret is what is lost by not playing {them} from the start."
    return title, " ".join(filter(None, (question(settings), sentence(settings), regret)))


def why(settings: Settings, forecast: Mapping[str, Any]) -> str:
    """Return what is behind the forecast, as Markdown: the settings, and the exact numbers."""
    return "\n\n".join(part for part in (forecast["exact"], facts(settings)) if part)


_PROBLEM = r"""
**The question.** Every round, $K$ of the $N$ arms are played together, and one number comes back:
what the group earned. What each single arm earned is not seen. Which $K$ arms are best?"""
_REGRET = r"""
**Regret** is what not knowing has cost so far: what the best set would have earned on average,
minus what the played sets earn on average, added up over the rounds. A flat line is good: nothing
is lost any more. *Random* guesses in every round; the *oracle* knows the answer. All play with the
same luck.
"""
_MARKS = (
    "▲: truly one of the best. Ring: played in this round. Click or tap an arm to ask about it, or "
    "go there with Tab and the arrow keys, and press Enter."
)


def guide(settings: Settings) -> str:
    """Return how to read the picture of the watched algorithm, as Markdown."""
    spec = CATALOGUE[settings.algorithm]
    own = spec.reading + spec.presets[settings.preset].reading
    if spec.place == "algorithm":
        own += f"\nIn the paper: {PLACES[spec.place].link}."
    problem = f"{_PROBLEM} In the paper: {PLACES['formulation'].link}.\n"
    regret = f"{_REGRET.rstrip()} In the paper: {TERMS['regret'].place.link}."
    return named(f"{problem}{own}\n\n{_MARKS}\n{regret}", None, thing_of(settings))
