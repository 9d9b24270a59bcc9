"""Frontier in plain Python: swap comparisons inside the best set known, with betting certificates.

Written from the description of a round; sets and dictionaries, nothing shared with the kernel but
the order of additions, so that equal decisions have equal bits.
"""

from __future__ import annotations

import itertools
import math
import operator
from dataclasses import dataclass, field

from tests.reference import luck
from tests.reference.bandit import Bandit

GRID = list(itertools.accumulate([0.06, 3.0, 3.0, 3.0, 3.0, 3.0], operator.mul))
Pair = tuple[int, int]


def plain_sum(values: list[float]) -> float:
    """Add from left to right; Python's own `sum` keeps the rounding errors and adds them back."""
    total = 0.0
    for value in values:
        total += value
    return total


@dataclass
class Odds:
    """Reference rewards, ready for bets with `tests` test rewards each."""

    reference: list[float]
    tests: int
    m: float

    def factor(self, grid: float, rewards: list[float], sign: int) -> float:
        """Return one factor of "reference better" (sign +1) or "test better" (−1)."""
        m, share = self.m, self.tests / len(self.reference)
        farthest = max(1.0 - m, share * m) if sign > 0 else max(m, share * (1.0 - m))
        bet = min(grid, 0.95 / farthest)
        product = 1.0
        for z in self.reference:
            product *= 1.0 + sign * (bet * share) * (z - m)
        for d in rewards:
            product *= 1.0 + sign * bet * (m - d)
        return product


