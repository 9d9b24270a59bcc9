"""The parts of the Learn page: where one is, the moment's picture and question, what comes next."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from dashboard import drafting
from dashboard.classroom import hosting, playing, polling
from dashboard.classroom import words as room_words
from dashboard.classroom.questions import Poll, RoomError
from dashboard.component import component
from dashboard.home import root
from dashboard.keeping import recall, remember
from dashboard.learn import figures, handout, model, words
from dashboard.lessons import asking, progress
from dashboard.lessons.moments import Moment, moments, place_of
from dashboard.lessons.own import MOST_ANSWERS, LessonError, OwnLesson
from dashboard.lessons.ready import moments_of
from dashboard.links.game_state import GameState
from dashboard.links.learn_state import LearnState
from dashboard.links.link import Link
from dashboard.naming import escaped
from dashboard.prices import limits
from dashboard.serving.mark import Full
from dashboard.serving.profile import profile
from dashboard.serving.service import jobs
from dashboard.state import lesson, link, take_moment
from dashboard.waiting import PATIENCE, TICK
from dashboard.words import show_heading

_FOLDER = Path(__file__).parent
_HEIGHT = 560  # px
_CHOICE = "learn_moment"
_HOUR = LearnState()


def show() -> None:
    """Show the moment that the address names, and ways to the others."""
    code = hosting.led()
    if lesson().room and not code:
        polling.follow(lesson().room)
        return
    hour = _hour()
    at = place_of(link().learn.moment, hour)
    moment = hour[at]
    answers = _answers(hour, moment.name)
    if code:
        hosting.bar(code)
    _steps(at, hour, answers, led=bool(code))
    title = f"{at + 1}. {escaped(moment.title)}"
    show_heading(title, "  \n".join(map(escaped, moment.says)))
    moment, nothing = _asked(moment)
    picture, beside = st.columns([3, 2], gap="medium")
    answer = answers.get(moment.name)
    closed = _put(code, moment) if code else answer is not None or not moment.answers
    with picture, st.container(key="learn_picture"):
        _picture(moment, is_open=not closed)
    with beside, st.container(key="learn_question"):
        if code:
            polling.lead(code)
            if moment.picture == "play":
                playing.board(code, _game_of(moment))
            if closed:
                _go_on(moment)
        elif not moment.answers:
            _go_on(moment)
        elif answer is None:
            _ask(moment, answers)
        else:
            _tell(moment, answer)
        if nothing:
            st.caption(nothing)
    if not code:
        _on(at, hour, answers)
    if at + 1 == len(hour) and (moment.name in answers or not _asks(moment)):
        st.markdown(_done(hour, answers))


def _hour() -> Sequence[Moment]:
    """Return the moments that the link opens; the page ends here if they cannot be opened."""
    state = link().learn
    if not state.made:
        return moments_of(state.lesson)
    if state.made.startswith(drafting.HELD):
        drafting.OPENED.meet()
    try:
        lesson_made = drafting.lesson_of(state)
    except LessonError as why:
        st.error(str(why), icon=":material/description:")
        st.button(words.TO_THE_HOUR, icon=":material/school:", on_click=take_moment, args=(_HOUR,))
        from_file()
        st.stop()
    st.caption(f":material/co_present: **{escaped(lesson_made.title or words.UNTITLED)}**")
    return lesson_made.hour


def from_file() -> None:
    """Offer to open a lesson that somebody saved."""
    with st.expander(words.OPEN_FILE, icon=":material/upload_file:"):
        drafting.upload(words.OPEN_FILE, words.OPEN_FILE_HELP, key="learn_file", take=_open)


def _open(lesson_made: OwnLesson) -> None:
    take_moment(drafting.opened(lesson_made))


def _asked(moment: Moment) -> tuple[Moment, str]:
    """Return a moment with the question that its run answers, or why there is none."""
    if moment.kind not in asking.COMPUTED:
        return moment, ""
    if why := limits.of_watch(moment.parsed().settings, profile()):
        return moment, why
    place = st.empty()
    key, work, price = asking.work(moment)
    found: asking.Asked | str = jobs().result(key, work, _waiting(place), TICK, price=price)
    place.empty()
    return (moment, found) if isinstance(found, str) else (asking.answered(moment, found), "")


def _waiting(place: DeltaGenerator) -> Callable[[float], None]:
    def on_wait(seconds: float) -> None:
        if seconds >= PATIENCE:
            place.caption(f"Simulating … {seconds:.1f} s")
        else:
            place.empty()  # also what lets Streamlit interrupt this script

    return on_wait


def _put(code: str, moment: Moment) -> bool:
    """Put the moment's question to the class; whether its vote is closed."""
    its = (moment.name, moment.title, moment.question or room_words.JUST_LOOK)
    right = moment.right - 1 if moment.right else None
    said = (tuple(moment.answers), right, moment.why)
    try:
        return polling.ask(code, Poll(*its, *said, game=_game_of(moment)))
    except RoomError as gone:
        st.warning(str(gone))
        st.stop()


