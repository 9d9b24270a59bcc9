"""Every algorithm's record is complete, and what it says fits together."""

from __future__ import annotations

import importlib.util
import re

import pytest

import dart_core as dc
from dart_core.algorithms import BUILT_IN, price
from dart_core.algorithms.record import AlgorithmSpec, Tunable
from dart_core.algorithms.registry import REGISTRY
from dart_core.problem import MAX_HORIZON
from dart_core.terms import PLACES
from tests.project.files import ROOT

FOLDER = ROOT / "dart_core" / "algorithms"
SPECS = [REGISTRY[name] for name in BUILT_IN]
# What must not be empty, and what to write there.
SLOTS = {
    "label": "its name on charts",
    "line": "one plain sentence on what it does",
    "presets": "at least one full set of constants",
    "colour": "two colours of its curve, on a light and on a dark page",
    "reading": "how to read its rows and marks",
    "listing": "its pseudo-code",
    "source": "who described it, and where",
    "regret_bound": "which regret bound is stated, or that none is",
    "cost_per_step": "how the time of a round grows with N and K",
    "outlook": "what its constants will do, before they do it",
}


def missing(spec: AlgorithmSpec) -> list[str]:
    """What is empty in a record, in words that say how to fill it."""
    empty = [slot for slot in SLOTS if getattr(spec, slot) in ("", {}, None, ("", ""))]
    if spec.name == "dart":  # its stages are forecast by dart_core.theory
        empty.remove("outlook")
    return [f"{spec.name}: `{slot}` is empty; give {SLOTS[slot]}" for slot in empty]


@pytest.mark.parametrize("spec", SPECS, ids=BUILT_IN)
def test_no_slot_is_empty(spec: AlgorithmSpec) -> None:
    assert missing(spec) == []


def test_an_empty_slot_is_named_with_what_belongs_there() -> None:
    bare = AlgorithmSpec(
        name="new",
        label="New",
        presets={},
        run=lambda *_: None,
        source="",
        regret_bound="none proved",
        cost_per_step="O(K)",
    )
    says = missing(bare)
    assert "new: `line` is empty; give one plain sentence on what it does" in says
    assert {re.findall("`(.*)`", text)[0] for text in says} == SLOTS.keys() - {
        *("label", "regret_bound", "cost_per_step")
    }


@pytest.mark.parametrize("spec", SPECS, ids=BUILT_IN)
def test_presets_and_constants_fit_together(spec: AlgorithmSpec) -> None:
    assert set(spec.main) <= spec.tunables.keys()
    assert not spec.tunables or spec.main, "name in `main` the constants that one changes first"
    assert spec.place in {"", *PLACES}
    for preset, its in spec.presets.items():
        assert its.line, f"{preset}: a few words on it are missing"
        assert its.constants.keys() <= spec.tunables.keys() | spec.modes.keys()
        spec.check(its.constants)
        for name, each in spec.tunables_of(preset).items():
            value = its.constants[name]
            if not isinstance(value, str):
                assert each.nearest(value) == value, f"{preset}: {name} is outside of its range"
            if each.whole:
                assert each.takes == (1, MAX_HORIZON), f"{name} counts rounds"
    for name in spec.tunables:
        assert any(name in its.constants for its in spec.presets.values()), f"no preset has {name}"


@pytest.mark.parametrize("spec", SPECS, ids=BUILT_IN)
def test_both_ends_of_a_range_can_be_run(spec: AlgorithmSpec) -> None:
    for preset in spec.presets:
        for name, each in spec.tunables_of(preset).items():
            for value in (each.low, each.high):
                dc.algorithm(spec.name, preset, **{name: value})


def test_colours_are_each_algorithm_s_own() -> None:
    for theme in (0, 1):
        colours = [spec.colour[theme] for spec in SPECS if spec.feedback == "full-bandit"]
        assert all(re.fullmatch("#[0-9a-f]{6}", colour) for colour in colours)
        shared = [spec.name for spec in SPECS if colours.count(spec.colour[theme]) > 1]
        assert set(shared) <= {"random", "oracle"}, "these share a colour: choose another"


def test_a_number_is_brought_into_its_range() -> None:
    real, whole = Tunable("c", 0.5, 2.0, ""), Tunable("m", 1, 10, "")
    assert [real.nearest(x) for x in (0.1, 1.3, 9.0)] == [0.5, 1.3, 2.0]
    assert [whole.nearest(x) for x in (0.2, 2.6, 99.0)] == [1.0, 3.0, 10.0]
    assert (real.whole, whole.whole) == (False, True)


@pytest.mark.parametrize("name", BUILT_IN)
def test_an_algorithm_is_one_folder_and_one_reference(name: str) -> None:
    folder = price.folder(name)
    for file in ("kernel.py", "spec.py"):
        assert (folder / file).is_file(), f"{name}: {folder.name}/{file} is missing"
    assert price.rounds(name).keys() == REGISTRY[name].presets.keys(), (
        f"{name}: run `python -m benchmarks.cost {name} --write`, which makes price.json"
    )
    function = re.compile(rf"^def (run_)?{folder.name}\b", re.MULTILINE)
    has_reference = (ROOT / f"tests/reference/{folder.name}.py").is_file() or any(
        function.search(path.read_text(encoding="utf-8"))
        for path in ROOT.glob("tests/reference/*.py")
    )
    assert has_reference or name in {"random", "oracle"}, (
        f"{name}: tests/reference/{folder.name}.py with def {folder.name}(bandit, …) is missing"
    )
    imports = (folder / "spec.py").read_text(encoding="utf-8").split("\ndef ")[0]
    assert "kernel import" not in imports.split("if TYPE_CHECKING")[0], "records load no Numba"


def test_every_folder_is_in_the_registry() -> None:
    folders = {path.parent.name for path in FOLDER.glob("*/spec.py")}
    assert folders == {price.folder(name).name for name in BUILT_IN}, (
        "import its record in dart_core/algorithms/__init__.py and put it into _ALL"
    )
    assert importlib.util.find_spec("dart_core.algorithms.shared") is not None


def test_facts_of_an_algorithm_stand_in_its_folder() -> None:
    """Outside of it an algorithm's name is a choice (a default, a scenario), never a fact."""
    names = "|".join(
        name for name in BUILT_IN if name not in ("dart", "frontier", "random", "oracle")
    )
    tables = re.compile(rf'(?:^\s*|[{{,]\s*)"(?:{names})[.a-z]*": ', re.MULTILINE)
    of_the_paper = ("findings.py", "experiment.py", "figures.py")  # its curves, its claims
    for path in [*ROOT.glob("dashboard/**/*.py"), *ROOT.glob("dart_core/*.py")]:
        if path.parent.name != "paper" or path.name not in of_the_paper:
            assert not tables.search(path.read_text(encoding="utf-8")), path
