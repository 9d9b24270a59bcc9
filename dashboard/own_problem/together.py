"""Which of the two is being done with a table of rewards: whole rows drawn, or each arm alone."""

from __future__ import annotations

from dashboard.settings import Settings

KEEP = "Keep each row together"
KEEP_HELP = (
    "On: a round pays one row of your table, so arms that paid together go on paying together. "
    "Off: each arm pays from its own column, whatever the others do."
)
ROWS = "Each round pays one whole row of your table, so arms keep paying together as they did."
COLUMNS = "Each arm pays from its own column: rows of your table are not kept together."
_ALONE = "Each arm pays one of its own rewards, whatever the others pay."


def sentence(settings: Settings) -> str:
    """Return in plain words what a round pays of the given rewards; "" if none are given."""
    if settings.data is None:
        return ""
    if settings.law == "rows":
        return ROWS
    return COLUMNS if settings.data.in_rows else _ALONE


def fact(settings: Settings) -> str:
    """Return the same as a part of a line of facts; "" if no rewards are given."""
    return {"rows": "whole rows of your data", "data": "each arm's own rewards"}.get(
        settings.law, ""
    )


def laws(settings: Settings, labels: dict[str, str]) -> dict[str, str]:
    """Return the laws that can be chosen, of all `labels`: those of data only where there are."""
    data = settings.data
    if data is not None and data.in_rows:
        return labels | {"data": "each column of your data alone"}
    wanting = {"rows"} if data is not None else {"rows", "data"}
    return {name: label for name, label in labels.items() if name not in wanting}
