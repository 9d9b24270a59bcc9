"""DART in the registry: its presets, and what its constants come to for a problem."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import log, sqrt
from types import MappingProxyType
from typing import TYPE_CHECKING

import numpy as np

from dart_core.algorithms.dart.bounds import BOUNDS
from dart_core.algorithms.dart.pseudocode import listing
from dart_core.algorithms.dart.story import narrate
from dart_core.algorithms.record import AlgorithmSpec, Constants, Tunable
from dart_core.algorithms.shared import tunables
from dart_core.errors import FieldError, real_number
from dart_core.terms import BIBTEX

if TYPE_CHECKING:
    from dart_core.problem import Problem
    from dart_core.world import Log, World

# λ as a formula of N, K and T. The text is the name: it is what tables and links show.
LAMBDAS: Mapping[str, Callable[[int, int, int], float]] = MappingProxyType(
    {
        "sqrt(720 N K log(2NT) / T)": lambda n, k, t: sqrt(720 * n * k * log(2 * n * t) / t),
        "sqrt(1440 N log(2NT) / (K T))": lambda n, k, t: sqrt(1440 * n * log(2 * n * t) / (k * t)),
        "sqrt(N log(NT) / (T K))": lambda n, k, t: sqrt(n * log(n * t) / (t * k)),
    }
)
_V2, _V1, _CODE = LAMBDAS
PRESETS: Mapping[str, Constants] = MappingProxyType(
    {
        # The authors' published research code: other gates, other updates; see authors.py.
        "authors-code": {"c": 1.0, "lam": _CODE, "delta0": 1.0, "variant": "authors"},
        # Algorithm 1 with the constants of that code.
        "clean-c1": {"c": 1.0, "lam": _CODE, "delta0": 1.0, "variant": "printed"},
        # Algorithm 1 as printed: this λ exceeds Δ = 1 at the paper's own setting.
        "paper-v2": {"c": 32.0, "lam": _V2, "delta0": 1.0, "variant": "printed"},
        # The form of λ that survives in the paper's doubling appendix.
        "paper-v1": {"c": 32.0, "lam": _V1, "delta0": 1.0, "variant": "printed"},
        # Never stops on λ.
        "unresolved": {"c": 32.0, "lam": 0.0, "delta0": 1.0, "variant": "printed"},
    }
)
VARIANTS = ("printed", "authors")


def check(constants: Constants) -> None:
    """Refuse constants that Algorithm 1 cannot run with."""
    real_number("c", constants["c"], 1e-9, 1e9)
    real_number("delta0", constants["delta0"], 1e-9, 1e3)
    if not isinstance(constants["lam"], str):
        real_number("lam", constants["lam"], 0.0, 1e9)
    elif constants["lam"] not in LAMBDAS:
        raise FieldError("lam", "a number or one of " + ", ".join(LAMBDAS), constants["lam"])
    if not isinstance(constants["variant"], str) or constants["variant"] not in VARIANTS:
        raise FieldError("variant", "one of " + ", ".join(VARIANTS), constants["variant"])


def resolve(problem: Problem, constants: Constants) -> dict[str, float | str]:
    """Evaluate λ for the N, K and T of `problem`."""
    numbers = dict(constants)
    if isinstance(numbers["lam"], str):
        formula = LAMBDAS[numbers["lam"]]
        numbers["lam"] = formula(problem.n_arms, problem.k, problem.horizon)
    return numbers


def run(
    problem: Problem, world: World, log_: Log, key: np.uint64, numbers: Mapping[str, float | str]
) -> None:
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
TUNABLES: Mapping[str, Tunable] = MappingProxyType(
    {
        "c": tunables.C,
        "lam": tunables.LAM,
        "delta0": tunables.DELTA0,
    }
)
DART = AlgorithmSpec(
    name="dart",
    label="DART",
    line="Plays random groups. Arms that are clearly ahead are in, those clearly behind are out; "
    "step by step it asks for a smaller lead.",
    preset_lines={
        "authors-code": "as run by the authors",
        "clean-c1": "Algorithm 1, with c = 1",
        "paper-v2": "Algorithm 1, as printed",
        "paper-v1": "Algorithm 1, as in the appendix",
        "unresolved": "Algorithm 1, which looks until the end",
    },
    colour=("#c2410c", "#ff7f50"),
    marker="circle",
    dash={"clean-c1": "", "authors-code": "7 4"},
    reading=READING,
    listing=listing,
    reading_of={"authors-code": READING_AUTHORS},
    tunables=TUNABLES,
    main=("lam", "c"),
    place="algorithm",
    bounds=BOUNDS,
    presets=PRESETS,
    run=run,
    check=check,
    resolve=resolve,
    feedback="full-bandit",
    cites=(BIBTEX,),
    source="Agarwal, Aggarwal, Quinn, Umrawal, Algorithm 1",
    regret_bound="Õ(K·sqrt(NKT)) (Theorem 3; Table 1 of the paper says Õ(K·sqrt(NT))); "
    "proved for c = 32 with the λ of the proof, for no other preset",
    cost_per_step="O(K), plus O(N log N) a test",
    limits="any 1 ≤ K ≤ N",
    narrate=narrate,
)
