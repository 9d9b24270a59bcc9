"""Each touch of Numba's insides still holds; a failure says what to do."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any

import numba
import numpy as np
import pytest

from dart_core import compile as compiling
from dart_core.kernel_cache import KernelCache
from tests.project.files import label, under


def test_numba_is_touched_in_two_modules() -> None:
    touched = set()
    for folder in ("dart_core", "dart_player", "dashboard"):
        for path in under(folder, ".py"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
                names += [name.name for name in node.names] if isinstance(node, ast.Import) else []
                if any(name.partition(".")[0] == "numba" for name in names):
                    touched.add(label(path))
    assert touched == {"dart_core/compile.py", "dart_core/kernel_cache.py"}


def total(values: Any) -> float:
    found = 0.0
    for value in values:
        found += value
    return found


@pytest.mark.parametrize("extra", [{}, {"forceinline": True}])
def test_options_of_kernels_are_known(extra: dict[str, Any]) -> None:
    """Without `_nrt` kernels would count references: ten times slower."""
    made = numba.njit(**compiling._OPTIONS, **extra)(total)
    assert made(np.ones(3)) == 3.0
    (signature,) = made.signatures
    assert "NRT_" not in made.inspect_llvm(signature), (
        "kernels count references again: find what took the place of `_nrt` in dart_core/compile.py"
    )


def test_a_kernel_goes_to_disk_and_comes_back(tmp_path: Path) -> None:
    says = "mend KernelCache in dart_core/kernel_cache.py: Numba saves or loads kernels otherwise"
    first, again = (numba.njit(**compiling._OPTIONS)(total) for _ in range(2))
    first._cache = KernelCache(total, tmp_path)
    assert first(np.ones(3)) == 3.0
    assert len(list(tmp_path.iterdir())) == 1, says
    again._cache = KernelCache(total, tmp_path)
    assert again(np.ones(3)) == 3.0
    assert sum(again.stats.cache_hits.values()) == 1, says
