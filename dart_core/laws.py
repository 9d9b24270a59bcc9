"""The arms of a problem as arrays: what a kernel draws rewards and expected values from."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from dart_core import quadrature
from dart_core.arms import Arm, Cells
from dart_core.by_row import expected_by_row, place_of_set, tabulate
from dart_core.codes import MAX, MEAN, MIN, QUADRATIC
from dart_core.compile import kernel
from dart_core.errors import FieldError, end_if
from dart_core.frozen import frozen
from dart_core.lower_bound import LowerBound
from dart_core.normals import normals
from dart_core.rewards import expected_reward, reward_of
from dart_core.rows import Rows
from dart_core.streams import TWO_53, splitmix64

if TYPE_CHECKING:  # kernels do not depend on which rewards have a name
    from dart_core.joint_rewards import Reward

# Which arms: all pay 0 or 1; each has a law of its own; all share one number a round; all have
# their rewards in one row of a table.
BINARY, INDEPENDENT, SHARED, BY_ROW = range(4)
MAX_TABLE = 20_000_000  # numbers in the table of F_i at the nodes of the quadrature
_S11 = np.uint64(11)


# Cells of Laws.head: which arms, N, K and M, and where each part of Laws.table begins.
FAMILY, ARMS, CHOSEN, NODES, MEANS, SECOND, FIRST, CELLS = range(8)
UPPER, WIDTH, WEIGHT, FACTOR, SHIFT, OVERLAPS, SIGMA = range(8, 15)
PLACE, CHOOSE, WORTH, SEEN, N_HEAD = range(15, 20)


class Laws(NamedTuple):
    """The arms as one table (N arms, K in an action, S cells in all, M nodes); read only.

    One table rather than an array for each part: a kernel hands its arrays on at every call, and
    DART on 0/1 arms, which needs none of this, was three times slower with a dozen more of them.

    Parts, in the order of `head`; those that a family does not need are empty:
    E X_i (N), E X_i² (N), an arm's first cell (N) and how many it has (N; 0: it pays 1 when
    U < p, else 0), upper ends (S) and widths (S) of cells; for max and min the weights w_m (M)
    of the quadrature's nodes and F_i(x_m), for min 1 − F_i(x_m) (N×M); for shared luck the shift
    of each arm (N), the expected reward of s arms of which m are in a* ((K+1)×(K+1)), and σ (1).
    Arms by row have M different rows: how often each came (M, as weights) and what arms pay there
    (N×M, as factors), which of them each row of the table is (R), and, if it was worked out before,
    the expected reward of every set of up to K arms with C(i, s), by which it is found
    (N+1)×(K+1). The last cell of `head` is no part, but the end of all.
    """

    head: NDArray[np.int64]  # (N_HEAD,)
    table: NDArray[np.float64]


Arms = Sequence[Arm] | LowerBound | Rows


def make_laws(
    arms: Arms,
    means: NDArray[np.float64],
    k: int,
    horizon: int,
    reward: Reward,
    stop: NDArray[np.int64] | None = None,
) -> tuple[Laws, float]:
    """Return the tables of a problem's arms, and a bound on the error of expected rewards.

    Raises
    ------
    FieldError
        If max or min of the arms would need too large a table.
    Stopped
        If `stop` was set.
    """
    parts: dict[int, NDArray[np.float64]] = {MEANS: means}
    family, nodes, error = INDEPENDENT, 0, 1e-15 * (k + 10)
    if isinstance(arms, LowerBound):
        family, error = SHARED, 1e-12
        gap, sigma = arms.numbers(horizon)
        parts[SHIFT] = np.full(arms.n_arms, 0.5)
        parts[SHIFT][list(arms.best)] += gap
        parts[OVERLAPS] = arms.overlaps(reward.form, k, horizon, stop).ravel()
        parts[SIGMA] = np.array([sigma])
    elif isinstance(arms, Rows):
        family = BY_ROW
        by_row, nodes = _by_row(arms, k, reward, stop)
        parts |= by_row
        error += 1.2e-16 * nodes  # of a sum over the rows
    elif all(arm.binary for arm in arms):
        family = BINARY
    else:
        cells = [_cells(arm, stop) for arm in arms]
        count = np.array([upper.size for upper, _ in cells])
        parts[SECOND] = np.array([arm.second_moment for arm in arms])
        parts[FIRST], parts[CELLS] = np.cumsum(count) - count, count
        parts[UPPER] = np.concatenate([upper for upper, _ in cells])
        parts[WIDTH] = np.concatenate([width for _, width in cells])
        if reward.form in {MAX, MIN}:
            parts[WEIGHT], factor, change = _factors(arms, k, reward.form, stop)
            parts[FACTOR], nodes = factor.ravel(), factor.shape[1]
            error += change
    return _packed(parts, (family, means.size, k, nodes)), error


def family_of(arms: Arms) -> int:
    """Return which arms these are: BINARY, INDEPENDENT, SHARED or BY_ROW."""
    if isinstance(arms, LowerBound):
        return SHARED
    if isinstance(arms, Rows):
        return BY_ROW
    return BINARY if all(arm.binary for arm in arms) else INDEPENDENT


def tables_work(arms: Arms, k: int, form: int) -> int:
    """Return how many multiplications `make_laws` takes, at most."""
    if isinstance(arms, LowerBound):
        return arms.overlaps_work(k)
    if isinstance(arms, Rows):
        return arms.work(k, form)
    if family_of(arms) == BINARY:
        return 100 * len(arms)
    known = set(arms)
    total = sum(arm.cells_work for arm in known) + 10_000 * len(arms)
    if form in {MAX, MIN}:
        nodes = nodes_at_most(arms, k, form)
        look_up = sum(arm.cells_work + arm.cdf_work * nodes for arm in known)
        total += quadrature.work(known, k) + look_up
    return total


def nodes_at_most(arms: Arms, k: int, form: int) -> int:
    """Return how many numbers of each arm an expected reward goes through, at most.

    Those are the nodes of the quadrature, or the rows of a table; 0 if there is no need to.
    """
    if isinstance(arms, Rows):
        return arms.reward_work(k, form)
    if form not in {MAX, MIN} or family_of(arms) != INDEPENDENT:
        return 0
    assert not isinstance(arms, LowerBound)
    known = set(arms)
    cuts = 1 + sum(arm.most_breaks for arm in known)
    # A panel gets a sixth, or fewer, of the looks that were taken at it.
    most = cuts + max(cuts, quadrature.evaluations(known, k) // 6)
    return min(most, MAX_TABLE // len(arms))


def _cells(arm: Arm, stop: NDArray[np.int64] | None) -> Cells:
    end_if(stop, "The table of the arms")
    return arm.cells()


def _by_row(
    arms: Rows, k: int, reward: Reward, stop: NDArray[np.int64] | None
) -> tuple[dict[int, NDArray[np.float64]], int]:
    """Return the parts of arms by row, and how many different rows there are."""
    rows, counts, place = arms.distinct
    end_if(stop, "The table of the arms")
    values, weights = np.ascontiguousarray(rows.T), counts.astype(np.float64)
    second = np.array([math.fsum(x * x for x in column) for column in arms.table.T.tolist()])
    parts: dict[int, NDArray[np.float64]] = {SECOND: second / arms.n_rows, WEIGHT: weights}
    parts |= {FACTOR: values.ravel(), PLACE: place.astype(np.float64)}
    kept = arms.sets_kept(k, reward.form)
    if kept:
        n, worth, scratch = arms.n_arms, np.empty(kept), np.empty(k, dtype=np.int64)
        flag = np.zeros(1, dtype=np.int64) if stop is None else stop
        curve = frozen(np.array(reward.curve, dtype=np.float64))
        its = (frozen(values.ravel()), frozen(weights), n, k, curve)
        tabulate(reward.form, *its, worth, scratch, flag)
        end_if(stop, "The table of the sets")
        choose = [[float(math.comb(i, s)) for s in range(k + 1)] for i in range(n + 1)]
        parts |= {CHOOSE: np.array(choose).ravel(), WORTH: worth}
    return parts, counts.size


def _packed(parts: dict[int, NDArray[np.float64]], sizes: tuple[int, ...]) -> Laws:
    whole = [parts.get(part, np.zeros(0)) for part in range(MEANS, SEEN)]
    begins = np.cumsum([0, *(part.size for part in whole)])
    head = np.array([*sizes, *begins], dtype=np.int64)
    return Laws(frozen(head), frozen(np.concatenate(whole, dtype=np.float64)))


def _factors(
    arms: Sequence[Arm], k: int, form: int, stop: NDArray[np.int64] | None
) -> tuple[NDArray[np.float64], NDArray[np.float64], float]:
    nodes, weights, error = quadrature.rule(arms, k, survival=form == MIN, stop=stop)
    if len(arms) * nodes.size > MAX_TABLE:
        expected = f"arms with at most {MAX_TABLE // len(arms):,} different values in all"
        hint = "Round the values of the arms, or take reward='mean' or 'quadratic'."
        raise FieldError("means", expected, f"{nodes.size:,} values", hint)
    known: dict[Arm, NDArray[np.float64]] = {}
    for arm in arms:
        if arm not in known:
            end_if(stop, "The table of the arms")
            F = arm.cdf(nodes)
            known[arm] = 1.0 - F if form == MIN else F
    return weights, np.array([known[arm] for arm in arms]), error


def part(laws: Laws, which: int, *shape: int) -> NDArray[np.float64]:
    """Return a part of the table as an array of the given shape."""
    begin = int(laws.head[which])
    return laws.table[begin : begin + int(np.prod(shape))].reshape(shape)


def scratch_size(laws: Laws) -> int:
    """Return the size of the scratch array that the kernels below ask for."""
    family, nodes = laws.head[FAMILY], laws.head[NODES]
    return int(max(laws.head[CHOSEN] + 1, 2 * nodes if family == BY_ROW else nodes))


@kernel
def expected(
    laws: Laws,
    form: int,
    arms: NDArray[np.int64],
    k: int,
    curve: NDArray[np.float64],
    scratch: NDArray[np.float64],
) -> float:
    """Return μ_a, the expected joint reward of the arms `arms[:k]`; missing arms pay 0.

    Independent arms: mean ΣE X/K; quadratic (ΣE X² + (ΣE X)² − Σ(E X)² + ΣE X²)/(K(K+1));
    max ∫ 1 − ΠF and min ∫ Π(1 − F) by quadrature, in O(kM). Arms by row: the mean over the rows,
    which is looked up if it was worked out before. `scratch` has `scratch_size` cells.
    """
    head, table = laws.head, laws.table
    family, K = head[FAMILY], head[CHOSEN]
    if family == BINARY or (form == MEAN and family != SHARED):
        means = table[head[MEANS] : head[MEANS] + head[ARMS]]
        return expected_reward(form, means, arms, k, curve, scratch)
    if family == SHARED:
        good = 0
        for q in range(k):
            good += table[head[SHIFT] + arms[q]] > 0.5
        return float(table[head[OVERLAPS] + k * (K + 1) + good])
    if family == BY_ROW:
        if head[WORTH] < head[SEEN]:
            choose = table[head[CHOOSE] : head[WORTH]]
            return float(table[head[WORTH] + place_of_set(arms, k, K, choose)])
        values, weights = table[head[FACTOR] : head[SHIFT]], table[head[WEIGHT] : head[FACTOR]]
        return expected_by_row(form, values, weights, arms, k, K, curve)
    if form == QUADRATIC:
        total, squares, second = 0.0, 0.0, 0.0
        for q in range(k):
            p = table[head[MEANS] + arms[q]]
            total += p
            squares += p * p
            second += table[head[SECOND] + arms[q]]
        return float((2.0 * second + total * total - squares) / (K * (K + 1)))
    if form == MIN and k < K:
        return 0.0
    M = head[NODES]
    for m in range(M):
        scratch[m] = table[head[WEIGHT] + m]
    for q in range(k):
        row = head[FACTOR] + arms[q] * M
        for m in range(M):
            scratch[m] *= table[row + m]
    integral = 0.0
    for m in range(M):
        integral += scratch[m]
    return float(1.0 - integral if form == MAX else integral)


@kernel
def shared_luck(laws: Laws, key: np.uint64, t: int, scratch: NDArray[np.float64]) -> float:
    """Return Z_t, from number t of the stream `key`; 0 if the arms share none.

    Of arms by row it is the place of one row, each row of the table being as likely as any other.
    """
    if laws.head[FAMILY] == BY_ROW:
        U = float(splitmix64(key, np.uint64(t)) >> _S11) / TWO_53
        row = int(U * (laws.head[CHOOSE] - laws.head[PLACE]))  # below R, as in `draw`
        return float(laws.table[laws.head[PLACE] + row])
    if laws.head[FAMILY] != SHARED:
        return 0.0
    normals(scratch[:1], key, t)
    return float(scratch[0] * laws.table[laws.head[SIGMA]])


@kernel
def draw(laws: Laws, luck: np.uint64, t: int, arm: int, Z: float) -> float:
    """Return X[t, arm] of a family other than BINARY, from output t·N + arm of the stream `luck`.

    `Z` is the `shared_luck` of round t.
    """
    head, table = laws.head, laws.table
    if head[FAMILY] == SHARED:
        return float(min(max(table[head[SHIFT] + arm] + Z, 0.0), 1.0))
    if head[FAMILY] == BY_ROW:
        return float(table[head[FACTOR] + arm * head[NODES] + int(Z)])
    bits = splitmix64(luck, np.uint64(t * head[ARMS] + arm)) >> _S11
    U = float(bits) / TWO_53
    cells = table[head[CELLS] + arm]
    if cells == 0.0:
        return 1.0 if table[head[MEANS] + arm] > U else 0.0
    place = U * cells  # below `cells`: the largest U, 1 − 2⁻⁵³, does not round up
    cell = int(place)
    at = int(table[head[FIRST] + arm]) + cell
    return float(table[head[UPPER] + at] - (place - cell) * table[head[WIDTH] + at])


@kernel
def draw_and_expect(
    laws: Laws,
    form: int,
    luck: np.uint64,
    shared: np.uint64,
    t: int,
    action: NDArray[np.int64],
    curve: NDArray[np.float64],
    scratch: NDArray[np.float64],
) -> tuple[float, float]:
    """Return f(X_{a,t}) and μ_a for a family other than BINARY; missing arms pay 0."""
    k, K = action.shape[0], laws.head[CHOSEN]
    Z = shared_luck(laws, shared, t, scratch)
    total, squares, highest, lowest = 0.0, 0.0, 0.0, 1.0
    for q in range(k):
        x = draw(laws, luck, t, action[q], Z)
        total += x
        squares += x * x
        highest = max(highest, x)
        lowest = min(lowest, x)
    reward = reward_of(form, k, K, total, squares, highest, lowest, curve)
    return reward, expected(laws, form, action, k, curve, scratch)
