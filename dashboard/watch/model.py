"""What the Watch page shows for given settings: a run as the player's data, and its forecast."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from dart_player.naming import named
from dashboard.assumptions import broken_assumptions
from dashboard.catalogue import style
from dashboard.naming import escaped
from dashboard.prices import cost
from dashboard.serving.jobs import StopFlag, Work
from dashboard.settings import Settings

if TYPE_CHECKING:
    from dart_player.format import Code

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
        JSON-ready: ``forecast`` (``sentence``, ``warning``, ``caveat``), ``broken`` (what is
        wrong with the problem, see `broken_assumptions`), and either ``player`` (data of the
        player, without what differs between visitors) and its ``curve``, or ``refused``, why
        the algorithm cannot run on this problem.
    """
    import dart_core as dc
    from dart_core.explaining import places_of, pseudocode
    from dart_player.payload import encode, encode_curve

    problem, chosen = settings.problem().prepare(stop, assumption_2=True), settings.chosen()
    outlook = dc.forecast(problem, chosen, stop=stop)
    names = settings.names and [escaped(name) for name in settings.names]
    forecast = {
        "sentence": outlook.sentence(),
        "warning": bool(outlook.warnings),
        "caveat": named(outlook.caveat, names),
    }
    said = {"forecast": forecast, "broken": broken_assumptions(problem, settings.names)}
    try:  # an algorithm of one's own may also make mistakes
        run = dc.simulate(problem, chosen, seed=settings.seed, stop=stop)
    except (dc.Refused, dc.FieldError, dc.ContractError) as refusal:
        return said | {"refused": str(refusal)}
    data = encode(run, settings.alone().key(), stop, settings.names)
    data |= {"code": cast("Code | None", pseudocode(chosen)), "places": places_of(chosen)}
    curve = encode_curve(run) | style(chosen.name, chosen.preset) | {"main": True}
    return said | {"player": data, "curve": curve}


def companion(settings: Settings, stop: StopFlag | None = None) -> dict[str, Any]:
    """Simulate one of the curves beside it; the result is a ``curve`` or ``refused``."""
    import dart_core as dc
    from dart_player.payload import encode_curve

    chosen = settings.chosen()
    try:
        run = dc.simulate(settings.problem(), chosen, seed=settings.seed, frames=0, stop=stop)
    except (dc.Refused, dc.FieldError, dc.ContractError) as refusal:
        return {"refused": str(refusal)}
    return {"curve": encode_curve(run) | style(chosen.name, chosen.preset) | {"main": False}}


def works(settings: Settings) -> dict[str, Work]:
    """Return the jobs of a page by their keys, the watched algorithm first.

    Every curve is a job of its own, so a curve that was drawn once is never simulated again
    for a visitor who adds another, or watches another algorithm on the same problem.
    """
    main = settings.alone()
    jobs: dict[str, Work] = {main.key(): partial(animation, main)}
    for choice in settings.companions:
        its = replace(main, algorithm=choice.name, preset=choice.preset, constants=choice.constants)
        if its != main:
            jobs[f"{its.key()}:curve"] = partial(companion, its)
    return jobs


def prices(settings: Settings) -> dict[str, float]:
    """Return what the jobs of a page may take, in seconds, by their keys."""
    before = cost.preparing(settings)
    main = before + cost.forecasting(settings) + cost.of_run(settings, cost.curves(settings)[0])
    beside = [before + cost.of_run(settings, (c.name, c.preset)) for c in settings.companions]
    rest = dict.fromkeys(works(settings), max(beside, default=0.0))
    return rest | {settings.alone().key(): main}


def together(main: dict[str, Any], beside: list[dict[str, Any]]) -> dict[str, Any]:
    """Join the results of `works` into what the page shows, refusals of curves included."""
    shown = {key: main[key] for key in ("forecast", "broken")} | {
        "refused": [result["refused"] for result in beside if "refused" in result]
    }
    if "refused" in main:
        return shown | {"why_not": main["refused"]}
    curves = [main["curve"], *(result["curve"] for result in beside if "curve" in result)]
    return shown | {"player": main["player"] | {"curves": curves}}


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
    """Compute the default settings' run anew and write it to its file."""
    text = json.dumps(watch(Settings.default()), ensure_ascii=False, separators=(",", ":"))
    STORED.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    store()
    print(f"Wrote {STORED.name}: {STORED.stat().st_size:,} bytes.")
