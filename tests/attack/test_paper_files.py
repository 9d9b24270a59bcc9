"""`make paper`: what it cannot read or write is a sentence, said before the runs."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from dart_core.commands import NO_FILE
from dashboard.paper import build


@pytest.mark.skipif(sys.platform == "win32", reason="there are no pipes in folders")
@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--judge", "--out", "nowhere"], "No such file or directory"),
        (["--judge", "--out", "garbage"], "expected measurements.parquet as a build writes it"),
        (["--judge", "--out", "pipes"], "expected measurements.parquet as a build writes it"),
        (["--out", "file"], "File exists"),
        (["--out", "n" * 300], "File name too long"),
        (["--out", "new", "--resume", "file"], "resume: expected a folder that can be written"),
    ],
)
def test_files_that_cannot_be_used(
    options: list[str],
    says: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    for folder in ("garbage", "pipes"):
        Path(folder).mkdir()
    Path("garbage/measurements.parquet").write_bytes(b"PAR1 nonsense PAR1")
    os.mkfifo("pipes/measurements.parquet")
    Path("file").touch()
    assert build.main([*options, "--threads", "1"]) == NO_FILE
    said = capsys.readouterr().err
    assert says in said
    assert "Traceback" not in said
