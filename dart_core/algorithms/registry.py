"""Which algorithms there are, and the user's choice of one.

The package's own are entered by `dart_core.algorithms`, a user's by `dart_core.own.register`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING

from dart_core.algorithms.record import AlgorithmSpec, Constant, Constants
from dart_core.errors import FieldError

if TYPE_CHECKING:
    import pandas as pd

    from dart_core.problem import Problem

REGISTRY: dict[str, AlgorithmSpec] = {}


@dataclass(frozen=True, repr=False)
class Algorithm:
    """An algorithm with a preset and, perhaps, constants of one's own; see `algorithm`."""

    spec: AlgorithmSpec
    preset: str
    overrides: tuple[tuple[str, Constant], ...] = ()

    def __repr__(self) -> str:
        own = "".join(f", {name}={value!r}" for name, value in self.overrides)
        return f"algorithm({self.name!r}, preset={self.preset!r}{own})"

    @property
    def name(self) -> str:
        """Name in the registry."""
        return self.spec.name

    @property
    def constants(self) -> Constants:
        """The preset's constants with the overrides applied."""
        return MappingProxyType(
            {**self.spec.presets[self.preset].constants, **dict(self.overrides)}
        )

    @property
    def label(self) -> str:
        """A curve's label: algorithm, preset, and every constant that was changed."""
        symbols = {name: each.symbol for name, each in self.spec.tunables.items()}
        changed = ", ".join(f"{symbols.get(k, k)} = {_exact(v)}" for k, v in self.overrides)
        return self.spec.label_of(self.preset) + (f" ({changed})" if changed else "")

    @property
    def plain(self) -> str:
        """What its preset is, in a few words, and the constants that were changed."""
        words = self.spec.presets[self.preset].line
        changed = []
        for name, value in self.overrides:
            known = self.spec.tunables.get(name)
            symbol = known.symbol if known else name
            # What the preset says of it does not hold.
            words = re.sub(rf",? ?(?:with )?{re.escape(symbol)} = [^,;]*", "", words)
            changed.append(f"{symbol} = {_exact(value)}")
        with_ = f"with {' and '.join(changed)}" if changed else ""
        return ", ".join(part for part in (words, with_) if part)

    @property
    def about(self) -> str:
        """What it does, and which of its presets it is, in plain sentences."""
        line = self.spec.line
        several = len(self.spec.presets) > 1
        return f"{line} Here: {self.plain}." if several and self.plain else line

    def resolved(self, problem: Problem) -> dict[str, float | str]:
        """Return the constants as numbers for `problem`: every formula evaluated."""
        return self.spec.resolved(problem, self.constants)

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle by name: a spec holds compiled functions."""
        if self.spec.made_by is not None:
            return self.spec.made_by
        return _rebuild, (self.name, self.preset, self.overrides)


def _exact(value: Constant) -> str:
    """Return `value` in the fewest digits that tell it from every other number."""
    if isinstance(value, str):
        return value
    short = f"{float(value):g}"
    return short if float(short) == value else repr(float(value))


def _rebuild(name: str, preset: str, overrides: tuple[tuple[str, float], ...]) -> Algorithm:
    return algorithm(name, preset=preset, **dict(overrides))


def _spec(name: object) -> AlgorithmSpec:
    if not isinstance(name, str) or name not in REGISTRY:
        raise FieldError("algorithm", "one of " + ", ".join(REGISTRY), name)
    return REGISTRY[name]


def algorithm(name: str, preset: str | None = None, **constants: Constant) -> Algorithm:
    """Choose an algorithm, a preset, and constants of one's own.

    Parameters
    ----------
    name : str
        One of the names of `algorithms`.
    preset : str, optional
        One of `presets(name)`; the first if none is given.
    **constants : float or str
        Constants that replace the preset's own. For DART: ``c``, ``lam`` (a number, or one of
        the formulas that the presets show) and ``delta0``.

    Returns
    -------
    Algorithm

    Raises
    ------
    FieldError
        If the name, the preset or a constant is unknown, or a value makes no sense.
    """
    spec = _spec(name)
    chosen = spec.default_preset if preset is None else str(preset)
    if chosen not in spec.presets:
        raise FieldError(f"preset of {name}", "one of " + ", ".join(spec.presets), preset)
    known = spec.presets[chosen].constants
    for key in constants:
        if key not in known:
            expected = "one of " + ", ".join(known) if known else "no constants at all"
            raise FieldError(f"constant of {name}", expected, key)
    own = tuple((key, constants[key]) for key in known if key in constants)
    spec.check({**known, **dict(own)})
    return Algorithm(spec, chosen, own)


def as_algorithm(choice: str | Algorithm) -> Algorithm:
    """Return `choice`, a name standing for its default preset."""
    return choice if isinstance(choice, Algorithm) else algorithm(choice)


def presets(name: str) -> dict[str, dict[str, Constant]]:
    """Return the presets of an algorithm: {preset: {constant: value}}, the default first."""
    return {name: dict(preset.constants) for name, preset in _spec(name).presets.items()}


def algorithms() -> pd.DataFrame:
    """Return the registry as a table, one row an algorithm."""
    import pandas as pd

    columns = [
        "name",
        "label",
        "presets",
        "feedback",
        "source",
        "regret_bound",
        "cost_per_step",
        "limits",
    ]
    rows = [
        {name: getattr(spec, name) for name in columns} | {"presets": list(spec.presets)}
        for spec in tuple(REGISTRY.values())  # another thread may register one meanwhile
    ]
    return pd.DataFrame(rows)
