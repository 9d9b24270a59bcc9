"""sweep: a study at every point of a grid, or of one change at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from itertools import product
from math import inf, nan
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from dart_core.algorithms.registry import Algorithm
from dart_core.chunks import MAX_RUNS, Chunk, Job
from dart_core.collect import How, Keeper, collect, distinct
from dart_core.errors import FieldError, FieldTypeError, whole_number
from dart_core.problem import Problem, checked_problem, checked_seed
from dart_core.progress import Progress
from dart_core.showing import Drawn
from dart_core.simulation import MAX_CHECKPOINTS
from dart_core.study import Plan, Study, unique
from dart_core.summary import LEVEL, Exponent, fit_exponent, ratio_interval
from dart_core.tables import latex, ranking
from dart_core.variation import check_parameter, varied_algorithm, varied_problem

if TYPE_CHECKING:
    import pandas as pd

DESIGNS = ("grid", "one-at-a-time")
CHECKPOINTS = 50
MAX_POINTS = 10_000


@dataclass(frozen=True, eq=False, repr=False)
class Point:
    """One point of a sweep.

    Attributes
    ----------
    values : mapping of str to object
        What was changed; without a parameter the base has its say.
    study : Study or None
        Its curves have the labels of the base's algorithms at every point, without constants that
        are varied.
    error : str
        Why there is no study: values that do not fit each other; else "".
    """

    values: Mapping[str, Any]
    study: Study | None
    error: str = ""

    def __repr__(self) -> str:
        at = ", ".join(f"{name} = {value}" for name, value in self.values.items()) or "the base"
        return f"<Point: {at}{f': {self.error}' if self.error else ''}>"


@dataclass(frozen=True)
class Effect:
    """What one parameter, changed alone, does to a curve's mean final regret.

    Attributes
    ----------
    parameter : str
    least, greatest : float
        The smallest and the largest mean regret over its values, the base's own included.
    at_least, at_greatest : object
        The values that gave them; None: the base's own.
    ratio : float
        greatest / least: how many times regret changes; inf if only `least` is 0.
    values : tuple
        All values tried, in the order given.
    low, high : float
        Where the ratio of the expectations lies, with a confidence that holds for every two of the
        values at once (Bonferroni): so also for the two that were picked for being extreme. See
        `summary.ratio_interval`, over the runs that both have finished. A failure so rare that no
        run has met it is not in it.
    """

    parameter: str
    least: float
    greatest: float
    at_least: Any
    at_greatest: Any
    ratio: float
    values: tuple[Any, ...]
    low: float = nan
    high: float = nan


@dataclass(frozen=True, eq=False, repr=False)
class Sweep(Drawn):
    """Studies at several points, finished or as far as they are.

    Attributes
    ----------
    parameters : tuple of str
    curves : tuple of str
        Labels of the algorithms.
    points : tuple of Point
        In the order of the grid: the last parameter changes fastest.
    """

    parameters: tuple[str, ...]
    curves: tuple[str, ...]
    points: tuple[Point, ...]

    def __repr__(self) -> str:
        so_far = "" if self.finished else ", not finished"
        of = f"{' and '.join(self.parameters)} at {len(self.points)} points"
        return f"<Sweep: {of}; {', '.join(self.curves)}{so_far}>"

    @property
    def finished(self) -> bool:
        """Whether the study of every point is."""
        return all(point.study is None or point.study.finished for point in self.points)

    @property
    def about(self) -> dict[str, str]:
        """What a file with it says of itself: the study of its first point, and what is varied."""
        first = next(point.study for point in self.points if point.study is not None)
        varied = {
            name: list(dict.fromkeys(p.values[name] for p in self.points if name in p.values))
            for name in self.parameters
        }
        return first.about | {"varied": repr(varied)}

    @property
    def frame(self) -> pd.DataFrame:
        """What each run of each point came to: the parameters, then `Study.outcomes`.

        A parameter's column holds numbers, or text where a value is no number; NaN where the base
        has its say.
        """
        return self._stacked(lambda study: study.outcomes)

    def summary(self, level: float = LEVEL) -> pd.DataFrame:
        """Return `Study.summary` of every point: the parameters, curve, then its columns."""
        return self._stacked(lambda study: study.summary(level).reset_index())

    def to_latex(self, level: float = LEVEL) -> str:
        """Return the points as a table for LaTeX with the package booktabs.

        Columns: the parameters, algorithm, runs, mean regret with its interval, share of right
        sets.

        Parameters
        ----------
        level : float, default 0.95
            Of the interval of the mean.
        """
        return latex(ranking(self.summary(level), self.parameters), self.about).decode()

    @property
    def failures(self) -> pd.DataFrame:
        """What has no result: the parameters, curve ("": the whole point), run and error."""
        import pandas as pd

        failed = self._stacked(lambda study: study.failures)
        lost = [point for point in self.points if point.error]
        rows = [{**self._row(p), "curve": "", "run": -1, "error": p.error} for p in lost]
        return pd.concat([failed, pd.DataFrame(rows)], ignore_index=True) if rows else failed

    def exponent(
        self, curve: str, parameter: str | None = None, level: float = LEVEL, **at: Any
    ) -> Exponent:
        """Fit mean final regret ≈ constant · parameter^exponent.

        Parameters
        ----------
        curve : str
        parameter : str, optional
            One whose values are numbers; the first of the sweep if none is given.
        level : float, default 0.95
        **at : object
            Values of other parameters that choose among the points of a grid.

        Notes
        -----
        Only runs that every point finished count: so each run is a row of the same luck, and the
        jackknife over runs accounts for what points have in common.
        """
        name = self.parameters[0] if parameter is None else parameter
        if name not in self.parameters:
            raise FieldError("parameter", "one of " + ", ".join(self.parameters), name)
        x, chunks = [], []
        for point in self.points:
            value = point.values.get(name)
            chosen = all(point.values.get(other) == wanted for other, wanted in at.items())
            if point.study is None or value is None or not chosen:
                continue
            if isinstance(value, bool) or not isinstance(value, int | float) or value <= 0:
                raise FieldError(name, "values that are numbers above 0", value)
            x.append(float(value))
            chunks.append(point.study[curve].results)
        common = _common_runs(chunks)
        regret = [c.regret[np.isin(c.runs, common), -1] for c in chunks]
        return fit_exponent(x, np.array(regret).reshape(len(chunks), common.size), level)

    def effects(self, curve: str, level: float = LEVEL) -> list[Effect]:
        """Return what each parameter does alone, the strongest first: a tornado chart.

        Only points that change one parameter count, and the base: sweep with
        ``design="one-at-a-time"``. A parameter of which no value but the base's own has a
        result is left out: that shows nothing.

        Parameters
        ----------
        curve : str
        level : float, default 0.95
            Of the intervals of the ratios.
        """
        found = []
        for name in self.parameters:
            tried = self._results_at(curve, {name})
            if not tried:
                continue
            both = [(None, chunk) for _, chunk in self._results_at(curve, set())]
            if len(tried) == 1 and both and _same(tried[0][1], both[0][1]):
                continue
            both += [(values[name], chunk) for values, chunk in tried]
            means = [float(chunk.regret[:, -1].mean()) for _, chunk in both]
            low, high = int(np.argmin(means)), int(np.argmax(means))
            least, greatest = means[low], means[high]
            ratio = greatest / least if least > 0 else (inf if greatest > 0 else 1.0)
            pairs = max(len(both) * (len(both) - 1) // 2, 1)
            interval = _ratio(both[high][1], both[low][1], 1 - (1 - level) / pairs)
            values = tuple(each[name] for each, _ in tried)
            at = both[low][0], both[high][0]
            found.append(Effect(name, least, greatest, *at, ratio, values, *interval))
        return sorted(found, key=lambda effect: -effect.ratio)

    def _results_at(self, curve: str, changed: set[str]) -> list[tuple[Mapping[str, Any], Chunk]]:
        """Return the runs of a curve at every point that changes just these parameters."""
        studied = [(p.values, p.study) for p in self.points if p.study and set(p.values) == changed]
        results = [(values, study[curve].results) for values, study in studied]
        return [(values, chunk) for values, chunk in results if chunk.runs.size]

    def _row(self, point: Point) -> dict[str, Any]:
        return {name: point.values.get(name) for name in self.parameters}

    def _stacked(self, table: Callable[[Study], pd.DataFrame]) -> pd.DataFrame:
        """Return the tables of all points, one below the other, behind the parameters."""
        import pandas as pd

        pairs = [(p.values, table(p.study)) for p in self.points if p.study is not None]
        joined = pd.concat([one for _, one in pairs], ignore_index=True)
        for at, name in enumerate(self.parameters):
            values = [of.get(name) for of, one in pairs for _ in range(len(one))]
            numbers = all(value is None or isinstance(value, int | float) for value in values)
            column = values if numbers else [None if v is None else str(v) for v in values]
            joined.insert(at, name, pd.Series(column, dtype=None if numbers else "str"))
        return joined


def sweep(
    parameters: Mapping[str, Sequence[Any]],
    base: Problem,
    algorithms: Iterable[str | Algorithm],
    runs: int = 25,
    seed: int = 0,
    executor: Executor | None = None,
    on_progress: Callable[[Progress[Sweep]], object] | None = None,
    *,
    design: str = "grid",
    redraw_arms: bool = False,
    stop: NDArray[np.int64] | None = None,
    resume: str | Path | Keeper | None = None,
    checkpoints: int = CHECKPOINTS,
) -> Sweep:
    """Run a study at every point where parameters take the given values.

    Parameters
    ----------
    parameters : mapping of str to sequence
        Values by name: ``n_arms``, ``k``, ``horizon``, ``reward``, ``gap`` (between the K-th and
        the (K+1)-th best arm), a constant (``lam``: of each algorithm that has it; ``dart.lam``),
        or a multiple of one (``lam*``, ``dart.lam*``). Another N draws the arms anew.
    base : Problem
        What is not swept.
    algorithms : iterable of str or Algorithm
    design : str, default "grid"
        ``"grid"``: every combination. ``"one-at-a-time"``: the base, and each value alone.
    runs, seed, executor, on_progress, redraw_arms, stop, resume, checkpoints
        As for `compare`. All points share run j's luck, and its arms unless N or the gap changes
        them. What is the same at several points is run once.

    Returns
    -------
    Sweep
        With every point; values that do not fit each other have no study but say why.

    Raises
    ------
    FieldError
        If an argument is out of range, a name changes nothing, or no point is possible.
    """
    checked_problem(base)
    chosen = distinct(algorithms)
    count = whole_number("runs", runs, 1, MAX_RUNS)
    seed = checked_seed(seed)
    most = whole_number("checkpoints", checkpoints, 2, MAX_CHECKPOINTS)
    how = How(executor, on_progress, stop, resume)
    checked = _checked(parameters, chosen)
    everywhere = checked if design == "grid" else ()
    labels = unique([_unvaried(choice, everywhere).label for choice in chosen])
    plans: list[tuple[dict[str, Any], Plan | str]] = []
    for values in _points(checked, design):
        try:
            problem = varied_problem(base, values, seed)
            varied = tuple(varied_algorithm(choice, values, problem) for choice in chosen)
        except FieldError as error:
            plans.append((values, str(error)))
        else:
            gap = values.get("gap")
            plan = Plan(problem, varied, count, seed, redraw_arms, gap, most, labels)
            plans.append((values, plan))
    possible = [plan for _, plan in plans if isinstance(plan, Plan)]
    if not possible:
        raise FieldError(
            "parameters", "values that fit the base", dict(parameters), str(plans[0][1])
        )

    def build(results: dict[Job, Chunk]) -> Sweep:
        points = tuple(
            Point(values, plan.study(results))
            if isinstance(plan, Plan)
            else Point(values, None, plan)
            for values, plan in plans
        )
        return Sweep(tuple(parameters), labels, points)

    ordered = [possible[at] for at in coarse_first(len(possible))]
    jobs = list(dict.fromkeys(job for plan in ordered for job in plan.jobs()))
    return collect(jobs, count, how, build)


def coarse_first(count: int) -> list[int]:
    """Return 0 … count−1: the ends, then the middle, then the middles of what is left."""
    order = dict.fromkeys([0, count - 1]) if count else {}
    step = 1 << max(count - 1, 1).bit_length()
    while step > 1:
        step //= 2
        order |= dict.fromkeys(range(0, count, step))
    return list(order)


def _checked(parameters: Any, algorithms: tuple[Algorithm, ...]) -> dict[str, list[Any]]:
    expected = "names with the values that they take, such as {'k': [2, 4]}"
    if not isinstance(parameters, Mapping) or not parameters:
        raise FieldTypeError("parameters", expected, parameters)
    checked = {}
    for name, values in parameters.items():
        if not isinstance(name, str):
            raise FieldTypeError("parameters", expected, name)
        check_parameter(name, algorithms)
        if isinstance(values, str) or not isinstance(values, Iterable):
            raise FieldTypeError(f"parameters: {name}", "a list of values", values)
        checked[name] = [v.item() if isinstance(v, np.generic) else v for v in values]
        if not checked[name]:
            raise FieldError(f"parameters: {name}", "at least one value", "none")
    return checked


def _unvaried(choice: Algorithm, names: Iterable[str]) -> Algorithm:
    """Return a choice without those constants of its own that have another value at each point."""
    owned = (name.rpartition(".") for name in names)
    varied = {constant for owner, _, constant in owned if owner in ("", choice.name)}
    kept = tuple(each for each in choice.overrides if each[0] not in varied)
    return replace(choice, overrides=kept)


def _points(parameters: dict[str, list[Any]], design: str) -> list[dict[str, Any]]:
    if design not in DESIGNS:
        raise FieldError("design", "one of " + ", ".join(DESIGNS), design)
    if design == "grid":
        sizes = [len(values) for values in parameters.values()]
        count = int(np.prod(np.array(sizes, dtype=float)))
    else:
        count = 1 + sum(len(values) for values in parameters.values())
    if count > MAX_POINTS:
        raise FieldError("parameters", f"at most {MAX_POINTS:,} points", f"{count:,}")
    if design == "grid":
        return [dict(zip(parameters, p, strict=True)) for p in product(*parameters.values())]
    return [{}, *({name: value} for name, values in parameters.items() for value in values)]


def _ratio(a: Chunk, b: Chunk, level: float) -> tuple[float, float]:
    """Return the interval of the ratio of mean final regrets, run by run under the same luck."""
    common = _common_runs([a, b])
    of_a, of_b = (chunk.regret[np.isin(chunk.runs, common), -1] for chunk in (a, b))
    return ratio_interval(of_a, of_b, level)


def _same(one: Chunk, other: Chunk) -> bool:
    return np.array_equal(one.runs, other.runs) and np.array_equal(one.regret, other.regret)


def _common_runs(chunks: list[Chunk]) -> NDArray[np.int64]:
    common = chunks[0].runs if chunks else np.zeros(0, dtype=np.int64)
    for chunk in chunks[1:]:
        common = np.intersect1d(common, chunk.runs)
    return common
