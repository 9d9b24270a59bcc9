"""What every algorithm tells about itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from dart_core.algorithms.bound import Bound
from dart_core.algorithms.listing import Listing
from dart_core.errors import FieldError, real_number, whole_number

if TYPE_CHECKING:  # a record is read long before a kernel is needed
    import numpy as np

    from dart_core.problem import Problem
    from dart_core.world import Log, World

Constant = float | str
Constants = Mapping[str, Constant]
Numbers = Mapping[str, float | str]
Formulas = Mapping[str, Callable[[int, int, int], float]]
"""Of N, K and T. The text is the name: it is what tables and links show."""
PLAYED_NOW = "played now"  # what algorithms that decide nothing about arms call their first set
NO_ESTIMATES = "no estimates"  # the axis of those that learn nothing
SET_WORDS: Mapping[str, str | None] = MappingProxyType(
    {
        "accept": "in",
        "active": "undecided",
        "reject": "out",
        "axis": "average pay-off of the groups this arm was in",
        "epoch": "pass",
        "delta": "required lead",
        "symbol": "Δ",
    }
)


@dataclass(frozen=True)
class Tunable:
    """A constant that may be replaced by a number.

    Attributes
    ----------
    symbol : str
        How it is written.
    low, high : float
        The range that the app offers; it counts something if they are whole.
    help, plain : str
        What it does; what it is in a few words, which main constants have.
    takes : tuple of float
        The least and the greatest number that the algorithm can run with.
    formulas : mapping
        What it may be instead of a number.
    """

    symbol: str
    low: float
    high: float
    help: str
    plain: str = ""
    takes: tuple[float, float] = (1e-9, 1e9)
    formulas: Formulas = field(default_factory=dict)

    @property
    def whole(self) -> bool:
        """Whether it counts something."""
        return isinstance(self.low, int)

    def nearest(self, value: float) -> float:
        """Return the allowed number nearest to `value`."""
        inside = min(max(value, self.low), self.high)
        return float(round(inside)) if self.whole else inside

    def check(self, name: str, value: Constant) -> None:
        """Refuse a value that the algorithm cannot run with."""
        if isinstance(value, str) and self.formulas:
            if value not in self.formulas:
                number = "a whole number" if self.whole else "a number"
                several = "one of " if len(self.formulas) > 1 else ""
                raise FieldError(name, f"{number} or {several}{', '.join(self.formulas)}", value)
        elif self.whole:
            least, most = map(int, self.takes)
            whole_number(name, value, least, most)
        else:
            real_number(name, value, *self.takes)


@dataclass(frozen=True)
class Preset:
    """A full set of an algorithm's constants.

    Attributes
    ----------
    line : str
        What it is, in a few words.
    constants : mapping
        The value of each constant: a number, the name of a formula, or one of its modes.
    reading : str
        What it adds to how rows and marks are read.
    dash : str or None
        Of its curve, in SVG's notation ("": solid); None: by its place among the presets.
    most_sets : int
        Of how many sets of K arms it can keep an index; 0: it keeps none.
    """

    line: str
    constants: Constants = field(default_factory=dict)
    reading: str = ""
    dash: str | None = None
    most_sets: int = 0


@dataclass(frozen=True)
class Note:
    """One thing that happened in a run, in plain words and exactly.

    Attributes
    ----------
    frame : int
        The frame of `Run.snapshots` at which it became true.
    text : str
        In plain words: no symbol that the sentence does not name.
    arms : tuple of int
        The arms that moved; empty if nobody did.
    exact : str
        The same with time, formula and the numbers in it; "" if there is no more to say.
    """

    frame: int
    text: str
    arms: tuple[int, ...]
    exact: str = ""


@dataclass(frozen=True)
class Said:
    """What is said of a run before it: in plain words, and exactly ("" if that is no more)."""

    plain: str
    exact: str = ""


@dataclass(frozen=True, eq=False)  # one object for each name; its presets could not be hashed
class AlgorithmSpec:
    """One algorithm of the registry.

    Attributes
    ----------
    name, label : str
        The name used in code, and the one shown on charts.
    line : str
        What it does, in one plain sentence.
    presets : mapping of str to Preset
        By name; the first is the default.
    tunables : mapping of str to Tunable
        Which constants may be replaced; a preset has some or all of them.
    modes : mapping of str to tuple of str
        The other constants, each with the values it may have.
    main : tuple of str
        Those that one changes first.
    colour : tuple of str
        Of its curve everywhere, on a light and on a dark page.
    marker : str
        Of points on its curve, as Plotly names it: its own, for whoever cannot tell the colour.
    reading : str
        How to read its rows and marks, in Markdown.
    listing : Listing, callable or None
        Its pseudo-code, or ``listing(constants)``, which gives it.
    place : str
        Where the paper speaks of it: a key of `dart_core.terms.PLACES`, or "".
    bounds : tuple of Bound
        Regret bounds that are stated for it.
    run : callable
        ``run(problem, world, log, key, constants)`` plays one whole run.
    fit : callable
        ``fit(constants)`` raises `FieldError` for constants that do not fit each other.
    resolve : callable or None
        ``resolve(problem, constants)`` replaces formulas by numbers for this problem, where that
        is not done by `Tunable.formulas` alone.
    narrate : callable
        ``narrate(run)`` tells a run with frames in sentences.
    words : mapping
        What the codes 1, 0 and 2 of a frame's sets mean in the algorithm's own words
        (``accept``, ``active``, ``reject``; None: it has no such set), what an estimate is
        (``axis``), what a frame's epoch counts and its Δ is (``epoch``, ``delta``), and how its
        pseudo-code writes that (``symbol``). Where it takes an arm's whole interval to be beyond a
        gate, and not its estimate alone, ``gate`` is "range".
    refuse : callable
        ``refuse(problem, numbers)`` says in a sentence why it cannot run, "" if it can.
    outlook : callable or None
        ``outlook(problem, numbers)`` gives a forecast, a warning ("" if none) and what holds of
        the guarantee. None for DART, whose stages `dart_core.theory` forecasts.
    useful : callable or None
        ``useful(problem, numbers, constant)`` gives the lowest and the highest value of a main
        constant between which it changes anything, None where nothing is known; see
        `dart_core.tuning`.
    memory : callable
        ``memory(problem, numbers)`` gives the bytes of state.
    extras : bool
        Whether its frames have roles of arms, progress and a leading bet (`dart_core.extras`).
    revision : int
        Counts up when the numbers of a preset change for the same settings and seed.
    made_by : tuple of callable and tuple, optional
        A function and its arguments that give the `Algorithm` in another process, whose registry
        has not heard of it.
    own_source : str or None
        A digest of what defines an algorithm of the user's own; None if that cannot be found,
        "" for those of this package.
    feedback : str
        ``"full-bandit"`` or ``"semi-bandit"``.
    cites : tuple of str
        What to cite for it, BibTeX entries; see `dart_core.cite`.
    source, regret_bound, cost_per_step, limits : str
        For the table of `algorithms`.
    """

    name: str
    label: str
    presets: Mapping[str, Preset]
    run: Callable[[Problem, World, Log, np.uint64, Numbers], None]
    source: str
    regret_bound: str
    cost_per_step: str
    line: str = ""
    feedback: str = "full-bandit"
    tunables: Mapping[str, Tunable] = field(default_factory=dict)
    modes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    main: tuple[str, ...] = ()
    colour: tuple[str, str] = ("", "")
    marker: str = "circle"
    reading: str = ""
    listing: Listing | Callable[[Constants], Listing] | None = None
    place: str = ""
    bounds: tuple[Bound, ...] = ()
    limits: str = ""
    cites: tuple[str, ...] = ()
    narrate: Callable[[Any], list[Note]] = (
        lambda _run: []
    )  # Any: a `dart_core.run.Run`, which knows this module
    words: Mapping[str, str | None] = field(default_factory=lambda: SET_WORDS)
    fit: Callable[[Constants], None] = lambda _constants: None
    resolve: Callable[[Problem, Constants], dict[str, float | str]] | None = None
    refuse: Callable[[Problem, Numbers], str] = lambda _problem, _numbers: ""
    outlook: Callable[[Problem, Numbers], tuple[Said, str, Said]] | None = None
    useful: Callable[[Problem, Numbers, str], tuple[float, float] | None] | None = None
    memory: Callable[[Problem, Numbers], int] = lambda problem, _numbers: 100 * problem.n_arms
    extras: bool = False
    revision: int = 1
    made_by: tuple[Callable[..., object], tuple[object, ...]] | None = None
    own_source: str | None = ""

    def __post_init__(self) -> None:
        for name, value in vars(self).items():
            if isinstance(value, dict):  # one record for all threads: nobody writes into it
                object.__setattr__(self, name, MappingProxyType(value))

    @property
    def settles(self) -> bool:
        """Whether its sets are decisions about arms; else they tell who is played now."""
        return self.words["accept"] != PLAYED_NOW

    @property
    def default_preset(self) -> str:
        """Name of the preset that is taken when none is given."""
        return next(iter(self.presets))

    def label_of(self, preset: str) -> str:
        """Return what the curve of a preset is called."""
        return f"{self.label} · {preset}" if len(self.presets) > 1 else self.label

    def tunables_of(self, preset: str) -> dict[str, Tunable]:
        """Return the constants of a preset that may be replaced."""
        has = self.presets[preset].constants
        return {name: each for name, each in self.tunables.items() if name in has}

    def check(self, constants: Constants) -> None:
        """Refuse constants that it cannot run with."""
        for name, value in constants.items():
            if name in self.tunables:
                self.tunables[name].check(name, value)
            elif value not in self.modes[name]:
                raise FieldError(name, "one of " + ", ".join(self.modes[name]), value)
        self.fit(constants)

    def resolved(self, problem: Problem, constants: Constants) -> dict[str, float | str]:
        """Return the constants with every formula evaluated for `problem`."""
        resolve = self.resolve or partial(evaluated, self.tunables)
        return resolve(problem, constants)


def evaluated(
    tunables: Mapping[str, Tunable], problem: Problem, constants: Constants
) -> dict[str, float | str]:
    """Return constants with their formulas evaluated for the N, K and T of `problem`."""
    size = problem.n_arms, problem.k, problem.horizon
    return {
        name: tunables[name].formulas[value](*size)
        if isinstance(value, str) and name in tunables
        else value
        for name, value in constants.items()
    }
