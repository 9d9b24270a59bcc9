"""Prices against what runs really take, and against the studies that are priced."""

from math import comb
from time import thread_time

import pytest

import dart_core as dc
from dart_core.algorithms import BUILT_IN
from dart_core.algorithms.registry import REGISTRY
from dart_core.study import CHECKPOINTS
from dart_core.sweep import CHECKPOINTS as CHECKPOINTS_OF_SWEEPS
from dashboard.catalogue import choices
from dashboard.prices import cost
from dashboard.settings import Settings

PAIRS = [(name, preset) for name in BUILT_IN for preset in REGISTRY[name].presets]
# A machine may be this much slower or faster than the one that was measured; a price that is
# wrong by a power of N, K or T is off by more.
FACTOR = 6.0


@pytest.mark.parametrize(
    ("curve", "n", "k", "horizon"),
    [
        (("dart", "unresolved"), 30, 6, 500_000),
        (("frontier", "guaranteed"), 30, 3, 50_000),
        (("lints", "scaled"), 60, 5, 20_000),
        (("linucb", "decoupled"), 80, 10, 20_000),
        (("ucb", "ucb1"), 30, 3, 60_000),
        (("cts", "beta"), 40, 5, 20_000),
        (("random", "uniform"), 30, 6, 500_000),
    ],
    ids=lambda value: value[0] if isinstance(value, tuple) else None,
)
def test_a_price_is_near_what_a_run_takes(curve: cost.Curve, n: int, k: int, horizon: int) -> None:
    settings = Settings(n=n, k=k, horizon=horizon, arms="groups", gap=0.05)
    chosen, problem = dc.algorithm(curve[0], preset=curve[1]), settings.problem()
    dc.simulate(dc.Problem([0.9, 0.1, 0.2], k=1, horizon=50), chosen, frames=0)
    begin = thread_time()
    run = dc.simulate(problem, chosen, frames=0)
    took = thread_time() - begin
    price = cost.of_run(settings, curve) * run.commit_t / horizon
    assert took / FACTOR < price < took * FACTOR


def test_an_algorithm_of_ones_own_has_a_price() -> None:
    assert cost.run_seconds(("mine", "x"), 10, 2, 1_000_000, "bernoulli") >= 4


def test_sets_beyond_what_the_core_takes_cost_nothing() -> None:
    for curve in (("ucb", "ucb1"), ("linucb", "exact")):
        chosen = dc.algorithm(curve[0], preset=curve[1])
        for n, k in ((45, 3), (45, 4), (45, 6)):
            problem = dc.Problem([0.5] * n, k=k, horizon=10)
            refused = chosen.spec.refuse(problem, chosen.resolved(problem)) != ""
            assert refused == (comb(n, k) > cost.most_sets(curve))
            assert refused == (cost.run_seconds(curve, n, k, 10, "bernoulli") == 0)


def test_a_study_costs_its_runs_and_a_sweep_its_points() -> None:
    one = Settings(runs=1, companions=choices("random"))
    run = sum(cost.of_run(one, curve) for curve in cost.curves(one))
    many = Settings(runs=40, companions=choices("random"))
    assert cost.of_study(many).seconds == pytest.approx(40 * run, rel=0.01)
    assert cost.of_study(many).megabytes == pytest.approx(40 * cost.of_study(one).megabytes)
    swept = Settings(runs=40, companions=choices("random"), vary="reward")  # changes no price
    assert cost.of_sweep(swept).seconds == pytest.approx(4 * 40 * run, rel=0.01)
    assert cost.of_sweep(swept).runs == 4 * 40 * 2
    kept = cost.of_sweep(swept).megabytes / cost.of_sweep(swept).runs * 1e6
    assert kept == pytest.approx(8 * CHECKPOINTS_OF_SWEEPS + cost.BYTES_OF_RUN)
    assert cost.CHECKPOINTS == CHECKPOINTS


def test_a_sweep_over_t_costs_less_than_as_many_runs_up_to_t() -> None:
    settings = Settings(horizon=1_000_000, vary="horizon", points=5)
    assert 0 < cost.of_sweep(settings).seconds < 5 * cost.of_study(settings).seconds
    assert cost.of_sweep(settings, everything=True).seconds > 0
