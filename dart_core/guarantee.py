"""What is proved on one problem: whether Assumption 2 holds there, Lemma 2, Theorem 3, DART's λ."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, isfinite, log, sqrt
from typing import TYPE_CHECKING

from dart_core.algorithms.record import Said
from dart_core.algorithms.shared.sentences import arm_list
from dart_core.bounds import root_between
from dart_core.codes import MEAN
from dart_core.errors import FieldError
from dart_core.problem import Problem, checked_problem

if TYPE_CHECKING:
    from dart_core.assumptions import Swaps


PROVED_C = 32  # the constant of Lemma 2


@dataclass(frozen=True)
class GoodArms:
    """Whether good arms make good sets on one problem; see `good_arms`.

    Attributes
    ----------
    holds : bool or None
        None: not checked, because there are too many sets to try.
    sentence : str
        The same in plain words, with a witness where it is broken. Arms count from 1.
    """

    holds: bool | None
    sentence: str


def good_arms(problem: Problem, swaps: Swaps | None = None) -> GoodArms:
    """Return what is known of the paper's Assumption 2 on this problem.

    Parameters
    ----------
    problem : Problem
    swaps : Swaps, optional
        What `dart_core.assumptions.swaps` found for it: may settle what is else not checked.

    Notes
    -----
    Whoever says what is proved asks here, so that no page promises what another takes back. A
    monotone reward is not enough: it implies Assumption 2 for independent arms that pay 0 or 1.
    Where arms depend on each other within a round (`LowerBound`, `Rows`) it is asked of the
    expected rewards of their sets all the same.
    """
    known = checked_problem(problem).assumption_2
    if known.witness is not None:
        others, i, j = known.witness
        beside = f"beside {arm_list(others)}, " if others else ""
        return _broken(problem, beside, i, j, known.loss)
    if known.holds:
        return GoodArms(True, "Assumption 2 holds here.")
    if swaps is not None and swaps.loss.max() > 0:
        return _broken(problem, "beside some partners, ", *swaps.worst())
    if swaps is not None and swaps.exact:
        return GoodArms(True, "Assumption 2 holds here.")
    said = "Whether Assumption 2 holds here is not checked: there are too many sets to try."
    return GoodArms(None, said)


def _broken(problem: Problem, beside: str, i: int, j: int, loss: float) -> GoodArms:
    """Say how arm j beats arm i, though its mean is no higher."""
    why = "their means are equal" if problem.means[i] == problem.means[j] else "its mean is lower"
    return GoodArms(
        False,
        f"Assumption 2 is broken here: {beside}arm {j + 1} is worth {loss:.3g} a round more than "
        f"arm {i + 1}, although {why}.",
    )


BROKEN = "Nothing is guaranteed here: a better arm does not always make a better set."
FASTER = "These settings are faster than the proven ones, so it can make mistakes."
UNPROVED = "These are not the settings that the proof is for, so it can make mistakes."


def promised(problem: Problem, claim: str, plain: str) -> Said:
    """Return a claim that is proved under Assumptions 1 and 2, as far as it holds here.

    Parameters
    ----------
    problem : Problem
    claim, plain : str
        A clause, exactly and in plain words: "the chance of … is at most …".

    Returns
    -------
    Said
        The claim with what it rests on and whether that holds; where Assumption 2 is broken, a
        witness instead. Assumption 1 (symmetry), independent rounds and rewards in [0, 1] are
        given in every problem of this package.
    """
    known = good_arms(problem)
    if known.holds is False:
        return Said(BROKEN, f"Nothing is guaranteed here. {known.sentence}")
    said = plain[0].upper() + plain[1:]
    if known.holds is None:
        said = f"If a better arm always makes a better set, which was not checked here, {plain}"
    return Said(
        f"{said}.",
        "Under Assumptions 1 and 2, with independent rounds and rewards in [0, 1], "
        f"{claim}. {known.sentence}",
    )


def never_wrong(problem: Problem, delta: float) -> Said:
    """Return the guarantee of Frontier and DART-EB, as far as it holds here."""
    return promised(
        problem,
        "the probability that an arm is ever wrongly accepted or rejected is at most "
        f"{delta:.3g}, for every horizon",
        f"the chance that it ever settles an arm wrongly is at most {100 * delta:.3g} %",
    )


def logarithmic(problem: Problem, delta: float) -> str:
    """Return what is proved of the regret of Frontier's preset `theorem`, as far as it holds here.

    Notes
    -----
    docs/theorem.md; its last term, δT·M/(K(N−K)), is a constant where δ is 1/T.
    """
    if good_arms(problem).holds is False:
        return "So no bound on its regret is proved here."
    rate = (
        "O(log T) for fixed means, and Õ(√T) uniformly over instances with given swap constants "
        "l, u > 0"
        if delta * problem.horizon <= 1.0 + 1e-9
        else "O(log(1/δ) + δT) for fixed means"
    )
    return (
        f"Its expected regret is proved to be {rate}. The constants are far too large to forecast "
        "regret."
    )


def covered(problem: Problem, c: float) -> Said:
    """Return what the constant c of DART's test has to do with the paper's proof here."""
    if c < PROVED_C:
        exact = f"The proof needs c = {PROVED_C}; c = {c:g} is quicker and has no guarantee."
        return Said(FASTER, exact)
    known = good_arms(problem)
    more = "" if c == PROVED_C else f", and more: {PROVED_C} would do"
    if known.holds is False:
        more += "; even so nothing is guaranteed here"
    plain = BROKEN if known.holds is False else "Its tests are as careful as the proof asks for."
    return Said(plain, f"c = {c:g} is what the proof needs{more}. {known.sentence}")


def printed_lambda(n: int, k: int, horizon: float) -> float:
    """Return the λ that Algorithm 1 prints, sqrt(720 NK ln(2NT)/T)."""
    return sqrt(720 * n * k * log(2 * n * horizon) / horizon)


@dataclass(frozen=True)
class Separation:
    """When the theory has an arm decided at the latest; see `separations`.

    Attributes
    ----------
    arm : int
        From 0.
    in_top : bool
        Whether it is one of the K arms with the highest means.
    gap : float
        Δ_{i,K+1} for an arm of the top K, else Δ_{K,i}.
    epochs : float
        9c·U²K² ln(2NT)/Δ²; inf where Δ = 0 or U = ∞.
    """

    arm: int
    in_top: bool
    gap: float
    epochs: float


def separations(problem: Problem, u: float, c: float = 32.0) -> tuple[Separation, ...]:
    """Return Lemma 2's epoch for every arm, in the order of their means.

    Parameters
    ----------
    problem : Problem
    u : float
        U of Assumption 3, 1 or more; see `dart_core.assumptions.Swaps.u`.
    c : float, default 32
        The constant of the test. The lemma is proved for 32, which gives the 288 = 9·32 that
        the paper prints.

    Notes
    -----
    Section 6.1: with probability 1 − 1/(NT), arm i ≤ K is separated from arm K+1, and arm i > K
    from arm K, within 288 U²K² ln(2NT)/Δ² epochs.
    """
    checked_problem(problem)
    n, k = problem.n_arms, problem.k
    if n == k:
        return ()
    means = problem.mean_array[list(problem.ranking)]
    log_2nt = log(2 * n * problem.horizon)
    rows = []
    for place, arm in enumerate(problem.ranking):
        gap = float(means[place] - means[k] if place < k else means[k - 1] - means[place])
        epochs = 9 * c * (u * k / gap) ** 2 * log_2nt if gap > 0 else inf
        rows.append(Separation(arm, place < k, gap, epochs))
    return tuple(rows)


def gap_bound(problem: Problem, u: float) -> float:
    """Return the distribution-dependent bound of Theorem 3 on DART's regret, from its proof.

    Parameters
    ----------
    problem : Problem
    u : float
        U, 1 or more; without effect for the mean, where it cancels.

    Returns
    -------
    float
        Σ_{i>K: Δ_{K,i} ≥ λ} 1440 U³K² ln(2NT)/Δ_{K,i} + 2UKTλ + UK at λ = U·√(720NK ln(2NT)/T).
        For the mean, where a swap is worth exactly Δ/K, as at the end of section 6: U⁻¹ = K in
        place of U³, 1/K in place of U, and λ = K·√(720NK ln(2NT)/T).
    """
    n, k, T = problem.n_arms, problem.k, problem.horizon
    logs = log(2 * n * T)
    root = sqrt(720 * n * k * logs / T)
    mean = problem.reward.form == MEAN
    lam, cubed, once = (k * root, float(k), 1.0 / k) if mean else (u * root, u**3, u)
    far = [s.gap for s in separations(problem, u) if not s.in_top and s.gap >= lam]
    eliminating = sum(1440 * cubed * k**2 * logs / gap for gap in far)
    return eliminating + 2 * once * k * T * lam + once * k


def printed_lambda_below(n: int, k: int, delta: float) -> float:
    """Return the T from which the λ printed in Algorithm 1 is below `delta`.

    Parameters
    ----------
    n, k : int
        N and K.
    delta : float
        Δ, above 0.

    Notes
    -----
    λ² = 720 NK ln(2NT)/T falls in T ≥ 2; with the first Δ = 1 DART leaves its loop after one
    epoch below that T.
    """
    if not (isfinite(delta) and delta > 0):
        raise FieldError("delta", "a number above 0", delta)

    def excess(t: float) -> float:
        return printed_lambda(n, k, t) - delta

    high = 4.0
    while excess(high) > 0:
        high *= 2
    return root_between(excess, 2.0, high) if excess(2.0) > 0 else 2.0
