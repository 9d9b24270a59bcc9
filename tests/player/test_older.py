"""A saved file opens in what is years old: Safari 14.1, Chrome 90, Firefox 90."""

from __future__ import annotations

import re

import pytest

from dart_player.assets import script, styles
from dart_player.standalone import _PAGE_STYLE

LATER = {
    "toReversed": "toReversed(", "toSorted": "toSorted(", "toSpliced": "toSpliced(",
    "findLast": ".findLast", "hasOwn": "Object.hasOwn(", "clone": "structuredClone(",
    "groupBy": "Object.groupBy", "static block": "static{",
}  # fmt: skip


@pytest.mark.parametrize("word", LATER.values(), ids=LATER)
def test_the_script_calls_nothing_later(word: str) -> None:
    assert word not in script()


def test_what_a_style_sheet_has_of_later_stands_where_it_is_asked_for_first() -> None:
    sheet = styles() + _PAGE_STYLE
    asked = re.sub(r"@supports[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}", "", sheet)
    assert asked != sheet
    for word in ("color-mix(", "light-dark(", " zoom:"):
        assert word not in asked
    for rule in re.findall(r"[^{}]*:has\([^{}]*\{", asked):
        # One selector that is not known drops all that stand beside it.
        flat = re.sub(r"\([^()]*(\([^()]*(\([^()]*\))?[^()]*\))*[^()]*\)", "", rule)
        assert "," not in re.sub(r"/\*.*?\*/", "", flat, flags=re.DOTALL), rule
