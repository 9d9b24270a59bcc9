"""Ask the advisory database about every installed package: ``python -m scripts.audit``.

Ends with 1 if a package has a known vulnerability that `ACCEPTED` does not explain, and with 0 if
none has. A database that does not answer is no reason to fail: it says SKIPPED and ends with 0.
"""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

# Advisories that do not touch this app, each with the reason: {"GHSA-…": "why"}.
ACCEPTED: dict[str, str] = {}
SECONDS_PER_ANSWER = 10


def verdict(output: str) -> tuple[int, list[str]]:
    """Return the exit code, and what to say, for what pip-audit printed.

    Parameters
    ----------
    output : str
        JSON as ``pip-audit --format json`` writes it; anything else if it could not ask.
    """
    try:
        packages: list[dict[str, Any]] = json.loads(output)["dependencies"]
    except (ValueError, KeyError, TypeError):
        return 0, ["SKIPPED: no advisory database could be asked."]
    asked = [package for package in packages if "vulns" in package]
    if not asked:
        return 0, ["SKIPPED: the package index that answers here has no advisories."]
    lines, code = [], 0
    for package in asked:
        for found in package["vulns"]:
            name = f"{package['name']} {package['version']}: {found['id']}"
            known = {found["id"], *found.get("aliases", ())} & ACCEPTED.keys()
            if known:
                lines.append(f"accepted  {name} ({ACCEPTED[min(known)]})")
            else:
                code = 1
                fixed = ", ".join(found.get("fix_versions", ())) or "no version yet"
                lines.append(f"VULNERABLE  {name}, fixed in {fixed}")
    unknown = [package["name"] for package in packages if "vulns" not in package]
    if unknown:
        lines.append(f"not in the database: {', '.join(unknown)}")
    ending = "a vulnerability has to be dealt with" if code else "no open vulnerability"
    return code, [*lines, f"{len(asked)} packages audited: {ending}."]


def main() -> int:
    """Audit the environment that runs this."""
    command = [sys.executable, "-m", "pip_audit", "--local", "--format", "json"]
    command += ["--progress-spinner", "off", "--timeout", str(SECONDS_PER_ANSWER)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    code, lines = verdict(done.stdout)
    print("\n".join(lines))
    return code


if __name__ == "__main__":
    sys.exit(main())
