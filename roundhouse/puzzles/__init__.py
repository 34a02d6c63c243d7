"""Puzzles: positions of real games in which one move is clearly best, and the heuristic does not find it."""
