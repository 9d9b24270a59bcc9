"""Frontier's variants `capital`, `theorem` and `pace` in plain Python, as changes to `Frontier`."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from tests.reference import luck
from tests.reference.bandit import Bandit
from tests.reference.frontier import GRID, Frontier, Odds, Pair, plain_sum


@dataclass
class Account:
    """R[u, b]: what the bets "u above b" earned in one kind of test, for each λ."""

    threshold: float
    earned: dict[int, dict[int, list[float]]] = field(
        default_factory=dict
    )  # by source, then target

    def of(self, u: int, b: int) -> list[float]:
        return self.earned.get(u, {}).get(b, [1.0] * 6)

    def feed(self, u: int, b: int, factors: list[float]) -> None:
        old = self.of(u, b)
        self.earned.setdefault(u, {})[b] = [r * f for r, f in zip(old, factors, strict=True)]


@dataclass
class Capital(Frontier):
    """No random w; rows, and x beside w's row, have accounts that all sources of a target feed."""

    rows: Account = field(default_factory=lambda: Account(math.inf))
    beside: Account = field(default_factory=lambda: Account(math.inf))

    def explores(self) -> bool:
        return False

    def account(self, source: int) -> Account | None:
        if self.tests == 0:  # a round of all pairs tests an arm more than once
            return None
        return {self.w: self.rows, self.x: self.beside}.get(source)

    def bet(self, reference: int, test: int, odds: Odds, rewards: list[float]) -> None:
        super().bet(reference, test, odds, rewards)
        account = self.account(reference)
        if account:
            account.feed(reference, test, [odds.factor(g, rewards, 1) for g in self.grid])

    def settle(self, one: int, other: int) -> bool:
        drawn, account = super().settle(one, other), self.account(one)
        if account and self.open_pair(one, other):
            capital = self.capital(account, one, other)
            if 6.0 * math.exp(account.threshold) <= capital < math.inf:
                self.certify(one, other, math.log(capital / 6.0), account.threshold)
                return True
        return drawn

    def capital(self, account: Account, w: int, b: int) -> float:
        """Were w no top arm and b one: the least that the sources outside the top have earned."""
        sets, products = self.bandit.sets, list(account.of(w, b))
        for u in account.earned:
            if u == w:
                continue
            surely_outside = sets[u] == 2 or self.certified(w, u)
            surely_inside = sets[u] == 1 or self.certified(u, b)
            for k, r in enumerate(account.of(u, b)):
                if surely_outside:
                    products[k] *= r
                elif not surely_inside:
                    products[k] *= min(1.0, r)
        return plain_sum(products)


@dataclass
class Theorem(Frontier):
    """A coin for the random w, and smaller bets beside the six."""

    def __post_init__(self) -> None:
        smaller = range(1, 1 + max(0, math.ceil(math.log(self.bandit.horizon / 400, 3))))
        if not smaller:
            return
        self.whole = 6.0 / (1.0 - 1.0 / 16)
        self.grid = [*GRID, *(0.06 / 3.0**m for m in smaller)]
        self.start = [1.0] * 6 + [self.whole * (1.0 / 16) / 2.0**m for m in smaller]

    def explores(self) -> bool:
        self.draws += 1
        return luck.below(self.key, self.draws - 1, 32) == 0


@dataclass
class Pace(Frontier):
    """No random w; a pair sleeps while its evidence is ahead of the clock."""

    sleep: float = math.inf
    tested: dict[Pair, int] = field(default_factory=dict)  # of i in A and j outside

    def explores(self) -> bool:
        return False

    def asleep(self, i: int, j: int) -> bool:
        t = self.bandit.t
        rich = 6.0 * math.exp(max(self.sleep, 0.35 * math.log(t)))
        return self.total(i, j) >= rich and t < 2 * self.tested.get((i, j), 0)

    def rests(self, weak: list[int], strong: list[int]) -> bool:
        around = [(i, self.x) for i in weak] + [(self.w, j) for j in strong]
        if any(self.open_pair(*pair) and self.asleep(*pair) for pair in around):
            return True
        return not any(self.awake(i, j) for i in weak for j in strong)

    def rest(self) -> None:
        t, horizon = self.bandit.t, self.bandit.horizon
        for _ in range(min(horizon - t, max(10, t // 50))):
            self.play()

    def round(self, pairs: list[Pair], rho: int, c: int) -> None:
        t = self.bandit.t + rho + c + len(pairs)
        for pair in [*pairs, (self.w, self.x)] if c else pairs:
            self.tested[pair] = t
        super().round(pairs, rho, c)


def frontier_capital(bandit: Bandit, *, L: float, L_rows: float, L_beside: float) -> None:
    Capital(bandit, L, rows=Account(L_rows), beside=Account(L_beside)).run()


def frontier_theorem(bandit: Bandit, *, L: float) -> None:
    Theorem(bandit, L).run()


def frontier_pace(bandit: Bandit, *, L: float, sleep: float) -> None:
    Pace(bandit, L, sleep=sleep).run()
