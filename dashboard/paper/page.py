"""The sections of the page on the paper."""

from __future__ import annotations

from collections import Counter
from typing import Any

import streamlit as st

from dart_core.terms import PLACES
from dart_player.charts import CONFIG
from dashboard.catalogue import CATALOGUE, curve_labels
from dashboard.links.link import Link
from dashboard.paper import experiment, figures, results, words
from dashboard.paper.experiment import MAIN, Cell

_NAMES = {
    "lints-scaled": "LinTS (Scaled)",
    "lints-unscaled": "LinTS (Unscaled)",
}
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


def introduction() -> None:
    """Say what the page shows."""
    st.markdown(words.INTRODUCTION)


def headline() -> None:
    """Show how many times less regret ours have."""
    rows = results.findings()["headline"]
    st.markdown(f"#### {sentence(rows)}")
    st.plotly_chart(figures.headline(rows, _theme()), config=CONFIG, key="paper-headline")
    st.caption(
        "Ratio of mean regrets on 25 shared instances; bars: 95 % interval (jackknife over the "
        "pairs, on the scale of the logarithm)."
    )
    st.markdown(words.GUARANTEE)


def sentence(rows: list[dict[str, Any]]) -> str:
    """Return the headline number in one sentence."""
    of = [row for row in rows if row["curve"] == "frontier.guaranteed"]
    least, most = min(of, key=lambda r: r["ratio"]), max(of, key=lambda r: r["ratio"])
    return "Frontier has {} to {} times less regret than DART with its authors' constants".format(
        *(
            f"{row['ratio']:.0f} ({row['title'].split(': ')[1]}; {row['low']:.0f} to "
            f"{row['high']:.0f})"
            for row in (least, most)
        )
    )


def verdicts() -> None:
    """Show every claim with its verdict."""
    import pandas as pd

    rows = results.findings()["claims"]
    counts = Counter(row["verdict"] for row in rows)
    st.markdown(
        f"Of {len(rows)} claims: "
        + ", ".join(f"**{counts[name]}** {many}" for name, many in _MANY.items() if counts[name])
    )
    chosen = st.pills("Show", list(_ICONS), selection_mode="multi", key="paper-verdicts")
    shown = [row for row in rows if not chosen or row["verdict"] in chosen]
    table = pd.DataFrame(
        {
            "claim, in our words": [row["claim"] for row in shown],
            "verdict": [_ICONS[row["verdict"]] for row in shown],
            "measured, with simultaneous 95 % intervals": [row["measured"] for row in shown],
            "constants that agree": [row["pairs"] for row in shown],
            "comparisons": [str(row["comparisons"] or "") for row in shown],
            "again": [f"[compare](compare?{row['link']})" for row in shown],
        }
    )
    with st.container(key="paper-claims"):
        st.table(table, hide_index=True, border="horizontal")
    with st.expander("How a verdict comes about"):
        st.markdown(words.VERDICTS)


def show_figures() -> None:
    """Show one figure of the paper, with a preset for every algorithm."""
    cells = {cell.title: cell for cell in experiment.figures()}
    title = st.selectbox("Figure", list(cells), key="paper-figure")
    cell = cells[title]
    table = results.curves()
    table = table[table["cell"] == cell.name]
    curves = _chosen(cell, set(table["curve"]))
    left, right = st.columns(2)
    log_axis = left.toggle("Regret on a logarithmic axis", value=True, key="paper-log")
    bounds = right.toggle("Theorems 2 and 3, constant 1", key="paper-bounds")
    s = cell.settings
    figure = figures.regret(table, curves, _theme(), log_axis=log_axis, n=s.n, k=s.k, bounds=bounds)
    st.plotly_chart(figure, config=CONFIG, key="paper-regret")
    st.caption(
        "Mean of 25 runs; bars: the least and the greatest run, as in the paper. "
        + experiment.LEFT_OUT
    )
    live(cell, curves)


