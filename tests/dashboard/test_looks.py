"""Curves are told apart by whoever cannot see their colours, and in grey print."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from numpy.typing import NDArray

from dart_core.algorithms import BUILT_IN
from dart_player.charts import marked
from dashboard.catalogue import CATALOGUE, curves, look

# How much of red, green and blue is seen of each, in linear light (Machado, Oliveira, Fernandes
# 2009, severity 1); grey print has the luminance alone.
VIEWS = {
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
    "grey print": ((0.2126, 0.7152, 0.0722),) * 3,
}
XYZ = np.array(
    [[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]]
) / np.array([[0.9505], [1.0], [1.089]])
APART = 20.0  # CIELAB: far more than can just be noticed, as thin lines are hard to match


def lab(colour: str, view: str) -> NDArray[np.float64]:
    """Return a colour in CIELAB, as it is seen."""
    rgb = np.array([int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)])
    linear = np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)
    x = XYZ @ np.clip(np.array(VIEWS[view]) @ linear, 0, 1)
    f = np.where(x > 0.008856, np.cbrt(x), 7.787 * x + 16 / 116)
    return np.array([116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])])


def far(one: str, other: str, view: str) -> bool:
    return float(np.linalg.norm(lab(one, view) - lab(other, view))) >= APART


def test_colours_alone_would_not_do() -> None:
    """The measure is sharp enough to see why markers are needed."""
    assert not far("#9a5b13", "#a15c00", "deuteranopia")
    assert not far("#0068a5", "#00727d", "grey print")
    assert far("#000000", "#ffffff", "tritanopia")


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_any_two_curves_are_told_apart(view: str, theme: str) -> None:
    """By a colour that is far away as it is seen, another dash, or another marker."""
    looks = {choice.label: look(choice.name, choice.preset) for choice in curves().values()}
    assert len({CATALOGUE[name].marker for name in BUILT_IN}) == len(BUILT_IN) == 14
    alike = [
        (a, b)
        for (a, one), (b, other) in combinations(looks.items(), 2)
        if (one["dash"], one["marker"]) == (other["dash"], other["marker"])
        and not far(one[theme], other[theme], view)
    ]
    assert alike == []


def test_markers_and_dashes_are_drawn() -> None:
    for choice in curves().values():
        its = look(choice.name, choice.preset)
        for every in (False, True):
            drawn = marked(its, "light", every=every)
            assert drawn["mode"] == "lines+markers"
            assert drawn["marker"]["symbol"] == its["marker"]
            assert (drawn["line"]["dash"] == "solid") == (its["dash"] == "")


def test_two_that_have_nearly_one_colour_differ_without_markers() -> None:
    """Watch draws no markers: there DART anytime and LinUCB were both solid, 0.3 apart."""
    anytime, linucb = look("dart-anytime", "clean-c1"), look("linucb", "greedy-swap")
    assert anytime["dash"] != linucb["dash"]
