"""A class on one server: ``python -m benchmarks.load --visitors 50 --seconds 120 --hours 24``.

Starts the server of a public address, with the hosted limits, and visits it over real websockets:
a class that opens one link at once and then moves sliders of the page and, once a minute, one in
the animation, whose runs the server then computes; the same class beside a visitor who
asks for the largest studies without end, beside one who opens links whose best set is searched for
without end, beside one who opens Theory of the largest problems, and beside one whose tabs run
their scripts all the time; and lecture hours, pressed together, whose visitors come and go. Prints
what they waited for, what failed, and the server's memory, as a table.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import tempfile
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import count
from pathlib import Path
from time import perf_counter

import numpy as np

from benchmarks.client import Failed, Visitor
from benchmarks.table import HEADER, Row
from dashboard.links.link import Link
from dashboard.prices import cost, limits
from dashboard.serving.profile import PROFILES, Profile
from dashboard.settings import Settings
from tests.browser.server import ROOT, App, serve

LINK = Link(Settings(n=20, k=4, horizon=20_000, seed=7)).query()
SLIDER, LOW, HIGH = "Arms N", 8, 60
MAXIMAL = Settings(n=100, k=25, horizon=100_000, algorithm="lints", preset="scaled", companions=())
# As much as a link holds: no order among the arms, and too many sets to try them all.
ENDLESS = Settings(n=100, k=50, horizon=1_000, reward="min", law="varied", companions=())
TABS, RERUNS = 20, 5  # tabs of one visitor, and how often a second each runs its script
BETWEEN = 5.0  # s from one move of a slider to the next
DRAGS = 12  # each of so many moves is of a slider in the animation
ARRIVALS = 10.0  # s in which all have opened the link
HOUR = 12.0  # s that a lecture hour is pressed into
# As sessions are kept for two minutes after a tab was closed, hours as short would pile them up.
KEPT = 5
GOAL_P95, GOAL_MB, GOAL_ABUSE, GOAL_GROWTH = 1.5, 1_000, 1.25, 1.1


@dataclass
class Seen:
    """What a class saw: seconds until a page, a frame, all runs of a slider; and errors."""

    arrivals: list[float] = field(default_factory=list)
    frames: list[float] = field(default_factory=list)
    families: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)

    def p95(self, what: str = "frames") -> float:
        """Return the 95th percentile of the frames, the arrivals or the families, in seconds."""
        values = getattr(self, what)
        return float(np.quantile(values, 0.95)) if values else float("nan")


async def noting(errors: list[str], doing: Awaitable[None]) -> None:
    """Await something, and note what fails instead of raising it."""
    try:
        await doing
    except (Failed, OSError, EOFError) as error:
        errors.append(f"{error}")


async def learner(url: str, seen: Seen, wait: float, seconds: float, luck: random.Random) -> None:
    """Open the link after a while, then move a slider every few seconds."""
    await asyncio.sleep(wait)
    visitor, took = await Visitor.arrive(url, query=LINK)
    seen.arrivals.append(took)
    end = perf_counter() + seconds
    for move in count(luck.randrange(DRAGS)):
        if perf_counter() >= end:
            break
        pause = luck.uniform(0.8, 1.2) * BETWEEN
        begin = perf_counter()
        if move % DRAGS == 0:
            frame = await drag(visitor, seen)
        else:
            frame = await visitor.ask(SLIDER, luck.randint(LOW, HIGH))
        if frame is None:
            seen.errors.append("no animation came")
        else:
            seen.frames.append(frame)
        await asyncio.sleep(max(0.0, pause - (perf_counter() - begin)))
    await visitor.leave()


async def drag(visitor: Visitor, seen: Seen) -> float | None:
    """Move the first slider in the animation to one of its values; return as `Visitor.ask` does.

    As the page does it: all runs are asked for where the slider is reached for, some at a time;
    while it moves, nobody is asked; where it is let go, its value becomes the setting.
    """
    data = visitor.components["player"].data
    its, knob = data["runs"][0]["id"], data["knobs"][0]
    begin, first, members = perf_counter(), 0, []
    while first is not None:
        asked = {"id": its, "constant": knob["constant"], "first": first}
        await visitor.say("reach", "reach", asked)
        given = visitor.components["reach"].data
        first = given["next"]
        members += given["members"]
    seen.families.append(perf_counter() - begin)
    value = members[-1]["value"]
    act = {"name": "constant", "id": its, "constant": knob["constant"], "value": value}
    return await visitor.say("player", "act", act)


async def lesson(url: str, visitors: int, seconds: float) -> Seen:
    """Return what a class saw."""
    seen, luck = Seen(), random.Random(0)
    await asyncio.gather(
        *(
            noting(
                seen.errors,
                learner(url, seen, at * ARRIVALS / visitors, seconds, random.Random(luck.random())),
            )
            for at in range(visitors)
        )
    )
    return seen


async def abuser(url: str) -> None:
    """Ask for one largest study after the other, each for as long as it is looked at."""
    runs = int(PROFILES["hosted"].max_seconds / cost.of_study(replace(MAXIMAL, runs=1)).seconds)
    visitor, _ = await Visitor.arrive(url, "compare", Link(replace(MAXIMAL, runs=runs)).query())
    for seed in count(1):
        visitor.query = Link(replace(MAXIMAL, runs=runs, seed=seed)).query()
        await visitor.ask()
        await visitor.press("Start")  # so large a study waits for it
        for _ in range(4):
            await asyncio.sleep(1.0)
            await visitor.ask()


def largest(refuse: Callable[[Settings, Profile], str]) -> Settings:
    """Return the largest problem like `ENDLESS` that a public server takes on."""
    sizes = (replace(ENDLESS, n=n, k=n // 2) for n in range(ENDLESS.n, 2, -2))
    return next(each for each in sizes if not refuse(each, PROFILES["hosted"]))


async def searcher(url: str) -> None:
    """Open four links whose best set is searched for, close the tabs at once, and begin again.

    One is refused, the others are the largest that the server takes on.
    """
    fits = largest(limits.of_watch)
    for seed in count(1):
        its = [ENDLESS, fits, fits, fits]
        links = [
            Link(replace(each, arms_seed=4 * seed + at)).query() for at, each in enumerate(its)
        ]
        tabs = [asyncio.create_task(Visitor.arrive(url, query=link)) for link in links]
        await asyncio.sleep(1.5)
        for tab in tabs:
            await _closed(tab)


async def theorist(url: str) -> None:
    """Open Theory of the largest problems in three tabs, and of others as soon as one is there."""
    its = largest(limits.of_theory)

    async def tab(which: int) -> None:
        for seed in count(which, 3):
            visitor, _ = await Visitor.arrive(url, "theory", Link(replace(its, seed=seed)).query())
            await visitor.leave()

    await asyncio.gather(*(tab(which) for which in range(3)))


async def rerunner(url: str) -> None:
    """Keep twenty tabs whose scripts run five times a second, each time with another seed."""

    async def tab(which: int) -> None:
        visitor, _ = await Visitor.arrive(url, query=LINK)
        for seed in count(which, TABS):
            visitor.query = Link(Settings(n=20, k=4, horizon=20_000, seed=seed % 2**32)).query()
            begin = perf_counter()
            await visitor.ask()
            await asyncio.sleep(max(0.0, 1 / RERUNS - (perf_counter() - begin)))

    await asyncio.gather(*(tab(which) for which in range(TABS)))


async def _closed(tab: asyncio.Task[tuple[Visitor, float]]) -> None:
    """Close a tab whether or not its page has come."""
    tab.cancel()
    with suppress(asyncio.CancelledError, Failed, OSError, EOFError):
        visitor, _ = await tab
        await visitor.leave()


ATTACKERS: dict[str, Callable[[str], Awaitable[None]]] = {
    "endless largest studies": abuser,
    "endless searches for the best set": searcher,
    "Theory of the largest problems": theorist,
    f"{TABS} tabs with {RERUNS} reruns a second": rerunner,
}


async def beside(
    attacker: Callable[[str], Awaitable[None]], url: str, visitors: int, seconds: float
) -> Seen:
    """Return what a class saw beside a visitor who wants everything."""
    seen: list[str] = []
    attack = asyncio.create_task(noting(seen, attacker(url)))
    its = await lesson(url, visitors, seconds)
    attack.cancel()
    with suppress(asyncio.CancelledError):
        await attack
    its.errors += [f"attacker: {error}" for error in seen]
    return its


def megabytes(app: App) -> float:
    """Return the resident memory of the server."""
    for line in Path(f"/proc/{app.pid}/status").read_text(encoding="utf-8").splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1e3
    raise SystemExit("Expected /proc with VmRSS, as Linux has it.")


async def hours(app: App, visitors: int, number: int) -> tuple[list[float], list[str]]:
    """Return the server's memory after each of several hours, and errors."""
    memory, errors = [], []
    for _ in range(number):
        seen = await lesson(app.url, visitors, HOUR - ARRIVALS / 2)
        errors += seen.errors
        await asyncio.sleep(2 * KEPT)
        memory.append(megabytes(app))
    return memory, errors


