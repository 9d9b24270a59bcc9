"""Speed of the paper's other algorithms, environment included, and how their state grows."""

from __future__ import annotations

from functools import partial
from math import comb

import numpy as np

import dart_core as dc
from benchmarks import lints
from benchmarks.table import Row, best_seconds

HORIZON = 1_000_000
GOAL_STEPS = 10.0  # million a second, one core, while exploring
GOAL_UCB = 1.0  # µs a step over 990 actions
# How much more bytes twice the arms may take: O(N), and O(N²).
LINEAR, QUADRATIC = 2.2, 4.4


def measure() -> list[Row]:
    """Measure all of it."""
    return [*lints.speed(), ucb(), *exploring(), *state()]


def ucb() -> Row:
    """Measure UCB1 on N = 45, K = 2: 990 actions."""
    problem = dc.Problem(np.random.default_rng(0).random(45), k=2, horizon=HORIZON)
    chosen = dc.algorithm("ucb", "ucb1")
    call = partial(dc.simulate, problem, chosen, frames=0)
    call()
    micro = best_seconds(call, 5) / HORIZON * 1e6
    return Row(f"UCB kernel, {comb(45, 2)} actions", micro, "µs a step", GOAL_UCB, False)


def exploring() -> list[Row]:
    """Measure CSAR, CMAB-SM and ETCG, N = 45, up to the round in which they commit."""
    rows = []
    means = np.random.default_rng(0).random(45)
    for name, preset in (("csar", "est1"), ("cmab-sm", "deep"), ("etcg", "printed")):
        for k in (2, 4, 8):
            problem = dc.Problem(means, k=k, horizon=HORIZON)
            chosen = dc.algorithm(name, preset)
            call = partial(dc.simulate, problem, chosen, frames=0)
            plays = call().commit_t
            steps = plays / best_seconds(call, 9) / 1e6
            label = f"{chosen.spec.label} kernel, K = {k}"
            beside = f"{plays:,} rounds before it commits"
            rows.append(Row(label, steps, "M steps/s", GOAL_STEPS, True, beside))
    return rows


def state() -> list[Row]:
    """Compare the bytes of state on N = 45 and N = 90, K = 4; for UCB, K = 2, its actions."""
    goals = dict.fromkeys(("dart", "csar", "cmab-sm", "etcg"), LINEAR)
    goals |= dict.fromkeys(("lints", "linucb"), QUADRATIC)
    rows = []
    for name, goal in goals.items():
        one, two = (_bytes(name, n, 4) for n in (45, 90))
        beside = f"{one:,} and {two:,} bytes"
        rows.append(Row(f"{name}: state of N = 90, of N = 45", two / one, "×", goal, False, beside))
    one, two = (_bytes("ucb", n, 2) for n in (45, 90))
    beside = f"{one:,} and {two:,} bytes"
    goal = 1.1 * comb(90, 2) / comb(45, 2)
    return [*rows, Row("ucb: state of N = 90, of N = 45", two / one, "×", goal, False, beside)]


def _bytes(name: str, n: int, k: int) -> int:
    problem = dc.Problem.random(n, k, HORIZON)
    chosen = dc.algorithm(name)
    return chosen.spec.memory(problem, chosen.resolved(problem))
