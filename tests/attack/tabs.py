"""Tabs that ask for one full run of a page after the other; ``python -m tests.attack.tabs``.

In a process of their own, so that whoever measures a victim does not wait for them.
"""

from __future__ import annotations

import asyncio
import sys
import time
from contextlib import suppress

from websockets.exceptions import ConnectionClosed

from benchmarks.client import Failed, Visitor


async def tab(url: str, each: float, end: float) -> None:
    """Ask `each` times a second, and read what comes as it comes."""
    with suppress(Failed, OSError, ConnectionClosed):
        visitor, _ = await Visitor.arrive(url)
        socket = visitor._socket

        async def drain() -> None:
            async for _ in socket:
                pass

        reading = asyncio.create_task(drain())
        while time.monotonic() < end:
            await socket.send(visitor._message().SerializeToString())
            await asyncio.sleep(1 / each)
        reading.cancel()
        await visitor.leave()


async def attack(url: str, tabs: int, each: float, seconds: float) -> None:
    """Open all tabs at once."""
    end = time.monotonic() + seconds
    await asyncio.gather(*(tab(url, each, end) for _ in range(tabs)))


if __name__ == "__main__":
    asyncio.run(attack(sys.argv[1], *map(int, sys.argv[2:4]), float(sys.argv[4])))
