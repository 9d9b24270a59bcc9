"""What the Theory page shows: the paper's claims worked out on the visitor's problem."""

from __future__ import annotations

from dataclasses import dataclass
from math import nan
from typing import TYPE_CHECKING

from dashboard.darts import choices, dart_of
from dashboard.serving.jobs import StopFlag
from dashboard.settings import Settings

if TYPE_CHECKING:
    import dart_core as dc
    from dart_core.assumptions import Swaps
    from dart_core.guarantee import GoodArms, Separation
    from dart_core.printed_u import PrintedU

MOST_SHOWN = 100  # arms in pictures and tables: of more, the best, around the boundary at K ≤ 50


@dataclass(frozen=True)
class ByLambda:
    """What one choice of λ leads to: as forecast, and in a run with the visitor's luck.

    Of the run there is what the page tells of it: with many arms all of it takes megabytes.
    """

    label: str
    dart: dc.Algorithm
    lam: float
    forecast: dc.Forecast
    accepted: int  # arms
    rejected: int
    commit_t: int
    regret: float  # at T


@dataclass(frozen=True)
class Decided:
    """When one arm is decided: as proved, in expectation, and in the run; NaN if it is not."""

    proved: Separation
    expected: float  # epoch
    epoch: float
    accepted: bool
    said: str  # what the run did with it, in a few words


@dataclass(frozen=True)
class Report:
    """All of it."""

    problem: dc.Problem
    dart: dc.Algorithm
    c: float
    swaps: Swaps
    printed: PrintedU
    decided: tuple[Decided, ...]  # by falling mean
    epochs: int  # that the run explored for
    lambdas: tuple[ByLambda, ...]
    gap_bound: float  # inf if there is no U
    good: GoodArms  # whether Assumption 2 holds
    names: tuple[str, ...] | None = None  # of the arms; None: they are numbered

    def label(self, arm: int) -> str:
        """Return what an arm is called, as plain text, by no name twice."""
        if self.names is None:
            return f"arm {arm + 1}"
        name = self.names[arm]
        return name if self.names.count(name) == 1 else f"{name} ({arm + 1})"


def key(settings: Settings) -> str:
    """Return the name of the report of `settings`: equal where it is."""
    return f"theory-{settings.alone().key()}"


def report(settings: Settings, stop: StopFlag | None = None) -> Report:
    """Work out the theory of a problem.

    Parameters
    ----------
    settings : Settings
    stop : int64 array of shape (1,), optional
        Ends the work soon when set to 1.
    """
    import dart_core as dc
    from dart_core.assumptions import swaps
    from dart_core.guarantee import gap_bound, good_arms
    from dart_core.printed_u import printed_u

    # One problem for all: what it takes to make its tables is spent once.
    problem, dart = settings.problem(), dart_of(settings)
    problem.prepare(stop, assumption_2=True)
    found = swaps(problem, stop=stop)
    c = float(dart.resolved(problem)["c"])
    seed = settings.seed
    (label, _), *others = choices(problem, dart)
    run = dc.simulate(problem, dart, seed=seed, stop=stop)
    first = by_lambda(label, run, stop)
    rows = [
        by_lambda(name, dc.simulate(problem, each, seed=seed, frames=0, stop=stop), stop)
        for name, each in others
    ]
    return Report(
        problem,
        dart,
        c,
        found,
        printed_u(problem, stop=stop),
        decided(run, first.forecast, found.u, c),
        int(run.snapshots.epoch.max()),
        (first, *rows),
        gap_bound(problem, found.u),
        good_arms(problem, found),
        settings.names,
    )


def by_lambda(label: str, run: dc.Run, stop: StopFlag | None = None) -> ByLambda:
    """Return what one DART was forecast to do, and did."""
    import dart_core as dc

    return ByLambda(
        label,
        run.algorithm,
        float(run.algorithm.resolved(run.problem)["lam"]),
        dc.forecast(run.problem, run.algorithm, stop=stop),
        int((run.moves.to == 1).sum()),
        int((run.moves.to == 2).sum()),
        run.commit_t,
        float(run.regret[-1]),
    )


def decided(run: dc.Run, outlook: dc.Forecast, u: float, c: float) -> tuple[Decided, ...]:
    """Return for every arm when it is decided, by falling mean."""
    from dart_core.guarantee import separations

    expected = {
        arm: float(stage.epochs)
        for stage in outlook.stages
        for arm in (*stage.accepts, *stage.rejects)
    }
    moves = run.moves
    at = {int(arm): place for place, arm in enumerate(moves.arm)}
    told = []
    for proved in separations(run.problem, u, c):
        arm = proved.arm
        if arm not in at:
            told.append(Decided(proved, expected.get(arm, nan), nan, False, "not decided"))
            continue
        place = at[arm]
        accepted = moves.to[place] == 1
        said = (
            f"{'accepted' if accepted else 'rejected'} in epoch {moves.epoch[place]:,}, "
            f"t = {moves.t[place]:,}: μ̂ = {moves.estimate[place]:.4f} "
            f"{'≥' if accepted else '≤'} gate {moves.threshold[place]:.4f}, "
            f"Δ = {moves.delta[place]:.4g}"
        )
        epoch = float(moves.epoch[place])
        told.append(Decided(proved, expected.get(arm, nan), epoch, bool(accepted), said))
    return tuple(told)
