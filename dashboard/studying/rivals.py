"""Whom the watched algorithm is compared with: a chip each, and their variants behind a button."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from dashboard.catalogue import CATALOGUE, Choice, curve_labels, sensible
from dashboard.keeping import forget
from dashboard.schema.study_choices import MOST_COMPARED
from dashboard.settings import Settings
from dashboard.state import current, hides, locks, open_settings, session
from dashboard.widgets import widget_key

_KEY, _VARIANT = widget_key("rivals"), "rivals_variant"
_LINK_KEY = "vs"


def chips() -> None:
    """Draw a chip for each algorithm."""
    if hides(_LINK_KEY):
        return
    settings = current()
    labels = labels_of(settings)
    st.pills(
        f"Compare {settings.watched.label} with",
        list(labels),
        selection_mode="multi",
        default=list(session().shown[_KEY]),
        format_func=lambda text: labels.get(text, text),
        key=_KEY,
        disabled=locks(_LINK_KEY),
        wrap=True,
    )


def variants() -> None:
    """Draw the button behind which the other presets are."""
    if hides(_LINK_KEY):
        return
    settings = current()
    others, full = variants_of(settings), len(settings.rivals) >= MOST_COMPARED
    with st.popover("Variants", icon=":material/add:"):
        st.selectbox(
            "Another preset of an algorithm",
            list(others),
            index=None,
            format_func=others.__getitem__,
            placeholder="Choose one",
            key=_VARIANT,
            on_change=_add,
            disabled=full or locks(_LINK_KEY),
            help="Each algorithm has a chip with one sensible preset. Here are the others.",
        )
        if full:
            st.caption("That is as many as fit. Take one away first.")


def who_is_who(settings: Settings) -> None:
    """Draw the button behind which every curve's algorithm and preset are explained.

    Parameters
    ----------
    settings : Settings
        As `Settings.compared` gives them.
    """
    with st.popover("Who is who", icon=":material/help:"):
        for choice in settings.choices():
            st.markdown(explained(choice))


def explained(choice: Choice) -> str:
    """Return what an algorithm does and what its preset is, in Markdown."""
    spec = choice.spec
    own = ", ".join(f"{spec.tunables[name].symbol} = {of:g}" for name, of in choice.constants)
    its = f"*{choice.preset}*: {spec.presets[choice.preset].line}" if len(spec.presets) > 1 else ""
    more = ", here ".join(filter(None, (its, own)))
    return f"**{spec.label}.** {spec.line}" + (f"  \n{more}." if more else "")


def labels_of(settings: Settings) -> dict[str, str]:
    """Return what may be compared with one click: texts of links, and names for people.

    Each algorithm by one sensible preset, and every other one that is chosen.
    """
    others = [Choice.read(sensible(name)) for name in CATALOGUE if name != settings.algorithm]
    every = dict.fromkeys([*others, *settings.rivals])
    usual = {each: each.spec.label for each in others}
    return {each.text: usual.get(each, each.label) for each in every}


def variants_of(settings: Settings) -> dict[str, str]:
    """Return what else may be compared, by the texts of links."""
    shown = labels_of(settings)
    return {text: label for text, label in curve_labels().items() if text not in shown}


def _add() -> None:
    text, settings = forget(_VARIANT), current()
    if text:
        beside = tuple(dict.fromkeys([*settings.rivals, Choice.read(text)]))
        open_settings(replace(settings, rivals=beside))
