"""What the Compare page shows: a study of the chosen algorithms, as far as it is, and its table."""

from __future__ import annotations

from collections import Counter
from concurrent.futures import Executor
from dataclasses import replace
from functools import partial
from math import isnan, nan
from typing import TYPE_CHECKING, Any

from dashboard.arms import uniform
from dashboard.catalogue import Choice, style
from dashboard.prices import cost
from dashboard.rules import MOST_DESCRIBED
from dashboard.serving.studies import Look, Report, StopFlag, studies
from dashboard.settings import Settings

if TYPE_CHECKING:
    import pandas as pd

    import dart_core as dc


def look(settings: Settings, price: cost.Price) -> Look:
    """Return how the study that `settings` describe stands; begin it if nobody has."""
    said = cost.about("compare", settings, price)
    return studies().look(key(settings), partial(run, settings.study()), said, price.seconds)


def key(settings: Settings) -> str:
    """Return the name of that study: equal where its results are."""
    return f"compare-{settings.study().key()}"


def run(settings: Settings, executor: Executor, report: Report, stop: StopFlag) -> dc.Study:
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
    )


def styles(study: dc.Study) -> dict[str, dict[str, str]]:
    """Return how each curve is drawn, by label: as everywhere else."""
    return {c.label: style(c.algorithm.name, c.algorithm.preset) for c in study.curves}


def table(study: dc.Study) -> pd.DataFrame:
    """Return the study as a table ranked by mean final regret, the oracle last.

    Columns: regret (mean) and its 95 % interval as text, right (the share of runs that ended with
    a best set), more (mean paired difference to the best) and its interval, worse (share of runs
    with more regret than the best has), ns (a round), kB of state, feedback, runs; of the
    runs' regret sd, median, least, greatest. The best is the one with the least regret but for the
    oracle, which knows the answer and does not count.
    """
    import pandas as pd

    summary = study.summary().sort_values("mean", na_position="last")
    ran = [label for label in summary.index if summary.loc[label, "runs"] > 0]
    best = next((label for label in ran if not _knows(study[label])), None)
    rows = []
    for label in sorted(summary.index, key=lambda label: _knows(study[label])):
        s, curve = summary.loc[label], study[label]
        spec = curve.algorithm.spec
        row: dict[str, Any] = {
            "curve": label,
            "regret": s["mean"],
            "interval": _between(s["ci_low"], s["ci_high"]),
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
            row["more_interval"] = _between(difference.interval.low, difference.interval.high)
            row["worse"] = 1 - difference.a_better
        rows.append(row)
    return pd.DataFrame(rows).set_index("curve")


def headline(study: dc.Study) -> str:
    """Return who wins and by how much, in one sentence of Markdown."""
    summary = study.summary()
    ranked = summary[summary["runs"] > 1].sort_values("mean")
    ranked = ranked[[not _knows(study[label]) for label in ranked.index]]
    if len(ranked) < 2:
        return ""
    first, second = ranked.index[:2]
    difference = study.differences(second, first)
    interval = difference.interval
    n = interval.n
    if n < 2:
        return ""
    aside = ""
    if any(_knows(curve) for curve in study.curves):
        aside = " The oracle, which knows the answer, does not count."
    if interval.low > 0:
        sees = ", which sees every arm's reward," if _sees_arms(study[first]) else ""
        return (
            f"**{first}**{sees} has the least regret: {ranked.loc[first, 'mean']:,.0f} on average. "
            f"{second} has {interval.mean:,.0f} more (95 % interval "
            f"{_between(interval.low, interval.high)}, {n} paired runs).{aside}"
        )
    return (
        f"**{first}** and **{second}** cannot be told apart yet: on {n} paired runs they differ by "
        f"{interval.mean:,.0f} on average, 95 % interval "
        f"{_between(interval.low, interval.high)}.{aside}"
    )


def lost(study: dc.Study) -> list[str]:
    """Return why runs of a curve have no result: the most frequent reason of each."""
    said = []
    for curve in study.curves:
        reasons = Counter(curve.results.failures.values())
        for why, count in reasons.most_common(1):
            failed = f"{curve.label}: {reasons.total()} runs without a result."
            said.append(f"{failed} {count} of them: {why}")
    return said


def _knows(curve: dc.Curve) -> bool:
    return curve.algorithm.name == "oracle"


def _sees_arms(curve: dc.Curve) -> bool:
    return curve.algorithm.spec.feedback == "semi-bandit"


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


def _between(low: float, high: float) -> str:
    if isnan(low):  # fewer than two runs
        return ""
    return f"{_number(low)} to {_number(high)}"


def _number(value: float) -> str:
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:,.3g}"
