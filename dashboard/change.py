"""What a change of one setting does to the others, so that no choice is ever impossible."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from dashboard.catalogue import CATALOGUE
from dashboard.conflicts import MOST_DESCRIBED
from dashboard.settings import Settings


def change(before: Settings, changes: Mapping[str, Any]) -> tuple[Settings, dict[str, str]]:
    """Return `before` with `changes`, what no longer fits brought in line with them.

    Parameters
    ----------
    before : Settings
    changes : mapping of str to object
        New values by field name, each valid by itself.

    Returns
    -------
    settings : Settings
    notes : dict of str to str
        By field name: a sentence on a value that was adapted, to be shown at its place.
    """
    values: dict[str, Any] = {**vars(before), **changes}
    notes: dict[str, str] = {}

    def adapt(name: str, value: object, why: str) -> None:
        if values[name] != value:
            values[name] = value
            notes[name] = why

    _bring_own(values, adapt)
    if values["law"] != "bernoulli" and values["reward"] in ("at-least", "curve"):
        if "law" in changes and not {"reward", "curve"} & changes.keys():
            adapt("reward", "mean", "The reward is now the mean: others count arms that pay 1.")
        else:
            adapt("law", "bernoulli", "Arms pay 0 or 1 again: this reward counts those that pay.")
    if values["law"] == "shared" and values["arms"] != "groups":
        if "law" in changes and not {"arms", "means"} & changes.keys():
            adapt("arms", "groups", "Shared noise is that of two groups of arms.")
        else:
            adapt("law", "bernoulli", "Arms pay 0 or 1 again: only two groups share their noise.")
    if values["law"] != "bernoulli":
        adapt("redraw", False, "Only arms that pay 0 or 1 can be drawn anew for every run.")
    if values["arms"] != "given":
        values["means"] = None
    elif values["means"] is None:  # start from the arms that were there
        values["means"] = tuple(round(float(p), 3) for p in before.means_array())
    if values["means"] is not None:
        n = len(values["means"])
        adapt("n", n, f"N is {n}, the number of means.")
    else:
        most = f"N is now {MOST_DESCRIBED}: only given arms may be more."
        adapt("n", min(values["n"], MOST_DESCRIBED), most)
    if values["names"] is not None and len(values["names"]) != len(values["means"] or ()):
        adapt("names", None, "Arms are numbered again: the names were those of another list.")
    if values["law"] != "data":
        values["data"] = None
    n = values["n"]
    adapt("k", min(values["k"], n), f"K is now {n}, the number of arms.")
    if values["reward"] != "curve":
        values["curve"] = None
    elif values["curve"] is None:  # start from the reward that was there
        values["curve"] = stretched(before.problem().reward.curve, values["k"] + 1)
    else:
        size = len(values["curve"])
        if "curve" in changes and size <= n + 1:  # a new list decides how many arms it is for
            adapt("k", size - 1, f"K is now {size - 1}: the curve has {size} numbers.")
        places = values["k"] + 1
        why = f"The curve of {size} numbers was read off anew at K + 1 = {places} places."
        adapt("curve", stretched(values["curve"], places), why)
    k = values["k"]
    adapt("at_least", min(values["at_least"], k), f"m is now {k}, the number of chosen arms.")
    entry = CATALOGUE[values["algorithm"]]
    if values["algorithm"] != before.algorithm and "preset" not in changes:
        values["preset"] = entry.default_preset
    elif values["preset"] not in entry.presets:
        first = entry.default_preset
        adapt("preset", first, f"The preset is now {first}, one of {entry.label}.")
    if values["preset"] != before.preset:  # a preset is a full set of constants
        values |= {name: None for name in ("c", "lam", "delta0") if name not in changes}
    if values["preset"] != before.preset and "constants" not in changes:
        values["constants"] = ()
    known = entry.tunables_of(values["preset"]) if values["algorithm"] != "dart" else {}
    kept = tuple((n, known[n].nearest(value)) for n, value in values["constants"] if n in known)
    why = f"Only constants of {entry.label} · {values['preset']} are kept, as near as they may be."
    adapt("constants", kept, why)
    return Settings(**values), notes


def _bring_own(values: dict[str, Any], adapt: Callable[[str, object, str], None]) -> None:
    """Bring names and rewards of given arms in line with the arms."""
    if values["arms"] != "given":
        values["names"] = None
    if values["law"] != "data":
        return
    data = values["data"]
    if data is None:
        adapt("law", "bernoulli", "Arms pay 0 or 1: no rewards are given to draw from.")
    elif values["arms"] != "given" or values["means"] != data.means:
        adapt("law", "bernoulli", "Arms pay 0 or 1 again: the rewards were those of other arms.")


def stretched(curve: tuple[float, ...], size: int) -> tuple[float, ...]:
    """Return `curve` read off at `size` equally spaced places, rounded to 4 digits if it moves."""
    if len(curve) == size:
        return curve
    places = np.linspace(0.0, len(curve) - 1.0, size)
    values = np.interp(places, np.arange(len(curve)), curve)
    return tuple(round(float(g), 4) for g in values)
