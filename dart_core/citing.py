"""cite: what to cite for the paper, the algorithms that were used, and this tool, as BibTeX."""

from __future__ import annotations

from collections.abc import Iterable

from dart_core.algorithms import BUILT_IN
from dart_core.algorithms.registry import REGISTRY, Algorithm
from dart_core.errors import FieldTypeError
from dart_core.race import Race
from dart_core.run import Run
from dart_core.study import Curve, Study
from dart_core.sweep import Sweep
from dart_core.terms import BIBTEX

TOOL = """@software{{dart-dashboard,
  author = {{{{DART dashboard authors}}}},
  title = {{DART dashboard}},
  version = {{{version}}},
  note = {{Python packages dart\\_core and dart\\_player}},
}}"""


class Citations(str):
    """BibTeX, which shows itself line by line."""

    __slots__ = ()

    def __repr__(self) -> str:
        return str(self)


def cite(*used: object) -> Citations:
    """Return BibTeX entries: of the paper, of the algorithms that were used, and of this tool.

    Parameters
    ----------
    *used : str, Algorithm, Run, Race, Study or Sweep
        What was used: names of algorithms, or results. An algorithm of your own adds nothing.

    Returns
    -------
    Citations
        A text; each entry stands in it once.

    Raises
    ------
    FieldTypeError
        If something else is given.
    """
    from dart_core import __version__

    names = dict.fromkeys(name for each in used for name in _names(each))
    its = dict.fromkeys([BIBTEX, *(entry for name in names for entry in REGISTRY[name].cites)])
    return Citations("\n\n".join([*its, TOOL.format(version=__version__)]) + "\n")


def _names(used: object) -> Iterable[str]:
    """Return the names of the algorithms in a value."""
    match used:
        case str() if used in REGISTRY:
            return [used]
        case Algorithm():
            return [used.name]
        case Run() | Curve():
            return [used.algorithm.name]
        case Race(runs=runs):
            return [run.algorithm.name for run in runs]
        case Study(curves=curves):
            return [curve.algorithm.name for curve in curves]
        case Sweep(points=points):
            return [name for p in points if p.study is not None for name in _names(p.study)]
    expected = "an algorithm (" + ", ".join(BUILT_IN) + "), or a run, race, study or sweep"
    raise FieldTypeError("used", expected, used)
