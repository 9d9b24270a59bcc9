"""Anytime DART: its presets, its forecast, its story and its row of the registry."""

from __future__ import annotations

from math import ceil, log
from typing import TYPE_CHECKING

import numpy as np

from dart_core.algorithms.dart.spec import CODE, DART, LAMBDAS, V1
from dart_core.algorithms.listing import Listing
from dart_core.algorithms.record import AlgorithmSpec, Note, Numbers, Preset, Said
from dart_core.algorithms.shared.played_story import worth_of
from dart_core.algorithms.shared.sentences import (
    are,
    arm_list,
    capital,
    count,
    groups_average,
    number,
    only_one_set,
)
from dart_core.codes import ACCEPTED, COMMITTED, REJECTED
from dart_core.terms import BIBTEX

if TYPE_CHECKING:
    from dart_core.problem import Problem
    from dart_core.run import Run
    from dart_core.world import Log, World

_MOST_NOTES = 150


def lengths(T: int) -> list[int]:
    """Return T_l − T_{l−1} of the runs that begin before T, with T_0 = 0 and T_l = 2^l."""
    return [2, *(2**l for l in range(1, max(1, (T - 1).bit_length())))]  # noqa: E741 # the paper's


def lambdas(problem: Problem, numbers: Numbers) -> list[float]:
    """Return λ_l of every run: a number, or the formula at the run's own length."""
    lam = numbers["lam"]
    runs = lengths(problem.horizon)
    if isinstance(lam, str):
        return [LAMBDAS[lam](problem.n_arms, problem.k, length) for length in runs]
    return [float(lam)] * len(runs)


def run(problem: Problem, world: World, log_: Log, key: np.uint64, numbers: Numbers) -> None:
    """Run DART again and again."""
    from dart_core.algorithms.dart_anytime.kernel import run_dart_anytime
    from dart_core.algorithms.shared.accept_reject import all_active

    n, k, T = problem.n_arms, problem.k, problem.horizon
    c, delta0 = float(numbers["c"]), float(numbers["delta0"])
    lams = np.array(lambdas(problem, numbers))
    run_dart_anytime(world, log_, all_active(n, k), key, k, T, c, lams, delta0)


