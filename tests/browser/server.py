"""A Streamlit app, served by the real server in a process of its own."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SECONDS_TO_START = 60.0
LOG_SHOWN = 4_000


@dataclass(frozen=True)
class App:
    """A served app: where it is, and what it has printed so far."""

    url: str
    log_file: Path
    pid: int

    @property
    def log(self) -> str:
        return self.log_file.read_text(encoding="utf-8", errors="replace")

    def kill(self) -> None:
        """End it as a power cut would."""
        os.kill(self.pid, signal.SIGKILL)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def is_healthy(url: str) -> bool:
    try:
        with urllib.request.urlopen(f"{url}/_stcore/health", timeout=2) as answer:
            return bool(answer.status == 200)
    except (urllib.error.URLError, OSError):
        return False


@contextmanager
def serve(
    script: Path, log_file: Path, port: int | None = None, address: str = "127.0.0.1"
) -> Iterator[App]:
    """Serve `script` on a port of this machine, a free one if none is said; stop it at the end.

    Run from the project's root, so that the project's own config.toml counts.
    """
    port = port or free_port()
    command = [sys.executable, "-m", "streamlit", "run", str(script)]
    command += ["--server.port", str(port), "--server.address", address]
    command += ["--server.headless", "true"]
    with log_file.open("wb") as log:
        process = subprocess.Popen(
            command, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT
        )
    app = App(f"http://127.0.0.1:{port}", log_file, process.pid)
    try:
        wait_until_healthy(app, process)
        yield app
    finally:
        process.terminate()
        try:
            process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def wait_until_healthy(app: App, process: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + SECONDS_TO_START
    while not is_healthy(app.url):
        came = None
        if process.poll() is not None:
            came = f"it ended with exit code {process.returncode}"
        elif time.monotonic() > deadline:
            came = f"none came within {SECONDS_TO_START:.0f} s"
        if came:
            raise RuntimeError(
                f"Expected the app at {app.url} to say that it is healthy; {came}. "
                f"The end of its log:\n{app.log[-LOG_SHOWN:]}"
            )
        time.sleep(0.05)
