"""Hypothesis strategies: valid settings, player states, raw links good and bad."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from dart_core.joint_rewards import REWARDS
from dart_core.unseen import is_seen
from dashboard.catalogue import CATALOGUE, curves
from dashboard.links.player_state import PLAYER_SCHEMA, PlayerState
from dashboard.schema.arm_fields import LONGEST_NAME, Names, Rewards, Sampled
from dashboard.schema.choices import Choices
from dashboard.schema.fields import Field
from dashboard.schema.kinds import Named, OneOf, Real, Several, Values, Whole
from dashboard.schema.problem_choices import MAX_ARMS
from dashboard.schema.version import VERSION
from dashboard.settings import LINK_FIELDS, SCHEMA, Settings

unit = st.floats(0.0, 1.0)
names = st.text(
    alphabet=st.characters(categories=["L", "N", "P", "S"]), min_size=1, max_size=9
).filter(is_seen) | st.sampled_from(
    ["~", ",", "~1", "a,b", "=1+1", "<b>", "É t é", "x" * LONGEST_NAME]
)
rewards = st.lists(unit | st.sampled_from([0.0, 0.25, 0.5, 1.0]), min_size=1, max_size=6)


def of_field(field: Field) -> st.SearchStrategy[Any]:
    """Any value that a scalar field allows by itself."""
    kind = field.kind
    values: st.SearchStrategy[Any]
    if isinstance(kind, Whole) and field.name == "n":
        values = st.integers(kind.low, MAX_ARMS)  # more only where arms are given
    elif isinstance(kind, Whole):
        values = st.integers(kind.low, kind.high)
    elif isinstance(kind, Real):
        values = st.floats(kind.low, kind.high)
    elif isinstance(kind, OneOf):
        values = st.sampled_from(list(kind.options))
    elif isinstance(kind, Named):
        values = st.just(())  # what may be named depends on the algorithm
    elif isinstance(kind, Choices):
        some = st.sampled_from(list(curves().values()))
        values = st.lists(some, unique=True, max_size=kind.most).map(tuple)
    elif isinstance(kind, Names):
        values = st.lists(names, min_size=2, max_size=12).map(tuple)
    elif isinstance(kind, Sampled):
        values = st.lists(rewards, min_size=2, max_size=12).map(kind.check)
    elif isinstance(kind, Values):
        some_numbers = st.floats(0.0, 1e6) | st.integers(0, 2_000_000).map(float)
        values = st.lists(some_numbers, min_size=2, max_size=6, unique=True).map(sorted).map(tuple)
    else:
        assert isinstance(kind, Several)
        choices = st.sampled_from(list(kind.options))
        values = st.lists(choices, unique=True, max_size=kind.most).map(tuple)
    return values if field.none is None else st.none() | values


def tables_of(n: int, *, counted: bool) -> st.SearchStrategy[Rewards]:
    """Return tables of `n` arms with a row for each round, of 0 and 1 alone if `counted`."""
    cell = st.sampled_from([0.0, 1.0]) if counted else unit
    row = st.lists(cell, min_size=n, max_size=n)
    tables = st.lists(row, min_size=2, max_size=4)
    return tables.map(lambda table: Rewards(tuple(zip(*table, strict=True)), in_rows=True))


LISTS = {"curve", "means", "names", "data", "values", "values_too"}
SCALARS = st.fixed_dictionaries({f.name: of_field(f) for f in SCHEMA if f.name not in LISTS})


@st.composite
def valid_settings(draw: st.DrawFn, most: dict[str, int] | None = None) -> Settings:
    """Any settings, small and large ones alike, the lists included; or none above `most`."""
    values = draw(SCALARS)
    for name in ("values", "values_too"):
        values[name] = draw(of_field(next(f for f in SCHEMA if f.name == name)))
    for name, limit in (most or {}).items():
        values[name] = min(values[name], limit)
    n = values["n"]
    k = values["k"] = draw(st.integers(1, min(n, 50)))
    values["at_least"] = draw(st.integers(1, k))
    if values["arms"] == "given":
        values["means"] = tuple(draw(st.lists(unit, min_size=n, max_size=n)))
        if draw(st.booleans()):
            some = draw(st.lists(names, min_size=1, max_size=4))
            values["names"] = tuple(some[i % len(some)] for i in range(n))
    if values["reward"] == "curve":
        values["curve"] = tuple(sorted(draw(st.lists(unit, min_size=k + 1, max_size=k + 1))))
    if values["law"] == "shared" and values["arms"] != "groups":
        values["law"] = "beta"
    if not REWARDS[values["reward"]].of_any_arms and values["law"] != "rows":
        values["law"] = "bernoulli"
    if values["law"] in ("data", "rows"):
        if values["arms"] == "given":
            some = draw(st.lists(rewards, min_size=1, max_size=4))
            draws = [some[i % len(some)] for i in range(n)]
            values["data"] = Rewards(tuple(tuple(sorted(each)) for each in draws))
            if values["law"] == "rows":
                counted = not REWARDS[values["reward"]].of_any_arms
                values["data"] = draw(tables_of(n, counted=counted))
            values["means"] = values["data"].means
        else:
            values["law"] = "bernoulli"
    values["redraw"] &= values["law"] == "bernoulli"
    entry = CATALOGUE[values["algorithm"]]
    values["preset"] = draw(st.sampled_from(list(entry.presets)))
    constants = entry.tunables_of(values["preset"])
    if constants:
        for name in draw(st.lists(st.sampled_from(list(constants)), unique=True)):
            constant = constants[name]
            number = constant.nearest(draw(st.floats(constant.low, constant.high)))
            values["constants"] += ((name, number),)
    return Settings(**values)


valid_players = st.builds(PlayerState, **{f.name: of_field(f) for f in PLAYER_SCHEMA})

NASTY = [
    *("", " ", "0", "-0", "-0.0", "-1", "1e6", "1e400", "1e-400", "nan", "inf", "-inf", "NaN"),
    *("Infinity", "1_000", "1,000", "0x10", "2.5", ".5", "5.", ".", "+", "1e", "٣", "१२", "²", "½"),
    *("\x00", "\u202e12", "\u200b5", "\ud800", "true", "None", "preset", "<script>", "%", "%zz"),
    *("0,0,0", ",", ",,,", "0.1,0.2,nan", "random,random", "oracle,", "9" * 5_000, "1" * 100_000),
    *("given", "curve", "at-least", "0,1", "0.5,0.4", ",".join(["0.5"] * 1_000), "1e308", "-1e308"),
]
KEYS = ["v", *(field.key for field in (*LINK_FIELDS, *PLAYER_SCHEMA)), "embed", "embed_options"]

raw_texts = st.one_of(
    st.sampled_from(NASTY),
    st.text(max_size=30),
    st.integers().map(str),
    st.floats().map(repr),
    st.lists(st.floats(0, 1), max_size=60).map(lambda xs: ",".join(map(repr, xs))),
    st.lists(unit, max_size=60).map(lambda xs: ",".join(map(repr, sorted(xs)))),
)
raw_mappings = st.dictionaries(
    st.sampled_from(KEYS) | st.text(max_size=10), st.lists(raw_texts, max_size=3), max_size=24
)


@st.composite
def bent_texts(draw: st.DrawFn) -> dict[str, str]:
    """A complete, valid link of which a few values were replaced or removed."""
    texts = {"v": str(VERSION), **draw(valid_settings()).texts()}
    for key in draw(st.lists(st.sampled_from(list(texts)), max_size=4)):
        if draw(st.booleans()):
            texts[key] = draw(raw_texts)
        else:
            texts.pop(key, None)
    return texts
