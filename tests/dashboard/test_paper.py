"""The paper's experiments: a small version is run again, verdicts and what is shown are checked."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from streamlit.testing.v1 import AppTest

from dart_core.tables import latex
from dashboard.paper import build, claims, experiment, figures, matrix, page, results
from dashboard.paper.measured import Measurements, level_of_each
from tests.links import from_query

STORED = Path(__file__).with_name("paper-small.json")


def small() -> dict[str, dict[str, list[float]]]:
    """Return the final regrets of the small version, by cell and curve."""
    found: dict[str, dict[str, list[float]]] = {}
    for cell in experiment.small():
        table, _ = build.measure(cell)
        for curve, runs in table.groupby("curve", sort=False):
            ends = [float(regret[-1]) for regret in runs["regret"]]
            found.setdefault(cell.name, {})[str(curve)] = ends
    return found


def test_the_small_version_gives_the_same_numbers_again() -> None:
    assert small() == json.loads(STORED.read_text())


def table_of(ends: dict[tuple[str, str], list[float]]) -> pd.DataFrame:
    rows = [
        {"cell": cell, "curve": curve, "run": run, "commit_t": 9, "regret": [0.0, value]}
        for (cell, curve), values in ends.items()
        for run, value in enumerate(values)
    ]
    return pd.DataFrame(rows)


def test_a_ratio_is_paired_and_its_interval_is_the_jackknife_s() -> None:
    above, below = [8.0, 4.0, 6.0, 9.0], [2.0, 1.0, 1.5, 2.4]
    measured = Measurements(table_of({("c", "a.x"): above, ("c", "b.x"): below}))
    of = measured.ratio("c", "a.x", "b.x")
    whole = np.log(sum(above) / sum(below))
    pseudo = []
    for left in range(4):
        keep = [i for i in range(4) if i != left]
        part = np.log(sum(above[i] for i in keep) / sum(below[i] for i in keep))
        pseudo.append(4 * whole - 3 * part)
    half = 3.182446305 * np.std(pseudo, ddof=1) / 2
    assert of["ratio"] == pytest.approx(27 / 6.9)
    assert [of["low"], of["high"]] == pytest.approx(
        [np.exp(np.mean(pseudo) - half), np.exp(np.mean(pseudo) + half)]
    )


@pytest.mark.parametrize(
    ("likely", "outcomes", "verdict"),
    [
        (1, [1, 1, 0], claims.HOLDS),
        (-1, [-1, 0], claims.FAILS),
        (0, [0, 1], claims.OPEN),
        (1, [1, -1], claims.DEPENDS),
        (-1, [1, -1], claims.DEPENDS),
    ],
)
def test_verdicts(likely: int, outcomes: list[int], verdict: str) -> None:
    assert claims.verdict_of(likely, outcomes) == verdict


def test_the_more_comparisons_a_claim_makes_the_wider_its_intervals() -> None:
    assert level_of_each(1) == pytest.approx(0.95)
    assert 1 - 6 * (1 - level_of_each(6)) == pytest.approx(0.95)
    # One comparison alone would be decided here; six at once, with these few runs, are not.
    dart, rival = [8.0, 9.0, 10.0, 11.0], [9.0, 9.5, 12.5, 13.5]
    curves = ("ucb.authors-code", "ucb.improved", "ucb.ucb1")
    ends = {("max-2", curve): rival for curve in curves}
    ends |= {("max-2", curve): dart for curve in claims.EXPLORING}
    measured = Measurements(table_of(ends))
    alone = measured.ratio("max-2", "ucb.authors-code", "dart.authors-code")
    together = measured.ratio("max-2", *curves[:1], claims.EXPLORING[0], level_of_each(6))
    assert alone["low"] > 1 > together["low"]
    claim = claims.Claim("DART has less regret than UCB.", "ucb", ("max-2",))
    row = claims.judged(measured, claim)
    assert row is not None
    assert (row["verdict"], row["pairs"], row["comparisons"]) == (claims.OPEN, "0 of 6", 6)
    row = claims.judged(measured, replace(claim, presets=curves[:1]))
    assert row is not None
    assert row["comparisons"] == 2


def assert_close(a: Any, b: Any) -> None:
    """Equal but for the last digits: sums of floats come in another order on other processors."""
    if isinstance(a, dict):
        assert a.keys() == b.keys()
        for name in a:
            assert_close(a[name], b[name])
    elif isinstance(a, list):
        assert len(a) == len(b)
        for one, other in zip(a, b, strict=True):
            assert_close(one, other)
    else:
        assert a == (pytest.approx(b, rel=1e-9) if isinstance(b, float) else b)


def test_what_is_shipped_follows_from_the_shipped_measurements() -> None:
    table = pd.read_parquet(results.FOLDER / "measurements.parquet")
    found: dict[str, Any] = json.loads(json.dumps(build.found_in(table)))
    stored = dict(results.findings())
    del stored["separations"]
    assert_close(found, stored)


def test_every_run_is_there_once_and_every_link_means_what_it_says() -> None:
    table = pd.read_parquet(results.FOLDER / "measurements.parquet")
    cells = {cell.name: cell for cell in experiment.everything()}
    for (name, curve), runs in table.groupby(["cell", "curve"]):
        assert curve in cells[name].curves
        assert sorted(runs["run"]) == list(range(cells[name].settings.runs))
    for row in results.findings()["claims"]:
        settings, _, notices = from_query(row["link"])
        assert (notices, settings.seed) == ([], 0)


# ---------------------------------------------------------------- as a matrix, and as files


def test_the_matrix_holds_every_comparison_with_its_verdict() -> None:
    rows = results.findings()["claims"]
    heads = matrix.columns({cell.name: cell.title for cell in experiment.figures()})
    grid = matrix.matrix(rows, heads)
    assert heads["mean-2"] == "mean, K = 2"
    for row in rows:
        if "less" not in row:
            continue
        (line,) = [r for r in grid if r["claim"] == f"{row['less']} loses less than {row['more']}"]
        for cell in row["times"]:
            text = line[heads[cell]]
            marks = {mark for mark in matrix.MARKS.values() if text.startswith(mark)}
            assert len(marks) == 1
            order = ["✗", "◐", "?", "✓"]
            assert order.index(marks.pop()) <= order.index(matrix.MARKS[row["verdict"]])
    csar = next(line for line in grid if line["claim"] == "DART loses less than CSAR")
    assert csar["mean, K = 2"] == "✓ 19×"
    assert any("" in line.values() for line in grid), "where the paper says nothing"


def test_what_the_matrix_says_is_what_was_measured() -> None:
    for row in results.findings()["claims"]:
        for times in row.get("times", {}).values():
            said = f"{times:.0f}×" if times >= 9.5 else f"{times:.2f}×"
            back = f"{1 / times:.2f}×"
            assert said in row["measured"] or back in row["measured"]


def test_of_two_claims_on_one_cell_the_worse_verdict_is_shown() -> None:
    claim = {"less": "A", "more": "B", "times": {"c": 2.0}}
    rows = [claim | {"verdict": "holds"}, claim | {"verdict": "not settled"}]
    assert matrix.matrix(rows, {"c": "C"}) == [{"claim": "A loses less than B", "C": "? 2.0×"}]


def test_the_headline_counts_every_claim() -> None:
    rows = results.findings()["claims"]
    said = page.sentence(rows)
    numbers = [int(word) for word in said.replace(",", "").split() if word.isdigit()]
    assert numbers[0] == len(rows) == sum(numbers[1:])


def test_every_row_of_the_headline_has_every_preset_of_ours_beside_the_others() -> None:
    rows = results.findings()["headline"]
    cells = (*experiment.figures(), *experiment.beyond())
    titles = [cell.title.split(": ")[1] for cell in cells]
    assert len(titles) == 9, "mean, quadratic and max at K = 2, 4, 8"
    figure = figures.headline(rows, "light")
    marks = {trace.name: trace for trace in figure.data}
    assert len(marks) == len(experiment.OURS)
    for trace in marks.values():
        assert list(trace.customdata) == titles
        assert [round(y) for y in trace.y] == list(figure.layout.yaxis.tickvals)
    first = sorted(trace.y[0] for trace in marks.values())
    assert min(np.diff(first)) > 0.1, "no mark lies on another, however close their ratios"
    assert list(figure.layout.yaxis.ticktext) == titles
    filled = {n for n, trace in marks.items() if not trace.marker.symbol.endswith("-open")}
    presets = ("Frontier · capital", "Frontier · guaranteed", "Frontier · pace")
    assert filled == {*presets, "DART-EB · guaranteed"}
    assert len({(trace.marker.symbol, trace.marker.color) for trace in marks.values()}) == 6


def test_no_two_marks_on_the_lower_bounds_arms_look_alike() -> None:
    marks = figures.lower(results.findings()["lower"], "light").data[:-2]
    assert len({(trace.marker.symbol, trace.marker.color) for trace in marks}) == len(marks)
    assert {curve for curve in experiment.TABLE if curve.startswith("frontier.")} == {
        "frontier.capital",
        "frontier.guaranteed",
        "frontier.pace",
    }


def test_the_sentence_on_ours_is_about_the_preset_that_it_names() -> None:
    rows = results.findings()["headline"]
    ratio = {row["title"]: row for row in rows if row["curve"] == "frontier.pace"}
    least = min(ratio.values(), key=lambda row: row["ratio"])
    assert page.less_than(rows, "frontier.pace").startswith(
        f"from {least['ratio']:.0f} times ({least['title'].split(': ')[1]}; {least['low']:.0f} to "
    )
    assert page.less_than(rows, "frontier.pace") != page.less_than(rows, "frontier.capital")


def test_curves_that_are_new_are_run_beside_those_that_are_there() -> None:
    """Nothing is run again, and what was run later says so."""
    cells = experiment.figures(runs=2, horizon=2_000)[:2]
    whole = {(cell.name, curve) for cell in cells for curve in cell.curves}
    there = table_of({key: [1.0, 2.0] for key in whole if "pace" not in key[1]})
    left = build.lacking(cells, there)
    assert [(cell.name, cell.curves) for cell in left] == [
        (cell.name, ("frontier.pace",)) for cell in cells
    ]
    assert build.lacking(cells, table_of({key: [1.0, 2.0] for key in whole})) == []
    added = {"finished": "2026-11-29T09", "command": "c", "curves": ["a.b", "a.c"]}
    assert page._added({"added": [added]}) == "Added 2026-11-29 by `c`: a.b, a.c. "
    assert page._added({}) == ""


def _below() -> None:
    import streamlit as st

    from dashboard.paper.later import later

    later("x", lambda: st.title("Below"))


def test_where_something_is_still_coming_the_page_says_so() -> None:
    page = AppTest.from_function(_below).run()
    assert ([c.value for c in page.caption], list(page.title)) == (
        ["The rest of this page comes in a moment."],
        [],
    )
    page.session_state["drawn-x"] = True
    page.run()
    assert ([t.value for t in page.title], list(page.caption)) == (["Below"], [])


def test_a_table_for_latex_is_text_with_its_formulas() -> None:
    table = pd.DataFrame({"a_b": ["50 % of $x_1$", r"A & B \ {C}"], "times": [1.23456, np.nan]})
    text = latex(table, {"seed": "0\n1"}).decode()
    assert text.startswith("% seed: 0 1\n\\begin{tabular}{lr}\n\\toprule\n")
    assert r"a\_b & times \\" in text
    assert r"50 \% of $x_1$ & 1.235 \\" in text
    assert r"A \& B \textbackslash{} \{C\} &  \\" in text
    assert text.endswith("\\bottomrule\n\\end{tabular}\n")
    assert r"\$5" in latex(pd.DataFrame({"a": ["$5"]}), {}).decode()
