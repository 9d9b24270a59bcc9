"""The words of the Play page: what is played, and how it went."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from dashboard.game.model import Course, Rivals, Score, rank
from dashboard.own_problem.together import sentence
from dashboard.scenarios import thing_of
from dashboard.settings import Settings
from dashboard.state import link

if TYPE_CHECKING:
    import dart_core as dc

GUIDE = """
You are a bandit algorithm now. In every round you choose a set of arms and are told **one number**,
the joint reward, and not which arm earned it. That is all that DART ever sees, too.

**The same luck.** What arm $i$ pays in round $t$ is fixed by the luck seed before anyone plays.
Had an algorithm chosen your arms, it would have been paid what you were paid. So the comparison
afterwards is exact, though not fair in general: in a few rounds much is luck, for all of you.

**Regret** is what your choices lost against the best set *in expectation*, summed over the rounds;
it is computed from the true means, not from what you happened to be paid.

**Your browser** holds the rewards of all rounds, so that the game never waits; whoever wants to can
look them up there. A score that a friend sends is a number in a link, and no link can prove it.
"""


def subtitle(settings: Settings) -> str:
    """Return what is played, in one line of Markdown."""
    state = link().game
    seen = settings.joint_reward.seen.format(m=settings.at_least)
    rounds, several = min(state.rounds, settings.horizon), thing_of(settings)[1]
    return " ".join(
        filter(
            None,
            (
                f"Can you find the best {settings.k} of {settings.n} {several} in {rounds} rounds?",
                f"After each you see only {seen}.",
                sentence(settings),
                "DART and others play on the very same luck.",
            ),
        )
    )


def verdict(mine: Score, rivals: Rivals, beat: float | None) -> str:
    """Return how the visitor did, in Markdown."""
    place, players = rank(mine, rivals.scores)
    ordinal = {1: "1st", 2: "2nd", 3: "3rd"}.get(place, f"{place}th")
    text = f"Your regret is **{mine.final:.2f}**: **{ordinal} of {players}**"
    text += " (the oracle, which knows the answer, does not count)."
    if beat is not None:
        mine_is, friends = round(mine.final, 2), round(beat, 2)
        word = "as much as" if mine_is == friends else "less than"
        word = "more than" if mine_is > friends else word
        text += f" That is {word} the {friends:g} of your friend."
    return text


def in_words(mine: Score, rivals: Rivals) -> str:
    """Return the end of every curve, for who cannot see them."""
    ends = sorted((mine, *rivals.scores), key=lambda score: score.final)
    return "Regret at the end: " + ", ".join(f"{each.label} {each.final:.2f}" for each in ends)


def truth(problem: dc.Problem, labels: Sequence[str]) -> str:
    """Return the best set and what it earns, in one sentence of plain text."""
    arms = ", ".join(labels[arm] for arm in problem.optimal_set)
    known = "" if problem.optimum_is_exact else " known"
    return (
        f"The best set{known} is {{{arms}}}; it earns {problem.optimal_reward:.3f} a round on "
        "average."
    )


def outlook(course: Course, mine: Score) -> str:
    """Say what DART is for: many more rounds than a person has patience for."""
    T, total = course.horizon, course.regret
    if course.commit_t < T:
        does = f"explores for {course.commit_t:,} rounds and then plays one set"
    else:
        does = "is still exploring at the end"
    ends = "a best set" if course.right else "a set that is not the best"
    return (
        f"**DART needs far more rounds than you had.** With T = {T:,}, as in the sidebar, and the "
        f"same luck it {does}; it ends with {ends}. Its regret is then {total:,.1f}, "
        f"**{total / T:.3g} a round**; yours was {mine.final / mine.regret.size:.3g} a round."
    )
