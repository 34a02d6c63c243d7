"""Doors for research: observations, many games at once, and adapters to the standard environments, for every game alike."""
