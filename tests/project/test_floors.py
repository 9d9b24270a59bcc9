"""Three floors, arrows only down: dart_core ← dart_player ← dashboard."""

from __future__ import annotations

import ast
import subprocess
import sys
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

from tests.project.files import ROOT, label, under

FLOORS = ("dart_core", "dart_player", "dashboard")
"""From the ground up; a floor may import those before it."""

ROOF = ("app", "server", "pages", "scripts", "benchmarks", "tests", "streamlit")
"""What only the app, or what stands beside it, may import."""

BACKWARDS = {"dart_core.run": {"dart_core.race"}}
"""A run is asked for a race, which simulates others: `Run.race` imports it when it is called."""


def imports_of(source: str, package: str) -> set[str]:
    """Return what a module imports: lazily, for types only, relatively or by a name in a text."""
    found = set()
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Import(names=names):
                found |= {name.name for name in names}
            case ast.ImportFrom(module=module, names=names, level=level):
                above = package.split(".")[: len(package.split(".")) - level + 1] if level else []
                start = ".".join([*above, *([module] if module else [])])
                found |= {f"{start}.{name.name}" for name in names}
            case ast.Call(
                func=ast.Name(id="import_module" | "__import__")
                | ast.Attribute(attr="import_module"),
                args=[ast.Constant(value=str(name)), *_],
            ):
                found.add(name)
    return found


def imports(path: Path) -> set[str]:
    package = ".".join(path.relative_to(ROOT).parent.parts)
    return imports_of(path.read_text(encoding="utf-8"), package)


def upwards(path: Path) -> set[str]:
    floor = FLOORS.index(path.relative_to(ROOT).parts[0])
    closed = {*FLOORS[floor + 1 :], *(ROOF if FLOORS[floor] != "dashboard" else ROOF[:-1])}
    return {name for name in imports(path) if name.partition(".")[0] in closed}


@pytest.mark.parametrize(
    "path", [path for floor in FLOORS for path in under(floor, ".py")], ids=label
)
def test_arrows_point_down(path: Path) -> None:
    assert upwards(path) == set()


@pytest.mark.parametrize("path", under("dart_core", ".py"), ids=label)
def test_the_core_draws_nothing(path: Path) -> None:
    assert not {name for name in imports(path) if within(name, "plotly")}


def test_the_core_meets_the_player_by_its_name_alone_and_when_something_is_shown() -> None:
    """What draws is found by its name, at the first picture: numbers load none of it."""
    code = """
import sys
import dart_core as dc
problem = dc.Problem([0.2, 0.5, 0.9], k=2, horizon=50)
run = dc.simulate(problem, "oracle")
text = repr([problem, run, dc.compare(problem, ["oracle"], runs=1)])
loaded = lambda *names: [name for name in sys.modules if name.startswith(names)]
assert not loaded("dart_player", "matplotlib", "plotly")
assert "<svg" in run._repr_svg_()
assert "dart_player.pictures" in sys.modules
assert not loaded("matplotlib", "plotly", "streamlit")
"""
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True)


@pytest.mark.parametrize("floor", FLOORS)
def test_there_are_no_circles(floor: str) -> None:
    modules = {
        ".".join(path.relative_to(ROOT).with_suffix("").parts): path for path in under(floor, ".py")
    }
    needs = {
        module: {each for each in modules for name in imports(path) if within(name, each)}
        - BACKWARDS.get(module, set())
        for module, path in modules.items()
    }
    TopologicalSorter(needs).prepare()  # a circle raises an error that names it


def within(name: str, module: str) -> bool:
    return name == module or name.startswith(f"{module}.")


def test_no_arrow_is_overlooked() -> None:
    source = """
import dashboard.a
from typing import TYPE_CHECKING
if TYPE_CHECKING:
    from dashboard.b import thing
def later():
    from dashboard import c
    import_module("dashboard.d")
    importlib.import_module("dashboard.e", None)
from . import f
from ..g import h
"""
    assert imports_of(source, "top.room") == {
        "typing.TYPE_CHECKING",
        "dashboard.a",
        "dashboard.b.thing",
        "dashboard.c",
        "dashboard.d",
        "dashboard.e",
        "top.room.f",
        "top.g.h",
    }
