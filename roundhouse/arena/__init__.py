"""Bots against bots, by the hundred: who plays whom, who is how strong, and what that says about a game."""
