"""Make the project's own virtual environment, and bring it up to date.

Runs under whatever Python 3 a machine has, with nothing installed:
``python3 scripts/environment.py requirements.txt``. What was installed is remembered by a hash
of each requirements file, so a second call takes no time and asks no package index.
"""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
from pathlib import Path

OLDEST = (3, 11)
ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
INSTALLED = VENV / "installed.json"


def with_included(requirements: Path) -> list[Path]:
    """Return a requirements file and the files that its ``-r`` lines name, at any depth."""
    files = [requirements]
    for line in requirements.read_text(encoding="utf-8").splitlines():
        option, _, name = line.strip().partition(" ")
        if option == "-r":
            files += with_included(requirements.parent / name.strip())
    return files


def hashes(files: list[Path]) -> dict[str, str]:
    """Return the SHA-256 of each file's content, by file name."""
    return {file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in files}


def already_installed() -> dict[str, str]:
    """Return what earlier calls installed: hashes by file name, empty if that is not known."""
    try:
        known = json.loads(INSTALLED.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return known if isinstance(known, dict) else {}


def runs(*arguments: str) -> bool:
    """Say whether the environment's Python carries out `arguments` without an error."""
    try:
        return (
            subprocess.run([PYTHON, *arguments], capture_output=True, check=False).returncode == 0
        )
    except OSError:
        return False


def make_venv() -> None:
    """Create the virtual environment anew unless the one that is there has a working pip."""
    if runs("-m", "pip", "--version"):
        return
    print(f"Making the virtual environment {VENV} ...", flush=True)
    made = subprocess.run([sys.executable, "-m", "venv", "--clear", VENV], check=False)
    if made.returncode != 0:
        sys.exit(
            f"Expected `{sys.executable} -m venv` to make {VENV}; it failed (see above).\n"
            "Debian and Ubuntu keep that module in a package of its own: "
            "apt-get install python3-venv, then run this again."
        )


def install(requirements: Path) -> None:
    """Install `requirements` into the environment unless exactly that was done before."""
    wanted = hashes(with_included(requirements))
    known = already_installed()
    if wanted.items() <= known.items() and runs("-c", ""):
        return
    make_venv()
    print(f"Installing {requirements.name} (a minute or two, once) ...", flush=True)
    command = [str(PYTHON), "-m", "pip", "install", "--quiet", "--requirement", str(requirements)]
    if subprocess.run(command, check=False).returncode != 0:
        sys.exit(
            f"Expected pip to install {requirements.name}; it failed (see above). "
            "If the network was away, run this again; what is there already is kept."
        )
    # Read again: a new environment has forgotten what the old one held.
    INSTALLED.write_text(json.dumps({**already_installed(), **wanted}, indent=1), encoding="utf-8")


if __name__ == "__main__":
    if sys.version_info < OLDEST:
        sys.exit(
            f"Expected Python {OLDEST[0]}.{OLDEST[1]} or newer; {sys.executable} is "
            f"{sys.version.split()[0]}. Name a newer one, for example: make run PYTHON=python3.12"
        )
    # A folder's name may hold what this console cannot write.
    sys.stdout.reconfigure(errors="backslashreplace")  # type: ignore[union-attr] # a text stream
    for name in sys.argv[1:]:
        install(ROOT / name)
