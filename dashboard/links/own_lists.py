"""Arms of visitors' own that no link holds: one budget for all sessions, each reads its own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from dashboard import memory
from dashboard.links.own_arms import Texts, kept
from dashboard.once import once


class OwnLists(Mapping[str, Texts]):
    """What one session keeps, by the name that its links have for it.

    Parameters
    ----------
    session : str
        A random name of the session, known to nobody else.
    """

    def __init__(self, session: str) -> None:
        self._session = session

    def keep(self, texts: Mapping[str, str]) -> None:
        """Keep what a link cannot hold of the settings that have these texts."""
        for name, lists in kept(texts).items():
            if name not in self:
                _held().put((self._session, name), lists, owner=self._session)

    def __getitem__(self, name: str) -> Texts:
        found = _held().get((self._session, name))
        if found is None:
            raise KeyError(name)
        return found

    def __iter__(self) -> Iterator[str]:
        return (name for session, name in _held() if session == self._session)

    def __len__(self) -> int:
        return sum(1 for _ in self)


@once
def _held() -> memory.Kept[Texts]:
    return memory.Kept(memory.LISTS)
