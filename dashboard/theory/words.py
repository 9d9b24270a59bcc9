"""What the Theory page says: the paper's terms with their places, and verdicts in sentences."""

from __future__ import annotations

from math import isinf, isnan
from typing import TYPE_CHECKING

from dart_core.terms import PAPER, PLACES, TERMS
from dart_player.naming import named
from dashboard.naming import escaped
from dashboard.theory.model import MOST_SHOWN

if TYPE_CHECKING:
    import dart_core as dc
    from dart_core.algorithms.bound import Bound, Setting
    from dart_core.printed_u import PrintedU
    from dashboard.theory.model import ByLambda, Report

SYMMETRY = (
    f"**Assumption 1, symmetry** ({PLACES['symmetry'].link}): "
    + r"""
$f(\boldsymbol X_{\boldsymbol a}) = f(\pi(\boldsymbol X_{\boldsymbol a}))$ for every permutation
$\pi$. &ensp; :material/check: **Holds**: every joint reward of this app is a function of *which
rewards* came, not of whose they were.
"""
)
GOOD_ARMS = (
    f"**Assumption 2, good arms generate good actions** ({PLACES['good arms'].link}): "
    + r"""
$\mathbb E[X_i] > \mathbb E[X_j] \iff \mu_{S\cup\{i\}} > \mu_{S\cup\{j\}}$ for all partners $S$, and
equal means are worth the same.
"""
)
CONTINUITY = (
    f"**Assumption 3, continuity** ({PLACES['continuity'].link}): "
    + r"""
$\tfrac1U \min_{\pi'}\lVert\mathbb E[\boldsymbol X_{\boldsymbol a_1}] -
\pi'(\mathbb E[\boldsymbol X_{\boldsymbol a_2}])\rVert_1 \le
\lvert\mu_{\boldsymbol a_1} - \mu_{\boldsymbol a_2}\rvert \le
U\,\lVert\mathbb E[\boldsymbol X_{\boldsymbol a_1}] -
\pi(\mathbb E[\boldsymbol X_{\boldsymbol a_2}])\rVert_1$ for some $U < \infty$.
"""
)
LEMMA_2 = (
    f"**Lemma 2** ({PLACES['lemma 2'].link}): "
    + r"""
with probability $1 - 1/NT$, arm $i$ is separated from
the arm on the other side of the boundary within
$\dfrac{9c\,U^2K^2\ln 2NT}{\Delta^2}$ epochs, $\Delta = \Delta_{i,K+1}$ for $i \le K$ and
$\Delta_{K,i}$ for the others. With $c = 32$ this is the paper's 288.
"""
)
LAMBDA = (
    f"**{PLACES['algorithm'].link}** "
    + r"""
stops exploring once $\Delta < \lambda$. It prints
$\lambda = \sqrt{720\,NK\ln(2NT)/T}$, and $\Delta$ starts at 1. Half the $\lambda$ leaves room for
one more test, at half the $\Delta$, which takes four times as many epochs. Whether $T$ leaves time
for it, and what it changes, the rows below say.
"""
)
BOUNDS = r"""
A bound holds for *every* problem with these $N$, $K$ and $T$ that its theorem admits, so the worst
one. Where a proof gives constants, they are kept, and the number can be set beside $T$: the regret
of any algorithm is at most $T$, so a bound above $T$ says nothing yet. *Orders* have no constants
(1 is put in their place, hidden logarithms are left out): they say how regret grows, not how much
it is, and an order of one algorithm below another's is no promise for any one $T$.
"""

NOT_PROVED = (
    "No bound on regret is proved for DART-EB, nor for Frontier but with its preset theorem (for "
    "fixed means that one is of order log T); their guarantee is that wrong moves are rare under "
    "Assumptions 1 and 2. Nor is one for CTS without gaps. ETCG’s holds against (1 − 1/e) "
    "of the best set. An order below the lower bound's contradicts nothing: that one needs arms "
    "that share one noise."
)

WHERE = f"Places are those of [version 2 of the paper]({PAPER}); a link opens it."
ALT_SWAPPED = (
    "Every pair of arms in the order of their means: what the better one is worth in the place of "
    "the other at least. The paragraphs on Assumptions 2 and 3 name the worst pair."
)
ALT_DECIDED = (
    "When each arm was decided: in the run, in expectation, and by Lemma 2 at the latest. The "
    "table below has all numbers."
)
ALT_BOUNDS = "Regret bounds over the horizon T. The table below has them at your T."


