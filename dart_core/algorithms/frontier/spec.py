"""Frontier in the registry: its presets, and what its constants come to for a problem."""

from __future__ import annotations

from collections.abc import Mapping
from math import exp, log
from types import MappingProxyType
from typing import TYPE_CHECKING

import numpy as np

from dart_core.algorithms.dart_eb.spec import check_delta, resolve_delta
from dart_core.algorithms.frontier.pseudocode import listing
from dart_core.algorithms.frontier.story import narrate
from dart_core.algorithms.record import AlgorithmSpec, Constants, Numbers, Tunable
from dart_core.algorithms.shared import tunables
from dart_core.errors import real_number

if TYPE_CHECKING:
    from dart_core.problem import Problem
    from dart_core.world import Log, World

MOST_ARMS = 2_000
PRESETS: Mapping[str, Constants] = MappingProxyType(
    {
        # P(an arm is ever wrongly accepted or rejected) ≤ δ, at every horizon: kernel.py.
        "guaranteed": {"delta": 0.01},
        # δ = K(N−K)·e^−5, above 1 from 149 pairs on; two thirds of the regret.
        "bold": {"L": 5.0},
    }
)
WORDS: Mapping[str, str | None] = MappingProxyType(
    {
        "accept": "accepted",
        "active": "undecided",
        "reject": "rejected",
        "axis": "score s: a running guess from swaps; it says whom to compare, decides nothing",
        "epoch": "round",
        "delta": None,
    }
)


def check(constants: Constants) -> None:
    """Refuse constants that Frontier cannot run with."""
    if "delta" in constants:
        check_delta(constants)
    else:
        real_number("L", constants["L"], 1e-9, 600.0)


def resolve(problem: Problem, constants: Constants) -> dict[str, float | str]:
    """Add L = log(K(N−K)/δ) where δ is given."""
    if "delta" not in constants:
        return dict(constants)
    delta, pairs = resolve_delta(problem, constants), problem.k * (problem.n_arms - problem.k)
    return {"delta": delta, "L": max(1e-9, log(max(1, pairs) / delta))}


def run(problem: Problem, world: World, log_: Log, key: np.uint64, numbers: Numbers) -> None:
    """Run Frontier."""
    from dart_core.algorithms.frontier.kernel import run_frontier
    from dart_core.algorithms.frontier.state import nothing_known

    state = nothing_known(problem.n_arms, problem.k)
    run_frontier(world, log_, state, key, problem.horizon, float(numbers["L"]))


def memory(problem: Problem, _numbers: Numbers) -> int:
    """Return the bytes of the state: the bets of all pairs, their order, a round's swaps."""
    from dart_core.algorithms.frontier.bets import N_BETS

    n, k = problem.n_arms, problem.k
    return (8 * N_BETS + 1) * n * n + 24 * max(n, k * (n - k)) + 100 * n


def refuse(problem: Problem, _numbers: Numbers) -> str:
    """Return why Frontier cannot run on this problem, "" if it can."""
    from dart_core.algorithms.frontier.bets import N_BETS

    n = problem.n_arms
    if n <= MOST_ARMS:
        return ""
    return (
        f"Frontier keeps {N_BETS} bets for each of the N² = {n * n:,} ordered pairs of arms; "
        f"N = {n:,} is more than {MOST_ARMS:,}. Take fewer arms, or DART."
    )


def outlook(problem: Problem, numbers: Numbers) -> tuple[str, str, str]:
    """Return a forecast, a warning ("" if there is none) and a caveat, in sentences."""
    from dart_core.algorithms.frontier.kernel import BOOT

    n, k, T = problem.n_arms, problem.k, problem.horizon
    L = float(numbers["L"])
    caveat = _caveat(problem, numbers)
    if n == k:
        return "K = N: there is only one set, so there is nothing to decide.", "", caveat
    first = BOOT * -(-n // k)
    text = (
        f"{first:,} plays of random sets choose a first incumbent; then it plays the best set "
        f"known beside swaps of one arm. A bet needs a wealth of e^{L:.3g} for a certificate; "
        f"accepting an arm takes {n - k:,} arms certified below it."
    )
    warning = ""
    if first >= T:
        warning = f"T = {T:,} comes within the first {first:,} plays: nothing will be certified."
    return text, warning, caveat


def _caveat(problem: Problem, numbers: Numbers) -> str:
    L, pairs = float(numbers["L"]), problem.k * (problem.n_arms - problem.k)
    from dart_core.guarantee import never_wrong

    risk = float(numbers["delta"]) if "delta" in numbers else pairs * exp(-L)
    if risk >= 1:
        return f"L = {L:g} guarantees nothing here: {pairs:,} pairs could go wrong, e^−L each."
    return f"{never_wrong(problem, risk)} No bound on its regret is proved."


READING = r"""
**The idea.** DART compares arms inside *random* sets, which are bad sets. Frontier compares them
inside the *best set known*, the incumbent $A$: it plays $A$ beside sets in which one arm is swapped
for another. For fixed partners a swap shows the order of two arms (Assumption 2), and a comparison
costs only the gap of one arm.

**The bets.** For "arm $i$ is better than arm $j$" a bettor stakes money on every such comparison.
If it is not true, the wealth cannot be expected to grow; once it has grown to $e^L$ the order is
*certified*. Where Assumptions 1 and 2 hold, $L = \log(K(N-K)/\delta)$ makes the chance of any wrong
acceptance or rejection, ever, at most $\delta$; the forecast says whether they hold here.

**The rows.** An arm is *accepted* when $N-K$ arms are certified below it, *rejected* when $K$ arms
are certified above it. Its place on the axis is a heuristic score: it says whom to compare next
and decides nothing.

**The marks.** Filled: in the incumbent set. Two words name the *weakest incumbent* and the
*challenger*, whose swap is tried now. An outline fills up with the certified share of what accepts
an incumbent (blue) or rejects another arm (grey). The bar on top is the bet in the lead: its
log-wealth on the way to $L$. The arrow points from the arm it takes for better to the worse one;
drawn through, the order is certified.
"""
TUNABLES: Mapping[str, Tunable] = MappingProxyType(
    {
        "delta": tunables.DELTA,
        "L": tunables.L,
    }
)
FRONTIER = AlgorithmSpec(
    name="frontier",
    label="Frontier",
    revision=2,
    line="Ours: swaps one arm of the best set known for another and bets on which is better; a bet "
    "that grows rich enough certifies the order.",
    preset_lines={
        "guaranteed": "wrong with chance δ at most, if good arms make good sets",
        "bold": "quicker, no guarantee",
    },
    colour=("#5b21b6", "#b79bff"),
    reading=READING,
    listing=listing,
    tunables=TUNABLES,
    main=("delta", "L"),
    presets=PRESETS,
    run=run,
    check=check,
    resolve=resolve,
    feedback="full-bandit",
    source="this project; betting after Waudby-Smith, Ramdas (2024), proof in the package frontier",
    regret_bound="none proved; under Assumptions 1 and 2 an arm is ever wrongly accepted or "
    "rejected with probability δ at most",
    cost_per_step="O(K), plus O(1) bets a play and O(N²) a certificate",
    limits=f"1 ≤ K ≤ N ≤ {MOST_ARMS:,}; 49 N² bytes",
    narrate=narrate,
    words=WORDS,
    refuse=refuse,
    outlook=outlook,
    memory=memory,
    extras=True,
)
