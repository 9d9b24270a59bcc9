"""Run what tests the core under the other Pythons that it promises to run on.

``python -m scripts.pythons`` in the project's environment. Each Python gets an environment of its
own in ``.pythons/``, with what the core alone requires, as locked. A Python is taken from the
PATH, from pyenv, or from uv, which fetches it where the network lets it. What could not be had is
said at the end; so is it, in capitals, if nothing newer than the project's own could be had.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from scripts.environment import NEWEST, OLDEST, ROOT

PROMISED = tuple((3, minor) for minor in range(OLDEST[1], NEWEST[1] + 1))
FOLDER = ROOT / ".pythons"
REQUIREMENTS = ("numba", "numpy", "pandas", "scipy", "pytest", "hypothesis")
# Threads, determinism, and the plain algorithms that the fast ones must agree with; of the
# algorithms DART alone, since every other one takes a minute to compile.
TESTS = (
    "tests/attack/test_threads.py",
    "tests/attack/test_workers.py::test_two_workers_find_the_optimum_of_one_problem_together",
    "tests/core/test_determinism.py",
    "tests/core/test_rewards_reference.py",
    "tests/core/test_dart_reference.py",
)
SECONDS_TO_FETCH = 300
FAILURES = (OSError, subprocess.SubprocessError)
_WHICH = "import sys; print(*sys.version_info[:2])"

Version = tuple[int, int]


@dataclass(frozen=True)
class Outcome:
    """What became of one Python: whether its tests passed, and what there is to show."""

    passed: bool
    said: str


def written(version: Version) -> str:
    """Return a version as people write it."""
    return ".".join(map(str, version))


def is_python(path: str | Path, version: Version) -> bool:
    """Say whether `path` is a Python of that version that starts."""
    try:
        done = subprocess.run(
            [path, "-c", _WHICH], capture_output=True, text=True, check=False, timeout=30
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0 and done.stdout.split() == [str(part) for part in version]


def candidates(version: Version) -> Iterator[str | Path]:
    """Give where a Python of that version may be, the likeliest first."""
    name = f"python{written(version)}"
    if found := shutil.which(name):
        yield found
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    for root in (FOLDER / "interpreters", pyenv):
        yield from sorted(root.glob(f"*{written(version)}.*/bin/python"), reverse=True)


def find(version: Version) -> Path | None:
    """Return a Python of that version on this machine; None if there is none."""
    return next((Path(path) for path in candidates(version) if is_python(path, version)), None)


def fetch(version: Version) -> str:
    """Have uv fetch a Python; return what it said if that failed, else ""."""
    where = ("--install-dir", str(FOLDER / "interpreters"))
    try:
        uv("python", "install", "--no-bin", *where, written(version))
    except FAILURES as error:
        lines = said_by(error).splitlines()
        return f"{lines[0].strip()} ... {lines[-1].strip()}"
    return ""


def uv(*arguments: str) -> None:
    """Run uv, which is part of the project's environment; whatever goes wrong is in `FAILURES`."""
    subprocess.run(
        [sys.executable, "-m", "uv", *arguments],
        env={**os.environ, "UV_HTTP_RETRIES": "0"},
        capture_output=True,
        text=True,
        check=True,
        timeout=SECONDS_TO_FETCH,
    )


def said_by(error: Exception) -> str:
    """Return what a command said that failed."""
    return str(getattr(error, "stderr", None) or error).strip()


def prepare(version: Version, python: Path) -> Path:
    """Return the Python of a new environment with what the core and its tests need, as locked."""
    environment = FOLDER / written(version)
    inside = environment / "bin/python"
    uv("venv", "--clear", "--python", str(python), str(environment))
    lock = ("--constraints", str(ROOT / "requirements-dev.lock"))
    uv("pip", "install", "--python", str(inside), *lock, *REQUIREMENTS)
    return inside


def run(version: Version, python: Path) -> Outcome:
    """Run the tests under one Python."""
    try:
        inside = prepare(version, python)
    except FAILURES as error:
        return Outcome(False, f"Its environment could not be made: {said_by(error)}")
    command = [str(inside), "-m", "pytest", "-q", "-p", "no:cacheprovider", *TESTS]
    command += ["-k", "not frontier"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    return Outcome(done.returncode == 0, done.stdout + done.stderr)


def main() -> int:
    """Find or fetch the Pythons, run the tests under each, and say which could not be had."""
    own: Version = sys.version_info[:2]
    found: dict[Version, Path] = {}
    missing: dict[Version, str] = {}
    for version in PROMISED:
        if version == own:
            continue  # all tests run under it
        python = find(version)
        if python is None:
            why = fetch(version)
            python = find(version)
        if python is None:
            missing[version] = why
        else:
            found[version] = python
            print(f"Python {written(version)}: {python}", flush=True)
    with ThreadPoolExecutor(2) as pool:  # most of the time is one thread compiling
        outcomes = dict(zip(found, pool.map(run, found, found.values()), strict=True))
    for version, outcome in outcomes.items():
        print(f"\n=== Python {written(version)} ===\n{outcome.said}")
    ran = [written(version) for version, outcome in outcomes.items() if outcome.passed]
    failed = [written(version) for version, outcome in outcomes.items() if not outcome.passed]
    print(f"The core's tests passed under Python {', '.join(ran) or '-'}; all others run under")
    print(f"{written(own)}.")
    for version, why in missing.items():
        print(f"NOT TESTED: Python {written(version)} could not be had here. {why}")
    if own < PROMISED[-1] and not any(version > own for version in found):
        print(
            f"SKIPPED: NO PYTHON NEWER THAN {written(own)} COULD BE HAD, so the promise "
            "'on any Python from 3.11 on' stands untested. Install one, for example with pyenv or "
            "`uv python install`, and run `make test-pythons`."
        )
    if failed:
        print(f"FAILED under Python {', '.join(failed)}: see above.")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
