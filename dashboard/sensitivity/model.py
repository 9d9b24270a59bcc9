"""What the Sensitivity page runs: the sweep over the values a parameter takes."""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import Executor
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from dashboard import ranges
from dashboard.catalogue import Choice
from dashboard.prices import cost
from dashboard.ranges import is_of_the_problem, label, present, values_of
from dashboard.schema.study_choices import MAIN
from dashboard.sensitivity.marks import printed
from dashboard.serving.studies import Look, Report, StopFlag, Studies, studies
from dashboard.settings import Settings
from dashboard.studying import stored

if TYPE_CHECKING:
    import dart_core as dc

# How regret grows with a parameter in theory, for DART: O(K·sqrt(NKT)) (Theorem 3).
THEORY = {"horizon": 0.5, "n": 0.5, "k": 1.5}
STORED = "sweep"


def key(settings: Settings, everything: bool = False) -> str:
    """Return the name of a sweep: equal where its results are."""
    plain = Settings()
    if everything:
        same = replace(settings.without("chart", "sweep"), companions=(), rivals=())
        return f"all-{same.key()}"
    names = [*ranges.chosen(settings), "nothing"]
    # Another way to say the same values is the same sweep.
    grids = [
        tuple(map(float, ranges.grid(settings, n))) if n != "reward" else None for n in names[:-1]
    ]
    same = replace(
        settings.without("chart"),
        vary=names[0],
        vary_too=names[1],
        points=plain.points,
        values=grids[0],
        values_too=grids[1] if len(grids) > 1 else None,
    )
    return f"sweep-{same.key()}"


def look(
    settings: Settings,
    price: cost.Price,
    everything: bool = False,
    pool: Studies | None = None,
) -> Look:
    """Return how the sweep stands; begin it if nobody has.

    Parameters
    ----------
    settings : Settings
        As `Settings.compared` gives them, here and below.
    price : Price
    everything : bool
        Whether the sweep over every parameter, one at a time, is meant.
    """
    work = partial(run, settings, everything)
    said = cost.about("effects" if everything else "sweep", settings, price)
    return (pool or studies()).look(key(settings, everything), work, said, price.seconds)


def bring_stored(settings: Settings, pool: Studies | None = None) -> None:
    """Have the default sweep there without a run, where it is the one that is asked for."""
    default = Settings.default().compared()
    if key(settings) == key(default):
        stored.bring(pool or studies(), key(default), STORED, partial(_of_default, default))


def _of_default(settings: Settings, kept: stored.Runs) -> dc.Sweep:
    return run(settings, False, None, None, None, kept)


def run(
    settings: Settings,
    everything: bool,
    executor: Executor | None,
    report: Report | None,
    stop: StopFlag | None,
    resume: stored.Runs | None = None,
) -> dc.Sweep:
    """Run the sweep: of all curves over what is varied, or of the watched one over everything."""
    import dart_core as dc

    return dc.sweep(
        values_of(settings, everything),
        settings.problem(),
        [settings.chosen()] if everything else settings.algorithms(),
        runs=settings.runs,
        seed=settings.seed,
        executor=executor,
        on_progress=report,
        design="one-at-a-time" if everything else "grid",
        redraw_arms=settings.redraw,
        stop=stop,
        resume=resume,
    )


def settled(settings: Settings) -> tuple[Settings, str]:
    """Return settings of which all that is varied can be varied here, and what was given up."""
    known = ranges.parameters(settings)
    lost = [name for name in ranges.chosen(settings) if name not in known]
    if not lost:
        return settings, ""
    keeps = settings.vary if ranges.chosen(settings)[0] in known else MAIN
    names = " and ".join(label(name) for name in lost)
    return replace(settings, vary=keeps, vary_too="nothing", values=None, values_too=None), names


