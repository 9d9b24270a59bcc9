"""The sections of the page on the paper."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import streamlit as st

from dart_core.terms import CITATION, PLACES
from dart_player.charts import CONFIG
from dashboard.catalogue import CATALOGUE, curve_labels
from dashboard.exports.parts import save_part
from dashboard.exports.pictures import Slide
from dashboard.links.link import Link
from dashboard.paper import experiment, figures, matrix, results, words
from dashboard.paper.experiment import MAIN, NAMES, Cell

if TYPE_CHECKING:
    import pandas as pd
    import plotly.graph_objects as go

_ICONS = {
    "holds": "✓ holds",
    "does not hold": "✗ does not hold",
    "depends on the constants": "◐ depends on the constants",
    "not settled": "? not settled",
}
_MANY = {
    "holds": "hold",
    "does not hold": "do not hold",
    "depends on the constants": "depend on the constants",
    "not settled": "are not settled",
}


def _theme() -> str:
    return st.context.theme.type or "light"


def headline() -> None:
    """Say in two sentences what comes of it, and what is shown."""
    st.markdown(f"## {sentence(results.findings()['claims'])}")
    st.markdown(words.INTRODUCTION)


def sentence(claims: list[dict[str, Any]]) -> str:
    """Return what becomes of the paper's claims, in one sentence."""
    counts = Counter(row["verdict"] for row in claims)
    parts = [f"{counts[name]} {many}" for name, many in _MANY.items() if counts[name]]
    listed = ", ".join(parts[:-1]) + f" and {parts[-1]}" if len(parts) > 1 else parts[0]
    return f"Of the paper's {len(claims)} claims that can be measured, {listed}"


def ours() -> None:
    """Show how many times less regret ours have."""
    rows = results.findings()["headline"]
    default, paced = (f"frontier.{preset}" for preset in ("capital", "pace"))
    st.markdown(
        f"**In every figure Frontier loses less than DART: {less_than(rows, default)}.** With its "
        f"preset `pace` it is {less_than(rows, paced)}; hardly any arm is settled by the end then."
    )
    st.plotly_chart(
        figures.headline(rows, _theme()), config=CONFIG, key="paper-headline", alt=words.ALT_OURS
    )
    st.caption(
        "How many times more DART loses, in mean regret on 25 shared instances. Bars: 95 % "
        "interval (jackknife over the pairs, on the scale of the logarithm). The last row is in no "
        "figure of the paper."
    )
    _save(
        "ours",
        lambda: _frame(rows),
        "How many times more DART loses",
        lambda: figures.headline(rows, "light"),
    )
    st.markdown(words.GUARANTEE)


def less_than(rows: list[dict[str, Any]], curve: str) -> str:
    """Return from how much less to how much less a curve loses, over the figures."""
    of = [row for row in rows if row["curve"] == curve]
    least, most = min(of, key=lambda r: r["ratio"]), max(of, key=lambda r: r["ratio"])
    ends = (
        f"{row['ratio']:.0f} times ({row['title'].split(': ')[1]}; {row['low']:.0f} to "
        f"{row['high']:.0f})"
        for row in (least, most)
    )
    return "from {} to {} less".format(*ends)


def verdicts() -> None:
    """Show the verdicts: a matrix, and behind it every claim with what was measured."""
    import pandas as pd

    rows = results.findings()["claims"]
    heads = matrix.columns({cell.name: cell.title for cell in experiment.figures()})
    grid = pd.DataFrame(matrix.matrix(rows, heads))
    with st.container(key="paper-matrix"):
        st.table(grid.rename(columns={"claim": words.CLAIM}), hide_index=True, border="horizontal")
    st.caption(words.MATRIX)
    _save("verdicts", lambda: grid)
    others = [row for row in rows if "less" not in row]
    st.markdown("**And on how regret grows, and on the constants**")
    list_of = pd.DataFrame(
        {
            words.CLAIM: [row["claim"] for row in others],
            "verdict": [_ICONS[row["verdict"]] for row in others],
        }
    )
    with st.container(key="paper-others"):
        st.table(list_of, hide_index=True, border="horizontal")
    with st.expander("Every claim, with what was measured", icon=":material/table:"):
        _claims(rows)
    with st.expander("How a verdict comes about"):
        st.markdown(words.VERDICTS)


