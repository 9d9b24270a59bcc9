"""UCB on all actions: its presets, its checks and its row of the registry."""

from __future__ import annotations

from math import ceil, comb, e, log, sqrt
from typing import TYPE_CHECKING

import numpy as np

from dart_core.algorithms.record import (
    PLAYED_NOW,
    SET_WORDS,
    AlgorithmSpec,
    Constants,
    Numbers,
    Preset,
    Said,
)
from dart_core.algorithms.shared import sentences, tunables
from dart_core.algorithms.shared.sentences import PROVED, about_round, only_one_set
from dart_core.algorithms.ucb.bounds import BOUNDS
from dart_core.algorithms.ucb.pseudocode import listing
from dart_core.algorithms.ucb.story import narrate
from dart_core.errors import FieldError

if TYPE_CHECKING:
    from dart_core.problem import Problem
    from dart_core.world import Log, World

_UCB1 = r"""@article{ucb1,
  author = {Auer, Peter and Cesa-Bianchi, Nicol{\`o} and Fischer, Paul},
  title = {Finite-time Analysis of the Multiarmed Bandit Problem},
  journal = {Machine Learning},
  volume = {47},
  pages = {235--256},
  year = {2002},
}"""
_IMPROVED = r"""@article{ucb-improved,
  author = {Auer, Peter and Ortner, Ronald},
  title = {{UCB} revisited: Improved regret bounds for the stochastic multi-armed bandit problem},
  journal = {Periodica Mathematica Hungarica},
  volume = {61},
  pages = {55--65},
  year = {2010},
}"""
MOST_SETS = 1_000_000


def fit(constants: Constants) -> None:
    """Refuse a variant without its constants."""
    if (constants["variant"] == "ucb1") != ("delta0" not in constants):
        expected = "ucb1 in the preset ucb1, improved or authors in the others"
        raise FieldError("variant", expected, constants["variant"])


def refuse(problem: Problem, _numbers: Numbers) -> str:
    """Return why UCB cannot run on `problem`, "" if it can."""
    n, k = problem.n_arms, problem.k
    count = comb(n, k)
    if count <= MOST_SETS:
        return ""
    return (
        f"It would keep every set of {k} among {n:,} arms: {_written(count)} actions, and "
        f"{MOST_SETS:,} is the most. Choose a smaller K or fewer arms, or compare another "
        "algorithm."
    )


def _written(count: int) -> str:
    return f"{count:,}" if count < 10**15 else f"about 10^{len(str(count)) - 1}"


def memory(problem: Problem, numbers: Numbers) -> int:
    """Return the bytes of state: O(actions)."""
    each = 32 if numbers["variant"] == "ucb1" else 16
    return each * comb(problem.n_arms, problem.k) + 100 * problem.n_arms


def run(problem: Problem, world: World, log_: Log, key: np.uint64, numbers: Numbers) -> None:
    """Run the variant that the constants name."""
    from dart_core.algorithms.shared.accept_reject import all_active
    from dart_core.algorithms.ucb.elimination import all_live, run_elimination
    from dart_core.algorithms.ucb.kernel import all_actions, run_ucb1

    n, k, T = problem.n_arms, problem.k, problem.horizon
    arms = all_active(n, k)
    count, first = comb(n, k), comb(n - 1, k - 1)
    c = float(numbers["c"])
    if numbers["variant"] == "ucb1":
        run_ucb1(world, log_, arms, all_actions(count, first), key, T, c)
        return
    every_sweep = numbers["variant"] == "authors"
    delta0 = float(numbers["delta0"])
    scratch = np.zeros(k, dtype=np.int64)
    actions = all_live(n, count, first)
    run_elimination(world, log_, arms, actions, scratch, key, T, c, delta0, every_sweep)


def outlook(problem: Problem, numbers: Numbers) -> tuple[Said, str, Said]:
    """Return a forecast, a warning ("" if there is none) and a caveat, without running."""
    n, k, T = problem.n_arms, problem.k, problem.horizon
    count = comb(n, k)
    if refuse(problem, numbers):
        return Said(""), "", Said("")
    if count == 1:
        return Said(only_one_set(n)), "", Said("")
    caveat = _caveat(numbers)
    if numbers["variant"] == "ucb1":
        if count >= T:
            warning = (
                f"UCB will never choose: there are {count:,} sets to try once, and only {T:,} "
                "rounds."
            )
            return Said("Every round plays a set for the first time."), warning, caveat
        text = Said(
            f"UCB tries each of the {count:,} sets of {k} once before it prefers any.",
            f"The first {count:,} rounds ({count / T:.2g} of T) play each of all {count:,} sets "
            f"of {k} once.",
        )
        return text, "", caveat
    ends = _phase_ends(count, T, numbers)
    if not ends:
        return (
            Said(""),
            f"{T:,} rounds are too few for a first phase: it plays one set at once.",
            caveat,
        )
    phases = sentences.count(len(ends), "phase")
    times = ", ".join(f"{t:,}" for t in ends[:6])
    exact = f"{phases}; unless sets drop out they end at t = {times}."
    first = _first_drop(count, T, numbers)
    plain = f"UCB tries all {count:,} sets of {k} in turn, in {phases}."
    if first > T:
        warning = (
            f"No set will ever drop out: trying all {count:,} often enough takes {first:,} rounds, "
            f"and there are only {T:,}."
        )
        return Said(plain, exact), warning, caveat
    text = Said(
        f"{plain} The first set can drop out around {about_round(first)}.",
        f"{exact} No set can drop out before t = {first:,}.",
    )
    return text, "", caveat


