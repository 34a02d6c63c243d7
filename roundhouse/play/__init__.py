"""Live games: the table that holds one, its chance, and many games at once. Pure: no input or output."""