def outlook(problem: Problem, numbers: Numbers) -> tuple[Said, str, Said]:
    """Return a forecast, a warning ("" if there is none) and a caveat, without running."""
    from dart_core.guarantee import covered

    n, k = problem.n_arms, problem.k
    c, delta0 = float(numbers["c"]), float(numbers["delta0"])
    runs, lams = lengths(problem.horizon), lambdas(problem, numbers)
    groups = -(-n // k)
    plain = f"DART starts from nothing {len(runs)} times, each time for twice as long as before."
    exact = f"{len(runs)} runs, each from nothing and twice as long as the one before"
    proof = covered(problem, c)
    caveat = Said(proof.plain, f"Each restart forgets everything. {proof.exact}")
    if n == k:
        return Said(plain, f"{exact}."), only_one_set(n), caveat

    def first_test(length: int) -> int:
        return max(1, ceil(c * log(n * length) / delta0**2)) * groups

    deciding = [
        q
        for q, (length, lam) in enumerate(zip(runs, lams, strict=True))
        if lam <= delta0 and first_test(length) <= length
    ]
    if not deciding:
        blind = sum(lam > delta0 for lam in lams)
        why = (
            "No arm will ever be settled: "
            + ("every run stops" if blind == len(runs) else f"{blind} of {len(runs)} runs stop")
            + f" looking after one pass of {groups:,} rounds, because λ is then above the first "
            f"lead that is asked for, Δ = {delta0:g}"
            + ("." if blind == len(runs) else "; the others end before their first test.")
        )
        return Said(plain, f"{exact}."), why, caveat
    start = 2 ** deciding[0] if deciding[0] else 0
    text = Said(
        f"{plain} The run that begins at round {start:,} is the first that can settle an arm.",
        f"{exact}; the run that begins at t = {start:,} is the first with a test.",
    )
    return text, "", caveat


def narrate(run: Run) -> list[Note]:
    """Tell each run: when it began, who moved, and what it committed to.

    A long story keeps its last notes: the longest runs are the ones that matter.
    """
    frames, problem = run.snapshots, run.problem
    lams = lambdas(problem, run.algorithm.resolved(problem))
    text = "DART is run again and again, each time from nothing and for twice as long as before."
    notes = []
    for f in range(1, frames.t.size):
        t, same = int(frames.t[f]), frames.t[f] == frames.t[f - 1]
        if frames.epoch[f] == 0 and frames.epoch[f - 1] > 0:
            l = t.bit_length()  # noqa: E741 # T_{l−1} = t
            exact = f"t = {t:,}: run {l} begins, {t:,} rounds long, with λ = {lams[l - 1]:.3g}."
            told = f"DART forgets everything and starts again, this time for {count(t, 'round')}."
            notes.append(Note(f, told, (), exact))
        elif frames.phase[f] == COMMITTED and frames.phase[f - 1] != COMMITTED:
            notes.append(_commitment(run, f))
        elif same and (frames.sets[f] != frames.sets[f - 1]).any():
            notes.append(_moves(run, f))
    return [Note(0, text, ()), *notes[-(_MOST_NOTES - 1) :]]


def _moves(run: Run, f: int) -> Note:
    frames = run.snapshots
    delta = float(frames.delta[f - 1])
    said, parts = [], []
    moved: list[int] = []
    for to, verb, state in ((ACCEPTED, "accepted", "in"), (REJECTED, "rejected", "out")):
        arms = np.flatnonzero((frames.sets[f] == to) & (frames.sets[f - 1] != to)).tolist()
        if arms:
            gate = float(frames.gates[f - 1, 0 if to == ACCEPTED else 1])
            sign, bound = ("≥", "or more") if to == ACCEPTED else ("≤", "or less")
            average = groups_average(len(arms), run.problem.k)
            said.append(f"{capital(are(arms, state))}: {average} {number(gate, 3)} {bound}.")
            parts.append(f"{are(arms, verb)} (μ̂ {sign} {number(gate, 3)})")
            moved += arms
    exact = f"t = {frames.t[f]:,}, epoch {int(frames.epoch[f]):,}, Δ = {delta:g}: "
    return Note(f, " ".join(said), tuple(moved), exact + "; ".join(parts) + ".")


def _commitment(run: Run, f: int) -> Note:
    frames = run.snapshots
    until = min(2 ** int(frames.t[f]).bit_length(), run.problem.horizon)
    played = sorted(frames.action[f].tolist())
    worth = worth_of(run, played)
    exact = f"t = {frames.t[f]:,}: {arm_list(played)} until t = {until:,}, {worth}."
    text = f"Until round {until:,} DART now plays {arm_list(played)}, {worth}."
    return Note(f, text, (), exact)


READING = r"""
**The rows** are DART's. At every power of two $t = 2^l$ it forgets everything and starts afresh
with the constants for the next $2^l$ rounds, so all arms return to the active row.
"""
LISTING = Listing(
    (
        (0, "start", "for *l* = 1, 2, …: forget everything; *T*_l = 2^l"),
        (
            1,
            "play test accept reject halve",
            "run DART with horizon *T*_l − *T*_{l−1} and its own *λ*_l",
        ),
        (1, "commit", "(a run that stops exploring plays its set until *T*_l)"),
    ),
)
DART_ANYTIME = AlgorithmSpec(
    name="dart-anytime",
    label="DART anytime",
    line="Needs no horizon: restarts DART from scratch at every power of two.",
    presets={
        # The paper's doubling appendix; T is the length of a run.
        "paper": Preset(
            "with the constants of the appendix", {"c": 32.0, "lam": V1, "delta0": 1.0}, dash="7 4"
        ),
        # The constants of the authors' code in the printed algorithm.
        "clean-c1": Preset("c = 1", {"c": 1.0, "lam": CODE, "delta0": 1.0}, dash="10 3 2 3"),
    },
    tunables=DART.tunables,
    main=DART.main,
    colour=("#9a5b13", "#e0a458"),
    marker="circle-open",
    reading=READING,
    listing=LISTING,
    place="anytime",
    run=run,
    resolve=lambda _problem, constants: dict(constants),  # each run has a λ of its own
    cites=(BIBTEX,),
    source="Agarwal, Aggarwal, Quinn, Umrawal, appendix on anytime DART",
    regret_bound="Õ(K·sqrt(NKT)) without knowing T",
    cost_per_step="O(K), plus O(N log N) a test",
    limits="any 1 ≤ K ≤ N",
    narrate=narrate,
    outlook=outlook,
)
