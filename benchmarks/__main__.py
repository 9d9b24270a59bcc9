"""What is measured, as a table: ``python -m benchmarks [core] [others] [certified] …``."""

from __future__ import annotations

import platform
import sys

from benchmarks import certified, core, others, page, room, scaling, study, vote
from benchmarks.table import HEADER

PARTS = {
    "core": lambda: [*core.speed(), *core.payload()],
    "others": others.measure,
    "certified": certified.speed,
    "page": page.measure,
    "study": study.measure,
    "scaling": scaling.measure,
    "vote": vote.measure,
    "room": room.measure,
}


def main(names: list[str]) -> None:
    """Measure the named parts, all if none is named."""
    unknown = [name for name in names if name not in PARTS]
    if unknown:
        raise SystemExit(f"Expected some of {', '.join(PARTS)}; got {', '.join(unknown)}.")
    print(f"Python {platform.python_version()}, {platform.machine()}\n\n{HEADER}")
    for name in names or PARTS:
        for row in PARTS[name]():
            print(row.line(), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
