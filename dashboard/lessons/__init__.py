"""Lessons that come with the app: their moments, what decides each, and ready selections."""
