"""What algorithms of one family share: accept–reject tests, "played now" rows, linear models."""
