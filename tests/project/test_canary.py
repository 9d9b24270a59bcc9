"""`make canary`: which releases it takes, and that what it runs is there."""

from __future__ import annotations

import pytest

from scripts import canary
from tests.project.files import ROOT

LINES = [
    "-r a.txt",
    "# b",
    "numba>=0.68,<0.69",
    "segno>=1.6,<1.7  # QR codes",
    "streamlit>=1.67,<1.68",
]


def test_only_what_is_watched_loses_its_upper_bound() -> None:
    taken = canary.without_upper_bounds(LINES)
    assert taken == ["numba>=0.68", "segno>=1.6,<1.7", "streamlit>=1.67"]
    assert canary.upper_bounds(LINES) == {"numba": "0.69", "streamlit": "1.68"}


@pytest.mark.parametrize(
    ("version", "bound", "beyond"),
    [
        ("0.68.9", "0.69", False),
        ("0.69.0", "0.69", True),
        ("1.100", "1.68", True),
        ("8.0", "8", True),
    ],
)
def test_a_release_is_beyond_its_bound(version: str, bound: str, beyond: bool) -> None:
    assert canary.is_beyond(version, bound) == beyond


def test_all_that_is_watched_has_a_bound_and_all_that_is_run_is_there() -> None:
    names = ("requirements-core.txt", "requirements.txt")
    lines = [line for name in names for line in (ROOT / name).read_text("utf-8").splitlines()]
    assert canary.upper_bounds(lines).keys() == set(canary.WATCHED)
    assert all((ROOT / edge).exists() for edge in canary.EDGES)


def test_nothing_newer_is_said_and_nothing_is_installed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(canary, "newest", lambda _: "0.1")
    monkeypatch.setattr(canary.subprocess, "run", lambda *_, **__: pytest.fail("not needed"))
    assert canary.main([]) == 0
    assert "Nothing newer is out" in capsys.readouterr().out
