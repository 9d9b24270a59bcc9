"""The Sensitivity page: sweeps over one or two parameters, and which of all matters most."""
