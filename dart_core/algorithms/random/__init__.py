"""Random sets, the upper end of every regret chart."""
