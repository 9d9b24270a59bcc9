"""What a run will do, before it is run: a forecast of DART's stages from its constants.

Two questions decide whether a run can show anything at all. When does each test come, and does
exploration end before it? Both follow from c, λ, Δ₀, N, K and T alone. Which arms pass a test
depends on luck; the forecast answers it *in expectation*, with the exact expected estimates.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import nan

import numpy as np
from numpy.typing import NDArray

from dart_core.algorithms.record import Said
from dart_core.algorithms.registry import Algorithm, as_algorithm
from dart_core.algorithms.shared.sentences import about_round, count
from dart_core.codes import MEAN
from dart_core.errors import checked_stop
from dart_core.guarantee import UNPROVED, covered
from dart_core.outlook import MOST_STAGES, Outlook, Stage
from dart_core.problem import Problem, checked_problem


@dataclass(frozen=True, repr=False)
class Forecast:
    """What the constants of a run lead to; see `forecast`.

    Attributes
    ----------
    lam : float
        λ for this problem; NaN for an algorithm other than DART.
    stages : tuple of Stage
        The tests to expect, in order, up to the end of exploration.
    commit_t : int
        The round after which one set is played for ever; T if exploration never ends.
    reason : str
        Why exploration ends: ``"lambda"``, ``"decided"`` or ``"horizon"``.
    warnings : tuple of str
        What the constants rule out, in sentences.
    caveat : Said
        What is proved for these constants on this problem; see `good_arms` in
        `dart_core.guarantee`.
    text : Said
        What an algorithm other than DART says of its own course.
    n_arms : int
        N.
    """

    lam: float
    stages: tuple[Stage, ...]
    commit_t: int
    reason: str
    warnings: tuple[str, ...]
    caveat: Said
    text: Said = Said("")  # noqa: RUF009 (frozen)
    n_arms: int = 0

    def __repr__(self) -> str:
        return f"<Forecast: {self.sentence()}>"

    def sentence(self) -> str:
        """Return the forecast in a sentence or two of plain words."""
        if self.warnings:
            return " ".join(self.warnings)
        if self.text.plain:
            return self.text.plain
        if not self.stages:  # the authors' code tests all the same, after every epoch
            return (
                "DART will not come to ask for a smaller lead before the end: it can only settle "
                "arms that are far apart."
            )
        decided = sum(len(s.accepts) + len(s.rejects) for s in self.stages)
        end = about_round(self.commit_t)
        if self.reason == "decided":
            return f"DART should settle all {self.n_arms:,} arms by about {end}."
        few = f"about {decided:,} of the {self.n_arms:,} arms" if decided else "no arm"
        if self.reason == "lambda":
            end = f"stop looking around {end}"
        else:
            end = f"keep looking until the end, round {self.commit_t:,}"
        return f"DART should settle {few} and {end}."

    def exactly(self) -> str:
        """Return the forecast with its times and constants; "" if there is no more to say."""
        if self.warnings or self.text.exact:
            return self.text.exact
        if self.text.plain:
            return ""
        if not self.stages:
            return "Δ will not halve before T: only arms that its first value separates can move."
        moving = [s for s in self.stages if s.accepts or s.rejects]
        decided = sum(len(s.accepts) + len(s.rejects) for s in moving)
        times = ", ".join(f"{s.t:,}" for s in self.stages[:6])
        more = " and so on" if len(self.stages) > 6 else ""
        head = f"{count(len(self.stages), 'test')} expected, at t ≈ {times}{more}."
        end = {
            "lambda": f"λ = {self.lam:.3g} ends exploration at t ≈ {self.commit_t:,}",
            "decided": f"everything should be decided by t ≈ {self.commit_t:,}",
            "horizon": "exploration goes on until T",
        }[self.reason]
        return f"{head} About {decided} arms are decided by then; {end}."


def forecast_work(problem: Problem, algorithm: str | Algorithm = "dart") -> int:
    """Return about how many multiplications `forecast` takes, at most, on a prepared problem."""
    chosen = as_algorithm(algorithm)
    others = 100_000 + 100 * problem.n_arms  # sentences
    if chosen.spec.outlook is not None or not (problem.bernoulli or problem.reward.form == MEAN):
        return others
    outlook = Outlook(problem, *_constants(problem, chosen))
    n, k, delta, stages = problem.n_arms, problem.k, outlook.delta0, 1
    while outlook.epochs(delta) <= problem.horizon and stages < MOST_STAGES:
        delta, stages = delta / 2, stages + 1
    return others + stages * (3 * (n.bit_length() + 1) * n * k * (k + 1) + 50 * n * n)


def forecast(
    problem: Problem,
    algorithm: str | Algorithm = "dart",
    *,
    stop: NDArray[np.int64] | None = None,
) -> Forecast:
    """Forecast a run from its constants, without running it.

    Parameters
    ----------
    problem : Problem
    algorithm : str or Algorithm, default "dart"
    stop : int64 array of shape (1,), optional
        A flag; when another thread sets it to 1 the work ends within milliseconds.

    Returns
    -------
    Forecast
        For DART: times and reasons follow from the constants; which arms pass a test is told in
        expectation, as if every estimate stood at its exact expected value. Other algorithms
        have a sentence of their own and no stages; so has DART when arms pay more than 0 or 1
        and the reward is not the mean.

    Raises
    ------
    Stopped
        If `stop` was set.

    Notes
    -----
    The first Δ is 1 and two joint rewards differ by at most 1, so a first test decides nothing
    by design. With λ ≥ Δ₀ exploration ends after one epoch, before any test (see the paper's
    Algorithm 1: the printed λ is 1.09 / 1.54 / 2.18 at its own setting with K = 2 / 4 / 8).
    """
    checked_problem(problem)
    checked_stop(stop)
    if stop is not None:  # promises ask for Assumption 2, which takes time on its own
        problem.prepare(stop, assumption_2=True)
    chosen = as_algorithm(algorithm)
    numbers = chosen.resolved(problem)
    if chosen.spec.outlook is not None:
        text, warning, caveat = chosen.spec.outlook(problem, numbers)
        refusal = chosen.spec.refuse(problem, numbers)
        warnings = tuple(said for said in (refusal or warning,) if said)
        return Forecast(nan, (), problem.horizon, "", warnings, caveat, text)
    c, lam, delta0, authors = _constants(problem, chosen)
    outlook = Outlook(problem, c, lam, delta0, authors, stop)
    if not problem.bernoulli and problem.reward.form != MEAN:
        first, size = outlook.epochs(delta0), outlook.groups()
        text = Said(
            f"DART can settle the first arm after {count(first * size, 'round')}. Which arms it "
            "will settle is only forecast for independent arms that pay 0 or 1, and for the mean "
            "reward.",
            f"The first test comes after {count(first, 'epoch')} of {count(size, 'round')}; "
            "which arms will pass it is forecast for independent arms that pay 0 or 1, and for the "
            "mean alone.",
        )
        warnings, caveat = outlook.warnings(), _caveat(problem, c, authors)
        return Forecast(lam, (), problem.horizon, "", warnings, caveat, text)
    stages, t, reason = outlook.stages()
    warnings, caveat = outlook.warnings(), _caveat(problem, c, authors)
    return Forecast(lam, stages, t, reason, warnings, caveat, n_arms=problem.n_arms)


def _constants(problem: Problem, dart: Algorithm) -> tuple[float, float, float, bool]:
    """Return c, λ, Δ₀, and whether it is the authors' variant."""
    numbers = dart.resolved(problem)
    c, lam, delta0 = (float(numbers[name]) for name in ("c", "lam", "delta0"))
    return c, lam, delta0, numbers["variant"] == "authors"


def _caveat(problem: Problem, c: float, authors: bool) -> Said:
    if authors:
        exact = "The authors' code tests after every epoch: the proof does not cover it."
        return Said(UNPROVED, exact)
    return covered(problem, c)
