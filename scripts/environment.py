"""Make the project's own virtual environment, and bring it up to date.

Runs under whatever Python 3 a machine has, with nothing installed:
``python3 scripts/environment.py requirements.lock``. From a ``.lock`` only those very files are
installed whose hashes it lists, pip itself first. What was installed is remembered by a hash of
each requirements file, so a second call takes no time and asks no package index.
"""

from __future__ import annotations

import hashlib
import importlib.util
import json
import os
import platform
import subprocess
import sys
import sysconfig
from pathlib import Path

OLDEST, NEWEST = (3, 11), (3, 14)
INSTALLER = "requirements-pip.lock"
ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
INSTALLED = VENV / "installed.json"


def not_to_be_had(
    folder: str,
    *,
    version: tuple[int, int] = sys.version_info[:2],
    system: str = sysconfig.get_platform(),
    machine: str = platform.machine(),
    libc: str = str(sysconfig.get_config_var("HOST_GNU_TYPE") or ""),
) -> str:
    """Return what this Python or this place lacks, and what to do; "" if nothing is known.

    Parameters
    ----------
    folder : str
        Where the environment would be.
    version : tuple of int
        Of this Python.
    system, machine, libc : str
        What it was built for, the processor, and the kind of its C library.
    """
    needs = f"Python {OLDEST[0]}.{OLDEST[1]} to {NEWEST[0]}.{NEWEST[1]}"
    came = f"{sys.executable} is {version[0]}.{version[1]}"
    docker = "Docker serves the app there: docker compose up --build"
    if os.pathsep in folder:
        return (
            f"Expected a folder without {os.pathsep!r} in its path, as that separates paths; got "
            f"{folder}. Rename or move the folder, then run this again."
        )
    if version < OLDEST:
        return (
            f"Expected {needs}; {came}. Name a newer one, for example: make run PYTHON=python3.12"
        )
    if version > NEWEST:
        return (
            f"Expected {needs}; {came}, for which Numba, the compiler of the kernels, has no "
            "release that was tested here. Name an older one, for example: "
            f"make run PYTHON=python{NEWEST[0]}.{NEWEST[1]}"
        )
    if system.startswith("macosx") and machine == "x86_64":
        return (
            "Expected a Python for Macs with an Apple chip; this one is for Intel, for which Numba "
            "has no release any more. If the Mac has an Apple chip, install Python from python.org "
            f"and name it: make run PYTHON=/usr/local/bin/python3.12. On an Intel Mac, {docker}"
        )
    if system == "win-arm64":
        return (
            "Expected a Python for 64-bit Intel processors; this one is for ARM, for which "
            "PyArrow, a part of Streamlit, has no release. Install the one named "
            '"Windows installer (64-bit)" from python.org, which runs on ARM as well, and run this '
            "with it."
        )
    if system == "win32" or (system.startswith("linux") and machine not in {"x86_64", "aarch64"}):
        return (
            f"Expected a 64-bit Python on an Intel, AMD or ARM processor; this one is for {system} "
            f"on {machine}, for which Numba has no release."
        )
    if "musl" in libc:
        return (
            "Expected a Linux with glibc; this one has musl, as Alpine does, for which Numba has "
            f"no release. Take Debian, Ubuntu or Fedora; or {docker}"
        )
    return ""


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
        sys.exit(f"Expected `{sys.executable} -m venv` to make {VENV}; it failed. {venv_advice()}")


def venv_advice() -> str:
    """Return what may help where ``python -m venv`` failed."""
    if importlib.util.find_spec("ensurepip") is None:
        return (
            "Debian and Ubuntu keep a part of it in a package of its own: "
            "apt-get install python3-venv, then run this again."
        )
    return "It says why above. Mend that (room on the disk? rights in the folder?), then run again."


def is_installed(requirements: Path) -> bool:
    """Say whether an earlier call installed exactly these `requirements`."""
    return hashes(with_included(requirements)).items() <= already_installed().items()


def install(requirements: Path) -> None:
    """Install `requirements` into the environment unless exactly that was done before."""
    if is_installed(requirements):
        return
    print(f"Installing {requirements.name} (a minute or two, once) ...", flush=True)
    command = [str(PYTHON), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    if requirements.suffix == ".lock":
        command += ["--require-hashes", "--only-binary", ":all:"]
    command += ["--requirement", str(requirements)]
    if subprocess.run(command, check=False).returncode != 0:
        sys.exit(
            f"Expected pip to install {requirements.name}; it failed (see above). "
            "If the network was away, run this again; what is there already is kept."
        )
    # Read again: a new environment has forgotten what the old one held.
    known = {**already_installed(), **hashes(with_included(requirements))}
    INSTALLED.write_text(json.dumps(known, indent=1), encoding="utf-8")


def main(names: list[str]) -> None:
    """Bring the environment up to date with the requirements files of these names."""
    asked = [ROOT / name for name in (INSTALLER, *names)]
    if not (all(map(is_installed, asked)) and runs("-c", "")):
        make_venv()
    for requirements in asked:
        install(requirements)


if __name__ == "__main__":
    if lacking := not_to_be_had(str(VENV)):
        sys.exit(lacking)
    # A folder's name may hold what this console cannot write.
    sys.stdout.reconfigure(errors="backslashreplace")  # type: ignore[union-attr] # a text stream
    main(sys.argv[1:])
