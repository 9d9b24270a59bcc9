"""UCB over all sets of K arms: UCB1 and improved UCB."""