@dataclass
class Frontier:
    bandit: Bandit
    L: float
    a: list[int] = field(default_factory=list)  # A
    c: list[int] = field(default_factory=list)  # C
    counts: list[int] = field(default_factory=list)
    wealth: dict[Pair, list[float]] = field(default_factory=dict)
    better: set[Pair] = field(default_factory=set)
    w: int = -1
    x: int = -1
    m: float = 0.5
    seen: int = 1
    choices: int = 0
    tests: int = 0  # c of this round
    draws: int = 0
    spare: int = 128  # frames for what happens without an arm being accepted or rejected
    told: dict[str, int] = field(default_factory=dict)
    # The bets on one order: how much each stakes, and what it starts with.
    grid: list[float] = field(default_factory=lambda: list(GRID))
    start: list[float] = field(default_factory=lambda: [1.0] * 6)
    whole: float = 6.0

    # --- what is known -----------------------------------------------------------------------

    def total(self, a: int, b: int) -> float:
        return plain_sum(self.wealth.get((a, b), self.start))

    def certified(self, a: int, b: int) -> bool:
        return (a, b) in self.better

    def open_pair(self, a: int, b: int) -> bool:
        return not self.certified(a, b) and not self.certified(b, a)

    def weak_side(self) -> list[int]:
        """Undominated, non-accepted arms of A."""
        inside = [i for i in self.a if self.bandit.sets[i] != 1]
        return [i for i in inside if not any(self.certified(i, other) for other in inside)]

    def strong_side(self) -> list[int]:
        """Undominated, non-rejected arms of C."""
        outside = [j for j in self.c if self.bandit.sets[j] != 2]
        return [j for j in outside if not any(self.certified(other, j) for other in outside)]

    # --- plays -------------------------------------------------------------------------------

    def play(self, out: int = -1, into: int = -1) -> float:
        action = [into if i == out else i for i in self.a]
        r = self.bandit.play(action)
        self.bandit.record(action)
        self.last_action = action
        return r

    def boot(self) -> None:
        bandit = self.bandit
        n, k, T = len(bandit.means), bandit.k, bandit.horizon
        order = list(range(n))
        for _ in range(10):
            order = luck.shuffled(order, self.key, self.draws)
            self.draws += n - 1
            for first in range(0, n, k):
                if bandit.t == T:
                    break
                group = [order[p % n] for p in range(first, first + k)]
                r = bandit.play(group)
                for arm in order[first : first + k]:
                    bandit.average(arm, r)
                bandit.record(group)
            if bandit.t == T:
                break
        self.counts = [min(3, plays) for plays in bandit.plays]
        ranked = sorted(order, key=lambda arm: -bandit.estimates[arm])
        self.a, self.c = ranked[:k], ranked[k:]

    # --- the whole ---------------------------------------------------------------------------

    def run(self) -> None:
        bandit = self.bandit
        self.key = luck.stream_key(bandit.seed, "algorithm", "frontier")
        self.boot()
        cheap = 0
        while True:
            weak, strong = self.weak_side(), self.strong_side()
            if not weak or not strong:
                break
            if cheap == 0 or self.w not in weak or self.x not in strong:
                cheap = 0
                self.choose(weak, strong)
            w, x = self.w, self.x
            columns = [i for i in weak if i != w and self.awake(i, x)]
            rows = [] if cheap else [j for j in strong if j != x and self.awake(w, j)]
            pairs = [(i, x) for i in columns] + [(w, j) for j in rows]
            c = min(16, max(1, len(rows) // 4))
            if cheap and not columns:
                cheap = 0
                continue
            if not pairs and (self.certified(w, x) or self.asleep(w, x)):
                if self.rests(weak, strong):
                    if bandit.t == bandit.horizon:
                        break
                    self.rest()
                    cheap = 0
                    continue
                pairs, c = [(i, j) for i in weak for j in strong if self.awake(i, j)], 0
            rho = min(30, max(4, (len(pairs) + c) // 2))
            if bandit.t + rho + c + len(pairs) > bandit.horizon:
                break
            self.round(pairs, rho, c)
            if cheap:
                cheap -= 1
            elif columns:
                cheap = min(20, (len(rows) + c) // (2 * len(columns)))
        bandit.commit(self.a)

    def asleep(self, _i: int, _j: int) -> bool:
        """Whether a pair is left alone for a while."""
        return False

    def awake(self, i: int, j: int) -> bool:
        return self.open_pair(i, j) and not self.asleep(i, j)

    def rests(self, _weak: list[int], _strong: list[int]) -> bool:
        """Whether nothing is to be compared now."""
        return False

    def rest(self) -> None:
        raise NotImplementedError

    def choose(self, weak: list[int], strong: list[int]) -> None:
        score, old = self.bandit.estimates, self.w
        self.x = max(strong, key=lambda j: score[j])
        self.choices += 1
        if self.explores():
            self.w = weak[luck.below(self.key, self.draws, len(weak))]
            self.draws += 1
            return
        w = min(weak, key=lambda i: score[i])
        keep = old in weak and self.total(old, w) < math.exp(2.0) * self.total(w, old)
        self.w = old if keep else w

    def explores(self) -> bool:
        """Whether this choice of w is random."""
        return self.choices % 32 == 0

    def round(self, pairs: list[Pair], rho: int, c: int) -> None:
        w, x, self.tests = self.w, self.x, c
        Z = [self.play() for _ in range(rho)]
        V = [self.play(w, x) for _ in range(c)]
        Y = [self.play(i, j) for i, j in pairs]

        stakes: list[tuple[int, int, Odds, list[float]]] = []
        if c:
            stakes.append((w, x, Odds(Z, c, self.m), V))
        for (i, j), y in zip(pairs, Y, strict=True):
            stakes.append((i, j, Odds(Z, 1, self.m), [y]))
            if c and i == w:
                stakes.append((x, j, Odds(V, 1, self.m), [y]))
            elif c:
                stakes.append((i, w, Odds(V, 1, self.m), [y]))
        stakes = [stake for stake in stakes if self.open_pair(stake[0], stake[1])]
        for reference, test, odds, rewards in stakes:
            self.bet(reference, test, odds, rewards)
        self.learn(pairs, Y, V, plain_sum(Z) / rho)
        for z in Z:
            self.seen += 1
            self.m += (z - self.m) / min(self.seen, 200)
        changed = False
        for one, other, _, _ in stakes:
            changed |= self.settle(one, other)
        self.move([(i, j) for i, j in [*([(w, x)] if c else []), *pairs] if self.open_pair(i, j)])
        if changed:
            self.repair()

    def bet(self, reference: int, test: int, odds: Odds, rewards: list[float]) -> None:
        for pair, sign in (((reference, test), 1), ((test, reference), -1)):
            old = self.wealth.get(pair, self.start)
            self.wealth[pair] = [
                max(1e-300, own * odds.factor(grid, rewards, sign))
                for own, grid in zip(old, self.grid, strict=True)
            ]

    def learn(self, pairs: list[Pair], Y: list[float], V: list[float], z: float) -> None:
        score = self.bandit.estimates
        for (i, j), y in zip(pairs, Y, strict=True):
            if i == self.w:
                self.counts[j] += 1
                score[j] += (y - z + score[i] - score[j]) / self.counts[j]
            elif j == self.x:
                self.counts[i] += 1
                score[i] += (z - y + score[j] - score[i]) / self.counts[i]
        if V:
            w, x, c, v = self.w, self.x, len(V), plain_sum(V) / len(V)
            self.counts[x] += c
            score[x] += c * (v - z + score[w] - score[x]) / self.counts[x]
            self.counts[w] += c
            score[w] += c * (z - v + score[x] - score[w]) / self.counts[w]

    # --- certificates and moves --------------------------------------------------------------

    def settle(self, one: int, other: int) -> bool:
        """Certify a pair, this way or that, if a bet on it has grown enough."""
        for a, b in ((one, other), (other, one)):
            if self.total(a, b) >= self.whole * math.exp(self.L) and self.open_pair(a, b):
                self.certify(a, b, math.log(self.total(a, b) / self.whole), self.L)
                return True
        return False

    def certify(self, a: int, b: int, log_wealth: float, threshold: float) -> None:
        bandit, n, k = self.bandit, len(self.bandit.means), self.bandit.k
        above = [a] + [u for u in range(n) if self.certified(u, a)]
        below = [b] + [v for v in range(n) if self.certified(b, v)]
        self.better |= {(u, v) for u in above for v in below}
        moved = False
        for arm in range(n):
            if bandit.sets[arm]:
                continue
            if sum(self.certified(arm, v) for v in range(n)) >= n - k:
                to = 1
            elif sum(self.certified(u, arm) for u in range(n)) >= k:
                to = 2
            else:
                continue
            bandit.sets[arm] = to
            bandit.moves.append((bandit.t, arm, log_wealth, threshold))
            moved = True
        self.happened("certificate", moved)

    def happened(self, kind: str, moved: bool) -> None:
        """Record what always gets a frame, and now and then what need not have one."""
        if not moved:
            if self.bandit.t < 1.1 * self.told.get(kind, 0):
                return
            self.spare -= 2
            if self.spare < 0:
                return
            self.told[kind] = self.bandit.t
        self.bandit.record(self.last_action)

    def move(self, pairs: list[Pair]) -> None:
        sets = self.bandit.sets
        best, most = None, math.exp(1.5)
        for i, j in pairs:
            ratio = self.total(j, i) / self.total(i, j)
            if ratio > most and sets[i] != 1 and sets[j] != 2:
                best, most = (i, j), ratio
        if best:
            self.exchange(*best)

    def repair(self) -> None:
        """Let no arm outside be certified above one inside."""
        score = self.bandit.estimates
        at = 0
        while at < len(self.a):
            i = self.a[at]
            above = [j for j in self.c if self.certified(j, i)]
            if above:
                self.exchange(i, max(above, key=lambda j: score[j]))
            else:
                at += 1

    def exchange(self, i: int, j: int) -> None:
        score = self.bandit.estimates
        self.a[self.a.index(i)], self.c[self.c.index(j)] = j, i
        if score[i] > score[j]:
            score[i], score[j] = score[j], score[i]
        self.happened("exchange", False)


def frontier(bandit: Bandit, *, L: float) -> None:
    Frontier(bandit, L).run()
