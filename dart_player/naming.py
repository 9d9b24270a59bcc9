"""What arms are called, in sentences that count arms from 1."""

from __future__ import annotations

import re
from collections.abc import Sequence

Thing = tuple[str, str]
"""What the arms of a problem are, one and several: ("server", "servers")."""
ARM: Thing = ("arm", "arms")

# "arm 7", "arms 3, 7 and 9", "arms 3, 7 and 12 more": of the last, 12 is a count.
_ARMS = re.compile(
    r"\b(?:(?P<article>[Aa])n )?(?P<arm>[Aa]rms?)\b(?P<list> \d+(?:(?:, | and )\d+(?!\d| more))*)?"
)


def named(text: str, names: Sequence[str] | None, thing: Thing = ARM) -> str:
    """Return a sentence about arms as one about things, with their names in place of numbers.

    Parameters
    ----------
    text : str
        Made by this project: arms are written "arm 7" or "arms 3, 7 and 9".
    names : sequence of str or None
        N names; None leaves the numbers.
    thing : pair of str, default ARM
        What an arm, and several of them, are called.
    """
    if names is None and thing == ARM:
        return text

    def name(number: re.Match[str]) -> str:
        place = int(number[0]) - 1
        return names[place] if names is not None and place < len(names) else number[0]

    def say(arms: re.Match[str]) -> str:
        word = thing[arms["arm"].endswith("s")]
        if arms["article"]:
            word = f"{arms['article']}{'n' * (word[0] in 'aeiou')} {word}"
        elif arms["arm"][0] == "A":
            word = word[0].upper() + word[1:]
        return word + re.sub(r"[0-9]+", name, arms["list"] or "")

    return _ARMS.sub(say, text)
