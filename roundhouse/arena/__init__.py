"""The arena: matches between bots, their ratings, and statistics about a game."""
