"""Content for viewers of a table, a replay or the lobby, and the turn feed for programs."""
