"""What a change of one setting does to the others, so that no choice is ever impossible."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from dashboard.catalogue import CATALOGUE, Choice, sensible
from dashboard.ranges import chosen
from dashboard.rules import Click, conflict_of
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
    if values["algorithm"] != before.algorithm and "preset" not in changes:
        values["preset"] = CATALOGUE[values["algorithm"]].default_preset
        if "rivals" not in changes:  # who was watched and who is now change places
            was, now = (Choice.read(sensible(n)) for n in (before.algorithm, values["algorithm"]))
            values["rivals"] = tuple(was if each == now else each for each in before.rivals)
    if (values["algorithm"], values["preset"]) != (before.algorithm, before.preset):
        # A preset is a full set of constants: only what was set with it replaces one.
        new = set(values["constants"]) - set(before.constants)
        values["constants"] = tuple(sorted(new))
    click = Click(changes.keys(), before.means_array, lambda: before.problem().reward.curve)
    while (conflict := conflict_of(values, click)) is not None:
        values.update(conflict.repair)
        if conflict.note:
            notes[next(iter(conflict.repair))] = conflict.note
    after = Settings(**values)
    # Values that were asked for belong to what was varied then.
    said = {"values", "values_too"}.intersection(changes)
    if not said and chosen(before) != chosen(after):
        after = replace(after, values=None, values_too=None)
    return after, notes
