"""LinTS (Agrawal, Goyal 2013)."""
