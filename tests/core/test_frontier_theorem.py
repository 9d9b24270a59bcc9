"""Every inequality in the proof of Frontier's regret theorem that can be counted is counted here.

`Counted` is the plain reference of the preset `theorem`, with a clerk beside it. The sections are
those of docs/theorem.md. What holds for every run is asserted in every run; what holds in
expectation, for the mean of the runs.
"""

from __future__ import annotations

import math
from collections import Counter
from functools import cache
from itertools import combinations

import numpy as np
import pytest

from dart_core.algorithms.frontier.bets import the_bets
from dart_core.algorithms.frontier.bounds import EPSILON, most_plays
from dart_core.algorithms.frontier.spec import smaller_bets
from tests.reference.bandit import Bandit
from tests.reference.frontier import Odds, Pair
from tests.reference.frontier_variants import Theorem
from tests.reference.rewards import Reward, best, expected

SLACK = 1e-9


class Problem:
    """A problem with D, l, u, κ and P of the theorem."""

    def __init__(self, means: list[float], k: int, reward: Reward, horizon: int) -> None:
        self.means, self.k, self.reward, self.horizon = means, k, reward, horizon
        self.n = len(means)
        self.P, self.kappa = most_plays(self.n, k), min(k, self.n - k)
        self.L = math.log(k * (self.n - k) * horizon)
        order = sorted(range(self.n), key=lambda arm: -means[arm])
        self.top = set(order[:k])
        swaps = [
            abs(self.mu((*S, a)) - self.mu((*S, b))) / abs(means[a] - means[b])
            for S in combinations(range(self.n), k - 1)
            for a, b in combinations(set(range(self.n)) - set(S), 2)
            if means[a] != means[b]
        ]
        self.l, self.u = min(swaps), max(swaps)
        self.best = best(reward, means, k)

    def mu(self, arms: tuple[int, ...]) -> float:
        return expected(self.reward, [self.means[arm] for arm in arms])

    def D(self, a: int, b: int) -> float:
        return abs(self.means[a] - self.means[b])

    def distance(self, arms: list[int]) -> float:
        return sum(self.means[i] for i in self.top) - sum(self.means[i] for i in arms)

    def lam(self, a: int, b: int) -> int:
        """The bet of the grid in [g/8, 3g/8], by its place."""
        g, grid = self.l * self.D(a, b), the_bets(smaller_bets(self.horizon)).grid
        (found, *_) = (k for k in range(grid.size) if g / 8 <= grid[k] <= 3 * g / 8)
        return found

    def most_log_wealth(self, a: int, b: int) -> float:
        """Λ_e + 6g: what the right bet can have before its order is certified, and a round more."""
        bets, g = the_bets(smaller_bets(self.horizon)), self.l * self.D(a, b)
        return self.L - math.log(bets.weight[self.lam(a, b)] / bets.whole) + 6 * g

    def beta(self, a: int, b: int) -> float:
        bets, D = the_bets(smaller_bets(self.horizon)), self.D(a, b)
        Lambda = self.L - math.log(bets.weight[self.lam(a, b)] / bets.whole)
        return 32 / (3 * self.l**2 * D) * Lambda + 64 / self.l


