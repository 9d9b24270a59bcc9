"""The words of the Compare page."""

FIRST_COLUMNS = ["regret", "interval", "right", "more", "worse"]
DOTS = "Each dot is a run, each bar a mean."
CLICK = "Click a dot to open that very run in Watch."
THEORY = "Bounds are drawn with the constant 1 in place of O(·): only shapes compare."
PLAYING_BEST = (
    "How often runs lose nothing for a while: then they play nothing but a best set. That is "
    "exact, and known of every algorithm."
)
COSTS = "Lower is better, and so is further left: regret against seconds and against memory."
NS = "Median over the runs, on the machine that ran them."

ALT_CURVES = "Regret over the rounds, a line and a band for each algorithm."
ALT_BEST = "How often runs play nothing but a best set, over the rounds."
ALT_COSTS = "Mean regret against the time of a round, and against memory, a point each."
ALT_RUNS = "The regret of every run at the end, a row of dots for each algorithm."

GUIDE = """
Every algorithm runs many times: the watched one, chosen in the sidebar, and those chosen above. In
each run all of them meet **the same arms with the same luck**. So a difference between two of them
is measured run by run (*paired*): what the luck did to both cancels out, and its interval is much
narrower than those of the two means.

**Regret** is what was lost by not playing the best K from the start, from exact expected rewards.
The **95 % interval of the mean** says how well the mean is known; it narrows with more runs. The
range of single runs (*least and greatest*, as in the paper's figures, or *95 % of the runs*) does
not. Divided by log t or by √t, regret is level where it grows like that.

**Time** is what a round costs to compute, **state** what the algorithm keeps in memory.
*Semi-bandit* algorithms see every arm's reward, the others one joint number a round. The **oracle**
knows the answer: it is drawn, and never ranked.
"""
