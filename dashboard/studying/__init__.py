"""What pages with a study in the background share: how it stands, and what it is about."""
