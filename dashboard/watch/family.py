"""A family: the watched run for many values of one constant, on the same luck, for a slider.

It is computed only once a visitor reaches for that constant, the nearest values first, each value
a job of its own that all visitors share. Each run has few frames, so that a family stays small.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache, partial
from math import log
from pathlib import Path
from typing import TYPE_CHECKING, cast

import numpy as np

from dart_player.format import Curve, Knob, Member
from dashboard.catalogue import style
from dashboard.prices import limits
from dashboard.scenarios import thing_of
from dashboard.serving.jobs import StopFlag, Work
from dashboard.serving.profile import Profile
from dashboard.settings import Settings, SettingsError

if TYPE_CHECKING:
    import dart_core as dc

Keyed = tuple[str, Work]
STORED = Path(__file__).with_name("family.json")
MOST_BYTES = 500_000  # of a family, as it is sent
_BESIDE_FRAMES = 3_000  # bytes of a member that are no frames
_FRAMES = 40  # of a member
_FEWEST_FRAMES = 12
MOST_VALUES = 22  # that `dart_core.tuning` gives
SEVERAL = 6  # values that are sent at once, the nearest first; then more


def knobs(settings: Settings, problem: dc.Problem, stop: StopFlag | None = None) -> list[Knob]:
    """Return the main constants of the watched algorithm that a slider may move.

    Parameters
    ----------
    settings : Settings
    problem : Problem
        Theirs.
    stop : int64 array of shape (1,), optional
        Ends the work soon when set to 1.
    """
    from dart_core import tuning

    chosen = settings.chosen()
    found: list[Knob] = []
    if problem.n_arms == problem.k:  # there is one set, so no constant changes anything
        return found
    tunables = chosen.spec.tunables_of(chosen.preset)
    for name in chosen.spec.main:
        present = tuning.present_value(problem, chosen, name) if name in tunables else None
        if present is None:
            continue
        low, high = tuning.useful_range(problem, chosen, name, stop=stop)
        marks = tuning.preset_values(problem, chosen, name)
        values = tuning.values_to_try(problem, chosen, name, (low, high))
        tunable = tunables[name]
        found.append(
            {
                "constant": name,
                "family": _without(settings.alone(), name).key(),
                "symbol": tunable.symbol,
                "plain": tunable.plain,
                "help": tunable.help,
                "value": present,
                "values": list(values),
                "useful": [low, high],
                "marks": [[value, ", ".join(names)] for value, names in marks.items()],
            }
        )
    return found


def with_constant(settings: Settings, constant: str, value: float) -> Settings:
    """Return settings with a constant; the preset's own value is no constant of one's own.

    Raises
    ------
    SettingsError
        If the value is out of range, or the preset has no such constant.
    """
    from dart_core.tuning import present_value

    without = _without(settings, constant)
    if present_value(settings.problem(), without.chosen(), constant) == value:
        return without
    own = {**dict(without.constants), constant: value}
    return replace(settings, constants=tuple(sorted(own.items())))


def _without(settings: Settings, constant: str) -> Settings:
    others = tuple((name, its) for name, its in settings.constants if name != constant)
    return replace(settings, constants=others)


def nearest_first(values: Sequence[float], present: float) -> list[float]:
    """Return values in the order of how far a slider has to move to them."""

    def far(value: float) -> float:
        return abs(log(value / present)) if value > 0 and present > 0 else value

    return sorted(values, key=far)


def member(
    settings: Settings, problem: dc.Problem, value: float, stop: StopFlag | None = None
) -> Member | None:
    """Simulate one member of a family; None if the algorithm cannot run with this value.

    Parameters
    ----------
    settings : Settings
        With the value.
    problem : Problem
        Theirs: one for all members, so that it is prepared once.
    value : float
        Of the constant that the family is of.
    stop : int64 array of shape (1,), optional
        Ends the work soon when set to 1.
    """
    import dart_core as dc
    from dart_player.payload import encode

    chosen, frames = settings.chosen(), _frames(settings.n)
    problem.prepare(stop, assumption_2=True)
    try:
        run = dc.simulate(problem, chosen, seed=settings.seed, frames=frames, stop=stop)
    except (dc.Refused, dc.FieldError, dc.ContractError):
        return None
    room = MOST_BYTES // MOST_VALUES
    while True:
        data = encode(
            run,
            settings.alone().key(),
            names=settings.names,
            thing=thing_of(settings),
            frames=frames,
            slim=True,
        )
        data["curve"] = cast("Curve", data["curve"] | style(chosen.name, chosen.preset))
        its: Member = {
            "value": value,
            "run": data,
            "stops": run.commit_t if run.commit_t < problem.horizon else None,
            "regret": float(run.regret[-1]),
        }
        if len(said(its)) <= room:
            return its
        if frames <= 3:
            return None
        frames = max(3, frames * 2 // 3)


def said(value: object) -> str:
    """Return data as JSON, as it is sent and stored."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _frames(n: int) -> int:
    """Return how many frames of N arms a member has room for."""
    room = MOST_BYTES / MOST_VALUES - _BESIDE_FRAMES
    return int(min(_FRAMES, room / (4 / 3 * (8 * n + 50))))


def why_not(settings: Settings, its: Profile) -> str:
    """Return why values cannot be tried here by moving a slider, "" if they can."""
    if _frames(settings.n) < _FEWEST_FRAMES:
        return f"With {settings.n:,} arms there is no room to try constants here by moving them."
    return limits.of_family(settings, its, MOST_VALUES, -(-MOST_VALUES // SEVERAL))


def works(settings: Settings, constant: str, values: Sequence[float]) -> dict[float, Keyed]:
    """Return the job that gives each member of a family, with its key, by value.

    The key says what is run and which value it stands for, but not from where the slider was moved,
    so that a family is still there once one of its values has become the setting.
    """
    alone, problem = settings.alone(), settings.problem()
    jobs: dict[float, Keyed] = {}
    for value in values:
        try:
            its = with_constant(alone, constant, value)
        except SettingsError:
            continue
        jobs[value] = _key(its.key(), value), partial(member, its, problem, value)
    return jobs


def _key(run: str, value: float) -> str:
    return f"{run}:{value!r}"


@cache
def stored() -> Mapping[str, list[Member]]:
    """Return the families of the default settings by constant, made beforehand."""
    families: dict[str, list[Member]] = json.loads(STORED.read_text(encoding="utf-8"))
    return families


@cache
def stored_by_key() -> Mapping[str, Member]:
    """Return the stored members by their keys: some are also those of other settings' families."""
    all_of_them = [its for family in stored().values() for its in family]
    return {_key(its["run"]["id"], its["value"]): its for its in all_of_them}


def families(settings: Settings) -> dict[str, list[Member]]:
    """Return the families of some settings by constant, computed here and now."""
    found: dict[str, list[Member]] = {}
    for knob in knobs(settings, settings.problem()):
        jobs = works(settings, knob["constant"], knob["values"]).values()
        made = [work(np.zeros(1, dtype=np.int64)) for _, work in jobs]
        found[knob["constant"]] = [its for its in made if its is not None]
    return found


def store() -> None:
    """Compute the default settings' families anew and write them to their file."""
    STORED.write_text(said(families(Settings.default())) + "\n", encoding="utf-8")
