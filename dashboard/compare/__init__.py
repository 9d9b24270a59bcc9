"""The Compare page: a study of several algorithms, and what is said of it."""
