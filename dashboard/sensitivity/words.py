"""The words of the Sensitivity page."""

CLICK = "Choose any point of the chart to go there; on Compare every dot is a run to be watched."
CLICK_BAR = "Click a bar to see regret over the values of that parameter."
NEW_ARMS = "Another N draws the arms anew, from U[0, 1]."
WHAT_MATTERS = (
    "Each parameter is changed alone, the others as they are. A bar shows how far regret moves."
)
THEORY = (
    "In theory at most {exponent} for DART with the constants of its proof (Theorem 3: "
    r"$K\sqrt{{NKT}}$ up to logarithms), in the worst case. While it explores, regret grows "
    "like T; with one set of arms it may grow more slowly."
)
ALT_SWEEP = "{quantity} over the values that are tried, a line for each algorithm."
ALT_EFFECTS = "How far regret moves when each parameter is changed alone, the farthest on top."

GUIDE = """
A **sweep** runs the chosen algorithms at several values of one parameter, or of two, each time on
the same luck. Arms stay the same wherever the parameter does not change them. The lines through the
charts are where you are now, where the watched algorithm loses least, the constants of the presets,
and what the theory asks for; an arrow says that a value lies outside of the range.

Where the number of rounds, of arms or of chosen arms is varied, a power law is a line on
logarithmic axes. Its slope, the *exponent*, is fitted with an interval over the luck, and set
beside the theory's. A few points cannot prove a power law; $R^2$ says how straight they lie.

**What matters most** changes each parameter alone, the others as they are, and ranks them by how
many times the mean regret of the watched algorithm changes from its least to its greatest: apart
what you can set, the algorithm's constants, and what the problem is. The interval compares runs on
the same luck, and holds for every two of the values at once, so also for the two that were picked
for being extreme; where it holds 1, it may all be chance. It is Student's (Fieller's for a
ratio): a failure so rare that no run has met it is not in it, so few runs tell little.
"""
