"""Kept runs of an algorithm of one's own: taken again only while it is the same."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import dart_core as dc
from dart_core import own
from dart_core.algorithms.registry import REGISTRY
from tests.project.files import ROOT

EXAMPLE = (ROOT / "examples/epsilon_greedy.py").read_text(encoding="utf-8")
PROBLEM = dc.Problem.random(7, 3, 200, seed=1)


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    """Take what a test has registered out of the registry."""
    yield
    for name in own.REGISTERED:
        del REGISTRY[name]
    own.REGISTERED.clear()


def kept(folder: Path) -> int:
    """Return how many of two runs were there before, and keep both."""
    first: list[int] = []
    dc.compare(
        PROBLEM, ["epsilon-greedy"], 2, on_progress=lambda p: first.append(p.done), resume=folder
    )
    return first[0]


def test_an_edited_file_shares_no_runs(tmp_path: Path) -> None:
    file = tmp_path / "own.py"
    for source, wanted in ((EXAMPLE, 0), (EXAMPLE, 2), (EXAMPLE + "# edited\n", 0)):
        file.write_text(source, encoding="utf-8")
        own.load(file)
        assert kept(tmp_path / "parts") == wanted


def test_what_a_factory_chose_counts(tmp_path: Path) -> None:
    file = tmp_path / "own.py"
    file.write_text(EXAMPLE, encoding="utf-8")
    own.load(file)
    kind = own.REGISTERED["epsilon-greedy"].factory
    for epsilon, wanted in ((0.1, 0), (0.2, 0), (0.1, 2)):
        one = kind()
        one.epsilon = epsilon
        dc.register("epsilon-greedy", one)
        assert kept(tmp_path / "parts") == wanted


def test_without_a_source_nothing_is_kept(tmp_path: Path) -> None:
    exec(compile(EXAMPLE, "<cell>", "exec"), {"__name__": "cell_of_a_notebook"})
    assert [kept(tmp_path), kept(tmp_path)] == [0, 0]
    assert not list(tmp_path.iterdir())
