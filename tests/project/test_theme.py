"""The colours in .streamlit/config.toml are legible: WCAG 2 contrasts, both themes."""

import tomllib

import pytest

from tests.project.files import ROOT

THEMES = tomllib.loads((ROOT / ".streamlit/config.toml").read_text(encoding="utf-8"))["theme"]
BACKGROUNDS = ("backgroundColor", "secondaryBackgroundColor")
TEXT = 4.5  # WCAG 2.2, 1.4.3, level AA
CAPTION_OPACITY = 0.6  # how Streamlit 1.67 fades the text of captions


def channels(colour: str) -> list[float]:
    return [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]


def luminance(rgb: list[float]) -> float:
    linear = [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in rgb]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: list[float], other: list[float]) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def test_contrast_agrees_with_its_definition() -> None:
    assert contrast(channels("#ffffff"), channels("#000000")) == pytest.approx(21)
    assert contrast(channels("#777777"), channels("#ffffff")) == pytest.approx(4.48, abs=0.005)


@pytest.mark.parametrize("background", BACKGROUNDS)
@pytest.mark.parametrize("colour", ["textColor", "primaryColor", "linkColor"])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_text_is_legible(theme: str, colour: str, background: str) -> None:
    colours = THEMES[theme]
    assert contrast(channels(colours[colour]), channels(colours[background])) >= TEXT


@pytest.mark.parametrize("background", BACKGROUNDS)
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_captions_are_legible(theme: str, background: str) -> None:
    behind = channels(THEMES[theme][background])
    text = channels(THEMES[theme]["textColor"])
    shown = [
        CAPTION_OPACITY * t + (1 - CAPTION_OPACITY) * b for t, b in zip(text, behind, strict=True)
    ]
    assert contrast(shown, behind) >= TEXT
