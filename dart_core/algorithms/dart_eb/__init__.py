"""DART with empirical Bernstein intervals (ours)."""
