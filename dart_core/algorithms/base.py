"""What every algorithm tells about itself, and the user's choice of one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING

import numpy as np

from dart_core.errors import FieldError
from dart_core.problem import Problem
from dart_core.world import Log, World

if TYPE_CHECKING:
    from dart_core.simulation import Run

Constant = float | str
Constants = Mapping[str, Constant]
Numbers = Mapping[str, float | str]
Runner = Callable[[Problem, World, Log, np.uint64, Numbers], None]
SET_WORDS: Mapping[str, str | None] = MappingProxyType(
    {
        "accept": "accepted",
        "active": "active",
        "reject": "rejected",
        "axis": "estimate μ̂: mean joint reward of the sets that held the arm",
        "epoch": "epoch",
        "delta": "Δ",
    }
)


@dataclass(frozen=True)
class Note:
    """One sentence of a run's story."""

    frame: int  # the frame of `Run.snapshots` at which it became true
    text: str
    arms: tuple[int, ...]  # the arms that moved; empty if nobody did


@dataclass(frozen=True, eq=False)  # one object for each name; its presets could not be hashed
class AlgorithmSpec:
    """One algorithm of the registry.

    Attributes
    ----------
    name, label : str
        The name used in code, and the one shown on charts.
    presets : mapping of str to mapping
        Complete sets of constants by name; the first is the default.
    run : callable
        ``run(problem, world, log, key, constants)`` plays one whole run.
    check : callable
        ``check(constants)`` raises `FieldError` for constants that make no sense.
    resolve : callable
        ``resolve(problem, constants)`` replaces formulas by numbers for this problem.
    narrate : callable
        ``narrate(run)`` tells a run with frames in sentences.
    words : mapping
        What the codes 1, 0 and 2 of a frame's sets mean in the algorithm's own words
        (``accept``, ``active``, ``reject``; None: it has no such set), what an estimate is
        (``axis``), and what a frame's epoch counts and its Δ is (``epoch``, ``delta``).
    refuse : callable
        ``refuse(problem, numbers)`` says in a sentence why it cannot run, "" if it can.
    outlook : callable or None
        ``outlook(problem, numbers)`` gives a forecast, a warning ("" if none) and what holds of
        the guarantee. None for DART, whose stages `dart_core.theory` forecasts.
    memory : callable
        ``memory(problem, numbers)`` gives the bytes of state.
    extras : bool
        Whether its frames have roles of arms, progress and a leading bet (`dart_core.extras`).
    whole : frozenset of str
        Constants that count something; a multiple of one is rounded to 1 or more.
    made_by : tuple of callable and tuple, optional
        A function and its arguments that give the `Algorithm` in another process, whose registry
        has not heard of it.
    own_source : str or None
        A digest of what defines an algorithm of the user's own; None if that cannot be found,
        "" for those of this package.
    feedback : str
        ``"full-bandit"`` or ``"semi-bandit"``.
    source, regret_bound, cost_per_step, limits : str
        For the table of `algorithms`.
    """

    name: str
    label: str
    presets: Mapping[str, Constants]
    run: Runner
    check: Callable[[Constants], None]
    resolve: Callable[[Problem, Constants], dict[str, float | str]]
    feedback: str
    source: str
    regret_bound: str
    cost_per_step: str
    limits: str = ""
    narrate: Callable[[Run], list[Note]] = lambda _run: []
    words: Mapping[str, str | None] = field(default_factory=lambda: SET_WORDS)
    refuse: Callable[[Problem, Numbers], str] = lambda _problem, _numbers: ""
    outlook: Callable[[Problem, Numbers], tuple[str, str, str]] | None = None
    memory: Callable[[Problem, Numbers], int] = lambda problem, _numbers: 100 * problem.n_arms
    extras: bool = False
    whole: frozenset[str] = frozenset()
    made_by: tuple[Callable[..., Algorithm], tuple[object, ...]] | None = None
    own_source: str | None = ""

    @property
    def default_preset(self) -> str:
        """Name of the preset that is taken when none is given."""
        return next(iter(self.presets))


@dataclass(frozen=True)
class Algorithm:
    """An algorithm with a preset and, perhaps, constants of one's own; see `algorithm`."""

    spec: AlgorithmSpec
    preset: str
    overrides: tuple[tuple[str, Constant], ...] = ()

    @property
    def name(self) -> str:
        """Name in the registry."""
        return self.spec.name

    @property
    def constants(self) -> Constants:
        """The preset's constants with the overrides applied."""
        return MappingProxyType({**self.spec.presets[self.preset], **dict(self.overrides)})

    @property
    def label(self) -> str:
        """A curve's label: algorithm, preset, and every constant that was changed."""
        preset = f" · {self.preset}" if len(self.spec.presets) > 1 else ""
        changed = ", ".join(f"{_SYMBOLS.get(k, k)} = {_exact(v)}" for k, v in self.overrides)
        return f"{self.spec.label}{preset}" + (f" ({changed})" if changed else "")

    def resolved(self, problem: Problem) -> dict[str, float | str]:
        """Return the constants as numbers for `problem`: every formula evaluated."""
        return self.spec.resolve(problem, self.constants)

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle by name: a spec holds compiled functions."""
        if self.spec.made_by is not None:
            return self.spec.made_by
        from dart_core.algorithms import algorithm

        return _rebuild, (algorithm, self.name, self.preset, self.overrides)


_SYMBOLS = {"lam": "λ", "delta0": "Δ₀"}


def _exact(value: Constant) -> str:
    """Return `value` in the fewest digits that tell it from every other number."""
    if isinstance(value, str):
        return value
    short = f"{float(value):g}"
    return short if float(short) == value else repr(float(value))


def _rebuild(
    make: Callable[..., Algorithm], name: str, preset: str, overrides: tuple[tuple[str, float], ...]
) -> Algorithm:
    return make(name, preset=preset, **dict(overrides))


def no_constants(constants: Constants) -> None:
    """Accept an algorithm that has no constants."""
    if constants:
        raise FieldError("constants", "none", dict(constants))


def as_they_are(_problem: Problem, constants: Constants) -> dict[str, float | str]:
    """Resolve constants that hold no formula."""
    return dict(constants)
