"""Whose request it is: the address that rates count by.

By default the socket's other end. Behind a proxy that is the proxy for everybody, so whoever runs
one names the header in which it says the address (``DART_ADDRESS_HEADER``), and sees to it that the
app is reached through the proxy alone. Without that no header is believed: anybody can send one.
"""

from __future__ import annotations

import ipaddress
import os
from collections.abc import Mapping
from functools import cache
from typing import Any

from dashboard.streamlit_edges import client_here

HEADER = "DART_ADDRESS_HEADER"
NOBODY = ""  # of a test, or of a socket without an address
_LOCAL = "127.0.0.1"


def address_of(scope: Mapping[str, Any]) -> str:
    """Return the address of an ASGI connection."""
    client = scope.get("client")
    peer = str(client[0]) if client else NOBODY
    return _network(
        _address(peer, [(n.decode("latin1"), v.decode("latin1")) for n, v in scope["headers"]])
    )


def address_here() -> str:
    """Return the address of the visitor whose page is being drawn."""
    client = client_here()
    if client is None:
        return NOBODY
    return _network(_address(client.remote_ip or NOBODY, list(client.headers)))


def _address(peer: str, headers: list[tuple[str, str]]) -> str:
    named = _header()
    if named:
        said = [value for name, value in headers if name.lower() == named]
        # A proxy adds what it saw at the end; whatever stands before it came from the visitor.
        return said[-1].rpartition(",")[2].strip() if said else peer
    # The server below takes a name from this header itself where a program of this machine
    # connects. Without a word of whoever runs it, that program is who is asking.
    forwarded = ",".join(value for name, value in headers if name.lower() == "x-forwarded-for")
    return _LOCAL if peer and peer in forwarded else peer


def _network(address: str) -> str:
    """Return what one machine cannot change at will: of IPv6, the half that its network gives."""
    try:
        found = ipaddress.ip_address(address.strip("[]"))
    except ValueError:
        return address[:64]
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped:
            return str(found.ipv4_mapped)
        return str(ipaddress.ip_network((found, 64), strict=False))
    return str(found)


@cache
def _header() -> str:
    return os.environ.get(HEADER, "").strip().lower()
