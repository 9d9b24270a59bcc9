"""The watch that no socket leaves this machine: it sees what it should, and lets all else pass."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from tests.loopback.sitecustomize import LEFT, stays

# 192.0.2.0/24 is nobody's, by standard; no name ends with .invalid.
LEAVING = [
    "socket.create_connection(('192.0.2.1', 80), timeout=1)",
    "socket.socket(socket.AF_INET, socket.SOCK_DGRAM).connect(('192.0.2.1', 53))",
    "socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b'x', ('192.0.2.1', 53))",
    "socket.socket(socket.AF_INET6).connect(('2001:db8::1', 80))",
    "socket.getaddrinfo('example.invalid', 80)",
    "socket.gethostbyname('example.invalid')",
    "asyncio.run(asyncio.open_connection('192.0.2.1', 80))",
    "urllib.request.urlopen('http://192.0.2.1/', timeout=1)",
    "requests.get('http://192.0.2.1/', timeout=1)",
]


@pytest.mark.parametrize("call", LEAVING)
def test_a_process_that_a_test_starts_is_refused_and_noted(call: str, tmp_path: Path) -> None:
    record = tmp_path / "left"
    # As Streamlit does: the error is swallowed.
    code = (
        "import asyncio, socket, urllib.request, requests\n"
        f"try:\n    {call}\nexcept Exception as error:\n    print(error)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=os.environ | {LEFT: str(record)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert "The tests stay on this machine" in done.stdout, done
    assert len(record.read_text().splitlines()) >= 1


def test_so_is_the_process_of_the_tests_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = tmp_path / "left"
    monkeypatch.setenv(LEFT, str(record))
    with pytest.raises(PermissionError, match="The tests stay on this machine"):
        socket.create_connection(("192.0.2.1", 80), timeout=1)
    assert "192.0.2.1" in record.read_text()


def test_this_machine_may_be_spoken_to() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        with socket.create_connection(server.getsockname()[:2], timeout=5):
            pass
        with socket.create_connection(("localhost", server.getsockname()[1]), timeout=5):
            pass
    assert stays(None)
    assert stays("::1")
    assert stays(socket.gethostname())
    assert not stays("192.0.2.1")
    assert not stays("example.org")
