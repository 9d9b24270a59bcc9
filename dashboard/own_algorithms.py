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
    names : tuple of str
        The algorithms that they registered.
    problems : tuple of str
        A sentence for each file that cannot be used.
    """

    names: tuple[str, ...]
    problems: tuple[str, ...]


def load(paths: str) -> Loaded:
    """Run files that register algorithms.

    Parameters
    ----------
    paths : str
        Joined by ":" (Windows: ";"), as in PATH.
    """
    files = [path for path in paths.split(os.pathsep) if path.strip()]
    if not files:
        return Loaded((), ())
    from dart_core import own
    from dart_core.errors import ContractError

    names: list[str] = []
    problems = []
    for path in files:
        try:
            names += own.load(path.strip())
        except ContractError as error:
            problems.append(f"{VARIABLE}: {error} The app goes on without it.")
            logging.getLogger(__name__).error(problems[-1])
    return Loaded(tuple(dict.fromkeys(names)), tuple(problems))