def number(value: float) -> str:
    """Return a number in three digits, as TeX where it is very large or small."""
    if isinf(value):
        return r"$\infty$"
    if value == 0 or 0.001 <= abs(value) < 1e6:
        return f"{value:.3g}" if abs(value) < 999.5 else f"{value:,.0f}"
    digits, power = f"{value:.2e}".split("e")
    return rf"${digits}\cdot10^{{{int(power)}}}$"


def good_arms(report: Report) -> str:
    """Return whether Assumption 2 holds, how that is known, and what follows."""
    problem, swaps, known = report.problem, report.swaps, report.good
    if problem.n_arms == problem.k:
        return ":material/check: **Holds**: with K = N nothing can be exchanged."
    if known.holds is False:
        share = int((swaps.loss > 0).sum()) // 2
        pairs = "1 pair" if share == 1 else f"{share:,} pairs"
        by = f" by {pairs} of arms" if share else ""
        sampled = "" if swaps.exact else f" Only {swaps.tried:,} sets of partners were sampled."
        return (
            f":material/close: **Broken**{by}. {_named(known.sentence, report)}{sampled} So no "
            "guarantee of DART, DART-EB or Frontier holds on this problem."
        )
    if known.holds is None:
        return (
            f":material/remove: **Not checked.** {known.sentence} Of {swaps.tried:,} that were "
            "sampled, none breaks it. Guarantees hold if none does."
        )
    if not swaps.strict:
        return (
            ":material/remove: **Holds, but not strictly**: beside some partners two arms "
            "with different means are worth the same: no play tells them apart."
        )
    return ":material/check: **Holds** for all pairs and all partners."


def _named(text: str, report: Report) -> str:
    """Return a sentence of this project with the names of the arms, as Markdown."""
    return named(text, report.names and [escaped(name) for name in report.names])


def continuity(report: Report) -> str:
    """Return the smallest U in both readings."""
    from dart_core.algorithms.shared.sentences import arm_list
    from dart_core.printed_u import MOST_ACTIONS

    problem, swaps, printed = report.problem, report.swaps, report.printed
    if printed.witness is None:
        return ":material/check: **Holds** with U = 1: there is only one action."
    least = "" if swaps.exact else "at least "
    if isinf(swaps.u):
        used = (
            f":material/close: For actions that differ by **one arm** "
            f"({PLACES['corollary'].link}, all "
            r"that Lemmas 1 and 2 use) **no $U < \infty$** will do: some swap of arms with "
            "different means is worth nothing or less, or one of equal means is worth something."
        )
    else:
        above, below = number(swaps.u_above), number(swaps.u_below)
        used = (
            ":material/check: For actions that differ by **one arm** "
            f"({PLACES['corollary'].link}, all that Lemmas 1 and 2 use) the smallest is "
            f"**U = {least}{number(swaps.u)}**: a swap is worth at most {above} "
            f"times its gap, and at least 1/{below} of it."
        )
        if problem.reward.name == "mean" and swaps.u_above > 0:
            used += " For the mean that is K, whatever the arms."
    some = f"or more: only the pairs of {MOST_ACTIONS:,} random actions were compared"
    how = "all were compared" if printed.exact else some
    one, other = (_named(arm_list(action), report) for action in printed.witness)
    return (
        f"{used}\n\n:material/info: To the letter, for **all pairs** of actions, it takes U = "
        f"{number(printed.u)} ({how}): {one} and {other} {_apart(printed)}"
    )


def _apart(printed: PrintedU) -> str:
    """Say how two actions need a large U."""
    distance, difference = number(printed.distance), number(printed.difference)
    if printed.distance == 0:
        return f"have the same means, and yet differ by {difference} a round."
    if printed.difference > printed.distance:
        return f"are {distance} apart by their means, and differ by more, {difference} a round."
    same = "exactly the same" if printed.difference == 0 else f"the same up to {difference} a round"
    return (
        f"are {distance} apart by their means, and yet worth {same}. The proofs do not need "
        "such pairs."
    )


