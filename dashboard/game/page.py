"""The parts of the Play page: the game, and after its last round the result."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from dart_player.naming import named
from dashboard import sharing
from dashboard.change import change
from dashboard.classroom import playing
from dashboard.game import figures, game, model, words
from dashboard.game.model import Course, Dealt, Rivals, Score
from dashboard.keeping import recall, remember
from dashboard.links.game_state import GAME_SCHEMA
from dashboard.links.link import Link
from dashboard.naming import escaped
from dashboard.prices import cost, limits
from dashboard.prices.limiting import show_over
from dashboard.scenarios import thing_of
from dashboard.schema.kinds import OneOf
from dashboard.serving.jobs import Work
from dashboard.serving.mark import Full
from dashboard.serving.profile import profile
from dashboard.serving.service import jobs
from dashboard.settings import Settings
from dashboard.speaking import speak
from dashboard.state import follows, hides, lesson, link, locks, next_seed, open_settings, take_game
from dashboard.waiting import PATIENCE, TICK
from dashboard.words import show_broken

_EASY = {"n": 8, "k": 2, "reward": "mean", "arms": "uniform", "law": "bernoulli"}
_QUIET = {"displayModeBar": False}  # Plotly's buttons would cover the picture on a phone
_ROUNDS = next(field for field in GAME_SCHEMA if field.name == "rounds")


def show(settings: Settings) -> None:
    """Show the game, or why there is none."""
    playing.way_back()
    state = link().game
    if settings.n > model.MOST_ARMS:
        st.info(
            f"A game has at most {model.MOST_ARMS} arms, and here are N = {settings.n}. Lower N "
            "in the sidebar, or take a smaller game.",
            icon=":material/touch_app:",
        )
        _smaller(settings)
        return
    if state.beat is not None:
        st.info(
            _said(
                f"A friend dares you: **regret {state.beat:g}** on these arms with this luck. Less "
                "is better. (The link says so and cannot prove it.)",
                settings,
            ),
            icon=":material/swords:",
        )
    _choices(settings)
    its = model.of_game(settings, state.rounds)
    if why := limits.of_play(its, profile()):
        show_over(why, settings, "play")
    else:
        _game(settings, its)


def _choices(settings: Settings) -> None:
    """Draw how long the game is, and ways to another one; a class plays one and the same."""
    if bool(st.context.is_embedded) or follows():
        return
    assert isinstance(_ROUNDS.kind, OneOf)
    with st.container(horizontal=True, vertical_alignment="bottom", key="choices"):
        remember("game_rounds", link().game.rounds)
        st.selectbox(
            _ROUNDS.label,
            list(_ROUNDS.kind.options),
            key="game_rounds",
            on_change=_take_rounds,
            disabled=bool(lesson().lock),
            help=_ROUNDS.help,
            width=110,
        )
        if not hides("luck"):
            st.button(
                _said("Deal new arms", settings),
                icon=":material/shuffle:",
                on_click=next_seed,
                args=("arms_seed", "seed"),
                disabled=locks("luck"),
                help=_said("Other arms and other luck: both seeds count up.", settings),
            )
        _smaller(settings)


def _said(text: str, settings: Settings) -> str:
    return named(text, None, thing_of(settings))


def _smaller(settings: Settings) -> None:
    """Offer an easy game, to who may change the settings."""
    easy, _ = change(settings, _EASY)
    if easy != settings and not lesson().lock and not hides("sidebar"):
        st.button(
            "Easier: 2 of 8",
            icon=":material/child_care:",
            on_click=open_settings,
            args=(easy,),
            help="Eight arms that pay 0 or 1, two chosen; the joint reward is their mean.",
        )


def _take_rounds() -> None:
    take_game(replace(link().game, rounds=recall("game_rounds")).undared())


@st.fragment
def _game(settings: Settings, its: Settings) -> None:
    place = st.empty()
    dealt: Dealt = _result(model.dealing(its), place, cost.preparing(its))
    played = game(dealt.payload(), key="board")
    if not isinstance(played, dict) or played.get("id") != dealt.key:
        return
    mine = model.score_of(dealt, its, played.get("actions"))
    if mine is not None:
        _show_result(settings, its, dealt, mine, played["actions"])


def _show_result(
    settings: Settings, its: Settings, dealt: Dealt, mine: Score, actions: Any
) -> None:
    st.header("Your result")
    place = st.empty()
    rivals: Rivals = _result(model.rivalling(settings, its), place, cost.preparing(its))
    verdict = words.verdict(mine, rivals, link().game.beat)
    speak(verdict, key="verdict")
    st.markdown(verdict)
    playing.finished(playing.game_of(settings, link().game), mine.final)
    for refusal in rivals.refused:
        st.caption(f":material/block: Did not play: {refusal}")
    theme = st.context.theme.type or "light"
    left, right = st.columns([3, 2])
    with left:
        st.markdown(_said("**Regret on the same arms with the same luck**", settings))
        figure = figures.regrets(mine, rivals.scores, theme)
        st.plotly_chart(figure, config=_QUIET, key="regrets", alt=words.in_words(mine, rivals))
    with right:
        st.markdown("**The truth** (▲ best set; 3× you played it in 3 rounds)")
        figure = figures.truth(
            dealt.problem, model.plays(actions, its.n), dealt.labels, dealt.thing, theme
        )
        said = words.truth(dealt.problem, dealt.labels)
        st.plotly_chart(figure, config=_QUIET, key="truth", alt=said)
        st.markdown(escaped(said))
    show_broken(list(rivals.broken))
    _dare(settings, mine)
    if settings.horizon > its.horizon and not limits.of_watch(settings, profile()):
        price = cost.preparing(settings) + cost.of_run(settings, cost.curves(settings)[0])
        course: Course | None = _result(model.going_on(settings), place, price)
        if course is not None:
            st.markdown(words.outlook(course, mine))


def _dare(settings: Settings, mine: Score) -> None:
    """Offer the link to the very same game."""
    if hides("share"):
        return
    st.header("Dare a friend")
    told = st.toggle(
        "Tell my regret",
        value=True,
        help="Puts the number into the link, which cannot prove it.",
    )
    state = link().game.undared()
    if told:
        state = replace(state, beat=min(round(mine.final, 2), 100.0))
    st.caption(_said("The link opens the same arms with the same luck.", settings))
    sharing.links(Link(settings, lesson=lesson(), game=state), "play", key="qr_page")


def _result(job: tuple[str, Work], place: DeltaGenerator, price: float) -> Any:
    """Return the result of a job, done off this thread and once for all visitors."""

    def on_wait(seconds: float) -> None:
        if seconds >= PATIENCE:
            place.caption(f"Working it out … {seconds:.1f} s")
        else:
            place.empty()  # also what lets Streamlit interrupt this script

    try:
        found = jobs().result(*job, on_wait, TICK, price=price)
    except Full as full:  # a part of the page of its own: app.py does not hear of it
        place.warning(str(full), icon=":material/memory:")
        st.stop()
    place.empty()
    return found
