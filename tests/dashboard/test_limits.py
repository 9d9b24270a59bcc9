"""The hosted profile: what it takes on, and what it says where it does not."""

import argparse
import shlex
import subprocess
import sys
from dataclasses import replace
from math import inf
from pathlib import Path

import pytest

from dart_core import commands
from dashboard import cli, ranges
from dashboard.catalogue import choices
from dashboard.prices import limits
from dashboard.serving.profile import PROFILES, Profile, ProfileError, read
from dashboard.settings import Settings
from tests.dashboard.visitor import Visitor
from tests.project.files import ROOT

HOSTED = PROFILES["hosted"]
LARGEST = Settings(n=100, k=3, horizon=2_000_000, runs=1_000, algorithm="lints", preset="scaled")


def test_without_variables_nothing_is_limited() -> None:
    assert read({}) == PROFILES["local"]
    for refuse in (limits.of_watch, limits.of_study, limits.of_sweep):
        assert refuse(LARGEST, read({})) == ""


def test_variables_replace_single_limits() -> None:
    given = {"DART_PROFILE": "hosted", "DART_MAX_SECONDS": "30", "DART_MAX_T": "none"}
    assert read(given) == replace(HOSTED, max_seconds=30, max_t=inf)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("DART_PROFILE", "cloud"),
        ("DART_MAX_N", "many"),
        ("DART_MAX_SECONDS", "-1"),
        ("DART_MAX_T", "nan"),
        ("DART_MAX_STUDIES", "none"),
    ],
)
def test_a_bad_variable_is_named_with_what_was_expected(name: str, text: str) -> None:
    with pytest.raises(ProfileError, match=rf"^{name}: expected .*'?{text}'?.*restart"):
        read({name: text})


@pytest.mark.parametrize("settings", [Settings(), Settings.default(), Settings(horizon=1_000_000)])
def test_what_a_class_does_fits(settings: Settings) -> None:
    for refuse in (limits.of_watch, limits.of_study, limits.of_sweep):
        assert refuse(settings, HOSTED) == ""
    assert limits.of_sweep(settings, HOSTED, everything=True) == ""


def test_a_run_that_would_hold_the_others_up_is_refused_and_what_fits_is_said() -> None:
    why = limits.of_watch(LARGEST, HOSTED)
    assert "LinTS would take up to" in why
    fits = int(why.partition("T = ")[2].split(" fits")[0].replace(",", ""))
    assert limits.of_watch(replace(LARGEST, horizon=fits), HOSTED) == ""


def test_a_curve_beside_that_costs_too_much_is_left_out_alone() -> None:
    settings = Settings(
        n=100, k=3, horizon=2_000_000, companions=choices("random", "lints.scaled", "oracle")
    )
    kept, why = limits.affordable(settings, HOSTED)
    assert kept.companions == choices("random", "oracle")
    assert len(why) == 1
    assert "LinTS" in why[0]


def test_the_runs_that_fit_do_fit() -> None:
    settings = replace(LARGEST, horizon=100_000)
    why = limits.of_study(settings, HOSTED)
    runs = int(why.split(". ")[1].split(" runs")[0].replace(",", ""))
    assert limits.of_study(replace(settings, runs=runs), HOSTED) == ""
    assert "instead of 1,000" in why


@pytest.mark.parametrize(
    ("limit", "change", "said"),
    [
        (Profile(max_n=50), {"n": 51}, "N = 51 is too much for this server: choose N ≤ 50."),
        (Profile(max_k=4), {"k": 5}, "choose K ≤ 4"),
        (Profile(max_t=1_000), {"horizon": 1_001}, "choose T ≤ 1,000"),
        (Profile(max_mb=1), {"runs": 1_000}, "MB"),
        (Profile(max_actions=100), {"algorithm": "ucb", "preset": "ucb1"}, "220 sets of arms"),
    ],
)
def test_each_limit_says_what_it_is_about(
    limit: Profile, change: dict[str, object], said: str
) -> None:
    assert said in limits.of_study(replace(Settings(), **change), limit)  # type: ignore[arg-type] # a parametrized mapping


