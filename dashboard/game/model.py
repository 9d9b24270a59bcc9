"""A game against the algorithms: what is dealt, and who did how well on the very same luck."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from dart_player.naming import Thing
from dashboard.assumptions import broken_assumptions
from dashboard.catalogue import CATALOGUE, style
from dashboard.darts import dart_of
from dashboard.scenarios import thing_of
from dashboard.serving.jobs import StopFlag, Work
from dashboard.settings import Settings

if TYPE_CHECKING:
    import dart_core as dc

MOST_ARMS = 20  # what a phone shows at once
ORACLE = "oracle"
_RIVALS = ("dart-eb", "frontier", "lints", "random", ORACLE)


@dataclass(frozen=True)
class Dealt:
    """A game before its first round: the problem over its few rounds, and everyone's luck."""

    key: str
    problem: dc.Problem
    table: NDArray[np.float64]  # (rounds, N): X[t, i]
    labels: tuple[str, ...]  # N, what the arms are called
    thing: Thing

    def payload(self) -> dict[str, Any]:
        """Return what the game in the browser needs; rewards as numbers that read back exactly."""
        problem = self.problem
        return {
            "id": self.key,
            "n": problem.n_arms,
            "k": problem.k,
            "labels": list(self.labels),
            "thing": list(self.thing),
            "form": problem.reward.name,
            "curve": list(problem.reward.curve) if problem.binary else None,
            "table": self.table.tolist(),
        }


@dataclass(frozen=True)
class Score:
    """Who played, in which colours, and the cumulative regret after rounds 1 … R."""

    label: str
    style: Mapping[str, str] | None  # of its curve; None: the visitor
    regret: NDArray[np.float64]

    @property
    def final(self) -> float:
        """Regret after the last round."""
        return float(self.regret[-1])


@dataclass(frozen=True)
class Rivals:
    """The algorithms on the same luck, why any of them could not play, and what is odd here."""

    scores: tuple[Score, ...]
    refused: tuple[str, ...]
    broken: tuple[str, ...]  # see `dashboard.assumptions`


@dataclass(frozen=True)
class Course:
    """What the page tells of DART's run over all T rounds."""

    horizon: int
    regret: float
    commit_t: int  # T if it never committed
    right: bool  # whether it ended with a best set


def of_game(settings: Settings, rounds: int) -> Settings:
    """Return what a game depends on: the arms, the reward and the luck, over its own rounds.

    Two visitors with equal ones meet the same rewards, whatever they watch.
    """
    nobody = replace(settings.alone(), algorithm=ORACLE, preset="best-set", constants=())
    return replace(nobody, horizon=min(rounds, settings.horizon))


def dealing(game: Settings) -> tuple[str, Work]:
    """Return the job that deals a game, with its key."""
    return f"dealt-{game.key()}", partial(_deal, game)


def _deal(game: Settings, stop: StopFlag) -> Dealt:
    from dart_core.outcome import arm_rewards

    problem = game.problem().prepare(stop)
    table = arm_rewards(problem, problem.horizon, seed=game.seed)
    labels = game.names or tuple(str(i + 1) for i in range(problem.n_arms))
    return Dealt(game.key(), problem, table, labels, thing_of(game))


def rivalling(settings: Settings, game: Settings) -> tuple[str, Work]:
    """Return the job in which the algorithms play the game, with its key."""
    dart = replace(settings.alone(), horizon=game.horizon).key()
    return f"rivals-{dart}", partial(_rivals, settings, game)


def _rivals(settings: Settings, game: Settings, stop: StopFlag) -> Rivals:
    import dart_core as dc

    problem = game.problem().prepare(stop, assumption_2=True)
    scores, refused = [], []
    for algorithm in (dart_of(settings), *map(dc.algorithm, _RIVALS)):
        try:
            run = dc.simulate(problem, algorithm, seed=game.seed, frames=0, stop=stop)
        except dc.Refused as refusal:
            refused.append(str(refusal))
            continue
        label = CATALOGUE[algorithm.name].label
        scores.append(Score(label, style(algorithm.name, algorithm.preset), run.regret))
    return Rivals(tuple(scores), tuple(refused), tuple(broken_assumptions(problem, game.names)))


def going_on(settings: Settings) -> tuple[str, Work]:
    """Return the job in which DART plays all T rounds of the sidebar, with its key."""
    return f"on-{settings.alone().key()}", partial(_go_on, settings)


def _go_on(settings: Settings, stop: StopFlag) -> Course | None:
    import dart_core as dc

    problem, dart = settings.problem(), dart_of(settings)
    try:
        run = dc.simulate(problem, dart, seed=settings.seed, frames=0, stop=stop)
    except dc.Refused:
        return None
    lost = abs(problem.expected_reward(run.final_set) - problem.optimal_reward)
    return Course(problem.horizon, float(run.regret[-1]), run.commit_t, lost < 1e-9)


def score_of(dealt: Dealt, game: Settings, actions: Any) -> Score | None:
    """Return the visitor's score; None if what the browser sent is not a whole game.

    Parameters
    ----------
    dealt, game
        What was dealt, and to which settings.
    actions : object
        The arms of every round, from 0; whatever else came is refused.
    """
    import dart_core as dc

    try:
        played = dc.outcome(dealt.problem, actions, seed=game.seed)
    except dc.FieldError:
        return None
    whole = played.regret.size == game.horizon
    return Score("you", None, played.regret) if whole else None


def rank(mine: Score, rivals: Sequence[Score]) -> tuple[int, int]:
    """Return the visitor's place and how many played, without the oracle, who knows the arms."""
    others = [each for each in rivals if each.label != CATALOGUE[ORACLE].label]
    better = sum(each.final < mine.final - 1e-9 for each in others)
    return better + 1, len(others) + 1


def plays(actions: Sequence[Sequence[int]], n: int) -> NDArray[np.int64]:
    """Return how often each of `n` arms was played."""
    return np.bincount(np.ravel(actions), minlength=n)
