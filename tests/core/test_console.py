"""Every text that is printed can be printed, on consoles that lack the paper's symbols too."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests.project.files import ROOT

ENCODINGS = ("cp1252", "cp437", "ascii")
SYMBOLS = "λ = 0.1, Δ₀ ≥ 2, μ̂ ± ½ · √N → ∞, — “é” 漢"


def printed(encoding: str, *arguments: str) -> str:
    """Return what a program prints; it must end well."""
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT,
        env=os.environ | {"PYTHONIOENCODING": encoding},
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr.decode(encoding)
    return done.stdout.decode(encoding.partition(":")[0])


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("command", ["compare", "sweep"])
def test_help(encoding: str, command: str) -> None:
    assert "the luck" in printed(encoding, "-m", "dart_core", command, "--help")
    said = printed(encoding, "-m", "dashboard", command, "--help")
    assert "lambda" in said
    assert "?:" not in said


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_forecasts_labels_and_stories(encoding: str) -> None:
    code = """if True:
        import dart_core as dc
        problem = dc.Problem([0.9, 0.5, 0.4], k=1, horizon=500)
        chosen = dc.algorithm("dart", lam=0.1)
        print(dc.forecast(problem, chosen))
        print(chosen.label, dc.simulate(problem, chosen).story())
        print(dc.compare(problem, [chosen], 2).summary().to_string())
    """
    assert "lambda = 0.1" in printed(encoding, "-c", code)


def test_symbols_stay_readable() -> None:
    code = f"import dart_core; print({SYMBOLS!r})"
    plain = 'lambda = 0.1, Delta0 >= 2, mu^ +/- 1/2 * sqrtN -> inf, - "e" ?\n'
    assert printed("ascii", "-c", code).replace(os.linesep, "\n") == plain
    assert printed("utf-8", "-c", code).strip() == SYMBOLS


def test_who_chose_another_way_keeps_it() -> None:
    code = "import dart_core; print('λ')"
    assert printed("ascii:xmlcharrefreplace", "-c", code).strip() == "&#955;"


def test_the_set_up_prints_on_any_console() -> None:
    """It runs before anything is installed, so what it prints is plain by itself."""
    for path in (ROOT / "scripts").glob("*.py"):
        for line in path.read_text(encoding="utf-8").splitlines():
            assert line.isascii() or "#" in line, f"{path.name}: {line}"
