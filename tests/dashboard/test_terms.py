"""The paper's terms: each has its place, and what the player shows finds it under its name."""

from __future__ import annotations

import re

import dart_core as dc
from dart_core.algorithms import BUILT_IN
from dart_core.algorithms.registry import REGISTRY
from dart_core.explaining import places_of, pseudocode
from dart_core.terms import PAPER, PLACES, STAGES, TERMS
from tests.project.files import ROOT

SAID = (ROOT / "dart_player/js/asking.js").read_text(encoding="utf-8")


def test_every_place_has_words_and_an_address_of_the_paper() -> None:
    places = [*PLACES.values(), *STAGES.values(), *(term.place for term in TERMS.values())]
    for place in places:
        assert place.text
        assert place.url.startswith(PAPER.replace("/abs/", "/html/") + "#")
        assert re.fullmatch(r"alg[12]|[AS]\d+(\.(SS|E|T)\d+)?", place.anchor)
        assert place.link == f"[{place.text}]({place.url})"


def test_what_an_arm_is_asked_has_its_place_under_the_name_that_the_player_says() -> None:
    said = {name.replace("\\u03bb", "λ") for name in re.findall(r'\bsay\(\s*"([^"]+)"', SAID)}
    asked = places_of(dc.algorithm("dart"))["asked"]
    elsewhere = {"certified share", "certified better than", "certified worse than"}
    elsewhere |= {"its groups truly average", "exactly", "compared"}
    assert said - elsewhere == set(asked), "what is not in the paper has no place there"


def test_lines_of_the_paper_s_algorithm_stand_beside_its_own_lines_alone() -> None:
    printed, authors = (dc.algorithm("dart", preset=p) for p in ("clean-c1", "authors-code"))
    code = pseudocode(printed)
    assert code is not None
    lit = {stage for _, stages, _ in code["lines"] for stage in stages.split()}
    assert lit - {"play"} == set(places_of(printed)["stages"])
    assert places_of(authors)["stages"] == {}
    for name in BUILT_IN:
        about = places_of(dc.algorithm(name))["about"]
        assert (about is None) == (not REGISTRY[name].place)
    assert {"dart", "csar", "cmab-sm"} <= {name for name in BUILT_IN if REGISTRY[name].place}
