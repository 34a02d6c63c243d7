"""What viewers of a table, a replay or the lobby are sent."""