def _claims(rows: list[dict[str, Any]]) -> None:
    import pandas as pd

    chosen = st.pills("Show", list(_ICONS), selection_mode="multi", key="paper-verdicts")
    shown = [row for row in rows if not chosen or row["verdict"] in chosen]
    table = pd.DataFrame(
        {
            "claim, in our words": [row["claim"] for row in shown],
            "verdict": [_ICONS[row["verdict"]] for row in shown],
            "measured, with simultaneous 95 % intervals": [row["measured"] for row in shown],
            "constants that agree": [row["pairs"] for row in shown],
            "comparisons": [str(row["comparisons"] or "") for row in shown],
        }
    )
    links = [f"[compare](compare?{row['link']})" for row in shown]
    with st.container(key="paper-claims"):
        st.table(table.assign(again=links), hide_index=True, border="horizontal")
    _save("claims", lambda: table)


def _save(
    name: str,
    table: Callable[[], pd.DataFrame],
    title: str = "",
    figure: Callable[[], go.Figure] | None = None,
    *,
    facts: str = words.FACTS,
    shown: Callable[[], pd.DataFrame] | None = None,
) -> None:
    """Offer a part of this page as files."""
    slides = None
    if figure is not None:

        def slides() -> list[Slide]:
            return [Slide(title, f"paper-{name}", figure())]

    save_part(f"paper-{name}", facts, _about(), table=table, shown=shown, slides=slides)


def _about() -> dict[str, str]:
    of = results.provenance()
    return {
        "settings": "the paper's experiments, run again",
        "seed": str(experiment.SEED),
        "instance seed": str(experiment.SEED),
        "version": f"dart_core {of['versions']['dart_core']}, {of['finished'][:10]}",
        "citation": CITATION,
    }


def _frame(rows: list[dict[str, Any]]) -> pd.DataFrame:
    import pandas as pd

    return pd.DataFrame(rows)


def show_figures() -> None:
    """Show one figure of the paper, with a preset for every algorithm."""
    cells = {cell.title: cell for cell in experiment.figures()}
    with st.container(horizontal=True, vertical_alignment="center", key="paper-choose"):
        title = st.selectbox(
            "Figure", list(cells), key="paper-figure", label_visibility="collapsed", width=300
        )
        cell = cells[title]
        table = results.curves()
        table = table[table["cell"] == cell.name]
        curves = _chosen(cell, set(table["curve"]))
        log_axis = st.toggle("Logarithmic", value=True, key="paper-log")
        bounds = st.toggle("Theorems 2 and 3, constant 1", key="paper-bounds")
    with st.container(key="on-paper"):
        st.markdown(f"**{title}** ({words.ONE_FIGURE})")
    s = cell.settings
    figure = figures.regret(table, curves, _theme(), log_axis=log_axis, n=s.n, k=s.k, bounds=bounds)
    st.plotly_chart(figure, config=CONFIG, key="paper-regret", alt=words.ALT_FIGURE)
    st.caption(
        "Mean of 25 runs; bars: the least and the greatest run, as in the paper. "
        + experiment.LEFT_OUT
    )
    with st.container(horizontal=True, vertical_alignment="center"):
        live(cell, curves)
        how: dict[str, Any] = {"log_axis": log_axis, "n": s.n, "k": s.k, "bounds": bounds}
        _save(
            f"figure-{cell.name}",
            lambda: table[table["curve"].isin(curves)],
            title,
            lambda: figures.regret(table, curves, "light", **how),
        )


