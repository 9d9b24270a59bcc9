"""Links: what they say, their short form, and the parts of it that are no settings."""
