"""DART-EB in the registry: its presets, and what its constants come to for a problem."""

from __future__ import annotations

from dataclasses import replace
from math import ceil, log, log2
from typing import TYPE_CHECKING

import numpy as np

from dart_core.algorithms.dart_eb.story import narrate
from dart_core.algorithms.listing import Listing
from dart_core.algorithms.record import (
    SET_WORDS,
    AlgorithmSpec,
    Constants,
    Numbers,
    Preset,
    Said,
    evaluated,
)
from dart_core.algorithms.shared import tunables
from dart_core.algorithms.shared.sentences import about_round, only_one_set
from dart_core.terms import BIBTEX

if TYPE_CHECKING:
    from dart_core.problem import Problem
    from dart_core.world import Log, World

_BERNSTEIN = r"""@article{bernstein,
  author = {Audibert, Jean-Yves and Munos, R{\'e}mi and Szepesv{\'a}ri, Csaba},
  title = {Exploration--exploitation tradeoff using variance estimates in multi-armed bandits},
  journal = {Theoretical Computer Science},
  volume = {410},
  number = {19},
  pages = {1876--1902},
  year = {2009},
}"""
DELTA = replace(tunables.DELTA, takes=(1e-200, 1.0), formulas={"1/T": lambda _n, _k, T: 1.0 / T})


def resolve(problem: Problem, constants: Constants) -> dict[str, float | str]:
    """Add L = 9/8·log(2NG/δ), G = max(1, ⌈½·log₂ T⌉), where δ is given."""
    numbers = evaluated({"delta": DELTA}, problem, constants)
    if "delta" in numbers:
        slopes = max(1, ceil(log2(problem.horizon) / 2))
        numbers["L"] = 9 / 8 * log(2 * problem.n_arms * slopes / float(numbers["delta"]))
    return numbers


def run(problem: Problem, world: World, log_: Log, key: np.uint64, numbers: Numbers) -> None:
    """Run DART-EB."""
    from dart_core.algorithms.dart_eb.kernel import run_dart_eb
    from dart_core.algorithms.shared.accept_reject import all_active

    n, k, T = problem.n_arms, problem.k, problem.horizon
    arms, L = all_active(n, k), float(numbers["L"])
    run_dart_eb(world, log_, arms, np.zeros(n), np.zeros(n), np.zeros(n), key, k, T, L)


def outlook(problem: Problem, numbers: Numbers) -> tuple[Said, str, Said]:
    """Return a forecast, a warning ("" if there is none) and a caveat, in sentences."""
    from dart_core.guarantee import UNPROVED, never_wrong

    n, k, T = problem.n_arms, problem.k, problem.horizon
    L = float(numbers["L"])
    caveat = (
        never_wrong(problem, float(numbers["delta"]))
        if "delta" in numbers
        else Said(UNPROVED, f"L = {L:g} is not covered by any proof: wrong arms may be accepted.")
    )
    if n == k:
        return Said(only_one_set(n)), "", caveat
    groups = -(-n // k)
    first, most = ceil(6 * L), T // groups  # intervals of one width 3L/n are disjoint at 6L/n < 1
    text = Said(
        f"DART-EB can settle the first arm around {about_round(first * groups)}: those "
        "that are far ahead or behind go first.",
        f"L = {L:.3g}: no arm can move before epoch {first:,}, t ≈ {first * groups:,}; then the "
        "arms with the widest gaps go first.",
    )
    warning = ""
    if first > most:
        warning = (
            f"No arm will ever be settled: that takes at least {first * groups:,} rounds, and "
            f"there are only {T:,}."
        )
    return text, warning, caveat


READING = r"""
**The rows** are DART's, but each arm has an interval of its own, $\hat\mu_i \pm w_i$ with
$w_i = \sqrt{2 V_i L / n_i} + 3L/n_i$: $V_i$ is how much its joint rewards scattered so far. An arm
is *accepted* when its lower end beats the $(K_e+1)$-th largest upper end among the active arms, and
*rejected* when its upper end is below the $K_e$-th largest lower end. No $\lambda$ is needed.

**The marks.** Whisker: the interval itself.
"""
LISTING = Listing(
    (
        (0, "start", "*A* = *R* = ∅, *C* = {1, …, *N*}"),
        (0, "", "while |*A* ∪ *C*| > *K*:"),
        (1, "play", "*e* += 1; *K*_e = *K* − |*A*|; permute *C*, cut it into groups of *K*_e"),
        (1, "play", "for each group *G*: play *A* ∪ *G*, see *r*"),
        (2, "play", "for *i* in *G*: average *r* into *μ̂*_i and its variance *V*_i"),
        (1, "test", "if *e* is in 1, 2, …, ⌈1.1 *e*⌉, …: *w*_i = √(2*V*_i*L*/*n*_i) + 3*L*/*n*_i"),
        (2, "accept", "accept *i* if *μ̂*_i − *w*_i ≥ the (*K*_e+1)-th largest *μ̂*_j + *w*_j"),
        (2, "reject", "reject *i* if *μ̂*_i + *w*_i ≤ the *K*_e-th largest *μ̂*_j − *w*_j"),
        (0, "commit", "play *A* and the best *K* − |*A*| of *C* until *T*"),
    ),
)
DART_EB = AlgorithmSpec(
    name="dart-eb",
    label="DART-EB",
    line="DART with a range for each arm, which narrows sooner where pay-offs are steady.",
    presets={
        # L follows from δ as the proof in the package dart_eb needs it.
        "guaranteed": Preset(
            "wrong with chance δ at most, if good arms make good sets", {"delta": 0.01}
        ),
        # A width that no proof covers, and a sixth of the regret.
        "bold": Preset("quicker, no guarantee", {"L": 3.0}),
    },
    tunables={"delta": DELTA, "L": tunables.L},
    main=("delta", "L"),
    colour=("#b3124e", "#ff8fa8"),
    marker="square-open",
    reading=READING,
    listing=LISTING,
    place="future",
    run=run,
    resolve=resolve,
    cites=(BIBTEX, _BERNSTEIN),
    source="this project: DART with the empirical Bernstein intervals of Audibert, Munos, "
    "Szepesvári (2009); proof in the package dart_eb",
    regret_bound="none proved; preset guaranteed, under Assumptions 1 and 2: an arm is ever "
    "wrongly accepted or rejected with probability δ at most",
    cost_per_step="O(K), plus O(N²) a test",
    limits="any 1 ≤ K ≤ N",
    words={**SET_WORDS, "gate": "range"},
    narrate=narrate,
    outlook=outlook,
    memory=lambda problem, _numbers: 120 * problem.n_arms,
)
