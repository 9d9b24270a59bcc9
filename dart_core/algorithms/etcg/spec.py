"""ETCG: its preset, its forecast, its story and its row of the registry."""

from __future__ import annotations

from math import ceil, log, sqrt
from typing import TYPE_CHECKING

import numpy as np

from dart_core.algorithms.bound import Bound
from dart_core.algorithms.listing import Listing
from dart_core.algorithms.record import (
    AlgorithmSpec,
    Formulas,
    Note,
    Numbers,
    Preset,
    Said,
    Tunable,
)
from dart_core.algorithms.shared.sentences import about_round, arm_list, capital, over
from dart_core.codes import COMMITTED

if TYPE_CHECKING:
    from dart_core.problem import Problem
    from dart_core.run import Run
    from dart_core.world import Log, World

_PAPER = r"""@inproceedings{etcg,
  author = {Nie, Guanyu and Agarwal, Mridul and Umrawal, Abhishek Kumar and Aggarwal, Vaneet
            and Quinn, Christopher John},
  title = {An Explore-then-Commit Algorithm for Submodular Maximization Under Full-bandit Feedback},
  booktitle = {Uncertainty in Artificial Intelligence},
  series = {Proceedings of Machine Learning Research},
  volume = {180},
  pages = {1541--1551},
  year = {2022},
}"""


def _printed_m(n: int, k: int, t: int) -> int:
    root = sqrt(2 * log(t))
    share: float = (t * root / (n + 2 * n * k * root)) ** (2 / 3)
    return max(1, ceil(share))


PLAYS: Formulas = {"ceil((T sqrt(2 log T) / (N + 2NK sqrt(2 log T)))^(2/3))": _printed_m}


def run(problem: Problem, world: World, log_: Log, key: np.uint64, numbers: Numbers) -> None:
    """Run ETCG."""
    from dart_core.algorithms.etcg.kernel import run_etcg
    from dart_core.algorithms.shared.accept_reject import all_active

    arms = all_active(problem.n_arms, problem.k)
    run_etcg(world, log_, arms, key, problem.k, problem.horizon, int(numbers["m"]))


def outlook(problem: Problem, numbers: Numbers) -> tuple[Said, str, Said]:
    """Return a forecast, a warning ("" if there is none) and a caveat, without running."""
    n, k, T, m = problem.n_arms, problem.k, problem.horizon, int(numbers["m"])
    ends = np.cumsum([(n - i) * m for i in range(k)])
    done = int((ends < T).sum())
    caveat = Said(
        f"While it looks it plays sets of fewer than {k} arms, whose missing arms pay nothing."
        if k > 1
        else "Its guarantee is for pay-offs that grow less and less with each further arm.",
        "The guarantee is for submodular rewards and against (1 − 1/e) of the best set; it plays "
        "sets smaller than K, whose missing arms count as zeros.",
    )
    times = ", ".join(f"{t:,}" for t in ends[:6].tolist()) + (", …" if k > 6 else "")
    each = "once" if m == 1 else f"{m:,} times"
    text = Said(
        f"ETCG tries every candidate {each} for each place, and is done by about "
        f"{about_round(int(ends[-1]))}.",
        f"Every candidate is played m = {m:,} times; arms are added at t = {times}.",
    )
    warning = ""
    if not problem.reward.monotone:
        warning = (
            "This reward can fall when more arms pay: a small set may beat every full one, and is "
            "then booked as no regret."
        )
    elif done < k:
        warning = (
            f"ETCG will never be done: when the {T:,} rounds are over, it has "
            f"added {done} of {k} {'arm' if k == 1 else 'arms'}."
        )
    elif problem.reward.curve[1] == 0.0 and k > 1:
        warning = "A single arm is worth nothing under this reward, so the first arm is a guess."
    return text, warning, caveat


def useful(problem: Problem, _numbers: Numbers, _constant: str) -> tuple[float, float]:
    """Return m's range: up to where the tries of the first arm take all of T."""
    return 1.0, max(1.0, problem.horizon / problem.n_arms)


