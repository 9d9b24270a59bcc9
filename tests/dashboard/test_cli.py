"""python -m dashboard: a link's names, files out, resume after an interrupt, messages."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import dart_core as dc
from dart_core.archive import SUFFIX
from dart_core.commands import INTERRUPTED, REFUSED
from dashboard.cli import main
from dashboard.ranges import varied
from dashboard.settings import Settings
from tests.links import to_query, to_short_query
from tests.written import read

ROOT = Path(__file__).resolve().parents[2]
SMALL = ["--n", "9", "--k", "3", "--t", "2000", "--seed", "4"]


@pytest.mark.parametrize("suffix", [".parquet", ".csv", ".json"])
def test_compare_writes_what_the_core_computes(tmp_path: Path, suffix: str) -> None:
    out = tmp_path / f"study{suffix}"
    assert main(["compare", *SMALL, "--runs", "3", "--workers", "2", "--out", str(out)]) == 0
    settings = Settings(n=9, k=3, horizon=2_000, seed=4)
    study = dc.compare(settings.problem(), [settings.chosen(), "random", "oracle"], 3, seed=4)
    table, about = read(out)
    assert about["seed"] == "4"
    assert list(table) == list(study.frame)
    np.testing.assert_allclose(table["regret"], study.frame["regret"], rtol=1e-9, atol=1e-9)
    assert len(read(tmp_path / f"study-runs{suffix}")[0]) == 9


@pytest.mark.parametrize("query_of", [to_query, to_short_query])
def test_a_link_runs_what_it_shows(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], query_of: Callable[[Settings], str]
) -> None:
    settings = Settings(
        n=9, k=2, horizon=700, reward="max", seed=3, constants=(("c", 0.25),), rivals=()
    )
    url = f"https://host.example/compare?{query_of(settings)}"
    out = tmp_path / "a.parquet"
    assert main(["compare", "--link", url, "--runs", "2", "--t", "800", "--out", str(out)]) == 0
    assert settings.chosen().label in capsys.readouterr().out
    table = pd.read_parquet(out)
    assert table["t"].max() == 800  # an option counts more than the link
    problem = dc.Problem(settings.means_array(), 2, 800, "max")
    study = dc.compare(problem, [settings.chosen()], 2, 3)
    assert table["regret"].tolist() == study.frame["regret"].tolist()


def test_sweep(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "a.parquet"
    vary = ["--vary", "k=2,3,20,2", "--vary", "lam*=0.5,2", "--vary", "reward=mean,at-least:2"]
    assert main(["sweep", *SMALL, *vary, "--runs", "2", "--out", str(out)]) == 1
    assert "k: expected a whole number from 1 to 9, got 20" in capsys.readouterr().err
    table = pd.read_parquet(out)
    assert set(table["k"]) == {2, 3}
    assert set(table["reward"]) == {"mean", "('at-least', 2)"}
    assert len(table) == 2 * 2 * 2 * 3 * 2


def test_a_link_says_what_is_swept(tmp_path: Path) -> None:
    settings = Settings(n=7, k=2, horizon=600, runs=2, points=3, vary="k", vary_too="lam*")
    settings = replace(settings, rivals=settings.companions)
    url = f"https://host.example/sensitivity?{to_short_query(settings)}&show=right&of=1"
    out = tmp_path / "a.parquet"
    assert main(["sweep", "--link", url, "--out", str(out)]) == 0
    swept = dc.sweep(varied(settings), settings.problem(), settings.algorithms(), runs=2)
    table = pd.read_parquet(out)
    assert table["regret"].tolist() == swept.frame["regret"].tolist()
    assert set(table["k"]) == {1, 2, 3}


def test_another_algorithm_has_its_own_preset_and_constants(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    settings = Settings(n=9, k=3, horizon=200, constants=(("c", 0.25), ("lam", 0.1)))
    link = f"https://host.example/?{to_query(settings)}"
    for given in ([], ["--link", link]):
        command = ["compare", *SMALL, *given, "--algorithm", "random", "--with", "", "--runs", "1"]
        assert main([*command, "--out", str(tmp_path / "a.csv")]) == 0
        said = capsys.readouterr().out
        assert "random" in said
        assert "DART" not in said


def test_an_interrupted_command_goes_on(tmp_path: Path) -> None:
    out = tmp_path / "a.parquet"
    command = ["compare", "--n", "9", "--k", "3", "--t", "300000", "--runs", "120"]
    command += ["--with", "random", "--workers", "2", "--out", str(out)]
    running = subprocess.Popen(
        [sys.executable, "-m", "dashboard", *command], cwd=ROOT, stderr=subprocess.PIPE, text=True
    )
    parts = tmp_path / "a.parquet.parts"
    deadline = time.monotonic() + 60
    while len(list(parts.rglob(f"*{SUFFIX}"))) < 6 and time.monotonic() < deadline:
        time.sleep(0.02)
    running.send_signal(signal.SIGINT)
    _, said = running.communicate(timeout=20)
    assert running.returncode == INTERRUPTED, said
    assert "goes on there" in said
    assert not out.exists()
    before = {path: path.stat().st_mtime_ns for path in parts.rglob(f"*{SUFFIX}")}
    assert len(before) >= 6
    assert main(command) == 0
    assert {path: path.stat().st_mtime_ns for path in before} == before
    runs = [range(int(first), int(last) + 1) for first, last in _ranges(parts)]
    assert sum(map(len, runs)) == 240  # no run twice


def _ranges(folder: Path) -> list[list[str]]:
    """Return the first and the last run that each file is named by."""
    return [path.name.split("-")[:2] for path in folder.rglob(f"*{SUFFIX}")]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["compare", "--k", "99"], "k: 99 came"),
        (["compare", "--link", "http://a/?v=1&n=9"], "missing: k, t, reward, "),
        (["compare", "--out", "study.xlsx"], ".parquet"),
        (["compare", "--link", "not a link"], "link: expected a whole link of the app"),
        (["compare", "--link", ""], "link: expected a whole link of the app"),
        (["compare", "--link", "http://[::1"], "link: expected a whole link of the app"),
        (["compare", "--out", "nowhere/study.csv"], "a folder that exists"),
        (["compare", "--out", "folder.csv"], "out: expected a file, got 'the folder"),
        (["compare", "--runs", "0"], "runs: 0 came"),
        (["compare", "--workers", "0"], "workers: expected"),
        (["sweep"], "or a link"),
        (["sweep", "--vary", "k"], "such as k=2,4,8"),
        (["sweep", "--vary", "reward=mean,\udcff"], "such as k=2,4,8"),
        (["sweep", "--vary", "k=2", "--vary", "k=3"], "vary: expected each name once, got 'k"),
        (["sweep", "--vary", "speed=3"], "parameter: expected one of n_arms"),
    ],
)
def test_messages(
    arguments: list[str],
    says: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder.csv").mkdir()
    assert main(arguments) == REFUSED
    assert says in capsys.readouterr().err
