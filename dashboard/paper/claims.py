"""The paper's claims, in our words, and the rule that turns measurements into verdicts.

A claim is looked at for every pair of constants, both constants of DART that let it explore
(`EXPLORING`) with every preset of the rival, and in all of its cells: so it may consist of many
comparisons. One is decided where the interval of the paired ratio of mean regrets leaves out 1.
The intervals of one claim hold all together with 95 % (`level_of_each`), so that no verdict comes
about because many comparisons were made for it. Claims are not corrected for each other.

* *holds*: it is decided for the likely constants in every cell, and no pair decides against it;
* *does not hold*: some cell decides against it for the likely constants, and no pair supports it
  in every cell;
* *depends on the constants*: some pair decides otherwise than another;
* *not settled*: the likely constants decide nothing, one way or the other.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, Any

from dashboard.catalogue import CATALOGUE, curve_labels
from dashboard.links.link import Link
from dashboard.paper import experiment, findings
from dashboard.paper.experiment import MAIN, NAMES
from dashboard.paper.measured import level_of_each

if TYPE_CHECKING:
    from dashboard.paper.measured import Measurements

HOLDS = "holds"
FAILS = "does not hold"
DEPENDS = "depends on the constants"
OPEN = "not settled"

EXPLORING = ("dart.authors-code", "dart.clean-c1")
FIGURES = {cell.name: cell for cell in experiment.figures()}
LINEAR = ("mean-2", "mean-4", "mean-8", "quadratic-2", "quadratic-4", "quadratic-8")


@dataclass(frozen=True)
class Claim:
    """DART has less regret than a rival, or more, in some cells.

    Attributes
    ----------
    says : str
    rival : str
        A key of `MAIN`.
    cells : tuple of str
    less : bool
        Whether DART is said to have less regret.
    presets : tuple of str
        Of the rival, where its name means certain ones only; else all that were run.
    winner : str
        Another key of `MAIN` in place of DART.
    """

    says: str
    rival: str
    cells: tuple[str, ...]
    less: bool = True
    presets: tuple[str, ...] = ()
    winner: str = "dart"


def _named(key: str) -> str:
    """Return what the paper calls a key of `MAIN`."""
    return NAMES.get(key) or CATALOGUE[MAIN[key].split(".")[0]].label


_SCALED, _UNSCALED = (MAIN["lints-scaled"],), (MAIN["lints-unscaled"],)
CLAIMS = (
    *(
        Claim(
            f"{reward.capitalize()}, K = {k}: DART has less regret than {_named(rival)}.",
            rival,
            (f"{reward}-{k}",),
        )
        for reward in ("mean", "quadratic")
        for rival, sizes in (("csar", (2, 4, 8)), ("cmab-sm", (2, 4, 8)), ("ucb", (2,)))
        for k in sizes
    ),
    *(
        Claim(
            f"{reward.capitalize()}: LinTS (Unscaled) has less regret than DART, K = 2, 4, 8.",
            "lints-unscaled",
            tuple(f"{reward}-{k}" for k in (2, 4, 8)),
            less=False,
            presets=_UNSCALED,
        )
        for reward in ("mean", "quadratic")
    ),
    *(
        Claim(
            f"{reward.capitalize()}: DART has less regret than LinTS (Scaled) at K = {k}.",
            "lints-scaled",
            (f"{reward}-{k}",),
            presets=_SCALED,
        )
        for reward in ("mean", "quadratic")
        for k in (2, 4)
    ),
    *(
        Claim(
            f"{reward.capitalize()}: LinTS (Scaled) has less regret than DART at K = 8.",
            "lints-scaled",
            (f"{reward}-8",),
            less=False,
            presets=_SCALED,
        )
        for reward in ("mean", "quadratic")
    ),
    Claim(
        "Mean: LinTS (Scaled) has less regret than CSAR, K = 2, 4, 8.",
        "csar",
        ("mean-2", "mean-4", "mean-8"),
        winner="lints-scaled",
    ),
    *(
        Claim(
            f"Max, K = 2: DART has less regret than {_named(rival)}.",
            rival,
            ("max-2",),
            presets=_SCALED if rival == "lints-scaled" else (),
        )
        for rival in ("csar", "cmab-sm", "ucb", "lints-scaled")
    ),
    Claim("Max, K = 4: CMAB-SM has less regret than DART.", "cmab-sm", ("max-4",), less=False),
    *(
        Claim(
            f"Max: CSAR has more regret than {_named(name)}, K = {', '.join(map(str, sizes))}.",
            "csar",
            tuple(f"max-{k}" for k in sizes),
            winner=name,
        )
        for name, sizes in (
            *(("dart", (2, 4)), ("cmab-sm", (2, 4))),
            *(("ucb", (2,)), ("lints-scaled", (2, 4))),
        )
    ),
)


def verdicts(measured: Measurements) -> list[dict[str, Any]]:
    """Return a row for every claim that the measurements can decide."""
    rows = [row for claim in CLAIMS if (row := judged(measured, claim)) is not None]
    return [*rows, *shapes(measured), *printed(measured)]


def judged(measured: Measurements, claim: Claim) -> dict[str, Any] | None:
    """Return a claim with its verdict; None if its curves were not all run."""
    winner, rival = MAIN[claim.winner], MAIN[claim.rival]
    if not all(measured.has(cell, c) for cell in claim.cells for c in (winner, rival)):
        return None
    first = claim.cells[0]
    rivals = claim.presets or tuple(measured.curves(first, rival.split(".")[0]))
    winners = EXPLORING if claim.winner == "dart" else (winner,)
    pairs = list(product(winners, rivals))
    comparisons = len(pairs) * len(claim.cells)
    level = level_of_each(comparisons)
    outcomes = {pair: _outcome(measured, claim, *pair, level) for pair in pairs}
    verdict = verdict_of(outcomes[winner, rival], list(outcomes.values()))
    ratios = [measured.ratio(cell, rival, winner, level) for cell in claim.cells]
    agree = sum(outcome == 1 for outcome in outcomes.values())
    times = [of["ratio"] if claim.less else 1 / of["ratio"] for of in ratios]
    said = [claim.winner, claim.rival] if claim.less else [claim.rival, claim.winner]
    less, more = map(_named, said)
    words = "; ".join(
        f"{FIGURES[cell].title.split(': ')[1]}: " * (len(ratios) > 1) + _times(of)
        for cell, of in zip(claim.cells, ratios, strict=True)
    )
    return {
        "claim": claim.says,
        "verdict": verdict,
        "measured": f"{_label(rival)} has {words} the regret of {_label(winner)}",
        "pairs": f"{agree} of {len(outcomes)}",
        "comparisons": comparisons,
        "link": Link(FIGURES[first].showing(winner, *rivals)).query(),
        "less": less,
        "more": more,
        "times": dict(zip(claim.cells, times, strict=True)),
    }


def _outcome(measured: Measurements, claim: Claim, winner: str, rival: str, level: float) -> int:
    """Return 1 if every cell supports the claim, −1 if one decides against it, else 0."""
    signs = []
    for cell in claim.cells:
        of = measured.ratio(cell, rival, winner, level)
        sign = 1 if of["low"] > 1 else -1 if of["high"] < 1 else 0
        signs.append(sign if claim.less else -sign)
    return min(signs)


def verdict_of(likely: int, outcomes: list[int]) -> str:
    """Return the verdict from what each pair of constants decides (1, 0 or −1)."""
    if 1 in outcomes and -1 in outcomes:
        return DEPENDS
    return {1: HOLDS, -1: FAILS, 0: OPEN}[likely]


def shapes(measured: Measurements) -> list[dict[str, Any]]:
    """Return the claims on the bounds, whose constants O(·) and Ω(·) leave open."""
    found = []
    for row in findings.table_1(measured):
        name = row["curve"].split(".")[0]
        if name not in findings.TABLE_1 or "T" not in row:
            continue
        of, (*_, claimed) = row["T"], findings.TABLE_1[name]
        verdict = HOLDS if of["high"] <= claimed else FAILS if of["low"] > claimed else OPEN
        found.append(
            {
                "claim": f"{_label(row['curve'])}: regret grows no faster than $T^{{{claimed}}}$.",
                "verdict": verdict,
                "measured": f"exponent {of['exponent']:.2f} ({of['low']:.2f} to {of['high']:.2f}) "
                "over T = 62,500 … 1,000,000, K = 2; logarithms included",
                "pairs": "",
                "comparisons": 1,
                "link": Link(experiment.growth()[4].showing(row["curve"])).query(),
            }
        )
    return [*found, *theorem_3(measured), *theorem_2(measured)]


def theorem_3(measured: Measurements) -> list[dict[str, Any]]:
    """Return the upper bound, with 1 in place of O(·), against the upper ends of all means."""
    cells = [c for c in FIGURES.values() if all(measured.has(c.name, e) for e in EXPLORING)]
    level = level_of_each(len(cells) * len(EXPLORING))
    tops: list[tuple[float, str]] = []
    for cell in cells:
        s = cell.settings
        limit = findings.upper_bound(s.n, s.k, s.horizon)
        highs = [measured.summary(cell.name, curve, level)["high"] for curve in EXPLORING]
        tops += [(high / limit, cell.title) for high in highs]
    worst, where = max(tops)
    return [
        {
            "claim": r"Theorem 3: DART's regret is $O(K\sqrt{NKT\ln 2NT})$.",
            "verdict": HOLDS if worst <= 1 else OPEN,
            "measured": f"at most {worst:.2f} of it with the constant 1 (upper end; {where}), "
            "for c = 1, although the proof needs c = 32",
            "pairs": "",
            "comparisons": len(tops),
            "link": Link(cells[0].showing("dart.clean-c1", *EXPLORING)).query(),
        }
    ]


def theorem_2(measured: Measurements) -> list[dict[str, Any]]:
    """Return the lower bound, with the constant 1/8 that its proof (Appendix A) ends with."""
    rows = findings.lower(measured)
    if not rows:
        return []
    rows = findings.lower(measured, level_of_each(len(rows)))
    lows, highs = (
        [float(row[end] / row["mean"] * row["of_lower"]) for row in rows] for end in ("low", "high")
    )
    least = min(rows, key=lambda row: float(row["of_lower"]))
    cell = next(c for c in experiment.lower() if c.name == least["cell"])
    return [
        {
            "claim": "Theorem 2: on the correlated arms no algorithm has less regret than "
            r"$\sigma\sqrt{NKT}/8$.",
            "verdict": FAILS if min(highs) < 1 / 8 else HOLDS if min(lows) >= 1 / 8 else OPEN,
            "measured": f"the least is {least['of_lower']:.3f} σ√(NKT), by "
            f"{_label(least['curve'])} at K = {least['k']}, T = {least['t']:,}; the lowest lower "
            f"end is {min(lows):.3f}",
            "pairs": "",
            "comparisons": len(rows),
            "link": Link(cell.showing(least["curve"], MAIN["dart"])).query(),
        }
    ]


def printed(measured: Measurements) -> list[dict[str, Any]]:
    """Return what the constants as printed do: they end exploration before it began."""
    said: tuple[tuple[str, str, Callable[[int], float]], ...] = (
        (
            "dart.paper-v2",
            "DART, with the λ printed in Algorithm 1, leaves time to explore.",
            lambda k: -(-45 // k),
        ),
        (
            "cmab-sm.printed",
            "CMAB-SM, with the λ printed there, leaves time to explore.",
            lambda _: 0,
        ),
    )
    rows = []
    for curve, claim, most in said:
        cells = [c for c in FIGURES.values() if measured.has(c.name, curve)]
        stops = {c.settings.k: measured.commits[c.name, curve] for c in cells}
        blind = all((of <= most(k)).all() for k, of in stops.items())
        rounds = ", ".join(f"{of.max():,.0f} (K = {k})" for k, of in sorted(stops.items()))
        rows.append(
            {
                "claim": claim,
                "verdict": FAILS if blind else HOLDS,
                "measured": f"it commits for ever after at most {rounds} of 1,000,000 rounds, "
                + ("before any test" if blind else "after its tests"),
                "pairs": "",
                "comparisons": 0,  # every run counts: no mean is estimated
                "link": Link(cells[0].showing(curve, MAIN[curve.split(".")[0]])).query(),
            }
        )
    return rows


def _times(of: dict[str, float]) -> str:
    """Return a ratio with its interval."""
    digits = 0 if of["ratio"] >= 10 else 2
    ratio, low, high = (f"{of[name]:.{digits}f}" for name in ("ratio", "low", "high"))
    return f"{ratio}× ({low} to {high})"


def _label(curve: str) -> str:
    return curve_labels().get(curve, curve)