def test_the_largest_values_of_a_sweep_count() -> None:
    settings = Settings(n=40, k=4, vary="n")
    assert limits.of_study(settings, Profile(max_n=50)) == ""
    assert "N = 80" in limits.of_sweep(settings, Profile(max_n=50))


def _parsed(words: list[str]) -> argparse.Namespace:
    return commands.parser("dashboard", "", cli.COMMANDS).parse_args(words)


@pytest.mark.parametrize("what", ["compare", "sweep", "effects"])
def test_the_command_means_the_same_study(what: str) -> None:
    settings = Settings(
        n=14, vary="k", vary_too="horizon", law="beta", rivals=choices("random")
    ).compared()
    words = shlex.split(limits.command(settings, "http://localhost:8501/", what))
    assert words[:3] == [".venv/bin/python", "-m", "dashboard"]
    options = _parsed(words[3:])
    meant = cli.settings_of(options)
    if what == "effects":
        assert meant.companions == ()
    else:
        assert meant.study() == settings.study()
    if what != "compare":
        varied = commands.varied_by(options.vary)
        assert varied == ranges.values_of(settings, what == "effects")


@pytest.mark.parametrize("what", ["compare", "sweep", "effects"])
def test_arms_that_no_link_holds_are_in_a_file_that_the_command_reads(
    what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    n = 900
    settings = Settings(
        n=n,
        arms="given",
        means=tuple((i * 7919 % 99991) / 99991 for i in range(n)),
        names=tuple(f"advert {i} λ" for i in range(n)),
        vary="k",
    ).compared()
    words = shlex.split(limits.command(settings, "http://localhost:8501/", what))
    assert sum(map(len, words)) < 500
    Path(limits.LINK_FILE).write_text(
        limits.link_file(settings, "http://localhost:8501/"), encoding="utf-8"
    )
    meant = cli.settings_of(_parsed(words[3:]))
    expected = replace(settings, companions=(), rivals=()) if what == "effects" else settings
    assert meant.study() == expected.study()
    assert limits.link_file(Settings(), "http://localhost:8501/") == ""


@pytest.mark.skipif(sys.platform == "win32", reason="the commands are written for a shell")
@pytest.mark.parametrize("what", ["compare", "sweep", "effects", "file"])
def test_printed_commands_run_as_printed(what: str, tmp_path: Path) -> None:
    """In a copy of the project's folder, each as it stands there, by a shell."""
    for name in (".venv", "dart_core", "dart_player", "dashboard"):
        if (ROOT / name).exists():
            (tmp_path / name).symlink_to(ROOT / name)
    settings = Settings(
        n=5, k=2, horizon=200, runs=2, points=2, vary="k", companions=choices("random"), names=None
    )
    if what == "file":
        means = tuple((i * 7919 % 99991) / 99991 for i in range(900))
        names = tuple(f"advert {i} λ" for i in range(900))
        settings = replace(settings, n=900, arms="given", means=means, names=names)
    address = "http://localhost:8501/it's"
    if held := limits.link_file(settings, address):
        (tmp_path / limits.LINK_FILE).write_text(held, encoding="utf-8")
    kind = "compare" if what == "file" else what
    done = subprocess.run(
        ["sh", "-c", limits.command(settings, address, kind)],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert (tmp_path / ("compare.parquet" if kind == "compare" else "sweep.parquet")).is_file()


@pytest.mark.parametrize(
    ("seconds", "said"),
    [(0.2, "a second"), (41.3, "41 s"), (600, "10 min"), (9e3, "2.5 h")],
)
def test_durations_are_said_as_well_as_they_are_known(seconds: float, said: str) -> None:
    assert limits.said(seconds) == said


def test_watch_says_it_and_computes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dashboard.watch.page.profile", lambda: HOSTED)
    monkeypatch.setattr("dashboard.watch.page.jobs", lambda: pytest.fail("nothing is computed"))
    page = Visitor(LARGEST).page
    assert [warning.value for warning in page.warning] == [limits.of_watch(LARGEST, HOSTED)]
    assert [code.value for code in page.code] == ["make run"]
