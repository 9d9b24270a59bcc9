"""Small studies whose kernels the suite compiles anyway, and the facts that must not differ."""

from __future__ import annotations

from typing import Any

import numpy as np

import dart_core as dc

PROBLEM = dc.Problem.random(9, 3, 3_000, seed=1)
# Two presets of one algorithm among them: trap 1 of every comparison.
ALGORITHMS = (
    dc.algorithm("dart", "authors-code", c=0.1),
    dc.algorithm("dart", "clean-c1", c=0.1),
    dc.algorithm("random"),
    dc.algorithm("oracle"),
)


def bits(study: dc.Study) -> list[Any]:
    """Everything a study says, measured seconds left aside, as bytes that can be compared."""
    said: list[Any] = [study.t.tobytes()]
    for curve in study.curves:
        results = curve.results
        said += [curve.label, curve.refused, results.failures]
        for name in ("runs", "regret", "right", "commit_t", "accepted", "rejected"):
            array: np.ndarray[Any, Any] = getattr(results, name)
            said += [name, array.dtype.str, array.shape, array.tobytes()]
    return said
