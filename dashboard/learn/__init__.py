"""Learn: the class hour that comes with the app, moment by moment."""
