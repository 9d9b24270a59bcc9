"""Frontier in the registry: its presets, and what its constants come to for a problem."""

from __future__ import annotations

from dataclasses import replace
from math import ceil, exp, inf, log, sqrt
from typing import TYPE_CHECKING

import numpy as np

from dart_core.algorithms.dart_eb.spec import DELTA
from dart_core.algorithms.frontier.bounds import BOUNDS
from dart_core.algorithms.frontier.pseudocode import listing
from dart_core.algorithms.frontier.story import narrate
from dart_core.algorithms.record import (
    SET_WORDS,
    AlgorithmSpec,
    Constants,
    Numbers,
    Preset,
    Said,
    Tunable,
    evaluated,
)
from dart_core.algorithms.shared import tunables
from dart_core.algorithms.shared.sentences import only_one_set

if TYPE_CHECKING:
    from dart_core.problem import Problem
    from dart_core.world import Log, World

_BETTING = r"""@article{betting,
  author = {Waudby-Smith, Ian and Ramdas, Aaditya},
  title = {Estimating means of bounded random variables by betting},
  journal = {Journal of the Royal Statistical Society Series B},
  volume = {86},
  number = {1},
  pages = {1--27},
  year = {2024},
}"""
MOST_ARMS = 2_000  # with six bets an order; with more of them fewer arms, in the same memory
# Parts of δ that go to single pairs, to the accounts of rows and to those beside A − w + x.
PAIRS, ROWS, BESIDE = 0.35, 0.55, 0.10


def resolve(problem: Problem, constants: Constants) -> dict[str, float | str]:
    """Add L = log(K(N−K)/δ) where δ is given; for capital, three thresholds that share δ."""
    if "delta" not in constants:
        return dict(constants)
    numbers, k = evaluated({"delta": DELTA}, problem, constants), problem.k
    delta, pairs = float(numbers["delta"]), max(1, k * (problem.n_arms - k))
    if numbers.get("variant") != "capital":
        return {**numbers, "L": max(1e-9, log(pairs / delta))}
    return {
        **numbers,
        "L": log(pairs / (PAIRS * delta)),
        "L_rows": log(k / (ROWS * delta)),
        "L_beside": log(k / (BESIDE * delta)),
    }


def run(problem: Problem, world: World, log_: Log, key: np.uint64, numbers: Numbers) -> None:
    """Run the variant that the constants name."""
    from dart_core.algorithms.frontier.bets import the_bets
    from dart_core.algorithms.frontier.kernel import COIN, EVERY, NEVER, Rules, run_frontier
    from dart_core.algorithms.frontier.state import nothing_known

    n, k, T = problem.n_arms, problem.k, problem.horizon
    variant, L = numbers.get("variant"), float(numbers["L"])
    if variant == "capital":
        due = float(numbers["L_rows"]), float(numbers["L_beside"])
        state, rules = nothing_known(n, k, the_bets(), due=due), Rules(L, NEVER, inf)
    elif variant == "theorem":
        state, rules = nothing_known(n, k, the_bets(smaller_bets(T))), Rules(L, COIN, inf)
    elif variant == "pace":
        state = nothing_known(n, k, the_bets(), pace=True)
        rules = Rules(L, NEVER, float(numbers["sleep"]))
    else:
        state, rules = nothing_known(n, k, the_bets()), Rules(L, EVERY, inf)
    run_frontier(world, log_, state, key, T, rules)


def smaller_bets(horizon: int) -> int:
    """Return how many bets below 0.06 the theorem asks for: down to 24/T (docs/theorem.md)."""
    return max(0, ceil(log(horizon / 400, 3)))


def memory(problem: Problem, numbers: Numbers) -> int:
    """Return the bytes of the state: the bets of all pairs, their order, a round's swaps."""
    n, k = problem.n_arms, problem.k
    return (8 * _bets(problem, numbers) + 1) * n * n + 24 * max(n, k * (n - k)) + 100 * n


