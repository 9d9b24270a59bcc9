"""Slow, plain algorithms: what the fast core is held to, one obvious line at a time."""
