"""Pages live in rooms of their own: what several share lies in a room named for it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.project.files import ROOT, label, under
from tests.project.test_floors import imports, within

SCRIPTS = under("pages", ".py")


def rooms_of(script: Path) -> set[str]:
    """Return the packages whose `page` a script in `pages/` shows."""
    parts = [name.split(".") for name in imports(script)]
    return {at[1] for at in parts if at[0] == "dashboard" and "page" in at[2:]}


ROOMS = {room for script in SCRIPTS for room in rooms_of(script)}


def needs(path: Path) -> set[str]:
    """Return the rooms of pages that a module imports something of."""
    return {room for room in ROOMS for name in imports(path) if within(name, f"dashboard.{room}")}


@pytest.mark.parametrize("script", SCRIPTS, ids=label)
def test_every_page_has_a_room_of_its_own(script: Path) -> None:
    (room,) = rooms_of(script)
    assert needs(script) == {room}
    assert (ROOT / "dashboard" / room / "page.py").is_file()
    assert sum(rooms_of(other) == {room} for other in SCRIPTS) == 1


@pytest.mark.parametrize("path", under("dashboard", ".py"), ids=label)
def test_nothing_imports_the_room_of_a_page_but_this_page(path: Path) -> None:
    own = path.relative_to(ROOT / "dashboard").parts[0]
    assert needs(path) <= {own} & ROOMS


@pytest.mark.parametrize("room", sorted(ROOMS))
def test_streamlit_stays_out_of_what_a_page_computes_draws_and_says(room: str) -> None:
    for path in under(f"dashboard/{room}", ".py"):
        if path.name in ("model.py", "figures.py", "words.py"):
            closed = ("streamlit", f"dashboard.{room}.page")
            found = {name for name in imports(path) for its in closed if within(name, its)}
            assert found == set(), label(path)
