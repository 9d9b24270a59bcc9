"""CUCB, which sees every arm's reward (Chen, Wang, Yuan 2013)."""
