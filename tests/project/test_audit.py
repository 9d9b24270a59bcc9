"""What the audit of the dependencies makes of pip-audit's answers."""

import json
from typing import Any

import pytest

from scripts import audit

FINE = {"name": "numpy", "version": "2.4.0", "vulns": []}
FOUND: dict[str, Any] = {
    "name": "tornado",
    "version": "6.0",
    "vulns": [{"id": "PYSEC-1", "aliases": ["GHSA-1"], "fix_versions": ["6.1"]}],
}
SKIPPED = {"name": "numba", "skip_reason": "not found"}


def of(*packages: dict[str, Any]) -> tuple[int, list[str]]:
    return audit.verdict(json.dumps({"dependencies": packages}))


@pytest.mark.parametrize("output", ["", "No route to host", "[]", "{}"])
def test_without_a_network_it_is_skipped(output: str) -> None:
    code, lines = audit.verdict(output)
    assert code == 0
    assert lines[0].startswith("SKIPPED")


def test_an_index_without_advisories_has_audited_nothing() -> None:
    code, lines = of(SKIPPED)
    assert code == 0
    assert lines[0].startswith("SKIPPED")


def test_a_vulnerability_fails_and_names_the_version_that_mends_it() -> None:
    code, lines = of(FINE, FOUND, SKIPPED)
    assert code == 1
    assert lines[0] == "VULNERABLE  tornado 6.0: PYSEC-1, fixed in 6.1"
    assert "numba" in lines[1]


def test_an_accepted_one_passes_with_its_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(audit, "ACCEPTED", {"GHSA-1": "not used"})
    code, lines = of(FINE, FOUND)
    assert code == 0
    assert "not used" in lines[0]