def narrate(run: Run) -> list[Note]:
    """Tell a run: each arm that is added, and the commitment."""
    frames, moves, problem = run.snapshots, run.moves, run.problem
    m = int(run.algorithm.resolved(problem)["m"])
    n, k, T = problem.n_arms, problem.k, problem.horizon
    exact = f"Each of {n:,} arms is played alone m = {m:,} times; then the best joins the set."
    text = (
        f"ETCG plays each of the {n:,} arms alone, {'once' if m == 1 else f'{m:,} times'}, and "
        "takes the best. For the next place it tries each of the others beside those it has."
    )
    notes = [Note(0, text, (), exact)]
    told = 0
    for f in range(1, frames.t.size):
        if told == moves.t.size or frames.sets[f, moves.arm[told]] != 1:
            continue
        arm, mean, other = moves.arm[told], moves.estimate[told], moves.threshold[told]
        told += 1
        against = "the only candidate" if np.isnan(other) else f"{mean:.3f} against {other:.3f}"
        tie = ", a tie that was broken at random" if mean == other else ""
        place = f"{arm_list([arm])} is added as number {told} of {k}"
        why = "it was the only candidate left"
        if not np.isnan(other):
            why = f"with it the set averages {mean:.3f}, with the next best one {other:.3f}"
            why += " (a tie, broken at random)" if mean == other else ""
        exact = f"t = {frames.t[f]:,}: {place}: {against}{tie}."
        notes.append(Note(f, f"{capital(place)}: {why}.", (int(arm),), exact))
    committed = np.flatnonzero(frames.phase == COMMITTED)
    final = arm_list(run.final_set)
    if committed.size:
        f = int(committed[0])
        verb = "are" if k > 1 else "is"
        exact = f"t = {frames.t[f]:,}: the set is full. {capital(final)} {verb} played until T."
        text = f"The set is full. From now on ETCG plays {final}."
    else:
        f = frames.t.size - 1
        exact = f"T = {T:,} comes with {told} of {k} arms added; it would fill up to {final}."
        text = (
            f"{over(T)} with {told} of {k} {'arm' if k == 1 else 'arms'} added. ETCG would have "
            f"filled up to {final}."
        )
    return [*notes[:149], Note(f, text, (), exact)]


READING = r"""
**The rows.** ETCG fills its set place by place. For each place it plays the set so far together
with every candidate, the same number of times each, and adds the candidate that earned most. While
it explores, its sets are smaller than $K$; the missing arms count as zeros.

**The marks.** Token: mean reward of the set with this candidate added.
"""
LISTING = Listing(
    (
        (0, "start", "*S* = ∅; *m* plays for each candidate"),
        (0, "", "repeat *K* times:"),
        (1, "play", "for every arm *a* outside *S*: play *S* ∪ {*a*} *m* times, average"),
        (1, "accept test", "add the arm with the highest mean to *S*"),
        (0, "commit", "play *S* until *T*"),
    ),
)
ETCG = AlgorithmSpec(
    name="etcg",
    label="ETCG",
    revision=2,
    line="Builds its set arm by arm, each time the one that helps most, and then plays it.",
    presets={"printed": Preset("as printed", {"m": next(iter(PLAYS))})},
    tunables={
        "m": Tunable(
            "m",
            1,
            1_000_000,
            "How often each candidate is tried (a whole number).",
            "tries of each candidate",
            takes=(1, 10**12),  # the longest horizon
            formulas=PLAYS,
        ),
    },
    main=("m",),
    colour=("#a15c00", "#f2b66d"),
    marker="x",
    reading=READING,
    listing=LISTING,
    bounds=(
        Bound(
            formula=r"N^{1/3}K^{4/3}T^{2/3}",
            source="Nie et al. 2022",
            explicit=False,
            needs_mean=False,
            covers="against (1 − 1/e) of the best set, and submodular rewards",
            value=lambda s, t: np.asarray(np.cbrt(s.n) * np.cbrt(s.k) ** 4 * np.cbrt(t) ** 2),
        ),
    ),
    run=run,
    cites=(_PAPER,),
    source="Nie, Agarwal, Umrawal, Aggarwal, Quinn (2022)",
    regret_bound="O(N^(1/3) K^(4/3) T^(2/3) sqrt(log T)) against (1 − 1/e) of the best set, "
    "submodular rewards",
    cost_per_step="O(K)",
    limits="any 1 ≤ K ≤ N; plays sets smaller than K",
    narrate=narrate,
    words={
        "accept": "in the set",
        "active": "candidates",
        "reject": None,
        "axis": "average pay-off of the set with this arm added",
        "epoch": "place",
        "delta": None,
    },
    outlook=outlook,
    useful=useful,
)
