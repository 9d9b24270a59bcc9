"""The words of the Compare page."""

GUIDE = """
Every algorithm runs many times: the watched one and those *beside it*, both chosen in the sidebar.
In each run all of them meet **the same arms with the same luck**, so a difference between two of
them is measured run by run (*paired*): what the luck did to both cancels out, and its interval is
much narrower than those of the two means.

**Regret** is pseudo-regret, from exact expected rewards. The **95 % interval of the mean** says how
well the mean is known; it narrows with more runs. The range of single runs (*least and greatest*,
as in the paper's figures, or *95 % of the runs*) does not.

**Time** is what a round costs on this machine, **state** what the algorithm keeps in memory.
*Semi-bandit* algorithms see every arm's reward, the others one joint number a round.
"""