def _chosen(cell: Cell, measured: set[str]) -> list[str]:
    """Return the curves, one preset each, that the visitor wants to see."""
    chosen = []
    with st.expander("Constants: a preset for each algorithm", icon=":material/tune:"):
        columns = st.columns(4)
        for place, (name, main) in enumerate(MAIN.items()):
            algorithm = main.split(".")[0]
            known = [c for c in cell.curves if c.startswith(f"{algorithm}.") and c in measured]
            known = [main] if name.startswith("lints") and main in measured else known
            known = [] if name.startswith("lints") and main not in measured else known
            if not known:
                continue
            label = _NAMES.get(name, CATALOGUE[algorithm].label)
            options = {c: c.split(".")[1] for c in known} | {"": "hidden"}
            pick = columns[place % 4].selectbox(
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
    with st.container(key="paper-table-1"):
        st.table(pd.DataFrame(rows).rename(columns=heads), hide_index=True, border="horizontal")
    st.caption(
        "Measured on the mean reward: T = 62,500 … 10⁶ (N = 45, K = 2); N = 12 … 96 (K = 2) and "
        "K = 2 … 16 (N = 48) at T = 250,000; 10 runs; interval 95 %. Bounds without logarithms, "
        "which measured exponents hold too. Theorem 3 has $K\\sqrt{NKT}$ where the paper's table "
        "has $K\\sqrt{NT}$. Times: N = 45, K = 2, T = 10⁶, the quickest of 25 runs on the machine "
        "below."
    )


def theorems() -> None:
    """Show the bounds, Lemma 2 and the lower bound's arms beside measurements."""
    import pandas as pd

    found = results.findings()
    names = curve_labels()
    bounds, lemma, lower = st.tabs(["Upper and lower bound", "Lemma 2", "The lower bound's arms"])
    with bounds:
        table = pd.DataFrame(found["bounds"])
        table["curve"] = table["curve"].map(names)
        number = st.column_config.NumberColumn
        shown = table[["title", "curve", "mean", "upper", "of_upper", "lower", "of_lower"]]
        st.dataframe(
            shown,
            hide_index=True,
            width="stretch",
            column_config={
                "title": "figure",
                "mean": number("regret", format="%,.0f"),
                "upper": number("Theorem 3", format="%,.0f"),
                "of_upper": number("regret ÷ it", format="%.3f"),
                "lower": number("Theorem 2", format="%,.0f"),
                "of_lower": number("regret ÷ it", format="%.1f"),
            },
        )
        st.caption(
            f"{PLACES['theorem 3'].link}: "
            r"$K\sqrt{NKT\ln 2NT}$. "
            f"{PLACES['lower bound'].link}: "
            r"$\sigma\sqrt{NKT}$. Both with the constant 1."
        )
    with lemma:
        st.plotly_chart(
            figures.separations(found["separations"], _theme()), config=CONFIG, key="paper-lemma"
        )
        st.caption(
            "Each arm that DART (clean-c1) moved in two runs on the mean: its epoch against its "
            "gap, to the (K+1)-th best arm if accepted, to the K-th if rejected. Lines: Lemma 2's "
            f"({PLACES['lemma 2'].link}) "
            "$288\\,K^2\\ln(2NT)/\\mathrm{gap}^2$ epochs ($c = 32$) and the same with $c = 1$, for "
            "which it has no proof."
        )
    with lower:
        if found["lower"]:
            st.plotly_chart(figures.lower(found["lower"], _theme()), config=CONFIG, key="paper-low")
        cell = experiment.lower()[-3]
        link = Link(cell.showing(MAIN["dart"], *(MAIN[n] for n in ("frontier", "csar")))).query()
        st.caption(
            "Arms that share one Gaussian number a round, apart by the theorem's ε; 10 runs, "
            "T = 10⁶. ε is so small that even the worst sets cost little: no algorithm can tell "
            "the arms apart in time, which is the point of the construction."
        )
        st.markdown(f"[Run it live](compare?{link})")


def origin() -> None:
    """Show where the numbers come from."""
    of = results.provenance()
    versions = ", ".join(f"{name} {number}" for name, number in of["versions"].items())
    st.caption(
        f"Made by `{of['command']}`, {of['finished'][:10]}, on {of['processor']}; {versions}. "
        f"Seed {experiment.SEED}. The measurements are the same whenever they are made again; the "
        "times are not."
    )
    if lacking := results.findings()["missing"]:
        st.caption("Not measured, so without a curve or a verdict: " + "; ".join(lacking) + ".")
