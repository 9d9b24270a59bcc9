"""What the Watch page shows for given settings: a run as the player's data, and its forecast."""

from __future__ import annotations

import json
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from dart_player.naming import named
from dashboard.assumptions import broken_assumptions
from dashboard.catalogue import style
from dashboard.naming import escaped
from dashboard.prices import cost
from dashboard.scenarios import thing_of
from dashboard.serving.jobs import StopFlag, Work
from dashboard.settings import Settings
from dashboard.watch import family

if TYPE_CHECKING:
    from dart_player.format import Code, Curve

STORED = Path(__file__).with_name("first_paint.json")


def animation(settings: Settings, stop: StopFlag | None = None) -> dict[str, Any]:
    """Simulate the watched algorithm of `settings`.

    Parameters
    ----------
    settings : Settings
    stop : int64 array of shape (1,), optional
        Ends the work soon when set to 1.

    Returns
    -------
    dict
        JSON-ready: ``forecast`` (``plain``, ``exact``, ``warning``), ``broken`` (what is
        wrong with the problem, see `broken_assumptions`), and either ``shared``, ``run`` and
        ``knobs``, see `dart_player.format`, or ``refused``, why the algorithm cannot run on this
        problem.
    """
    import dart_core as dc
    from dart_core.explaining import places_of, pseudocode
    from dart_player.payload import encode, encode_shared

    problem, chosen = settings.problem().prepare(stop, assumption_2=True), settings.chosen()
    outlook = dc.forecast(problem, chosen, stop=stop)
    names = settings.names and [escaped(name) for name in settings.names]
    thing = thing_of(settings)
    name = partial(named, names=names, thing=thing)
    forecast = {
        "plain": name(f"{outlook.sentence()} {outlook.caveat.plain}".strip()),
        "exact": name(f"{outlook.exactly()} {outlook.caveat.exact}".strip()),
        "warning": bool(outlook.warnings),
    }
    broken = broken_assumptions(problem, settings.names, thing)
    said = {"forecast": forecast, "broken": broken}
    try:  # an algorithm of one's own may also make mistakes
        run = dc.simulate(problem, chosen, seed=settings.seed, stop=stop)
    except (dc.Refused, dc.FieldError, dc.ContractError) as refusal:
        return said | {"refused": str(refusal)}
    data = encode(run, settings.alone().key(), stop, settings.names, thing)
    data |= {"code": cast("Code | None", pseudocode(chosen)), "places": places_of(chosen)}
    data["curve"] = cast("Curve", data["curve"] | style(chosen.name, chosen.preset))
    return said | {
        "shared": encode_shared(run, settings.names, thing),
        "run": data,
        "knobs": family.knobs(settings, problem, stop),
    }


def companion(settings: Settings, stop: StopFlag | None = None) -> dict[str, Any]:
    """Simulate one of the curves beside it; the result is a ``curve`` or ``refused``."""
    import dart_core as dc
    from dart_player.payload import encode_curve

    chosen = settings.chosen()
    try:
        run = dc.simulate(settings.problem(), chosen, seed=settings.seed, frames=0, stop=stop)
    except (dc.Refused, dc.FieldError, dc.ContractError) as refusal:
        return {"refused": str(refusal)}
    return {"curve": encode_curve(run) | style(chosen.name, chosen.preset)}


def works(settings: Settings) -> dict[str, Work]:
    """Return the jobs of a page by their keys: the watched algorithm, its rivals, other curves.

    Every racer and every curve is a job of its own, so what was drawn once is never simulated
    again for a visitor who adds another. A racer's job is the one that watching it alone asks for.
    """
    racers = settings.racers()
    jobs: dict[str, Work] = {its.key(): partial(animation, its) for its in racers}
    for its in map(settings.watching, settings.companions):
        if its not in racers:
            jobs[f"{its.key()}:curve"] = partial(companion, its)
    return jobs


def prices(settings: Settings) -> dict[str, float]:
    """Return what the jobs of a page may take, in seconds, by their keys."""
    before = cost.preparing(settings)
    beside = [before + cost.of_run(settings, (c.name, c.preset)) for c in settings.companions]
    rest = dict.fromkeys(works(settings), max(beside, default=0.0))
    return rest | {
        its.key(): before
        + cost.forecasting(its, sliders=True)
        + cost.of_run(its, cost.curves(its)[0])
        for its in settings.racers()
    }


def together(main: dict[str, Any], beside: list[dict[str, Any]]) -> dict[str, Any]:
    """Join the results of `works` into what the page shows, refusals of others included."""
    from dart_player.payload import show

    shown = {key: main[key] for key in ("forecast", "broken")} | {
        "refused": [result["refused"] for result in beside if "refused" in result]
    }
    if "refused" in main:
        return shown | {"why_not": main["refused"]}
    runs = [main["run"], *(result["run"] for result in beside if "run" in result)]
    curves = [result["curve"] for result in beside if "curve" in result]
    player = show(main["shared"], runs, curves)
    return shown | {"player": player | {"knobs": main["knobs"]}}


def watch(settings: Settings) -> dict[str, Any]:
    """Return what the page shows for `settings`, computed here and now."""
    stop = np.zeros(1, dtype=np.int64)
    main, *beside = [work(stop) for work in works(settings).values()]
    return together(main, beside)


@cache
def stored() -> dict[str, Any]:
    """Return the run of the default settings, made beforehand: a first paint needs no kernel."""
    result: dict[str, Any] = json.loads(STORED.read_text(encoding="utf-8"))
    return result


def store() -> None:
    """Compute the default settings' run and its families anew and write them to their files."""
    text = json.dumps(watch(Settings.default()), ensure_ascii=False, separators=(",", ":"))
    STORED.write_text(text + "\n", encoding="utf-8")
    family.store()


if __name__ == "__main__":
    store()
    print(f"Wrote {STORED.name}: {STORED.stat().st_size:,} bytes.")
