"""The format that Python documents is the one that the player's types have."""

from __future__ import annotations

import re
from typing import NotRequired, get_origin, get_type_hints

import pytest

from dart_player import format as documented
from tests.project.files import ROOT

WIRE = (ROOT / "dart_player/js/wire.d.ts").read_text(encoding="utf-8")
DECODER = (ROOT / "dart_player/js/decode.js").read_text(encoding="utf-8")
NAMES = [
    "Truth",
    "Frames",
    "StoryEntry",
    "HalfLambda",
    "Asked",
    "Epoch",
    "Step",
    "Part",
    "Curve",
    "Code",
    "Shared",
    "Outcome",
    "RunData",
    "Rival",
    "Member",
    "Knob",
    "Payload",
]


def in_python(name: str) -> dict[str, bool]:
    """Return the fields of a part of the format, and whether each is always there."""
    hints = get_type_hints(getattr(documented, name), include_extras=True)
    return {field: get_origin(hint) is not NotRequired for field, hint in hints.items()}


def in_javascript(name: str) -> dict[str, bool]:
    pattern = rf"export interface {name}(?: extends (\w+))? {{\n(.*?)\n}}"
    found = re.search(pattern, WIRE, re.DOTALL)
    assert found, name
    above, body = found.groups()
    own = re.findall(r"^  (\w+)(\??):", body, re.MULTILINE)
    return (in_javascript(above) if above else {}) | {field: not lacks for field, lacks in own}


@pytest.mark.parametrize("name", NAMES)
def test_fields_are_the_same(name: str) -> None:
    assert in_python(name) == in_javascript(name)


def test_no_part_is_left_out() -> None:
    assert set(re.findall(r"^class (\w+)\(\w+\):", _source(), re.MULTILINE)) == set(NAMES)


def test_versions_agree() -> None:
    assert f"export const FORMAT = {documented.FORMAT};" in DECODER
    assert f"This is format {documented.FORMAT}." in _source()
    assert f"format {documented.FORMAT}:" in WIRE


def _source() -> str:
    return (ROOT / "dart_player/format.py").read_text(encoding="utf-8")
