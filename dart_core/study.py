"""compare: many runs of several algorithms on the same instances, under the same luck."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import Executor
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from dart_core.algorithms.registry import Algorithm
from dart_core.chunks import MAX_RUNS, Chunk, Job, run_seed
from dart_core.collect import How, Keeper, collect, distinct
from dart_core.errors import FieldError, whole_number
from dart_core.frozen import frozen
from dart_core.origin import about, code_of_study
from dart_core.problem import Problem, checked_problem, checked_seed
from dart_core.progress import Progress
from dart_core.showing import Drawn
from dart_core.simulation import MAX_CHECKPOINTS, checkpoint_times
from dart_core.summary import (
    LEVEL,
    QUANTILES,
    Band,
    Difference,
    Interval,
    band,
    mean_interval,
    paired,
    runs_needed,
)
from dart_core.tables import latex, ranking

if TYPE_CHECKING:
    import pandas as pd

CHECKPOINTS = 250


@dataclass(frozen=True, eq=False, repr=False)
class Curve:
    """One algorithm's runs in a study.

    Attributes
    ----------
    label : str
        Unique in the study: algorithm, preset and every constant that was changed.
    algorithm : Algorithm
    refused : str
        Why it cannot run on this problem at all; "" if it can.
    results : Chunk
        Its finished runs in the order of their numbers, and what went wrong in others.
    """

    label: str
    algorithm: Algorithm
    refused: str
    results: Chunk

    def __repr__(self) -> str:
        return f"<Curve: {self.label}, {self.refused or f'{self.results.runs.size} runs'}>"

    @property
    def final(self) -> NDArray[np.float64]:
        """The regret at T of every finished run, shape (R,)."""
        return self.results.regret[:, -1]

    def interval(self, level: float = LEVEL) -> Interval:
        """Return the mean final regret with the interval of its expectation."""
        return mean_interval(self.final, level)


@dataclass(frozen=True, eq=False, repr=False)
class Study(Drawn):
    """Runs of several algorithms, finished or as far as they are.

    Attributes
    ----------
    problem : Problem
        With `redraw_arms` only its N, K, T and reward were used.
    runs : int
        Runs asked for, of every algorithm.
    seed : int
    redraw_arms : bool
    t : int64 (C,)
        The checkpoints of all runs; the last is T.
    curves : tuple of Curve
        In the order in which the algorithms were named.
    """

    problem: Problem
    runs: int
    seed: int
    redraw_arms: bool
    t: NDArray[np.int64]
    curves: tuple[Curve, ...]

    def __repr__(self) -> str:
        so_far = "" if self.finished else ", not finished"
        labels = ", ".join(curve.label for curve in self.curves)
        return f"<Study: {labels}; {self.runs} runs each{so_far}>"

    def __getitem__(self, label: str) -> Curve:
        """Return the curve with that label."""
        for curve in self.curves:
            if curve.label == label:
                return curve
        raise FieldError("curve", "one of " + ", ".join(c.label for c in self.curves), label)

    @property
    def finished(self) -> bool:
        """Whether every run has a result or failed; refused algorithms have none to wait for."""
        return all(
            curve.refused or curve.results.runs.size + len(curve.results.failures) == self.runs
            for curve in self.curves
        )

    def seed_of(self, run: int) -> int:
        """Return the seed with which `simulate` repeats run number `run` of any curve.

        With `redraw_arms` it also draws the arms: ``Problem.random(n, k, T, reward, seed)``.
        """
        return run_seed(self.seed, whole_number("run", run, 0, self.runs - 1))

    @property
    def about(self) -> dict[str, str]:
        """What a file with it says of itself, see `dart_core.origin.about`."""
        chosen = [curve.algorithm for curve in self.curves]
        asked = (self.problem, chosen, self.runs, self.seed, self.redraw_arms)
        return about(code_of_study(*asked), self.seed)

    @property
    def frame(self) -> pd.DataFrame:
        """All curves, tidy: curve, algorithm, preset, run, t, regret."""
        times = self.t.size
        tables = []
        for curve in self.curves:
            results = curve.results
            columns = _names(curve, results.runs.size * times)
            columns["run"] = np.repeat(results.runs, times)
            columns["t"] = np.tile(self.t, results.runs.size)
            tables.append(columns | {"regret": results.regret.ravel()})
        return _stacked(tables)

    @property
    def outcomes(self) -> pd.DataFrame:
        """What each run came to, a row a run.

        Columns: curve, algorithm, preset, run, seed, regret (at T), right (whether the final set
        is a best one), commit_t, accepted, rejected (arms), seconds.
        """
        tables = []
        for curve in self.curves:
            results = curve.results
            columns = _names(curve, results.runs.size)
            columns["run"] = results.runs
            seeds = [self.seed_of(run) for run in results.runs.tolist()]
            columns["seed"] = np.array(seeds, dtype=np.uint64)
            columns["regret"] = curve.final
            for name in ("right", "commit_t", "accepted", "rejected", "seconds"):
                columns[name] = getattr(results, name)
            tables.append(columns)
        return _stacked(tables)

    @property
    def failures(self) -> pd.DataFrame:
        """What has no result: curve, run (−1: a refused algorithm) and error."""
        import pandas as pd

        rows = [(curve.label, -1, curve.refused) for curve in self.curves if curve.refused]
        rows += [
            (curve.label, run, why)
            for curve in self.curves
            for run, why in curve.results.failures.items()
        ]
        return pd.DataFrame(rows, columns=["curve", "run", "error"])

    def summary(self, level: float = LEVEL) -> pd.DataFrame:
        """Return a row per curve, indexed by its label.

        Parameters
        ----------
        level : float, default 0.95
            Of the interval of the mean (Student's t).

        Returns
        -------
        DataFrame
            algorithm, preset, runs and failed (how many), refused (why, or ""); of the final
            regret mean, sd, min, max, ci_low, ci_high, q10, q25, median, q75, q90; then the
            share of runs with the right final set, the means of commit_t, accepted and rejected,
            and the median of the seconds a run took (a first run may compile).
            NaN where there are too few runs.
        """
        import pandas as pd

        rows = [_summary_row(curve, level) for curve in self.curves]
        return pd.DataFrame(rows).set_index("curve")

    def to_latex(self, level: float = LEVEL) -> str:
        """Return the ranking as a table for LaTeX with the package booktabs.

        Columns: algorithm, runs, mean regret with its interval, share of right sets.

        Parameters
        ----------
        level : float, default 0.95
            Of the interval of the mean.
        """
        ranked = self.summary(level).sort_values("mean").reset_index()
        return latex(ranking(ranked), self.about).decode()

    def differences(self, a: str, b: str, level: float = LEVEL) -> Difference:
        """Return curve `a` minus curve `b` in final regret, run by run.

        Both meet the same arms and luck in a run, so the difference scatters less than the
        regrets do. Runs that only one of them finished are left out.
        """
        first, second = self[a], self[b]
        _, at_a, at_b = np.intersect1d(
            first.results.runs, second.results.runs, assume_unique=True, return_indices=True
        )
        return paired(a, b, first.final[at_a], second.final[at_b], level)

    def differences_to(self, reference: str, level: float = LEVEL) -> pd.DataFrame:
        """Return `differences` of every curve to `reference`, indexed by label.

        Columns: mean, sd, ci_low, ci_high, pairs, better (share of pairs with less regret).
        """
        import pandas as pd

        rows = []
        for curve in self.curves:
            difference = self.differences(curve.label, reference, level)
            of = difference.interval
            columns = {"curve": curve.label, "mean": of.mean, "sd": of.sd, "ci_low": of.low}
            rows.append(
                columns | {"ci_high": of.high, "pairs": of.n, "better": difference.a_better}
            )
        return pd.DataFrame(rows).set_index("curve")

    def runs_needed(self, precision: float, level: float = LEVEL) -> dict[str, int | None]:
        """Return, by label, how many runs bring a mean's interval to ± `precision` times it.

        None where the runs so far cannot tell: fewer than two, or a mean of 0.
        """
        return {c.label: runs_needed(c.interval(level), precision) for c in self.curves}

    def band(self, kind: str = "mean", level: float = LEVEL) -> dict[str, Band]:
        """Return what a chart draws, by label; for the kinds see `dart_core.summary.band`."""
        return {c.label: band(self.t, c.results.regret, kind, level) for c in self.curves}


def compare(
    problem: Problem,
    algorithms: Iterable[str | Algorithm],
    runs: int = 25,
    seed: int = 0,
    executor: Executor | None = None,
    on_progress: Callable[[Progress[Study]], object] | None = None,
    *,
    redraw_arms: bool = False,
    stop: NDArray[np.int64] | None = None,
    resume: str | Path | Keeper | None = None,
    checkpoints: int = CHECKPOINTS,
) -> Study:
    """Run several algorithms many times on the same instances, under the same luck.

    Parameters
    ----------
    problem : Problem
    algorithms : iterable of str or Algorithm
        A name stands for its default preset. Two settings of one algorithm are two curves.
    runs : int, default 25
        How many of each.
    seed : int, default 0
        Run j's luck (and arms, with `redraw_arms`) depends on (seed, j) alone. Run 0 is
        ``simulate(problem, algorithm, seed=seed)``; `Study.seed_of` has the others' seeds.
    executor : concurrent.futures.Executor, optional
        Where chunks of runs are computed; it stays the caller's. None: here, one by one. Threads
        do: kernels release the GIL. (A study that waits inside its own executor may wait for
        ever.)
    on_progress : callable, optional
        ``on_progress(progress)`` is called in this thread at the start and after every chunk.
        What it raises ends the study.
    redraw_arms : bool, default False
        Draw the arms anew, from U[0, 1), for every run.
    stop : int64 array of shape (1,), optional
        A flag. Once another thread (or `on_progress`) sets it to 1, chunks that have not started
        are cancelled, running ones end soon, and what is finished is returned. It is also set
        when the study ends by an exception.
    resume : path or Keeper, optional
        A folder that keeps finished chunks; what is there already is not run again. An algorithm
        of one's own is run again once its file has changed, and always if it has none.
    checkpoints : int, default 250
        At how many rounds, at most, regret is kept, 2 … 2,000.

    Returns
    -------
    Study
        The same bits for the same problem, algorithms, runs, seed and arms, whatever executor ran
        it. A run that raised is in `Study.failures`; an algorithm that cannot run on this problem
        has a curve without runs that says why.

    Raises
    ------
    FieldError
        If an argument is out of range.
    """
    checked_problem(problem)
    chosen = distinct(algorithms)
    if redraw_arms and not problem.bernoulli:
        raise FieldError("redraw_arms", "False unless arms pay 0 or 1 (Bernoulli)", redraw_arms)
    count = whole_number("runs", runs, 1, MAX_RUNS)
    seed = checked_seed(seed)
    most = whole_number("checkpoints", checkpoints, 2, MAX_CHECKPOINTS)
    how = How(executor, on_progress, stop, resume)
    plan = Plan(problem, chosen, count, seed, redraw_arms, None, most)
    return collect(plan.jobs(), count, how, plan.study)


@dataclass(frozen=True)
class Plan:
    """A study before it is run."""

    problem: Problem
    algorithms: tuple[Algorithm, ...]
    runs: int
    seed: int
    redraw_arms: bool
    gap: float | None
    checkpoints: int
    labels: tuple[str, ...] | None = None  # where they are not the algorithms' own

    def jobs(self) -> list[Job]:
        """Return what has to be run: nothing for refused algorithms."""
        return [self._job(choice) for choice in self.algorithms if not self._refused(choice)]

    def study(self, results: dict[Job, Chunk]) -> Study:
        """Return the study of what was run."""
        times = frozen(checkpoint_times(self.problem.horizon, self.checkpoints))
        nothing = Chunk.failed((), "", times.size)
        labels = self.labels or unique([choice.label for choice in self.algorithms])
        curves = tuple(
            Curve(label, choice, self._refused(choice), results.get(self._job(choice), nothing))
            for label, choice in zip(labels, self.algorithms, strict=True)
        )
        return Study(self.problem, self.runs, self.seed, self.redraw_arms, times, curves)

    def _job(self, choice: Algorithm) -> Job:
        gap = self.gap if self.redraw_arms else None
        return Job(self.problem, choice, self.seed, self.redraw_arms, gap, self.checkpoints)

    def _refused(self, choice: Algorithm) -> str:
        return choice.spec.refuse(self.problem, choice.resolved(self.problem))


def unique(labels: list[str]) -> tuple[str, ...]:
    """Return `labels`, the second of equal ones with " (2)" behind it, and so on."""
    found: list[str] = []
    for label in labels:
        own, number = label, 1
        while own in found:
            number += 1
            own = f"{label} ({number})"
        found.append(own)
    return tuple(found)


def _names(curve: Curve, rows: int) -> dict[str, object]:
    names = (curve.label, curve.algorithm.name, curve.algorithm.preset)
    return {
        column: np.full(rows, name, dtype=object)
        for column, name in zip(("curve", "algorithm", "preset"), names, strict=True)
    }


def _stacked(tables: list[dict[str, object]]) -> pd.DataFrame:
    import pandas as pd

    joined = pd.concat([pd.DataFrame(table) for table in tables], ignore_index=True)
    return joined.astype(dict.fromkeys(("curve", "algorithm", "preset"), "str"))


def _summary_row(curve: Curve, level: float) -> dict[str, object]:
    results, final, of = curve.results, curve.final, curve.interval(level)
    some = bool(final.size)
    quantiles = np.quantile(final, QUANTILES).tolist() if some else [np.nan] * len(QUANTILES)

    def mean(values: NDArray[np.generic]) -> float:
        return float(values.astype(np.float64).mean()) if some else np.nan

    return {
        "curve": curve.label,
        "algorithm": curve.algorithm.name,
        "preset": curve.algorithm.preset,
        "runs": of.n,
        "failed": len(results.failures),
        "refused": curve.refused,
        "mean": of.mean,
        "sd": of.sd,
        "min": float(final.min()) if some else np.nan,
        "max": float(final.max()) if some else np.nan,
        "ci_low": of.low,
        "ci_high": of.high,
        **dict(zip(("q10", "q25", "median", "q75", "q90"), quantiles, strict=True)),
        "right": mean(results.right),
        "commit_t": mean(results.commit_t),
        "accepted": mean(results.accepted),
        "rejected": mean(results.rejected),
        "seconds": float(np.median(results.seconds)) if some else np.nan,
    }
