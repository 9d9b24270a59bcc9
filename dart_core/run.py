"""Run: what one run of one algorithm on one problem gave."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from dart_core.algorithms.record import Note
from dart_core.algorithms.registry import Algorithm
from dart_core.codes import ACCEPTED
from dart_core.frozen import freeze
from dart_core.problem import Problem
from dart_core.showing import Drawn

if TYPE_CHECKING:
    import pandas as pd

    from dart_core.race import Race

_SAME = 1e-12  # expected rewards in [0, 1] this close are equal but for rounding


@dataclass(frozen=True, eq=False, repr=False)
class Moves:
    """Arms leaving the active set, in order (M moves); read only."""

    t: NDArray[np.int64]  # (M,)
    epoch: NDArray[np.int64]  # (M,)
    arm: NDArray[np.int64]  # (M,)
    to: NDArray[np.uint8]  # (M,) 1 accept, 2 reject
    estimate: NDArray[np.float64]  # (M,)
    threshold: NDArray[np.float64]  # (M,) the gate that was passed
    delta: NDArray[np.float64]  # (M,)

    def __post_init__(self) -> None:
        freeze(self)

    def __repr__(self) -> str:
        accepted = int((self.to == ACCEPTED).sum())
        return f"<Moves: {accepted} accepted, {self.to.size - accepted} rejected>"


@dataclass(frozen=True, eq=False, repr=False)
class Snapshots:
    """Frames of a run (F frames, N arms, K in an action); read only.

    A frame shows the moment after round t. Frames may share one t: before and after a test, and
    the commitment, which already has the action that is played from then on.

    Attributes
    ----------
    t : int64 (F,)
        Non-decreasing, from 0 to T.
    sets : uint8 (F, N)
        0 active, 1 accepted, 2 rejected.
    estimate : float64 (F, N)
        μ̂_i; 0 before an arm's first play.
    width : float64 (F, N)
        Half-width w_i of the interval that the algorithm's own test implies; inf before the
        first play. For DART two arms with disjoint μ̂ ± w are separated by a test now.
    action : int64 (F, K)
        The arms played in round t; −1 at t = 0.
    epoch, delta, regret : float64 (F,)
    gates : float64 (F, 4)
        Accept gate, reject gate, K_e-th and (K_e+1)-th estimate; NaN where there are none.
    phase : uint8 (F,)
        0 exploring, 1 committed.
    marks, progress, lead, share, waits
        Of algorithms whose spec has ``extras``, else of shape (0, 0). uint8 (F, N): roles of the
        arms as bits, 1 in the incumbent set, 2 its weakest, 4 the challenger. float64 (F, N):
        0 … 1, how far an arm is towards its next decision. float64 (F, 4): the bet in the lead,
        "arm a is better than arm b", as a, b (from 0; −1: none), log wealth and its threshold.
        float64 (F, N): where it is made of the bets of several arms, the share of each, 0 for one
        that counts for nothing; NaN for all others.
        int64 (F, N): the round before which an arm is not compared, because what is known of it is
        ahead of the clock; 0: it may be compared now.
    certificates : int64 (E, 4)
        In order, of the same algorithms: after round t, and so from frame f on, arm a was
        certified above arm b, as t, f, a, b. What else is certified follows from them. At most
        100,000.
    """

    t: NDArray[np.int64]
    sets: NDArray[np.uint8]
    estimate: NDArray[np.float64]
    width: NDArray[np.float64]
    action: NDArray[np.int64]
    epoch: NDArray[np.float64]
    delta: NDArray[np.float64]
    regret: NDArray[np.float64]
    gates: NDArray[np.float64]
    phase: NDArray[np.uint8]
    marks: NDArray[np.uint8]
    progress: NDArray[np.float64]
    lead: NDArray[np.float64]
    share: NDArray[np.float64]
    waits: NDArray[np.int64]
    certificates: NDArray[np.int64]

    def __post_init__(self) -> None:
        freeze(self)

    def __repr__(self) -> str:
        return f"<Snapshots: {self.t.size} frames>"


@dataclass(frozen=True, eq=False, repr=False)
class Run(Drawn):
    """One finished run; its arrays are read only, so it may be shared.

    Attributes
    ----------
    problem, algorithm, seed
        What was run.
    t : int64 (C,)
        Checkpoints, half of them linear and half geometric; the last is T.
    regret : float64 (C,)
        Cumulative pseudo-regret Σ_{s ≤ t} (μ_{a*} − μ_{a_s}) at them, from exact expectations.
    final_set : tuple of int
        The set committed to, or, if the horizon came first, the one it would have gone on with
        (`random`: played last); sorted arm indices from 0.
    commit_t : int
        The rounds played before the set was committed to; T for an algorithm that never commits.
    moves : Moves
        Arms leaving the active set, as arrays; `events` has them as a table.
    snapshots : Snapshots
        What the player shows; empty with ``frames=0``.
    """

    problem: Problem
    algorithm: Algorithm
    seed: int
    t: NDArray[np.int64]
    regret: NDArray[np.float64]
    final_set: tuple[int, ...]
    commit_t: int
    moves: Moves
    snapshots: Snapshots

    def __repr__(self) -> str:
        found = f"found {self.final_set}, {'a best set' if self.right else 'not a best set'}"
        ends = f"regret {self.regret[-1]:,.1f} at T = {self.problem.horizon:,}"
        return f"<Run: {self.algorithm.label}, seed {self.seed}: {found}; {ends}>"

    @property
    def right(self) -> bool:
        """Whether the final set is a best one: of equally good sets each is."""
        problem = self.problem
        return problem.expected_reward(self.final_set) >= problem.optimal_reward - _SAME

    def race(self, *others: str | Algorithm | Run) -> Race:
        """Put one to three others beside this run, on the same problem and the same luck.

        Parameters
        ----------
        *others : str, Algorithm or Run
            Algorithms are run here; a run must be of this problem and seed.

        Returns
        -------
        Race
            In a notebook it shows all of them on one clock.

        Raises
        ------
        FieldError, FieldTypeError
            If there are none or too many, or a run is of another problem or seed.
        Refused
            If an algorithm cannot run on this problem.
        """
        from dart_core.race import race  # it runs algorithms, and these give runs

        return race(self, *others)

    @property
    def events(self) -> pd.DataFrame:
        """Moves as a table: t, epoch, arm, move, estimate, threshold, delta."""
        import pandas as pd

        moves = self.moves
        names = np.where(moves.to == ACCEPTED, "accept", "reject")
        columns = {"t": moves.t, "epoch": moves.epoch, "arm": moves.arm, "move": names}
        columns |= {"estimate": moves.estimate, "threshold": moves.threshold}
        return pd.DataFrame(columns | {"delta": moves.delta})

    def story(self) -> list[Note]:
        """Return the run in sentences, each with the frame at which it became true."""
        return self.algorithm.spec.narrate(self) if self.snapshots.t.size else []
