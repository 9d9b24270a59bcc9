"""CTS, which sees every arm's reward (Wang, Chen 2018)."""
