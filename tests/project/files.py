"""The project's own files: those that git knows or would add."""

import subprocess
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("dart_core", "dart_player", "dashboard", "pages")


@cache
def own_files() -> tuple[Path, ...]:
    # A clone made by another user is the same project: hence safe.directory.
    command = ["git", "-c", "safe.directory=*", "ls-files", "-z"]
    command += ["--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, check=True).stdout.decode()
    paths = {ROOT / name for name in listed.split("\0") if name}
    return tuple(sorted(path for path in paths if path.is_file()))


def under(folder: str, suffix: str) -> list[Path]:
    return [
        path for path in own_files() if path.suffix == suffix and path.is_relative_to(ROOT / folder)
    ]


def label(path: Path) -> str:
    """A file's name in a test's id."""
    return path.relative_to(ROOT).as_posix()
