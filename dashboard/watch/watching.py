"""What the Watch page shows for given settings: a run as the player's data, and its forecast."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import numpy as np
from streamlit.delta_generator import DeltaGenerator

from dart_player.naming import named
from dashboard.catalogue import style
from dashboard.naming import escaped
from dashboard.prices import cost, limits
from dashboard.serving.jobs import Joined, StopFlag, Work
from dashboard.serving.profile import profile
from dashboard.serving.service import jobs
from dashboard.settings import Settings

if TYPE_CHECKING:
    import dart_core as dc
    from dart_player.format import Code

TICK = 0.05  # s between two looks
PATIENCE = 0.4  # s without a word, so that quick runs do not flicker
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


def broken_assumptions(problem: dc.Problem, names: Sequence[str] | None = None) -> list[str]:
    """Return what the algorithms count on and this problem lacks, a paragraph of Markdown each.

    Parameters
    ----------
    problem : Problem
    names : sequence of str, optional
        What its arms are called; without, they are numbered.
    """
    from dart_core.guarantee import good_arms

    said = []
    known = good_arms(problem)
    if known.holds is False:
        witness = named(known.sentence, names and [escaped(name) for name in names])
        said.append(
            f"**Good arms do not always make good sets here.** {witness} The "
            "joint reward depends on more than means. So the best set (▲) need not be the K arms "
            "with the highest means. DART goes by what groups earn that hold an arm, so it ranks "
            "arms by their worth among random partners; where that order changes with the "
            "partners, it can decide wrongly. No guarantee of DART, DART-EB or Frontier holds."
        )
    if not problem.optimum_is_exact:
        said.append(
            "**The best set is the best one known.** There are too many sets to try them all, so "
            "regret is measured against the best that a search found."
        )
    return said


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


@dataclass(frozen=True)
class Watched:
    """What the page can show so far, and the curves that it still waits for."""

    shown: dict[str, Any]
    missing: int = 0
    joined: Joined | None = None

    def rest(self, place: DeltaGenerator) -> bool:
        """Wait for the curves that are missing; whether there were any."""

        def on_wait(seconds: float) -> None:
            place.caption(f"Simulating {self.missing} more … {seconds:.1f} s")

        if self.joined and self.missing:
            self.joined.wait(on_wait, TICK)
        return self.missing > 0


@contextmanager
def watched(settings: Settings, place: DeltaGenerator) -> Iterator[Watched]:
    """Give what `watch` returns, computed off this thread and once for all visitors.

    The watched algorithm is shown as soon as it is there; curves beside it that take longer are
    waited for in `Watched.rest`, at the end of the page.

    Parameters
    ----------
    settings : Settings
    place : DeltaGenerator
        An empty place on the page, for the time that the work takes. Writing to it is also what
        lets Streamlit interrupt a script whose visitor has moved on.
    """
    if settings == Settings.default():
        yield Watched(stored())
        return
    if why := limits.of_watch(settings, profile()):
        yield Watched({"over": why, "broken": [], "refused": []})
        return
    settings, too_dear = limits.affordable(settings, profile())

    def on_wait(seconds: float) -> None:
        if seconds < PATIENCE:
            place.empty()
        else:
            place.caption(f"Simulating … {seconds:.1f} s")

    jobs_of = works(settings)
    first, *others = jobs_of
    with jobs().join(jobs_of, prices(settings)) as joined:
        joined.wait(on_wait, TICK, key=first, most=PATIENCE)
        place.empty()
        done = joined.results()
        beside = [done[key] for key in others if key in done]
        shown = together(done[first], beside)
        shown["refused"] += too_dear
        yield Watched(shown, len(others) - len(beside), joined)


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
