"""CSAR (Rejwan, Mansour 2020)."""
