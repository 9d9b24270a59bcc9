"""Which settings fit together: each rule once, with what it does to a link and to a click.

A link is brought to the nearest settings that fit, and says so. A click never fails either, but
there it is known what the visitor has just done: that counts, and what is in its way gives in.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from dart_core.joint_rewards import REWARDS
from dashboard.catalogue import CATALOGUE

MOST_DESCRIBED = 100  # arms, where they are not listed one by one
_OF_DATA = ("data", "rows")  # laws of rewards that were seen
Values = Mapping[str, Any]


@dataclass(frozen=True)
class Click:
    """What a visitor has done.

    Attributes
    ----------
    changed : collection of str
        The names of the settings that were changed.
    means, counts : callable
        The arms' means, and what 0, 1, … paying arms were worth, before.
    """

    changed: Collection[str]
    means: Callable[[], Iterable[float]]
    counts: Callable[[], tuple[float, ...]]

    def has(self, *names: str) -> bool:
        """Return whether any of these settings was changed."""
        return any(name in self.changed for name in names)


@dataclass(frozen=True)
class Conflict:
    """Two settings that do not fit.

    Attributes
    ----------
    field : str
        The setting to name.
    expected : str
        What would fit, in words.
    repair : mapping
        The values that make them fit; each repair leaves fewer conflicts.
    change : str
        Which settings to change, in words.
    note : str
        After a click: a sentence on the first of the repaired values, to stand at its place; ""
        where nothing is to be said.
    """

    field: str
    expected: str
    repair: Values
    change: str
    note: str = ""


def conflict_of(v: Values, click: Click | None = None) -> Conflict | None:
    """Return the first conflict between valid values, with its repair; without a click a link's."""
    found = (rule(v, click) for rule in _RULES)
    return next((conflict for conflict in found if conflict is not None), None)


def _given_arms_have_means(v: Values, click: Click | None) -> Conflict | None:
    if v["arms"] != "given" or v["means"] is not None:
        return None
    repair: dict[str, Any] = {"arms": "uniform"}
    if click:  # start from the arms that were there
        repair = {"means": tuple(round(float(p), 3) for p in click.means())}
    expected = f"{v['n']} numbers from 0 to 1, because arms are given"
    return Conflict("means", expected, repair, "means or arms")


def _means_are_of_given_arms(v: Values, _click: Click | None) -> Conflict | None:
    if v["means"] is None or v["arms"] == "given":
        return None
    expected = f"no list, because arms are not given but {v['arms']}"
    return Conflict("means", expected, {"means": None}, "means or arms")


def _means_say_how_many_arms(v: Values, _click: Click | None) -> Conflict | None:
    if v["means"] is None or len(v["means"]) == v["n"]:
        return None
    n = len(v["means"])
    expected, note = f"{n}, the number of means", f"N is {n}, the number of means."
    return Conflict("n", expected, {"n": n}, "n or means", note)


def _described_arms_are_few(v: Values, _click: Click | None) -> Conflict | None:
    if v["means"] is not None or v["n"] <= MOST_DESCRIBED:
        return None
    expected = f"at most {MOST_DESCRIBED}, because arms are not given"
    note = f"N is now {MOST_DESCRIBED}: only given arms may be more."
    return Conflict("n", expected, {"n": MOST_DESCRIBED}, "n or arms", note)


def _names_are_of_the_given_arms(v: Values, _click: Click | None) -> Conflict | None:
    means = v["means"]
    if v["names"] is None or len(v["names"]) == len(means or ()):
        return None
    expected = f"{len(means)} names" if means else "no names, because arms are not given"
    note = "Arms are numbered again: the names were those of another list." if means else ""
    return Conflict("names", expected, {"names": None}, "names or means", note)


def _law_of_data_has_data(v: Values, _click: Click | None) -> Conflict | None:
    if v["law"] not in _OF_DATA or v["data"] is not None:
        return None
    expected = "another law, because no rewards are given"
    note = "Arms pay 0 or 1: no rewards are given to draw from."
    return Conflict("law", expected, {"law": "bernoulli"}, "law or data", note)


