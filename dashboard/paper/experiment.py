"""What is run: the cells of the paper's figures, of Table 1 and of its lower bound."""

from __future__ import annotations

from dataclasses import dataclass, replace

from dashboard.catalogue import choices
from dashboard.settings import Settings

HORIZON = 1_000_000
RUNS = 25
GROWTH_RUNS = 10
CHECKPOINTS = 40
SEED = 0

MAIN = {
    "dart": "dart.authors-code",
    "csar": "csar.est1",
    "cmab-sm": "cmab-sm.authors-code",
    "ucb": "ucb.authors-code",
    "lints-scaled": "lints.scaled",
    "lints-unscaled": "lints.unscaled",
    "dart-eb": "dart-eb.guaranteed",
    "frontier": "frontier.capital",
}
"""Of each curve in a figure the preset that the paper's authors most likely ran, or our default."""

NAMES = {"lints-scaled": "LinTS (Scaled)", "lints-unscaled": "LinTS (Unscaled)"}
"""What the paper calls keys of `MAIN` that are no algorithm's name."""

OURS = (
    *(f"frontier.{p}" for p in ("pace", "capital", "guaranteed", "bold")),
    *(f"dart-eb.{p}" for p in ("guaranteed", "bold")),
)
QUICK = (
    *(f"dart.{p}" for p in ("authors-code", "clean-c1", "paper-v1", "paper-v2", "unresolved")),
    *(f"csar.{p}" for p in ("est1", "est2", "bernoulli")),
    *(f"cmab-sm.{p}" for p in ("authors-code", "printed", "deep")),
    *OURS,
)
UCB = tuple(f"ucb.{p}" for p in ("authors-code", "improved", "ucb1"))
LINTS = ("lints.scaled", "lints.unscaled")
LEFT_OUT = (
    "Left out: LinUCB, which the paper has in Table 1 but runs in no figure, and LinTS with the "
    "$v$ of its proof, which explores so much that its regret is nearly linear in $T$. Both can "
    "be added to any comparison that a link opens."
)
TABLE = (
    *(MAIN[name] for name in MAIN if name != "lints-scaled"),
    *(f"frontier.{preset}" for preset in ("guaranteed", "pace")),
)


@dataclass(frozen=True)
class Cell:
    """One study.

    Attributes
    ----------
    name : str
        Unique, such as ``mean-2``.
    title : str
    part : str
        ``"figure"``, ``"beyond"``, ``"growth"`` or ``"lower"``.
    settings : Settings
        Problem, seed and runs.
    curves : tuple of str
        Algorithms with their presets, as links name them (`dashboard.catalogue.Choice.text`).
    """

    name: str
    title: str
    part: str
    settings: Settings
    curves: tuple[str, ...]

    def showing(self, main: str, *others: str) -> Settings:
        """Return the settings of the page Compare with these of its curves."""
        watched, *beside = dict.fromkeys(choices(main, *others))
        return replace(
            self.settings,
            algorithm=watched.name,
            preset=watched.preset,
            companions=tuple(beside),
            rivals=tuple(beside),
        )


def _settings(reward: str, n: int, k: int, horizon: int, runs: int) -> Settings:
    return Settings(
        n=n,
        k=k,
        horizon=horizon,
        reward=reward,
        redraw=True,
        runs=runs,
        seed=SEED,
        band="min-max",
        companions=(),
        rivals=(),
    )


def figures(runs: int = RUNS, horizon: int = HORIZON) -> list[Cell]:
    """Return the cells of the paper's figures: N = 45, means from U[0, 1] drawn for every run."""
    names = [("1", "mean", (2, 4, 8)), ("2", "quadratic", (2, 4, 8)), ("3", "max", (2, 4))]
    return [
        Cell(
            f"{reward}-{k}",
            f"Figure {number}{letter}: {reward}, K = {k}",
            "figure",
            _settings(reward, 45, k, horizon, runs),
            (*QUICK, *(UCB if k == 2 else ()), *LINTS),
        )
        for number, reward, sizes in names
        for letter, k in zip("abc", sizes, strict=False)
    ]


def beyond(runs: int = RUNS, horizon: int = HORIZON) -> list[Cell]:
    """Return what completes the figures' rewards and K, and the paper does not show: ours alone."""
    settings = _settings("max", 45, 8, horizon, runs)
    curves = (MAIN["dart"], *OURS)
    return [Cell("max-8", "Not in the paper: max, K = 8", "beyond", settings, curves)]


def growth(runs: int = GROWTH_RUNS, horizon: int = HORIZON) -> list[Cell]:
    """Return the cells behind Table 1: one of T, N, K is varied, the mean is the reward."""
    quarter = horizon // 4
    points = [
        *(("T", 45, 2, horizon // part) for part in (16, 8, 4, 2, 1)),
        *(("N", n, 2, quarter) for n in (12, 24, 48, 96)),
        *(("K", 48, k, quarter) for k in (2, 4, 8, 16)),
    ]
    return [
        Cell(
            f"growth-{what}-{ {'T': t, 'N': n, 'K': k}[what] }",
            f"{what} varied: N = {n}, K = {k}, T = {t:,}",
            "growth",
            _settings("mean", n, k, t, runs),
            tuple(c for c in TABLE if k == 2 or not c.startswith("ucb")),
        )
        for what, n, k, t in points
    ]


def lower(runs: int = GROWTH_RUNS, horizon: int = HORIZON) -> list[Cell]:
    """Return the lower bound's arms: correlated, with the gap of the theorem (0 in a link)."""
    points = [(2, horizon // 16), (2, horizon // 4), *((k, horizon) for k in (2, 4, 8))]
    return [
        Cell(
            f"lower-{k}-{t}",
            f"Lower bound's arms, K = {k}, T = {t:,}",
            "lower",
            replace(
                _settings("mean", 45, k, t, runs),
                redraw=False,
                arms="groups",
                gap=0.0,
                law="shared",
            ),
            tuple(c for c in TABLE if k == 2 or not c.startswith("ucb")),
        )
        for k, t in points
    ]


def everything() -> list[Cell]:
    """Return all cells, in the order in which they are run."""
    return [*figures(), *beyond(), *growth(), *lower()]


def small() -> list[Cell]:
    """Return a small version of some cells, which a test runs again and compares exactly."""
    return [
        replace(cell, curves=tuple(c for c in cell.curves if not c.startswith(("lints", "ucb"))))
        for cell in figures(runs=2, horizon=100_000)
        if cell.name in {"mean-4", "quadratic-2", "max-4"}
    ]
