"""What a run or a study costs, said before it starts, and whether this server takes it on."""
