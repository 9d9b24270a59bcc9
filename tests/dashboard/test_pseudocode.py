"""The pseudo-code: every algorithm and variant has one, and its marks are of the known kinds."""

from __future__ import annotations

import re

import pytest

import dart_core as dc
from dart_core.algorithms import BUILT_IN
from dart_core.explaining import pseudocode

STAGES = {"start", "play", "test", "accept", "reject", "halve", "stop", "commit", "sort", "merge"}
SLOW = {"permute", "cut", "group", "see", "update", "next"}
VALUES = {"t", "epoch", "delta", "due", "lam", "open", "accepted", "rejected", "active"}
CHOICES = [(name, preset) for name in BUILT_IN for preset in dc.presets(name)]


@pytest.mark.parametrize(("name", "preset"), CHOICES)
def test_every_preset_has_its_lines(name: str, preset: str) -> None:
    code = pseudocode(dc.algorithm(name, preset))
    assert code is not None
    assert 1 <= len(code["lines"]) <= 16
    for depth, stages, text in code["lines"]:
        assert 0 <= depth <= 2
        assert set(stages.split()) <= STAGES | SLOW
        assert len(text) < 100
        assert "*" not in re.sub(r"\*[^*\s][^*]*\*", "", text), "every * has its partner"
    lit = {stage for _, stages, _ in code["lines"] for stage in stages.split()}
    assert "start" in lit
    assert lit & {"play", "sort", "commit"}
    assert {where for _, _, where, _ in code["symbols"]} <= VALUES | {"arms", "k", "reward"}


def test_variants_differ_where_the_algorithms_do() -> None:
    printed, authors = (pseudocode(dc.algorithm("dart", p)) for p in ("clean-c1", "authors-code"))
    assert printed is not None
    assert authors is not None
    assert printed["lines"] != authors["lines"]
    assert [pseudocode(dc.algorithm("dart", p)) for p in ("paper-v1", "paper-v2")] == [printed] * 2
    assert pseudocode(dc.algorithm("ucb", "ucb1")) != pseudocode(dc.algorithm("ucb", "improved"))


@pytest.mark.parametrize("preset", ["clean-c1", "authors-code"])
def test_dart_has_a_line_for_each_step_of_slow_motion(preset: str) -> None:
    code = pseudocode(dc.algorithm("dart", preset))
    assert code is not None
    lit = {stage for _, stages, _ in code["lines"] for stage in stages.split()}
    assert lit >= SLOW | {"test", "accept", "reject", "halve", "stop", "commit"}


@pytest.mark.parametrize("name", ["dart", "dart-eb", "csar"])
def test_sets_that_the_lines_name_are_told(name: str) -> None:
    code = pseudocode(dc.algorithm(name))
    assert code is not None
    assert {"|*A*|", "|*R*|", "|*C*|"} <= {symbol for symbol, *_ in code["symbols"]}


def test_frontier_counts_do_not_go_by_the_name_of_its_incumbent_set() -> None:
    code = pseudocode(dc.algorithm("frontier", "guaranteed"))
    assert code is not None
    assert [symbol for symbol, *_ in code["symbols"]][-3:] == ["in", "out", "undecided"]
