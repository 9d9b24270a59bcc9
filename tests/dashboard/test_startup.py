"""The start of a server: what it finds is one line, what is wrong ends it with a message."""

import os
import subprocess
import sys

import pytest

from dashboard.serving import startup
from tests.project.files import ROOT


def test_it_says_what_it_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    assert startup.report({}) == "Profile local, 2 cores, studies here."
    monkeypatch.setattr("importlib.util.find_spec", lambda _name: object())
    cluster = {"DART_PROFILE": "hosted", "DART_DASK_SCHEDULER": "tcp://a:8786"}
    assert startup.report(cluster) == "Profile hosted, 2 cores, studies on tcp://a:8786."
    monkeypatch.setattr("importlib.util.find_spec", lambda _name: None)
    assert "requirements-dask.txt" in startup.report(cluster)


def test_a_limit_that_cannot_be_read_ends_the_start_with_its_message() -> None:
    done = subprocess.run(
        [sys.executable, "-c", "import server"],
        cwd=ROOT,
        env=os.environ | {"DART_MAX_T": "lots"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert done.stderr.strip().endswith(
        "DART_MAX_T: expected a number of 1 or more, or none, got 'lots'. Change it and restart."
    )
