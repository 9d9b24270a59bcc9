"""dart_core: a small, fast simulator for best-K-of-N bandits with one joint reward a round.

>>> import dart_core as dc
>>> problem = dc.Problem([0.2, 0.5, 0.9, 0.4], k=2, horizon=1_000)
>>> run = dc.simulate(problem, "oracle", seed=0)
>>> run.final_set, float(run.regret[-1])
((1, 2), 0.0)
"""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING

from dart_core.console import make_readable

if TYPE_CHECKING:
    from dart_core.algorithms.registry import Algorithm, algorithm, algorithms, presets
    from dart_core.arm_tables import arms_from_table
    from dart_core.arm_tables.arm_table import ArmTable
    from dart_core.arm_tables.asking import TableError, TableQuestion
    from dart_core.arms import Arm, Bernoulli, Beta, Constant, Empirical, TruncatedNormal, Uniform
    from dart_core.bars import bar
    from dart_core.citing import cite
    from dart_core.contract import Contract, check_algorithm
    from dart_core.errors import (
        ContractError,
        DartError,
        FieldError,
        FieldTypeError,
        Refused,
        Stopped,
    )
    from dart_core.lower_bound import LowerBound
    from dart_core.optimum import Assumption2
    from dart_core.outcome import Outcome, outcome
    from dart_core.outlook import Stage
    from dart_core.own import register
    from dart_core.problem import Problem
    from dart_core.progress import Progress
    from dart_core.race import Race
    from dart_core.rows import Rows
    from dart_core.run import Run
    from dart_core.simulation import simulate
    from dart_core.study import Curve, Study, compare
    from dart_core.summary import Band, Difference, Exponent, Interval
    from dart_core.sweep import Effect, Point, Sweep, sweep
    from dart_core.theory import Forecast, forecast

make_readable()  # else printing a label, a table or a forecast fails where there is no λ

__version__ = "1.0.0"
__all__ = [
    "Algorithm",
    "Arm",
    "ArmTable",
    "Assumption2",
    "Band",
    "Bernoulli",
    "Beta",
    "Constant",
    "Contract",
    "ContractError",
    "Curve",
    "DartError",
    "Difference",
    "Effect",
    "Empirical",
    "Exponent",
    "FieldError",
    "FieldTypeError",
    "Forecast",
    "Interval",
    "LowerBound",
    "Outcome",
    "Point",
    "Problem",
    "Progress",
    "Race",
    "Refused",
    "Rows",
    "Run",
    "Stage",
    "Stopped",
    "Study",
    "Sweep",
    "TableError",
    "TableQuestion",
    "TruncatedNormal",
    "Uniform",
    "algorithm",
    "algorithms",
    "arms_from_table",
    "bar",
    "check_algorithm",
    "cite",
    "compare",
    "forecast",
    "outcome",
    "presets",
    "register",
    "simulate",
    "sweep",
]

# Loaded when first asked for: `import dart_core` takes neither NumPy nor Numba nor pandas.
_HOME = {
    "Algorithm": "dart_core.algorithms.registry",
    "Arm": "dart_core.arms",
    "ArmTable": "dart_core.arm_tables.arm_table",
    "Assumption2": "dart_core.optimum",
    "Band": "dart_core.summary",
    "Bernoulli": "dart_core.arms",
    "Beta": "dart_core.arms",
    "Constant": "dart_core.arms",
    "Contract": "dart_core.contract",
    "ContractError": "dart_core.errors",
    "Curve": "dart_core.study",
    "DartError": "dart_core.errors",
    "Difference": "dart_core.summary",
    "Effect": "dart_core.sweep",
    "Empirical": "dart_core.arms",
    "Exponent": "dart_core.summary",
    "FieldError": "dart_core.errors",
    "FieldTypeError": "dart_core.errors",
    "Forecast": "dart_core.theory",
    "Interval": "dart_core.summary",
    "LowerBound": "dart_core.lower_bound",
    "Outcome": "dart_core.outcome",
    "Point": "dart_core.sweep",
    "Problem": "dart_core.problem",
    "Progress": "dart_core.progress",
    "Race": "dart_core.race",
    "Refused": "dart_core.errors",
    "Rows": "dart_core.rows",
    "Run": "dart_core.run",
    "Stage": "dart_core.outlook",
    "Stopped": "dart_core.errors",
    "Study": "dart_core.study",
    "Sweep": "dart_core.sweep",
    "TableError": "dart_core.arm_tables.asking",
    "TableQuestion": "dart_core.arm_tables.asking",
    "TruncatedNormal": "dart_core.arms",
    "Uniform": "dart_core.arms",
    "algorithm": "dart_core.algorithms.registry",
    "algorithms": "dart_core.algorithms.registry",
    "arms_from_table": "dart_core.arm_tables",
    "bar": "dart_core.bars",
    "check_algorithm": "dart_core.contract",
    "cite": "dart_core.citing",
    "compare": "dart_core.study",
    "forecast": "dart_core.theory",
    "outcome": "dart_core.outcome",
    "presets": "dart_core.algorithms.registry",
    "register": "dart_core.own",
    "simulate": "dart_core.simulation",
    "sweep": "dart_core.sweep",
}


class _Package(ModuleType):
    """Public names, loaded at their first use; they hide modules of the same name."""

    def __getattr__(self, name: str) -> object:
        if name not in _HOME:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        value = getattr(import_module(_HOME[name]), name)
        setattr(self, name, value)
        return value

    def __setattr__(self, name: str, value: object) -> None:
        # Importing the module dart_core.sweep binds it here, where `sweep` is the function.
        if name not in _HOME or not isinstance(value, ModuleType):
            super().__setattr__(name, value)

    def __dir__(self) -> list[str]:
        return sorted({*vars(self), *__all__})


sys.modules[__name__].__class__ = _Package
