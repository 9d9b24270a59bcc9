"""The words around the player: what is shown, what was wrong with a link, how to read it."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from dart_core.unseen import said_alike
from dashboard.catalogue import OWN, Choice
from dashboard.naming import escaped
from dashboard.own_problem.together import fact, sentence
from dashboard.scenarios import scenario_of, thing_of
from dashboard.schema.repair import Notice, sorted_out
from dashboard.settings import Settings
from dashboard.state import hides, link


def subtitle(settings: Settings) -> str:
    """Return what is shown, in a few lines of Markdown."""
    scenario = scenario_of(settings)
    story = "" if scenario is None else f"**{scenario.title}.** {scenario.story}"
    return "  \n".join(filter(None, (story, facts(settings), sentence(settings))))


def facts(settings: Settings) -> str:
    """Return the problem and the algorithm with its constants, in one line."""
    size = f"N = {settings.n} arms, choose K = {settings.k}, T = {settings.horizon:,}"
    plays = settings.chosen().label
    return " · ".join(filter(None, (size, settings.reward_words, fact(settings), plays)))


def contest(settings: Settings) -> str:
    """Return who races against whom, as a title; "" where nobody does."""
    first, *rivals = _told_apart([its.watched for its in settings.racers()])
    if not rivals:
        return ""
    _, many = thing_of(settings)
    return f"Same {many}, same luck: {first} against {listed(rivals)}"


def facts_of_run(settings: Settings) -> str:
    """Return `facts`, and who races against the watched algorithm, in one line."""
    rivals = [its.watched.label for its in settings.racers()[1:]]
    return f"{facts(settings)} against {listed(rivals)}" if rivals else facts(settings)


def _told_apart(choices: Sequence[Choice]) -> list[str]:
    """Return the shortest names that tell choices apart: with a preset and constants if need be."""
    ways = [
        [choice.spec.label for choice in choices],
        [choice.label for choice in choices],
        [choice.algorithm().label for choice in choices],
    ]
    return [
        next((names[c] for names in ways if names.count(names[c]) == 1), ways[-1][c])
        for c in range(len(choices))
    ]


def listed(names: Sequence[str]) -> str:
    """Return names as a sentence has them: ``a, b and c``."""
    return " and ".join(filter(None, [", ".join(names[:-1]), *names[-1:]]))


def show_heading(title: str, line: str, shown: Sequence[Choice] = ()) -> DeltaGenerator | None:
    """Show a page's heading, unless a teacher's link leaves it out; return its title's place.

    Below it stands what is to be said of the link, of its algorithms only those that are `shown`.
    """
    place = None
    if not hides("heading"):
        with st.container(key="heading"):
            place = st.empty()
            place.title(title)
            st.markdown(line)
    show_notices(link().notices)
    on_screen = {choice.spec.label for choice in shown}
    show_outdated([label for label in link().outdated if label in on_screen])
    return place


def show_notices(notices: Sequence[Notice]) -> None:
    """Say what a link held that could not be used. Its text is the visitor's: never markup."""
    if not notices:
        return
    others, missing = sorted_out(notices)
    if others:
        with st.container(border=True):
            st.markdown(":material/link_off: **Part of this link could not be read.**")
            for notice in others:
                st.text(str(notice))
    if missing:
        with st.container(horizontal=True, vertical_alignment="center", key="left_out"):
            st.caption(
                f"This link leaves out {len(missing)} settings; they have their default values.",
                width="content",
            )
            with st.popover("Which?", type="tertiary"):
                st.text(f"Missing from the link, so defaults are used: {', '.join(missing)}.")


def show_outdated(labels: Sequence[str]) -> None:
    """Say that a link's numbers came from earlier revisions of these algorithms."""
    if labels:
        st.caption(
            ":material/history: This link was made with an earlier version of "
            f"{listed(labels)}. The same "
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
    if not paragraphs:
        return
    with st.container(key="broken"):
        for text in paragraphs:
            st.warning(text, icon=":material/rule:")
