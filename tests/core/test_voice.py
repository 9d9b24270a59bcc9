"""How stories and forecasts speak: plain sentences first, symbols only where they are named."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

import dart_core as dc
from dart_core.algorithms import BUILT_IN
from dart_core.algorithms.dart.story import lead_text
from dart_core.algorithms.registry import REGISTRY
from dart_core.joint_rewards import REWARDS

PRESETS = [(name, preset) for name in BUILT_IN for preset in REGISTRY[name].presets]
KINDS = [record.given(2, [0.0, 0.2, 0.9, 1.0]) for record in REWARDS.values()]
LONGEST_LABEL = 30  # characters of a line of a menu in the sidebar
# Constants under which things happen within a few thousand rounds.
QUICK = {
    "dart": {"c": 0.02, "lam": 0.02},
    "dart-anytime": {"c": 0.02, "lam": 0.02},
    "csar": {"c": 0.01},
    "cmab-sm": {"lam": 0.2, "L": 2.0},
    "frontier": {"L": 2.0},
    "dart-eb": {"L": 0.5},
    "ucb": {"c": 0.05},
}
SYMBOL = re.compile(r"[Α-Ωα-ωℓ₀-₉²√≥≤ΣδΔλμθε]|\w\u0302|\b[NKTLct] = |\bt\b|\b[KNT]\b(?! = )")
JARGON = re.compile(
    r"\b(epochs?|incumbent|posterior|wealth|semi-bandit|full-bandit|estimator|radius|radii|"
    r"accepted|rejected|active|horizon|nobody moves)\b"
)
# "Arm 4 is out", as a sentence of its own or a part of one.
LONG_NUMBER = re.compile(r"(?<![\d.,])\d{4,}(?![\d.]|,\d)")
TOO_EXACT = re.compile(r"\d\.\d{5,}")


def told(name: str, preset: str, *problems: dc.Problem) -> Iterator[tuple[str, str]]:
    """Give every sentence of runs, its plain form and its exact one."""
    spec = REGISTRY[name]
    own = {
        key: value
        for key, value in QUICK.get(name, {}).items()
        if key in spec.presets[preset].constants
    }
    for problem in problems:
        for chosen in {dc.algorithm(name, preset), dc.algorithm(name, preset, **own)}:
            if spec.refuse(problem, chosen.resolved(problem)):
                continue
            run = dc.simulate(problem, chosen, seed=1, frames=60)
            yield from ((note.text, note.exact) for note in run.story())


def well_said(text: str) -> None:
    """Assert what holds of every plain sentence."""
    assert text[0].isupper() or text[0].isdigit(), text
    assert text.endswith("."), text
    assert "  " not in text, text
    for wrong in ("nan", "inf", "None", "(maybe", " 1 arms", " 1 rounds", "arm 0", "!", "-0", ";."):
        assert wrong not in text, text
    assert not LONG_NUMBER.search(text), f"a number lacks its separators: {text}"
    assert not TOO_EXACT.search(text), f"more digits than anyone reads: {text}"


@pytest.mark.parametrize(("name", "preset"), PRESETS)
def test_stories_are_plain_first(name: str, preset: str) -> None:
    problems = [dc.Problem.random(8, 3, 3_000, reward=reward, seed=2) for reward in KINDS]
    problems += [dc.Problem.random(6, 1, 2_000, seed=3), dc.Problem.random(8, 3, 5, seed=2)]
    sentences = list(told(name, preset, *problems))
    assert sentences
    for plain, exact in sentences:
        well_said(plain)
        assert not SYMBOL.search(plain), f"a symbol stands bare: {plain}"
        assert not JARGON.search(plain), f"a term that only experts know: {plain}"
        assert not exact or exact.endswith("."), exact


@pytest.mark.parametrize("name", REWARDS)
def test_a_joint_reward_is_said_plainly(name: str) -> None:
    record = REWARDS[name]
    assert re.fullmatch(r"[a-z][a-z0-9-]*", name), "links and commands spell it so"
    assert not SYMBOL.search(record.seen.format(m=2)), record.seen
    assert len(record.label) <= LONGEST_LABEL, f"a menu cuts off {record.label!r}"


@pytest.mark.parametrize(("name", "preset"), PRESETS)
def test_forecasts_are_plain_first(name: str, preset: str) -> None:
    """A warning may name a symbol, in words and with its number; nothing else does."""
    chosen = dc.algorithm(name, preset)
    for horizon in (5, 300, 20_000, 1_000_000):
        for n, k in ((12, 3), (45, 4), (3, 3), (5, 1)):
            forecast = dc.forecast(dc.Problem.random(n, k, horizon, seed=1), chosen)
            plain = [forecast.sentence(), forecast.caveat.plain]
            for text in filter(None, plain):
                well_said(text)
            if not forecast.warnings:
                assert not any(SYMBOL.search(text) for text in plain), plain
            assert not any(JARGON.search(text) for text in plain), plain
            for exact in (forecast.exactly(), forecast.caveat.exact):
                assert not exact or exact.endswith("."), exact


def test_symbols_of_warnings_are_named() -> None:
    for name, preset in PRESETS:
        forecast = dc.forecast(dc.Problem.random(45, 4, 1_000, seed=1), dc.algorithm(name, preset))
        for symbol in "λΔ":
            for warning in forecast.warnings:
                if symbol in warning:
                    said = {"λ": "looking|ignores|stops", "Δ": "lead|looking for"}[symbol]
                    assert re.search(said, warning), warning
                    assert re.search(rf"{symbol}₁? = [\d.]+|{symbol} is then", warning), warning


def test_numbers_of_a_plain_sentence_stand_in_the_exact_one() -> None:
    for seed in range(6):
        problem = dc.Problem.random(9, 3, 20_000, seed=seed)
        for preset in ("clean-c1", "authors-code"):
            chosen = dc.algorithm("dart", preset, c=0.02, lam=0.03)
            for note in dc.simulate(problem, chosen, seed=seed).story()[1:-1]:
                lead = [lead_text(float(x)) for x in re.findall(r"\d+\.\d+", note.exact)]
                for number in re.findall(r"\d+\.\d+(?= (?:above|below)|\)|,)", note.text):
                    assert number in note.exact or number in lead, note
                assert bool(note.arms) == bool(re.search(r"\b(is|are) (in|out)\b", note.text))


def test_who_is_in_and_who_is_out() -> None:
    run = dc.simulate(
        dc.Problem([0.9, 0.8, 0.2, 0.1], 2, 5_000), dc.algorithm("dart", "clean-c1", c=0.1)
    )
    text = " ".join(note.text for note in run.story())
    assert "From now on DART plays arms 1 and 2." in text
    (first,) = re.findall(r"(Arms? [34](?: and [34])? (?:is|are) (?:in|out): .*?\))\.", text)[:1]
    assert re.search(r" average \d\.\d+( or less)?, at least 0?\.?\d+ below the last of", first)
