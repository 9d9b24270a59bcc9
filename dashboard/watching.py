"""What the Watch page shows for given settings: a run as the player's data, and its forecast."""

from __future__ import annotations

import json
from functools import cache, partial
from pathlib import Path
from typing import Any

from streamlit.delta_generator import DeltaGenerator

from dashboard.jobs import StopFlag
from dashboard.service import jobs
from dashboard.settings import Settings

PATIENCE = 0.4  # s without a word, so that quick runs do not flicker
STORED = Path(__file__).with_name("first_paint.json")


def watch(settings: Settings, stop: StopFlag | None = None) -> dict[str, Any]:
    """Simulate what `settings` describe.

    Parameters
    ----------
    settings : Settings
    stop : int64 array of shape (1,), optional
        Ends the work soon when set to 1.

    Returns
    -------
    dict
        JSON-ready: ``player`` (data of the player, without what differs between visitors) and
        ``forecast`` (``sentence``, ``warning``, ``caveat``).
    """
    import dart_core as dc
    from dashboard.payload import encode

    problem, dart = settings.problem(), settings.dart()
    runs = [dc.simulate(problem, dart, seed=settings.seed, stop=stop)]
    runs += [
        dc.simulate(problem, name, seed=settings.seed, frames=0, stop=stop)
        for name in settings.companions
    ]
    outlook = dc.forecast(problem, dart)
    return {
        "player": encode(runs, settings.key()),
        "forecast": {
            "sentence": outlook.sentence(),
            "warning": bool(outlook.warnings),
            "caveat": outlook.caveat,
        },
    }


def watched(settings: Settings, place: DeltaGenerator) -> dict[str, Any]:
    """Return what `watch` gives, computed off this thread and once for all visitors.

    Parameters
    ----------
    settings : Settings
    place : DeltaGenerator
        An empty place on the page, for the time that the work takes. Writing to it is also what
        lets Streamlit interrupt a script whose visitor has moved on.
    """
    if settings == Settings.default():
        return stored()

    def on_wait(seconds: float) -> None:
        if seconds < PATIENCE:
            place.empty()
        else:
            place.caption(f"Simulating … {seconds:.1f} s")

    result: dict[str, Any] = jobs().result(
        settings.key(), partial(watch, settings), on_wait, tick=0.05
    )
    place.empty()
    return result


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
