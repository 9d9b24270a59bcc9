"""Algorithms of one's own in the app, each time in a process that starts with them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.project.files import ROOT

EXAMPLE = ROOT / "examples/epsilon_greedy.py"
BEGIN = """
from dashboard.serving import service
service.warm_in_background = lambda: None
from dashboard.catalogue import CATALOGUE, OWN, choices
from dashboard.settings import Settings
from dashboard.watch.model import stored
from tests.dashboard.visitor import Visitor
"""


def app(code: str, *files: Path) -> str:
    """Run code in a new process of the app with such files; return what it and its log say."""
    environment = {**os.environ, "DART_ALGORITHMS": os.pathsep.join(map(str, files))}
    done = subprocess.run(
        [sys.executable, "-c", BEGIN + code],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout + done.stderr


def test_an_own_algorithm_is_watched_and_drawn_beside_others() -> None:
    app(
        """
visitor = Visitor(Settings(n=6, k=2, horizon=300, companions=choices("epsilon-greedy", "random")))
assert sorted(visitor.labels) == ["DART · clean-c1", "random", "ε-greedy"], visitor.labels
assert not visitor.page.error
visitor.set("algorithm", "epsilon-greedy")
visitor.check()
assert "Each round ε-greedy plays 2" in visitor.page.markdown[0].value
assert visitor.labels == ["ε-greedy", "random"], visitor.labels
assert "K at random with chance 0.05" in visitor.forecast
assert "algorithm=epsilon-greedy" in visitor.player["link"]
again = Visitor("?" + visitor.player["link"])
assert again.settings == visitor.settings
assert again.texts == []
""",
        EXAMPLE,
    )


def test_the_first_paint_stays_the_stored_run() -> None:
    app(
        """
visitor = Visitor()
assert visitor.settings == Settings.default()
assert visitor.run["id"] == stored()["player"]["runs"][0]["id"]
""",
        EXAMPLE,
    )


def test_what_cannot_be_loaded_is_said_and_left_out(tmp_path: Path) -> None:
    broken, missing = tmp_path / "broken.py", tmp_path / "missing.py"
    broken.write_text("x = 1 / 0\n")
    said = app(
        """
visitor = Visitor("?n=5&k=2&t=100")
assert list(CATALOGUE)[-1] == "epsilon-greedy"
errors = [error.value for error in visitor.page.error]
assert len(errors) == 2
assert "broken.py cannot be used: ZeroDivisionError: division by zero. The app goes" in errors[0]
assert "missing.py cannot be used: FileNotFoundError" in errors[1]
assert visitor.player["n"] == 5
""",
        broken,
        EXAMPLE,
        missing,
    )
    assert "Traceback" not in said
    assert said.count("DART_ALGORITHMS: ") == 2  # in the log


@pytest.mark.parametrize("method", ["reset", "select", "update"])
def test_mistakes_in_a_run_are_told_on_the_page(tmp_path: Path, method: str) -> None:
    text = EXAMPLE.read_text(encoding="utf-8")
    file = tmp_path / "mine.py"
    text = text.replace(f"def {method}(self", f"def {method}(self, unasked")
    file.write_text(text, encoding="utf-8")
    app(
        f"""
visitor = Visitor("?n=5&k=2&t=100&algorithm=epsilon-greedy&preset=own")
(error,) = visitor.page.error
assert error.value.startswith("epsilon-greedy: {method} "), error.value
assert "TypeError" in error.value
assert "Choose another algorithm" in error.value
visitor.follow("?n=5&k=2&t=100&with=epsilon-greedy")
assert not visitor.page.error
assert any("Left out: epsilon-greedy" in c.value for c in visitor.page.caption)
""",
        file,
    )


def test_how_long_one_takes_is_a_guess() -> None:
    app(
        """
from dashboard.prices import cost
from dashboard.prices.limiting import takes
from dashboard.settings import Settings
assert ", perhaps " in takes(cost.of_study(Settings(companions=choices("epsilon-greedy"))), None)
assert ", at most " in takes(cost.of_study(Settings(companions=choices("random"))), None)
""",
        EXAMPLE,
    )


def test_without_the_variable_there_are_none() -> None:
    app('assert "epsilon-greedy" not in CATALOGUE\nassert not OWN.problems')


def test_make_hands_them_on() -> None:
    done = subprocess.run(
        ["make", "--dry-run", "run", "ALGORITHMS=a.py:b.py"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert 'DART_ALGORITHMS="a.py:b.py" ' in done.stdout
