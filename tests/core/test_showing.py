"""What values say of themselves in text, races, progress bars, and what to cite."""

from __future__ import annotations

import io
import re
import sys
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import dart_core as dc
from dart_core import bars
from dart_core.algorithms import BUILT_IN
from dart_core.algorithms.registry import REGISTRY
from dart_core.chunks import run_seed
from dart_core.origin import code_of_problem, code_of_run
from tests.project.files import ROOT

PROBLEM = dc.Problem([0.2, 0.5, 0.9, 0.4], k=2, horizon=300)


@pytest.fixture(scope="module")
def run() -> dc.Run:
    return dc.simulate(PROBLEM, "dart", seed=3)


def test_each_value_says_what_it_is_on_one_short_line(run: dc.Run) -> None:
    study = dc.compare(PROBLEM, ["dart", "random"], runs=2)
    sweep = dc.sweep({"k": [1, 2]}, PROBLEM, ["random"], runs=2)
    values = [PROBLEM, run, run.moves, run.snapshots, run.race("random"), run.algorithm, study]
    values += [study.curves[0], sweep, sweep.points[0], dc.forecast(PROBLEM, "dart")]
    values += [dc.outcome(PROBLEM, [[0, 1]])]
    for value in values:
        assert re.fullmatch(r"<\w+: [^\n]{3,230}>|algorithm\([^\n]{3,80}\)", repr(value)), value
    assert repr(PROBLEM) == "<Problem: best 2 of 4 arms, mean reward, 300 rounds>"
    m = dc.Problem([0.2, 0.5, 0.9, 0.4], k=3, horizon=9, reward=("at-least", 2))
    assert "at least 2 of 3 must pay" in repr(m)


@pytest.mark.parametrize(
    "problem",
    [
        PROBLEM,
        dc.Problem([0.25, dc.Beta(2, 5), dc.Uniform(), dc.Constant(0.5)], k=2, horizon=9),
        dc.Problem([0.1, 0.7, 1 / 3], k=2, horizon=7, reward=[0, 0.25, 1]),
        dc.Problem([0.1, 0.7, 1 / 3], k=2, horizon=7, reward=("at-least", 2)),
        dc.Problem(dc.LowerBound(6, 2), k=2, horizon=50),
    ],
)
def test_the_code_of_a_problem_makes_it_again(problem: dc.Problem) -> None:
    assert eval(code_of_problem(problem), {"dc": dc}) == problem


def test_the_code_of_a_run_gives_it_again(run: dc.Run) -> None:
    own = dc.simulate(PROBLEM, dc.algorithm("dart", preset="clean-c1", c=0.3), seed=5)
    for each in (run, own):
        names: dict[str, Any] = {}
        exec(code_of_run(each), names)
        assert names["run"].regret.tobytes() == each.regret.tobytes()


def test_a_race_is_run_on_the_same_problem_and_luck(run: dc.Run) -> None:
    race = run.race("random", dc.algorithm("ucb"))
    assert race.runs[0] is run
    for its in race.runs[1:]:
        alone = dc.simulate(PROBLEM, its.algorithm, seed=3)
        assert its.regret.tobytes() == alone.regret.tobytes()
    assert race.summary()["regret"].tolist() == [its.regret[-1] for its in race.runs]
    assert race.summary()["right"].tolist() == [its.right for its in race.runs]


def test_a_race_refuses_what_is_no_race(run: dc.Run) -> None:
    with pytest.raises(dc.FieldError, match="1 to 3"):
        run.race()
    with pytest.raises(dc.FieldError, match="1 to 3"):
        run.race(*["random"] * 4)
    with pytest.raises(dc.FieldError, match="same problem with the same seed"):
        run.race(dc.simulate(PROBLEM, "random", seed=4))
    with pytest.raises(dc.FieldTypeError, match="algorithms, their names, or runs"):
        run.race(7)  # type: ignore[arg-type]


def test_right_is_told_by_reward_and_not_by_name() -> None:
    twins = dc.Problem([0.5, 0.5, 0.1], k=1, horizon=20)
    found = {dc.simulate(twins, "random", seed=s).final_set[0] for s in range(20)}
    assert found == {0, 1, 2}
    for seed in range(20):
        run = dc.simulate(twins, "random", seed=seed)
        assert run.right == (run.final_set[0] in {0, 1})


# --- what to cite -------------------------------------------------------------------------------


