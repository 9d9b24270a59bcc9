"""A joint reward of 0/1 arms is one record: the core plays one that it has never seen."""

from __future__ import annotations

import itertools
from dataclasses import replace
from pathlib import Path

import pandas as pd
import pytest

import dart_core as dc
from dart_core.cli import main
from dart_core.joint_rewards import REWARDS, JointReward, parse_reward
from tests.reference import rewards as reference

MEANS = [0.9, 0.15, 0.6, 0.35, 0.8]


@pytest.fixture
def odd(monkeypatch: pytest.MonkeyPatch) -> JointReward:
    """A reward that falls when more arms pay."""
    record = JointReward(
        "odd",
        label="odd (an odd number pays)",
        words="odd reward",
        seen="whether an odd number of them pays",
        curve=lambda k, _: [float(c % 2) for c in range(k + 1)],
    )
    monkeypatch.setitem(REWARDS, record.name, record)
    return record


@pytest.mark.parametrize("k", range(1, 6))
def test_its_expectation_and_optimum_are_exact(odd: JointReward, k: int) -> None:
    problem = dc.Problem(MEANS, k=k, horizon=10, reward="odd")
    curve = tuple(float(c % 2) for c in range(k + 1))
    assert (problem.reward.name, problem.reward.curve) == (odd.name, curve)
    assert problem.reward.monotone == (k == 1)
    for action in itertools.combinations(range(5), k):
        wanted = reference.expected_by_enumeration(curve, [MEANS[i] for i in action])
        assert problem.expected_reward(action) == pytest.approx(wanted, rel=0, abs=1e-12)
    best = reference.best_by_enumeration(curve, MEANS, k)
    assert problem.optimal_reward == pytest.approx(best, rel=0, abs=1e-12)


@pytest.mark.usefixtures("odd")
def test_it_is_played_like_its_count_curve() -> None:
    named, curve = (
        dc.simulate(dc.Problem(MEANS, k=2, horizon=500, reward=reward), "random", seed=3)
        for reward in ("odd", [0.0, 1.0, 0.0])
    )
    assert named.regret.tolist() == curve.regret.tolist()


@pytest.mark.usefixtures("odd")
def test_it_goes_on_to_another_k_by_its_name() -> None:
    reward = dc.Problem(MEANS, k=2, horizon=10, reward="odd").reward
    assert parse_reward(reward, 3).curve == (0.0, 1.0, 0.0, 1.0)


@pytest.mark.usefixtures("odd")
def test_errors_list_it() -> None:
    with pytest.raises(dc.FieldError, match=r"'odd', \('at-least', m\) or the K\+1"):
        dc.Problem(MEANS, k=2, horizon=10, reward="even")
    with pytest.raises(dc.FieldError, match="'quadratic', 'max' or 'min' for arms"):
        dc.Problem([dc.Beta(2, 3), 0.5], k=1, horizon=10, reward="odd")


@pytest.mark.usefixtures("odd")
@pytest.mark.parametrize("columns", range(60, 101, 5))
def test_help_wraps_between_names(
    columns: int, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    with pytest.raises(SystemExit):
        main(["compare", "--help"])
    assert "odd, at-least:M" in " ".join(capsys.readouterr().out.split())


def test_a_wrong_curve_of_a_record_is_a_sentence(
    odd: JointReward, monkeypatch: pytest.MonkeyPatch
) -> None:
    for numbers in ([0.0, 2.0, 1.0], [0.0, 1.0]):
        wrong = replace(odd, curve=lambda *_, given=numbers: given)
        monkeypatch.setitem(REWARDS, odd.name, wrong)
        with pytest.raises(dc.FieldError, match="reward"):
            parse_reward("odd", 2)


@pytest.mark.usefixtures("odd")
def test_the_command_takes_it(tmp_path: Path) -> None:
    out = tmp_path / "a.csv"
    options = ["--means", "0.9,0.5,0.4", "--k", "2", "--t", "300", "--runs", "2"]
    assert main(["compare", "random", *options, "--reward", "odd", "--out", str(out)]) == 0
    problem = dc.Problem([0.9, 0.5, 0.4], 2, 300, [0.0, 1.0, 0.0])
    study = dc.compare(problem, ["random"], 2)
    written = pd.read_csv(out, comment="#")["regret"].tolist()
    assert written == pytest.approx(study.frame["regret"].tolist())


def test_at_least_keeps_its_number_for_another_k() -> None:
    reward = dc.Problem(MEANS, k=2, horizon=10, reward=("at-least", 2)).reward
    assert parse_reward(reward, 4) == parse_reward(("at-least", 2), 4)


def test_every_reward_has_its_definition_in_the_references() -> None:
    """The tests that compare the two draw from the records."""
    for record in REWARDS.values():
        if record.plain:
            reference.joint_reward(record.name, [0, 1, 1])
