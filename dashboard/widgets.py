"""The widgets of the settings: their keys, what they show, and what a visitor did to them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from dashboard.catalogue import CATALOGUE
from dashboard.scenarios import SCENARIOS, scenario_of
from dashboard.schema.arm_fields import Names, Sampled
from dashboard.schema.choices import Choices
from dashboard.schema.fields import Field
from dashboard.schema.kinds import Named, Numbers, Real, Values
from dashboard.schema.typed import NoNumber, Unclear, typed, typed_list
from dashboard.settings import SCHEMA, Settings

Widgets = Mapping[str, Any]  # what they show, by key
SCENARIO = "scenario"
SEEDS = ("arms_seed", "seed")


@dataclass(frozen=True)
class Moves:
    """What widgets show that the settings do not say.

    Attributes
    ----------
    changes : dict
        New values by field name, each valid by itself.
    keys : dict of str to list of str
        By field name: the widgets that were moved.
    invalid : dict of str to str
        By field name: what is wrong where a value cannot be used.
    scenario : Settings or None
        Those of the scenario that was picked.
    """

    changes: dict[str, Any]
    keys: dict[str, list[str]]
    invalid: dict[str, str]
    scenario: Settings | None


def widget_key(name: str) -> str:
    """Return the key of the widget of a setting."""
    return f"w_{name}"


def constant_key(name: str) -> str:
    """Return the key of the widget of one constant of the watched algorithm."""
    return f"{widget_key('constants')}_{name}"


def constants_shown(settings: Settings) -> list[str]:
    """Return the constants of the watched algorithm that have a widget."""
    return list(CATALOGUE[settings.algorithm].tunables_of(settings.preset))


def shown(settings: Settings) -> dict[str, Any]:
    """Return what all widgets show for given settings."""
    scenario = scenario_of(settings)
    of_fields = {key: value for f in SCHEMA for key, value in _shown(f, settings).items()}
    return of_fields | {SCENARIO: scenario.title if scenario else None}


def moves(before: Settings, widgets: Widgets) -> Moves:
    """Return what the widgets say beyond the settings before."""
    changes: dict[str, Any] = {}
    keys: dict[str, list[str]] = {}
    invalid: dict[str, str] = {}
    for field in SCHEMA:
        was = _shown(field, before)
        moved = [key for key in was if key in widgets and widgets[key] != was[key]]
        if not moved:
            continue
        try:
            value = field.check(_read(field, before, widgets))
        except (Unclear, NoNumber) as why:
            known = isinstance(why, Unclear) or not isinstance(field.kind, Numbers)
            said = f"{why} The" if known else f"Expected {field.expected}; the"
            invalid[field.name], keys[field.name] = f"{said} last good value is used.", moved
            continue
        except ValueError:
            invalid[field.name] = f"Expected {field.expected}; the last good value is used."
            keys[field.name] = moved
            continue
        if value != getattr(before, field.name):
            changes[field.name], keys[field.name] = value, moved
    title = widgets.get(SCENARIO)
    picked = None
    if title != shown_scenario(before):
        picked = next((each.settings for each in SCENARIOS if each.title == title), None)
    return Moves(changes, keys, invalid, picked)


def shown_scenario(settings: Settings) -> str | None:
    """Return the title of the scenario that has these settings."""
    scenario = scenario_of(settings)
    return scenario.title if scenario else None


def typed_keys(names: Mapping[str, Any]) -> set[str]:
    """Return the beginnings of the keys of those of the named settings that are typed in a box."""
    return {widget_key(field.name) for field in SCHEMA if field.name in names and _is_typed(field)}


def _is_typed(field: Field) -> bool:
    return isinstance(field.kind, Numbers | Named) or field.name in SEEDS


def _shown(field: Field, settings: Settings) -> dict[str, Any]:
    """Return what the widgets of a field show for given settings, by key."""
    value = getattr(settings, field.name)
    if isinstance(field.kind, Names | Sampled | Values):
        return {}  # given as a whole: in the dialog of own arms, or on the page of sweeps
    if isinstance(field.kind, Named):
        return {constant_key(name): own for name, own in _own(settings).items()}
    if field.name in SEEDS:
        return {widget_key(field.name): str(value)}
    if isinstance(field.kind, Numbers):
        value = field.text(value)
    elif isinstance(field.kind, Choices):
        value = [choice.text for choice in value]
    return {widget_key(field.name): value}


def _own(settings: Settings) -> dict[str, str]:
    """Return the constants that have a widget as text, "" where they are the preset's own."""
    own = dict(settings.constants)
    return {n: Real(0, 0).text(own[n]) if n in own else "" for n in constants_shown(settings)}


def _read(field: Field, before: Settings, widgets: Widgets) -> Any:
    """Return the value that the widgets of a field show, its range unchecked; or ValueError."""
    if isinstance(field.kind, Named):
        # Where there is no widget of a constant, it is what it was.
        texts = {n: widgets.get(constant_key(n), own) for n, own in _own(before).items()}
        return tuple((name, typed(text)) for name, text in texts.items() if text.strip())
    value = widgets[widget_key(field.name)]
    if isinstance(field.kind, Numbers):
        return typed_list(value)
    if isinstance(field.kind, Choices):
        return field.parse(",".join(value))
    if field.name in SEEDS:
        number = typed(value, whole=True)
        return int(number) if number.is_integer() else number
    return value
