"""A choice of an algorithm is a value: read from a link's text once, and written once."""

import pytest

import dart_core as dc
from dashboard.catalogue import CATALOGUE, Choice, choices, curves
from dashboard.settings import Settings


def test_every_preset_is_a_choice_that_is_read_as_it_is_written() -> None:
    assert [(c.name, c.preset) for c in curves().values()] == [
        (name, preset) for name, entry in CATALOGUE.items() for preset in entry.presets
    ]
    for text, choice in curves().items():
        assert Choice.read(text) == choice
        assert choice.text == text
        assert choice.algorithm() == dc.algorithm(choice.name, preset=choice.preset)


@pytest.mark.parametrize(
    "text", ["", "dart", "dart.gone", "gone", "random.uniform", "dart.clean-c1 "]
)
def test_what_names_no_preset_is_no_choice(text: str) -> None:
    with pytest.raises(ValueError, match="expected one of"):
        Choice.read(text)


def test_the_watched_algorithm_is_drawn_once_unless_it_has_constants() -> None:
    settings = Settings(companions=choices("dart.clean-c1", "random"))
    assert settings.choices() == list(choices("dart.clean-c1", "random"))
    own = Settings(companions=choices("dart.clean-c1", "random"), constants=(("c", 0.5),))
    assert len(own.choices()) == 3
    assert own.watched.label == "DART · clean-c1"
    assert dict(own.watched.algorithm().overrides) == {"c": 0.5}


def test_a_curve_is_introduced_by_what_its_algorithm_does() -> None:
    about = dc.algorithm("dart", preset="clean-c1").about
    assert about.endswith("Here: Algorithm 1, with c = 1.")
    changed = dc.algorithm("dart", preset="clean-c1", c=0.12, lam=0.5).about
    assert changed.endswith("Here: Algorithm 1, with c = 0.12 and λ = 0.5.")
    assert dc.algorithm("dart", preset="authors-code", c=2).plain.endswith(
        "as run by the authors, with c = 2"
    )
    assert dc.algorithm("random").about == dc.algorithm("random").spec.line
