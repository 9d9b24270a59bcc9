"""dart_core: a small, fast simulator for best-K-of-N bandits with one joint reward a round.

>>> import dart_core as dc
>>> problem = dc.Problem([0.2, 0.5, 0.9, 0.4], k=2, horizon=1_000)
>>> run = dc.simulate(problem, "oracle", seed=0)
>>> run.final_set, float(run.regret[-1])
((1, 2), 0.0)
"""

from dart_core.algorithms import algorithm, algorithms, presets
from dart_core.algorithms.base import Algorithm
from dart_core.arms import Arm, Bernoulli, Beta, Constant, Empirical, TruncatedNormal, Uniform
from dart_core.collect import Progress
from dart_core.console import make_readable
from dart_core.contract import Contract, check_algorithm
from dart_core.errors import ContractError, DartError, FieldError, FieldTypeError, Refused, Stopped
from dart_core.lower_bound import LowerBound
from dart_core.optimum import Assumption2
from dart_core.outcome import Outcome, outcome
from dart_core.own import register
from dart_core.problem import Problem
from dart_core.simulation import Run, simulate
from dart_core.study import Curve, Study, compare
from dart_core.summary import Band, Difference, Exponent, Interval
from dart_core.sweep import Effect, Point, Sweep, sweep
from dart_core.theory import Forecast, Stage, forecast

make_readable()  # else printing a label, a table or a forecast fails where there is no λ

__version__ = "0.1.0"
__all__ = [
    "Algorithm",
    "Arm",
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
    "Refused",
    "Run",
    "Stage",
    "Stopped",
    "Study",
    "Sweep",
    "TruncatedNormal",
    "Uniform",
    "algorithm",
    "algorithms",
    "check_algorithm",
    "compare",
    "forecast",
    "outcome",
    "presets",
    "register",
    "simulate",
    "sweep",
]