def report(visitors: int, seconds: float, lectures: int) -> list[Row]:
    """Measure everything; return the table's rows."""
    os.environ["DART_PROFILE"] = "hosted"
    os.environ["STREAMLIT_SERVER_DISCONNECTED_SESSION_TTL"] = str(KEPT)
    rows = []
    with (
        tempfile.TemporaryDirectory() as folder,
        serve(ROOT / "server.py", Path(folder) / "log") as app,
    ):
        asyncio.run(lesson(app.url, 2, 15))  # the kernels are compiled or loaded meanwhile
        quiet = asyncio.run(lesson(app.url, visitors, seconds))
        after = megabytes(app)
        said = f"{len(quiet.frames)} moves, median {np.median(quiet.frames or [np.nan]):.2f} s"
        rows.append(
            Row(
                f"{visitors} visitors, slider → frame, p95", quiet.p95(), "s", GOAL_P95, False, said
            )
        )
        rows.append(
            Row("all runs of a slider in the animation, p95", quiet.p95("families"), "s", 2, False)
        )
        rows.append(Row("a page after its link, p95", quiet.p95("arrivals"), "s", 4, False))
        rows.append(Row("memory of the server", after, "MB", GOAL_MB, False))
        errors = [*quiet.errors]
        for name, attacker in ATTACKERS.items():
            beset = asyncio.run(beside(attacker, app.url, visitors, seconds))
            errors += beset.errors
            said = f"{beset.p95():.2f} s"
            if attacker is abuser:
                ratio = beset.p95() / quiet.p95()
                what = f"p95 beside {name}, × alone"
                rows.append(Row(what, ratio, "×", GOAL_ABUSE, False, said))
            else:
                rows.append(Row(f"p95 beside {name}", beset.p95(), "s", GOAL_P95, False))
                arrivals = beset.p95("arrivals")
                rows.append(Row(f"a page beside {name}, p95", arrivals, "s", GOAL_P95, False))
        if lectures >= 3:
            memory, more = asyncio.run(hours(app, visitors, lectures))
            third = lectures // 3
            growth = float(np.mean(memory[-third:]) / np.mean(memory[:third]))
            said = f"{memory[0]:.0f} MB after the first, {memory[-1]:.0f} MB after the last"
            rows.append(
                Row(
                    f"{lectures} hours, memory of the last third, × first",
                    growth,
                    "×",
                    GOAL_GROWTH,
                    False,
                    said,
                )
            )
            errors += more
        errors += [line for line in app.log.splitlines() if "Traceback" in line]
        said = "; ".join(sorted(set(errors)))[:200]
        rows.append(Row("errors", len(errors), "", 0, False, said))
    return rows


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="A class on one server.")
    parser.add_argument("--visitors", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=120.0)
    parser.add_argument("--hours", type=int, default=24, help="0: leave them out")
    options = parser.parse_args()
    print(HEADER)
    for row in report(options.visitors, options.seconds, options.hours):
        print(row.line(), flush=True)


if __name__ == "__main__":
    main()
