"""The code that a page offers gives the page's numbers again, in a Python that knows no page."""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import settings as profile

import dart_core as dc
from dashboard.compare import model as comparing
from dashboard.exports.notebook import notebook
from dashboard.exports.python_code import Script, compare_script, sweep_script, watch_script
from dashboard.scenarios import SCENARIOS
from dashboard.sensitivity import model as sweeping
from dashboard.settings import Settings
from tests.dashboard.strategies import valid_settings
from tests.project.files import ROOT

# Runs each script in a namespace of its own and answers with what `want` evaluates to in it.
SERVER = """
import contextlib, io, json, sys
for line in sys.stdin:
    asked = json.loads(line)
    names = {"__name__": "__main__"}
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            exec(asked["code"], names)
        answer = eval(asked["want"], names)
    except Exception as error:
        answer = f"{type(error).__name__}: {error}"
    print(json.dumps([answer, "dashboard" in sys.modules]), flush=True)
"""
Run = Callable[[str, str], Any]
WATCHED = (
    "[run.regret.tobytes().hex(), [r.regret.tobytes().hex() for r in racers], "
    "[r.regret.tobytes().hex() for r in beside]]"
)
STUDY = "[[c.label, c.results.regret.tobytes().hex()] for c in study.curves]"
SWEEP = (
    "[[repr(dict(p.values)), p.error, p.study and [c.results.regret.tobytes().hex() "
    "for c in p.study.curves]] for p in sweep.points]"
)


@pytest.fixture(scope="module")
def elsewhere() -> Iterator[Run]:
    """A Python of its own, started once."""
    with subprocess.Popen(
        [sys.executable, "-c", SERVER],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        env={k: v for k, v in os.environ.items() if k != "PYTHONHASHSEED"},
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None

        def call(code: str, want: str) -> Any:
            process.stdin.write(json.dumps({"code": code, "want": want}) + "\n")
            process.stdin.flush()
            answer, knows_the_app = json.loads(process.stdout.readline())
            assert not knows_the_app
            return answer

        yield call
        process.stdin.close()


def here(settings: Settings, everything: bool | None = None) -> dc.Study | dc.Sweep | str:
    """What Compare, or Sensitivity, computes; or why not."""
    executor: Any = None
    stop = np.zeros(1, dtype=np.int64)
    try:
        if everything is None:
            return comparing.run(settings, executor, lambda _: None, stop)
        return sweeping.run(settings, everything, executor, lambda _: None, stop)
    except dc.DartError as error:
        return f"{type(error).__name__}: {error}"


def bits(result: dc.Study | dc.Sweep | str) -> Any:
    if isinstance(result, str):
        return result
    if isinstance(result, dc.Study):
        return [[c.label, c.results.regret.tobytes().hex()] for c in result.curves]
    return [
        [
            repr(dict(p.values)),
            p.error,
            p.study and [c.results.regret.tobytes().hex() for c in p.study.curves],
        ]
        for p in result.points
    ]


SMALL = {"n": 7, "k": 4, "horizon": 400, "runs": 2, "points": 3}


@profile(max_examples=40)
@given(chosen=valid_settings(SMALL))
def test_watch_gives_the_same_bits(chosen: Settings, elsewhere: Run) -> None:
    problem = chosen.problem()
    racers = chosen.racers()
    others = [its for its in map(chosen.watching, chosen.companions) if its not in racers]

    def bits_of(several: list[Settings]) -> list[str]:
        found = []
        for its in several:
            with suppress(dc.DartError):
                run = dc.simulate(problem, its.chosen(), seed=chosen.seed, frames=0)
                found.append(run.regret.tobytes().hex())
        return found

    try:
        regret = dc.simulate(problem, chosen.chosen(), seed=chosen.seed).regret
        expected: Any = [regret.tobytes().hex(), bits_of(racers[1:]), bits_of(others)]
    except dc.DartError as error:
        expected = f"{type(error).__name__}: {error}"
    # Where nobody is raced against, or drawn beside it, there is no list of them.
    want = WATCHED if racers[1:] else WATCHED.replace("in racers", "in []")
    want = want if others else want.replace("in beside", "in []")
    assert elsewhere(watch_script(chosen).text, want) == expected


@profile(max_examples=15)
@given(chosen=valid_settings(SMALL))
def test_compare_gives_the_same_bits(chosen: Settings, elsewhere: Run) -> None:
    assert elsewhere(compare_script(chosen).text, STUDY) == bits(here(chosen))


@profile(max_examples=10)
@given(chosen=valid_settings({**SMALL, "horizon": 100}))
@pytest.mark.parametrize("everything", [False, True], ids=["chosen", "everything"])
def test_sensitivity_gives_the_same_bits(
    everything: bool, chosen: Settings, elsewhere: Run
) -> None:
    script = sweep_script(chosen, everything=everything)
    assert elsewhere(script.text, SWEEP) == bits(here(chosen, everything))


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario.title)
def test_every_scenario_has_code_with_short_lines(scenario: Any) -> None:
    for script in (watch_script(scenario.settings), compare_script(scenario.settings)):
        code = "\n\n".join(script.steps)
        ast.parse(script.text)
        assert max(map(len, code.splitlines())) <= 100


def test_a_notebook_holds_the_same_steps() -> None:
    script = watch_script(Settings.default())
    whole = json.loads(notebook(script))
    assert (whole["nbformat"], whole["nbformat_minor"]) == (4, 5)
    assert whole["metadata"]["dart"] == script.about
    cells = whole["cells"]
    assert len({cell["id"] for cell in cells}) == len(cells)
    code = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
    assert tuple(code) == script.steps
    for cell in cells:
        keys = {"cell_type", "id", "metadata", "source"}
        more = {"execution_count", "outputs"} if cell["cell_type"] == "code" else set()
        assert cell.keys() == keys | more


def test_a_title_is_no_markup_in_a_notebook() -> None:
    hostile = "# <script>alert(1)</script> [x](y) $z$ `q`"
    script = Script(hostile, {"settings": hostile}, ("import dart_core",))
    head = "".join(json.loads(notebook(script))["cells"][0]["source"])
    for sign in ("<script", "[x]", "$z", "`q"):
        assert head.count(sign) == head.count(f"\\{sign}")
