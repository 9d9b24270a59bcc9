"""The words of the Sensitivity page."""

GUIDE = """
A **sweep** runs the chosen algorithms at several values of one parameter, or of two, each time on
the same luck; arms stay the same wherever the parameter does not change them. A constant is
multiplied, from a tenth to ten times its own value. On logarithmic axes a power law is a line: its
slope, the *exponent*, is fitted with an interval over the luck, and set beside the theory's. A few
points cannot prove a power law; $R^2$ says how straight they lie.

**What matters most** changes each parameter alone, the others as they are, and ranks them by how
many times the mean regret of the watched algorithm changes from its least to its greatest: apart
what you can set, the algorithm's constants, and what the problem is. The interval compares runs on
the same luck, and holds for every two of the values at once, so also for the two that were picked
for being extreme; where it holds 1, luck alone may have made the change. It is Student's (Fieller's
for a ratio): a failure so rare that no run has met it is not in it, so few runs tell little.
"""
