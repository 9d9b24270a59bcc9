"""DART, the adaptive accept–reject algorithm: as printed and as run by its authors."""
