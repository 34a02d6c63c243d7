"""Background work of a server process: bot moves, clocks that run out, games to be rated."""
