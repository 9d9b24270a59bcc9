"""Pieces of sentences that all stories share."""

from __future__ import annotations

from collections.abc import Sequence

PROVED = "Its guarantee holds with these settings."
_MOST_NAMED = 6
_WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def arm_list(arms: Sequence[int]) -> str:
    """Return "arm 7" or "arms 3, 7 and 9" (labels count from 1; long lists are cut short)."""
    names = [str(int(i) + 1) for i in arms]
    if len(names) == 1:
        return f"arm {names[0]}"
    if len(names) > _MOST_NAMED:
        rest = len(names) - _MOST_NAMED + 1
        names = [*names[: _MOST_NAMED - 1], f"{rest} more"]
    return f"arms {', '.join(names[:-1])} and {names[-1]}"


def arm_count(number: int, kind: str = "") -> str:
    """Return "no arms", "one arm", "two undecided arms", "12 arms"."""
    said = _WORDS[number] if number < len(_WORDS) else f"{number:,}"
    return f"{said} {kind}{' ' if kind else ''}{'arm' if number == 1 else 'arms'}"


def are(arms: Sequence[int], what: str) -> str:
    """Return "arm 7 is <what>" or "arms 3 and 7 are <what>"."""
    return f"{arm_list(arms)} {'is' if len(arms) == 1 else 'are'} {what}"


def number(value: float, digits: int) -> str:
    """Return a number with so many decimals, and a real minus."""
    return f"{value:.{digits}f}".replace("-", "−")


def count(number: int, what: str) -> str:
    """Return a number of things: 1 round, 20,000 rounds, 3 passes."""
    many = "es" if what.endswith("s") else "s"
    return f"{number:,} {what}{'' if number == 1 else many}"


def about_round(t: int) -> str:
    """Return "round 3,300": a round that is only known roughly, to two digits."""
    return f"round {int(float(f'{t:.2g}')):,}"


def over(horizon: int) -> str:
    """Return how a sentence on the end of a run begins."""
    return "The one round is over" if horizon == 1 else f"The {horizon:,} rounds are over"


def capital(text: str) -> str:
    """Return `text` with its first letter in upper case."""
    return text[:1].upper() + text[1:]


def only_one_set(n: int) -> str:
    """Return what there is to say where every arm is played in every round."""
    all_arms = f"All {n:,} arms are" if n > 2 else "Both arms are" if n == 2 else "The one arm is"
    return f"{all_arms} played in every round, so there is nothing to find out."


def only_one_set_exactly(n: int) -> str:
    """Return the same with symbols."""
    return f"K = N = {n:,}: there is only one set, so there is nothing to find out."


def top(places: int, *, last: bool) -> str:
    """Return what a lead is measured against, among the K best: the last inside, the first outside.

    Parameters
    ----------
    places : int
        K.
    last : bool
        Whether the last of the K best is meant, else the best of the others.
    """
    if places == 1:
        return "the leader" if last else "the runner-up"
    return f"the last of the top {places:,}" if last else f"the best arm outside the top {places:,}"


def in_groups(n: int, k: int) -> str:
    """Return how an epoch plays all arms: "all 12 arms in random groups of 3"."""
    how = f"in random groups of {k}" if k > 1 else "one at a time, in random order"
    return f"all {n:,} arms {how}"


def groups_average(arms: int, k: int) -> str:
    """Return what comes before the average of one arm or several: "its groups average"."""
    if k == 1:
        return "its average is" if arms == 1 else "their averages are"
    return f"{'its' if arms == 1 else 'their'} groups average"


def settled(name: str, final: Sequence[int], left: int = 0) -> str:
    """Return how a run ends that knows its set; `left` arms fill the last places by themselves."""
    place = "place" if left == 1 else f"{_WORDS[left] if left < len(_WORDS) else left} places"
    verb = "is" if left == 1 else "are"
    why = (
        f"{capital(arm_count(left))} {verb} left for the last {place}, so every"
        if left
        else "Every"
    )
    return f"{why} place is settled. From now on {name} plays {arm_list(final)}."