def _game_of(moment: Moment) -> str:
    is_game = moment.picture == "play"
    return playing.game_of(moment.parsed().settings, GameState(moment.rounds)) if is_game else ""


def teachers() -> None:
    """Offer what a teacher prints."""
    with st.expander("For teachers"):
        st.markdown(words.TEACHERS)
        hour, address = moments(), f"{root()}learn"
        with st.container(horizontal=True):
            for name, text in (
                ("Handout", handout.handout(hour, address)),
                ("Teacher’s notes", handout.notes(hour, address)),
            ):
                st.download_button(
                    name,
                    text,
                    file_name=f"dart-{name.lower().replace('’', '').replace(' ', '-')}.html",
                    mime="text/html",
                    icon=":material/print:",
                )


def _answers(hour: Sequence[Moment], moment: str) -> dict[str, int]:
    """Return the answers of this visitor by moment: of this session, and kept in the browser."""
    answers = progress.answers()
    data = {"answers": answers, "forget": False, "moment": moment}
    said = component("progress", _FOLDER)(
        data=[data], key="learn_progress", on_answers_change=_heard
    )
    for name, answer in usable(said.get("answers"), hour).items():
        answers.setdefault(name, answer)
    return answers


def _heard() -> None:
    """Streamlit keeps a state only where its change is listened to."""


def usable(said: object, hour: Sequence[Moment]) -> dict[str, int]:
    """Return what of a browser's answers are answers to a moment of the lesson."""
    if not isinstance(said, Mapping):
        return {}
    found = {}
    for moment in hour:
        answer = said.get(moment.name)
        if type(answer) is int and 1 <= answer <= (len(moment.answers) or MOST_ANSWERS):
            found[moment.name] = answer
    return found


def _steps(at: int, hour: Sequence[Moment], answers: Mapping[str, int], *, led: bool) -> None:
    """Draw all moments as numbers, a mark for those that are answered; and the way to a class.

    Who leads one goes on from here: nothing else of a moment is below the window.
    """

    def label(place: int) -> str:
        done = hour[place].name in answers
        return f"{place + 1} :material/check:" if done else str(place + 1)

    remember(_CHOICE, at)
    with st.container(horizontal=True, vertical_alignment="center", key="learn_steps"):
        st.segmented_control(
            "Moments",
            range(len(hour)),
            format_func=label,
            key=_CHOICE,
            on_change=_chosen,
            args=(hour,),
            label_visibility="collapsed",
        )
        if led:
            _on(at, hour, answers)
        start = not led and st.button(
            room_words.START, icon=":material/groups:", help=room_words.START_HELP
        )
    if start and hosting.start():
        st.rerun()


def _chosen(hour: Sequence[Moment]) -> None:
    place = recall(_CHOICE)
    if isinstance(place, int):
        _go(hour[place])


def _go(moment: Moment) -> None:
    take_moment(replace(link().learn, moment=moment.name))


