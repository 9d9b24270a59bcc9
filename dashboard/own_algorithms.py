"""Algorithms of one's own in the app: the files that the variable DART_ALGORITHMS names."""

from __future__ import annotations

import logging
import os
from dataclasses import dataclass

VARIABLE = "DART_ALGORITHMS"


@dataclass(frozen=True)
class Loaded:
    """What the files gave.

    Attributes
    ----------
    lines : dict of str to (str, str)
        Label and description by name.
    problems : tuple of str
        A sentence for each file that cannot be used.
    """

    lines: dict[str, tuple[str, str]]
    problems: tuple[str, ...]


def load(paths: str) -> Loaded:
    """Run files that register algorithms; without any, `dart_core` is not even loaded.

    Parameters
    ----------
    paths : str
        Joined by ":" (Windows: ";"), as in PATH.
    """
    files = [path for path in paths.split(os.pathsep) if path.strip()]
    if not files:
        return Loaded({}, ())
    from dart_core import own
    from dart_core.errors import ContractError

    lines: dict[str, tuple[str, str]] = {}
    problems = []
    for path in files:
        try:
            for name in own.load(path.strip()):
                its = own.REGISTERED[name]
                lines[name] = (its.label, its.description or "An algorithm of your own.")
        except ContractError as error:
            problems.append(f"{VARIABLE}: {error} The app goes on without it.")
            logging.getLogger(__name__).error(problems[-1])
    return Loaded(lines, tuple(problems))
