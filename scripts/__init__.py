"""What the Makefile needs beyond one command a line."""
