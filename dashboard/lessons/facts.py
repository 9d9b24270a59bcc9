"""Facts: what the runs of a moment give. The tests compare every answer and number with them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np

from dashboard.lessons.moments import Moment
from dashboard.settings import Settings

if TYPE_CHECKING:
    import dart_core as dc

RUNS = 25
_SETS = ("active", "accept", "reject")


@dataclass(frozen=True)
class Evidence:
    """One run of a moment, computed when it is first looked at."""

    settings: Settings

    @cached_property
    def run(self) -> dc.Run:
        """The very run that the picture shows."""
        import dart_core as dc

        return dc.simulate(self.settings.problem(), self.settings.chosen(), seed=self.settings.seed)

    @cached_property
    def finals(self) -> np.ndarray[Any, np.dtype[np.float64]]:
        """Regret at T in `RUNS` runs, the first of which is `run`."""
        import dart_core as dc

        study = dc.compare(
            self.settings.problem(),
            [self.settings.chosen()],
            runs=RUNS,
            seed=self.settings.seed,
        )
        return study.curves[0].final

    def means(self) -> np.ndarray[Any, np.dtype[np.float64]]:
        """Return the true means."""
        return self.run.problem.mean_array

    def round(self, t: int) -> tuple[list[int], float]:
        """Return the arms played in round t, from 0, and the joint reward."""
        import dart_core as dc
        from dart_core.outcome import arm_rewards

        frame = int(self.run.snapshots.t.searchsorted(t))
        arms = [int(i) for i in self.run.snapshots.action[frame]]
        paid = arm_rewards(self.run.problem, t, seed=self.run.seed)[t - 1]
        first = [*[arms] * (t - 1), arms]
        rewards = dc.outcome(self.run.problem, first, seed=self.run.seed).rewards
        assert abs(rewards[-1] - self.run.problem.reward.curve[int(paid[arms].sum())]) < 1e-12
        return arms, float(rewards[-1])

    def moved(self) -> tuple[str, int, float]:
        """Return what happened first to an arm, in which round, and the lead asked for then."""
        moves = self.run.moves
        return _SETS[int(moves.to[0])], int(moves.t[0]), float(moves.delta[0])

    def settled_at(self) -> int | None:
        """Return the round by which every arm is accepted or rejected."""
        frames = self.run.snapshots
        done = (frames.sets != 0).all(axis=1)
        return int(frames.t[done.argmax()]) if done.any() else None


def evidence(moment: Moment) -> dict[str, Evidence]:
    """Return the runs that a moment's facts are about, by the name after the @."""
    base = moment.parsed().settings
    others = {
        "": "",
        "ads": "c=0.12&lam=0.02",
        "mean": "reward=mean",
        "frontier": "algorithm=frontier&preset=guaranteed&c=preset&lam=preset",
    }
    if moment.against:
        others["hastier"] = moment.against
    runs = {name: Evidence(moment.parsed(change).settings) for name, change in others.items()}
    assert runs[""].settings == base
    return runs


def fact(name: str, runs: Mapping[str, Evidence]) -> Any:
    """Return a fact of a moment's runs: NAME, or NAME@RUN for another one than its own."""
    what, _, which = name.partition("@")
    if what in _OF_SEVERAL:
        return _OF_SEVERAL[what](runs)
    return _OF_ONE[what](runs[which])


def _arms(arms: tuple[int, ...] | list[int]) -> str:
    named = [str(i + 1) for i in sorted(arms)]
    return f"{', '.join(named[:-1])} and {named[-1]}"


def _ads_that_fit(its: Evidence) -> str:
    """Return which arms of round 2 may have paid, given its number alone."""
    arms, number = its.round(2)
    count = round(number * len(arms))
    fits = {i for group in combinations(arms, count) for i in group}
    named = [str(i + 1) for i in sorted(fits)]
    return f"{', '.join(named[:-1])} or {named[-1]}"


def _lost(its: Evidence) -> float:
    return float(its.run.problem.optimal_reward - its.means().mean())


def _partners(its: Evidence, arm: int) -> float:
    return float(np.delete(its.means(), arm).mean())


def _groups_average(its: Evidence, arm: int) -> float:
    k = its.run.problem.k
    return float((its.means()[arm] + (k - 1) * _partners(its, arm)) / k)


def _played(its: Evidence, t: int) -> int:
    """Return in how many groups every arm was by round t, while all arms are undecided."""
    assert its.moved()[1] > t
    return t * its.run.problem.k // its.run.problem.n_arms


def _settled(its: Evidence) -> int:
    return int((its.run.snapshots.sets[-1] != 0).sum())


def _first(its: Evidence) -> str:
    what, t, _ = its.moved()
    return what if t <= its.run.commit_t else "commit"


def _against_mean(runs: Mapping[str, Evidence]) -> str:
    here, mean = runs[""].settled_at(), runs["mean"].settled_at()
    assert mean is not None
    return "never" if here is None else "sooner" if here < mean else "later"


def _least(runs: Mapping[str, Evidence]) -> str:
    dart, frontier = (float(runs[name].run.regret[-1]) for name in ("", "frontier"))
    return "same" if dart == frontier else "dart" if dart < frontier else "frontier"


def _one_against_many(runs: Mapping[str, Evidence]) -> str:
    """Return how 25 runs judge what the first one shows: that the hastier one pays less."""
    one, other = runs["hastier"].finals, runs[""].finals
    assert one[0] < other[0]
    if one.mean() > other.mean():
        return "reversed"
    return "less" if other.mean() - one.mean() < other[0] - one[0] else "as much"


_OF_ONE: Mapping[str, Callable[[Evidence], Any]] = {
    "number_of_round_2": lambda its: its.round(2)[1],
    "ads_that_fit_round_2": _ads_that_fit,
    "best_a_round": lambda its: its.run.problem.optimal_reward,
    "guess_a_round": lambda its: its.means().mean(),
    "lost_a_round": _lost,
    "regret_of_guessing_10_rounds": lambda its: 10 * _lost(its),
    "partners_of_ad_9": lambda its: _partners(its, 8),
    "groups_of_ad_9_average": lambda its: _groups_average(its, 8),
    "groups_of_ad_9_by_round_384": lambda its: _played(its, 384),
    "ads_9_and_8_apart": lambda its: its.means()[8] - its.means()[7],
    "their_groups_apart": lambda its: _groups_average(its, 8) - _groups_average(its, 7),
    "first_to_happen": _first,
    "round_of_first_moves": lambda its: its.moved()[1],
    "lead_at_first_moves": lambda its: its.moved()[2],
    "ends_with_the_best": lambda its: set(its.run.final_set) == set(its.run.problem.optimal_set),
    "stops_looking": lambda its: its.run.commit_t,
    "regret": lambda its: float(its.run.regret[-1]),
    "chosen": lambda its: _arms(its.run.final_set),
    "best": lambda its: _arms(its.run.problem.optimal_set),
    "arms_settled": _settled,
    "all_settled": lambda its: its.settled_at(),
    "lambda": lambda its: float(its.run.algorithm.resolved(its.run.problem)["lam"]),
    "mean_of_25": lambda its: its.finals.mean(),
}
_OF_SEVERAL: Mapping[str, Callable[[Mapping[str, Evidence]], Any]] = {
    "settling_against_mean": _against_mean,
    "least_regret": _least,
    "one_run_agrees_with_25": _one_against_many,
}
