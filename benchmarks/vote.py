"""A class that votes: how soon after the last vote the projector shows all of them, and right.

Over real websockets: a projector opens a room, phones come in, and at each question all of them
vote within five seconds, while everyone looks at the room as often as a browser does.
"""

from __future__ import annotations

import asyncio
import random
import tempfile
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter
from urllib.parse import parse_qs

from benchmarks.client import Failed, Visitor
from benchmarks.load import megabytes
from benchmarks.table import Row
from dashboard.classroom.questions import Choice, question_at
from dashboard.watch.model import stored
from dashboard.watch.predicting import SECONDS_BETWEEN_LOOKS, SECONDS_BETWEEN_LOOKS_OF_HOST
from tests.browser.server import ROOT, serve

PHONES = 50
SECONDS = 5.0  # in which all vote on a question
ARRIVALS = 10.0  # s in which all have opened the link
QUESTIONS = 3
PATIENCE = 20.0  # s for votes that do not come
GOAL_SECONDS, GOAL_GROWTH = 1.0, 50.0
PANEL = "classroom"


@dataclass
class Class:
    """What was seen of a class: seconds from the last vote to the whole tally, and mistakes.

    Some votes are said more than once, because the first time was not heard.
    """

    repeated: int = 0
    waited: list[float] = field(default_factory=list)
    mistakes: list[str] = field(default_factory=list)


class Phone:
    """A pupil's page: it looks at the room every second, and votes as its component does."""

    panel, question = PANEL, "frame"  # the component, and what tells its questions apart

    def __init__(self, url: str, room: str, number: int, seen: Class) -> None:
        self.address = (url, room)
        self.voter = f"phone-{number:08}"
        self.seen = seen
        self.vote_of: dict[str, object] = {}  # what is said to vote
        self.lock = asyncio.Lock()  # a page says one thing after the other

    async def arrive(self, wait: float) -> None:
        """Open the link after a while."""
        await asyncio.sleep(wait)
        url, room = self.address
        self.visitor, _ = await Visitor.arrive(url, query=f"room={room}")
        await self.begin()

    async def begin(self) -> None:
        """Say whose page it is, and look from now on."""
        await self.visitor.say(self.panel, "said", {"voter": self.voter})
        self.looks = asyncio.create_task(self.look_on())

    async def look_on(self) -> None:
        """Look, and vote again where the room has not heard of the vote."""
        while True:
            await asyncio.sleep(SECONDS_BETWEEN_LOOKS)
            async with self.lock:
                await self.visitor.look(self.panel)
                now = self.visitor.components[self.panel].data
                asked = now["question"] and now["question"][self.question]
                if not asked or asked != self.vote_of.get(self.question) or now["revealed"]:
                    continue
                if now.get("mine") != self.vote_of["vote"]:
                    self.seen.repeated += 1
                    await self.visitor.say(self.panel, "said", self.vote_of)

    async def vote(self, wait: float, asked: int | str, choice: Choice) -> float:
        """Vote after a while; return when it was sent."""
        await asyncio.sleep(wait)
        sent = perf_counter()
        async with self.lock:
            self.vote_of = {"vote": list(choice), self.question: asked, "voter": self.voter}
            await self.visitor.say(self.panel, "said", self.vote_of)
        return sent

    async def leave(self) -> None:
        """Close the page; what went wrong while it looked on is noted."""
        self.looks.cancel()
        with suppress(asyncio.CancelledError):
            try:
                await self.looks
            except (Failed, OSError, EOFError) as error:
                self.seen.mistakes.append(f"{self.voter}: {error}")
        await self.visitor.leave()


async def lesson(url: str, phones: int) -> Class:
    """Let a class vote on the first questions of the run that an empty link shows."""
    seen, luck = Class(), random.Random(0)
    projector, _ = await Visitor.arrive(url, query="predict=1")
    await projector.press("Start a class")
    [room] = parse_qs(projector.query)["room"]
    pupils = [Phone(url, room, number, seen) for number in range(phones)]
    await asyncio.gather(*(p.arrive(at * ARRIVALS / phones) for at, p in enumerate(pupils)))
    player = stored()["player"]
    moves = player["runs"][0]["frames"]["moves"]
    frames = sorted({frame for frame, _, lane in moves if lane})[:QUESTIONS]
    for frame in frames:
        await projector.say(PANEL, "said", {"at": frame - 1, "frame": frame, "shown": False})
        arms = question_at(moves, player["n"], frame).arms
        choices = [(luck.choice(arms), luck.choice((1, 2))) for _ in pupils]
        votes = asyncio.gather(
            *(
                pupil.vote(luck.uniform(0, SECONDS), frame, choice)
                for pupil, choice in zip(pupils, choices, strict=True)
            )
        )
        whole = await until_whole(projector, phones)
        seen.waited.append(whole - max(await votes))
        if projector.components[PANEL].data["votes"]:
            seen.mistakes.append(f"the tally before frame {frame} was told while it was open")
        wanted = sorted([arm, lane, count] for (arm, lane), count in Counter(choices).items())
        await projector.say(PANEL, "said", {"at": frame, "frame": frame, "shown": True})
        await projector.look(PANEL)
        if projector.components[PANEL].data["votes"] != wanted:
            seen.mistakes.append(f"the tally before frame {frame} is wrong")
    for pupil in pupils:
        await pupil.leave()
    await projector.leave()
    return seen


async def until_whole(projector: Visitor, votes: int) -> float:
    """Look until all votes are there; return when that was."""
    end = perf_counter() + SECONDS + PATIENCE
    while projector.components[PANEL].data["voters"] < votes:
        if perf_counter() > end:
            raise Failed(f"{projector.components[PANEL].data['voters']} of {votes} votes came")
        await asyncio.sleep(SECONDS_BETWEEN_LOOKS_OF_HOST)
        await projector.look(PANEL)
    return perf_counter()


def measure() -> list[Row]:
    """Return the rows of the table."""
    with (
        tempfile.TemporaryDirectory() as folder,
        serve(ROOT / "server.py", Path(folder) / "log") as app,
    ):
        asyncio.run(lesson(app.url, 2))  # the kernels are loaded meanwhile
        before = megabytes(app)
        seen = asyncio.run(lesson(app.url, PHONES))
        grown = megabytes(app) - before
        mistakes = [*seen.mistakes, *(line for line in app.log.splitlines() if "Traceback" in line)]
    said = f"{seen.repeated} of {PHONES * QUESTIONS} votes said again; questions: "
    said += ", ".join(f"{seconds:.2f}" for seconds in seen.waited) + " s"
    what = f"{PHONES} phones vote within {SECONDS:.0f} s: last vote → whole tally"
    return [
        Row(what, max(seen.waited), "s", GOAL_SECONDS, False, said),
        Row("the server's memory for that room", grown, "MB", GOAL_GROWTH, False),
        Row("errors and wrong tallies", len(mistakes), "", 0, False, "; ".join(mistakes)[:200]),
    ]
