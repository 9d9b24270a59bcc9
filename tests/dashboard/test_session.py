"""`step`: whatever is pressed, followed or sent late, nothing is lost and nothing doubled."""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from urllib.parse import parse_qs

import numpy as np
from hypothesis import settings as profile
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from dashboard.links.link import Link
from dashboard.links.own_arms import kept
from dashboard.scenarios import SCENARIOS
from dashboard.schema.arm_fields import Rewards
from dashboard.schema.problem_choices import MAX_SEED
from dashboard.session import Acts, Session, step
from dashboard.settings import Settings
from dashboard.widgets import SEEDS, constant_key, shown, widget_key

# Described, listed, named and seen arms, an own curve, constants, and more than a link can hold.
SEEN = Rewards(((0.5,), (0.0, 1.0)))
SOME = st.sampled_from(
    [
        *(each.settings for each in SCENARIOS),
        Settings(n=2, k=1, arms="given", means=(0.5, 0.25), names=("a", "b")),
        Settings(
            n=2, k=1, arms="given", law="data", data=Rewards(((0.5,), (0.0, 1.0))), means=(0.5, 0.5)
        ),
        Settings(n=5, k=2, reward="curve", curve=(0.0, 0.2, 1.0), companions=()),
        Settings(algorithm="lints", preset="scaled", constants=(("v", 2.0),), redraw=True),
        Settings(n=400, arms="given", means=tuple(np.random.default_rng(1).random(400).tolist())),
    ]
)
PAGES = ("", "compare", "play", "theory")
# Settings that fit whatever the others are: what is done to one of them changes it alone.
FREE: dict[str, st.SearchStrategy[Any]] = {
    "seed": st.integers(0, 5),
    "arms_seed": st.integers(0, 5),
    "horizon": st.sampled_from([100, 1_000, 10_000]),
    "gap": st.sampled_from([0.1, 0.2, 0.3]),
    "points": st.integers(3, 6),
    "axes": st.sampled_from(["linear", "log-t", "log"]),
    "theory": st.booleans(),
}


class Visit(RuleBasedStateMachine):
    """A browser that may be slow, and what its visitor means, act by act."""

    session: Session

    @initialize(settings=SOME)
    def arrive(self, settings: Settings) -> None:
        texts = Link(settings).query()
        self.address: Any = parse_qs(texts, keep_blank_values=True)
        self.widgets: dict[str, Any] = {}
        self.page, self.meant = "", Link.parse(texts).settings
        self.held: dict[str, Any] = {}
        self.history: list[Any] = []
        self.session = step(None, self.address, {}, Acts())
        self.widgets, self.address = dict(self.session.shown), self.session.address

    def run(self, **acts: Any) -> None:
        """Run the script on what the browser shows now; it may hear of the outcome later."""
        told = Acts(self.page, self.held, **acts)
        self.session = step(self.session, self.address, dict(self.widgets), told)
        self.held |= kept(self.session.link.settings.texts())

    def is_late(self) -> bool:
        return self.widgets != self.session.shown or self.address != self.session.address

    @rule()
    def hear(self) -> None:
        """The browser draws what was written."""
        if self.address != self.session.address:
            self.history.append(self.address)
        self.widgets = dict(self.session.shown)
        self.address = self.session.address

    @rule(data=st.data(), name=st.sampled_from(list(FREE)))
    def move(self, data: st.DataObject, name: str) -> None:
        key = widget_key(name)
        # What the app says already, unheard of: nobody can tell that move from none.
        known = (self.widgets[key], self.session.shown[key])
        typed = str if name in SEEDS else lambda value: value
        value = data.draw(FREE[name].filter(lambda value: typed(value) not in known))
        self.widgets[key] = typed(value)
        self.meant = replace(self.meant, **{name: value})
        self.run()

    @rule(names=st.sampled_from([("seed",), ("arms_seed", "seed")]))
    def count(self, names: tuple[str, ...]) -> None:
        after = {name: (getattr(self.meant, name) + 1) % (MAX_SEED + 1) for name in names}
        self.meant = replace(self.meant, **after)
        self.run(counted=names)

    @rule(settings=SOME)
    def open(self, settings: Settings) -> None:
        self.meant = settings
        self.run(opened=settings)

    @rule(page=st.sampled_from(PAGES))
    def turn_to(self, page: str) -> None:
        """Another page empties the address."""
        if page != self.page:
            self.page, self.address = page, {}
            self.run()
            self.address = self.session.address  # a page is drawn anew

    @precondition(lambda self: not self.is_late())
    @rule(settings=SOME)
    def follow(self, settings: Settings) -> None:
        """Back, forward, a link: an address of settings."""
        address: Any = parse_qs(Link(settings).query(), keep_blank_values=True)
        self.address = address
        self.meant = Link.parse(address, self.held).settings
        self.run()

    @precondition(lambda self: not self.is_late())
    @rule()
    def go_back(self) -> None:
        if not self.history:
            return
        self.address = self.history.pop()
        self.meant = Link.parse(self.address, self.held).settings
        self.run()

    @precondition(lambda self: not self.is_late())
    @rule(number=st.integers(0, len(SCENARIOS) - 1))
    def pick(self, number: int) -> None:
        if self.widgets["scenario"] != SCENARIOS[number].title:
            self.widgets["scenario"] = SCENARIOS[number].title
            self.meant = SCENARIOS[number].settings
            self.run()

    @precondition(lambda self: not self.is_late())
    @rule()
    def press_something_else(self) -> None:
        self.run()

    @rule()
    def be_interrupted(self) -> None:
        """A run ended before anything was written."""
        self.run(interrupted=True)

    @invariant()
    def nothing_is_lost_and_nothing_doubled(self) -> None:
        session = self.session
        assert session.link.settings == self.meant
        assert session.shown == shown(self.meant)
        assert Link.parse(session.address, self.held).means(session.link)
        again = step(session, session.address, session.shown, Acts(session.page, self.held))
        assert again.link == session.link
        assert again.address == session.address
        assert again.late == {}, "all is heard"


