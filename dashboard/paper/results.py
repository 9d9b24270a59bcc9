"""What was shipped with the app, read once: no experiment is run here."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas as pd

FOLDER = Path(__file__).parent


@cache
def findings() -> dict[str, Any]:
    """Return verdicts, exponents and ratios, as `dashboard.paper.findings` computed them."""
    return _json("findings.json")


@cache
def provenance() -> dict[str, Any]:
    """Return when, where and with which versions the measurements were made."""
    return _json("provenance.json")


@cache
def curves() -> pd.DataFrame:
    """Return the figures' curves: cell, curve, t, then mean, min and max over the runs."""
    import numpy as np
    import pandas as pd

    table = pd.read_parquet(FOLDER / "measurements.parquet", filters=[("part", "==", "figure")])
    rows = []
    for (cell, curve), runs in table.groupby(["cell", "curve"], sort=False):
        regret = np.stack(runs["regret"].to_list())
        columns = {"mean": regret.mean(axis=0), "min": regret.min(axis=0)}
        columns |= {"max": regret.max(axis=0), "t": runs["t"].iloc[0]}
        rows.append(pd.DataFrame({"cell": cell, "curve": curve, "runs": len(runs), **columns}))
    return pd.concat(rows, ignore_index=True)


def nanoseconds(curve: str, cell: str, horizon: int) -> float | None:
    """Return how long a round took, in the run that was disturbed least; None if not run."""
    seconds = provenance()["seconds_of_a_run"].get(cell, {}).get(curve)
    return None if seconds is None else float(seconds) / horizon * 1e9


def growth_of_time(curve: str, what: str) -> float | None:
    """Return the slope of log(time of a round) against log N or log K; None if not run."""
    import numpy as np

    from dashboard.paper import experiment

    points = []
    for cell in experiment.growth():
        if cell.name.startswith(f"growth-{what}-"):
            s = cell.settings
            time = nanoseconds(curve, cell.name, s.horizon)
            if time:
                points.append((s.n if what == "N" else s.k, time))
    if len(points) < 2:
        return None
    x, y = np.log(np.array(points)).T
    return float(np.polyfit(x, y, 1)[0])


def _json(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((FOLDER / name).read_text())
    return found
