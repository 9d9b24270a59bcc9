"""Frontier: certified swap comparisons inside the best set known (ours)."""
