"""The Watch page: a run as the player shows it."""