def _picture(moment: Moment, *, is_open: bool) -> None:
    place = st.empty()
    if moment.picture == "runs":
        _runs(moment, place, is_open=is_open)
    elif moment.picture == "play":
        game = replace(moment.parsed(), game=GameState(rounds=moment.rounds))
        place.iframe(f"{root()}play?{game.shared('play')}&embed=true", height=_HEIGHT)
    elif moment.picture in ("compare", "sensitivity"):
        if is_open:
            place.info(words.AFTER_ANSWER, icon=":material/visibility_off:")
        else:
            shown = moment.parsed().shared(moment.picture)
            place.iframe(f"{root()}{moment.picture}?{shown}&embed=true", height=_HEIGHT)
    else:
        place.iframe(f"{root()}?{moment.shown(open_=is_open)}&embed=true", height=_HEIGHT)


def _runs(moment: Moment, place: DeltaGenerator, *, is_open: bool) -> None:
    works, price = model.many(moment)
    ((key, work),) = works.items()
    try:
        finals: model.Finals = jobs().result(key, work, _waiting(place), TICK, price=price)
    except Full as full:
        place.warning(str(full), icon=":material/memory:")
        return
    labels = [_constant(moment.against), _constant(moment.link)]
    shown = {name: list(row) for name, row in finals.items()}
    theme = st.context.theme.type or "light"
    place.image(
        figures.dots(shown, labels, shown=1 if is_open else model.RUNS, theme=theme),
        width="stretch",
    )


def _constant(query: str) -> str:
    return f"c = {dict(Link.parse(query).settings.constants)['c']:g}"


def _ask(moment: Moment, answers: dict[str, int]) -> None:
    st.header(escaped(moment.question), anchor=False)
    st.caption(words.OPEN)
    for place, answer in enumerate(moment.answers, 1):
        st.button(
            escaped(answer),
            key=f"learn_{moment.name}_{place}",
            width="stretch",
            on_click=answers.__setitem__,
            args=(moment.name, place),
        )


def _tell(moment: Moment, answer: int) -> None:
    st.header(escaped(moment.question), anchor=False)
    show: Any = st.success if answer == moment.right else st.info
    icon = ":material/check_circle:" if answer == moment.right else ":material/lightbulb:"
    show(words.verdict(moment, answer), icon=icon)
    _go_on(moment)


def _go_on(moment: Moment) -> None:
    """Say what to try and what to remember, once the answer is known."""
    if moment.picture == "watch":
        st.caption(words.AFTER_WATCH)
    if moment.tries:
        st.markdown(f"**{words.TRIES}.** {escaped(moment.tries)}")
    game = GameState(rounds=moment.rounds) if moment.picture == "play" else GameState()
    its = replace(moment.parsed(), game=game)
    st.link_button(
        words.PLACES[moment.try_page],
        f"{root()}{moment.try_page}?{its.shared(moment.try_page)}",
        icon=":material/open_in_new:",
    )
    if moment.takeaway:
        st.markdown(f"**{words.TAKEAWAY}.** {escaped(moment.takeaway)}")


def _on(at: int, hour: Sequence[Moment], answers: Mapping[str, int]) -> None:
    """Offer the moment before and the one after."""
    with st.container(horizontal=True, horizontal_alignment="distribute"):
        if at > 0:
            st.button(
                "Back",
                icon=":material/arrow_back:",
                type="tertiary",
                on_click=_go,
                args=(hour[at - 1],),
            )
        if at + 1 < len(hour):
            st.button(
                f"Next: {escaped(hour[at + 1].title)}",
                icon=":material/arrow_forward:",
                type="primary"
                if hour[at].name in answers
                else "tertiary",  # no answer among others
                on_click=_go,
                args=(hour[at + 1],),
            )


def _asks(moment: Moment) -> bool:
    """Return whether a moment has a question with a right answer."""
    return moment.kind in asking.COMPUTED or moment.right > 0


def _done(hour: Sequence[Moment], answers: Mapping[str, int]) -> str:
    """Return what is said behind the last moment."""
    count = sum(map(_asks, hour))
    answered = [_asked(moment)[0] for moment in hour if moment.name in answers]
    right = sum(0 < moment.right == answers[moment.name] for moment in answered)
    return words.DONE.format(right=right, count=count) if count else words.LAST
