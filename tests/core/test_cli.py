"""The command `dart`: problems and algorithms in words of the core, tables, messages."""

from __future__ import annotations

import io
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import dart_core as dc
from dart_core.bars import Bar
from dart_core.cli import COMMANDS, main
from dart_core.commands import REFUSED
from dart_core.findings import headline, present, sweep_sentence
from dart_core.sweep import DESIGNS
from tests.project.files import ROOT
from tests.written import read

SMALL = ["--n", "9", "--k", "3", "--t", "2e3", "--seed", "4"]


@pytest.mark.parametrize("suffix", [".parquet", ".csv", ".json"])
def test_compare_writes_what_the_core_computes(tmp_path: Path, suffix: str) -> None:
    out = tmp_path / f"study{suffix}"
    chosen = ["dart.clean-c1,lam=0.05", "random"]
    assert main(["compare", *chosen, *SMALL, "--runs", "3", "--out", str(out)]) == 0
    problem = dc.Problem.random(9, 3, 2_000)
    study = dc.compare(problem, [dc.algorithm("dart", "clean-c1", lam=0.05), "random"], 3, seed=4)
    table, about = read(out)
    assert about["seed"] == "4"
    assert about["version"] == f"dart_core {dc.__version__}"
    assert "Adaptive Accept Reject" in about["citation"]
    again = eval(about["settings"], {"dc": dc})
    assert again.frame.equals(study.frame), "the file says how to get it again"
    assert list(table) == list(study.frame)
    np.testing.assert_allclose(table["regret"], study.frame["regret"], rtol=1e-9, atol=1e-9)
    runs, its = read(tmp_path / f"study-runs{suffix}")
    assert len(runs) == 6
    assert its == about


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


def test_a_sweep_s_file_says_how_to_get_it_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "a.csv"
    vary = ["--vary", "k=2,3", "--vary", "lam*=0.5,2"]
    assert main(["sweep", "dart", *SMALL, *vary, "--runs", "2", "--out", str(out)]) == 0
    table, about = read(out)
    again = eval(about["settings"], {"dc": dc})
    assert again.frame["regret"].tolist() == table["regret"].tolist()
    assert again.points[-1].values == {"k": 3, "lam*": 2.0}
    here = {"k": 3, "lam*": 1.0}
    found = sweep_sentence(again, "dart", here).replace("**", "")
    assert found.startswith("DART · authors-code loses least at K = ")
    assert capsys.readouterr().out.rstrip().endswith(found), "the page says it in the same words"


def test_what_is_varied_has_a_value_without_it() -> None:
    problem = dc.Problem.random(9, 3, 2_000)
    dart = dc.algorithm("dart", c=0.5)
    lam = dart.resolved(problem)["lam"]
    known = {"k": 3, "n_arms": 9, "horizon": 2_000, "lam*": 1.0, "c": 0.5, "dart.lam": lam}
    for name, value in known.items():
        assert present(name, problem, [dart]) == value
    for name in ("gap", "lints.v", "v"):
        assert present(name, problem, [dart]) is None


def test_a_comparison_ends_with_the_page_s_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "a.csv"
    assert main(["compare", "frontier", "random", *SMALL, "--runs", "3", "--out", str(out)]) == 0
    study = dc.compare(dc.Problem.random(9, 3, 2_000), ["frontier", "random"], 3, seed=4)
    assert capsys.readouterr().out.rstrip().endswith(headline(study).replace("**", ""))


def test_the_format_may_be_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    asked = ["compare", "random", *SMALL, "--runs", "1"]
    assert main([*asked, "--format", "parquet"]) == 0
    assert len(read(tmp_path / "compare.parquet")[0])
    assert main([*asked, "--format", "csv", "--out", "table.txt"]) == 0
    assert (
        (tmp_path / "table.txt").read_text(encoding="utf-8").startswith("# settings: dc.compare(")
    )


def test_csv_for_spreadsheets(tmp_path: Path) -> None:
    asked = ["compare", "dart", *SMALL, "--runs", "2", "--out"]
    plain, other = tmp_path / "plain.csv", tmp_path / "other.csv"
    assert main([*asked, str(plain)]) == 0
    assert main([*asked, str(other), "--bom", "--decimal-comma"]) == 0
    assert not plain.read_bytes().startswith(b"\xef\xbb\xbf")
    assert other.read_bytes().startswith(b"\xef\xbb\xbf# settings: ")
    table = pd.read_csv(other, comment="#", sep=";", decimal=",", encoding="utf-8-sig")
    assert table["regret"].tolist() == read(plain)[0]["regret"].tolist()


