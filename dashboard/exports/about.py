"""Where an exported file comes from: its settings, seeds, version, and what to cite."""

from __future__ import annotations

from dashboard.catalogue import CATALOGUE
from dashboard.links.link import Link
from dashboard.scenarios import scenario_of
from dashboard.settings import Settings
from dashboard.words import facts

CITATION = (
    "Agarwal, M., Aggarwal, V., Umrawal, A. K., Quinn, C. (2021). DART: Adaptive Accept Reject "
    "Algorithm for Non-Linear Combinatorial Bandits. Proceedings of the AAAI Conference on "
    "Artificial Intelligence 35(8), 6557–6565."
)


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
    shown = {
        "title": scenario.title if scenario else CATALOGUE[settings.algorithm].label,
        "facts": facts(settings),
        "file": file_name(settings, what),
    }
    return shown | about(settings, version)


def file_name(settings: Settings, what: str) -> str:
    """Return a name, without its ending, that tells exports apart: ``dart-run-n12-k3-…``."""
    size = f"n{settings.n}-k{settings.k}-t{settings.horizon}"
    return f"{settings.algorithm}-{what}-{size}-seed{settings.seed}"
