"""Run what tests the core under the other Pythons that it promises to run on.

``python -m scripts.pythons`` in the project's environment. Each Python gets an environment of its
own in ``.pythons/``, with the core's requirements alone. A Python is taken from the PATH, from
pyenv, or from uv, which fetches it where the network lets it. What could not be had is said at the
end; so is it, in capitals, if nothing newer than the project's own Python could be had.
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

from scripts.environment import ROOT, hashes

PROMISED = ((3, 11), (3, 12), (3, 13), (3, 14))
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
SECONDS_TO_FETCH = 120
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
    uv = FOLDER / "uv/bin/uv"
    environment = {**os.environ, "UV_HTTP_RETRIES": "0"}
    make = (
        [sys.executable, "-m", "venv", str(FOLDER / "uv")],
        [str(uv.with_name("python")), "-m", "pip", "install", "--quiet", "uv"],
    )
    install = [str(uv), "python", "install", "--no-bin", written(version)]
    install += ["--install-dir", str(FOLDER / "interpreters")]
    for command in (*(() if uv.exists() else make), install):
        try:
            done = subprocess.run(
                command,
                env=environment,
                capture_output=True,
                text=True,
                check=False,
                timeout=SECONDS_TO_FETCH,
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            return str(error)
        if done.returncode != 0:
            lines = done.stderr.strip().splitlines() or ["it said nothing"]
            return f"{lines[0].strip()} … {lines[-1].strip()}"
    return ""


def requirements() -> list[str]:
    """Return the lines of the requirements files that the core and its tests need."""
    files = (ROOT / "requirements.txt", ROOT / "requirements-dev.txt")
    text = "\n".join(file.read_text(encoding="utf-8") for file in files)
    lines = [line.partition("#")[0].strip() for line in text.splitlines()]
    return [line for line in lines if line.partition(">")[0] in REQUIREMENTS]


def prepare(version: Version, python: Path) -> Path:
    """Return the Python of an environment with the core's requirements; make it if need be."""
    environment = FOLDER / written(version)
    record, inside = environment / "installed", environment / "bin/python"
    wanted = repr((requirements(), hashes([ROOT / "requirements.txt"])))
    if is_python(inside, version) and record.exists() and record.read_text() == wanted:
        return inside
    install = [str(inside), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    make = [str(python), "-m", "venv", "--clear", str(environment)]
    for command in (make, [*install, *requirements()]):
        subprocess.run(command, capture_output=True, text=True, check=True)
    record.write_text(wanted)
    return inside


def run(version: Version, python: Path) -> Outcome:
    """Run the tests under one Python."""
    try:
        inside = prepare(version, python)
    except OSError as error:
        return Outcome(False, f"Its environment could not be made: {error}")
    except subprocess.CalledProcessError as error:
        return Outcome(False, f"Its environment could not be made: {error}\n{error.stderr}")
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
    print(f"The core's tests passed under Python {', '.join([written(own), *ran])} (the first: see")
    print("the rest of the suite).")
    for version, why in missing.items():
        print(f"NOT TESTED: Python {written(version)} could not be had here. {why}")
    if own < PROMISED[-1] and not any(version > own for version in found):
        print(
            f"SKIPPED: NO PYTHON NEWER THAN {written(own)} COULD BE HAD, so the promise "
            "“on any Python from 3.11 on” stands untested. Install one, for example with pyenv or "
            "`uv python install`, and run `make test-pythons`."
        )
    if failed:
        print(f"FAILED under Python {', '.join(failed)}: see above.")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
