"""No socket leaves this machine while the tests run: Python imports this before anything else.

`tests/conftest.py` puts this folder on PYTHONPATH, so every Python that a test starts has the hook
as well, servers included. A socket to another machine, or a question about its name, is refused and
written to the file that LEFT names, since whoever asked may swallow the error. `tests/conftest.py`
fails the test during which that file has grown.
"""

import os
import socket
import sys
from ipaddress import ip_address

LEFT = "DART_TESTS_LEFT_THE_MACHINE"
_NAMES = {"", "localhost", "localhost.localdomain", "ip6-localhost"}
_EVENTS = {
    "socket.connect",
    "socket.sendto",
    "socket.sendmsg",
    "socket.getaddrinfo",
    "socket.gethostbyname",
}


def stays(host: object) -> bool:
    """Whether `host` is this machine; a name is, only if nobody has to be asked for it."""
    if host is None:
        return True
    name = host.decode() if isinstance(host, bytes) else str(host)
    if name.lower() in _NAMES or name.lower() == socket.gethostname().lower():
        return True
    try:
        address = ip_address(name.partition("%")[0])
    except ValueError:
        return False
    if address.is_loopback or address.is_unspecified:
        return True
    # One of the machine's own addresses: nothing else can be bound to.
    family = socket.AF_INET if address.version == 4 else socket.AF_INET6
    with socket.socket(family, socket.SOCK_DGRAM) as probe:
        try:
            probe.bind((name, 0))
        except OSError:
            return False
    return True


def watch(event: str, arguments: tuple[object, ...]) -> None:
    """Refuse what would leave the machine."""
    if event not in _EVENTS:
        return
    host = arguments[0]
    if event in {"socket.connect", "socket.sendto", "socket.sendmsg"}:
        sock, target = arguments[:2]
        if getattr(sock, "family", None) not in {socket.AF_INET, socket.AF_INET6}:
            return
        if not isinstance(target, tuple):  # sendmsg on a socket that is connected already
            return
        host = target[0]
    if not stays(host):
        line = f"{event} {host!r} by {' '.join(sys.orig_argv[:8])}"
        record = os.environ.get(LEFT)
        if record:
            with open(record, "a", encoding="utf-8") as file:  # noqa: PTH123 # no import for it
                file.write(line.replace("\n", " ") + "\n")
        raise PermissionError(f"The tests stay on this machine: {line}")


if not hasattr(sys, "stays_on_this_machine"):  # pytest's own process imports this by another name
    sys.addaudithook(watch)
    sys.stays_on_this_machine = True  # type: ignore[attr-defined]
