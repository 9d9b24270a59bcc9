"""What the Compare page shows: a study of the chosen algorithms, as far as it is, and its table."""

from __future__ import annotations

from collections import Counter
from concurrent.futures import Executor
from dataclasses import replace
from functools import partial
from math import nan
from typing import TYPE_CHECKING, Any

from dart_core.findings import contest
from dart_core.tables import between
from dashboard import catalogue
from dashboard.arms import uniform
from dashboard.catalogue import Choice
from dashboard.prices import cost
from dashboard.rules import MOST_DESCRIBED
from dashboard.serving.studies import Look, Report, StopFlag, Studies, studies
from dashboard.settings import Settings
from dashboard.studying import stored

if TYPE_CHECKING:
    import pandas as pd

    import dart_core as dc


STORED = "compare"


def look(settings: Settings, price: cost.Price) -> Look:
    """Return how the study that `settings` describe stands; begin it if nobody has.

    Parameters
    ----------
    settings : Settings
        As `Settings.compared` gives them, here and below.
    price : Price
    """
    said = cost.about("compare", settings, price)
    return studies().look(key(settings), partial(run, settings.study()), said, price.seconds)


def bring_stored(settings: Settings, pool: Studies | None = None) -> None:
    """Have the default study there without a run, where it is the one that is asked for."""
    default = Settings.default().compared()
    if key(settings) == key(default):
        stored.bring(pool or studies(), key(default), STORED, partial(_of_default, default))


def _of_default(settings: Settings, kept: stored.Runs) -> dc.Study:
    return run(settings, None, None, None, kept)


def key(settings: Settings) -> str:
    """Return the name of that study: equal where its results are."""
    return f"compare-{settings.study().key()}"


def run(
    settings: Settings,
    executor: Executor | None,
    report: Report | None,
    stop: StopFlag | None,
    resume: stored.Runs | None = None,
) -> dc.Study:
    """Run the watched algorithm and those beside it on the same instances."""
    import dart_core as dc

    return dc.compare(
        settings.problem(),
        settings.algorithms(),
        runs=settings.runs,
        seed=settings.seed,
        executor=executor,
        on_progress=report,
        redraw_arms=settings.redraw,
        stop=stop,
        resume=resume,
    )


def styles(study: dc.Study) -> dict[str, dict[str, str]]:
    """Return how each curve is drawn, by label: as everywhere else."""
    return {c.label: catalogue.look(c.algorithm.name, c.algorithm.preset) for c in study.curves}


def costs(study: dc.Study) -> dict[str, tuple[float, float, float]]:
    """Return mean regret, ns of a round and kB of state by label, of those that ran."""
    rows = table(study)
    ran = rows[rows["runs"] > 0]
    columns = ran["regret"], ran["ns"].clip(lower=0.1), ran["kB"]
    return dict(zip(ran.index, zip(*columns, strict=True), strict=True))


def table(study: dc.Study) -> pd.DataFrame:
    """Return the study as a table ranked by mean final regret, without the oracle.

    Columns: regret (mean) and its 95 % interval as text, right (the share of runs that ended with
    a best set), more (mean paired difference to the best) and its interval, worse (share of runs
    with more regret than the best has), ns (a round), kB of state, feedback, runs; of the
    runs' regret sd, median, least, greatest. The best is the one with the least regret.
    """
    import pandas as pd

    study = contest(study)
    if not study.curves:
        return pd.DataFrame(columns=["regret", "ns", "kB", "runs"])
    summary = study.summary().sort_values("mean", na_position="last")
    ran = [label for label in summary.index if summary.loc[label, "runs"] > 0]
    best = next(iter(ran), None)
    rows = []
    for label in summary.index:
        s, curve = summary.loc[label], study[label]
        spec = curve.algorithm.spec
        row: dict[str, Any] = {
            "curve": label,
            "regret": s["mean"],
            "interval": between(s["ci_low"], s["ci_high"]),
            "right": s["right"],
            "more": 0.0 if label == best else nan,
            "more_interval": "",
            "worse": 0.0 if label == best else nan,
            "ns": s["seconds"] / study.problem.horizon * 1e9,
            "kB": spec.memory(study.problem, curve.algorithm.resolved(study.problem)) / 1000,
            "feedback": spec.feedback,
            "runs": int(s["runs"]),
            "sd": s["sd"],
            "median": s["median"],
            "least": s["min"],
            "greatest": s["max"],
        }
        if best and label in ran and label != best:
            difference = study.differences(label, best)
            row["more"] = difference.interval.mean
            row["more_interval"] = between(difference.interval.low, difference.interval.high)
            row["worse"] = 1 - difference.a_better
        rows.append(row)
    return pd.DataFrame(rows).set_index("curve")


def lost(study: dc.Study) -> list[str]:
    """Return why runs of a curve have no result: the most frequent reason of each."""
    said = []
    for curve in study.curves:
        reasons = Counter(curve.results.failures.values())
        for why, count in reasons.most_common(1):
            failed = f"{curve.label}: {reasons.total()} runs without a result."
            said.append(f"{failed} {count} of them: {why}")
    return said


def run_in_watch(settings: Settings, study: dc.Study, label: str, number: int) -> Settings:
    """Return the settings under which Watch shows one run of one curve of a study."""
    seed = study.seed_of(number)
    chosen = study[label].algorithm
    again = replace(
        settings,
        seed=seed,
        algorithm=chosen.name,
        preset=chosen.preset,
        constants=tuple((name, float(value)) for name, value in chosen.overrides),
        companions=_companions(settings, chosen),
        rivals=_companions(settings, chosen),
    )
    if settings.redraw:
        return _drawn(again, seed)
    return again


def _drawn(settings: Settings, seed: int) -> Settings:
    """Return the settings with arms drawn by `seed`: described, or given where they have names."""
    described = settings.names is None and settings.n <= MOST_DESCRIBED
    means = None if described else tuple(uniform(settings.n, seed).tolist())
    return replace(
        settings,
        arms="uniform" if described else "given",
        means=means,
        arms_seed=seed,
    )


def _companions(settings: Settings, watched: dc.Algorithm) -> tuple[Choice, ...]:
    """Return what is drawn beside another algorithm: the same curves, the old main one too."""
    beside = list(settings.companions)
    if not settings.constants and settings.watched not in beside:
        beside.insert(0, settings.watched)
    own = Choice(watched.name, watched.preset)
    return tuple(choice for choice in beside if watched.overrides or choice != own)[:8]


def store() -> None:
    """Run the default study anew and write it to its file."""
    stored.store(STORED, partial(_of_default, Settings.default().compared()))


if __name__ == "__main__":
    store()
