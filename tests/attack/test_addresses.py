"""The address that rates count by cannot be chosen by who asks."""

from __future__ import annotations

import pytest

from dashboard.serving import addresses
from dashboard.serving.addresses import address_of


def address(client: str, *headers: tuple[str, str]) -> str:
    raw = [(name.lower().encode(), value.encode()) for name, value in headers]
    return address_of({"client": (client, 0), "headers": raw})


def test_without_a_word_of_the_operator_no_header_is_believed() -> None:
    assert address("10.0.0.1") == "10.0.0.1"
    assert address("10.0.0.1", ("X-Real-IP", "1.2.3.4")) == "10.0.0.1"
    # The server below has already taken a name from this header where its peer is local.
    assert address("1.2.3.4", ("X-Forwarded-For", "1.2.3.4")) == "127.0.0.1"
    assert address("1.2.3.4", ("X-Forwarded-For", "9.9.9.9, 1.2.3.4:80")) == "127.0.0.1"


def test_behind_a_proxy_the_last_name_counts_that_it_gave(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "_header", lambda: "x-forwarded-for")
    assert address("10.0.0.1", ("X-Forwarded-For", "6.6.6.6, 1.2.3.4")) == "1.2.3.4"
    assert address("1.2.3.4", ("X-Forwarded-For", "6.6.6.6"), ("X-Forwarded-For", "7.7.7.7")) == (
        "7.7.7.7"
    )
    assert address("10.0.0.1") == "10.0.0.1"


def test_one_machine_has_one_address_of_ipv6() -> None:
    assert address("2001:db8::1") == address("2001:db8::2:3") == "2001:db8::/64"
    assert address("2001:db8:1::1") != address("2001:db8:2::1")
    assert address("::ffff:10.0.0.1") == "10.0.0.1"


def test_any_text_is_an_address() -> None:
    assert address("x" * 1_000) == "x" * 64
    assert address_of({"headers": []}) == ""
