"""Where an exported file comes from: its settings, seeds, version, and what to cite."""

from __future__ import annotations

from dashboard.link import to_query
from dashboard.settings import Settings

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
        "settings": to_query(settings),
        "seed": str(settings.seed),
        "instance seed": str(settings.arms_seed),
        "version": f"dart_core {version}",
        "citation": CITATION,
    }


def file_name(settings: Settings, what: str, suffix: str) -> str:
    """Return a name that tells exports apart: ``dart-watch-n12-k3-t10000-seed1.html``."""
    facts = f"n{settings.n}-k{settings.k}-t{settings.horizon}-seed{settings.seed}"
    return f"{settings.algorithm}-{what}-{facts}.{suffix}"
