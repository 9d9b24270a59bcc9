"""The player's data: one JSON object with all runs that are shown, sent once. This is format 5.

The server writes it (`dart_player.payload`) and the player reads it (``js/decode.js``).
``js/wire.d.ts`` says the same to the type checker of the JavaScript; a test holds the two together.

Conventions
-----------
* One run, or up to four that race: on one problem, with the same luck, each with frames of its own.
  The watched one comes first.
* N arms, K in an action, F frames, G rounds of an epoch. Arms count from 0. A frame is a moment of
  a run: what is shown is interpolated between frames.
* *Packed* fields are arrays as base64 text of little-endian numbers, row by row. Their kind stands
  beside them: ``u1``, ``u2``, ``u4`` are unsigned whole numbers of so many bytes, ``f4`` and ``f8``
  are floats, ``bits`` are single bits, the lowest first, each row filled up to whole bytes.
* *arm* is the kind of packed arms: ``u1`` for N ≤ 256, else ``u2``.
* *time* is the kind of packed rounds and counts: ``u4`` for horizons below 2³², else ``f8``.
* A *set* is 0 (active), 1 (accepted) or 2 (rejected).
* Unknown fields are ignored. A change that an older player would misread is a new format: then the
  player says that it must be loaded anew.
"""

from __future__ import annotations

from typing import Any, NotRequired, TypedDict

FORMAT = 5
"""The format that is written and read."""

MOST_RUNS = 4
"""How many runs one picture has room for."""


class Truth(TypedDict):
    """What the problem is, which no algorithm sees."""

    mean: list[float]
    """Of each arm."""
    best: list[int]
    """Arms of the best set."""
    groups: NotRequired[list[float]]
    """Of each arm, the expected joint reward beside K − 1 random others; missing if too costly."""


class Frames(TypedDict):
    """The run at F moments; a row of a packed array is a frame."""

    count: int
    """F, at least 1."""
    t: str
    """time (F): rounds played by then; never decreases."""
    range: list[float]
    """[low, high], which the codes of ``estimate`` divide evenly."""
    estimate: str
    """u2 (F, N): low + code / 65,535 · (high − low)."""
    action: str
    """bits (F, N): the arms played in the round that ended here."""
    epoch: str
    """time (F): the epoch, from 1; 0 before."""
    phase: str
    """u1 (F): 1 once a set is committed to."""
    moves: list[list[int]]
    """[frame, arm, set] for every change of a set; all arms begin active."""

    delta: NotRequired[str]
    """f4 (F): Δ, or what the algorithm has in its place; missing where it is always 0."""

    gates: NotRequired[str]
    """f4 (F, 4): the accept and the reject gate, the K-th and the next estimate; NaN for none.
    Missing where there never are any."""

    width: NotRequired[str]
    """u2 (F, N): half-widths, code / 65,535 · width_max; 65,535 for an arm that was never played.
    Missing where no arm ever has an interval, and where ``plays`` tells it."""
    width_max: NotRequired[float]

    plays: NotRequired[str]
    """u2, u4 or f8 (F, N): how many rewards joined the estimate since the frame before. With n of
    them, the half-width is ½·sqrt(spread / n)."""
    plays_bytes: NotRequired[int]
    """2, 4 or 8: the kind of ``plays``."""
    spread: NotRequired[float]

    marks: NotRequired[str]
    """bits (F, 3, N): the incumbents, the weakest of them, the challengers. This and the next three
    are there for algorithms that bet."""
    progress: NotRequired[str]
    """u1 (F, N): how much of an arm's next decision is certified, in 255ths."""
    lead: NotRequired[str]
    """f4 (F, 2): the leading bet: its log wealth, and its threshold."""
    pair: NotRequired[str]
    """u2 (F, 2): of whom the leading bet is: better and worse arm; 65,535 for none."""
    order: NotRequired[str]
    """u2 (C, 3): certificates, as the frame from which on it is there, better arm, worse arm."""
    shares: NotRequired[str]
    """u2: for frames whose bet is made of those of several arms: the frame, how many arms were
    compared, and for each of them 64 times the arm plus its share of the bet in 63rds, at least 1;
    0: its bets count for nothing now."""
    waits: NotRequired[str]
    """u4 (S, 3): from which frame on an arm is not compared, the arm, and before which round; 0: it
    is compared again. Where some are asleep."""


class StoryEntry(TypedDict):
    """One thing that happened, in a sentence."""

    frame: int
    text: str
    """In plain words."""
    exact: NotRequired[str]
    """The same with time, formula and the numbers in it."""
    arms: list[int]


class HalfLambda(TypedDict):
    """The run with half the λ and the same luck."""

    lam: float
    moves: list[list[int]]
    """[arm, set, t] for every arm that was moved, by the end of round t."""
    commit: int
    regret: float


class Asked(TypedDict):
    """When the tests of DART come, and what half the λ would have done."""

    lam: float
    by_rounds: bool
    """False: each test comes after so many epochs. True: once more than so many rounds for each
    group of an epoch have been played."""
    tests: list[list[float]]
    """[Δ, count] in order."""
    allowed: int
    """How many of them λ lets happen."""
    commit: int
    """Rounds played before the set was committed to; the horizon if it never was."""
    regret: float
    """At the horizon."""
    half: HalfLambda