class Counted(Theorem):
    """The reference, with everything counted that the proof speaks of."""

    def clerk(self, problem: Problem) -> None:
        self.p = problem
        self.n_e: Counter[frozenset[int]] = Counter()  # test plays, by pair
        self.wrong_moves: Counter[frozenset[int]] = Counter()
        self.bet_on: set[frozenset[int]] = set()  # in this round
        self.plays_D = self.sum_D_k = self.sum_D_w = 0.0
        self.before = 0  # t at the start of the epoch
        self.epochs = 0
        self.wanted: frozenset[int] | None = None  # what the next round has to bet on
        self.moving = False

    def choose(self, weak: list[int], strong: list[int]) -> None:
        p = self.p
        if self.epochs:
            assert self.bandit.t - self.before <= p.P  # an epoch has P plays at most
        else:
            self.booted = self.bandit.regret
        self.epochs, self.before = self.epochs + 1, self.bandit.t
        self.epoch_moves: Counter[frozenset[int]] = Counter()
        super().choose(weak, strong)
        self.wanted = None
        D_k = self.D_k = p.distance(self.a)
        if p.horizon - self.bandit.t < p.P:  # 2.5b: the end is charged at once
            return
        self.sum_D_k += D_k
        if D_k > SLACK:  # Lemma 2: a wrong incumbent has an open pair that shows it
            i0 = min(weak, key=lambda i: p.means[i])
            j0 = max(strong, key=lambda j: p.means[j])
            assert p.means[i0] == min(p.means[i] for i in self.a)
            assert p.means[j0] == max(p.means[j] for j in self.c)
            assert i0 not in p.top
            assert j0 in p.top
            assert self.open_pair(i0, j0)
            assert p.kappa * p.D(i0, j0) >= D_k - SLACK
            if self.w == i0:
                self.wanted = frozenset((i0, j0))
                self.sum_D_w += p.D(i0, j0)

    def bet(self, reference: int, test: int, odds: Odds, rewards: list[float]) -> None:
        e, p = frozenset((reference, test)), self.p
        assert e not in self.bet_on, "one factor a pair and round"
        assert odds.tests / len(odds.reference) <= 1.0  # the shares of Lemma 1
        if self.tests > 1 and odds.tests == self.tests:
            assert odds.tests / len(odds.reference) <= 0.6
        self.bet_on.add(e)
        self.n_e[e] += len(rewards)
        super().bet(reference, test, odds, rewards)
        if p.D(reference, test) * p.l * p.horizon > 64:
            a, b = sorted((reference, test), key=lambda arm: -p.means[arm])
            k = p.lam(a, b)
            grown = math.log(self.wealth[a, b][k] / self.start[k])
            assert grown <= p.most_log_wealth(a, b) + SLACK

    def round(self, pairs: list[Pair], rho: int, c: int) -> None:
        p, w, x, closed = self.p, self.w, self.x, not self.open_pair(self.w, self.x)
        begin, D_A = self.bandit.t, p.distance(self.a)
        epoch_wrong = sum(p.D(*e) * times for e, times in self.epoch_moves.items())
        assert self.D_k + epoch_wrong + SLACK >= D_A  # 2.4: only wrong moves raise D
        self.bet_on = set()
        super().round(pairs, rho, c)
        self.plays_D += (self.bandit.t - begin) * D_A
        if self.wanted:
            assert self.wanted in self.bet_on  # w = i0: the first round bets on (i0, j0)
            self.wanted = None
        if closed and c:  # 2.3: who pays for the plays of A − w + x
            rows = [j for i, j in pairs if i == w]
            assert c <= max(1, len(rows))
            payers = rows or [i for i, _ in pairs]
            assert payers
            for other in payers:
                assert {frozenset((w, other)), frozenset((x, other))} <= self.bet_on
                assert p.D(w, x) <= p.D(w, other) + p.D(x, other) + SLACK
        for e, times in self.wrong_moves.items():
            assert times <= self.n_e[e]

    def move(self, pairs: list[Pair]) -> None:
        self.moving = True
        super().move(pairs)
        self.moving = False

    def exchange(self, i: int, j: int) -> None:
        p = self.p
        if self.moving and p.means[j] < p.means[i]:
            self.wrong_moves[frozenset((i, j))] += 1
            self.epoch_moves[frozenset((i, j))] += 1
        if not self.moving:
            assert p.means[j] >= p.means[i]  # a repair is an improvement
        super().exchange(i, j)

    def certify(self, a: int, b: int, log_wealth: float, threshold: float) -> None:
        assert self.p.means[a] >= self.p.means[b]  # the good event; its complement has 1/T
        super().certify(a, b, log_wealth, threshold)


CASES = {
    "spread": Problem([0.9, 0.7, 0.5, 0.3, 0.1], 2, "mean", 8_000),
    "close": Problem([0.55, 0.5, 0.5, 0.42, 0.46, 0.3], 3, "mean", 8_000),
    "one": Problem([0.5, 0.6, 0.4, 0.55], 1, "mean", 8_000),
    "quadratic": Problem([0.8, 0.65, 0.2, 0.5, 0.6], 2, "quadratic", 8_000),
    "max": Problem([0.6, 0.35, 0.2, 0.45, 0.1], 2, "max", 8_000),
}
RUNS = 8


@cache
def counted(name: str) -> tuple[Counted, ...]:
    """The runs of a case, each with what was counted; the asserts on single rounds are inside."""
    p, runs = CASES[name], []
    for seed in range(RUNS):
        bandit = Bandit(p.means, p.k, p.horizon, p.reward, seed)
        run = Counted(bandit, p.L)
        run.clerk(p)
        run.run()
        runs.append(run)
    return tuple(runs)


def paid(run: Counted) -> float:
    return sum(run.p.D(*e) * times for e, times in run.n_e.items())


each = pytest.mark.parametrize("name", CASES)


@each
def test_inequality_1(name: str) -> None:
    """R_T ≤ R_boot + 2u Σ D_e n_e + u Σ plays·D(A), and u·P·κ for the end; in every run."""
    for run in counted(name):
        p = run.p
        ends = p.u * p.P * p.kappa if p.distance(run.a) > SLACK else 0.0
        right = run.booted + 2 * p.u * paid(run) + p.u * run.plays_D + ends
        assert run.bandit.regret <= right + SLACK
        assert run.booted <= 10 * math.ceil(p.n / p.k)


