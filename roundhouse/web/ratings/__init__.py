"""Ratings and results: their rows in the store, and the chart of a profile."""