def _data_have_their_law(v: Values, _click: Click | None) -> Conflict | None:
    if v["data"] is None or v["law"] in _OF_DATA:
        return None
    expected = f"no rewards, because the law is not data but {v['law']}"
    return Conflict("data", expected, {"data": None}, "data or law")


def _rows_are_those_of_a_table(v: Values, _click: Click | None) -> Conflict | None:
    if v["law"] != "rows" or v["data"].in_rows:
        return None
    expected = "data, because these rewards have no rows"
    note = "Each arm has its own rewards: these have no rows that could be kept together."
    return Conflict("law", expected, {"law": "data"}, "law or data", note)


def _data_are_of_the_given_arms(v: Values, click: Click | None) -> Conflict | None:
    means, data = v["means"], v["data"]
    if data is None or means == data.means:
        return None
    dropped = {"law": "bernoulli", "data": None}
    note = "Arms pay 0 or 1 again: the rewards were those of other arms."
    if len(data.arms) != len(means or ()):
        expected = f"rewards of {len(means)} arms" if means else "no rewards: arms are not given"
        return Conflict("data", expected, dropped, "data or means", note)
    expected = "the means of the rewards, to 6 digits"
    repair = dropped if click else {"means": data.means}
    return Conflict("means", expected, repair, "means or data", note)


def _chosen_arms_are_arms(v: Values, _click: Click | None) -> Conflict | None:
    n = v["n"]
    if v["k"] <= n:
        return None
    expected = f"a whole number from 1 to {n}, the number of arms"
    return Conflict("k", expected, {"k": n}, "k or n", f"K is now {n}, the number of arms.")


def _reward_of_a_curve_has_a_curve(v: Values, click: Click | None) -> Conflict | None:
    if v["reward"] != "curve" or v["curve"] is not None:
        return None
    k = v["k"]
    repair: dict[str, Any] = {"reward": "mean"}
    if click:  # start from the reward that was there
        repair = {"curve": stretched(click.counts(), k + 1)}
    expected = f"the {k + 1} numbers g(0), …, g({k}), because the reward is a curve"
    return Conflict("curve", expected, repair, "curve or reward")


def _curve_has_its_reward(v: Values, _click: Click | None) -> Conflict | None:
    if v["curve"] is None or v["reward"] == "curve":
        return None
    expected = f"no list, because the reward is not a curve but {v['reward']}"
    return Conflict("curve", expected, {"curve": None}, "curve or reward")


def _curve_is_for_k(v: Values, click: Click | None) -> Conflict | None:
    curve, n, k = v["curve"], v["n"], v["k"]
    if curve is None or len(curve) == k + 1:
        return None
    size = len(curve)
    if click and not (click.has("curve") and size <= n + 1):
        note = f"The curve of {size} numbers was read off anew at K + 1 = {k + 1} places."
        anew = {"curve": stretched(curve, k + 1)}
        return Conflict("curve", f"{k + 1} numbers", anew, "curve or k", note)
    if size > n + 1:
        expected = f"at most {n + 1} numbers, one more than arms are chosen"
        return Conflict("curve", expected, {"curve": None, "reward": "mean"}, "curve or n")
    expected = f"{size - 1}, one less than the numbers of the curve"
    note = f"K is now {size - 1}: the curve has {size} numbers."
    return Conflict("k", expected, {"k": size - 1}, "k or curve", note)


def _at_least_some_of_the_chosen(v: Values, _click: Click | None) -> Conflict | None:
    k = v["k"]
    if v["at_least"] <= k:
        return None
    expected = f"a whole number from 1 to {k}, the number of chosen arms"
    note = f"m is now {k}, the number of chosen arms."
    return Conflict("at_least", expected, {"at_least": k}, "at_least or k", note)


