"""Kept runs: nothing that lies in the folder can give a wrong number, a hang or a traceback."""

from __future__ import annotations

import errno
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

import dart_core as dc
from dart_core import archive, files
from dart_core.archive import SUFFIX, Archive
from dart_core.chunks import Chunk, Job
from dart_core.commands import NO_FILE, REFUSED
from dashboard.cli import main
from tests.project.files import ROOT

PROBLEM = dc.Problem([0.9, 0.6, 0.4, 0.1], k=2, horizon=300)
JOB = Job(PROBLEM, dc.algorithm("random"), 0, redraw_arms=False, gap=None, checkpoints=50)
TIMES = archive.times_of(JOB)
COMPARE = ["compare", "--n", "4", "--k", "2", "--t", "300", "--runs", "3", "--workers", "1"]
COMPARE += ["--algorithm", "random", "--with", ""]
posix = pytest.mark.skipif(sys.platform == "win32", reason="there are no such files")


def chunk(**changes: Any) -> Chunk:
    """Return three runs that can be, but for `changes`."""
    arrays: dict[str, Any] = {
        "runs": np.arange(3),
        "regret": np.tile(0.3 * TIMES, (3, 1)),
        "right": np.array([True, False, True]),
        "commit_t": np.array([300, 0, 7]),
        "accepted": np.array([0, 1, 2]),
        "rejected": np.array([0, 1, 2]),
        "seconds": np.array([0.1, 0.2, 0.3]),
    }
    return Chunk(**arrays | changes)


def kept_file(folder: Path) -> Path:
    (path,) = folder.rglob(f"*{SUFFIX}")
    return path


def runs_in(folder: Path) -> list[int]:
    return [int(run) for one in Archive(folder).load(JOB) for run in one.runs]


def test_what_is_kept_comes_back_bit_for_bit(tmp_path: Path) -> None:
    study = dc.compare(PROBLEM, ["random"], 3, checkpoints=50, resume=tmp_path)
    results = study.curves[0].results
    read = Chunk.joined(Archive(tmp_path).load(JOB))
    for name in archive.ARRAYS:
        before, after = getattr(results, name), getattr(read, name)
        assert before.dtype == after.dtype
        assert before.tobytes() == after.tobytes()
    again = dc.compare(PROBLEM, ["random"], 3, checkpoints=50, resume=tmp_path)
    pd.testing.assert_frame_equal(again.outcomes, study.outcomes, check_exact=True)


def test_a_changed_byte_is_never_read(tmp_path: Path) -> None:
    Archive(tmp_path).save(JOB, chunk())
    path = kept_file(tmp_path)
    whole = path.read_bytes()
    assert runs_in(tmp_path) == [0, 1, 2]
    for at in range(0, len(whole), 13):
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 1 << at % 8]) + whole[at + 1 :])
        assert runs_in(tmp_path) == []
    for damage in (b"", b"PK nonsense", whole[:-1], whole + b"\0", whole[:100]):
        path.write_bytes(damage)
        assert runs_in(tmp_path) == []


def test_a_chunk_of_another_job_is_never_read(tmp_path: Path) -> None:
    dc.compare(PROBLEM, ["random", "oracle"], 3, resume=tmp_path)
    one, other = sorted(tmp_path.iterdir())
    for file in other.iterdir():
        file.unlink()
    for file in one.iterdir():
        shutil.copy(file, other)
    study = dc.compare(PROBLEM, ["random", "oracle"], 3, resume=tmp_path)
    assert study.outcomes["regret"].tolist() == (
        dc.compare(PROBLEM, ["random", "oracle"], 3).outcomes["regret"].tolist()
    )


@pytest.mark.parametrize(
    "changes",
    [
        {"runs": np.array([-1, -2, 2])},
        {"runs": np.array([2, 2, 2])},
        {"runs": np.array([2, 10**6, 2**62])},
        {"regret": np.outer([np.nan, np.inf, 0.5], TIMES)},
        {"regret": np.outer([1.01, -1.01, 0.5], TIMES)},
        {"commit_t": np.array([-1, 301, 300])},
        {"accepted": np.array([-1, 5, 4])},
        {"rejected": np.array([-1, 5, 4])},
        {"seconds": np.array([-1.0, np.nan, 0.0])},
        {"right": np.array([2, 255, 1], dtype=np.uint8)},
    ],
)
def test_runs_that_cannot_be_are_run_again(tmp_path: Path, changes: dict[str, Any]) -> None:
    """With a right checksum too: only runs that can be count (here the third one, or the first)."""
    Archive(tmp_path).save(JOB, chunk(**changes))
    assert runs_in(tmp_path) in ([2], [0] if "runs" not in changes else [2])
    study = dc.compare(PROBLEM, ["random"], 4, checkpoints=50, resume=tmp_path)
    assert study.finished
    assert study.curves[0].results.runs.tolist() == [0, 1, 2, 3]


def test_two_studies_that_share_some_runs_lose_none(tmp_path: Path) -> None:
    Archive(tmp_path).save(JOB, chunk())
    Archive(tmp_path).save(JOB, chunk(runs=np.array([0, 2, 4])))
    assert sorted(runs_in(tmp_path)) == [0, 1, 2, 4]


@posix
def test_only_regular_files_are_read_and_none_waits(tmp_path: Path) -> None:
    Archive(tmp_path).save(JOB, chunk())
    path = kept_file(tmp_path)
    folder, target = path.parent, tmp_path / "elsewhere"
    path.rename(target)
    (folder / f"a{SUFFIX}").symlink_to(target)
    (folder / f"b{SUFFIX}").symlink_to("/dev/zero")
    (folder / f"d{SUFFIX}").mkdir()
    os.mkfifo(folder / f"c{SUFFIX}")
    with (folder / f"e{SUFFIX}").open("wb") as file:
        file.truncate(1 << 40)  # it takes no room, and would take all memory
    assert runs_in(tmp_path) == []


