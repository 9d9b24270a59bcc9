"""The numbers that stand for an arm's set, a phase, a reward's form, and a frame's columns."""

ACTIVE, ACCEPTED, REJECTED = 0, 1, 2
EXPLORING, COMMITTED = 0, 1
# Columns of a frame's state.
EPOCH, DELTA, ACCEPT_GATE, REJECT_GATE, KTH, NEXT, PHASE, N_STATE = range(8)
# Roles of arms as bits of a mark; columns of the bet in the lead, and of a certificate.
INCUMBENT, WEAKEST, CHALLENGER = 1, 2, 4
BETTER, WORSE, LOG_WEALTH, THRESHOLD, N_LEAD = range(5)
ROUND, FRAME, ABOVE, UNDER, N_EDGE = range(5)
# How an expected joint reward is computed: closed forms, or the distribution of a count.
MEAN, QUADRATIC, MAX, MIN, COUNT = range(5)
