"""What a process has one of, and what all threads look into: the registry of algorithms."""

from __future__ import annotations

import ast
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import dart_core as dc
from dart_core import contract, own
from dart_core.algorithms import BUILT_IN, REGISTRY
from dashboard.once import once
from tests.attack.threads import THREADS, at_once
from tests.project.files import ROOT, label, under

EXAMPLE = ROOT / "examples/epsilon_greedy.py"


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    """Take what a test has registered out of the registry."""
    yield
    for name in own.REGISTERED:
        del REGISTRY[name]
    own.REGISTERED.clear()


# --- one of each --------------------------------------------------------------------------------


def test_16_visitors_who_come_first_share_one() -> None:
    made: list[object] = []

    @once
    def its() -> object:
        time.sleep(0.02)
        made.append(object())
        return made[-1]

    found = at_once([its] * THREADS)
    assert made == [found[0]]
    assert all(each is found[0] for each in found)


def test_what_failed_is_tried_again_and_arguments_count() -> None:
    tries: list[str] = []

    @once
    def its(name: str) -> str:
        tries.append(name)
        if len(tries) == 1:
            raise OSError(name)
        return name

    with pytest.raises(OSError, match="a"):
        its("a")
    assert [its("a"), its("a"), its("b")] == ["a", "a", "b"]
    assert tries == ["a", "a", "b"]


def test_only_what_is_read_is_made_without_a_lock() -> None:
    """`functools.cache` makes two where two are first: right for a text, wrong for a pool."""
    texts_and_tables = {
        *("dashboard/paper/results.py: findings", "dashboard/paper/results.py: provenance"),
        *("dashboard/paper/results.py: curves", "dashboard/prices/cost.py: _measured"),
        "dashboard/serving/profile.py: profile",
        *("dashboard/watch/model.py: stored", "dashboard/catalogue.py: curves"),
        *("dashboard/memory.py: _trim", "dashboard/serving/addresses.py: _header"),
        *("dashboard/watch/family.py: stored", "dashboard/watch/family.py: stored_by_key"),
        *("dashboard/lessons/moments.py: moments", "dashboard/lessons/ready.py: ready"),
        *("dashboard/arrival/page.py: _around", "dashboard/arrival/page.py: _script"),
        *("dashboard/arrival/page.py: _icon", "dashboard/arrival/picture.py: fixed"),
        *("dashboard/arrival/drawing.py: _font", "dashboard/studying/stored.py: _arrays"),
    }
    found = set()
    for path in under("dashboard", ".py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef):
                names = [d.id for d in node.decorator_list if isinstance(d, ast.Name)]
                found |= {f"{label(path)}: {node.name}" for name in names if name == "cache"}
    assert found == texts_and_tables


# --- the registry -------------------------------------------------------------------------------


def test_nobody_finds_an_algorithm_missing_while_files_are_tried(tmp_path: Path) -> None:
    """A file that fails is taken back: the others must not be gone for a moment."""
    broken = tmp_path / "broken.py"
    broken.write_text(EXAMPLE.read_text(encoding="utf-8") + "\nraise OSError\n", encoding="utf-8")
    end = time.monotonic() + 1.0

    def try_files() -> int:
        tried = 0
        while time.monotonic() < end:
            with pytest.raises(dc.ContractError):
                own.load(broken)
            tried += 1
        return tried

    def look() -> int:
        looks = 0
        while time.monotonic() < end:
            for name in BUILT_IN:
                assert dc.algorithm(name).name == name
            assert list(REGISTRY)[: len(BUILT_IN)] == list(BUILT_IN)
            looks += 1
        return looks

    found = at_once([try_files, try_files, *[look] * 6])
    assert all(isinstance(count, int) and count > 1 for count in found), found
    assert tuple(REGISTRY) == BUILT_IN


def test_a_file_that_many_threads_need_is_run_once(tmp_path: Path) -> None:
    """As on a worker of a cluster, whose threads get an algorithm of one's own all at once."""
    file, log = tmp_path / "own.py", tmp_path / "log"
    noted = f"\nwith open({str(log)!r}, 'a') as log:\n    log.write('run ')\n"
    file.write_text(EXAMPLE.read_text(encoding="utf-8") + noted, encoding="utf-8")
    found = at_once([lambda: own._from_file(str(file), "epsilon-greedy")] * THREADS)
    assert {each.name for each in found} == {"epsilon-greedy"}
    assert log.read_text() == "run "


def test_two_files_at_once_each_have_their_own_names(tmp_path: Path) -> None:
    files = []
    for j in range(8):
        text = EXAMPLE.read_text(encoding="utf-8").replace('"epsilon-greedy"', f'"own-{j}"')
        files.append(tmp_path / f"own_{j}.py")
        files[-1].write_text(text.replace('label="ε-greedy"', f'label="own {j}"'), "utf-8")
    found = at_once([lambda file=file: own.load(file) for file in files])
    assert found == [(f"own-{j}",) for j in range(8)]


def test_the_global_generators_come_back_though_two_check_at_once() -> None:
    import random

    before: Any = random.getstate()

    def seeded(seed: int) -> None:
        for _ in range(50):
            with contract._global_luck(seed):
                time.sleep(0)

    assert at_once([lambda j=j: seeded(j) for j in range(4)]) == [None] * 4
    assert random.getstate() == before
