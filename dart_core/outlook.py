"""The expected course of a run of DART: when its tests come, and who passes them.

When a test comes follows from c, Δ₀, N, K and T. Who passes it is told in expectation, as if every
estimate stood at its exact expected value.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, log

import numpy as np
from numpy.typing import NDArray

from dart_core.algorithms.shared.sentences import count, only_one_set
from dart_core.compile import kernel
from dart_core.errors import end_if
from dart_core.problem import Problem

MOST_STAGES = 60


@dataclass(frozen=True)
class Stage:
    """One test of a forecast, made when estimates are as exact as Δ asks for.

    Attributes
    ----------
    delta : float
        Δ, the distance that the test asks for.
    epochs : int
        Epochs played before it, since the start.
    t : int
        Rounds played before it, if arms leave as expected; may exceed T.
    active : int
        Arms still active when it comes.
    accepts, rejects : tuple of int
        Arms (from 0) whose expected estimates pass.
    """

    delta: float
    epochs: int
    t: int
    active: int
    accepts: tuple[int, ...]
    rejects: tuple[int, ...]


class Outlook:
    """The expected course of a run."""

    def __init__(
        self,
        problem: Problem,
        c: float,
        lam: float,
        delta0: float,
        authors: bool,
        stop: NDArray[np.int64] | None = None,
    ) -> None:
        self.stop = np.zeros(1, dtype=np.int64) if stop is None else stop
        self.problem, self.lam, self.delta0, self.authors = problem, lam, delta0, authors
        self.log_nt = c * log(problem.n_arms * problem.horizon)
        self.accepted: list[int] = []
        self.active = list(range(problem.n_arms))

    def epochs(self, delta: float) -> int:
        """Return the epochs before the test at Δ (authors' code: before Δ halves)."""
        halved = self.delta0 / delta  # the authors' n_r counts how often Δ was halved, not Δ
        exact = self.log_nt * (4.0 * halved**2 if self.authors else 1.0 / delta**2)
        return max(1, ceil(min(exact, 1e15)))

    def ends(self, delta: float) -> bool:
        """Return whether λ ends exploration at this Δ (authors' code compares Δ/2)."""
        return (delta / 2 if self.authors else delta) < self.lam

    def groups(self) -> int:
        """Return the number of rounds of one epoch."""
        return -(-len(self.active) // max(1, self.problem.k - len(self.accepted)))

    def warnings(self) -> tuple[str, ...]:
        """Say what the constants rule out from the start."""
        n, k, T = self.problem.n_arms, self.problem.k, self.problem.horizon
        groups = -(-n // k)
        if n == k:
            return (only_one_set(n),)
        if self.ends(self.delta0) and not self.authors and self.epochs(self.delta0) > 1:
            return (
                "No arm will ever be settled: DART stops looking once the lead it asks for, Δ, is "
                f"below λ = {self.lam:.3g}, and it begins at Δ = {self.delta0:g}. So it makes a "
                f"blind guess after {count(min(groups, T), 'round')}.",
            )
        first = self.epochs(self.delta0)
        if first * groups > T and not self.authors:
            return (
                f"No arm will ever be settled: the first test comes after {first * groups:,} "
                f"rounds ({count(first, 'pass')} of {groups:,} over all arms), and "
                f"{_there_are(T)}.",
            )
        if groups > T:
            return (
                f"No arm will ever be settled: one pass over all arms takes {groups:,} rounds, and "
                f"{_there_are(T)}.",
            )
        return ()

    def stages(self) -> tuple[tuple[Stage, ...], int, str]:
        """Return the stages to expect, when exploration ends, and why."""
        problem, T = self.problem, self.problem.horizon
        n = problem.n_arms
        sums, epochs, t, delta = np.zeros(n), 0, 0, self.delta0
        stages: list[Stage] = []
        if len(self.active) == problem.k:
            return (), 0 if self.authors else 1, "decided"
        if self.ends(delta) and not self.authors and self.epochs(delta) > 1:
            return (), min(T, self.groups()), "lambda"
        expected = self.expected_estimates()
        while len(stages) < MOST_STAGES:
            due = max(self.epochs(delta), epochs + 1)  # an epoch ends with one test at most
            t += (due - epochs) * self.groups()
            if t > T:
                return tuple(stages), T, "horizon"
            sums[self.active] += (due - epochs) * expected
            epochs = due
            stage = self.test(delta, epochs, t, sums / epochs)
            stages.append(stage)
            delta /= 2
            if len(self.accepted) + len(self.active) == problem.k or not self.active:
                return tuple(stages), t, "decided"
            if self.ends(delta):
                return tuple(stages), t, "lambda"
            if stage.accepts or stage.rejects:
                expected = self.expected_estimates()
        return tuple(stages), T, "horizon"

    def test(self, delta: float, epochs: int, t: int, estimates: NDArray[np.float64]) -> Stage:
        """Move the arms whose expected estimates pass the test at Δ."""
        places = self.problem.k - len(self.accepted)
        ranked = sorted(self.active, key=lambda i: -estimates[i])
        kth, next_ = estimates[ranked[places - 1]], estimates[ranked[places]]
        accepts = tuple(i for i in ranked[:places] if estimates[i] - next_ >= delta)
        rejects = tuple(i for i in ranked[places:] if kth - estimates[i] >= delta)
        stage = Stage(delta, epochs, t, len(self.active), accepts, rejects)
        self.accepted += accepts
        self.active = [i for i in self.active if i not in accepts and i not in rejects]
        return stage

    def expected_estimates(self) -> NDArray[np.float64]:
        """E[r | arm in the group] for each active arm, partners uniform among the others."""
        problem = self.problem
        active = np.array(self.active, dtype=np.int64)
        accepted = np.array(self.accepted, dtype=np.int64)
        size = problem.k - accepted.size
        values = np.zeros(active.size)
        depth = active.size.bit_length() + 1
        counts = np.zeros((depth + 1, size + 1, problem.k + 1))
        halves = np.zeros((depth + 1, 3), dtype=np.int64)
        mean, curve = problem.mean_array, problem.curve_array
        args = (mean, curve, accepted, active, size, counts, halves, values, self.stop)
        _expected_with_partners(*args)
        end_if(self.stop, "The forecast")
        if self.authors and active.size > 1:
            values *= (active.size - 1) / (active.size - size)
        return values


@kernel
def _expected_with_partners(
    mean: NDArray[np.float64],
    curve: NDArray[np.float64],
    accepted: NDArray[np.int64],
    active: NDArray[np.int64],
    size: int,
    counts: NDArray[np.float64],
    halves: NDArray[np.int64],
    values: NDArray[np.float64],
    stop: NDArray[np.int64],
) -> None:
    """Average μ_{A ∪ S ∪ {i}} over all (size−1)-subsets S of the other active arms.

    The mean of arms of any law depends on their means alone, so it is as for 0/1 arms.
    counts[d, s, c] = Σ over the s-subsets S of the arms outside of a range of `active` of
    P(c arms of A ∪ S pay), as a fraction of the number of such subsets. A range is halved, and
    each half takes in the arms of the other, until it is one arm: O(|C| log|C|·size·K) for all.
    halves[d] is the range at depth d, and how many of its halves have been gone through.
    """
    K, C = curve.shape[0] - 1, active.shape[0]
    for s in range(size + 1):
        for c in range(K + 1):
            counts[0, s, c] = 0.0
    counts[0, 0, 0] = 1.0
    for q in range(accepted.shape[0]):
        p = mean[accepted[q]]
        for c in range(K, 0, -1):
            counts[0, 0, c] = counts[0, 0, c] * (1.0 - p) + counts[0, 0, c - 1] * p
        counts[0, 0, 0] *= 1.0 - p
    halves[0, 0], halves[0, 1], halves[0, 2] = 0, C, 0
    d = 0
    while d >= 0 and stop[0] == 0:
        low, high = halves[d, 0], halves[d, 1]
        if high - low == 1:
            p, total = mean[active[low]], 0.0
            for c in range(K):
                total += counts[d, size - 1, c] * ((1.0 - p) * curve[c] + p * curve[c + 1])
            values[low] = total
        if high - low == 1 or halves[d, 2] == 2:
            d -= 1
            continue
        first, middle = halves[d, 2] == 0, (low + high) // 2
        halves[d, 2] += 1
        for s in range(size):
            for c in range(K + 1):
                counts[d + 1, s, c] = counts[d, s, c]
        seen = C - (high - low)
        for other in range(middle if first else low, high if first else middle):
            p = mean[active[other]]
            seen += 1
            # An s-subset of `seen` arms holds the newest one with probability s/seen.
            for s in range(min(size - 1, seen), 0, -1):
                share = s / seen
                for c in range(K, 0, -1):
                    with_it = counts[d + 1, s - 1, c] * (1.0 - p) + counts[d + 1, s - 1, c - 1] * p
                    counts[d + 1, s, c] = (1.0 - share) * counts[d + 1, s, c] + share * with_it
                none = counts[d + 1, s - 1, 0] * (1.0 - p)
                counts[d + 1, s, 0] = (1.0 - share) * counts[d + 1, s, 0] + share * none
        d += 1
        halves[d, 0], halves[d, 1] = (low, middle) if first else (middle, high)
        halves[d, 2] = 0


def _there_are(rounds: int) -> str:
    return "there is only one" if rounds == 1 else f"there are only {rounds:,}"
