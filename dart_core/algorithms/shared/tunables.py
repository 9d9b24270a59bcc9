"""Constants that several algorithms have: their symbols, ranges and what they do."""

from __future__ import annotations

from dart_core.algorithms.record import Tunable

C = Tunable(
    "c",
    0.0001,
    1000.0,
    "Scales how many samples a decision takes: larger is slower and surer.",
    "how sure it must be",
)
DELTA = Tunable(
    "δ",
    1e-12,
    0.5,
    "The chance of failure that the intervals allow for.",
    "chance of a mistake it allows",
    takes=(1e-300, 1.0),
)
DELTA0 = Tunable(
    "Δ₀", 0.0001, 4.0, "The first Δ; it halves from phase to phase.", takes=(1e-9, 1e3)
)
LAM = Tunable(
    "λ",
    0.0,
    10.0,
    "Exploration ends when Δ falls below λ: larger stops sooner.",
    "when to stop looking",
    takes=(0.0, 1e9),
)
L = Tunable(
    "L",
    0.0001,
    600.0,
    "How sure a decision must be: log of the odds asked for.",
    "how sure it must be",
)
R = Tunable(
    "R",
    0.0001,
    100.0,
    "How noisy a reward is taken to be (sub-Gaussian scale).",
    "how noisy it takes pay-offs to be",
)
