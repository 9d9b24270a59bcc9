"""What the algorithms count on and a problem lacks, said beside its runs and its games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from dart_player.naming import ARM, Thing, named
from dashboard.naming import escaped

if TYPE_CHECKING:
    import dart_core as dc


def broken_assumptions(
    problem: dc.Problem, names: Sequence[str] | None = None, thing: Thing = ARM
) -> list[str]:
    """Return what the algorithms count on and this problem lacks, a paragraph of Markdown each.

    Parameters
    ----------
    problem : Problem
    names : sequence of str, optional
        What its arms are called; without, they are numbered.
    thing : pair of str, default ("arm", "arms")
        What an arm is, and several of them.
    """
    from dart_core.guarantee import good_arms

    said = []
    known = good_arms(problem)
    if known.holds is False:
        shown = names and [escaped(name) for name in names]
        witness = known.sentence.partition(": ")[2]
        rest = (
            "The joint reward depends on more than means. So the best set (▲) need not be the arms "
            "that pay most on average. DART goes by what an arm's groups earn, so it ranks "
            "arms by their worth among random partners; where that order changes with the "
            "partners, it can decide wrongly. No guarantee of DART, DART-EB or Frontier holds. "
            "(In the paper: Assumption 2 is broken.)"
        )
        said.append(
            f"**Good {thing[1]} do not always make good sets here.** "
            + named(f"{witness[0].upper()}{witness[1:]} {rest}", shown, thing)
        )
    if not problem.optimum_is_exact:
        said.append(
            "**The best set is the best one known.** There are too many sets to try them all, so "
            "regret is measured against the best that a search found."
        )
    return said
