"""SECURITY.md names a test for each promise: those tests are there."""

import re

from tests.project.files import ROOT

SECURITY = (ROOT / "SECURITY.md").read_text(encoding="utf-8")


def test_every_test_that_is_named_exists() -> None:
    files = set(re.findall(r"`(tests/[\w/.]+\.py)`", SECURITY))
    assert files
    source = "".join((ROOT / file).read_text(encoding="utf-8") for file in files)
    for name in re.findall(r"`(test_\w+)`", SECURITY):
        assert f"def {name}(" in source, name
