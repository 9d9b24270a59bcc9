"""Questions that a run answers: asked of a moment's link, with the right answer among others."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from hashlib import blake2b
from typing import TYPE_CHECKING, Final

from dart_player.naming import named
from dashboard.lessons.moments import Moment
from dashboard.prices import cost
from dashboard.scenarios import thing_of
from dashboard.serving.jobs import StopFlag, Work

if TYPE_CHECKING:
    import dart_core as dc

KINDS: Final = {
    "moves": "Which arm is settled next",
    "set": "Which set wins",
    "first": "Who is done first",
    "number": "A number of the run",
    "choice": "A question of your own",
    "none": "Nothing: just look",
}
COMPUTED: Final = ("moves", "set", "first", "number")
NUMBERS: Final = {
    "regret": "regret at the end",
    "stops": "the round at which it stops looking",
    "settled": "how many arms are settled at the end",
    "first": "the round at which the first arm is settled",
}
_MOST_ARMS = 4  # of whom one is settled next
_FACTOR = 5.0  # from one number to the next to choose from


class NothingToAsk(Exception):
    """The run does not decide the question; the text says why and what to do."""


@dataclass(frozen=True)
class Asked:
    """A question as the run has it; see `Moment` for what its parts are."""

    question: str
    answers: tuple[str, ...]
    right: int
    why: str


def work(moment: Moment) -> tuple[str, Work, float]:
    """Return the job that asks a moment's question of its run: key, work and price in seconds.

    Its result is an `Asked`, or the text of a `NothingToAsk`.
    """
    its = moment.parsed().settings
    racers = its.racers() if moment.kind == "first" else [its.alone()]
    price = cost.preparing(its) + sum(cost.of_run(each, cost.curves(each)[0]) for each in racers)
    told = f"{moment.kind}-{moment.at}-{moment.fact}-{'-'.join(each.key() for each in racers)}"
    key = blake2b(told.encode(), digest_size=16).hexdigest()
    return f"asked-{key}", partial(_work, moment), price


def _work(moment: Moment, stop: StopFlag) -> Asked | str:
    try:
        return ask(moment, stop)
    except NothingToAsk as why:
        return str(why)


def ask(moment: Moment, stop: StopFlag | None = None) -> Asked:
    """Return a moment's question, answered by its run.

    Parameters
    ----------
    moment : Moment
        Its `kind` is one of `COMPUTED`; a "number" is the one of `NUMBERS` that `fact` names.
    stop : int64 array of shape (1,), optional
        Ends the work soon when set to 1.

    Raises
    ------
    NothingToAsk
        If the run does not decide it.
    """
    import dart_core as dc

    settings = moment.parsed().settings
    racers = settings.racers() if moment.kind == "first" else [settings.alone()]
    try:
        problem = settings.problem().prepare(stop)
        runs = [dc.simulate(problem, each.chosen(), seed=each.seed, stop=stop) for each in racers]
    except (dc.Refused, dc.FieldError, dc.ContractError) as refusal:
        raise NothingToAsk(f"{refusal} Choose another algorithm, or another question.") from None
    if moment.kind == "first":
        asked = _first(_labels(runs), runs)
    elif moment.kind == "number":
        asked = _number(moment.fact, runs[0])
    else:
        asked = (_moves if moment.kind == "moves" else _set)(runs[0], moment.at)
    say = partial(named, names=settings.names, thing=thing_of(settings))
    answers = [say(each) for each in asked.answers]
    if settings.names and moment.kind in ("moves", "set"):
        answers = [each.partition(" ")[2] for each in answers]  # names say enough
    return Asked(say(asked.question), tuple(answers), asked.right, say(asked.why))


def answered(moment: Moment, asked: Asked) -> Moment:
    """Return a moment with the question that its run answers, its author's words behind it."""
    why = f"{asked.why} {moment.why}".strip()
    its = replace(moment, question=asked.question, answers=asked.answers)
    return replace(its, right=asked.right, why=why)


