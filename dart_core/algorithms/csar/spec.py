"""CSAR's presets, what it needs of a problem, and what it will do there."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from dart_core.algorithms.bound import Bound
from dart_core.algorithms.csar.hadamard import hadamard, order_for
from dart_core.algorithms.csar.story import narrate
from dart_core.algorithms.listing import Listing
from dart_core.algorithms.record import (
    SET_WORDS,
    AlgorithmSpec,
    Constants,
    Formulas,
    Numbers,
    Preset,
    Said,
    Tunable,
)
from dart_core.algorithms.shared import tunables
from dart_core.algorithms.shared.sentences import PROVED, count, only_one_set

if TYPE_CHECKING:
    from dart_core.algorithms.csar.kernel import Designs
    from dart_core.problem import Problem
    from dart_core.world import Log, World

_PAPER = r"""@inproceedings{csar,
  author = {Rejwan, Idan and Mansour, Yishay},
  title = {Top-$k$ Combinatorial Bandits with Full-Bandit Feedback},
  booktitle = {Algorithmic Learning Theory},
  series = {Proceedings of Machine Learning Research},
  volume = {117},
  pages = {752--776},
  year = {2020},
}"""
_DELTAS: Formulas = {"1 / (K T)": lambda _n, k, t: 1.0 / (k * t)}
_COMMON: Constants = {"c": 2.0, "eps0": 0.5, "delta": next(iter(_DELTAS))}
PROVED_C = 0.5  # for arms in [0, 1], which are ½-subgaussian
MOST_BYTES = 256 * 2**20  # of Hadamard matrices
_MOST_PHASES = 40


def _orders(k: int, numbers: Numbers) -> dict[int, int]:
    """Return the order 2q of every number k' of free places that can come up."""
    places = range(1, k + 1) if numbers["estimator"] == "est2" else [k]
    return {free: order_for(free) for free in places}


def memory(problem: Problem, numbers: Numbers) -> int:
    """Return the bytes of the Hadamard matrices and of the state of the arms."""
    orders = _orders(problem.k, numbers).values()
    return sum(order**2 + 24 * order for order in orders) + 41 * problem.n_arms


def refuse(problem: Problem, numbers: Numbers) -> str:
    """Return why CSAR cannot run on this problem, "" if it can."""
    n, k = problem.n_arms, problem.k
    if 2 * k > n:
        return (
            f"CSAR compares {k} arms with {k} others, so it needs {2 * k} arms or more, and there "
            f"are {n}. Choose more arms, or fewer a round."
        )
    every = numbers["estimator"] == "est2"  # a matrix for each k' ≤ K: Σ (2k')² entries or more
    least = 4 * k**3 // 3 if every else 4 * k**2
    needed = memory(problem, numbers) if least <= MOST_BYTES else least
    if needed > MOST_BYTES:
        return (
            f"CSAR would need {needed / 2**20:,.0f} MiB of Hadamard matrices for K = {k}, and "
            f"{MOST_BYTES // 2**20} MiB are allowed. Choose a smaller K"
            + (" or the estimator est1." if every else ".")
        )
    return ""


def designs(k: int, numbers: Numbers) -> Designs:
    """Return the Hadamard matrices that a run may need."""
    from dart_core.algorithms.csar.kernel import Designs

    offset, order = np.zeros(k + 1, dtype=np.int64), np.zeros(k + 1, dtype=np.int64)
    matrices, size = [], 0
    for free, needed in _orders(k, numbers).items():
        matrices.append(hadamard(needed).ravel())
        offset[free], order[free] = size, needed
        size += needed**2
    return Designs(np.concatenate(matrices), offset, order)


def run(problem: Problem, world: World, log_: Log, key: np.uint64, numbers: Numbers) -> None:
    """Run CSAR with the estimator that the constants name."""
    from dart_core.algorithms.csar.kernel import all_candidates, run_csar

    n, k, T = problem.n_arms, problem.k, problem.horizon
    c, eps0, delta = (float(numbers[name]) for name in ("c", "eps0", "delta"))
    design = designs(k, numbers)
    state = all_candidates(n, k, int(design.order.max()))
    fix_accepted = numbers["estimator"] == "est2"
    run_csar(world, log_, state, design, key, k, T, fix_accepted, c, eps0, delta)


