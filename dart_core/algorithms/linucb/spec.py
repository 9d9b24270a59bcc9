"""LinUCB for the registry: its presets, checks, forecast and story."""

from __future__ import annotations

from dataclasses import replace
from math import comb, log, sqrt
from typing import TYPE_CHECKING

import numpy as np

from dart_core.algorithms.lints.spec import even_spread
from dart_core.algorithms.linucb.bounds import BOUNDS
from dart_core.algorithms.listing import Listing
from dart_core.algorithms.record import (
    AlgorithmSpec,
    Constants,
    Formulas,
    Note,
    Numbers,
    Preset,
    Said,
    Tunable,
)
from dart_core.algorithms.shared import tunables
from dart_core.algorithms.shared.linear_story import (
    LINEAR_WORDS,
    model_caveat,
    narrate_linear,
    norm,
)
from dart_core.algorithms.shared.played_story import PLAYED_READING
from dart_core.algorithms.shared.sentences import PROVED, only_one_set

if TYPE_CHECKING:
    from dart_core.problem import Problem
    from dart_core.run import Run
    from dart_core.world import Log, World

_PAPER = r"""@inproceedings{oful,
  author = {Abbasi-Yadkori, Yasin and P{\'a}l, D{\'a}vid and Szepesv{\'a}ri, Csaba},
  title = {Improved Algorithms for Linear Stochastic Bandits},
  booktitle = {Advances in Neural Information Processing Systems},
  volume = {24},
  pages = {2312--2320},
  year = {2011},
}"""
MOST_SETS = 100_000
# Means in [0, 1] have a norm of at most sqrt(N).
_NORMS: Formulas = {"sqrt(N)": lambda n, _k, _t: sqrt(n)}


def _preset(mode: str, line: str, dash: str) -> Preset:
    constants: Constants = {
        "R": 0.5,
        "lam": 1.0,
        "S": next(iter(_NORMS)),
        "delta": 0.05,
        "mode": mode,
    }
    most = MOST_SETS if mode == "exact" else 0
    return Preset(line, constants, dash=dash, most_sets=most)


def run(problem: Problem, world: World, log_: Log, key: np.uint64, numbers: Numbers) -> None:
    """Run LinUCB in the mode that the constants name."""
    from dart_core.algorithms.linucb.kernel import (
        DECOUPLED,
        EXACT,
        GREEDY_SWAP,
        no_rounds_yet,
        run_linucb,
    )

    R, lam, S, delta = (float(numbers[name]) for name in ("R", "lam", "S", "delta"))
    state = no_rounds_yet(problem.n_arms, problem.k, lam)
    mode = {"decoupled": DECOUPLED, "exact": EXACT, "greedy-swap": GREEDY_SWAP}[
        str(numbers["mode"])
    ]
    run_linucb(world, log_, state, key, problem.horizon, R, lam, S, delta, mode)


def refuse(problem: Problem, numbers: Numbers) -> str:
    """Return why LinUCB cannot run on this problem, "" if it can."""
    n, k = problem.n_arms, problem.k
    sets = comb(n, k)
    if numbers["mode"] != "exact" or sets <= MOST_SETS:
        return ""
    count = f"{sets:,}" if sets < 10**15 else f"{float(sets):.1e}" if sets < 10**300 else "10³⁰⁰"
    return (
        f"The preset exact tries all sets of {k} in every round: here {count}, more than "
        f"{MOST_SETS:,}, the most it may. Choose decoupled or greedy-swap."
    )


def memory(problem: Problem, _numbers: Numbers) -> int:
    """Return the bytes of the state: V⁻¹, a row for each arm of a set, and vectors."""
    from dart_core.algorithms.shared.linear import padded

    side = padded(problem.n_arms)
    return 8 * (side * side + (problem.k + 8) * side)


def outlook(problem: Problem, numbers: Numbers) -> tuple[Said, str, Said]:
    """Return a forecast, a warning or "", and what holds of the guarantee."""
    n, k, T = problem.n_arms, problem.k, problem.horizon
    R, lam, S, delta = (float(numbers[name]) for name in ("R", "lam", "S", "delta"))
    caveat = model_caveat(problem, R) or _of_the_norm(problem, S)
    caveat = caveat or _CAVEATS[str(numbers["mode"])]
    if n == k:
        return Said(only_one_set(n)), "", caveat
    first = R * sqrt(2.0 * log(1.0 / delta)) + sqrt(lam) * S
    # The growth of log det V if all sets were played alike: N−1 directions, and their sum.
    growth = (n - 1) * log(1.0 + T * (n - k) / (lam * n * k * (n - 1))) + log(1.0 + T / (lam * n))
    last = R * sqrt(growth + 2.0 * log(1.0 / delta)) + sqrt(lam) * S
    bonus = last * even_spread(n, k, round(T / lam)) / sqrt(lam)
    forecast = Said(
        "LinUCB adds to each arm's estimate a bonus for being little known. At the end the bonus "
        f"should be about {bonus:.2g}.",
        f"√β grows from {first:.3g} to at most {last:.3g}; if all sets were played alike, an "
        f"arm's bonus would be {bonus:.2g} in the end.",
    )
    return forecast, _warning(str(numbers["mode"]), bonus), caveat


