"""Arms and count curves of a visitor: read, checked, edited."""
