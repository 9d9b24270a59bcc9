"""The Theory page: the claims of the paper on the visitor's problem."""
