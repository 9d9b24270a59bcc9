"""LinTS for the registry: its presets, checks, forecast and story."""

from __future__ import annotations

from dataclasses import replace
from math import log, sqrt
from typing import TYPE_CHECKING

import numpy as np

from dart_core.algorithms.bound import Bound
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
    evaluated,
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

_PAPER = r"""@inproceedings{lints,
  author = {Agrawal, Shipra and Goyal, Navin},
  title = {Thompson Sampling for Contextual Bandits with Linear Payoffs},
  booktitle = {International Conference on Machine Learning},
  series = {Proceedings of Machine Learning Research},
  volume = {28},
  number = {3},
  pages = {127--135},
  year = {2013},
}"""
SCALES: Formulas = {"2.2 sqrt(N / 45)": lambda n, _k, _t: 2.2 * sqrt(n / 45)}


def resolve(problem: Problem, constants: Constants) -> dict[str, float | str]:
    """Add the `theory` preset's v, without its sqrt(log(t/δ))."""
    numbers = evaluated(LINTS.tunables, problem, constants)
    if "v" not in numbers:
        numbers["v"] = float(numbers["R"]) * sqrt(9.0 * problem.n_arms)
    return numbers


def run(problem: Problem, world: World, log_: Log, key: np.uint64, numbers: Numbers) -> None:
    """Run LinTS."""
    from dart_core.algorithms.lints.kernel import prior, run_lints

    state = prior(problem.n_arms, problem.k)
    delta = float(numbers.get("delta", 0.0))
    run_lints(world, log_, state, key, problem.horizon, float(numbers["v"]), delta)


def memory(problem: Problem, _numbers: Numbers) -> int:
    """Return the bytes of the state: a square root of B⁻¹, and vectors."""
    from dart_core.algorithms.shared.linear import padded

    side = padded(problem.n_arms)
    return 8 * (side * side + 8 * side)


def outlook(problem: Problem, numbers: Numbers) -> tuple[Said, str, Said]:
    """Return a forecast, a warning or "", and what holds of the guarantee."""
    from dart_core.guarantee import FASTER

    n, k, T = problem.n_arms, problem.k, problem.horizon
    last = float(numbers["v"])
    if "delta" in numbers:
        last *= sqrt(log(T / float(numbers["delta"])))
    caveat = model_caveat(problem, float(numbers.get("R", 0.5))) or (
        _of_the_bound(norm(problem))
        if "delta" in numbers
        else Said(
            FASTER,
            "The proof needs v = R·sqrt(9 N log(t/δ)); this v is quicker and has no guarantee.",
        )
    )
    if n == k:
        return Said(only_one_set(n)), "", caveat
    spread = last * even_spread(n, k, T)
    forecast = Said(
        "LinTS plays by random draws from what it believes. At the end a draw of an arm's mean "
        f"should still scatter by about ±{spread:.2g}.",
        f"v = {last:.3g}{' at T' if 'delta' in numbers else ''}: if all sets were played alike, "
        f"the sample of an arm's mean would scatter by ±{spread:.2g} in the end.",
    )
    return forecast, _warning(last, spread), caveat


def _of_the_bound(length: float) -> Said:
    what = "The bound is proved for this v and arms' means of norm at most 1"
    if length > 1.0:
        return Said(
            "Nothing is guaranteed here: together the arms pay more than the proof allows for.",
            f"{what}; here it is {length:.3g}, so nothing is guaranteed.",
        )
    return Said(PROVED, f"{what}, as here.")


def even_spread(n: int, k: int, rounds: int) -> float:
    """Return the deviation, over v, of a difference-like direction after even play (N > K).

    E b·bᵀ over all sets has 1/(NK) on its diagonal and (K−1)/(NK(N−1)) beside it; so (N−K) /
    (NK(N−1)) is its eigenvalue for all directions whose entries sum to 0.
    """
    return 1.0 / sqrt(1.0 + rounds * (n - k) / (n * k * (n - 1)))