def test_what_was_used_is_cited_once(run: dc.Run) -> None:
    study = dc.compare(PROBLEM, ["dart", "dart-anytime", "ucb", "random"], runs=1)
    text = dc.cite(run, study, "ucb")
    keys = re.findall(r"^@\w+\{([\w-]+),$", text, re.MULTILINE)
    assert keys == ["dart", "ucb1", "ucb-improved", "dart-dashboard"]
    assert repr(text) == text
    sweep = dc.sweep({"k": [1, 2]}, PROBLEM, ["csar"], runs=1)
    assert "Rejwan" in dc.cite(sweep)
    assert "Agrawal" in dc.cite(run.race("lints"))
    with pytest.raises(dc.FieldTypeError, match="an algorithm"):
        dc.cite("nobody")


@pytest.mark.parametrize("name", [name for name in BUILT_IN if name not in ("random", "oracle")])
def test_what_an_algorithm_is_from_can_be_cited(name: str) -> None:
    assert REGISTRY[name].cites
    for entry in REGISTRY[name].cites:
        assert re.match(r"@(article|inproceedings)\{[\w-]+,\n", entry)
        assert entry.count("{") == entry.count("}")
        assert {"author", "title", "year"} <= set(re.findall(r"^  (\w+) = ", entry, re.MULTILINE))


def test_the_paper_is_cited_as_the_citation_file_has_it() -> None:
    said = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    text = dc.cite()
    assert re.search(r"doi: (\S+)", said)[1] in text
    assert re.search(r"given-names: (.*)", said)[1] in text
    assert f"version = {{{dc.__version__}}}" in text


# --- progress -----------------------------------------------------------------------------------


def progress(done: int, seconds: float = 2.0) -> Any:
    return SimpleNamespace(done=done, total=4, failed=0, seconds=seconds, seconds_left=3.0)


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_terminal_s_bar_changes_one_line_and_leaves_it_at_the_end() -> None:
    stream = Terminal()
    bar = bars.Bar(stream, after=0.5)
    bar(progress(0, seconds=0.1))
    assert stream.getvalue() == ""
    for done in (1, 4):
        bar(progress(done))
    bar.end()
    lines = stream.getvalue().split("\r")
    assert lines[1].rstrip() == "[#######.......................] 1 of 4 runs, 2 s, about 3 s left"
    assert lines[2].startswith("[" + "#" * 30 + "] 4 of 4 runs, 2 s")
    assert stream.getvalue().count("\n") == 1
    assert stream.getvalue().endswith("\n")


class Shell:
    """What IPython is in the kernel of a notebook, as far as bars look at it."""

    def __init__(self) -> None:
        self.shown: list[dict[str, str]] = []
        self.kernel = object()

    def get_ipython(self) -> Shell:
        return self

    def display(self, bundle: dict[str, str], **_: object) -> Shell:
        self.shown.append(bundle)
        return self

    update = display


def test_a_notebook_s_bar_is_one_place_below_the_cell(monkeypatch: pytest.MonkeyPatch) -> None:
    shell = Shell()
    module = SimpleNamespace(get_ipython=shell.get_ipython, display=shell)
    monkeypatch.setitem(sys.modules, "IPython", module)
    assert bars.in_notebook()
    bar = dc.bar()
    assert isinstance(bar, bars.NotebookBar)
    study = dc.compare(PROBLEM, ["random"], runs=3, on_progress=bar)
    assert study.finished
    assert '<progress max="1" value="0.0000">' in shell.shown[0]["text/html"]
    assert "<progress" not in shell.shown[-1]["text/html"]
    assert shell.shown[-1]["text/plain"].startswith("3 of 3 runs")


def test_a_bar_shows_itself_only_where_somebody_sits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "IPython", raising=False)
    monkeypatch.delattr(sys, "ps1", raising=False)
    assert bars.own_bar() is None
    assert isinstance(dc.bar(), bars.Bar)
    monkeypatch.setattr(sys, "ps1", ">>> ", raising=False)
    monkeypatch.setattr(sys, "stderr", Terminal())
    assert isinstance(bars.own_bar(), bars.Bar)
    said: list[int] = []
    dc.compare(PROBLEM, ["random"], runs=2, on_progress=lambda p: said.append(p.done))
    assert said[-1] == 2
    assert sys.stderr.getvalue() == ""  # type: ignore[attr-defined]


def test_a_bar_changes_no_number(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = dc.compare(PROBLEM, ["dart"], runs=3)
    monkeypatch.setattr(sys, "ps1", ">>> ", raising=False)
    monkeypatch.setattr(sys, "stderr", Terminal())
    barred = dc.compare(PROBLEM, ["dart"], runs=3)
    assert np.array_equal(plain.curves[0].results.regret, barred.curves[0].results.regret)
    assert barred.seed_of(2) == run_seed(0, 2)
