"""Find a Chromium for the browser tests, or install one.

``python -m scripts.browser`` in the project's environment prints the path of the executable. The
tests call `find` alone: they use what is there and install nothing.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

COMMANDS = ("chromium", "chromium-browser", "google-chrome")


def find() -> str | None:
    """Return the path of a Chromium on the PATH, else of Playwright's own, else None."""
    for command in COMMANDS:
        if path := shutil.which(command):
            return path
    with sync_playwright() as playwright:
        own = playwright.chromium.executable_path
    return own if Path(own).exists() else None


def install() -> None:
    """Install Chromium with the system's package manager where we may, else with Playwright."""
    if shutil.which("apt-get") and os.geteuid() == 0:
        environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        for command in (["update", "-qq"], ["install", "-qq", "-y", "chromium"]):
            done = subprocess.run(
                ["apt-get", *command], env=environment, stdin=subprocess.DEVNULL, check=False
            )
            if done.returncode != 0:
                break
        else:
            return
    subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], check=False)


def main() -> None:
    """Print the path of a Chromium; install one first if none is there."""
    # A folder's name may hold what this console cannot write.
    sys.stdout.reconfigure(errors="backslashreplace")  # type: ignore[union-attr] # a text stream
    path = find()
    if path is None:
        print("No Chromium found: installing one for the browser tests ...", flush=True)
        install()
        path = find()
    if path is None:
        sys.exit(
            f"Expected one of {', '.join(COMMANDS)} on the PATH, or Playwright's own Chromium; "
            "there is none, and installing it failed (see above). Install Chromium or Chrome "
            "with this system's package manager, then run `make test` again."
        )
    print(f"Browser tests use {path}")


if __name__ == "__main__":
    main()
