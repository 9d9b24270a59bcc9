"""What a run or a study will cost, said before it starts: seconds of one core, and memory.

Seconds are ``per run + T · (ns of a round + K · ns of an arm's reward)``. The nanoseconds of a
round are a sum of non-negative terms in N and K for every preset, fitted to measurements by
``python -m benchmarks.cost --write``, which writes the price.json of each algorithm's folder, and
cost.json for what is common to all. An algorithm that commits early
stops costing then, so a price is what a run takes *at most*, on a machine like the measured one.

Before its first round a run needs the tables of its arms and the best set; Watch and Theory work
out more. For these the core bounds the number of multiplications.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import product
from math import comb, sqrt
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dart_core.algorithms import price
from dart_core.codes import COUNT
from dashboard import ranges
from dashboard.catalogue import CATALOGUE, Choice
from dashboard.settings import Settings

if TYPE_CHECKING:
    import dart_core as dc

MEASURED = Path(__file__).with_name("cost.json")
# Checkpoints of a run in a study and in a sweep (dart_core.study, dart_core.sweep).
CHECKPOINTS, CHECKPOINTS_OF_SWEEPS = 250, 50
BYTES_OF_RUN = 200  # what is kept of a run besides its checkpoints
OWN_NS = 20_000.0  # a round of an algorithm of one's own, in Python: a guess
MULTIPLICATION = 1e-9  # s, of the core's counts: one in an array of many
_PROBLEMS_KEPT = 64
Curve = tuple[str, str]  # the name of an algorithm, and of its preset


@dataclass(frozen=True)
class Price:
    """What something takes.

    Attributes
    ----------
    seconds : float
        Of one core; at most, unless `guessed`.
    megabytes : float
        That its results keep in memory.
    runs : int
    guessed : bool
        Whether algorithms are among them that nobody has timed: those of one's own.
    preparing : float
        Of `seconds`, those before the first run, which more cores do not make fewer.
    """

    seconds: float
    megabytes: float
    runs: int
    guessed: bool
    preparing: float = 0.0


def sets_of(curve: Curve, n: int, k: int) -> int:
    """Return how many sets of arms an algorithm keeps an index for; 0 if it works on arms."""
    return comb(n, k) if most_sets(curve) else 0


def most_sets(curve: Curve) -> int:
    """Return beyond how many sets dart_core refuses it, at no cost; 0 if it works on arms."""
    spec = CATALOGUE.get(curve[0])
    return spec.presets[curve[1]].most_sets if spec else 0


def terms(curve: Curve, n: int, k: int) -> dict[str, float]:
    """Return what the cost of a round is a sum of, by name: powers of N and K, and of the sets."""
    sets = sets_of(curve, n, k)
    return {"1": 1, "K": k, "N": n, "NK": n * k, "N²": n * n, "√sets": sqrt(sets), "sets": sets}


def run_seconds(
    curve: Curve, n: int, k: int, horizon: int, law: str, expecting: float = 0.0
) -> float:
    """Return the seconds of one run, at most.

    Parameters
    ----------
    curve : tuple of str
        Name and preset of the algorithm.
    n, k, horizon : int
        N, K and T.
    law : str
        How an arm's reward scatters, as `Settings.law` names it.
    expecting : float, default 0.0
        The seconds of a round that its expected reward takes beyond that; see `_expecting`.
    """
    if sets_of(curve, n, k) > most_sets(curve):
        return 0.0
    measured = _measured()
    weights: Mapping[str, float] = price.rounds(curve[0]).get(curve[1], {"1": OWN_NS})
    values = terms(curve, n, k)
    ns = sum(weight * values[name] for name, weight in weights.items())
    a_round = (ns + k * measured["draw"][law]) * 1e-9 + expecting
    return float(measured["run"] + horizon * a_round)


def of_run(settings: Settings, curve: Curve) -> float:
    """Return the seconds of one run of an algorithm on a prepared problem, at most."""
    its = (settings.n, settings.k, settings.horizon, settings.law)
    return run_seconds(curve, *its, _expecting(settings, settings.k))


def _expecting(settings: Settings, k: int, *, any_reward: bool = False) -> float:
    """Return the seconds that an expected reward of `k` arms by row takes, at most.

    It goes through the different rows, unless those of all sets are known beforehand.
    """
    if settings.law != "rows" or settings.data is None:
        return 0.0
    form = COUNT if any_reward else settings.joint_reward.form
    return 2 * MULTIPLICATION * k * settings.data.rows.reward_work(k, form)


def of_study(settings: Settings) -> Price:
    """Return the price of what Compare runs."""
    beside, before = curves(settings), preparing(settings)
    seconds = before + settings.runs * sum(of_run(settings, curve) for curve in beside)
    runs = settings.runs * len(beside)
    kept = _megabytes(runs, CHECKPOINTS) + _problem_megabytes(settings, [settings.k])
    return Price(seconds, kept, runs, _guessed(beside), before)


def preparing(settings: Settings) -> float:
    """Return the seconds that the tables, the best set and Assumption 2 take, at most."""
    return MULTIPLICATION * _work(_problem_alone(settings))


def forecasting(settings: Settings, *, sliders: bool = False) -> float:
    """Return the seconds that the forecast of the watched algorithm takes, at most.

    With `sliders` that of the useful ranges of its main constants as well.
    """
    from dart_core.theory import forecast_work
    from dart_core.tuning import range_work

    problem, chosen = settings.problem(), settings.chosen()
    ranges = (range_work(problem, chosen, constant) for constant in chosen.spec.main if sliders)
    return MULTIPLICATION * (forecast_work(problem, chosen) + sum(ranges))


def of_theory(settings: Settings) -> float:
    """Return the seconds that the Theory page takes, at most."""
    from dart_core.assumptions import swaps_work
    from dart_core.printed_u import printed_u_work
    from dart_core.theory import forecast_work
    from dashboard.darts import choices, dart_of

    problem, dart = settings.problem(), dart_of(settings)
    tables = swaps_work(problem) + printed_u_work(problem)
    beside = [each for _, each in choices(problem, dart)]
    forecasts = sum(forecast_work(problem, each) for each in beside)
    runs = sum(of_run(settings, (each.name, each.preset)) for each in beside)
    return preparing(settings) + MULTIPLICATION * (tables + forecasts) + runs


def _problem_alone(settings: Settings) -> Settings:
    """Return settings that are equal wherever the problem is."""
    return replace(settings.alone(), seed=0, algorithm="oracle", preset="best-set", constants=())


@lru_cache(_PROBLEMS_KEPT)
def _work(settings: Settings) -> int:
    return settings.problem().work(assumption_2=True)


def of_sweep(settings: Settings, everything: bool = False) -> Price:
    """Return the price of a sweep over what is varied, or over everything, one at a time."""
    beside = settings.choices()[: 1 if everything else None]
    points = list(_points(ranges.values_of(settings, everything), one_at_a_time=everything))
    # What changes nothing for an algorithm is run once.
    jobs = [(each, job) for each in beside for job in _distinct(points, each)]
    seconds = settings.runs * sum(
        run_seconds(
            (each.name, each.preset),
            job.get("n_arms", settings.n),
            job.get("k", settings.k),
            job.get("horizon", settings.horizon),
            settings.law,
            _expecting(settings, job.get("k", settings.k), any_reward="reward" in job),
        )
        for each, job in jobs
    )
    runs = settings.runs * len(jobs)
    before = MULTIPLICATION * sum(each.work() for each in _problems(settings, points))
    kept = _megabytes(runs, CHECKPOINTS_OF_SWEEPS)
    kept += _problem_megabytes(settings, [point.get("k", settings.k) for point in points])
    guessed = _guessed([(each.name, each.preset) for each in beside])
    return Price(seconds + before, kept, runs, guessed, before)


def _distinct(points: Iterable[Mapping[str, Any]], of: Choice) -> list[dict[str, Any]]:
    """Return what points change for an algorithm, each once."""
    from dart_core.variation import changes

    each = ({n: v for n, v in point.items() if changes(n, of.algorithm())} for point in points)
    return list({tuple(own.items()): own for own in each}.values())


def _problems(settings: Settings, points: Iterable[Mapping[str, Any]]) -> Iterable[dc.Problem]:
    """Give the problem of each point of a sweep, as far as points fit the base."""
    from dart_core.errors import FieldError
    from dart_core.variation import OF_THE_PROBLEM, varied_problem

    base = settings.problem()
    for point in points:
        changes = {name: value for name, value in point.items() if name in OF_THE_PROBLEM}
        try:
            yield varied_problem(base, changes, settings.seed)
        except FieldError:
            continue  # the sweep says so in its place


def _guessed(beside: Sequence[Curve]) -> bool:
    return any(curve[1] not in price.rounds(curve[0]) for curve in beside)


def curves(settings: Settings) -> list[Curve]:
    """Return the algorithms that run, the watched one first."""
    return [(choice.name, choice.preset) for choice in settings.choices()]


def about(what: str, settings: Settings, price: Price) -> str:
    """Return the log's line of a study: what it is and what it may cost."""
    names = ", ".join(".".join(curve) for curve in curves(settings))
    size = f"N={settings.n} K={settings.k} T={settings.horizon}"
    return f"{what} {size} [{names}] {price.runs} runs, at most {price.seconds:.3g} core s"


def _points(values: Mapping[str, list[Any]], *, one_at_a_time: bool) -> Iterable[dict[str, Any]]:
    if one_at_a_time:
        yield {}
        yield from ({name: value} for name, taken in values.items() for value in taken)
    else:
        yield from (dict(zip(values, point, strict=True)) for point in product(*values.values()))


def _megabytes(runs: int, checkpoints: int) -> float:
    return runs * (8 * checkpoints + BYTES_OF_RUN) / 1e6


def _problem_megabytes(settings: Settings, chosen: Iterable[int]) -> float:
    """Return what the tables of problems with K = each of `chosen` keep, at most."""
    if settings.law != "rows" or settings.data is None:
        return 0.0
    return sum(settings.data.rows.bytes(k) for k in chosen) / 1e6


@cache
def _measured() -> dict[str, Any]:
    measured: dict[str, Any] = json.loads(MEASURED.read_text(encoding="utf-8"))
    return measured
