"""Test the edges against the newest releases that the upper bounds exclude: ``make canary``.

In an environment of its own, `.canary`, so that nothing here changes. It prints what broke; each of
the tests in tests/canary says what to do. ``--anyway`` tests also where nothing newer is out.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".canary"
PYTHON = VENV / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
WATCHED = ("streamlit", "numba", "plotly", "numpy", "pandas")
EDGES = (
    "tests/canary",
    *("tests/core/test_kernel_cache.py", "tests/core/test_package.py"),
    *("tests/core/test_rewards_reference.py", "tests/core/test_dart_reference.py"),
    *("tests/core/test_determinism.py", "tests/core/test_summary.py"),
    *("tests/dashboard/test_app.py", "tests/dashboard/test_comparing.py"),
    *("tests/dashboard/test_export_files.py", "tests/dashboard/test_theory.py"),
)
_RANGE = re.compile(r"^([A-Za-z0-9._-]+)(>=[0-9.]+),<([0-9.]+)")


def without_upper_bounds(lines: list[str]) -> list[str]:
    """Return requirements, those of `WATCHED` without their upper bounds; no ``-r`` lines."""
    found = []
    for line in lines:
        match = _RANGE.match(line)
        if match and match[1] in WATCHED:
            found.append(match[1] + match[2])
        elif match:
            found.append(match[0])
    return found


def upper_bounds(lines: list[str]) -> dict[str, str]:
    """Return the versions that the bounds of `WATCHED` exclude first."""
    matches = [match for line in lines if (match := _RANGE.match(line))]
    return {match[1]: match[3] for match in matches if match[1] in WATCHED}


def is_beyond(version: str, bound: str) -> bool:
    """Say whether a release is one that the bound excludes."""
    return _numbers(version) >= _numbers(bound)


def _numbers(version: str) -> list[int]:
    return [int(part) for part in re.findall(r"\d+", version)][:3]


def newest(name: str, python: Path | str = sys.executable) -> str:
    """Return the newest release that the package index has for this Python."""
    asked = ["install", "--dry-run", "--ignore-installed", "--no-deps", "--quiet"]
    command = [
        str(python),
        "-m",
        "pip",
        *asked,
        "--disable-pip-version-check",
        "--report",
        "-",
        name,
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"Expected the package index to know {name}; it did not answer:\n{done.stderr}")
    (found,) = json.loads(done.stdout)["install"]
    return str(found["metadata"]["version"])


def main(arguments: list[str]) -> int:
    """Look for newer releases, install them, run the edges; return 1 if something broke."""
    files = (
        "requirements-core.txt",
        "requirements.txt",
        "requirements-dask.txt",
        "requirements-dev.txt",
    )
    lines = [line for name in files for line in (ROOT / name).read_text("utf-8").splitlines()]
    beyond = []
    for name, bound in upper_bounds(lines).items():
        version = newest(name)
        told = "is beyond the bound" if is_beyond(version, bound) else "is within the bound"
        print(f"{name} {version} {told} <{bound}", flush=True)
        if is_beyond(version, bound):
            beyond.append(f"{name} {version}")
    if not beyond and "--anyway" not in arguments:
        print("Nothing newer is out than what the tests have seen.")
        return 0
    print(f"Making {VENV.name} (a minute or two) ...", flush=True)
    subprocess.run([sys.executable, "-m", "venv", "--clear", str(VENV)], check=True)
    pip = [str(PYTHON), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    installed = subprocess.run([*pip, "setuptools", *without_upper_bounds(lines)], check=False)
    if installed.returncode != 0:
        print("These releases cannot be installed together (see above).")
        return 1
    tests = [
        str(PYTHON),
        "-m",
        "pytest",
        *EDGES,
        "-q",
        "--tb=short",
        "--durations=0",
        "-W",
        "default",
    ]
    code = subprocess.run(tests, cwd=ROOT, check=False).returncode
    tried = ", ".join(beyond) or "the releases of today"
    print(f"With {tried}: " + ("something broke (see above)." if code else "nothing broke."))
    return int(code != 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
