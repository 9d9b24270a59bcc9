"""The Compare and Sensitivity pages: studies, sweeps, and what is said of them."""
