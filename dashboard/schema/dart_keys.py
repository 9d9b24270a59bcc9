"""The link keys `c`, `lam` and `delta0`: older than `const`, and DART's constants for good.

Links were first made when DART alone had constants. What they hold under these keys are constants
like all others, see `Settings.constants`; this module is the only one that knows of both forms.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dashboard.catalogue import CATALOGUE
from dashboard.schema.fields import Field
from dashboard.schema.kinds import Real

_DART = CATALOGUE["dart"]
KEYS: tuple[Field, ...] = tuple(
    Field(name, name, Real(each.low, each.high), None, each.symbol, each.help, none="preset")
    for name, each in _DART.tunables.items()
)
_NAMES = [field.name for field in KEYS]


def spelled(fields: tuple[Field, ...]) -> tuple[Field, ...]:
    """Return the fields of the settings as a link spells them, each key in its old place."""
    place = next(at for at, field in enumerate(fields) if field.name == "constants")
    return (*fields[:place], *KEYS, *fields[place:])


def folded(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the settings' values from those by key of a link.

    What the keys say counts more than `const`. Where another algorithm is watched they mean
    nothing, as they always did.
    """
    rest = {name: value for name, value in values.items() if name not in _NAMES}
    if values["algorithm"] == _DART.name:
        said = {name: values[name] for name in _NAMES if values.get(name) is not None}
        rest["constants"] = tuple(sorted((dict(values["constants"]) | said).items()))
    return rest


def twice(values: Mapping[str, Any]) -> list[str]:
    """Return the constants that a link holds under a key of their own and in `const` as well."""
    own = dict(values["constants"]) if values["algorithm"] == _DART.name else {}
    return [name for name in _NAMES if name in own and values[name] is not None]


def unfolded(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values by key of a link from those of the settings."""
    own = dict(values["constants"]) if values["algorithm"] == _DART.name else {}
    rest = tuple(pair for pair in values["constants"] if pair[0] not in own.keys() & set(_NAMES))
    return {**values, "constants": rest, **{name: own.get(name) for name in _NAMES}}
