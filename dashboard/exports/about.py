"""Where an exported file comes from: its settings, seeds, version, and what to cite."""

from __future__ import annotations

from dart_core.terms import CITATION
from dashboard.catalogue import CATALOGUE
from dashboard.links.link import Link
from dashboard.scenarios import scenario_of
from dashboard.settings import Settings
from dashboard.words import contest, facts, facts_of_run


def about(settings: Settings, version: str) -> dict[str, str]:
    """Return what every exported file says of itself, by short English names.

    Parameters
    ----------
    settings : Settings
    version : str
        Of `dart_core`, as the run or the study was made by.

    Returns
    -------
    dict of str to str
        ``settings`` (the query of a link, seeds included), ``seed``, ``instance seed``,
        ``version`` and ``citation``; no value has a line break.
    """
    return {
        "settings": Link(settings).query(),
        "seed": str(settings.seed),
        "instance seed": str(settings.arms_seed),
        "version": f"dart_core {version}",
        "citation": CITATION,
    }


def about_picture(settings: Settings, version: str, what: str) -> dict[str, str]:
    """Return `about` with what a picture shows as well: ``title``, ``facts``, ``file`` (a name)."""
    scenario = scenario_of(settings)
    raced = what == "run"
    title = scenario.title if scenario else CATALOGUE[settings.algorithm].label
    shown = {
        "title": (raced and contest(settings)) or title,
        "facts": facts_of_run(settings) if raced else facts(settings),
        "file": file_name(settings, what),
    }
    return shown | about(settings, version)


def file_name(settings: Settings, what: str) -> str:
    """Return a name, without its ending, that tells exports apart: ``dart-run-n12-k3-…``."""
    size = f"n{settings.n}-k{settings.k}-t{settings.horizon}"
    return f"{settings.algorithm}-{what}-{size}-seed{settings.seed}"
