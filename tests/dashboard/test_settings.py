from __future__ import annotations

import dataclasses
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import settings as profile
from hypothesis import strategies as st

import dart_core as dc
from dashboard.catalogue import CATALOGUE, choices
from dashboard.schema.dart_keys import unfolded
from dashboard.schema.kinds import Numbers, OneOf, Real, Whole
from dashboard.settings import LINK_FIELDS, SCHEMA, Settings, SettingsError
from tests.dashboard.strategies import bent_texts, of_field, valid_settings

ROOT = Path(__file__).parents[2]


def by_name(name: str) -> Any:
    return next(field for field in SCHEMA if field.name == name)


# ---------------------------------------------------------------- the schema


def test_schema_has_every_attribute_once_under_its_own_key() -> None:
    names = [field.name for field in SCHEMA]
    assert names == [f.name for f in dataclasses.fields(Settings)]
    keys = [field.key for field in SCHEMA]
    assert len(set(keys)) == len(keys)
    assert "v" not in keys


@pytest.mark.parametrize("field", SCHEMA, ids=lambda f: f.name)
def test_every_field_tells_widgets_what_they_need(field: Any) -> None:
    assert field.label
    assert field.help.endswith(".")
    assert field.check(field.default) == field.default
    if isinstance(field.kind, OneOf):
        assert all(field.kind.options.values())


