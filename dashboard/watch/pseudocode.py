"""The algorithms in pseudo-code, our own rendering, as lines that the player lights up.

A line is ``(depth, stages, text)``. In a text ``*x*`` is a variable, ``_x`` or ``_{xy}`` stands
below and ``^x`` or ``^{xy}`` above. The stages say when a line is lit: ``start``, ``play`` (between
tests), ``test``, ``accept``, ``reject``, ``halve``, ``stop`` and ``commit`` as the frames tell;
``sort`` and ``merge`` by CMAB-SM's stages; and ``permute``, ``cut``, ``group``, ``see``, ``update``
and ``next`` in slow motion.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import dart_core as dc
from dashboard.terms import TERMS

Line = tuple[int, str, str]
Symbol = tuple[str, str, str, list[str]]
"""As in a text, what it means, where the player finds its value, its place in the paper."""


def _symbol(name: str, where: str) -> Symbol:
    term = TERMS[name]
    return term.text, term.meaning, where, term.place.pair


_SETS: tuple[Symbol, ...] = (
    _symbol("A", "accepted"),
    _symbol("R", "rejected"),
    _symbol("C", "active"),
)
_DART_SYMBOLS: tuple[Symbol, ...] = (
    _symbol("t", "t"),
    _symbol("epoch", "epoch"),
    _symbol("delta", "delta"),
    _symbol("due", "due"),
    _symbol("lambda", "lam"),
    _symbol("open", "open"),
    *_SETS,
    _symbol("r", "reward"),
)
_ESTIMATE_SYMBOLS: tuple[Symbol, ...] = (
    _symbol("t", "t"),
    _symbol("N", "arms"),
    _symbol("K", "k"),
)
_DART: tuple[Line, ...] = (
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
_EB: tuple[Line, ...] = (
    (0, "start", "*A* = *R* = ∅, *C* = {1, …, *N*}"),
    (0, "", "while |*A* ∪ *C*| > *K*:"),
    (1, "play", "*e* += 1; *K*_e = *K* − |*A*|; permute *C*, cut it into groups of *K*_e"),
    (1, "play", "for each group *G*: play *A* ∪ *G*, see *r*"),
    (2, "play", "for *i* in *G*: average *r* into *μ̂*_i and its variance *V*_i"),
    (1, "test", "if *e* is in 1, 2, …, ⌈1.1 *e*⌉, …: *w*_i = √(2*V*_i*L*/*n*_i) + 3*L*/*n*_i"),
    (2, "accept", "accept *i* if *μ̂*_i − *w*_i ≥ the (*K*_e+1)-th largest *μ̂*_j + *w*_j"),
    (2, "reject", "reject *i* if *μ̂*_i + *w*_i ≤ the *K*_e-th largest *μ̂*_j − *w*_j"),
    (0, "commit", "play *A* and the best *K* − |*A*| of *C* until *T*"),
)
_CSAR: tuple[Line, ...] = (
    (0, "start", "*A* = *R* = ∅, *C* = {1, …, *N*}, *ε* = ε_0"),
    (0, "", "while |*A* ∪ *C*| > *K*:"),
    (1, "play permute", "cut *C* at random into sets; *H* is a Hadamard matrix, one column an arm"),
    (1, "play group", "row 1: play both halves of the set, *m* times each; *Z*_1 = sum of means"),
    (1, "play see", "row *i*: play its +1 and its −1 columns; *Z*_i = difference of means"),
    (1, "play update", "*θ̂* = *H*^⊤*Z* / order"),
    (1, "test", "rank *C* by *θ̂*; *k*′ = *K* − |*A*|"),
    (2, "accept", "accept *i* with *θ̂*_i − *θ̂*_{(k′+1)} > 2*ε*"),
    (2, "reject", "reject *i* with *θ̂*_{(k′)} − *θ̂*_i > 2*ε*"),
    (1, "halve", "*ε* = *ε*/2"),
    (0, "commit", "play *A* and the best *K* − |*A*| of *C* until *T*"),
)
_CMAB_SM: tuple[Line, ...] = (
    (0, "start", "cut the arms at random into groups of *K* + 1"),
    (0, "sort", "SORT a group: *a*_{−i} is the group without arm *i*; *Δ* = 1/2"),
    (1, "sort", "while *Δ* > *λ* and some |*μ̂*_i − *μ̂*_j| ≤ 2*Δ*:"),
    (2, "sort", "play those *a*_{−i} until each has *L*/*Δ*^2 samples; *Δ* = *Δ*/2"),
    (1, "sort", "order by increasing mean of *a*_{−i}; keep the first *K*"),
    (0, "merge", "MERGE it with *G*^⋆: the first of both lists, *G*^⋆(*i*) and *G*(*j*)"),
    (1, "merge", "base: *G*^⋆; challenger: *G*^⋆ with *G*(*j*) in the place of *G*^⋆(*i*)"),
    (
        1,
        "merge",
        "play both until |difference of means| > *Δ*_1 + *Δ*_2, halving *Δ*_2 while > *λ*",
    ),
    (1, "merge", "the arm of the higher mean is next in the new *G*^⋆; repeat *K* times"),
    (0, "commit", "play *G*^⋆ until *T*"),
)
_FRONTIER: tuple[Line, ...] = (
    (0, "start", "play random partitions once: first scores; *A* = the incumbent set"),
    (0, "", "while some place of *A* is not certified:"),
    (1, "play", "choose the weakest *w* in *A* and the challenger *x* outside"),
    (
        1,
        "play",
        "play *A* as a reference, and *A* − *i* + *j* for the pairs (*i*, *j*) that matter",
    ),
    (1, "play", "bet on the order of each pair: the wealth of a bet grows with what is seen"),
    (
        1,
        "accept reject",
        "a bet with wealth ≥ e^L certifies its order; certain arms leave the game",
    ),
    (1, "play", "if *x* leads *w* clearly: exchange them in *A*"),
    (0, "commit", "play *A* until *T*"),
)
_LINTS: tuple[Line, ...] = (
    (0, "start", "*B* = identity, *f* = 0"),
    (0, "play", "in every round: *θ̂* = *B*^{−1}*f*"),
    (1, "play", "draw *θ̃* from the normal distribution with mean *θ̂* and covariance *v*^2*B*^{−1}"),
    (1, "play", "play the *K* arms with the largest *θ̃*_i, see *r*"),
    (1, "play", "*b* = 1/*K* at the arms played; *B* += *bb*^⊤; *f* += *r* *b*"),
)
_LINUCB: tuple[Line, ...] = (
    (0, "start", "*V* = *λ* · identity, *f* = 0"),
    (0, "play", "in every round: *θ̂* = *V*^{−1}*f*; *β* from log det *V*"),
    (1, "play", "play the set with the highest index: *θ̂* of its arms plus √*β* · its uncertainty"),
    (1, "play", "see *r*; *b* = 1/*K* at the arms played"),
    (1, "play", "*V* += *bb*^⊤; *f* += *r* *b*"),
)
_UCB1: tuple[Line, ...] = (
    (0, "start", "an action is one of the *C*(*N*, *K*) sets"),
    (0, "play", "play every action once"),
    (0, "play", "then, in every round, the action *a* with the highest"),
    (1, "play", "mean_a + √(*c* log *t* / *n*_a)"),
    (1, "play", "see *r*; average it into mean_a"),
)
_IMPROVED: tuple[Line, ...] = (
    (0, "start", "an action is one of the *C*(*N*, *K*) sets; all are live; *Δ* = Δ_0"),
    (0, "", "while *Δ* is large enough and more than one action is live:"),
    (1, "play", "play every live action until each has *n* = ⌈*c* log(*TΔ*^2)/*Δ*^2⌉ samples"),
    (1, "test reject", "drop *a* if mean_a + rad < max_b(mean_b − rad), rad = √(log(*TΔ*^2)/2*n*)"),
    (1, "halve", "*Δ* = *Δ*/2"),
    (0, "commit", "play the best live action until *T*"),
)
_ETCG: tuple[Line, ...] = (
    (0, "start", "*S* = ∅; *m* plays for each candidate"),
    (0, "", "repeat *K* times:"),
    (1, "play", "for every arm *a* outside *S*: play *S* ∪ {*a*} *m* times, average"),
    (1, "accept test", "add the arm with the highest mean to *S*"),
    (0, "commit", "play *S* until *T*"),
)
_CUCB: tuple[Line, ...] = (
    (0, "start", "*n*_i = 0 for every arm"),
    (0, "play", "in every round: index_i = *μ̂*_i + √(*c* log *t* / *n*_i), ∞ if *n*_i = 0"),
    (1, "play", "play the *K* arms with the highest index"),
    (1, "play", "see the reward of every arm played; average each into its *μ̂*_i"),
)
_CTS: tuple[Line, ...] = (
    (0, "start", "every arm: paid_i = unpaid_i = 0"),
    (0, "play", "in every round: draw *θ*_i from Beta(1 + paid_i, 1 + unpaid_i)"),
    (1, "play", "play the *K* arms with the highest *θ*_i"),
    (1, "play", "see the reward of every arm played; count it as paid or unpaid"),
)
_ANYTIME: tuple[Line, ...] = (
    (0, "start", "for *l* = 1, 2, …: forget everything; *T*_l = 2^l"),
    (
        1,
        "play test accept reject halve",
        "run DART with horizon *T*_l − *T*_{l−1} and its own *λ*_l",
    ),
    (1, "commit", "(a run that stops exploring plays its set until *T*_l)"),
)
_RANDOM: tuple[Line, ...] = ((0, "start play", "in every round: play *K* arms drawn at random"),)
_ORACLE: tuple[Line, ...] = ((0, "start commit", "in every round: play the best set"),)

LINES: Mapping[str, tuple[Line, ...]] = MappingProxyType(
    {
        "dart": _DART,
        "dart-anytime": _ANYTIME,
        "dart-eb": _EB,
        "frontier": _FRONTIER,
        "csar": _CSAR,
        "cmab-sm": _CMAB_SM,
        "lints": _LINTS,
        "linucb": _LINUCB,
        "ucb": _UCB1,
        "etcg": _ETCG,
        "cucb": _CUCB,
        "cts": _CTS,
        "random": _RANDOM,
        "oracle": _ORACLE,
    }
)


def pseudocode(chosen: dc.Algorithm) -> dict[str, Any] | None:
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
    lines = LINES.get(chosen.name)
    if lines is None:
        return None
    title, variant = chosen.spec.label, chosen.constants.get("variant")
    if chosen.name == "dart":
        title = "DART as its authors ran it" if variant == "authors" else "DART, Algorithm 1"
        lines = _AUTHORS if variant == "authors" else lines
    if chosen.name == "ucb" and variant != "ucb1":
        lines = _IMPROVED
    return {
        "title": title,
        "lines": [list(line) for line in lines],
        "symbols": [list(symbol) for symbol in _symbols(chosen)],
    }


def _symbols(chosen: dc.Algorithm) -> tuple[Symbol, ...]:
    """Return the variables that an algorithm's frames have values of."""
    words = chosen.spec.words
    if chosen.name == "dart":
        return _DART_SYMBOLS
    symbols = [*_ESTIMATE_SYMBOLS]
    if words["epoch"]:
        symbols.append((words["epoch"], f"the present {words['epoch']}", "epoch", []))
    if words["delta"]:
        symbols.append((words["delta"], "its value now", "delta", []))
    if chosen.name == "frontier":  # its A is another set: its counts go by words
        counts = {"accepted": "accept", "rejected": "reject", "active": "active"}
        symbols += [(f"{words[n]}", f"{words[n]} arms", where, []) for where, n in counts.items()]
    elif words["reject"] == "rejected":
        symbols += _SETS
    return tuple(symbols)