def _bets(problem: Problem, numbers: Numbers) -> int:
    """Return how many numbers are kept for each ordered pair of arms."""
    from dart_core.algorithms.frontier.bets import N_BETS

    variant = numbers.get("variant")
    if variant == "theorem":
        return N_BETS + smaller_bets(problem.horizon)
    return {"capital": 3 * N_BETS, "pace": N_BETS + 1}.get(str(variant), N_BETS)


def most_arms(problem: Problem, numbers: Numbers) -> int:
    """Return the largest N whose bets have room."""
    from dart_core.algorithms.frontier.bets import N_BETS

    return int(MOST_ARMS * sqrt(N_BETS / _bets(problem, numbers)))


def refuse(problem: Problem, numbers: Numbers) -> str:
    """Return why Frontier cannot run on this problem, "" if it can."""
    n, most = problem.n_arms, most_arms(problem, numbers)
    if n <= most:
        return ""
    other = "" if n > MOST_ARMS or "variant" not in numbers else " the preset guaranteed,"
    return (
        f"Frontier keeps {_bets(problem, numbers)} numbers for every ordered pair of arms, so "
        f"{most:,} arms are the most; there are {n:,}. Choose fewer arms,{other} or DART."
    )


def outlook(problem: Problem, numbers: Numbers) -> tuple[Said, str, Said]:
    """Return a forecast, a warning ("" if there is none) and a caveat, in sentences."""
    from dart_core.algorithms.frontier.kernel import BOOT

    n, k, T = problem.n_arms, problem.k, problem.horizon
    L = float(numbers["L"])
    caveat = _caveat(problem, numbers)
    if n == k:
        return Said(only_one_set(n)), "", caveat
    first = BOOT * -(-n // k)
    others = "the other arm is" if n - k == 1 else f"{n - k:,} others are"
    waits = ("", "")
    if "sleep" in numbers and float(numbers["sleep"]) < L:  # else certificates come before sleep
        waits = (
            " What is clear enough for now waits, so hardly any arm is settled by the end.",
            f" A pair sleeps while its wealth is e^{float(numbers['sleep']):.3g} or more: hardly "
            "anything is certified by T.",
        )
    certificate = f"A bet needs a wealth of e^{L:.3g} for a certificate"
    if "L_rows" in numbers:
        certificate += f", all bets against one arm together e^{float(numbers['L_rows']):.3g}"
    text = Said(
        f"Frontier looks for a set to start from for {first:,} rounds. Then it tries swaps: an arm "
        f"is in once {others} certified worse.{waits[0]}",
        f"{first:,} plays of random sets choose a first incumbent; then it plays the best set "
        f"known beside swaps of one arm. {certificate}; "
        f"accepting an arm takes {n - k:,} arms certified below it.{waits[1]}",
    )
    warning = ""
    if first >= T:
        warning = (
            f"Nothing will ever be certified: Frontier looks for a set to start from for {first:,} "
            f"rounds, and there are only {T:,}."
        )
    return text, warning, caveat


def _caveat(problem: Problem, numbers: Numbers) -> Said:
    from dart_core.guarantee import UNPROVED, logarithmic, never_wrong

    L, pairs = float(numbers["L"]), problem.k * (problem.n_arms - problem.k)
    risk = float(numbers["delta"]) if "delta" in numbers else pairs * exp(-L)
    if risk >= 1:
        exact = f"L = {L:g} guarantees nothing here: {pairs:,} pairs could go wrong, e^−L each."
        return Said(UNPROVED, exact)
    promise = never_wrong(problem, risk)
    if numbers.get("variant") == "theorem":
        return Said(promise.plain, f"{promise.exact} {logarithmic(problem, risk)}")
    return Said(promise.plain, f"{promise.exact} No bound on its regret is proved.")


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
READING_CAPITAL = r"""
**Capital.** Evidence against an arm counts together, whichever incumbent it was compared with: an
arm that lost to three weakest incumbents in turn need not lose to each of them from scratch. Rows
(the incumbent's swaps) certify at a capital of $K/(0.55\,\delta)$, the challenger's at
$K/(0.10\,\delta)$, single pairs at $K(N-K)/(0.35\,\delta)$; together the chance of any wrong
acceptance or rejection, ever, stays at most $\delta$. No choice is random.

The bar on top is cut into a piece for each arm that feeds it. What an arm lost to another counts
once that other one cannot be among the best either; until then only the weakest incumbent feeds it.
"""
READING_THEOREM = r"""
**What is changed for the theorem.** A coin, not a count, decides when the weakest incumbent is
chosen at random, and there are bets far smaller than $\lambda = 0.06$, so that no gap is too small
to be found. With that, expected regret is proved to grow like $\log T$ for fixed means. It costs
regret on the horizons shown here.
"""
READING_PACE = r"""
**Sleep.** A pair whose bet is ahead of its time is left alone: it sleeps while its wealth is at
least $e^{5}$ (and $t^{0.35}$), until $t$ has doubled since its last comparison. When all that
matters sleeps, the best set known is played without a look. That saves regret. A certificate still
takes $e^L$, which hardly any bet gets to: by $T$ next to nothing is accepted or rejected.
"""
FRONTIER = AlgorithmSpec(
    name="frontier",
    label="Frontier",
    revision=2,
    line="Ours: swaps one arm of the best set known for another and bets on which is better; a bet "
    "that grows rich enough certifies the order.",
    presets={
        # P(an arm is ever wrongly accepted or rejected) ≤ δ, at every horizon: capital.py, …
        "capital": Preset(
            "wrong with chance δ at most, if good arms make good sets",
            {"delta": 0.01, "variant": "capital"},
            READING_CAPITAL,
        ),
        # … and kernel.py, each pair of arms by itself.
        "guaranteed": Preset(
            "wrong with chance δ at most; slower: each pair of arms by itself", {"delta": 0.01}
        ),
        # The same δ; a pair sleeps while its evidence is ahead of the clock: pairs.py.
        "pace": Preset(
            "wrong with chance δ at most; less regret, but hardly anything certified",
            {"delta": 0.01, "sleep": 5.0, "variant": "pace"},
            READING_PACE,
        ),
        # The same, and a regret of order log T: docs/theorem.md.
        "theorem": Preset(
            "wrong with chance δ at most; slowest, its regret proved to grow like log T",
            {"delta": "1/T", "variant": "theorem"},
            READING_THEOREM,
        ),
        # δ = K(N−K)·e^−5, above 1 from 149 pairs on; two thirds of the regret.
        "bold": Preset("no guarantee; pace is its successor", {"L": 5.0}),
    },
    tunables={
        "delta": DELTA,
        "sleep": Tunable(
            "s",
            0.0,
            600.0,
            "How rich a bet must be, as a logarithm, for its pair to sleep for a while.",
            takes=(0.0, 600.0),
        ),
        "L": replace(tunables.L, takes=(1e-9, 600.0)),
    },
    modes={"variant": ("capital", "theorem", "pace")},
    main=("delta", "L"),
    colour=("#5b21b6", "#b79bff"),
    marker="star",
    reading=READING,
    bounds=BOUNDS,
    listing=listing,
    run=run,
    resolve=resolve,
    cites=(_BETTING,),
    source="this project; betting after Waudby-Smith, Ramdas (2024), proof in the package frontier",
    regret_bound="O(log T) for fixed means, preset theorem; for no other preset. Under "
    "Assumptions 1 and 2 an arm is ever wrongly accepted or rejected with probability δ at most "
    "(not bold)",
    cost_per_step="O(K), plus O(1) bets a play and O(N²) a certificate",
    limits=f"1 ≤ K ≤ N ≤ {MOST_ARMS:,} with guaranteed and bold, fewer with the others; "
    "49 to 165 N² bytes",
    narrate=narrate,
    words={
        **SET_WORDS,
        "axis": "a running guess from swaps: it says which arms to compare, and settles nothing",
        "epoch": "comparison",
        "delta": None,
    },
    refuse=refuse,
    outlook=outlook,
    memory=memory,
    extras=True,
)
