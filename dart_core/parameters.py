"""What is varied in a sweep, in words: symbols, values, titles of axes."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from dart_core.algorithms.registry import REGISTRY

LETTERS: Mapping[str, str] = MappingProxyType(
    {"horizon": "T", "n_arms": "N", "k": "K", "reward": "f", "gap": "the gap"}
)
"""Of what the problem is."""

TITLES: Mapping[str, str] = MappingProxyType(
    {
        "horizon": "rounds T",
        "n_arms": "arms N",
        "k": "chosen arms K",
        "reward": "joint reward f",
        "gap": "gap between the K-th and the next arm",
    }
)


def symbol(constant: str, owner: str = "") -> str:
    """Return how a constant is written: that of `owner`, or of the first that has it."""
    records = [REGISTRY[owner]] if owner in REGISTRY else REGISTRY.values()
    known = (spec.tunables[constant] for spec in records if constant in spec.tunables)
    return next((each.symbol for each in known), constant)


def label(parameter: str, watched: str = "") -> str:
    """Return the symbol of a parameter of `dart_core.sweep`: T, λ, λ of DART.

    Parameters
    ----------
    parameter : str
    watched : str, optional
        The algorithm that everything is about: its constants need no owner.
    """
    if parameter in LETTERS:
        return LETTERS[parameter]
    owner, _, constant = parameter.removesuffix("*").rpartition(".")
    its = symbol(constant, owner)
    return its if owner in ("", watched) else f"{its} of {REGISTRY[owner].label}"


def title(parameter: str) -> str:
    """Return the title of an axis along a parameter."""
    multiple = ", multiplied by" if parameter.endswith("*") else ""
    return TITLES.get(parameter) or f"{label(parameter)}{multiple}"


def value(parameter: str, of: Any) -> str:
    """Return a value of a parameter in words: 20,000, ×0.1, max."""
    if not isinstance(of, int | float):
        return str(of)
    if parameter.endswith("*"):
        return f"×{of:g}"
    return f"{of:,}" if isinstance(of, int) else f"{of:.4g}"


def said(values: Mapping[str, Any], watched: str = "") -> str:
    """Return values of parameters in words: λ = 0.05, T = 20,000."""
    return ", ".join(f"{label(name, watched)} = {value(name, of)}" for name, of in values.items())
