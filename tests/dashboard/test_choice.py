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
