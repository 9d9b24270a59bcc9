"""DART in the registry: its presets, and what its constants come to for a problem."""

from __future__ import annotations

from dataclasses import replace
from math import log, sqrt
from typing import TYPE_CHECKING

import numpy as np

from dart_core.algorithms.dart.bounds import BOUNDS
from dart_core.algorithms.dart.pseudocode import listing
from dart_core.algorithms.dart.story import narrate
from dart_core.algorithms.record import AlgorithmSpec, Constants, Formulas, Numbers, Preset
from dart_core.algorithms.shared import tunables
from dart_core.terms import BIBTEX

if TYPE_CHECKING:
    from dart_core.problem import Problem
    from dart_core.world import Log, World

LAMBDAS: Formulas = {
    "sqrt(720 N K log(2NT) / T)": lambda n, k, t: sqrt(720 * n * k * log(2 * n * t) / t),
    "sqrt(1440 N log(2NT) / (K T))": lambda n, k, t: sqrt(1440 * n * log(2 * n * t) / (k * t)),
    "sqrt(N log(NT) / (T K))": lambda n, k, t: sqrt(n * log(n * t) / (t * k)),
}
V2, V1, CODE = LAMBDAS


def run(problem: Problem, world: World, log_: Log, key: np.uint64, numbers: Numbers) -> None:
    """Run the variant that the constants name."""
    from dart_core.algorithms.dart.authors import run_dart_authors
    from dart_core.algorithms.dart.kernel import run_dart
    from dart_core.algorithms.shared.accept_reject import all_active

    n, k, T = problem.n_arms, problem.k, problem.horizon
    c, lam, delta0 = (float(numbers[name]) for name in ("c", "lam", "delta0"))
    arms = all_active(n, k)
    if numbers["variant"] == "authors":
        run_dart_authors(world, log_, arms, np.arange(n), key, k, T, c, lam, delta0)
    else:
        run_dart(world, log_, arms, key, k, T, c, lam, delta0, 0, T, 0)


READING = r"""
**The three rows.** An arm's estimate $\hat\mu_i$ is the mean of the joint rewards of the sets that
held it, so it is *not* the arm's own mean: partners blur it. An arm starts *active*. It is
*accepted* when $\hat\mu_i \ge \hat\mu_{(K_e+1)} + \Delta$ (it passes the accept gate) and
*rejected* when $\hat\mu_i \le \hat\mu_{(K_e)} - \Delta$ (it falls behind the reject gate); $K_e$ is
the number of places still open. The gates are tested once $c\,\log(NT)/\Delta^2$ epochs have been
played; then $\Delta$ halves and they close in on the boundary. When $\Delta < \lambda$, or when
every place is decided, DART commits to its best set until $T$.

**The marks.** Whisker: $\hat\mu_i \pm \tfrac12\sqrt{c\,\log(NT)/n_i}$, where $n_i$ counts the
arm's rewards; two arms whose whiskers are apart would be told apart by a test now.
"""
READING_AUTHORS = r"""
**As run by the authors.** Their code differs from the printed algorithm: the gates stand at
$2\cdot2^{-r}$ and are tested after *every* epoch; a joint reward is divided by
$(|C|-K_e)/(|C|-1)$, so estimates can exceed 1; $K$-th and next are ranks over *all* arms.
Whisker: $\hat\mu_i \pm \sqrt{c\,\log(NT)/n_i}$.
"""


def _printed(c: float, lam: float | str) -> Constants:
    return {"c": c, "lam": lam, "delta0": 1.0, "variant": "printed"}


DART = AlgorithmSpec(
    name="dart",
    label="DART",
    line="Plays random groups. Arms that are clearly ahead are in, those clearly behind are out; "
    "step by step it asks for a smaller lead.",
    presets={
        # The authors' published research code: other gates, other updates; see authors.py.
        "authors-code": Preset(
            "as run by the authors",
            {"c": 1.0, "lam": CODE, "delta0": 1.0, "variant": "authors"},
            READING_AUTHORS,
            dash="7 4",
        ),
        # With the constants of that code.
        "clean-c1": Preset("Algorithm 1, with c = 1", _printed(1.0, CODE), dash=""),
        # This λ exceeds Δ = 1 at the paper's own setting.
        "paper-v2": Preset("Algorithm 1, as printed", _printed(32.0, V2)),
        # The form of λ that survives in the paper's doubling appendix.
        "paper-v1": Preset("Algorithm 1, as in the appendix", _printed(32.0, V1)),
        # Never stops on λ.
        "unresolved": Preset("Algorithm 1, which looks until the end", _printed(32.0, 0.0)),
    },
    tunables={
        "c": tunables.C,
        "lam": replace(tunables.LAM, formulas=LAMBDAS),
        "delta0": tunables.DELTA0,
    },
    modes={"variant": ("printed", "authors")},
    main=("lam", "c"),
    colour=("#c2410c", "#ff7f50"),
    marker="circle",
    reading=READING,
    listing=listing,
    place="algorithm",
    bounds=BOUNDS,
    run=run,
    cites=(BIBTEX,),
    source="Agarwal, Aggarwal, Quinn, Umrawal, Algorithm 1",
    regret_bound="Õ(K·sqrt(NKT)) (Theorem 3; Table 1 of the paper says Õ(K·sqrt(NT))); "
    "proved for c = 32 with the λ of the proof, for no other preset",
    cost_per_step="O(K), plus O(N log N) a test",
    limits="any 1 ≤ K ≤ N",
    narrate=narrate,
)