def questions(settings: Settings) -> dict[str, dict[str, Any]]:
    """Return sweeps that answer a question, as changes of the settings, by the question."""
    known, spec, watched = ranges.parameters(settings), settings.watched.spec, settings.algorithm
    mains = [name for name in spec.main if name in settings.watched.tunables]
    plain = {"vary_too": "nothing", "values": None, "values_too": None}
    asked: dict[str, dict[str, Any]] = {}
    for name in mains:
        at = MAIN if f"{watched}.{name}" == ranges.main_of(settings) else f"{watched}.{name}"
        asked[f"Which {spec.tunables[name].symbol} for my arms?"] = plain | {"vary": at}
    if watched == "dart":
        lam = "dart.lam"
        far = min(spec.tunables["lam"].high, 2 * printed(settings))
        near = min(ranges.grid(replace(settings, vary=lam, values=None), lam))
        reach = ranges.spread(near, far, 13, log=True, whole=False)
        asked["Is the printed λ right?"] = plain | {"vary": lam, "values": reach}
    for name, question in (
        ("horizon", "How does regret grow with T?"),
        ("n", "And with N?"),
        ("k", "And with K?"),
        ("gap", "What if the K-th and the next arm are close?"),
    ):
        if name in known:
            asked[question] = plain | {"vary": name}
    if len(mains) > 1:
        symbols = " and ".join(spec.tunables[name].symbol for name in mains[:2])
        two = {"vary": MAIN, "vary_too": f"{watched}.{mains[1]}"}
        asked[f"{symbols} together?"] = plain | two
    return asked


def asked(settings: Settings) -> str | None:
    """Return the question that the chosen sweep answers, if it is one of them."""
    for question, changes in questions(settings).items():
        if key(replace(settings, **changes)) == key(settings):
            return question
    return None


def gaps(settings: Settings, sweep: dc.Sweep) -> dict[str, list[str]]:
    """Return why values have no result, with the values that this holds for."""
    whys: dict[str, list[str]] = {}
    for point in sweep.points:
        at = ranges.said(settings, point.values)
        if point.error:
            whys.setdefault(point.error, []).append(at)
        for curve in point.study.curves if point.study else ():
            why = f"{curve.label}: {curve.refused}" if curve.refused else ""
            for each in [why] if why else dict.fromkeys(curve.results.failures.values()):
                whys.setdefault(each, []).append(at)
    return {why: list(dict.fromkeys(at)) for why, at in whys.items()}


def study_at(settings: Settings, values: Mapping[str, Any]) -> Settings | None:
    """Return the settings of the study at a point of a sweep; None where no link has them.

    Parameters
    ----------
    settings : Settings
        Of the sweep.
    values : mapping of str to object
        What the point changes.
    """
    from dart_core.variation import varied_problem

    if "gap" in values and settings.redraw:
        return None
    changes: dict[str, Any] = {}
    for parameter, of in values.items():
        name = ranges.own(parameter)
        if name == "n":
            changes |= {"n": of, "arms": "uniform", "arms_seed": settings.seed}
            changes |= {"means": None, "names": None}
        elif name in ("k", "horizon", "reward"):
            changes[name] = of
            changes |= {"curve": None} if name == "reward" else {}
    if "gap" in values:
        means = varied_problem(settings.problem(), values, settings.seed).mean_array
        changes |= {"arms": "given", "means": tuple(means.tolist()), "names": None}
    constants = {n: of for n, of in values.items() if not is_of_the_problem(n)}
    if constants:
        watched = _with_constants(settings, constants)
        if watched is None:
            return None
        changes |= {"algorithm": watched.name, "preset": watched.preset}
        changes["constants"] = watched.constants
    try:
        return replace(settings, **changes)
    except ValueError:
        return None


def _with_constants(settings: Settings, values: Mapping[str, Any]) -> Choice | None:
    """Return the watched algorithm with constants of its own changed; None if of another one."""
    own = dict(settings.watched.constants)
    for parameter, of in values.items():
        owner, _, constant = parameter.removesuffix("*").rpartition(".")
        shared = not owner and any(constant in each.tunables for each in settings.companions)
        if owner not in ("", settings.algorithm) or shared:
            return None
        its = settings.watched.tunables.get(constant)
        now = present(settings, f"{settings.algorithm}.{constant}")
        if its is None or (parameter.endswith("*") and now is None):
            return None
        own[constant] = float(of * now if parameter.endswith("*") else of)
    return replace(settings.watched, constants=tuple(sorted(own.items())))


def has_dart(settings: Settings) -> bool:
    """Return whether DART, whose theorem `THEORY` is, is among the algorithms."""
    return any(name == "dart" for name, _ in cost.curves(settings))


def store() -> None:
    """Run the default sweep anew and write it to its file."""
    stored.store(STORED, partial(_of_default, Settings.default().compared()))


if __name__ == "__main__":
    store()
