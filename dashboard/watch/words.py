"""How to read the picture: what is common to all algorithms, and what is each one's own."""

from __future__ import annotations

from dart_core.terms import PLACES, TERMS
from dashboard.catalogue import CATALOGUE
from dashboard.settings import Settings

_PROBLEM = r"""
**The problem.** Every round, $K$ of $N$ arms are played together and *one* joint reward is seen.
Which $K$ are best?"""
_REGRET = r"""
**Regret** is pseudo-regret: what the best set would have earned in expectation, minus what the
played sets earn in expectation, summed over rounds. *Random* plays any $K$ arms; the *oracle*
knows the best ones. All meet the same arms with the same luck.
"""
_MARKS = (
    "▲: truly among the best $K$. Ring: played in this round. Click or tap an arm to ask it, or go "
    "there with Tab and the arrow keys, and press Enter."
)


def guide(settings: Settings) -> str:
    """Return how to read the picture of the watched algorithm, as Markdown."""
    spec = CATALOGUE[settings.algorithm]
    own = spec.reading + spec.reading_of.get(settings.preset, "")
    if spec.place == "algorithm":
        own += f"\nIn the paper: {PLACES[spec.place].link}."
    problem = f"{_PROBLEM} In the paper: {PLACES['formulation'].link}.\n"
    regret = f"{_REGRET.rstrip()} In the paper: {TERMS['regret'].place.link}."
    return f"{problem}{own}\n\n{_MARKS}\n{regret}"
