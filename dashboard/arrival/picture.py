"""Two answers beside the pages: a link's picture, and a saved run that needs no connection.

Anybody may ask for the picture of any link, so it is priced before, drawn once for all who ask,
one at a time, and not waited for: who asks for what is dear, or comes while another is drawn, gets
the picture that fits every link.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from dart_core.unseen import printable
from dashboard import memory
from dashboard.arrival.drawing import Ended, Line, picture
from dashboard.arrival.page import LONGEST, PICTURE
from dashboard.arrival.words import gives_away, rivals
from dashboard.catalogue import CATALOGUE, OWN, style
from dashboard.links.link import Link
from dashboard.prices import cost, limits
from dashboard.questions import question
from dashboard.serving import log
from dashboard.serving.addresses import address_of
from dashboard.serving.jobs import StopFlag
from dashboard.serving.profile import profile
from dashboard.serving.rates import Rate, Rates
from dashboard.settings import Settings

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.routing import Route

    from dart_player.format import Payload

SAVED = "saved.html"
KEPT = 8 * memory.MB
DEAREST = 0.15  # s: all runs of a picture together
PATIENCE = 1.0  # s: later the fixed one is sent, and this one is there for who asks next
LONGEST_WORK = 5.0  # s: kernels that are compiled meanwhile included
EACH = Rate(burst=20, per_second=0.5)  # of an address: a chat asks once for a link
MOST_POINTS = 160


class Pictures:
    """The pictures of one process."""

    def __init__(self) -> None:
        self._kept = memory.Kept[bytes](KEPT)
        self._rates = Rates(EACH)
        self._drawing: asyncio.Task[None] | None = None

    async def answer(self, request: Request) -> Response:
        """Return the picture of what the query describes, or the one that fits every link."""
        from starlette.responses import Response

        png = await self.of(request.url.query, address_of(request.scope))
        headers = {"Cache-Control": "public, max-age=600"}
        return Response(png or fixed(), media_type="image/png", headers=headers)

    async def of(self, query: str, address: str) -> bytes | None:
        """Return the picture of a query, None where there is none for it now."""
        if not query or len(query) > LONGEST or not self._rates.take(address):
            return None
        if (found := self._kept.get(query)) is not None:
            return found
        if self._drawing is None or self._drawing.done():
            self._drawing = asyncio.create_task(self._draw(query))
            await asyncio.wait({self._drawing}, timeout=PATIENCE)
        return self._kept.get(query)

    async def _draw(self, query: str) -> None:
        stop = np.zeros(1, dtype=np.int64)
        later = asyncio.get_running_loop().call_later(LONGEST_WORK, stop.fill, 1)
        try:
            png = await asyncio.to_thread(drawn, query, stop)
        except Exception:
            log.logger().exception("No picture of %s", printable(query))
            png = fixed()
        finally:
            later.cancel()
        self._kept.put(query, png)


def drawn(query: str, stop: StopFlag) -> bytes:
    """Return the picture of a link: of its own runs, where it may have one."""
    import dart_core as dc

    settings = affordable(query)
    try:
        return draw(settings, stop) if settings else fixed()
    except (dc.DartError, dc.Stopped):  # what cannot run here, or takes longer than it should
        return fixed()


def affordable(query: str) -> Settings | None:
    """Return what a link's picture shows; None if it may show nothing, or would cost too much."""
    its = Link.parse(query)
    racers = its.settings.racers()
    own = any(each.algorithm in OWN.names for each in racers)  # they run as long as they like
    if own or gives_away(its.lesson) or limits.of_watch(its.settings, profile()):
        return None
    price = cost.preparing(its.settings)
    price += sum(cost.of_run(each, cost.curves(each)[0]) for each in racers)
    return its.settings if price <= DEAREST else None


def draw(settings: Settings, stop: StopFlag | None = None) -> bytes:
    """Run the link's algorithms and return the picture of how they ended."""
    import dart_core as dc

    problem = settings.problem().prepare(stop)
    runs = [
        dc.simulate(problem, its.chosen(), seed=settings.seed, frames=0, stop=stop)
        for its in settings.racers()
    ]
    most = max(1e-9, *(float(run.regret[-1]) for run in runs))
    lines = []
    for its, run in zip(settings.racers(), runs, strict=True):
        places = np.linspace(0, run.t.size - 1, min(run.t.size, MOST_POINTS)).astype(int)
        points = [(run.t[i] / settings.horizon, run.regret[i] / most) for i in places]
        colour = style(its.algorithm, its.preset)["light"]
        lines.append(Line(CATALOGUE[its.algorithm].label, colour, [(0.0, 0.0), *points]))
    first = runs[0]
    chosen, best = frozenset(first.final_set), frozenset(map(int, problem.optimal_set))
    right = len(chosen & best)
    ended = Ended(settings.n, chosen, best, lines, most, settings.horizon)
    who = CATALOGUE[settings.algorithm].label
    said = f"{who}: {right} of {settings.k} right after {first.commit_t:,} rounds"
    if len(runs) > 1:
        said = f"{rivals(settings)}. {said}"
    return picture(question(settings), said, ended)


@cache
def fixed() -> bytes:
    """Return the picture that fits every link."""
    return picture(
        "Which few of these many pay best together?",
        "Watch an algorithm find out, one number a round",
        None,
    )


def saved_page(data: Payload) -> str:
    """Return the default run, as the player gets it, as a page that needs no connection."""
    from dart_player.standalone import standalone
    from dashboard.exports.about import about_picture
    from dashboard.exports.python_code import watch_script

    settings = Settings.default()
    script = watch_script(settings)
    extra = {
        "link": Link(settings).shared(),
        "start": {"newcomer": False},
        "about": about_picture(settings, data["version"], "run"),
    }
    return standalone(cast("Payload", {**data, **extra}), origin=script.about, code=script.text)


def routes(base: str, stored: Callable[[], Mapping[str, Any]]) -> list[Route]:
    """Return both.

    Parameters
    ----------
    base : str
        The path that the app is served at; "" if none.
    stored : callable
        Gives the run of the default settings, made beforehand.
    """
    from starlette.responses import HTMLResponse
    from starlette.routing import Route

    text = cache(lambda: saved_page(stored()["player"]))

    async def saved(request: Request) -> Response:
        del request
        return HTMLResponse(text(), headers={"Cache-Control": "no-cache"})

    stripped = base.strip("/")
    root = f"/{stripped}/" if stripped else "/"
    return [Route(f"{root}{PICTURE}", Pictures().answer), Route(f"{root}{SAVED}", saved)]
