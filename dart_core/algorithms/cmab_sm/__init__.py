"""CMAB-SM (Agarwal et al. 2021)."""
