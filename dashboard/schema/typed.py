"""Numbers as people type them: with a decimal point or a decimal comma, and never guessed at.

A link has one grammar, see `dashboard.schema.fields`. A box on a page is filled by people all over
the world: ``0,5`` is a half to most of them, and must not become a 5. What can be meant in two ways
is asked about.
"""

from __future__ import annotations

import re

from dart_core.numeral import number

_SPACE = "[ \u00a0\u2009\u202f'\u2019_]"
_GROUPED = re.compile(r"[+-]?\d{1,3}([,.]\d{3})+")
_SPACES = re.compile(rf"(?<=\d){_SPACE}(?=\d{{3}}(\D|$))")
_BREAKS = re.compile(r"[;\s]+")
_COMMAS = re.compile(r"[,;\s]+")
_ONE_GROUP = re.compile(r"[+-]?[1-9]\d{0,2}[,.]\d{3}")
_ONE_COMMA = re.compile(r"[+-]?\d*,\d+([eE][+-]?\d+)?")
_UNICODE_MINUS = str.maketrans({"\u2212": "-", "\u2060": ""})


class NoNumber(ValueError):
    """What was typed is no number. The message does not repeat it: it may be anything."""

    def __init__(self) -> None:
        super().__init__("Expected a number, such as 0.5 or 20000.")


class Unclear(ValueError):
    """What was typed may be meant in two ways; the message asks which."""


def typed(text: str, *, whole: bool = False) -> float:
    """Return the number that somebody typed.

    Parameters
    ----------
    text : str
    whole : bool
        Whether it counts something: then a comma before three digits can only group them.

    Raises
    ------
    NoNumber, Unclear
        With a sentence for whoever typed it.
    """
    came = text.strip().translate(_UNICODE_MINUS)
    plain = _SPACES.sub("", came)
    points, commas = plain.count("."), plain.count(",")
    if commas and points:  # the last one is the decimal sign: 1,234.5 or 1.234,5
        decimal = max(plain.rfind("."), plain.rfind(","))
        before, sign = plain[:decimal], plain[decimal]
        other = "," if sign == "." else "."
        if plain.count(sign) > 1 or not _GROUPED.fullmatch(before) or sign in before:
            raise NoNumber
        plain = f"{before.replace(other, '')}.{plain[decimal + 1 :]}"
    elif commas > 1 or points > 1:
        if not _GROUPED.fullmatch(plain):
            raise NoNumber
        plain = plain.replace(",", "").replace(".", "")
    elif commas and whole and _ONE_GROUP.fullmatch(plain):
        plain = plain.replace(",", "")
    elif (commas or whole) and _ONE_GROUP.fullmatch(plain):
        thousands, rest = re.split("[,.]", plain)
        either = f"{thousands}{rest}, or {thousands}.{rest}"
        raise Unclear(f"Is {came} {either}? Write it without a comma.")
    elif commas:
        plain = plain.replace(",", ".")
    try:
        return number(plain)
    except ValueError:
        raise NoNumber from None


def typed_list(text: str) -> tuple[float, ...]:
    """Return the numbers that somebody typed or pasted into one box.

    Commas separate, unless blanks, lines or semicolons do and every number with a comma has one
    alone: then these are decimal commas (``0,5; 0,25``). ``0,5`` alone is asked about.

    Raises
    ------
    NoNumber, Unclear
        As `typed` does, of the first item that cannot be taken.
    """
    return tuple(typed(item) for item in items_of(text))


def items_of(text: str) -> list[str]:
    """Return the texts of the numbers in a list, commas that are decimal signs left in them.

    Raises
    ------
    Unclear
        If commas may be either.
    """
    parts = [part.rstrip(",") for part in _BREAKS.split(text) if part.strip(",")]
    inside = [part for part in parts if "," in part]
    if len(parts) == 1 and _ONE_COMMA.fullmatch(parts[0]):
        one, two = parts[0].replace(",", "."), parts[0].replace(",", "; ").strip("; ")
        raise Unclear(f"Is {parts[0]} one number or several? Write {one}, or {two}.")
    if len(parts) > 1 and inside and "." not in text:
        if re.search(r"\d,\s+\S|\d\s+,", text) or not all(map(_ONE_COMMA.fullmatch, inside)):
            raise Unclear(
                "Do these commas separate numbers, or are they decimal commas? Put semicolons "
                "between the numbers."
            )
        return parts
    return [item for item in _COMMAS.split(text) if item]
