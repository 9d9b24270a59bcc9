"""The best set in every round, the lower end of every regret chart."""
