"""Find a Firefox and a WebKit for the browser tests, or install them.

``python -m scripts.engines`` in the project's environment says what there is. The tests call `find`
alone: they use what is there and install nothing. What cannot be had here is said in capitals, and
its tests are skipped.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Engine:
    """A browser engine, and where it comes from.

    Attributes
    ----------
    label : str
        Its name for people.
    commands : tuple of tuple of str
        All of these are needed, each by one of its names on the PATH or by one of its paths.
    packages : tuple of str
        What holds them on Debian and Ubuntu.
    """

    label: str
    commands: tuple[tuple[str, ...], ...]
    packages: tuple[str, ...]


ENGINES = {
    "firefox": Engine("Firefox", (("firefox-esr", "firefox"),), ("firefox-esr",)),
    "webkit": Engine(
        "WebKit",
        (
            ("WebKitWebDriver",),
            ("/usr/lib/*/webkit2gtk-4.1/MiniBrowser", "/usr/lib*/webkit2gtk-4.1/MiniBrowser"),
            ("Xvfb",),
        ),
        ("webkit2gtk-driver", "libwebkit2gtk-4.1-0", "xvfb"),
    ),
}


def find(name: str) -> list[str] | None:
    """Return the paths of all that an engine needs, by its commands; None if one lacks."""
    found = [_one_of(names) for names in ENGINES[name].commands]
    return None if None in found else [path for path in found if path]


def _one_of(names: tuple[str, ...]) -> str | None:
    for name in names:
        if not name.startswith("/"):
            if path := shutil.which(name):
                return path
        elif matches := sorted(Path("/").glob(name.lstrip("/"))):
            return str(matches[0])
    return None


def install(names: list[str]) -> None:
    """Install engines with the system's package manager, where we may."""
    if not names or not shutil.which("apt-get") or os.geteuid() != 0:
        return
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    few = ("install", "-qq", "-y", "--no-install-recommends")
    packages = [package for name in names for package in ENGINES[name].packages]
    print(f"Installing {' '.join(packages)} for the browser tests ...", flush=True)
    for command in (("update", "-qq"), (*few, *packages)):
        done = subprocess.run(
            ["apt-get", *command],
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            check=False,
        )
        if done.returncode != 0:
            return


def main() -> None:
    """Say where the engines are; install first those that are missing."""
    # A folder's name may hold what this console cannot write.
    sys.stdout.reconfigure(errors="backslashreplace")  # type: ignore[union-attr] # a text stream
    install([name for name in ENGINES if find(name) is None])
    for name, engine in ENGINES.items():
        if paths := find(name):
            print(f"Browser tests use {engine.label} as well: {paths[0]}")
        else:
            print(
                f"NOT TESTED: {engine.label} could not be had here. Install "
                f"{', '.join(engine.packages)} (as Debian calls them), then run `make test` again."
            )


if __name__ == "__main__":
    main()
