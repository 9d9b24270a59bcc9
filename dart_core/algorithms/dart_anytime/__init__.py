"""DART restarted at every power of two, which needs no horizon."""
