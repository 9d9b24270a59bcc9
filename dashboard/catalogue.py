"""The algorithms that the app offers: the core's records, and those of one's own behind them."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType

from dart_core.algorithms import BUILT_IN
from dart_core.algorithms.record import AlgorithmSpec, Tunable
from dart_core.algorithms.registry import REGISTRY, Algorithm, algorithm
from dart_player import looks
from dashboard import own_algorithms as own

OWN = own.load(os.environ.get(own.VARIABLE, ""))
CATALOGUE: dict[str, AlgorithmSpec] = {name: REGISTRY[name] for name in (*BUILT_IN, *OWN.names)}

WELL_KNOWN = ("frontier", "csar", "cmab-sm", "lints", "dart", "random")  # offered first as rivals
Constants = tuple[tuple[str, float], ...]


@dataclass(frozen=True)
class Choice:
    """A choice of an algorithm.

    Attributes
    ----------
    name, preset : str
        As the catalogue has them.
    constants : tuple of (str, float)
        By name, those that replace the preset's own.
    """

    name: str
    preset: str
    constants: Constants = ()

    @classmethod
    def read(cls, text: str) -> Choice:
        """Return the choice that a link's text means, see `text`, or raise ValueError."""
        known = curves()
        if text not in known:
            raise ValueError(f"expected one of {', '.join(known)}, got {text!r}")
        return known[text]

    @property
    def text(self) -> str:
        """How a link names it, constants left aside.

        The preset is part of it wherever there are several, so that a link keeps its meaning when
        an algorithm gets another default.
        """
        return f"{self.name}.{self.preset}" if len(self.spec.presets) > 1 else self.name

    @property
    def label(self) -> str:
        """What its curve is called, constants left aside."""
        return self.spec.label_of(self.preset)

    @property
    def spec(self) -> AlgorithmSpec:
        """The record of the algorithm."""
        return CATALOGUE[self.name]

    @property
    def tunables(self) -> dict[str, Tunable]:
        """The constants of its preset that may be replaced."""
        return self.spec.tunables_of(self.preset)

    def algorithm(self) -> Algorithm:
        """Return it as the core takes it."""
        return algorithm(self.name, preset=self.preset, **dict(self.constants))


@cache
def curves() -> Mapping[str, Choice]:
    """Return what may be drawn beside the watched algorithm, by the texts of links."""
    every = (Choice(name, preset) for name, entry in CATALOGUE.items() for preset in entry.presets)
    return MappingProxyType({choice.text: choice for choice in every})


def choices(*texts: str) -> tuple[Choice, ...]:
    """Return the choices that texts of links mean."""
    return tuple(map(Choice.read, texts))


def sensible(name: str) -> str:
    """Return the text of an algorithm's default preset: the one that stands for it."""
    return Choice(name, CATALOGUE[name].default_preset).text


def curve_labels() -> dict[str, str]:
    """Return what curves are called, by the texts of links."""
    return {text: choice.label for text, choice in curves().items()}


def style(curve_algorithm: str, preset: str) -> looks.Style:
    """Return how a curve is drawn wherever it appears: colours, and a dash for each preset."""
    return looks.style(CATALOGUE[curve_algorithm], preset)


def look(curve_algorithm: str, preset: str) -> looks.Style:
    """Return `style` with the marker of its points, for charts that have them."""
    return looks.look(CATALOGUE[curve_algorithm], preset)
