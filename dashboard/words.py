"""The words around the player: what is shown, what was wrong with a link, how to read it."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from dashboard.catalogue import CATALOGUE, OWN
from dashboard.naming import escaped, said_alike
from dashboard.scenarios import scenario_of
from dashboard.schema.repair import Notice, sorted_out
from dashboard.settings import Settings
from dashboard.state import hides, link


def subtitle(settings: Settings) -> str:
    """Return what is shown, in one line of Markdown."""
    scenario = scenario_of(settings)
    if scenario is None:
        return facts(settings)
    return f"**{scenario.title}.** {scenario.story}  \n{facts(settings)}"


def facts(settings: Settings) -> str:
    """Return the problem and the algorithm with its constants, in one line."""
    entry = CATALOGUE[settings.algorithm]
    own = dict(settings.constants)
    changed = [
        f"{constant.symbol} = {own[name]:g}"
        for name, constant in entry.tunables.items()
        if name in own
    ]
    constants = f" ({', '.join(changed)})" if changed else ""
    preset = f" · {settings.preset}" if len(entry.presets) > 1 else ""
    return (
        f"N = {settings.n} arms, choose K = {settings.k}, T = {settings.horizon:,} · "
        f"{settings.reward_words} · {entry.label}{preset}{constants}"
    )


def show_heading(title: str, line: str) -> None:
    """Show a page's heading, unless a teacher's link leaves it out."""
    if not hides("heading"):
        with st.container(key="heading"):
            st.header(title)
            st.markdown(line)
    show_notices(link().notices)
    show_outdated(link().outdated)


def show_notices(notices: Sequence[Notice]) -> None:
    """Say what a link held that could not be used. Its text is the visitor's: never markup."""
    if not notices:
        return
    others, missing = sorted_out(notices)
    lines = [str(notice) for notice in others]
    if missing:
        lines.append(f"Missing from the link, so defaults are used: {', '.join(missing)}.")
    with st.container(border=True):
        what = "Part of this link could not be read" if others else "This link does not say all"
        st.markdown(f":material/link_off: **{what}.**")
        for line in lines:
            st.text(line)


def show_outdated(labels: Sequence[str]) -> None:
    """Say that a link's numbers came from earlier revisions of these algorithms."""
    if labels:
        names = " and ".join(filter(None, [", ".join(labels[:-1]), labels[-1]]))
        st.caption(
            f":material/history: This link was made with an earlier version of {names}. The same "
            "settings and seeds give other numbers now."
        )


def show_not_loaded() -> None:
    """Say which files of algorithms of one's own cannot be used."""
    for problem in OWN.problems:
        st.error(problem, icon=":material/extension_off:")


def show_alike(names: tuple[str, ...] | None) -> None:
    """Say which arms cannot be told apart by their names, as a link may have it."""
    if said := said_alike(names):
        st.warning(escaped(said), icon=":material/content_copy:")


def show_broken(paragraphs: list[str]) -> None:
    """Say what the problem lacks that the algorithms count on."""
    for text in paragraphs:
        st.warning(text, icon=":material/rule:")
