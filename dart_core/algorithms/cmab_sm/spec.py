"""CMAB-SM's presets, what it needs of a problem, and what it will do there."""

from __future__ import annotations

from math import log, sqrt
from typing import TYPE_CHECKING

import numpy as np

from dart_core.algorithms.bound import Bound
from dart_core.algorithms.cmab_sm.story import narrate
from dart_core.algorithms.listing import Listing
from dart_core.algorithms.record import AlgorithmSpec, Formulas, Numbers, Preset, Said, Tunable

if TYPE_CHECKING:
    from dart_core.problem import Problem
    from dart_core.world import Log, World

_PAPER = r"""@inproceedings{cmab-sm,
  author = {Agarwal, Mridul and Aggarwal, Vaneet and Umrawal, Abhishek Kumar and Quinn, Chris},
  title = {Stochastic Top-$K$ Subset Bandits with Linear Space and Non-Linear Feedback},
  booktitle = {Algorithmic Learning Theory},
  series = {Proceedings of Machine Learning Research},
  volume = {132},
  pages = {306--339},
  year = {2021},
}"""
LAMBDAS: Formulas = {
    "(256 N log(2NT) / T)^(1/3)": lambda n, _, t: (256 * n * log(2 * n * t) / t) ** (1 / 3),
    "(N log(2NT) / T)^(1/3)": lambda n, _, t: (n * log(2 * n * t) / t) ** (1 / 3),
    "(N log(2NT) / T)^(1/3) / 2": lambda n, _, t: (n * log(2 * n * t) / t) ** (1 / 3) / 2,
}
LOGARITHMS: Formulas = {
    "2 log(TNK)": lambda n, k, t: 2 * log(t * n * k),
    "log(2NT)": lambda n, _, t: log(2 * n * t),
}
_PRINTED, _CODE, _DEEPER = LAMBDAS
_ALGORITHM, _PROOF = LOGARITHMS
_MOST_LEVELS = 60


def run(problem: Problem, world: World, log_: Log, key: np.uint64, numbers: Numbers) -> None:
    """Run CMAB-SM."""
    from dart_core.algorithms.cmab_sm.kernel import all_unsorted, run_cmab_sm

    n, k, T = problem.n_arms, problem.k, problem.horizon
    state = all_unsorted(n, k)
    run_cmab_sm(world, log_, state, key, k, T, float(numbers["lam"]), float(numbers["L"]))


def memory(problem: Problem, _numbers: Numbers) -> int:
    """Return the bytes of the state of the arms and of one group."""
    return 25 * problem.n_arms + 57 * (problem.k + 1)


def refuse(problem: Problem, _numbers: Numbers) -> str:
    """Return why CMAB-SM cannot run on this problem, "" if it can."""
    n, k = problem.n_arms, problem.k
    if k == n:
        return (
            f"CMAB-SM leaves out one arm at a time, so it cannot play all {n:,} in every round. "
            "Choose fewer arms a round."
        )
    return ""


def useful(problem: Problem, numbers: Numbers, constant: str) -> tuple[float, float] | None:
    """Return λ's range: down to the Δ at which one action's samples take all of T."""
    from dart_core.algorithms.cmab_sm.kernel import DELTA_1

    if constant != "lam":
        return None
    return min(DELTA_1, (float(numbers["L"]) / problem.horizon) ** 0.5) / 2, DELTA_1


def levels(numbers: Numbers) -> int:
    """Return how many of Δ_1 = ½, Δ_2 = ¼, … exceed λ (at most 60)."""
    from dart_core.algorithms.cmab_sm.kernel import DELTA_1

    count = 0
    while count < _MOST_LEVELS and DELTA_1 / 2**count > float(numbers["lam"]):
        count += 1
    return count


