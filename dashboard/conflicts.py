"""Settings that do not fit each other: which one to name, and what would make them fit."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from dashboard.catalogue import CATALOGUE

MOST_DESCRIBED = 100  # arms, where they are not listed one by one


@dataclass(frozen=True)
class Conflict:
    """Two settings that do not fit: which one to name, and what would make them fit."""

    field: str
    expected: str
    repair: Mapping[str, Any]
    change: str


def conflict_of(v: Mapping[str, Any]) -> Conflict | None:
    """Return the first conflict between valid values; each repair leaves fewer of them."""
    n, k, means, curve = v["n"], v["k"], v["means"], v["curve"]
    if means is None and v["arms"] == "given":
        expected = f"{n} numbers from 0 to 1, because arms are given"
        return Conflict("means", expected, {"arms": "uniform"}, "means or arms")
    if means is not None and v["arms"] != "given":
        expected = f"no list, because arms are not given but {v['arms']}"
        return Conflict("means", expected, {"means": None}, "means or arms")
    if means is not None and len(means) != n:
        expected = f"{len(means)}, the number of means"
        return Conflict("n", expected, {"n": len(means)}, "n or means")
    if means is None and n > MOST_DESCRIBED:
        expected = f"at most {MOST_DESCRIBED}, because arms are not given"
        return Conflict("n", expected, {"n": MOST_DESCRIBED}, "n or arms")
    if (wrong := _own_conflict(v)) is not None:
        return wrong
    if k > n:
        expected = f"a whole number from 1 to {n}, the number of arms"
        return Conflict("k", expected, {"k": n}, "k or n")
    if curve is None and v["reward"] == "curve":
        expected = f"the {k + 1} numbers g(0), …, g({k}), because the reward is a curve"
        return Conflict("curve", expected, {"reward": "mean"}, "curve or reward")
    if curve is not None and v["reward"] != "curve":
        expected = f"no list, because the reward is not a curve but {v['reward']}"
        return Conflict("curve", expected, {"curve": None}, "curve or reward")
    if curve is not None and len(curve) - 1 > n:
        expected = f"at most {n + 1} numbers, one more than arms are chosen"
        repair = {"curve": None, "reward": "mean"}
        return Conflict("curve", expected, repair, "curve or n")
    if curve is not None and len(curve) - 1 != k:
        expected = f"{len(curve) - 1}, one less than the numbers of the curve"
        return Conflict("k", expected, {"k": len(curve) - 1}, "k or curve")
    if v["at_least"] > k:
        expected = f"a whole number from 1 to {k}, the number of chosen arms"
        return Conflict("at_least", expected, {"at_least": k}, "at_least or k")
    if v["law"] != "bernoulli" and v["redraw"]:
        expected = "0, because arms that are drawn anew pay 0 or 1"
        return Conflict("redraw", expected, {"redraw": False}, "redraw or law")
    if v["law"] != "bernoulli" and v["reward"] in ("at-least", "curve"):
        expected = f"bernoulli, because {v['reward']} counts arms that pay 1"
        return Conflict("law", expected, {"law": "bernoulli"}, "law or reward")
    if v["law"] == "shared" and v["arms"] != "groups":
        expected = "groups, because shared noise is that of two groups of arms"
        return Conflict("arms", expected, {"arms": "groups", "means": None}, "arms or law")
    entry = CATALOGUE[v["algorithm"]]
    if v["preset"] not in entry.presets:
        presets = list(entry.presets)
        expected = f"one of {', '.join(presets)}, the presets of {v['algorithm']}"
        return Conflict("preset", expected, {"preset": presets[0]}, "preset or algorithm")
    return _constant_conflict(v["algorithm"], v["preset"], dict(v["constants"]))


def _own_conflict(v: Mapping[str, Any]) -> Conflict | None:
    """Return the first conflict of names and rewards with the list of means."""
    means, names, data = v["means"], v["names"], v["data"]
    if names is not None and len(names) != len(means or ()):
        expected = f"{len(means)} names" if means else "no names, because arms are not given"
        return Conflict("names", expected, {"names": None}, "names or means")
    if data is None and v["law"] == "data":
        expected = "another law, because no rewards are given"
        return Conflict("law", expected, {"law": "bernoulli"}, "law or data")
    if data is None:
        return None
    without = {"data": None, "law": "bernoulli" if v["law"] == "data" else v["law"]}
    if v["law"] != "data":
        expected = f"no rewards, because the law is not data but {v['law']}"
        return Conflict("data", expected, without, "data or law")
    if len(data.arms) != len(means or ()):
        expected = f"rewards of {len(means)} arms" if means else "no rewards: arms are not given"
        return Conflict("data", expected, without, "data or means")
    if means != data.means:
        expected = "the means of the rewards, to 6 digits"
        return Conflict("means", expected, {"means": data.means}, "means or data")
    return None


def _constant_conflict(
    algorithm: str, preset: str, constants: Mapping[str, float]
) -> Conflict | None:
    known = {} if algorithm == "dart" else CATALOGUE[algorithm].tunables_of(preset)
    for name, value in constants.items():
        rest = tuple((other, number) for other, number in constants.items() if other != name)
        if name not in known:
            expected = f"no {name}, which {algorithm} · {preset} does not take here"
            return Conflict("constants", expected, {"constants": rest}, "constants or algorithm")
        if value != known[name].nearest(value):
            low, high = known[name].low, known[name].high
            expected = f"{name} from {low:,g} to {high:,g}" + ", whole" * known[name].whole
            near = tuple(sorted((*rest, (name, known[name].nearest(value)))))
            return Conflict("constants", expected, {"constants": near}, "constants")
    return None
