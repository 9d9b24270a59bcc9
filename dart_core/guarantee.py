"""What the paper proves of DART on one problem: Lemma 2, Theorem 3, and where its λ lets it act."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, isfinite, log, sqrt

from dart_core.bounds import root_between
from dart_core.errors import FieldError
from dart_core.problem import Problem, checked_problem
from dart_core.rewards import MEAN


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
