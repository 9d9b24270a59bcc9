"""How to read the picture: what is common to all algorithms, and what is each one's own."""

from __future__ import annotations

from dashboard.settings import Settings
from dashboard.terms import PLACES, TERMS

_PROBLEM = r"""
**The problem.** Every round, $K$ of $N$ arms are played together and *one* joint reward is seen.
Which $K$ are best?"""
_REGRET = r"""
**Regret** is pseudo-regret: what the best set would have earned in expectation, minus what the
played sets earn in expectation, summed over rounds. *Random* plays any $K$ arms; the *oracle*
knows the best ones. All meet the same arms with the same luck.
"""
_MARKS = (
    "▲: truly among the best $K$. Ring: played in this round. Click or tap an arm to ask it, or go "
    "there with Tab and the arrow keys, and press Enter."
)
_DART = r"""
**The three rows.** An arm's estimate $\hat\mu_i$ is the mean of the joint rewards of the sets that
held it, so it is *not* the arm's own mean: partners blur it. An arm starts *active*. It is
*accepted* when $\hat\mu_i \ge \hat\mu_{(K_e+1)} + \Delta$ (it passes the accept gate) and
*rejected* when $\hat\mu_i \le \hat\mu_{(K_e)} - \Delta$ (it falls behind the reject gate); $K_e$ is
the number of places still open. The gates are tested once $c\,\log(NT)/\Delta^2$ epochs have been
played; then $\Delta$ halves and they close in on the boundary. When $\Delta < \lambda$, or when
every place is decided, DART commits to its best set until $T$.

**The marks.** Whisker: $\hat\mu_i \pm \tfrac12\sqrt{c\,\log(NT)/n_i}$, where $n_i$ counts the
arm's rewards; two arms whose whiskers are apart would be told apart by a test now.
"""
_AUTHORS = r"""
**As run by the authors.** Their code differs from the printed algorithm: the gates stand at
$2\cdot2^{-r}$ and are tested after *every* epoch; a joint reward is divided by
$(|C|-K_e)/(|C|-1)$, so estimates can exceed 1; $K$-th and next are ranks over *all* arms.
Whisker: $\hat\mu_i \pm \sqrt{c\,\log(NT)/n_i}$.
"""
_PLAYED = r"""
**The rows.** This algorithm keeps no accept and reject sets. The upper row holds the arms that are
played now, the lower one the others; an arm moves up when it comes into the played set.
"""
_SEES = (
    "It sees the reward of *every arm it plays*, which no other algorithm here does: a reference "
    "for how much easier that is."
)
_OWN = {
    "dart-anytime": r"""
**The rows** are DART's. At every power of two $t = 2^l$ it forgets everything and starts afresh
with the constants for the next $2^l$ rounds, so all arms return to the active row.
""",
    "dart-eb": r"""
**The rows** are DART's, but each arm has an interval of its own, $\hat\mu_i \pm w_i$ with
$w_i = \sqrt{2 V_i L / n_i} + 3L/n_i$: $V_i$ is how much its joint rewards scattered so far. An arm
is *accepted* when its lower end beats the $(K_e+1)$-th largest upper end among the active arms, and
*rejected* when its upper end is below the $K_e$-th largest lower end. No $\lambda$ is needed.

**The marks.** Whisker: the interval itself.
""",
    "frontier": r"""
**The idea.** DART compares arms inside *random* sets, which are bad sets. Frontier compares them
inside the *best set known*, the incumbent $A$: it plays $A$ beside sets in which one arm is swapped
for another. For fixed partners a swap shows the order of two arms (Assumption 2), and a comparison
costs only the gap of one arm.

**The bets.** For "arm $i$ is better than arm $j$" a bettor stakes money on every such comparison.
If it is not true, the wealth cannot be expected to grow; once it has grown to $e^L$ the order is
*certified*. $L = \log(K(N-K)/\delta)$ makes the chance of any wrong acceptance or rejection, ever,
at most $\delta$.

**The rows.** An arm is *accepted* when $N-K$ arms are certified below it, *rejected* when $K$ arms
are certified above it. Its place on the axis is a heuristic score: it says whom to compare next
and decides nothing.

**The marks.** Filled: in the incumbent set. Two words name the *weakest incumbent* and the
*challenger*, whose swap is tried now. An outline fills up with the certified share of what accepts
an incumbent (blue) or rejects another arm (grey). The bar on top is the bet in the lead: its
log-wealth on the way to $L$. The arrow points from the arm it takes for better to the worse one;
drawn through, the order is certified.
""",
    "csar": r"""
**The rows.** In a phase, CSAR cuts its candidates into sets of $2K$ and plays half of a set at a
time; which halves, a Hadamard matrix says. From the sums and differences of the rewards it solves
for every arm's *own* mean $\hat\theta_i$. At the end of a phase an arm is *accepted* if
$\hat\theta_i - \hat\theta_{(k+1)} > 2\varepsilon$ and *rejected* if
$\hat\theta_{(k)} - \hat\theta_i > 2\varepsilon$; then $\varepsilon$ halves. It takes the joint
reward for a sum of arms, so with max or min its estimates mean less.

**The marks.** Whisker: $\hat\theta_i \pm \varepsilon$ of the last complete phase.
""",
    "cmab-sm": r"""
**The rows.** The arms are cut into groups of $K+1$. SORT plays a group without one of its arms at a
time: the set that misses a good arm earns less, so the earnings order the group. The best $K$ of
the first group are *kept, in order*. Every further group is sorted, then MERGE puts its arms, best
first, into the place of a kept arm, and keeps the arm whose set earns more; who finds no place is
*left out*. A kept arm can be pushed out later. A comparison whose $\Delta$ falls below
$\lambda$ ends undecided, and the larger mean wins.

**The marks.** An arm's place on the axis: the mean joint reward with it in play when it was last
compared.
""",
    "lints": _PLAYED
    + r"""
LinTS takes the joint reward for the mean of the arms' own means and keeps a Gaussian belief over
these. Each round it draws one possible world from the belief and plays its best $K$.

**The marks.** Token: the middle of the belief about the arm's mean. Whisker: one standard
deviation of the draw.
""",
    "linucb": _PLAYED
    + r"""
LinUCB takes the joint reward for the mean of the arms' own means and plays the set whose upper
confidence bound is highest.

**The marks.** Token: the ridge estimate of the arm's mean. Whisker: the confidence bonus of the
arm alone.
""",
    "ucb": r"""
**The rows.** UCB treats each of the $\binom{N}{K}$ sets as one big arm and learns about each of
them alone. The upper row holds the arms of the set that is played now. Where sets are eliminated,
an arm falls to the lowest row when the last set that holds it has gone.

**The marks.** Token: mean joint reward of the sets that held the arm, for the eye only; the
algorithm itself compares sets.
""",
    "etcg": r"""
**The rows.** ETCG fills its set place by place. For each place it plays the set so far together
with every candidate, the same number of times each, and adds the candidate that earned most. While
it explores, its sets are smaller than $K$; the missing arms count as zeros.

**The marks.** Token: mean reward of the set with this candidate added.
""",
    "cucb": _PLAYED
    + _SEES
    + "\n\n**The marks.** Token: mean of the arm's own rewards; whisker: bonus.",
    "cts": _PLAYED
    + _SEES
    + "\n\n**The marks.** Token: mean of the arm's own rewards; whisker: one standard deviation.",
    "random": _PLAYED,
    "oracle": _PLAYED,
}


def guide(settings: Settings) -> str:
    """Return how to read the picture of the watched algorithm, as Markdown."""
    own = _DART if settings.algorithm == "dart" else _OWN.get(settings.algorithm, _PLAYED)
    if settings.algorithm == "dart" and settings.preset == "authors-code":
        own += _AUTHORS
    if settings.algorithm == "dart":
        own += f"\nIn the paper: {PLACES['algorithm'].link}."
    problem = f"{_PROBLEM} In the paper: {PLACES['formulation'].link}.\n"
    regret = f"{_REGRET.rstrip()} In the paper: {TERMS['regret'].place.link}."
    return f"{problem}{own}\n\n{_MARKS}\n{regret}"
