"""A game that a class plays: everyone the same arms and the same luck, the least regret first."""

from __future__ import annotations

from contextlib import suppress

import streamlit as st

from dashboard.classroom import here, words
from dashboard.classroom.questions import RoomError
from dashboard.keeping import recall
from dashboard.links.game_state import GameState
from dashboard.links.link import Link
from dashboard.scenarios import thing_of
from dashboard.settings import Settings
from dashboard.state import follows, lesson, open_settings, take_game

_SECONDS_BETWEEN_LOOKS = 1.0
_BEST = 5
_PLAY, _WATCH = "pages/play.py", "pages/watch.py"


def game_of(settings: Settings, game: GameState) -> str:
    """Return what tells one game from another: a link that opens it."""
    return Link(settings, game=game.undared()).query("play")


def offer(game: str) -> None:
    """Let somebody in a room play the game that it is about."""
    its = Link.parse(game)
    if st.button(words.plays(its.game.rounds), icon=":material/touch_app:", width="stretch"):
        take_game(its.game)
        open_settings(its.settings)
        st.switch_page(_PLAY)


def way_back() -> None:
    """Lead somebody who plays for a room back to it."""
    if follows() and st.button(words.BACK, icon=":material/arrow_back:"):
        st.switch_page(_WATCH)


def finished(game: str, regret: float) -> None:
    """Tell the room how a game ended, and its player where that puts them."""
    voter = recall("voter")
    if not follows() or not voter:
        return
    with suppress(RoomError):
        place, count = here.rooms().played(lesson().room, voter, game, regret)
        st.markdown(words.place(place, count))


def board(code: str, game: str) -> None:
    """Show the host who did best so far."""
    several = thing_of(Link.parse(game).settings)[1]

    @st.fragment(run_every=_SECONDS_BETWEEN_LOOKS)
    def body() -> None:
        with suppress(RoomError):
            games = here.rooms().games(code, here.key(), game)
            st.markdown(words.finished(len(games), several))
            for place, (who, regret) in enumerate(games[:_BEST], 1):
                st.text(f"{place}. {who}: regret {regret:.2f}")

    body()
