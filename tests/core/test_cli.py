"""The command `dart`: problems and algorithms in words of the core, tables, messages."""

from __future__ import annotations

import io
import os
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import dart_core as dc
from dart_core.cli import main
from dart_core.commands import REFUSED, Bar

SMALL = ["--n", "9", "--k", "3", "--t", "2e3", "--seed", "4"]


@pytest.mark.parametrize("suffix", [".parquet", ".csv", ".json"])
def test_compare_writes_what_the_core_computes(tmp_path: Path, suffix: str) -> None:
    out = tmp_path / f"study{suffix}"
    chosen = ["dart.clean-c1,lam=0.05", "random"]
    assert main(["compare", *chosen, *SMALL, "--runs", "3", "--out", str(out)]) == 0
    problem = dc.Problem.random(9, 3, 2_000)
    study = dc.compare(problem, [dc.algorithm("dart", "clean-c1", lam=0.05), "random"], 3, seed=4)
    read = {".parquet": pd.read_parquet, ".csv": pd.read_csv, ".json": pd.read_json}[suffix]
    table = read(out)
    assert list(table) == list(study.frame)
    np.testing.assert_allclose(table["regret"], study.frame["regret"], rtol=1e-9, atol=1e-9)
    assert len(read(tmp_path / f"study-runs{suffix}")) == 6


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        (
            ["--means", "0.9,0.5,0.4,0.1", "--k", "2", "--reward", "max"],
            dc.Problem([0.9, 0.5, 0.4, 0.1], 2, 500, "max"),
        ),
        (
            ["--n", "6", "--k", "2", "--reward", "at-least:2", "--arms-seed", "3"],
            dc.Problem.random(6, 2, 500, ("at-least", 2), seed=3),
        ),
        (
            ["--n", "6", "--k", "2", "--reward", "0,0.2,1"],
            dc.Problem.random(6, 2, 500, [0.0, 0.2, 1.0]),
        ),
    ],
)
def test_options_describe_the_problem(
    tmp_path: Path, options: list[str], problem: dc.Problem
) -> None:
    out = tmp_path / "a.parquet"
    assert (
        main(["compare", "random", *options, "--t", "500", "--runs", "2", "--out", str(out)]) == 0
    )
    study = dc.compare(problem, ["random"], 2)
    assert pd.read_parquet(out)["regret"].tolist() == study.frame["regret"].tolist()


def test_sweep(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "a.parquet"
    vary = ["--vary", "k=2,3,20,2", "--vary", "lam*=0.5,2", "--vary", "reward=mean,at-least:2"]
    asked = ["sweep", "dart.clean-c1", "random", *SMALL, *vary, "--runs", "2", "--out", str(out)]
    assert main(asked) == 1
    assert "k: expected a whole number from 1 to 9, got 20" in capsys.readouterr().err
    table = pd.read_parquet(out)
    assert set(table["k"]) == {2, 3}
    assert set(table["reward"]) == {"mean", "('at-least', 2)"}
    assert len(table) == 2 * 2 * 2 * 2 * 2


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["compare", "dart", "--k", "99"], "k: expected a whole number from 1 to 45"),
        (["compare", "dart", "--t", "1.5"], "t: expected a whole number, such as 1000 or 1e6"),
        (["compare", "dart", "--t", "inf"], "t: expected a whole number, such as 1000 or 1e6"),
        (["compare", "dart", "--t", "long"], "t: expected a number, such as 1000 or 1e6"),
        (["compare", "dart", "--reward", "at-least:x"], "reward: expected a number"),
        (["compare", "dart", "--reward", "sum"], "reward: expected"),
        (["compare", "nobody"], "algorithm: expected one of "),
        (["compare", "dart.new"], "preset of dart: expected one of "),
        (["compare", "dart.clean-c1,lam"], "such as dart.clean-c1,c=2"),
        (["compare", "dart,speed=3"], "constant of dart: expected one of "),
        (["compare", "dart", "--means", "0.5,x"], "means: expected a number"),
        (["compare", "dart", "--means", "0.5,0.2", "--redraw"], "redraw: expected arms that are"),
        (["compare", "dart", "--out", "study.xlsx"], ".parquet"),
        (["compare", "dart", "--workers", "0"], "workers: expected"),
        (["sweep", "dart"], "vary: expected NAME=V1,V2"),
        (["sweep", "dart", "--vary", "k"], "such as k=2,4,8"),
        (["sweep", "dart", "--vary", "speed=3"], "parameter: expected one of n_arms"),
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
    assert main(arguments) == REFUSED
    assert says in capsys.readouterr().err


def test_a_scheduler_that_is_not_there(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DART_DASK_SCHEDULER", "tcp://127.0.0.1:1")
    assert main(["compare", "random", *SMALL, "--out", str(tmp_path / "a.csv")]) == REFUSED
    assert "unset the variable to run here" in capsys.readouterr().err


def test_the_bar() -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    for stream, wanted in ((Terminal(), 12), (io.StringIO(), 10)):
        bar = Bar(stream)
        for done in range(12):
            bar(dc.Progress(done, 11, 0, 1.0, 2.0, 1.0, lambda: None))
        bar.end()
        said = stream.getvalue()
        assert said.count("runs") in {wanted, wanted + 1}
        assert "11 of 11 runs" in said
        assert os.linesep in said