def _warning(mode: str, bonus: float) -> str:
    if mode == "decoupled":
        return (
            "LinUCB can keep a wrong set for ever: it never tells apart arms that it always plays "
            "together. The preset greedy-swap does."
        )
    if bonus > 0.25:
        return (
            f"LinUCB will stay unsure: its bonus is still {bonus:.2g} at the end, which hides "
            "smaller differences between arms. Regret will grow almost linearly."
        )
    return ""


def _of_the_norm(problem: Problem, S: float) -> Said | None:
    length = norm(problem)
    if length <= S:
        return None
    return Said(
        "Nothing is guaranteed here: together the arms pay more than the settings allow for.",
        f"S must be no less than the norm of the arms' means, {length:.3g} here: with S = {S:.3g} "
        "no guarantee holds.",
    )


_CAVEATS = {
    "exact": Said(
        PROVED,
        "The bound holds with probability 1 − δ: S is no less than the norm of the means.",
    ),
    "decoupled": Said(
        "No guarantee holds for this variant.",
        "Every set's index is an upper bound with probability 1 − δ, but too loose a one for the "
        "proof of the regret bound.",
    ),
    "greedy-swap": Said(
        "No guarantee holds for this variant.",
        "The set found need not have the highest index: no guarantee holds.",
    ),
}


def narrate(run: Run) -> list[Note]:
    """Tell a run of LinUCB."""
    k, radius = run.problem.k, float(run.snapshots.delta[0])
    mode = str(run.algorithm.constants["mode"])
    how = {
        "decoupled": f"plays the {k} arms of the highest estimate plus bonus",
        "exact": f"tries all {comb(run.problem.n_arms, k):,} sets and plays the one of the "
        "highest estimate plus bonus",
        "greedy-swap": "builds a set arm by arm, exchanges arms while that raises its estimate "
        "plus bonus, and plays it",
    }[mode]
    exact = f"Every round {how}; √β = {radius:.3g} at first scales the bonus."
    best = f"the {k} arms" if mode == "decoupled" and k > 1 else "the arm" if k == 1 else "the set"
    text = (
        "Every round LinUCB gives each arm the benefit of the doubt, a bonus for being little "
        f"known, and plays {best} with the highest estimate and bonus together."
    )
    return narrate_linear(run, Said(text, exact), "Bonuses of the arms")


READING = (
    PLAYED_READING
    + r"""
LinUCB takes the joint reward for the mean of the arms' own means and plays the set whose upper
confidence bound is highest.

**The marks.** Token: the ridge estimate of the arm's mean. Whisker: the confidence bonus of the
arm alone.
"""
)
LISTING = Listing(
    (
        (0, "start", "*V* = *λ* · identity, *f* = 0"),
        (0, "play", "in every round: *θ̂* = *V*^{−1}*f*; *β* from log det *V*"),
        (
            1,
            "play",
            "play the set with the highest index: *θ̂* of its arms plus √*β* · its uncertainty",
        ),
        (1, "play", "see *r*; *b* = 1/*K* at the arms played"),
        (1, "play", "*V* += *bb*^⊤; *f* += *r* *b*"),
    ),
)
LINUCB = AlgorithmSpec(
    name="linucb",
    label="LinUCB",
    line="Gives every arm the benefit of the doubt, and plays the set that may be best. Made for "
    "pay-offs that are an average of the arms.",
    presets={
        "decoupled": _preset("decoupled", "a bonus for each arm alone", "7 4"),
        "exact": _preset("exact", "all sets compared", "2 4"),
        "greedy-swap": _preset("greedy-swap", "greedy set, improved by swaps", ""),
    },
    tunables={
        "R": replace(tunables.R, takes=(0.0, 1e9)),
        "lam": Tunable(
            "λ", 1e-06, 1000.0, "The ridge: how strongly estimates start at 0.", takes=(1e-6, 1e9)
        ),
        "S": Tunable(
            "S",
            0.0,
            1000.0,
            "The largest length that the arm means may have.",
            takes=(0.0, 1e9),
            formulas=_NORMS,
        ),
        "delta": tunables.DELTA,
    },
    modes={"mode": ("decoupled", "exact", "greedy-swap")},
    main=("R",),
    colour=("#5b7a00", "#b5d14a"),
    marker="triangle-down",
    reading=READING,
    listing=LISTING,
    place="table 1",
    bounds=BOUNDS,
    run=run,
    cites=(_PAPER,),
    source="Abbasi-Yadkori, Pál, Szepesvári, NeurIPS 2011 (OFUL), with sets as actions",
    regret_bound="Õ(N·sqrt(T)) for the linear reward and the mode exact",
    cost_per_step="O(N²); greedy-swap O(N² + NK) an exchange; exact O(N² + C(N, K))",
    limits=f"exact: C(N, K) ≤ {MOST_SETS:,}; the model is right for rewards linear in the arms",
    narrate=narrate,
    words=LINEAR_WORDS,
    refuse=refuse,
    outlook=outlook,
    memory=memory,
)