class Epoch(TypedDict):
    """One epoch of DART, round by round."""

    frame: int
    """The frame at which it has ended."""
    epoch: int
    t: int
    """Rounds played before it."""
    action: str
    """arm (G, K): the accepted arms, then the group, in the order of the permutation."""
    reward: str
    """f4 (G)."""
    before: str
    """f4 (N): estimates before the epoch."""
    after: str
    """f4 (G, K): estimates of the arms of ``action``, after each round."""
    n: str
    """time (N): rewards behind each estimate before the epoch."""


class Step(TypedDict):
    """One step of a part that is told step by step."""

    stages: list[str]
    """Of the pseudo-code."""
    text: str
    group: int
    """The action it is about; −1 for none."""
    seen: int
    """How many of the part's rewards are known by then."""
    frame: int
    t: int
    """Rounds played by then."""


class Part(TypedDict):
    """A stretch of a run in steps."""

    title: str
    frame: int
    groups: list[list[int]]
    """Actions, in the order in which they are played."""
    rewards: list[float]
    """The one number that each of them showed."""
    steps: list[Step]


class Curve(TypedDict):
    """Cumulative regret at the moments of ``curve_t``."""

    label: str
    about: str
    """What the algorithm does, and which of its presets this is, in plain words."""
    regret: str
    """f4."""
    light: NotRequired[str]
    """Its colour on a light page. This and the next two are the app's to add."""
    dark: NotRequired[str]
    dash: NotRequired[str]


class Code(TypedDict):
    """Pseudo-code that lights up."""

    title: str
    lines: list[list[Any]]
    """[indentation, stages with spaces between, text]."""
    symbols: list[list[Any]]
    """[symbol, meaning, name of its value, place in the paper as [words, address] or []]."""


class Shared(TypedDict):
    """What all runs of a picture have in common."""

    n: int
    k: int
    horizon: int
    labels: list[str]
    """What the arms are called."""
    thing: list[str]
    """What an arm is, and several of them: ["arm", "arms"], ["server", "servers"]."""
    seen: str
    """What the one number of a round is: "what they earn on average"."""
    truth: Truth
    curve_t: str
    """time: the moments of all curves."""


class Outcome(TypedDict):
    """What a run has come to."""

    set: list[int]
    """Arms of the set that it would go on with."""
    short: float
    """How much less than the best set it earns in a round, in expectation; 0 if it is best."""
    certain: bool
    """Whether no other one can be better than the best set known."""
    settles: bool
    """Whether it decides about arms; else its sets only tell who is played now."""


class RunData(TypedDict):
    """One run."""

    id: str
    """The player keeps its position while the runs it shows stay the same."""
    curve: Curve
    """Its regret; its name and its colours are those of the run."""
    words: dict[str, str | None]
    """What the algorithm calls its sets (``accept``, ``active``, ``reject``), ``axis``, ``epoch``
    and ``delta``; what is missing has DART's name, null hides it."""
    frames: Frames
    story: list[StoryEntry]
    """In order."""
    outcome: Outcome
    asked: NotRequired[Asked]
    epochs: NotRequired[list[Epoch]]
    told: NotRequired[list[Part]]

    # What the app adds.
    code: NotRequired[Code | None]
    places: NotRequired[dict[str, Any]]
    """Places in the paper: ``about``, ``stages`` and ``asked`` by name."""


class Rival(TypedDict):
    """An algorithm that may race against the watched one."""

    choice: str
    """What the page calls it."""
    label: str
    light: str
    dark: str
    racing: bool
    """Whether it is in the race, or comes into it."""
    more: bool
    """Whether it stands behind "More"."""


class Member(TypedDict):
    """The watched run with another value of one constant, in a few frames."""

    value: float
    run: RunData
    """As slim as `dart_player.payload.encode` makes it; what it lacks is the watched run's."""
    stops: int | None
    """Rounds played before a set is committed to; null if none is before the horizon."""
    regret: float
    """At the horizon."""


class Knob(TypedDict):
    """A main constant of the watched algorithm, under a slider."""

    constant: str
    family: str
    """Names all runs that differ in this constant alone."""
    symbol: str
    plain: str
    """What it is, in a few words."""
    help: str
    value: float
    """Of the watched run."""
    values: list[float]
    """That the slider snaps to, in order."""
    useful: list[float]
    """[low, high]: beyond them it changes nothing."""
    marks: list[list[Any]]
    """[value, names of the presets that have it]."""
    locked: NotRequired[bool]
    """A lesson leaves it as it is."""


class Payload(Shared):
    """Everything that the player shows."""

    format: int
    version: str
    """Of `dart_core`, which made the runs."""
    runs: list[RunData]
    """1 to 4: the watched run, and those that race against it."""
    curves: list[Curve]
    """Of other algorithms, drawn beside those of the runs."""

    # What the app adds, and after it what differs between visitors.
    knobs: NotRequired[list[Knob]]
    no_knobs: NotRequired[str]
    """Why there are none where one would expect them."""
    family: NotRequired[dict[str, list[Member]]]
    """Of a saved page: members by constant. A page of the app gets them once they are asked for."""
    rivals: NotRequired[list[Rival]]
    """Who may be added to the race or taken out of it."""
    link: NotRequired[str]
    """The settings as the query of a link."""
    start: NotRequired[dict[str, Any]]
    """What a link says of the player: position, speed, scales, panels, parts to hide."""
    about: NotRequired[dict[str, str]]
    """What a saved picture says of itself: title, facts, a file's name, version, citation."""
