"""What may be asked of a hosted server, and what is said when it is too much."""

from __future__ import annotations

import pytest

from dashboard import cost, profile
from dashboard.catalogue import CATALOGUE
from dashboard.cost import Cost
from dashboard.settings import Settings


def test_nothing_is_limited_at_home() -> None:
    assert profile.read({}) == profile.Limits()


def test_a_variable_replaces_one_number() -> None:
    limits = profile.read({"DART_PROFILE": "hosted", "DART_MAX_SECONDS": "7"})
    assert (limits.seconds, limits.arms) == (7.0, profile.HOSTED.arms)


@pytest.mark.parametrize("text", ["many", "-1", "0", "nan", ""])
def test_a_wrong_variable_is_named(text: str) -> None:
    with pytest.raises(profile.ProfileError, match="DART_MAX_SECONDS: expected a number above 0"):
        profile.read({"DART_MAX_SECONDS": text})


def test_too_long_says_by_how_much_and_what_fits() -> None:
    settings = Settings(horizon=1_000_000)
    asked = Cost(10, 1e7, 1e3)
    said = profile.too_much(settings, asked, 10.0, profile.Limits(), seconds=50.0)
    assert "5 times this server's limit of 10 s" in said
    assert "T = 200,000 fits" in said
    assert profile.too_much(settings, asked, 50.0, profile.Limits(), seconds=50.0) == ""


def test_every_preset_is_calibrated() -> None:
    for name, entry in CATALOGUE.items():
        for preset in entry.presets:
            assert 0 < cost.nanoseconds(name, preset, 45, 4) < cost.UNKNOWN * 100


def test_runs_and_rounds_are_counted() -> None:
    settings = Settings(runs=10, horizon=1_000, companions=("random", "oracle"))
    found = cost.of_comparing(settings)
    assert (found.runs, found.rounds) == (30, 30_000.0)