def timeline(report: Report) -> str:
    """Return what the timeline shows, in a sentence or two."""
    rows = report.decided
    done = sum(not isnan(row.epoch) for row in rows)
    proved = [row.proved.epochs for row in rows]
    within = sum(epochs <= report.epochs for epochs in proved)
    soonest = min(proved, default=0.0)
    text = (
        f"The run of {report.dart.label} decided **{done} of {len(rows)} arms** in "
        f"{report.epochs:,} epochs. Lemma 2 promises **{within}** of them by then"
    )
    if isinf(soonest):
        why = "there is no U" if isinf(report.swaps.u) else "no gap at the boundary is above 0"
        text += f", and none ever: {why}."
    else:
        text += f"; its soonest promise is for epoch {number(soonest)}."
    if report.c != 32:
        text += f" Lemma 2 is drawn for this run's c = {report.c:g}, but proved for c = 32 alone."
    text += _sampled_u(report)
    return text + " The dotted line: there the run stopped exploring."


def _sampled_u(report: Report) -> str:
    """Say that a sampled U may be too small, and with it what follows from it."""
    if report.swaps.exact or isinf(report.swaps.u):
        return ""
    return (
        " This takes U for the largest that was found among sampled partners; if others need a "
        "larger one, it promises less."
    )


def why_printed(problem: dc.Problem, lam: float) -> str:
    """Return why the printed λ moves no arm here, or that it can."""
    from dart_core.guarantee import printed_lambda_below

    n, k = problem.n_arms, problem.k
    head = f"Here the printed λ is **{number(lam)}**. "
    if lam >= 1:
        begin = number(printed_lambda_below(n, k, 1.0))
        return head + (
            f"The first Δ = 1 is already no larger, so the loop ends after **one epoch**, "
            f"{-(-n // k):,} rounds: no test comes that early, no arm moves, "
            "and a set chosen almost blindly is played until T. With these N and K, λ < 1 takes "
            f"T > {begin}; yours is {problem.horizon:,}. Even then the first test, at Δ = 1, "
            "decides nothing, as two joint rewards differ by 1 at most: arms can move from the "
            "second on, at Δ = ½."
        )
    return head + (
        "That is below the first Δ = 1, so tests are made until Δ is below it. The first one, at "
        "Δ = 1, decides nothing, as two joint rewards differ by 1 at most."
    )


def decided_rows(report: Report) -> list[dict[str, str]]:
    """Return the table of when and why each arm was decided."""
    return [
        {
            "arm": _called(report, row.proved.arm),
            "mean": f"{report.problem.means[row.proved.arm]:.3g}",
            "Δ": number(row.proved.gap),
            "Lemma 2: epoch": number(row.proved.epochs),
            "expected in epoch": f"{row.expected:,.0f}" if not isnan(row.expected) else "",
            "in the run": row.said,
        }
        for row in report.decided[:MOST_SHOWN]
    ]


def _called(report: Report, arm: int) -> str:
    """Return the name of an arm, or its number, as Markdown."""
    return escaped(report.label(arm)) if report.names else str(arm + 1)


def left_out(report: Report) -> str:
    """Say which arms pictures and tables have no room for; nothing if they show all."""
    if report.problem.n_arms <= MOST_SHOWN:
        return ""
    return (
        f"Of {report.problem.n_arms:,} arms, the picture has the {MOST_SHOWN} best: "
        "decisions are hardest at the boundary between the best K and the rest."
    )


def own_gaps(report: Report) -> str:
    """Return Theorem 3's bound for the gaps of this problem."""
    horizon = report.problem.horizon
    if isinf(report.gap_bound):
        return "Theorem 3 says nothing here: there is no U."
    much = "more than T: it says nothing yet" if report.gap_bound >= horizon else "below T"
    return (
        f"{PLACES['theorem 3'].link}, for the gaps of *these* arms: "
        r"$\sum_{i:\Delta_{K,i}\ge\lambda} 1440\,U^3K^2\ln(2NT)/\Delta_{K,i} + 2UKT\lambda + UK$ = "
        f"**{number(report.gap_bound)}**, {much}. The run's regret was "
        f"{report.lambdas[0].regret:,.0f}.{_sampled_u(report)}"
    )