def full(*_: object, **__: object) -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def test_a_full_disk_is_a_sentence_and_leaves_nothing_half(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(files.os, "fsync", full)
    assert main([*COMPARE, "--out", str(tmp_path / "a.csv")]) == NO_FILE
    assert "No space left on device. What was kept before is still there" in capsys.readouterr().err
    assert not [path for path in tmp_path.rglob("*") if path.is_file()]


def test_a_full_disk_at_the_end_keeps_the_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "a.csv"
    with monkeypatch.context() as during:
        during.setattr(pd.DataFrame, "to_csv", full)
        assert main([*COMPARE, "--out", str(out)]) == NO_FILE
    assert "Finished runs are kept" in capsys.readouterr().err
    assert not list(tmp_path.glob(".*"))
    before = set(tmp_path.rglob(f"*{SUFFIX}"))
    assert main([*COMPARE, "--out", str(out)]) == 0
    assert set(tmp_path.rglob(f"*{SUFFIX}")) == before


@posix
def test_a_link_that_lies_in_wait_leads_nowhere(tmp_path: Path) -> None:
    target = tmp_path / "target"
    target.write_text("mine")
    for name in ("a.csv.part", "a-runs.csv.part"):
        (tmp_path / name).symlink_to(target)
    assert main([*COMPARE, "--out", str(tmp_path / "a.csv")]) == 0
    assert target.read_text() == "mine"
    assert len(pd.read_csv(tmp_path / "a-runs.csv", comment="#")) == 3


@posix
@pytest.mark.parametrize("name", ["a.csv", "a-runs.csv"])
@pytest.mark.parametrize("kind", ["link", "pipe"])
def test_only_a_regular_file_is_written_over(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, kind: str
) -> None:
    target = tmp_path / "target"
    target.write_text("mine")
    if kind == "link":
        (tmp_path / name).symlink_to(target)
    else:
        os.mkfifo(tmp_path / name)
    assert main([*COMPARE, "--out", str(tmp_path / "a.csv")]) == REFUSED
    assert "out: expected a file, got 'the link, pipe or device" in capsys.readouterr().err
    assert target.read_text() == "mine"


@posix
@pytest.mark.parametrize(
    ("options", "code"),
    [
        (lambda at: ["--out", str(at / ("n" * 300 + ".csv"))], NO_FILE),
        (lambda at: ["--out", str(at / ("n" * 249 + ".csv"))], NO_FILE),  # its -runs is too long
        (lambda at: ["--out", str(at / ("n" * 246 + ".csv"))], REFUSED),  # its .parts is
        (lambda at: ["--out", str(at / "a.csv"), "--resume", str(at / ("n" * 300))], REFUSED),
        (lambda at: ["--out", str(at / "a.csv"), "--resume", str(at / "pipe")], REFUSED),
        (lambda at: ["--out", str(at / "a.csv"), "--resume", "/dev/null"], REFUSED),
        (lambda at: ["--out", str(at / "a.csv"), "--link", str(at / "pipe")], REFUSED),
        (lambda at: ["--out", str(at / "a.csv"), "--link", str(at / "binary")], REFUSED),
        (lambda at: ["--out", str(at / "a.csv"), "--link", "n" * 5_000], REFUSED),
    ],
)
def test_odd_names_and_places_are_a_sentence(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    options: Callable[[Path], list[str]],
    code: int,
) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "binary").write_bytes(bytes(range(256)))
    assert main([*COMPARE, *options(tmp_path)]) == code
    said = capsys.readouterr()
    assert len(said.err.splitlines()) == 1
    assert not list(tmp_path.glob("*.parts"))


def test_a_file_where_a_job_keeps_its_runs_is_a_sentence(tmp_path: Path) -> None:
    dc.compare(PROBLEM, ["random"], 1, resume=tmp_path)
    (folder,) = tmp_path.iterdir()
    shutil.rmtree(folder)
    folder.touch()
    with pytest.raises(files.FileError, match="Finished runs cannot be kept in"):
        dc.compare(PROBLEM, ["random"], 1, resume=tmp_path)
    for odd in (3, "a\0b"):
        with pytest.raises(dc.FieldError, match="resume: expected a folder"):
            dc.compare(PROBLEM, ["random"], 1, resume=odd)  # type: ignore[arg-type] # on purpose


def test_two_commands_with_one_out_both_end_well(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "dashboard", *COMPARE, "--out", str(tmp_path / "a.csv")]
    both = [subprocess.Popen(command, cwd=ROOT, stderr=subprocess.PIPE) for _ in range(2)]
    for one in both:
        _, said = one.communicate(timeout=120)
        assert one.returncode == 0, said
    assert len(pd.read_csv(tmp_path / "a-runs.csv", comment="#")) == 3
    assert not list(tmp_path.rglob("*.part"))


@posix
def test_output_that_cannot_be_written_is_a_sentence(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "dashboard", *COMPARE, "--out", str(tmp_path / "a.csv")]
    with Path("/dev/full").open("w") as nowhere:
        done = subprocess.run(
            command, cwd=ROOT, stdout=nowhere, stderr=subprocess.PIPE, text=True, check=False
        )
    assert done.returncode == NO_FILE
    assert done.stderr.endswith("then run the same command again.\n")
    assert "Traceback" not in done.stderr
