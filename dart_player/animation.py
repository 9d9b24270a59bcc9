"""Runs as an animation that plays on its own: a file on disk, or a frame in a notebook."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

import dart_core as dc
from dart_core.explaining import places_of, pseudocode
from dart_core.origin import about as about_code
from dart_core.origin import code_of_run
from dart_player.format import Code, Curve, Payload, RunData
from dart_player.looks import looks
from dart_player.payload import encode, encode_shared, show
from dart_player.standalone import standalone


def payload(runs: Sequence[dc.Run], names: Sequence[str] | None = None) -> Payload:
    """Return what the player shows of one run, or of up to four that race.

    Parameters
    ----------
    runs : sequence of Run
        With frames, on one problem with one seed.
    names : sequence of str, optional
        What the N arms are called; without names they are numbered from 1.
    """
    first = runs[0]
    styles = looks({str(at): run.algorithm for at, run in enumerate(runs)})
    data = [
        _encoded(run, f"run-{at}", names, its)
        for (at, its), run in zip(styles.items(), runs, strict=True)
    ]
    labels = " against ".join(run.algorithm.label for run in runs)
    problem = first.problem
    facts = f"{repr(problem)[10:-1]}; seed {first.seed}"
    size = f"n{problem.n_arms}-k{problem.k}-t{problem.horizon}"
    said = about_code(code_of_run(first).splitlines()[-2], first.seed)
    about = {"title": labels, "facts": facts[0].upper() + facts[1:]}
    about |= {"file": f"{first.algorithm.name}-run-{size}-seed{first.seed}"} | said
    shown = show(encode_shared(first, names), data)
    shown["about"] = about
    return shown


def _encoded(
    run: dc.Run, identity: str, names: Sequence[str] | None, its: Mapping[str, str]
) -> RunData:
    data = encode(run, identity, names=names)
    data |= {"code": cast("Code | None", pseudocode(run.algorithm))}
    data |= {"places": places_of(run.algorithm)}
    data["curve"] = cast("Curve", {**data["curve"], **its})
    return data


def page(runs: Sequence[dc.Run], about: Mapping[str, str]) -> str:
    """Return the animation as an HTML file that plays from disk.

    Parameters
    ----------
    runs : sequence of Run
    about : mapping of str to str
        Where they come from, see `dart_core.origin.about`.
    """
    return standalone(payload(runs), origin=about, code=code_of_run(runs[0]))
