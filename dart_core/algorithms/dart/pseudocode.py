"""The pseudo-code, our own rendering; see `dart_core.algorithms.listing`."""

from __future__ import annotations

from dart_core.algorithms.listing import Line, Listing, symbol
from dart_core.algorithms.record import Constants

_COUNTS = {"t": "t", "epoch": "epoch", "delta": "delta", "due": "due"}
_SETS = {"A": "accepted", "R": "rejected", "C": "active", "r": "reward"}
_WHERE = _COUNTS | {"lambda": "lam", "open": "open"} | _SETS
_SYMBOLS = tuple(symbol(name, where) for name, where in _WHERE.items())
_PRINTED: tuple[Line, ...] = (
    (0, "start", "*A* = *R* = ∅, *C* = {1, …, *N*}, *Δ* = Δ_0, *n* = *c* log(*NT*)/*Δ*^2"),
    (0, "next", "while *t* < *T*:"),
    (1, "play permute next", "*e* += 1; *K*_e = *K* − |*A*|; permute *C* at random"),
    (
        1,
        "play cut",
        "cut *C* into ⌈|*C*|/*K*_e⌉ groups of *K*_e (the last wraps to the first arms)",
    ),
    (1, "play group", "for each group *G*: play *A* ∪ *G*"),
    (2, "play see", "see one number: the joint reward *r*"),
    (2, "play update", "for *i* in *G*: *n*_i += 1; *μ̂*_i += (*r* − *μ̂*_i)/*n*_i"),
    (1, "test", "if *e* ≥ *n*: rank *C* by *μ̂*"),
    (2, "accept", "accept *i* with *μ̂*_i ≥ *μ̂*_{(Ke+1)} + *Δ*"),
    (2, "reject", "reject *i* with *μ̂*_i ≤ *μ̂*_{(Ke)} − *Δ*"),
    (2, "halve", "*Δ* = *Δ*/2; *n* = *c* log(*NT*)/*Δ*^2"),
    (1, "stop", "if *Δ* < *λ* or |*A* ∪ *C*| = *K*: stop exploring"),
    (0, "commit", "play *A* and the best *K* − |*A*| of *C* until *T*"),
)
_AUTHORS: tuple[Line, ...] = (
    (0, "start", "*A* = *R* = ∅, *C* = {1, …, *N*}, *q* = 1, *Δ* = Δ_0"),
    (0, "next", "while *t* < *T* and |*A* ∪ *C*| > *K*:"),
    (1, "play permute next", "*e* += 1; *K*_e = *K* − |*A*|; permute *C* at random"),
    (1, "play cut", "cut *C* into groups of *K*_e (the last one: the last *K*_e arms)"),
    (1, "play group", "for each group *G*: play *A* ∪ *G*"),
    (2, "play see", "see one number, and set *r* = reward · (|*C*| − 1)/(|*C*| − *K*_e)"),
    (2, "play update", "for *i* in *A* ∪ *G*: *n*_i += 1; *μ̂*_i += (*r* − *μ̂*_i)/*n*_i"),
    (1, "play test", "rank all arms by *μ̂*"),
    (2, "accept", "accept *i* in *C* with *μ̂*_i > *μ̂*_{(K+1)} + *Δ*"),
    (2, "reject", "reject *i* in *C* with *μ̂*_i < *μ̂*_{(K)} − *Δ*"),
    (1, "halve", "if *t* > *c* 4^q log(*NT*) · ⌈|*C*|/*K*_e⌉: *q* += 1; *Δ* = *Δ*/2"),
    (1, "stop", "if *Δ*/2 < *λ*: stop exploring"),
    (0, "commit", "play *A* and the best *K* − |*A*| of *C* until *T*"),
)


def listing(constants: Constants) -> Listing:
    """Return the lines of the variant that the constants name."""
    if constants["variant"] == "authors":
        return Listing(_AUTHORS, "DART as its authors ran it", _SYMBOLS)
    return Listing(_PRINTED, "DART, Algorithm 1", _SYMBOLS)