@pytest.mark.skipif(os.name == "nt", reason="there, no locale is set this way")
def test_csv_is_the_same_in_every_locale(tmp_path: Path) -> None:
    files = []
    for name, own in (("C", {"LC_ALL": "C"}), ("utf8", {"LC_ALL": "C.UTF-8"})):
        out = tmp_path / f"{name}.csv"
        asked = [sys.executable, "-m", "dart_core", "compare", "dart", *SMALL, "--runs", "1"]
        env = os.environ | own | {"PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
        subprocess.run([*asked, "--out", out], env=env, cwd=ROOT, check=True, capture_output=True)
        files.append(out.read_bytes())
    assert files[0] == files[1]
    assert "DART · authors-code".encode() in files[0]


def test_watch_saves_an_animation(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "run.html"
    assert main(["watch", "dart.clean-c1,c=0.3", "random", *SMALL, "--out", str(out)]) == 0
    page = out.read_text(encoding="utf-8")
    assert page.startswith("<!doctype html>")
    assert "default-src &#x27;none&#x27;" in page or "default-src 'none'" in page
    data = json.loads(re.search(r'id="run">(.*?)</script>', page, re.DOTALL)[1])
    labels = [run["curve"]["label"] for run in data["runs"]]
    assert labels == ["DART · clean-c1 (c = 0.3)", "random"]
    run = dc.simulate(
        dc.Problem.random(9, 3, 2_000), dc.algorithm("dart", "clean-c1", c=0.3), seed=4
    )
    assert data["runs"][0]["outcome"]["set"] == list(run.final_set)
    for fact in ("<dt>seed</dt><dd>4</dd>", f"dart_core {dc.__version__}", "preset=&#x27;clean-c1"):
        assert fact in page
    assert f"{run.regret[-1]:,.1f}" in capsys.readouterr().out


# --- completion ---------------------------------------------------------------------------------


# What a shell does when Tab is pressed; zsh does it in its own bashcompinit.
_ASK = {
    "bash": (["-c"], "{script}\nreply_of() {{\n{ask}\n}}\n"),
    "zsh": (
        ["-f", "-c"],
        "autoload -Uz compinit && compinit -u -D\n{script}\n"
        "reply_of() {{\nemulate -L sh\nsetopt kshglob noshglob braceexpand\n{ask}\n}}\n",
    ),
}


def completed(shell: str, script: str, *words: str) -> set[str]:
    flags, code = _ASK[shell]
    ask = 'COMP_WORDS=("$@"); COMP_CWORD=$(( $# - 1 )); _dart; printf "%s\\n" "${COMPREPLY[@]}"'
    asked = " ".join(f"'{word}'" for word in words)
    program = shutil.which(shell)
    assert program is not None
    command = [program, *flags, code.format(script=script, ask=ask) + f"reply_of {asked}"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert not done.stderr
    # zsh itself leaves out what does not begin so.
    return {word for word in done.stdout.split() if word.startswith(words[-1])}


@pytest.mark.parametrize("shell", list(_ASK))
def test_a_shell_completes_commands_options_and_choices(
    shell: str, capsys: pytest.CaptureFixture[str]
) -> None:
    if shutil.which(shell) is None:
        pytest.skip(f"There is no {shell} here.")
    assert main(["completion", shell]) == 0
    script = capsys.readouterr().out
    assert completed(shell, script, "dart", "") == {each.name for each in COMMANDS}
    assert completed(shell, script, "dart", "sweep", "dart", "--des") == {"--design"}
    assert completed(shell, script, "dart", "sweep", "dart", "--design", "") == set(DESIGNS)
    assert completed(shell, script, "dart", "compare", "lints.") == {
        *("lints.unscaled", "lints.scaled", "lints.theory")
    }
    assert completed(shell, script, "dart", "watch", "dart", "--reward", "ma") == {"max"}
    assert completed(shell, script, "dart", "completion", "") == {"bash", "zsh", "-h", "--help"}
    assert completed(shell, script, "dart", "watch", "dart", "--out", "") == set(), (
        "files: the shell's"
    )
    options = {
        word for word in completed(shell, script, "dart", "compare", "--") if word != "--help"
    }
    with pytest.raises(SystemExit):
        main(["compare", "--help"])
    assert options == set(re.findall(r"--[a-z-]+", capsys.readouterr().out)) - {"--help"}


def test_zsh_gets_the_same_function(capsys: pytest.CaptureFixture[str]) -> None:
    scripts = []
    for shell in ("bash", "zsh"):
        assert main(["completion", shell]) == 0
        scripts.append(capsys.readouterr().out)
    assert scripts[1].startswith("#compdef dart\n")
    assert scripts[1].endswith(scripts[0])


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
        (["compare", "dart", "--bom", "--format", "json"], "bom: expected CSV to be written"),
        (["compare", "dart", "--decimal-comma", "--out", "a.parquet"], "decimal-comma: expected"),
        (["watch", "dart", "--out", "run.gif"], "out: expected a file ending in .html"),
        (["watch", "dart", "--out", "nowhere/run.html"], "out: expected a file in a folder"),
        (["watch", *["random"] * 5], "1 to 3 algorithms to race against"),
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