def _warning(v: float, spread: float) -> str:
    if v < 0.5:
        return (
            f"LinTS starts out too sure that arms pay little (v = {v:.3g}: a mean of 1 lies "
            f"{1 / v:.1f} deviations off). A good arm may look hopeless early, and a wrong set be "
            "kept for ever."
        )
    if spread > 0.25:
        return (
            f"LinTS will stay unsure: its draws scatter by ±{spread:.2g} until the end, which "
            "hides smaller differences between arms. Regret will grow almost linearly."
        )
    return ""


def narrate(run: Run) -> list[Note]:
    """Tell a run of LinTS."""
    n, k = run.problem.n_arms, run.problem.k
    first = float(run.snapshots.delta[0])
    best = "the one that looks" if k == 1 else f"the {k} that look"
    text = (
        "Every round LinTS imagines how good the arms may be, by a random draw that fits what it "
        f"has seen, and plays {best} best in it. What it then sees makes the next draws surer."
    )
    exact = (
        f"Every round draws the {n:,} means from the posterior, at first N(0, {first:.2g}²) each, "
        f"and plays the top {k} of the draw; the joint reward then narrows the posterior."
    )
    return narrate_linear(run, Said(text, exact), "Posterior deviations of the means")


READING = (
    PLAYED_READING
    + r"""
LinTS takes the joint reward for the mean of the arms' own means and keeps a Gaussian belief over
these. Each round it draws one possible world from the belief and plays its best $K$.

**The marks.** Token: the middle of the belief about the arm's mean. Whisker: one standard
deviation of the draw.
"""
)
LISTING = Listing(
    (
        (0, "start", "*B* = identity, *f* = 0"),
        (0, "play", "in every round: *θ̂* = *B*^{−1}*f*"),
        (
            1,
            "play",
            "draw *θ̃* from the normal distribution with mean *θ̂* and covariance *v*^2*B*^{−1}",
        ),
        (1, "play", "play the *K* arms with the largest *θ̃*_i, see *r*"),
        (1, "play", "*b* = 1/*K* at the arms played; *B* += *bb*^⊤; *f* += *r* *b*"),
    ),
)
LINTS = AlgorithmSpec(
    name="lints",
    label="LinTS",
    line="Imagines how good the arms may be, by a random draw, and plays the best ones of it. Made "
    "for pay-offs that are an average of the arms.",
    presets={
        # The two that the DART paper compares with are not defined in it; these fit its ranking.
        "unscaled": Preset("v = 0.5", {"v": 0.5}),
        "scaled": Preset("v = 2.2·sqrt(N/45)", {"v": next(iter(SCALES))}),
        # v_t = R·sqrt(9 N log(t/δ)), as the proof needs it; rewards in [0, 1] have R = 1/2.
        "theory": Preset("v as the proof needs it", {"R": 0.5, "delta": 0.05}),
    },
    tunables={
        "v": Tunable(
            "v",
            0.0001,
            100.0,
            "Scales the random draw: larger explores more.",
            "how much it tries out",
            formulas=SCALES,
        ),
        "R": tunables.R,
        "delta": replace(tunables.DELTA, takes=(1e-300, 0.5)),
    },
    main=("v",),
    colour=("#117733", "#5fce86"),
    marker="triangle-up",
    reading=READING,
    listing=LISTING,
    place="baselines",
    bounds=(
        Bound(
            formula=r"N\sqrt{NT}",
            source="Agrawal, Goyal 2013, Theorem 1 (Table 1 prints N√T)",
            explicit=False,
            needs_mean=True,
            covers="preset theory",
            value=lambda s, t: np.asarray(s.n * np.sqrt(s.n * t)),
        ),
    ),
    run=run,
    resolve=resolve,
    cites=(_PAPER,),
    source="Agrawal, Goyal, ICML 2013, Algorithm 1",
    regret_bound="Õ(N·sqrt(NT)) for the linear reward and the preset theory, for no other preset "
    "(Table 1 of the paper says Õ(N·sqrt(T)))",
    cost_per_step="O(N²)",
    limits="any 1 ≤ K ≤ N; the model is right for rewards linear in the arms",
    narrate=narrate,
    words=LINEAR_WORDS,
    outlook=outlook,
    memory=memory,
)