def test_settings_do_not_import_streamlit_nor_load_the_core() -> None:
    code = (
        "import sys, dashboard.links.link, dashboard.scenarios;"
        "print([m for m in ('streamlit', 'numba', 'pandas') if m in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"


# ---------------------------------------------------------------- construction


RANGES = [f for f in SCHEMA if isinstance(f.kind, Whole | Real)]


@pytest.mark.parametrize("field", RANGES, ids=lambda f: f.name)
def test_ranges_hold_at_their_edges(field: Any) -> None:
    big: dict[str, Any] = {"n": 100, "k": 50}
    low, high = field.kind.low, field.kind.high
    if field.name == "n":
        high = 100  # without a list of given arms
    step = 1 if isinstance(field.kind, Whole) else 1e-9
    for value in (low, high):
        values: dict[str, Any] = {**big, field.name: value}
        if field.name == "n" and value == low:
            values["k"] = 1
        assert getattr(Settings(**values), field.name) == value
    for value in (low - step, high + step):
        with pytest.raises(SettingsError, match=rf"^{field.name}: expected .*, got .*Change"):
            Settings(**{**big, field.name: value})


@pytest.mark.parametrize("field", SCHEMA, ids=lambda f: f.name)
@pytest.mark.parametrize(
    "value",
    [True, "x", b"1", 10**9000, float("nan"), object(), [[]], {}],
    ids=lambda v: type(v).__name__,
)
def test_wrong_types_are_refused_by_name(field: Any, value: Any) -> None:
    if field.name in {"companions", "rivals", "race", "constants"} and value == {}:
        return  # an empty collection of names
    if field.name in {"redraw", "theory"} and value is True:
        return
    with pytest.raises(SettingsError) as caught:
        Settings(**{field.name: value})
    error = caught.value
    assert error.field == field.name
    assert error.expected
    assert error.came
    assert len(str(error)) < 250


OWN: dict[str, Any] = {
    "n": 2,
    "k": 1,
    "arms": "given",
    "law": "data",
    "means": (0.5, 0.75),
    "data": [[0.25, 0.75], [0.75]],
}


@pytest.mark.parametrize(
    ("values", "field"),
    [
        ({"n": 5, "k": 6}, "k"),
        ({"k": 3, "at_least": 4}, "at_least"),
        ({"arms": "given"}, "means"),
        ({"means": (0.1,) * 12}, "means"),
        ({"arms": "given", "means": (0.1, 0.2)}, "n"),
        ({"n": 101}, "n"),
        ({"names": ("A",) * 12}, "names"),
        ({"n": 2, "k": 1, "arms": "given", "means": (0.1, 0.2), "names": ("A",) * 3}, "names"),
        ({"law": "data"}, "law"),
        ({"data": [[0.5]] * 12}, "data"),
        ({"law": "data", "data": [[0.5]] * 12}, "data"),
        ({**OWN, "law": "beta"}, "data"),
        ({**OWN, "means": (0.5, 0.25)}, "means"),
        ({**OWN, "data": [[0.5]] * 3}, "data"),
        ({"reward": "curve"}, "curve"),
        ({"curve": (0, 0, 1, 1)}, "curve"),
        ({"reward": "curve", "curve": (0, 1)}, "k"),
        ({"n": 2, "k": 1, "reward": "curve", "curve": (0, 0, 1, 1)}, "curve"),
        ({"reward": "curve", "curve": (0, 0.5, 0.4, 1)}, "curve"),
        ({"reward": "curve", "curve": (0, 0.5, 0.6, 1.1)}, "curve"),
    ],
)
def test_settings_that_do_not_fit_are_refused(values: Mapping[str, Any], field: str) -> None:
    with pytest.raises(SettingsError) as caught:
        Settings(**values)
    assert caught.value.field == field


def test_equal_values_have_one_form() -> None:
    plain = Settings(n=2, k=1, arms="given", means=(0.0, 1.0), gap=0.0, constants=(("c", 1.0),))
    other = Settings(
        n=np.int64(2),  # type: ignore[arg-type] # is converted
        k=1,
        arms="given",
        means=np.array([-0.0, 1.0]),  # type: ignore[arg-type] # is converted
        gap=-0.0,
        constants=(("c", 1),),
        companions=list(choices("oracle", "random")),  # type: ignore[arg-type] # a list is taken as well
    )
    assert other == plain
    assert other.texts() == plain.texts()
    assert type(other.n) is int
    assert type(dict(other.constants)["c"]) is float


# ---------------------------------------------------------------- the key


@given(valid_settings())
def test_equal_settings_have_equal_keys(settings: Settings) -> None:
    again = Settings(**{f.name: getattr(settings, f.name) for f in dataclasses.fields(settings)})
    assert again == settings
    assert again.key() == settings.key()


@given(st.data())
def test_any_changed_field_changes_the_key(data: st.DataObject) -> None:
    settings = data.draw(valid_settings())
    field = data.draw(st.sampled_from(SCHEMA))
    values: dict[str, Any]
    if isinstance(field.kind, Numbers):
        if getattr(settings, field.name) is None:
            return
        old = getattr(settings, field.name)
        values = {field.name: (old[0] / 2, *old[1:])}
    else:
        values = {field.name: data.draw(of_field(field))}
    try:
        changed = dataclasses.replace(settings, **values)
    except SettingsError:
        return
    assert (changed.key() == settings.key()) == (changed == settings)


def test_key_is_the_same_in_every_process() -> None:
    assert Settings.default().key() == "24caad57aea68e82"


# ---------------------------------------------------------------- repair


@profile(max_examples=500)
@given(bent_texts())
def test_repair_gives_valid_settings_and_names_what_it_changed(texts: dict[str, str]) -> None:
    settings, notices = Settings.repaired(texts)
    named = [notice.field for notice in notices]
    assert len(named) == len(set(named))
    used = settings.texts()
    for field in LINK_FIELDS:
        came, now = texts.get(field.key), used.get(field.key)
        same = came == now or (came is not None and _reads_as(field, came, settings))
        replaced = any(f"{field.key} = " in notice.used for notice in notices)
        assert same or field.key in named or replaced, (field.key, came, now)
    assert Settings.repaired({"v": "4", **used}) == (settings, [])


DART_CONSTANTS = {"c", "lam", "delta0"}


def _reads_as(field: Any, text: str, settings: Settings) -> bool:
    try:
        value = field.check(field.parse(text))
        if field.name in DART_CONSTANTS and (value is None or settings.algorithm != "dart"):
            return True  # `const` may say it; elsewhere they never meant anything
        if field.name == "constants":
            return bool(set(value) <= set(settings.constants))
        return bool(value == unfolded(vars(settings))[field.name])
    except ValueError:
        return False


COMPLETE = {"v": "4", **Settings().texts()}


@pytest.mark.parametrize(
    ("changes", "expected", "notices"),
    [
        ({"n": "500"}, {"n": 100}, [("n", "500", "100")]),
        ({"t": "1e6"}, {"horizon": 1_000_000}, []),
        ({"t": "2.5"}, {"horizon": 20_000}, [("t", "2.5", "20000")]),
        ({"t": "1e400"}, {"horizon": 20_000}, [("t", "1e400", "20000")]),
        ({"t": "1e300"}, {"horizon": 2_000_000}, [("t", "1e300", "2000000")]),
        ({"n": "5", "k": "9"}, {"n": 5, "k": 5}, [("k", "9", "5")]),
        ({"m": "4"}, {"at_least": 3}, [("m", "4", "3")]),
        ({"c": "0"}, {"constants": (("c", 0.0001),)}, [("c", "0", "0.0001")]),
        ({"c": "nan"}, {"constants": ()}, [("c", "nan", "preset")]),
        ({"lam": "-0.0"}, {"constants": (("lam", 0.0),)}, []),
        ({"seed": "٣"}, {"seed": 0}, [("seed", "٣", "0")]),
        ({"seed": "1_000"}, {"seed": 0}, [("seed", "1_000", "0")]),
        ({"reward": "bogus"}, {"reward": "mean"}, [("reward", "bogus", "mean")]),
        ({"with": ""}, {"companions": ()}, []),
        ({"with": "oracle,random"}, {"companions": choices("random", "oracle")}, []),
        ({"with": "ucb"}, {"companions": ()}, [("with", "ucb", "none")]),
        (
            {"with": "ucb,random"},
            {"companions": choices("random")},
            [("with", "ucb", "random")],
        ),
        ({"arms": "given"}, {"arms": "uniform"}, [("means", None, "arms = uniform")]),
        (
            {"arms": "given", "means": "0.1,0.2,0.3,0.4"},
            {"n": 4, "means": (0.1, 0.2, 0.3, 0.4)},
            [("n", "12", "4")],
        ),
        (
            {"arms": "given", "means": "0.1,0.2"},
            {"n": 2, "k": 2},
            [("n", "12", "2"), ("k", "3", "2")],
        ),
        (
            {"arms": "given", "means": "0.1,1.2"},
            {"arms": "uniform", "means": None},
            [("means", "0.1,1.2", "arms = uniform")],
        ),
        ({"means": "0.1,0.2"}, {"means": None}, [("means", "0.1,0.2", "")]),
        ({"reward": "curve"}, {"reward": "mean"}, [("curve", None, "reward = mean")]),
        (
            {"reward": "curve", "curve": "0,0,1"},
            {"k": 2, "curve": (0.0, 0.0, 1.0)},
            [("k", "3", "2")],
        ),
        (
            {"reward": "curve", "curve": ",".join(["0.5"] * 20)},
            {"reward": "mean"},
            [("curve", "0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5…", "reward = mean")],
        ),
        ({"foo": "1"}, {}, [("foo", "1", "")]),
        ({"v": "5", "n": "20"}, {"n": 20}, [("v", "5", "the values known here are")]),
        ({"v": "x"}, {}, [("v", "x", "v = 4")]),
        ({"v": "1"}, {}, []),
        ({"algorithm": "lints"}, {"preset": "unscaled"}, [("preset", "clean-c1", "unscaled")]),
        ({"preset": "est1"}, {"preset": "authors-code"}, [("preset", "est1", "authors-code")]),
        ({"const": "v:1"}, {"constants": ()}, [("const", "v:1", "none")]),
        (
            {"algorithm": "lints", "preset": "scaled", "const": "v:900,zzz:1"},
            {"constants": (("v", 100.0),)},
            [("const", "zzz:1", "v:100")],
        ),
        (
            {"algorithm": "lints", "preset": "scaled", "const": "v:900"},
            {"constants": (("v", 100.0),)},
            [("const", "v:900", "v:100")],
        ),
    ],
)
def test_repairs(
    changes: dict[str, str],
    expected: dict[str, Any],
    notices: list[tuple[str, str | None, str]],
) -> None:
    settings, came = Settings.repaired({**COMPLETE, **changes})
    assert {name: getattr(settings, name) for name in expected} == expected
    assert [(n.field, n.came, n.used) for n in came] == notices
    for notice in came:
        assert str(notice).startswith(notice.field)


def test_nothing_at_all_is_the_default_without_a_notice() -> None:
    assert Settings.repaired({}) == (Settings.default(), [])
    assert Settings.repaired({"v": "1"}) == (Settings.default(), [])


@pytest.mark.parametrize("key", [key for key in COMPLETE if key not in {"means", "curve"}])
def test_a_missing_value_is_noticed(key: str) -> None:
    settings, notices = Settings.repaired({k: t for k, t in COMPLETE.items() if k != key})
    assert settings == Settings()
    assert [(n.field, n.came) for n in notices] == [(key, None)]
    assert "missing" in str(notices[0])


def test_many_unknown_keys_are_counted_not_listed() -> None:
    texts = {**COMPLETE, **{f"key{i}": "x" for i in range(50_000)}}
    settings, notices = Settings.repaired(texts)
    assert settings == Settings()
    assert len(notices) == 6
    assert str(notices[-1]) == "key5 and 49,994 more: unknown setting, ignored."


# ---------------------------------------------------------------- what they become


@profile(max_examples=50)
@given(valid_settings())
def test_every_valid_settings_is_a_problem_and_an_algorithm(settings: Settings) -> None:
    problem = settings.problem()
    assert problem.n_arms == settings.n
    assert (problem.k, problem.horizon) == (settings.k, settings.horizon)
    assert problem.reward.name == settings.reward
    algorithm = settings.chosen()
    assert (algorithm.name, algorithm.preset) == (settings.algorithm, settings.preset)
    preset = dc.presets(settings.algorithm)[settings.preset]
    assert algorithm.constants == {**preset, **dict(settings.constants)}
    beside = settings.algorithms()[1:]
    assert len(beside) in (len(settings.companions), len(settings.companions) - 1)
    assert algorithm not in beside


@pytest.mark.parametrize("name", list(CATALOGUE))
def test_the_catalogue_is_the_registry_in_short(name: str) -> None:
    entry = CATALOGUE[name]
    table = dc.algorithms().set_index("name")
    assert list(CATALOGUE) == list(table.index)
    assert entry.label == table.loc[name, "label"]
    assert set(entry.presets) == set(dc.presets(name))
    for preset in entry.presets:
        known = dc.presets(name)[preset]
        for key, constant in entry.tunables_of(preset).items():
            assert key in known
            for value in (constant.low, constant.high):
                dc.algorithm(name, preset=preset, **{key: value})


def test_a_constant_that_a_preset_lacks_is_refused() -> None:
    with pytest.raises(SettingsError, match="constants: expected no R, which"):
        Settings(algorithm="lints", preset="scaled", constants=(("R", 1.0),))


def test_rewards_are_passed_on() -> None:
    at_least = Settings(reward="at-least", at_least=2).problem()
    assert at_least.reward.curve == (0.0, 0.0, 1.0, 1.0)
    curve = Settings(reward="curve", curve=(0, 0.25, 0.5, 1)).problem()
    assert curve.reward.curve == (0.0, 0.25, 0.5, 1.0)


def test_uniform_arms_are_those_of_the_core() -> None:
    settings = Settings(n=7, k=2, arms_seed=9)
    same = dc.Problem.random(n_arms=7, k=2, horizon=10, seed=9)
    assert tuple(settings.means_array()) == same.means


def test_given_means_are_kept_in_order() -> None:
    settings = Settings(n=3, k=1, arms="given", means=(0.3, 0.1, 0.2))
    assert tuple(settings.means_array()) == (0.3, 0.1, 0.2)


@given(valid_settings().filter(lambda s: s.arms != "given"))
def test_described_means_are_probabilities(settings: Settings) -> None:
    means = settings.means_array()
    assert means.shape == (settings.n,)
    assert ((means >= 0) & (means <= 1)).all()


def test_described_means_are_what_they_say() -> None:
    spaced = np.sort(Settings(n=4, k=1, arms="spaced").means_array())
    np.testing.assert_allclose(spaced, [0.125, 0.375, 0.625, 0.875])
    groups = np.sort(Settings(n=5, k=2, arms="groups", gap=0.3).means_array())
    np.testing.assert_allclose(groups, [0.35, 0.35, 0.35, 0.65, 0.65])
    pair = np.sort(Settings(n=6, k=3, arms="pair", gap=0.1).means_array())
    np.testing.assert_allclose(pair, [0.15, 0.3, 0.45, 0.55, 0.7, 0.85])
    upper_half = np.sort(Settings(n=2, k=2, arms="pair", gap=0.1).means_array())
    np.testing.assert_allclose(upper_half, [0.55, 0.775])


@pytest.mark.parametrize("arms", ["spaced", "groups", "pair"])
def test_labels_do_not_tell_ranks(arms: str) -> None:
    orders = {tuple(Settings(n=20, arms=arms, arms_seed=s).means_array()) for s in range(20)}
    assert len(orders) == 20
    for order in orders:
        assert list(order) != sorted(order)
        assert list(order) != sorted(order, reverse=True)
    again = Settings(n=20, arms=arms, arms_seed=7, seed=99, preset="paper-v2")
    np.testing.assert_array_equal(
        again.means_array(), Settings(n=20, arms=arms, arms_seed=7).means_array()
    )
