"""ETCG (Nie et al. 2022)."""