def _moves(run: dc.Run, at: int) -> Asked:
    moves = run.moves
    later = moves.t[moves.t > at]
    if not later.size:
        raise NothingToAsk(
            f"No arm is settled after round {at:,}. Choose an earlier round, or another question."
        )
    next_t = int(later.min())
    movers = {int(arm) for arm in moves.arm[moves.t == next_t]}
    gone = {int(arm) for arm in moves.arm[moves.t <= at]}
    others = [arm for arm in range(run.problem.n_arms) if arm not in movers | gone]
    if not others:
        raise NothingToAsk("All arms that are left are settled at once. Ask something else.")
    mover = int(moves.arm[moves.t == next_t][0])
    step = max(1, len(others) // (_MOST_ARMS - 1))
    shown = sorted([mover, *others[::step][: _MOST_ARMS - 1]])
    where = "in" if int(moves.to[(moves.t == next_t) & (moves.arm == mover)][0]) == 1 else "out"
    return Asked(
        f"Which of these arms is settled first after round {at:,}?",
        tuple(f"Arm {arm + 1}" for arm in shown),
        shown.index(mover) + 1,
        f"Arm {mover + 1} is {where} at round {next_t:,}.",
    )


def _set(run: dc.Run, _: int) -> Asked:
    problem, final = run.problem, set(run.final_set)
    means = problem.mean_array
    out = sorted(set(range(problem.n_arms)) - final, key=lambda arm: -means[arm])
    if not out:
        raise NothingToAsk("There is only one set of arms: K is N. Ask something else.")
    weakest = sorted(final, key=lambda arm: means[arm])
    sets = [final, set(problem.optimal_set), final - {weakest[0]} | {out[0]}]
    sets += [final - {weakest[-1]} | {out[0]}, final - {weakest[0]} | {out[-1]}]
    shown = sorted(sorted(each) for i, each in enumerate(sets) if each not in sets[:i])[:5]
    best = abs(problem.expected_reward(run.final_set) - problem.optimal_reward) < 1e-12
    return Asked(
        f"Which arms does {run.algorithm.spec.label} end with?",
        tuple(_listed(arms) for arms in shown),
        shown.index(sorted(final)) + 1,
        f"It ends with {_lower(_listed(sorted(final)))}, which is "
        + ("the best set." if best else "not the best set."),
    )


def _first(labels: Sequence[str], runs: Sequence[dc.Run]) -> Asked:
    if len(runs) < 2:
        raise NothingToAsk(
            "Nobody races here. Choose somebody under “Race against” in Watch, and add the moment "
            "again."
        )
    times = [_done(run) for run in runs]
    never = runs[0].problem.horizon + 1
    first = min(time or never for time in times)
    winners = [place for place, time in enumerate(times) if time == first]
    if len(winners) > 1:
        raise NothingToAsk("Two of them are done in the same round. Ask something else.")
    said = [
        f"{label} is done at round {time:,}." if time else f"{label} is never done."
        for label, time in zip(labels, times, strict=True)
    ]
    right = winners[0] if winners else len(runs)
    answers = (*labels, "None of them by the end")
    return Asked("Who has settled all arms first?", answers, right + 1, " ".join(said))


def _labels(runs: Sequence[dc.Run]) -> list[str]:
    """Return what the algorithms of runs are called, as short as tells them apart."""
    short = [run.algorithm.spec.label for run in runs]
    return short if len(set(short)) == len(short) else [run.algorithm.label for run in runs]


def _done(run: dc.Run) -> int | None:
    """Return the round by which a run decides nothing any more; None if there is none."""
    frames = run.snapshots
    done = (frames.phase == 1) | (frames.sets != 0).all(axis=1)
    return int(frames.t[done.argmax()]) if done.any() else None


def _number(which: str, run: dc.Run) -> Asked:
    question, value, most = _NUMBERS[which](run)
    if which == "settled":
        values = sorted({0, run.problem.n_arms // 2, run.problem.n_arms})
        shown = sorted({v for v in values if abs(v - value) > run.problem.n_arms / 5} | {value})
    else:
        # Where the right one stands among them is not to be told from how they are made.
        told = blake2b(f"{value:g}".encode(), digest_size=1).digest()[0] % 3
        powers = range(-told, 3 - told) if value * _FACTOR <= most else range(-2, 1)
        near = {value * _FACTOR**power if power else value for power in powers}
        if which != "regret":  # rounds are whole
            near = {max(1, round(each)) for each in near}
        shown = sorted(each for each in near if each <= most)
        if len(shown) < 2:
            raise NothingToAsk("It is too soon to be asked about. Ask something else.")
    written = [_written(each) for each in shown]
    right = shown.index(value) + 1
    return Asked(question, tuple(written), right, f"It is {written[right - 1]}.")


def _regret(run: dc.Run) -> tuple[str, float, float]:
    regret = float(run.regret[-1])
    if regret < 1:
        raise NothingToAsk("There is no regret here to be asked about. Ask something else.")
    return f"How much regret does {run.algorithm.spec.label} have at the end?", regret, float("inf")


def _stops(run: dc.Run) -> tuple[str, float, float]:
    if run.commit_t >= run.problem.horizon:
        raise NothingToAsk("It never stops looking in this run. Ask something else.")
    question = f"At which round does {run.algorithm.spec.label} stop looking?"
    return question, run.commit_t, run.problem.horizon


def _settled(run: dc.Run) -> tuple[str, float, float]:
    count = int((run.snapshots.sets[-1] != 0).sum())
    n = run.problem.n_arms
    return f"How many of the {n} arms are settled at the end?", count, n


def _first_move(run: dc.Run) -> tuple[str, float, float]:
    if not run.moves.t.size:
        raise NothingToAsk("No arm is ever settled in this run. Ask something else.")
    return "At which round is the first arm settled?", int(run.moves.t[0]), run.problem.horizon


_NUMBERS: Mapping[str, Callable[[dc.Run], tuple[str, float, float]]] = {
    "regret": _regret,
    "stops": _stops,
    "settled": _settled,
    "first": _first_move,
}


def _written(value: float) -> str:
    """Return a number with at most three digits that count, unless it is whole and exact."""
    if value == int(value):
        return f"{int(value):,}"
    return f"{float(f'{value:.3g}'):,.3g}" if value < 1000 else f"{float(f'{value:.3g}'):,.0f}"


def _listed(arms: Sequence[int]) -> str:
    numbers = [f"{arm + 1}" for arm in arms]
    if len(numbers) == 1:
        return f"Arm {numbers[0]}"
    return f"Arms {', '.join(numbers[:-1])} and {numbers[-1]}"


def _lower(text: str) -> str:
    return text[0].lower() + text[1:]
