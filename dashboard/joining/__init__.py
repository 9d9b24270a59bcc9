"""The Join page: the address that a class types, with the code on the wall."""
