"""The registry: which algorithms there are, their presets, and how one is chosen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dart_core.algorithms.base import (
    Algorithm,
    AlgorithmSpec,
    Constant,
)
from dart_core.algorithms.baselines import ORACLE, RANDOM
from dart_core.algorithms.cmab_sm_presets import CMAB_SM
from dart_core.algorithms.csar_presets import CSAR
from dart_core.algorithms.dart_anytime_presets import DART_ANYTIME
from dart_core.algorithms.dart_eb_presets import DART_EB
from dart_core.algorithms.dart_presets import DART
from dart_core.algorithms.etcg_presets import ETCG
from dart_core.algorithms.frontier_presets import FRONTIER
from dart_core.algorithms.lints_presets import LINTS
from dart_core.algorithms.linucb_presets import LINUCB
from dart_core.algorithms.semi_presets import CTS, CUCB
from dart_core.algorithms.ucb_presets import UCB
from dart_core.errors import FieldError

if TYPE_CHECKING:
    import pandas as pd


_ALL = (
    *(DART, DART_ANYTIME, DART_EB, FRONTIER, CSAR, CMAB_SM, LINTS, LINUCB, UCB, ETCG),
    *(CUCB, CTS),  # these see every arm's reward
    *(RANDOM, ORACLE),
)
REGISTRY: dict[str, AlgorithmSpec] = {spec.name: spec for spec in _ALL}
BUILT_IN = tuple(REGISTRY)  # `dart_core.own.register` adds others


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
    known = spec.presets[chosen]
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
    return {preset: dict(values) for preset, values in _spec(name).presets.items()}


def algorithms() -> pd.DataFrame:
    """Return the registry as a table, one row an algorithm."""
    import pandas as pd

    rows = [
        {
            "name": spec.name,
            "label": spec.label,
            "presets": list(spec.presets),
            "feedback": spec.feedback,
            "source": spec.source,
            "regret_bound": spec.regret_bound,
            "cost_per_step": spec.cost_per_step,
            "limits": spec.limits,
        }
        for spec in REGISTRY.values()
    ]
    return pd.DataFrame(rows)
