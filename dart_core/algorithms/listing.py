"""An algorithm in pseudo-code, our own rendering, as lines that the player lights up.

A line is ``(depth, stages, text)``. In a text ``*x*`` is a variable, ``_x`` or ``_{xy}`` stands
below and ``^x`` or ``^{xy}`` above. The stages say when a line is lit: ``start``, ``play`` (between
tests), ``test``, ``accept``, ``reject``, ``halve``, ``stop`` and ``commit`` as the frames tell;
``sort`` and ``merge`` by CMAB-SM's stages; and ``permute``, ``cut``, ``group``, ``see``, ``update``
and ``next`` in slow motion.
"""

from __future__ import annotations

from dataclasses import dataclass

from dart_core.terms import TERMS

Line = tuple[int, str, str]
Symbol = tuple[str, str, str, list[str]]
"""As in a text, what it means, where the player finds its value, its place in the paper."""


def symbol(name: str, where: str) -> Symbol:
    """Return a term of the paper as a symbol whose value stands at `where`."""
    term = TERMS[name]
    return term.text, term.meaning, where, term.place.pair


@dataclass(frozen=True)
class Listing:
    """Pseudo-code: lines, its title if not the label, own symbols if not those of all frames."""

    lines: tuple[Line, ...]
    title: str = ""
    symbols: tuple[Symbol, ...] | None = None