def _caveat(numbers: Numbers) -> Said:
    from dart_core.guarantee import UNPROVED

    if numbers["variant"] == "ucb1":
        return Said(
            "What it learns of one set is no help with others that share arms with it.",
            "The bound holds for c = 2 and is paid once for each action: nothing that is learnt "
            "of one set is used for another that shares arms with it.",
        )
    if numbers["variant"] == "authors":
        exact = "Sets drop out after every sweep: the proof covers a test at the end of a phase."
        return Said(UNPROVED, exact)
    exact = "The bound holds for c = 2 and Δ₀ = 1, for each action as an arm of its own."
    proved = numbers.items() == UCB.presets["improved"].constants.items()
    return Said(PROVED if proved else UNPROVED, exact)


def _phase_ends(count: int, T: int, numbers: Numbers) -> list[int]:
    """Return the rounds after which phases end if no action drops out."""
    c, delta = float(numbers["c"]), float(numbers["delta0"])
    authors = numbers["variant"] == "authors"
    fewest = sqrt(count * log(count) / T) if authors else sqrt(e / T)
    ends = []
    while delta >= fewest and T * delta * delta > 1.0:
        ends.append(count * ceil(c * log(T * delta * delta) / delta**2))
        delta /= 2.0
    return ends


def _first_drop(count: int, T: int, numbers: Numbers) -> int:
    """Return the first round after which the radius is below ½: means 0 and 1 can be told apart."""
    delta = float(numbers["delta0"])
    if numbers["variant"] == "authors":
        return count * (int(2.0 * log(T * delta * delta)) + 1)
    for end in _phase_ends(count, T, numbers):
        if end // count > 2.0 * log(T * delta * delta):
            return end
        delta /= 2.0
    return T + 1


READING = r"""
**The rows.** UCB treats each of the $\binom{N}{K}$ sets as one big arm and learns about each of
them alone. The upper row holds the arms of the set that is played now. Where sets are eliminated,
an arm falls to the lowest row when the last set that holds it has gone.

**The marks.** Token: mean joint reward of the sets that held the arm, for the eye only; the
algorithm itself compares sets.
"""
UCB = AlgorithmSpec(
    name="ucb",
    label="UCB",
    revision=2,
    line="Takes every set of K arms for an arm of its own, as if nothing connected them.",
    presets={
        # Auer, Cesa-Bianchi, Fischer (2002): mean + sqrt(c log t / n).
        "ucb1": Preset("UCB1", {"c": 2.0, "variant": "ucb1"}, most_sets=MOST_SETS),
        # Auer, Ortner (2010): n_m = c log(TΔ²)/Δ² plays, then the bad actions drop out.
        "improved": Preset(
            "improved UCB, sets drop out",
            {"c": 2.0, "delta0": 1.0, "variant": "improved"},
            most_sets=MOST_SETS,
        ),
        # The authors of DART: from Δ = 1/2, actions drop out after every sweep.
        "authors-code": Preset(
            "as run by DART’s authors",
            {"c": 1.0, "delta0": 0.5, "variant": "authors"},
            most_sets=MOST_SETS,
        ),
    },
    tunables={"c": tunables.C, "delta0": tunables.DELTA0},
    modes={"variant": ("ucb1", "improved", "authors")},
    main=("c",),
    colour=("#6e5600", "#ddc35a"),
    marker="cross",
    reading=READING,
    listing=listing,
    place="baselines",
    bounds=BOUNDS,
    run=run,
    fit=fit,
    cites=(_UCB1, _IMPROVED),
    source="Auer, Cesa-Bianchi, Fischer (2002); Auer, Ortner (2010)",
    regret_bound="Õ(sqrt(C(N,K)·T)), each action an arm of its own",
    cost_per_step="O(K + sqrt(C(N,K))) and O(C(N,K)) memory",
    limits=f"C(N,K) ≤ {MOST_SETS:,}",
    narrate=narrate,
    words={
        **SET_WORDS,
        "accept": PLAYED_NOW,
        "active": "not played now",
        "reject": "out",  # nobody under ucb1
        "epoch": "phase",
    },
    refuse=refuse,
    outlook=outlook,
    memory=memory,
)
