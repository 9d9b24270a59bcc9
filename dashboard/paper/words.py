"""The words of the page on the paper."""

from __future__ import annotations

from dart_core.terms import PLACES

FACTS = "N = 45 arms drawn from U[0, 1] for every run, T = 1,000,000 rounds, 25 runs"
FACTS_LEMMA = (
    "N = 45 arms drawn from U[0, 1], T = 1,000,000 rounds, one run of DART (clean-c1) for each K"
)
FACTS_LOWER = "N = 45 arms that share one Gaussian number a round, T = 1,000,000 rounds, 10 runs"
CLAIM = "what the paper says"
MATRIX = (
    "✓ holds · ✗ does not hold · ◐ depends on the constants · ? not settled. Beside it: how many "
    "times more the other one loses, with the constants that the authors most likely ran. Empty: "
    "the paper says nothing."
)
ALT_OURS = "How many times more DART loses than each of ours: the paper's figures, and one more."
ONE_FIGURE = "the paper's other figures can be chosen on the page"
ALT_LEMMA = "The epochs in which arms were decided, over their gaps, and Lemma 2's lines."
ALT_LOWER = "Regret on the lower bound's arms, a row for each K, beside the worst possible one."
ALT_FIGURE = "Regret over the rounds, a line for each algorithm of the figure."
INTRODUCTION = (
    f"Every figure and every claim of the paper's experiments ({PLACES['experiments'].link}), run "
    "again: N = 45 arms, means drawn "
    "from U[0, 1] for every run, T = 10⁶ rounds, 25 runs of each algorithm on the same arms and "
    "luck. Nothing is computed to show this page; each link runs its comparison again, live."
)
GUARANTEE = (
    "**What is guaranteed.** Under Assumptions 1 and 2, with independent rounds and rewards in "
    "[0, 1], the probability that an arm is ever wrongly accepted or rejected by a preset with a "
    "filled mark is at most δ = 0.01, for every horizon. All of "
    "that holds here: these arms are independent and pay 0 or 1. No bound on their regret is "
    "proved. Open marks have no such guarantee; nor has DART with the authors' constants, as its "
    "proof needs c = 32."
)
VERDICTS = r"""
Each claim is tried with both presets of DART that explore (`authors-code`, `clean-c1`), with every
preset of its rival, and in all the figures that it names: these are its *comparisons*. One is
decided where the interval of the ratio of mean regrets, over pairs of runs on the same arms and
luck, leaves out 1. The intervals of a claim hold *all together* with 95 %: each of $m$ has the
level $1 - 0.05/m$ (Bonferroni), so that no verdict comes about because many comparisons were made.

* **holds**: the presets that the authors most likely ran decide for it, in every figure named, and
  no others decide against it;
* **does not hold**: they decide against it, and no others for it;
* **depends on the constants**: some presets decide for it, others against it;
* **not settled**: the intervals leave it open.

Verdicts are not corrected for each other: of many, a few may be wrong by chance.
"""