def _chosen(cell: Cell, measured: set[str]) -> list[str]:
    """Return the curves, one preset each, that the visitor wants to see."""
    chosen = []
    with st.popover("Constants", icon=":material/tune:", help="A preset for each algorithm"):
        columns = st.columns(2)
        for place, (name, main) in enumerate(MAIN.items()):
            algorithm = main.split(".")[0]
            known = [c for c in cell.curves if c.startswith(f"{algorithm}.") and c in measured]
            known = [main] if name.startswith("lints") and main in measured else known
            known = [] if name.startswith("lints") and main not in measured else known
            if not known:
                continue
            label = NAMES.get(name, CATALOGUE[algorithm].label)
            options = {c: c.split(".")[1] for c in known} | {"": "hidden"}
            pick = columns[place % 2].selectbox(
                label,
                list(options),
                index=list(options).index(main) if main in options else 0,
                format_func=options.__getitem__,
                key=f"paper-preset-{name}",
            )
            if pick:
                chosen.append(pick)
    return chosen


def live(cell: Cell, curves: list[str]) -> None:
    """Offer the comparison itself."""
    if curves:
        main = next((c for c in curves if c.startswith("dart.")), curves[0])
        link = Link(cell.showing(main, *curves)).query()
        st.markdown(f"[Run these curves again, live](compare?{link})")


def table_1() -> None:
    """Show Table 1 beside what was measured."""
    import pandas as pd

    names = curve_labels()
    rows = []
    for row in results.findings()["table"]:
        curve = row["curve"]
        bound, cost = row["claimed"]
        line: dict[str, Any] = {"algorithm": names[curve], "bound": bound}
        for what in ("T", "N", "K"):
            of = row.get(what)
            line[what] = f"{of['exponent']:.2f} ({of['low']:.2f}, {of['high']:.2f})" if of else "–"
        time = results.nanoseconds(curve, "mean-2", experiment.HORIZON)
        line |= {"cost": cost, "ns": "–" if time is None else f"{time:,.0f}"}
        for what in ("N", "K"):
            grows = results.growth_of_time(curve, what)
            line[f"ns-{what}"] = "–" if grows is None else f"{grows:.2f}"
        rows.append(line | {"bytes": f"{row['bytes']:,}"})
    heads = {
        "bound": "regret, claimed",
        "T": "exponent of T",
        "N": "exponent of N",
        "K": "exponent of K",
        "cost": "time of a round, claimed",
        "ns": "ns, measured",
        "ns-N": "grows as N to the",
        "ns-K": "grows as K to the",
        "bytes": "state, bytes",
    }
    table = pd.DataFrame(rows).rename(columns=heads)
    with st.container(key="paper-table-1"):
        st.table(table, hide_index=True, border="horizontal")
    _save("table-1", lambda: table)
    st.caption(
        "Measured on the mean reward: T = 62,500 … 10⁶ (N = 45, K = 2); N = 12 … 96 (K = 2) and "
        "K = 2 … 16 (N = 48) at T = 250,000; 10 runs; interval 95 %. Bounds without logarithms, "
        "which measured exponents hold too. Theorem 3 has $K\\sqrt{NKT}$ where the paper's table "
        "has $K\\sqrt{NT}$. Times: N = 45, K = 2, T = 10⁶, the quickest of 25 runs on the machine "
        "below."
    )


def below() -> None:
    """Show what stands below the figures and verdicts."""
    st.header("And ours")
    ours()
    st.header("Table 1, measured")
    table_1()
    st.header("Theorems in action")
    theorems()


def theorems() -> None:
    """Show Lemma 2, the lower bound's arms and the bounds beside measurements.

    One below the other, not in tabs: only what is open would be on paper.
    """
    found = results.findings()
    st.subheader("Lemma 2")
    _lemma_2(found["separations"])
    if found["lower"]:
        st.subheader("The lower bound's arms")
        _lower(found["lower"])
    st.subheader("Upper and lower bound")
    _bounds(found["bounds"])


