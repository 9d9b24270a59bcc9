"""The locked requirements: what is installed is within the ranges, and known by its hash."""

from __future__ import annotations

import re

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from scripts import environment
from tests.project.files import ROOT

LOCKS = ("requirements", "requirements-dask", "requirements-dev", "requirements-pip")
PIN = re.compile(r"^(?P<name>[A-Za-z0-9._-]+)==(?P<version>\S+)(?: ; (?P<marker>[^\\]+?))? \\$")
HASH = re.compile(r"^    --hash=sha256:[0-9a-f]{64}(?: \\)?$")


def ranges(name: str) -> list[Requirement]:
    files = environment.with_included(ROOT / f"{name}.txt")
    lines = [
        line.partition("#")[0].strip() for file in files for line in file.read_text().splitlines()
    ]
    return [Requirement(line) for line in lines if line and not line.startswith("-")]


def pins(name: str) -> dict[str, tuple[str, int]]:
    """Versions and the number of hashes, by package."""
    found: dict[str, tuple[str, int]] = {}
    package = ""
    for line in (ROOT / f"{name}.lock").read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            continue
        if pin := PIN.match(line):
            package = canonicalize_name(pin["name"])
            assert package not in found, f"{package} is pinned twice"
            found[package] = (pin["version"], 0)
        else:
            assert HASH.match(line), f"{name}.lock: neither a pin nor a hash: {line}"
            version, count = found[package]
            found[package] = (version, count + 1)
    return found


@pytest.mark.parametrize("name", LOCKS)
def test_the_lock_satisfies_the_ranges(name: str) -> None:
    locked = pins(name)
    for requirement in ranges(name):
        version = locked[canonicalize_name(requirement.name)][0]
        assert requirement.specifier.contains(version), f"{requirement}: {version}. Run `make lock`"


@pytest.mark.parametrize("name", LOCKS)
def test_every_package_has_hashes_and_no_place_of_its_own(name: str) -> None:
    assert all(count for _, count in pins(name).values())
    text = (ROOT / f"{name}.lock").read_text(encoding="utf-8")
    assert "://" not in text
    assert "make lock" in text


def test_all_locks_agree() -> None:
    every = pins("requirements-dev") | pins("requirements-pip")
    for name in LOCKS:
        assert {package: every[package] for package in pins(name)} == pins(name), name
    assert pins("requirements").keys() <= pins("requirements-dask").keys()


@pytest.mark.parametrize("package", ["numba", "llvmlite", "numpy", "pandas", "pyarrow"])
def test_compiled_packages_list_the_files_of_many_platforms(package: str) -> None:
    # Linux on two processors, Mac and Windows, of two versions of Python and more.
    assert pins("requirements")[package][1] >= 8


@pytest.mark.parametrize("name", ["Dockerfile", "Makefile", "README.md", "compose.yaml"])
def test_what_installs_the_app_takes_the_lock(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    assert "requirements.lock" in text
    if name != "README.md":
        assert "requirements.txt" not in text.replace("pip compile", "").replace(
            "$(LOCK) requirements.txt", ""
        )


def test_the_image_installs_nothing_that_the_lock_does_not_list() -> None:
    text = (ROOT / "Dockerfile").read_text(encoding="utf-8").replace("\\\n", " ")
    installs = re.findall(r"pip install .*?(?=&&|$)", text, re.MULTILINE)
    assert len(installs) == 2
    for command in installs:
        assert "--require-hashes" in command
        assert "--only-binary :all:" in command
