"""`import dart_core` is cheap, and every public name is there at its first use."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import dart_core as dc
from tests.project.files import ROOT

PACKAGE = Path(dc.__file__)


def run(code: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return done.stdout


def test_importing_the_package_loads_neither_numba_nor_pandas_nor_numpy() -> None:
    code = "import sys, dart_core; print({'numba', 'pandas', 'numpy'} & set(sys.modules))"
    assert run(code) == "set()\n"


def test_importing_the_package_takes_under_150_ms() -> None:
    code = "from time import process_time as t; a = t(); import dart_core; print(t() - a)"
    assert min(float(run(code)) for _ in range(3)) < 0.15


@pytest.mark.parametrize(
    "asked", ["dc.presets('dart')", "dc.algorithm('frontier')", "dc.FieldError", "dc.__version__"]
)
def test_records_are_read_without_numba_or_pandas(asked: str) -> None:
    code = f"import sys, dart_core as dc; {asked}; print({{'numba', 'pandas'}} & set(sys.modules))"
    assert run(code) == "set()\n"


def test_every_public_name_is_what_type_checkers_see() -> None:
    """The table of homes repeats the imports that only a type checker reads."""
    seen = {
        alias.name: node.module
        for block in ast.parse(PACKAGE.read_text(encoding="utf-8")).body
        if isinstance(block, ast.If)
        for node in block.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    assert seen == dc._HOME  # type: ignore[attr-defined] # private
    assert set(dc.__all__) == seen.keys()
    assert all(getattr(dc, name) is not None for name in dc.__all__)


def test_public_functions_hide_modules_of_their_names() -> None:
    code = (
        "import dart_core as dc, dart_core.sweep, dart_core.outcome, dart_core.algorithms\n"
        "print(callable(dc.sweep), callable(dc.outcome), callable(dc.algorithms))"
    )
    assert run(code) == "True True True\n"
    assert "sweep" in dir(dc)
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = dc.nothing  # type: ignore[attr-defined] # on purpose
