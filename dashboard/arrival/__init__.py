"""Arrival: the page's own answer, what it says of the link, and its picture."""
