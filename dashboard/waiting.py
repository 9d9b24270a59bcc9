"""How long a page waits for a job before it says so, and how often it looks."""

TICK = 0.05  # s between two looks
PATIENCE = 0.4  # s without a word, so that quick runs do not flicker
