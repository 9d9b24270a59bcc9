"""What is built of the JavaScript is what would be built now, as far as Python can tell."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from tests.project.files import ROOT, label, under

FOLDERS = ("dart_player/built", "dashboard/built")
HOW = "run `make player` and commit what it builds"
LOCK = json.loads((ROOT / "package-lock.json").read_text(encoding="utf-8"))


def built(folder: str) -> dict[str, Any]:
    return json.loads((ROOT / folder / "sources.json").read_text(encoding="utf-8"))  # type: ignore[no-any-return] # of this shape


def digest(path: Path) -> str:
    return sha256(path.read_bytes()).hexdigest()


BUNDLES = [
    pytest.param(folder, name, parts, id=f"{folder}/{name}")
    for folder in FOLDERS
    for name, parts in built(folder)["bundles"].items()
]


@pytest.mark.parametrize(("folder", "name", "parts"), BUNDLES)
def test_a_bundle_is_made_of_its_sources_as_they_are(
    folder: str, name: str, parts: dict[str, Any]
) -> None:
    changed = [
        source
        for source, wanted in parts["sources"].items()
        if not (ROOT / source).exists() or digest(ROOT / source) != wanted
    ]
    assert not changed, f"{folder}/{name} was built before they changed: {HOW}"
    assert digest(ROOT / folder / name) == parts["sha256"], f"{name} was edited by hand: {HOW}"


@pytest.mark.parametrize("folder", FOLDERS)
def test_nothing_else_is_built_and_by_the_locked_bundler(folder: str) -> None:
    assert built(folder)["esbuild"] == LOCK["packages"]["node_modules/esbuild"]["version"], HOW
    scripts = {path.name for path in under(folder, ".js")}
    assert scripts == set(built(folder)["bundles"])


def test_every_script_is_part_of_a_bundle() -> None:
    used = {
        source
        for folder in FOLDERS
        for parts in built(folder)["bundles"].values()
        for source in parts["sources"]
    }
    scripts = {
        label(path)
        for floor in ("dart_player", "dashboard")
        for path in under(floor, ".js")
        if path.parent.name != "built"
    }
    assert scripts == used


def test_the_lock_names_no_registry_of_a_workplace() -> None:
    packages = LOCK["packages"].values()
    addresses = {package["resolved"] for package in packages if "resolved" in package}
    assert all(address.startswith("https://registry.npmjs.org/") for address in addresses)
    assert all("integrity" in package for name, package in LOCK["packages"].items() if name)
