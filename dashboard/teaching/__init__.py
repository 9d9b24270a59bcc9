"""The Teach page, and predict first."""