@each
def test_inequality_2(name: str) -> None:
    """Σ plays·D(A) ≤ P·(Σ D_k + Σ D_e n_e + κ); in every run."""
    for run in counted(name):
        assert run.plays_D <= run.p.P * (run.sum_D_k + paid(run) + run.p.kappa) + SLACK


@each
def test_lemma_2(name: str) -> None:
    """What w = i0 found was bet on (every run); the coin finds it once in K/ε (the mean)."""
    runs = counted(name)
    p = runs[0].p
    for run in runs:
        crossing = sum(p.D(*e) * times for e, times in run.n_e.items() if len(e & p.top) == 1)
        assert run.sum_D_w <= crossing + SLACK
    found = np.mean([run.sum_D_w for run in runs])
    assert np.mean([run.sum_D_k for run in runs]) <= p.k * p.kappa / EPSILON * found + SLACK
    assert sum(run.epochs for run in runs) > 100
    assert sum(run.sum_D_k > 0 for run in runs) > 0, "no run began with a wrong incumbent"


@each
def test_lemma_1_and_the_theorem(name: str) -> None:
    """D_e·E n_e ≤ β_e for every pair, and E R_T ≤ the theorem's right side."""
    runs = counted(name)
    p = runs[0].p
    total = crossing = 0.0
    for a, b in combinations(range(p.n), 2):
        if p.D(a, b) == 0:
            continue
        n_e = np.mean([run.n_e[frozenset((a, b))] for run in runs])
        if p.D(a, b) * p.l * p.horizon > 64:
            assert p.D(a, b) * n_e <= p.beta(a, b)
            total += p.beta(a, b)
            crossing += p.beta(a, b) * (len({a, b} & p.top) == 1)
        else:
            assert p.D(a, b) * n_e <= 64 / p.l  # 2.2: the grid need not reach so far
    pairs = p.n * (p.n - 1) / 2
    right = 10 * math.ceil(p.n / p.k) + p.u * (2 + p.P) * total + p.u * p.P * p.kappa
    right += p.u * p.P * p.k * p.kappa / EPSILON * crossing + pairs / (p.k * (p.n - p.k))
    assert np.mean([run.bandit.regret for run in runs]) <= right


# --- 2.2, the steps of Lemma 1 ------------------------------------------------------------------


def test_a_bet_grows_at_the_rate_of_the_lemma() -> None:
    """E log factor ≥ c·3g²/32, enumerated: the mean of a factor's logarithm for the right order."""
    for better, worse in ((0.6, 0.5), (0.52, 0.5), (0.9, 0.1), (0.5, 0.499)):
        g = better - worse
        grid = the_bets(14).grid
        for lam in [x for x in grid if g / 8 <= x <= 3 * g / 8]:
            for q, c in ((4, 1), (1, 1), (16, 1), (30, 16), (9, 4)):
                for m in (0.0, 0.2, 0.5, 0.9, 1.0):
                    for sign in (1, -1):
                        pq, pd = (better, worse) if sign > 0 else (worse, better)
                        growth = 0.0
                        for y, times, p in (
                            (lam * c / q, q, pq),
                            (-lam, c, pd),
                        ):
                            up, down = sign * y * (1 - m), -sign * y * m
                            growth += times * (p * math.log1p(up) + (1 - p) * math.log1p(down))
                        assert growth >= c * 3 * g**2 / 32


@pytest.mark.parametrize("horizon", [400, 10_000, 10**6, 10**9])
def test_the_grid_has_a_bet_for_every_gap_that_counts(horizon: int) -> None:
    bets = the_bets(smaller_bets(horizon))
    assert bets.weight.sum() <= bets.whole * (1 + 1e-12)
    for g in np.geomspace(64 / horizon, 1.0, 500):
        fitting = [k for k in range(bets.grid.size) if g / 8 <= bets.grid[k] <= 3 * g / 8]
        assert fitting
        price = min(-math.log(bets.weight[k] / bets.whole) for k in fitting)
        assert price <= (2.0 if g >= 0.16 else 4.2 + 0.64 * math.log(1 / g))


def test_without_smaller_bets_no_theorem_can_hold() -> None:
    """K = 1, means 0.503 and 0.5: each of the six bets loses on the right order, a smaller wins."""

    def growth(lam: float, m: float) -> float:
        total = 0.0
        stake = min(lam, 0.95 / max(1 - m, m / 4))
        for y, times, p in ((stake / 4, 4, 0.503), (-stake, 1, 0.5)):
            total += times * (p * math.log1p(y * (1 - m)) + (1 - p) * math.log1p(-y * m))
        return total

    assert round(growth(0.06, 0.5), 5) == -0.00038
    for m in np.arange(0.2, 0.81, 0.05):
        assert all(growth(lam, m) < 0 for lam in the_bets().grid)
        assert max(growth(lam, m) for lam in the_bets(8).grid) > 0
