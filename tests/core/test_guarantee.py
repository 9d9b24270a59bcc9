"""No promise where it does not hold: every caveat follows Assumption 2 on the problem at hand."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest

import dart_core as dc
from dart_core.algorithms.shared.linear_story import norm
from dart_core.assumptions import swaps
from dart_core.codes import MAX, MEAN, MIN, QUADRATIC
from dart_core.guarantee import BROKEN, good_arms, promised

ROOT = Path(__file__).parents[2]
# The reward is monotone, but a luckier arm of a lower mean makes the better set.
UNEQUAL_LUCK = dc.Problem([dc.Constant(0.55), dc.Constant(0.54), 0.5, 0.5], 2, 20_000, "max")
BINARY = dc.Problem.random(12, 3, 20_000)
# Two of the worst arms are out of order, and C(60, 7) sets of partners are too many to try.
UNKNOWN = dc.Problem(
    [*(dc.Beta(2 + i / 10, 4) for i in range(58)), dc.Constant(0.2), dc.Beta(0.2, 1)],
    8,
    1_000,
    "max",
)
# A choice of each algorithm whose proof rests on Assumption 2.
RESTS_ON_IT = {
    "frontier": dc.algorithm("frontier", "guaranteed"),
    "frontier, capital": dc.algorithm("frontier", "capital"),
    "frontier, theorem": dc.algorithm("frontier", "theorem"),
    "frontier, pace": dc.algorithm("frontier", "pace"),
    "frontier, bold": dc.algorithm("frontier", "bold", L=9.0),
    "dart-eb": dc.algorithm("dart-eb", "guaranteed"),
    "dart": dc.algorithm("dart", "paper-v2"),
    "dart, c = 40": dc.algorithm("dart", "clean-c1", c=40.0),
    "dart-anytime": dc.algorithm("dart-anytime", "paper"),
    "cmab-sm": dc.algorithm("cmab-sm", "printed"),
}
each = pytest.mark.parametrize("chosen", RESTS_ON_IT.values(), ids=list(RESTS_ON_IT))


@each
def test_nothing_is_promised_where_assumption_2_is_broken(chosen: dc.Algorithm) -> None:
    assert UNEQUAL_LUCK.reward.monotone
    assert UNEQUAL_LUCK.assumption_2.holds is False
    caveat = dc.forecast(UNEQUAL_LUCK, chosen).caveat.exact
    assert "Assumption 2 is broken here" in caveat
    assert "arm 3 is worth" in caveat, "the witness, in plain words"
    for promise in ("proved:", ": proved", "With probability", "at most"):
        assert promise not in caveat
    assert dc.forecast(UNEQUAL_LUCK, chosen).caveat.plain == BROKEN


@each
def test_where_it_holds_the_promise_stands(chosen: dc.Algorithm) -> None:
    caveat = dc.forecast(BINARY, chosen).caveat.exact
    assert "Assumption 2 holds here." in caveat
    assert "broken" not in caveat


@each
def test_where_there_are_too_many_sets_it_is_said(chosen: dc.Algorithm) -> None:
    assert UNKNOWN.assumption_2.holds is None
    caveat = dc.forecast(UNKNOWN, chosen).caveat.exact
    assert "Whether Assumption 2 holds here is not checked" in caveat
    assert "too many sets" in caveat


def test_the_promise_is_in_the_words_of_the_theorem() -> None:
    said = (
        "Under Assumptions 1 and 2, with independent rounds and rewards in [0, 1], the "
        "probability that an arm is ever wrongly accepted or rejected is at most {}, for every "
        "horizon."
    )
    for name, preset in (
        ("frontier", "guaranteed"),
        ("frontier", "capital"),
        ("frontier", "theorem"),
        ("frontier", "pace"),
        ("dart-eb", "guaranteed"),
    ):
        chosen = dc.algorithm(name, preset, delta=0.02)
        assert said.format("0.02") in dc.forecast(BINARY, chosen).caveat.exact
    small = dc.Problem.random(5, 1, 1_000)
    bold = dc.forecast(small, dc.algorithm("frontier", "bold")).caveat.exact
    assert said.format("0.027") in bold
    assert "No bound on its regret is proved." in bold


def test_a_witness_is_told_in_plain_words() -> None:
    known = good_arms(UNEQUAL_LUCK)
    others, i, j = UNEQUAL_LUCK.assumption_2.witness or ((), -1, -1)
    assert (others, i, j) == ((0,), 1, 2)
    assert known.sentence == (
        "Assumption 2 is broken here: beside arm 1, arm 3 is worth 0.225 a round more than arm 2, "
        "although its mean is lower."
    )
    equal = dc.Problem([dc.Constant(0.5), dc.Beta(1, 1)], 1, 100, "quadratic")
    assert good_arms(equal).sentence == (
        "Assumption 2 is broken here: arm 2 is worth 0.0833 a round more than arm 1, although "
        "their means are equal."
    )


def test_a_reward_that_falls_is_judged_by_what_it_does_here() -> None:
    """It may fall where no set of these arms comes to: then nothing is broken."""
    falling = dc.Problem([0.1, 0.9, 0.5], 2, 100, (1.0, 0.0, 0.5))
    harmless = dc.Problem([0.0, 0.0, 0.9], 2, 100, (0.0, 1.0, 0.5))
    assert promised(falling, "all is well", "fine").exact.startswith(
        "Nothing is guaranteed here. Assumption 2"
    )
    assert promised(falling, "all is well", "fine").plain == BROKEN
    assert "all is well" in promised(harmless, "all is well", "fine").exact
    assert promised(harmless, "all is well", "fine").plain == "Fine."


@pytest.mark.parametrize("form", ["mean", "quadratic", "max", "min"])
@pytest.mark.parametrize("sigma", [0.02, 0.4, 3.0])
def test_arms_that_share_their_luck_keep_to_assumption_2(form: str, sigma: float) -> None:
    """Dependence within a round may break it, but not that of the lower bound: all sets tried."""
    arms = dc.LowerBound(6, 3, gap=0.07, sigma=sigma, best=(0, 3, 4))
    problem = dc.Problem(arms, 3, 1_000, form)
    assert good_arms(problem).holds
    code = {"mean": MEAN, "quadratic": QUADRATIC, "max": MAX, "min": MIN}[form]
    worth = arms.overlaps(code, 3, 1_000)[3]
    best = set(arms.best)
    for others in combinations(range(6), 2):
        m = len(best & set(others))
        assert worth[m + 1] >= worth[m] - 1e-12, "a better arm never makes the worse set"
    assert "at most 0.01" in dc.forecast(problem, "frontier").caveat.exact


def test_an_algorithm_for_independent_arms_promises_nothing_for_shared_luck() -> None:
    shared = dc.Problem(dc.LowerBound(12, 3, gap=0.05), 3, 50_000)
    assert "independent" in dc.forecast(shared, "csar").caveat.exact
    assert "has none" not in dc.forecast(shared, "csar").caveat.exact
    assert "holds for" in dc.forecast(BINARY, "csar").caveat.exact
    one = dc.Problem([0.2, 0.5, 0.7], 1, 1_000, "max")
    assert "biased" not in dc.forecast(one, "csar").caveat.exact, (
        "of one arm the maximum is the mean"
    )


def test_a_linear_model_promises_what_its_constants_allow_here() -> None:
    def said(name: str, preset: str, means: list[float], **constants: float) -> str:
        problem = dc.Problem(means, 2, 1_000)
        return dc.forecast(problem, dc.algorithm(name, preset, **constants)).caveat.exact

    small, large = [0.5, 0.4, 0.3], [0.9, 0.8, 0.7]
    assert "norm at most 1, as here" in said("lints", "theory", small)
    assert "nothing is guaranteed" in said("lints", "theory", large)
    assert "no guarantee holds" in said("lints", "theory", small, R=0.1)
    assert "with probability 1 − δ" in said("linucb", "exact", large)
    assert "1.39 here" in said("linucb", "exact", large, S=1.0)
    assert "no guarantee holds" in said("linucb", "exact", large, R=0.1)
    one = dc.Problem([dc.Beta(1, 1), dc.Constant(0.5)], 1, 100, "quadratic")
    assert "as here" in dc.forecast(one, dc.algorithm("lints", "theory")).caveat.exact
    assert norm(one) == pytest.approx((1 / 9 + 1 / 16) ** 0.5)


def test_the_top_k_by_mean_are_no_aim_where_assumption_2_is_broken() -> None:
    for name in ("cucb", "cts"):
        told = dc.forecast(UNEQUAL_LUCK, name)
        assert "need not be the best set" in told.sentence()
        assert not dc.forecast(BINARY, name).warnings


def test_one_place_decides() -> None:
    """Whoever needs Assumption 2 asks `good_arms`; what it costs has one door."""
    allowed = {"guarantee.py", "problem.py", "warm.py", "optimum.py", "search_work.py"}
    askers = {
        file.relative_to(ROOT).as_posix()
        for folder in ("dart_core", "dashboard", "pages")
        for file in (ROOT / folder).rglob("*.py")
        if ".assumption_2" in file.read_text(encoding="utf-8") and file.name not in allowed
    }
    assert askers == set()


def test_sampled_swaps_may_settle_what_is_else_not_checked() -> None:
    """Theory tries pairs that a forecast does not; it asks the same place with what it found."""
    assert good_arms(UNKNOWN).holds is None
    found = swaps(UNKNOWN)
    assert not found.exact
    known = good_arms(UNKNOWN, found)
    assert known.holds is False
    i, j, loss = found.worst()
    assert f"beside some partners, arm {j + 1} is worth {loss:.3g} a round more" in known.sentence
    assert UNKNOWN.means[i] >= UNKNOWN.means[j]
    rising = dc.Problem([0.1 + i / 60 for i in range(45)], 8, 10, [0.0, 1.0] + [0.9] * 7)
    assert good_arms(rising, swaps(rising)).holds is False, "exact for any count curve"


def test_with_one_set_nothing_can_be_exchanged() -> None:
    assert good_arms(dc.Problem([dc.Constant(0.5), dc.Beta(1, 1)], 2, 10, "max")).holds
