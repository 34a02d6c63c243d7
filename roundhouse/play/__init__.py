"""Live games: the table, its source of chance, clocks, logs and ratings. Pure: no input or output."""
