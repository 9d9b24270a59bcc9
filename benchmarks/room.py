"""A class hour: phones join by a code, answer five questions, one reloads, ten lose the network.

Over real websockets, as the pages speak. A host starts a class on Learn and goes from moment to
moment. All phones open the page that asks for the code within seconds, type it, and vote on every
question. During the third question one page is loaded anew; during the fourth some phones are
without a network for twenty seconds, in which their owners answer: the page keeps the answer and
says it when it is back. ``python -m benchmarks.room --phones 10`` for a smaller class.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import tempfile
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter
from urllib.parse import parse_qs

import numpy as np

from benchmarks.client import Failed, Visitor
from benchmarks.load import megabytes
from benchmarks.table import HEADER, Row
from benchmarks.vote import Class, Phone
from dashboard.classroom.polling import SECONDS_BETWEEN_LOOKS_OF_HOST
from dashboard.lessons.moments import moments
from dashboard.naming import escaped
from tests.browser.server import ROOT, serve

PHONES, OFFLINE = 50, 10
QUESTIONS, RELOADS_AT, OFFLINE_AT = 5, 2, 3
OPENINGS = 5.0  # s in which all have opened the page that asks for the code
SECONDS = 5.0  # in which all vote on a question
AWAY = 20.0  # s without a network
PATIENCE = 20.0  # s for votes that do not come
GOAL_JOINING, GOAL_TALLY, GOAL_MB = 10.0, 1.0, 1_000.0
PANEL = "poll"


@dataclass
class Hour(Class):
    """What was seen besides: seconds until all were in, and from each vote to the tally."""

    joined: float = 0.0
    tallied: list[float] = field(default_factory=list)


class Pupil(Phone):
    """A phone that joins by the code on the wall, and answers as `poll.js` does."""

    panel, question = PANEL, "name"

    async def arrive(self, wait: float) -> None:
        """Open the page that asks for the code after a while, and type it."""
        await asyncio.sleep(wait)
        url, code = self.address
        self.visitor, _ = await Visitor.arrive(url, "join")
        await self.visitor.submit("Join", {"Code": code.lower(), "Nickname (optional)": ""})
        if PANEL not in self.visitor.components:
            raise Failed(f"{self.voter} typed {code} and did not get in")
        await self.begin()

    async def reload(self) -> None:
        """Load the page anew, as its address says."""
        await self.leave()
        await super().arrive(0)

    async def away(self, wait: float, asked: str, choice: tuple[int, int]) -> float:
        """Lose the network, answer meanwhile, and come back; return when the answer is sent."""
        await asyncio.sleep(wait)
        await self.leave()
        await asyncio.sleep(AWAY)
        await super().arrive(0)
        return await self.vote(0, asked, choice)


class Tally:
    """The host's page: it looks as often as a browser does, and notes when a vote was counted."""

    def __init__(self, host: Visitor) -> None:
        self.host = host
        self.counted: list[float] = []  # when the first, second, … vote stood there

    async def until(self, votes: int, patience: float) -> None:
        """Look until so many votes are counted."""
        end = perf_counter() + patience
        while len(self.counted) < votes:
            if perf_counter() > end:
                raise Failed(f"{len(self.counted)} of {votes} votes came")
            await asyncio.sleep(SECONDS_BETWEEN_LOOKS_OF_HOST)
            await self.host.look(PANEL)
            new = self.host.components[PANEL].data["voters"] - len(self.counted)
            self.counted += [perf_counter()] * new


async def hour(url: str, phones: int, offline: int) -> Hour:
    """Lead a class through the first moments of Learn."""
    seen, luck = Hour(), random.Random(0)
    host, _ = await Visitor.arrive(url, "learn")
    await host.press("Start a class")
    [code] = parse_qs(host.query)["room"]
    pupils = [Pupil(url, code, number, seen) for number in range(phones)]
    begin = perf_counter()
    await asyncio.gather(*(p.arrive(at * OPENINGS / phones) for at, p in enumerate(pupils)))
    seen.joined = perf_counter() - begin
    for at, moment in enumerate(moments()[:QUESTIONS]):
        if at:
            await host.press(f"Next: {escaped(moment.title)}")
        if at == RELOADS_AT:
            await pupils[0].reload()
        choices = [(luck.randrange(len(moment.answers)), 0) for _ in pupils]
        gone = offline if at == OFFLINE_AT else 0
        votes = asyncio.gather(
            *(
                pupil.away(luck.uniform(0, SECONDS / 2), moment.name, choice)
                if number < gone
                else pupil.vote(luck.uniform(0, SECONDS), moment.name, choice)
                for number, (pupil, choice) in enumerate(zip(pupils, choices, strict=True))
            )
        )
        tally = Tally(host)
        await tally.until(phones, SECONDS + PATIENCE + AWAY * bool(gone))
        if host.components[PANEL].data["votes"]:
            seen.mistakes.append(f"{moment.name}: the tally was told while it was open")
        sent = sorted(await votes)
        seen.tallied += [there - then for there, then in zip(tally.counted, sent, strict=True)]
        await host.say(PANEL, "said", {"close": moment.name})  # the page then runs anew
        wanted = sorted([option, count] for (option, _), count in Counter(choices).items())
        told = host.components[PANEL].data
        if [told["votes"], told["voters"], told["joined"]] != [wanted, phones, phones]:
            seen.mistakes.append(f"{moment.name}: expected {wanted}, the tally is {told['votes']}")
    for pupil in pupils:
        await pupil.leave()
    await host.leave()
    return seen


def measure(phones: int = PHONES, offline: int = OFFLINE) -> list[Row]:
    """Return the rows of the table."""
    with (
        tempfile.TemporaryDirectory() as folder,
        serve(ROOT / "server.py", Path(folder) / "log") as app,
    ):
        asyncio.run(hour(app.url, 1, 0))  # everything is loaded meanwhile
        seen = asyncio.run(hour(app.url, phones, offline))
        memory = megabytes(app)
        mistakes = [*seen.mistakes, *(line for line in app.log.splitlines() if "Traceback" in line)]
    p95 = float(np.quantile(seen.tallied, 0.95))
    said = f"{QUESTIONS} questions, one reloads, {offline} away for {AWAY:.0f} s; median "
    said += f"{np.median(seen.tallied):.2f} s, last {max(seen.tallied):.2f} s; "
    said += f"{seen.repeated} votes said again"
    return [
        Row(f"{phones} phones join by code, all in after", seen.joined, "s", GOAL_JOINING, False),
        Row("a vote → the tally, p95", p95, "s", GOAL_TALLY, False, said),
        Row("memory of the server in that hour", memory, "MB", GOAL_MB, False),
        Row("votes lost or counted twice", len(mistakes), "", 0, False, "; ".join(mistakes)[:300]),
    ]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--phones", type=int, default=PHONES)
    parser.add_argument("--offline", type=int, default=OFFLINE)
    wanted = parser.parse_args()
    print(HEADER)
    for row in measure(wanted.phones, min(wanted.offline, wanted.phones)):
        print(row.line(), flush=True)