def _lemma_2(rows: list[dict[str, Any]]) -> None:
    st.plotly_chart(
        figures.separations(rows, _theme()), config=CONFIG, key="paper-lemma", alt=words.ALT_LEMMA
    )
    st.caption(
        "Each arm that DART (clean-c1) moved in two runs on the mean: its epoch against its "
        "gap, to the (K+1)-th best arm if accepted, to the K-th if rejected. Lines: Lemma 2's "
        f"({PLACES['lemma 2'].link}) "
        "$288\\,K^2\\ln(2NT)/\\mathrm{gap}^2$ epochs ($c = 32$) and the same with $c = 1$, for "
        "which it has no proof."
    )
    _save(
        "lemma-2",
        lambda: _frame(rows),
        "When arms were decided, and Lemma 2",
        lambda: figures.separations(rows, "light"),
        facts=words.FACTS_LEMMA,
    )


def _lower(rows: list[dict[str, Any]]) -> None:
    st.plotly_chart(
        figures.lower(rows, _theme()), config=CONFIG, key="paper-low", alt=words.ALT_LOWER
    )
    cell = experiment.lower()[-3]
    link = Link(cell.showing(MAIN["dart"], *(MAIN[n] for n in ("frontier", "csar")))).query()
    st.caption(
        "Arms that share one Gaussian number a round, apart by the theorem's ε; 10 runs, "
        "T = 10⁶. ε is so small that even the worst sets cost little: no algorithm can tell "
        "the arms apart in time, which is the point of the construction."
    )
    st.markdown(f"[Run it live](compare?{link})")
    _save(
        "lower-bound",
        lambda: _frame(rows),
        "Regret on the lower bound's arms",
        lambda: figures.lower(rows, "light"),
        facts=words.FACTS_LOWER,
    )


def _bounds(rows: list[dict[str, Any]]) -> None:
    import pandas as pd

    names = curve_labels()
    heads: dict[str, tuple[str, Callable[[Any], str]]] = {
        "title": ("figure", str),
        "curve": ("curve", names.__getitem__),
        "mean": ("regret", "{:,.0f}".format),
        "upper": ("Theorem 3", "{:,.0f}".format),
        "of_upper": ("regret ÷ Theorem 3", "{:.3f}".format),
        "lower": ("Theorem 2", "{:,.0f}".format),
        "of_lower": ("regret ÷ Theorem 2", "{:.1f}".format),
    }
    table = pd.DataFrame(
        [{head: said(row[name]) for name, (head, said) in heads.items()} for row in rows]
    )
    with st.container(key="paper-bounds-table"):
        st.table(table, hide_index=True, border="horizontal")
    st.caption(
        f"{PLACES['theorem 3'].link}: "
        r"$K\sqrt{NKT\ln 2NT}$. "
        f"{PLACES['lower bound'].link}: "
        r"$\sigma\sqrt{NKT}$. Both with the constant 1."
    )
    _save(
        "bounds", lambda: _frame(rows)[list(heads)].replace({"curve": names}), shown=lambda: table
    )


def origin() -> None:
    """Show where the numbers come from."""
    of = results.provenance()
    versions = ", ".join(f"{name} {number}" for name, number in of["versions"].items())
    st.caption(
        f"Made by `{of['command']}`, {of['finished'][:10]}, on {of['processor']}; {versions}. "
        f"{_added(of)}Seed {experiment.SEED}. The measurements are the same whenever they are made "
        "again; the times are not."
    )
    if lacking := results.findings()["missing"]:
        st.caption("Not measured, so without a curve or a verdict: " + "; ".join(lacking) + ".")


def _added(of: dict[str, Any]) -> str:
    """Return which curves were run later, and when."""
    return "".join(
        f"Added {each['finished'][:10]} by `{each['command']}`: {', '.join(each['curves'])}. "
        for each in of.get("added", [])
    )
