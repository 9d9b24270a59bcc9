"""LinUCB / OFUL for the top K (Abbasi-Yadkori et al. 2011)."""
