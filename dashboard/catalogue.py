"""What the app says of each algorithm before any of `dart_core` is loaded.

A first paint needs names, presets and the ranges of constants, but no kernel, and loading Numba
takes seconds. So this is written down here; a test holds it against the registry. Algorithms of
one's own come last; only where there are any is `dart_core` loaded at once.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field

from dashboard import own_algorithms as own


@dataclass(frozen=True)
class Constant:
    """A constant that may be replaced: its symbol, its range, and what it does."""

    symbol: str
    low: float
    high: float
    help: str

    @property
    def whole(self) -> bool:
        """Whether it counts something."""
        return isinstance(self.low, int)

    def nearest(self, value: float) -> float:
        """Return the allowed number nearest to `value`."""
        inside = min(max(value, self.low), self.high)
        return float(round(inside)) if self.whole else inside


@dataclass(frozen=True)
class Entry:
    """One algorithm.

    Attributes
    ----------
    label : str
        Its name on charts.
    line : str
        What it does, in one sentence.
    presets : mapping of str to str
        Preset names, the one to start from first, and their labels for people.
    constants : mapping of str to Constant
        What may be replaced, by the names of `dart_core`.
    lacks : mapping of str to set of str
        Constants that a preset does not have.
    colour : tuple of str
        Of its curve everywhere, on a light and on a dark page.
    """

    label: str
    line: str
    presets: Mapping[str, str]
    colour: tuple[str, str]
    constants: Mapping[str, Constant] = field(default_factory=dict)
    lacks: Mapping[str, frozenset[str]] = field(default_factory=dict)

    def constants_of(self, preset: str) -> dict[str, Constant]:
        """Return the constants that may be replaced in a preset."""
        lacking = self.lacks.get(preset, frozenset())
        return {name: each for name, each in self.constants.items() if name not in lacking}


_C = Constant(
    "c", 0.0001, 1000.0, "Scales how many samples a decision takes: larger is slower and surer."
)
_LAM = Constant("λ", 0.0, 10.0, "Exploration ends when Δ falls below λ: larger stops sooner.")
_DELTA = Constant("δ", 1e-12, 0.5, "The chance of failure that the intervals allow for.")
_DELTA0 = Constant("Δ₀", 0.0001, 4.0, "The first Δ; it halves from phase to phase.")
_L = Constant("L", 0.0001, 600.0, "How sure a decision must be: log of the odds asked for.")
_R = Constant("R", 0.0001, 100.0, "How noisy a reward is taken to be (sub-Gaussian scale).")

CATALOGUE: dict[str, Entry] = {
    "dart": Entry(
        "DART",
        "Plays random groups, accepts arms clearly above the boundary and rejects those clearly "
        "below it, and halves the distance it asks for.",
        {
            "clean-c1": "as printed, c = 1",
            "authors-code": "as run by the authors",
            "paper-v2": "as printed",
            "paper-v1": "from the paper’s appendix",
            "unresolved": "never stops on λ",
        },
        ("#c2410c", "#ff7f50"),
        {"c": _C, "lam": _LAM, "delta0": _DELTA0},
    ),
    "dart-anytime": Entry(
        "DART anytime",
        "Needs no horizon: restarts DART from scratch at every power of two.",
        {"clean-c1": "c = 1", "paper": "with the constants of the appendix"},
        ("#9a5b13", "#e0a458"),
        {"c": _C, "lam": _LAM, "delta0": _DELTA0},
    ),
    "dart-eb": Entry(
        "DART-EB",
        "DART with intervals that learn how much the rewards scatter (empirical Bernstein).",
        {"guaranteed": "wrong with chance δ at most", "bold": "quicker, no guarantee"},
        ("#b3124e", "#ff8fa8"),
        {"delta": _DELTA, "L": _L},
        lacks={"guaranteed": frozenset({"L"}), "bold": frozenset({"delta"})},
    ),
    "frontier": Entry(
        "Frontier",
        "Ours: swaps one arm of the best set known for another and bets on which is better; a bet "
        "that grows rich enough certifies the order.",
        {"guaranteed": "wrong with chance δ at most", "bold": "quicker, no guarantee"},
        ("#5b21b6", "#b79bff"),
        {"delta": _DELTA, "L": _L},
        lacks={"guaranteed": frozenset({"L"}), "bold": frozenset({"delta"})},
    ),
    "csar": Entry(
        "CSAR",
        "Plays fixed halves of sets of 2K arms, solves for every arm by a Hadamard matrix, and "
        "accepts or rejects with intervals that halve.",
        {
            "est1": "estimator EST1",
            "est2": "estimator EST2, accepted arms stay in",
            "bernoulli": "EST1, a quarter of the plays",
        },
        ("#00727d", "#4fd1d9"),
        {
            "c": _C,
            "eps0": Constant("ε₀", 0.001, 4.0, "The first ε; it halves from phase to phase."),
            "delta": _DELTA,
        },
    ),
    "cmab-sm": Entry(
        "CMAB-SM",
        "Sorts small groups of arms by what a set earns without each of them, then merges the "
        "sorted groups one by one.",
        {
            "authors-code": "as run by the authors",
            "printed": "as printed",
            "deep": "one level deeper",
        },
        ("#0068a5", "#56b4e9"),
        {
            "lam": Constant("λ", 0.0001, 10.0, "A comparison ends undecided when Δ falls below λ."),
            "L": Constant("L", 0.0001, 1000.0, "A round at Δ asks for L/Δ² samples."),
        },
    ),
    "lints": Entry(
        "LinTS",
        "Thompson sampling for rewards that are linear in the arms: plays the best K of a random "
        "draw from what it believes.",
        {
            "unscaled": "v = 0.5",
            "scaled": "v = 2.2·sqrt(N/45)",
            "theory": "v as the proof needs it",
        },
        ("#117733", "#5fce86"),
        {
            "v": Constant("v", 0.0001, 100.0, "Scales the random draw: larger explores more."),
            "R": _R,
            "delta": _DELTA,
        },
        lacks={
            "unscaled": frozenset({"R", "delta"}),
            "scaled": frozenset({"R", "delta"}),
            "theory": frozenset({"v"}),
        },
    ),
    "linucb": Entry(
        "LinUCB",
        "Optimism for rewards that are linear in the arms: plays the set whose upper confidence "
        "bound is highest.",
        {
            "greedy-swap": "greedy set, improved by swaps",
            "decoupled": "a bonus for each arm alone",
            "exact": "all sets compared",
        },
        ("#5b7a00", "#b5d14a"),
        {
            "R": _R,
            "lam": Constant("λ", 0.000001, 1000.0, "The ridge: how strongly estimates start at 0."),
            "S": Constant("S", 0.0, 1000.0, "The largest length that the arm means may have."),
            "delta": _DELTA,
        },
    ),
    "ucb": Entry(
        "UCB",
        "Takes every set of K arms for an arm of its own, as if nothing connected them.",
        {
            "ucb1": "UCB1",
            "improved": "improved UCB, sets drop out",
            "authors-code": "as run by DART’s authors",
        },
        ("#6e5600", "#ddc35a"),
        {"c": _C, "delta0": _DELTA0},
        lacks={"ucb1": frozenset({"delta0"})},
    ),
    "etcg": Entry(
        "ETCG",
        "Explores, then commits: adds to its set, one after the other, the arm that helps most.",
        {"printed": "as printed"},
        ("#a15c00", "#f2b66d"),
        {"m": Constant("m", 1, 1_000_000, "How often each candidate is tried (a whole number).")},
    ),
    "cucb": Entry(
        "CUCB",
        "Sees every arm’s reward: a confidence bound for each arm, the best K are played.",
        {"printed": "as printed"},
        ("#a02c72", "#ec8fc6"),
        {"c": _C},
    ),
    "cts": Entry(
        "CTS",
        "Sees every arm’s reward: Thompson sampling with a Beta belief for each arm.",
        {"beta": "Beta beliefs"},
        ("#b3275c", "#ff8fb1"),
    ),
    "random": Entry(
        "random",
        "Plays K arms drawn at random in every round.",
        {"uniform": "uniform"},
        ("#59606e", "#a4abb7"),
    ),
    "oracle": Entry(
        "oracle",
        "Knows the best set and plays it in every round: no regret.",
        {"best-set": "the best set"},
        ("#59606e", "#a4abb7"),
    ),
}

_OWN_COLOURS = (
    ("#3f4fc9", "#a3adff"),
    ("#9b3c3c", "#f49a9a"),
    ("#2f6f5e", "#7fd6bd"),
    ("#7d3f98", "#dba3f2"),
)
OWN = own.load(os.environ.get(own.VARIABLE, ""))
for _place, (_name, (_label, _line)) in enumerate(OWN.lines.items()):
    _colour = _OWN_COLOURS[_place % len(_OWN_COLOURS)]
    CATALOGUE[_name] = Entry(_label, _line, {"own": "own"}, _colour)


def curves() -> dict[str, str]:
    """Return what may be drawn beside the watched algorithm: link name to label.

    A preset is part of the name wherever there are several, so that a link keeps its meaning
    when an algorithm gets another default.
    """
    names = {}
    for name, entry in CATALOGUE.items():
        for preset in entry.presets:
            several = len(entry.presets) > 1
            names[f"{name}.{preset}" if several else name] = curve_label(name, preset)
    return names


def curve_label(name: str, preset: str) -> str:
    """Return what a curve is called, constants of one's own left aside."""
    entry = CATALOGUE[name]
    return f"{entry.label} · {preset}" if len(entry.presets) > 1 else entry.label


def name_and_preset(curve: str) -> tuple[str, str]:
    """Return algorithm and preset of a name of `curves`."""
    name, _, preset = curve.partition(".")
    return name, preset or next(iter(CATALOGUE[name].presets))


def style(curve_algorithm: str, preset: str) -> dict[str, str]:
    """Return how a curve is drawn wherever it appears: colours, and a dash for each preset."""
    entry = CATALOGUE[curve_algorithm]
    light, dark = entry.colour
    place = list(entry.presets).index(preset)
    dash = _OWN_DASH.get(curve_algorithm) or _DASHES[place % len(_DASHES)]
    return {"light": light, "dark": dark, "dash": dash}


_DASHES = ("", "7 4", "2 4", "10 3 2 3", "12 4")
_OWN_DASH = {"random": "6 4", "oracle": "2 3", "cts": "7 4"}
