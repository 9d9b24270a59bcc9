"""What the player explains an algorithm with: its pseudo-code, and its places in the paper."""

from __future__ import annotations

from typing import Any

from dart_core.algorithms.listing import Listing, Symbol, symbol
from dart_core.algorithms.record import AlgorithmSpec
from dart_core.algorithms.registry import Algorithm
from dart_core.terms import PLACES, STAGES, TERMS, Place, line

_SETS = (symbol("A", "accepted"), symbol("R", "rejected"), symbol("C", "active"))


def pseudocode(chosen: Algorithm) -> dict[str, Any] | None:
    """Return an algorithm's pseudo-code for the player.

    Parameters
    ----------
    chosen : Algorithm

    Returns
    -------
    dict or None
        ``title``; ``lines`` of [depth, stages, text]; ``symbols`` of [symbol, meaning, where the
        player finds its value, its place in the paper or none]. None for an algorithm of one's own.
    """
    listing = chosen.spec.listing
    if callable(listing):
        listing = listing(chosen.constants)
    if listing is None:
        return None
    symbols = _symbols(chosen.spec, listing) if listing.symbols is None else listing.symbols
    return {
        "title": listing.title or chosen.spec.label,
        "lines": [list(each) for each in listing.lines],
        "symbols": [list(each) for each in symbols],
    }


def _symbols(spec: AlgorithmSpec, listing: Listing) -> tuple[Symbol, ...]:
    """Return the variables that an algorithm's frames have values of."""
    words = spec.words
    symbols = [symbol("t", "t"), symbol("N", "arms"), symbol("K", "k")]
    if words["epoch"]:
        symbols.append((words["epoch"], f"the present {words['epoch']}", "epoch", []))
    if words["delta"]:
        symbols.append((words["symbol"] or words["delta"], words["delta"], "delta", []))
    if spec.extras:  # A is its incumbent set, so its counts go by words
        counts = {"accepted": "accept", "rejected": "reject", "active": "active"}
        symbols += [(f"{words[n]}", f"{words[n]} arms", where, []) for where, n in counts.items()]
    elif any("*R*" in text for _, _, text in listing.lines):
        symbols += _SETS
    return tuple(symbols)


_ASKED = {
    "truly pays": PLACES["formulation"],
    "estimate": TERMS["estimate"].place,
    "range": Place("section 6.1", "S6.SS1"),
    "groups so far": TERMS["plays"].place,
    "next test": line("14–15"),
    "if nothing changes": line("13–18"),
    "why": line("15–17"),
    "with half the λ": TERMS["lambda"].place,
}


def places_of(chosen: Algorithm) -> dict[str, Any]:
    """Return where the paper has what the player shows of an algorithm.

    Returns
    -------
    dict
        ``about``, the place of the algorithm itself, or None; ``stages`` and ``asked``, places by
        stage and by what an arm is asked. A place is words and address; a stage's has the numbers
        of the lines as well.
    """
    printed = chosen.name == "dart" and chosen.constants.get("variant") != "authors"
    asked = _ASKED if chosen.name == "dart" else {"truly pays": _ASKED["truly pays"]}
    about = PLACES[chosen.spec.place] if chosen.spec.place else None
    return {
        "about": about and about.pair,
        "stages": {name: [*place.pair, place.short] for name, place in STAGES.items()}
        if printed
        else {},
        "asked": {name: place.pair for name, place in asked.items()},
    }
