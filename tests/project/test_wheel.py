"""The wheel: built, installed elsewhere, and used as the README says, away from this folder."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
import venv
import zipfile
from pathlib import Path

import numpy as np
import pytest
from packaging.requirements import Requirement

import dart_core as dc
from dart_core.kernel_cache import usable_folder
from scripts import environment
from tests.project.files import ROOT, own_files

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
EXTRAS = PROJECT["project"]["optional-dependencies"]
README = (ROOT / "README.md").read_text(encoding="utf-8")
WINDOWS = sys.platform == "win32"


def ran(*command: str | Path, cwd: Path) -> str:
    kernels = usable_folder()  # the same source: what is compiled already is found there
    own = os.environ | ({"NUMBA_CACHE_DIR": str(kernels.parent)} if kernels else {})
    done = subprocess.run(
        command, env=own, cwd=cwd, capture_output=True, text=True, encoding="utf-8", check=False
    )
    assert done.returncode == 0, f"{done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from the project's own files in a folder of its own."""
    source, out = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("wheel")
    parts = {"dart_core", "dart_player", "pyproject.toml", "requirements-core.txt", "README.md"}
    for path in own_files():
        its = path.relative_to(ROOT)
        if its.parts[0] in {*parts, "LICENSE"}:
            (source / its).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, source / its)
    build = ["wheel", "--quiet", "--no-deps", "--no-build-isolation", "--no-index"]
    ran(sys.executable, "-m", "pip", *build, "--wheel-dir", out, source, cwd=source)
    (made,) = out.glob("*.whl")
    return made


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Programs of an environment elsewhere that has the wheel.

    What the wheel needs it takes from this environment: no network, and no minutes.
    """
    place = tmp_path_factory.mktemp("elsewhere") / "venv"
    venv.create(place, with_pip=False)
    programs = place / ("Scripts" if WINDOWS else "bin")
    python = programs / ("python.exe" if WINDOWS else "python")
    site = Path(
        ran(
            python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))", cwd=place
        ).strip()
    )
    (site / "packages.pth").write_text(str(Path(np.__file__).parents[1]), encoding="utf-8")
    ran(
        sys.executable,
        *("-m", "pip", "--python", python, "install", "--quiet", "--no-deps", "--no-index", wheel),
        cwd=place,
    )
    return programs


def test_it_holds_both_packages_whole_and_nothing_else(wheel: Path) -> None:
    names = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    expected = {
        path.relative_to(ROOT).as_posix()
        for path in own_files()
        if path.is_relative_to(ROOT / "dart_core") or path.is_relative_to(ROOT / "dart_player")
    }
    # What the player's script is built from stays at home, as do the tests.
    assert names == {name for name in expected if not name.startswith("dart_player/js/")}


def test_it_asks_for_the_core_s_requirements_alone(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as file:
        (name,) = (each for each in file.namelist() if each.endswith("/METADATA"))
        lines = file.read(name).decode().splitlines()
    assert f"Version: {dc.__version__}" in lines
    needed = [
        Requirement(line.partition(": ")[2]) for line in lines if line.startswith("Requires-Dist")
    ]
    assert {each.name for each in needed if not each.marker} == {"numba", "numpy", "pandas"}
    assert {extra for extra in EXTRAS if f"Provides-Extra: {extra}" in lines} == {
        *("dask", "plot", "notebook", "tables")
    }


def test_extras_are_the_versions_that_are_tested() -> None:
    files = environment.with_included(ROOT / "requirements-dev.txt")
    lines = [line for file in files for line in file.read_text(encoding="utf-8").splitlines()]
    tested = {line.partition("  #")[0] for line in lines}
    extras = ("dask", "plot", "notebook", "tables")
    said = {line for extra in extras for line in EXTRAS[extra]}
    assert said <= tested
    assert set(EXTRAS["plot"]) <= set(EXTRAS["notebook"])


def test_one_version() -> None:
    assert re.search(
        rf"^version: {re.escape(dc.__version__)}$", _text("CITATION.cff"), re.MULTILINE
    )
    assert f"## [{dc.__version__}]" in _text("CHANGELOG.md")
    for name in ("README.md", "docs/hosting.md"):
        assert set(re.findall(r"dart_bandits-([\d.]+)-", _text(name))) == {dc.__version__}, name


def _text(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def test_readme_s_python_runs_elsewhere(installed: Path, tmp_path: Path) -> None:
    """All of it, one block after the other, with fewer runs and rounds."""
    blocks = re.findall(r"^```python\n(.*?)^```", README, re.DOTALL | re.MULTILINE)
    assert len(blocks) >= 3
    code = "\n".join(blocks).replace("1_000_000", "20_000").replace("runs=25", "runs=2")
    code = code.replace("[10**4, 10**5, 10**6]", "[10**2, 10**3, 10**4]")
    code += "\nprint(dc.simulate(problem, 'epsilon-greedy').regret[-1], dc.__file__)\n"
    code += "print(dc.check_algorithm(EpsilonGreedy))\n"
    code += "from dart_player import assets\n"
    code += "assert assets.script() and assets.markup() and assets.styles()\n"
    (tmp_path / "readme.py").write_text(code, encoding="utf-8")
    said = ran(installed / "python", "readme.py", cwd=tmp_path)
    assert "should settle" in said
    assert "The contract is kept" in said
    assert str(ROOT) not in said, "the wheel, not this folder, is what ran"


def test_the_command_dart_is_there(installed: Path, tmp_path: Path) -> None:
    (line,) = re.findall(r"^dart (compare .*)$", README, re.MULTILINE)
    words = line.replace("1e6", "1e3").replace("--runs 25", "--runs 2").split()
    said = ran(installed / "dart", *words, cwd=tmp_path)
    assert "LinTS" in said
    assert (tmp_path / "study-runs.csv").is_file()