def phase_plays(problem: Problem, numbers: Numbers) -> list[int]:
    """Return the plays of phases 1, 2, … while all arms are candidates; the last ends after T."""
    n, k, T = problem.n_arms, problem.k, problem.horizon
    c, eps, delta = (float(numbers[name]) for name in ("c", "eps0", "delta"))
    order = order_for(k)
    sets = -(-n // order)
    plays: list[int] = []
    while sum(plays) <= T and len(plays) < _MOST_PHASES:
        delta_t = 6 * delta / np.pi**2 / (len(plays) + 1) ** 2
        m = int(np.ceil(min(c / eps**2 * np.log(2 * n / delta_t), 1e15)))
        plays.append(sets * order * (order // k) * m)
        eps /= 2
    return plays


def outlook(problem: Problem, numbers: Numbers) -> tuple[Said, str, Said]:
    """Return a forecast, a warning ("" if there is none) and a caveat, in sentences."""
    T, eps = problem.horizon, float(numbers["eps0"])
    if problem.n_arms == problem.k:
        return Said(only_one_set(problem.n_arms)), "", _caveat(problem, numbers)
    plays = phase_plays(problem, numbers)
    complete = len(plays) - 1
    shown = ", ".join(f"{p:,}" for p in plays[:4]) + (", …" if len(plays) > 4 else "")
    fit = f"{count(complete, 'phase')} {'fits' if complete == 1 else 'fit'}"
    forecast = Said(
        "Each phase measures the undecided arms twice as exactly and takes about four times as "
        f"long; the first takes {plays[0]:,} rounds. {fit} into the {T:,} rounds there are.",
        f"While no arm leaves, the phases take {shown} plays with ε = {eps:g}, halved each time; "
        f"{complete} of them end before T = {T:,}.",
    )
    smallest = 2 * eps / 2 ** max(complete - 1, 0)
    warning = ""
    if complete == 0:
        warning = (
            f"Nothing will ever be measured: the first phase takes {plays[0]:,} rounds, and there "
            f"are only {T:,}. CSAR ends with a random set."
        )
    elif _gap(problem) == 0:
        warning = (
            f"CSAR will look until the end: {_last(problem)} and the next one "
            "have equal means, so no phase can tell them apart."
        )
    elif _gap(problem) < smallest:
        warning = (
            "CSAR will probably look until the end: its last test asks for a lead of "
            f"{smallest:g}, and {_last(problem)} leads the next one by only "
            f"{_gap(problem):.2g}."
        )
    return forecast, warning, _caveat(problem, numbers)


def _last(problem: Problem) -> str:
    return "the best arm" if problem.k == 1 else f"the last of the best {problem.k} arms"


def _gap(problem: Problem) -> float:
    order = problem.ranking
    return problem.means[order[problem.k - 1]] - problem.means[order[problem.k]]


def _caveat(problem: Problem, numbers: Numbers) -> Said:
    from dart_core.guarantee import FASTER

    if problem.reward.name != "mean" and problem.k > 1:
        return Said(
            "Nothing is guaranteed here: CSAR counts on a pay-off that is the sum of its arms.",
            "CSAR takes the reward for a sum of independent arms; with this one its estimates are "
            "biased, and nothing is proved.",
        )
    if not problem.independent and problem.k > 1:
        return Said(
            "Nothing is guaranteed here: CSAR counts on arms that do not share their luck.",
            "Its guarantee is for arms that are independent within a round. These share their "
            "luck, so nothing is proved.",
        )
    c = float(numbers["c"])
    if c >= PROVED_C:
        exact = f"Its guarantee holds for c ≥ {PROVED_C:g} with arms in [0, 1]: c = {c:g}."
        return Said(PROVED, exact)
    exact = f"Its guarantee asks for c ≥ {PROVED_C:g} with arms in [0, 1]: c = {c:g} has none."
    return Said(FASTER, exact)


READING = r"""
**The rows.** In a phase, CSAR cuts its candidates into sets of $2K$ and plays half of a set at a
time; which halves, a Hadamard matrix says. From the sums and differences of the rewards it solves
for every arm's *own* mean $\hat\theta_i$. At the end of a phase an arm is *accepted* if
$\hat\theta_i - \hat\theta_{(k+1)} > 2\varepsilon$ and *rejected* if
$\hat\theta_{(k)} - \hat\theta_i > 2\varepsilon$; then $\varepsilon$ halves. It takes the joint
reward for a sum of arms, so with max or min its estimates mean less.

**The marks.** Whisker: $\hat\theta_i \pm \varepsilon$ of the last complete phase.
"""
LISTING = Listing(
    (
        (0, "start", "*A* = *R* = ∅, *C* = {1, …, *N*}, *ε* = ε_0"),
        (0, "", "while |*A* ∪ *C*| > *K*:"),
        (
            1,
            "play permute",
            "cut *C* at random into sets; *H* is a Hadamard matrix, one column an arm",
        ),
        (
            1,
            "play group",
            "row 1: play both halves of the set, *m* times each; *Z*_1 = sum of means",
        ),
        (1, "play see", "row *i*: play its +1 and its −1 columns; *Z*_i = difference of means"),
        (1, "play update", "*θ̂* = *H*^⊤*Z* / order"),
        (1, "test", "rank *C* by *θ̂*; *k*′ = *K* − |*A*|"),
        (2, "accept", "accept *i* with *θ̂*_i − *θ̂*_{(k′+1)} > 2*ε*"),
        (2, "reject", "reject *i* with *θ̂*_{(k′)} − *θ̂*_i > 2*ε*"),
        (1, "halve", "*ε* = *ε*/2"),
        (0, "commit", "play *A* and the best *K* − |*A*| of *C* until *T*"),
    ),
)
CSAR = AlgorithmSpec(
    name="csar",
    label="CSAR",
    line="Plays chosen groups and works out every single arm from their sums and differences, "
    "twice as exactly in each phase.",
    presets={
        # Accepted arms are no longer played; the paper's simpler estimator.
        "est1": Preset("estimator EST1", {"estimator": "est1", **_COMMON}),
        # Accepted arms are part of every action.
        "est2": Preset("estimator EST2, accepted arms stay in", {"estimator": "est2", **_COMMON}),
        # c = 2 is for 1-subgaussian arms; arms that pay 0 or 1 are ½-subgaussian: c = 2·(½)².
        "bernoulli": Preset(
            "EST1, a quarter of the plays", {"estimator": "est1", **_COMMON, "c": 0.5}
        ),
    },
    tunables={
        "c": tunables.C,
        "eps0": Tunable(
            "ε₀",
            0.001,
            4.0,
            "The first ε; it halves from phase to phase.",
            "how coarsely it starts",
            takes=(1e-9, 1e3),
        ),
        "delta": replace(tunables.DELTA, formulas=_DELTAS),
    },
    modes={"estimator": ("est1", "est2")},
    main=("eps0",),
    colour=("#00727d", "#4fd1d9"),
    marker="square",
    reading=READING,
    listing=LISTING,
    place="baselines",
    bounds=(
        Bound(
            formula=r"\sqrt{NT}",
            source="Table 1; Rejwan, Mansour 2020: K√(NT) for the sum, divided by K",
            explicit=False,
            needs_mean=True,
            covers="independent arms, presets est1 and est2",
            needs_independent=True,
            value=lambda s, t: np.sqrt(s.n * t),
        ),
    ),
    run=run,
    cites=(_PAPER,),
    source="Rejwan and Mansour, ALT 2020: top-K combinatorial bandits with full-bandit feedback",
    regret_bound="Õ(K·sqrt(NT)) for the sum of independent arms",
    cost_per_step="O(K), plus O(NK) a phase",
    limits="2K ≤ N",
    narrate=narrate,
    words={
        **SET_WORDS,
        "axis": "estimate of what the arm itself pays, from the last complete phase",
        "epoch": "phase",
        "delta": "exact to",
        "symbol": "ε",
    },
    refuse=refuse,
    outlook=outlook,
    memory=memory,
)