def outlook(problem: Problem, numbers: Numbers) -> tuple[Said, str, Said]:
    """Return a forecast, a warning ("" if there is none) and a caveat, in sentences."""
    from dart_core.algorithms.cmab_sm.kernel import DELTA_1

    n, k, T = problem.n_arms, problem.k, problem.horizon
    lam, L = float(numbers["lam"]), float(numbers["L"])
    groups, deepest = -(-n // (k + 1)), levels(numbers)
    cut = f"{groups} groups of {k + 1} arms" if groups > 1 else f"one group of {k + 1} arms"
    if deepest == 0:
        forecast = Said(
            f"CMAB-SM will play a random set of {k} until the end.",
            f"The first {k} arms of a random cut into {cut} are played until T.",
        )
        warning = (
            "CMAB-SM will compare nothing and play a random set until the end: it ignores "
            f"differences below λ = {lam:.3g}, and begins by looking for one of Δ₁ = {DELTA_1:g}."
        )
        return forecast, warning, _caveat(problem, numbers)
    delta = DELTA_1 / 2 ** (deepest - 1)
    samples = np.ceil(L / delta**2)
    most = (2 * groups - 1) * (k + 1) * samples
    merged = ", then merge them" if groups > 1 else ""
    forecast = Said(
        f"CMAB-SM will sort {cut}{merged}. It is done after {most:,.0f} rounds at most.",
        f"{cut[0].upper()}{cut[1:]}, compared down to Δ = {delta:g} with up to {samples:,.0f} "
        f"plays of an action: at most {most:,.0f} plays before it commits.",
    )
    warning = ""
    if L / DELTA_1**2 > T:
        warning = (
            "Nothing will ever be sorted: the first group of arms alone is to be played for more "
            f"than the {T:,} rounds there are."
        )
    elif most > T:
        warning = (
            f"CMAB-SM may need {most:,.0f} rounds, and there are only {T:,}: if many arms are "
            "close, it will not get to its end."
        )
    return forecast, warning, _caveat(problem, numbers)


def _caveat(problem: Problem, numbers: Numbers) -> Said:
    from dart_core.guarantee import BROKEN, UNPROVED, good_arms

    if dict(numbers) != CMAB_SM.resolved(problem, CMAB_SM.presets["printed"].constants):
        exact = "The regret bound is proved for the printed λ and n_r, not for these."
        return Said(UNPROVED, exact)
    known = good_arms(problem)
    if known.holds is False:
        return Said(
            BROKEN,
            f"The regret bound does not hold here: its proof needs Assumption 2. {known.sentence}",
        )
    if levels(numbers) == 0:
        return Said(
            "What is proved for these settings says nothing here: there are too few rounds.",
            "The regret bound is proved for these constants under Assumption 2, but T is too small "
            f"to sample at all. {known.sentence}",
        )
    condition = "" if known.holds else ", if a better arm always makes a better set (not checked)"
    return Said(
        f"How much it can lose at most is proved for these settings{condition}.",
        f"The regret bound is proved for these constants under Assumption 2. {known.sentence}",
    )


READING = r"""
**The rows.** The arms are cut into groups of $K+1$. SORT plays a group without one of its arms at a
time: the set that misses a good arm earns less, so the earnings order the group. The best $K$ of
the first group are *kept, in order*. Every further group is sorted, then MERGE puts its arms, best
first, into the place of a kept arm, and keeps the arm whose set earns more; who finds no place is
*left out*. A kept arm can be pushed out later. A comparison whose $\Delta$ falls below
$\lambda$ ends undecided, and the larger mean wins.

**The marks.** An arm's place on the axis: the mean joint reward with it in play when it was last
compared.
"""
LISTING = Listing(
    (
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
    ),
)
CMAB_SM = AlgorithmSpec(
    name="cmab-sm",
    label="CMAB-SM",
    line="Sorts small groups of arms by what a set earns without each of them, then merges the "
    "sorted groups one by one.",
    presets={
        # λ without the 256, n_r as in the paper's proofs.
        "authors-code": Preset("as run by the authors", {"lam": _CODE, "L": _PROOF}),
        # This λ exceeds Δ_1 at the paper's own setting, and nothing is sampled.
        "printed": Preset("as printed", {"lam": _PRINTED, "L": _ALGORITHM}),
        # The printed n_r, sampled one level deeper than the authors' λ allows.
        "deep": Preset("one level deeper", {"lam": _DEEPER, "L": _ALGORITHM}),
    },
    tunables={
        "lam": Tunable(
            "λ",
            0.0001,
            10.0,
            "A comparison ends undecided when Δ falls below λ.",
            "when to stop comparing",
            takes=(0.0, 1e9),
            formulas=LAMBDAS,
        ),
        "L": Tunable(
            "L", 0.0001, 1000.0, "A round at Δ asks for L/Δ² samples.", formulas=LOGARITHMS
        ),
    },
    main=("lam",),
    colour=("#0068a5", "#56b4e9"),
    marker="diamond",
    reading=READING,
    listing=LISTING,
    place="baselines",
    bounds=(
        Bound(
            formula=r"K^{1/2}N^{1/3}T^{2/3}",
            source="Table 1; Agarwal et al. 2021",
            explicit=False,
            needs_mean=False,
            covers="preset printed",
            needs_good=True,
            value=lambda s, t: np.asarray(sqrt(s.k) * np.cbrt(s.n) * np.cbrt(t) ** 2),
        ),
    ),
    run=run,
    cites=(_PAPER,),
    source="Agarwal, Aggarwal, Umrawal, Quinn, ALT 2021: stochastic top-K subset bandits",
    regret_bound="Õ(K^(1/2)·N^(1/3)·T^(2/3)), proved for the preset printed under Assumption 2",
    cost_per_step="O(K)",
    limits="K < N",
    narrate=narrate,
    words={
        "accept": "kept, in order",
        "active": "to be sorted",
        "reject": "left out",
        "axis": "average pay-off with the arm in play, when it was last compared",
        "epoch": "stage",
        "delta": "difference asked for",
        "symbol": "Δ",
    },
    refuse=refuse,
    outlook=outlook,
    useful=useful,
    memory=memory,
)