def _arms_that_are_counted_pay_0_or_1(v: Values, click: Click | None) -> Conflict | None:
    if v["law"] == "bernoulli" or REWARDS[v["reward"]].of_any_arms:
        return None
    if v["data"] is not None and v["data"].counted:
        return None
    repair = {"law": "bernoulli"}
    note = "Arms pay 0 or 1 again: this reward counts those that pay."
    if click and click.has("law") and not click.has("reward", "curve"):
        repair = {"reward": "mean"}
        note = "The reward is now the mean: others count arms that pay 1."
    expected = f"bernoulli, because {v['reward']} counts arms that pay 1"
    return Conflict("law", expected, repair, "law or reward", note)


def _two_groups_share_their_noise(v: Values, click: Click | None) -> Conflict | None:
    if v["law"] != "shared" or v["arms"] == "groups":
        return None
    repair: dict[str, Any] = {"arms": "groups", "means": None}
    note = "Shared noise is that of two groups of arms."
    if click and (click.has("arms", "means") or not click.has("law")):
        repair = {"law": "bernoulli"}
        note = "Arms pay 0 or 1 again: only two groups share their noise."
    expected = "groups, because shared noise is that of two groups of arms"
    return Conflict("arms", expected, repair, "arms or law", note)


def _arms_drawn_anew_pay_0_or_1(v: Values, _click: Click | None) -> Conflict | None:
    if v["law"] == "bernoulli" or not v["redraw"]:
        return None
    expected = "0, because arms that are drawn anew pay 0 or 1"
    note = "Only arms that pay 0 or 1 can be drawn anew for every run."
    return Conflict("redraw", expected, {"redraw": False}, "redraw or law", note)


def _preset_is_of_the_algorithm(v: Values, _click: Click | None) -> Conflict | None:
    entry = CATALOGUE[v["algorithm"]]
    if v["preset"] in entry.presets:
        return None
    expected = f"one of {', '.join(entry.presets)}, the presets of {v['algorithm']}"
    default = entry.default_preset
    note = f"The preset is now {default}, one of {entry.label}."
    return Conflict("preset", expected, {"preset": default}, "preset or algorithm", note)


def _constants_are_of_the_preset(v: Values, _click: Click | None) -> Conflict | None:
    algorithm, preset, constants = v["algorithm"], v["preset"], v["constants"]
    entry = CATALOGUE[algorithm]
    known = entry.tunables_of(preset)
    note = f"Only constants of {entry.label} · {preset} are kept, as near as they may be."
    for name, value in constants:
        rest = tuple(pair for pair in constants if pair[0] != name)
        if name not in known:
            expected = f"no {name}, which {algorithm} · {preset} does not have"
            change = "constants or algorithm"
            return Conflict("constants", expected, {"constants": rest}, change, note)
        if value != known[name].nearest(value):
            low, high = known[name].low, known[name].high
            expected = f"{name} from {low:,g} to {high:,g}" + ", whole" * known[name].whole
            near = tuple(sorted((*rest, (name, known[name].nearest(value)))))
            return Conflict("constants", expected, {"constants": near}, "constants", note)
    return None


# A rule may count on those before it.
_RULES: tuple[Callable[[Values, Click | None], Conflict | None], ...] = (
    _given_arms_have_means,
    _means_are_of_given_arms,
    _means_say_how_many_arms,
    _described_arms_are_few,
    _names_are_of_the_given_arms,
    _law_of_data_has_data,
    _data_have_their_law,
    _rows_are_those_of_a_table,
    _data_are_of_the_given_arms,
    _chosen_arms_are_arms,
    _reward_of_a_curve_has_a_curve,
    _curve_has_its_reward,
    _curve_is_for_k,
    _at_least_some_of_the_chosen,
    _arms_that_are_counted_pay_0_or_1,
    _two_groups_share_their_noise,
    _arms_drawn_anew_pay_0_or_1,
    _preset_is_of_the_algorithm,
    _constants_are_of_the_preset,
)


def stretched(curve: tuple[float, ...], size: int) -> tuple[float, ...]:
    """Return `curve` read off at `size` equally spaced places, rounded to 4 digits if it moves."""
    if len(curve) == size:
        return curve
    places = np.linspace(0.0, len(curve) - 1.0, size)
    values = np.interp(places, np.arange(len(curve)), curve)
    return tuple(round(float(g), 4) for g in values)