TestVisit = Visit.TestCase
TestVisit.settings = profile(max_examples=40, stateful_step_count=15, deadline=None)


def prompt(session: Session, page: str = "", **changes: Any) -> Session:
    """Run the script on what a browser sends that has heard all, and where this was moved."""
    widgets = {**session.shown, **changes}
    return step(session, session.address, widgets, Acts(page))


START = step(None, {}, {}, Acts())


def test_a_constant_is_moved_and_emptied() -> None:
    own = prompt(START, **{constant_key("delta0"): "2"})
    assert own.link.settings.constants == (("c", 0.1), ("delta0", 2.0), ("lam", 0.02))
    assert prompt(own, **{constant_key("c"): ""}).link.settings.constants == (
        ("delta0", 2.0),
        ("lam", 0.02),
    )


def test_an_unheard_echo_beside_nothing_else_changes_nothing() -> None:
    """Somebody moves K, which ends a scenario, and presses Share before the browser has heard."""
    moved = prompt(START, w_k=5)
    late = {**START.shown, "w_k": 5}
    after = step(moved, START.address, late, Acts())
    assert after.link.settings == moved.link.settings
    assert after.link.settings.k == 5


def test_what_was_left_can_be_picked_again_by_who_has_heard() -> None:
    moved = prompt(START, w_k=5)
    again = step(moved, moved.address, {**moved.shown, "scenario": SCENARIOS[0].title}, Acts())
    assert again.link.settings == Settings.default()


def test_a_list_that_cannot_be_read_stays_in_its_box() -> None:
    given = prompt(START, w_arms="given")
    wrong = prompt(given, w_means="0.1, x")
    assert wrong.shown["w_means"] == "0.1, x"
    assert "means" in wrong.invalid
    assert wrong.link.settings == given.link.settings
    both = prompt(wrong, w_seed="9")
    assert both.shown["w_means"] == "0.1, x"
    assert both.link.settings == replace(given.link.settings, seed=9)
    right = prompt(both, w_means="0.1 0.2\n0.3")
    assert right.link.settings.means == (0.1, 0.2, 0.3)
    assert right.invalid == {}


def test_a_link_opened_anew_brings_all_its_parts() -> None:
    query = "k=4&at=50&title=Mine&rounds=10&beat=2&show=right&hide=gone"
    link = step(START, parse_qs(query), START.shown, Acts()).link
    assert (link.settings.k, link.player.at, link.lesson.title) == (4, 50, "Mine")
    assert (link.game.rounds, link.game.beat, link.view.quantity) == (10, 2.0, "right")
    assert "hide" in {notice.field for notice in link.notices}
    moved = prompt(replace(START, link=link, shown=shown(link.settings)), w_seed="3")
    assert moved.link.game.beat is None, "another game than a friend's"
    assert (moved.link.lesson, moved.link.view) == (link.lesson, link.view)
    assert moved.link.notices == ()