def lambda_rows(rows: tuple[ByLambda, ...]) -> list[dict[str, str]]:
    """Return the table of choices of λ: what is forecast, then what a run did."""
    table = []
    for row in rows:
        outlook = row.forecast
        decided = sum(len(s.accepts) + len(s.rejects) for s in outlook.stages)
        known = not outlook.text.plain  # of some arms only the first test can be forecast
        table.append(
            {
                "DART with": row.label,
                "λ": number(row.lam),
                "tests expected": str(len(outlook.stages)) if known else "",
                "decide, expected": f"{decided} arms" if known else "",
                "run: accepted": str(row.accepted),
                "rejected": str(row.rejected),
                "explored until t": f"{row.commit_t:,}",
                "regret at T": f"{row.regret:,.0f}",
            }
        )
    return table


def bound_rows(
    setting: Setting, chosen: tuple[Bound, ...], horizon: int, *, explicit: bool
) -> list[dict[str, str]]:
    """Return the table of bounds at T."""
    from dart_core.bounds import meaningful_from

    rows = []
    for bound in chosen:
        value = float(bound.at(setting, float(horizon)))
        stated = not isnan(value)
        row = {
            "algorithm": bound.label,
            "at your T": number(value) if stated else "not for this problem",
        }
        if explicit and stated:
            begin = meaningful_from(bound, setting)
            row["below T from"] = "never" if isinf(begin) else f"T = {number(begin)}"
        elif explicit:
            row["below T from"] = ""
        rows.append(row | {"formula": f"${bound.formula}$"})
    return rows


def sources(chosen: tuple[Bound, ...]) -> str:
    """Return where each bound comes from and what it holds for, a line each."""
    own = {"dart": PLACES["theorem 3"].link, "": PLACES["lower bound"].link}
    lines = []
    for b in chosen:
        here = f" ({own[b.algorithm]} of the paper)" if b.algorithm in own else ""
        lines.append(f"- **{b.label}**: {b.source}{here}. Holds for: {b.covers}.")
    return "\n".join(lines)


def crossing_lines(setting: Setting, chosen: tuple[Bound, ...]) -> str:
    """Return where bounds of algorithms cross, and which never cross DART's, a line each."""
    from dart_core.bounds import MOST_ROUNDS, crossings

    stated = [b for b in chosen if b.algorithm and not isnan(float(b.at(setting, 100.0)))]
    found = crossings(setting, stated)
    lines = [
        f"- T = {number(c.t)}: from here on **{c.below.label}** is below {c.above.label}."
        for c in found
    ]
    dart = next((bound for bound in stated if bound.algorithm == "dart"), None)
    if dart is None:  # its theorem is not for this problem
        return "\n".join(lines)
    crossed = {b for c in found if dart in (c.below, c.above) for b in (c.below, c.above)}
    always = {True: [], False: []}  # type: dict[bool, list[str]]
    for bound in stated:
        if bound is not dart and bound not in crossed:
            always[float(bound.at(setting, 100.0)) < float(dart.at(setting, 100.0))].append(
                bound.label
            )
    most = number(MOST_ROUNDS)
    for below, where in ((True, "below"), (False, "above")):
        if names := always[below]:
            lines.append(
                f"- {where.capitalize()} DART’s at every T up to {most}: {', '.join(names)}."
            )
    return "\n".join(lines)


def symbols(report: Report) -> list[dict[str, str]]:
    """Return the legend: every symbol, what it means, its value here, its place in the paper."""
    p = report.problem
    smallest = min((row.proved.gap for row in report.decided), default=0.0)
    lam = report.lambdas[0].lam
    here = {
        "N": f"{p.n_arms:,}",
        "K": f"{p.k:,}",
        "T": f"{p.horizon:,}",
        "X": "",
        "r": p.reward.name,
        "action": "",
        "mu": "",
        "best": f"{p.optimal_reward:.4f}",
        "S": "",
        "gap": "",
        "boundary": number(smallest),
        "U": number(report.swaps.u),
        "estimate": "",
        "delta": "",
        "c": f"{report.c:g}",
        "lambda": number(lam),
        "regret": "",
    }
    return [
        {
            "symbol": f"${TERMS[name].tex}$",
            "meaning": TERMS[name].meaning,
            "here": value,
            "place in the paper": TERMS[name].place.link,
        }
        for name, value in here.items()
    ]
