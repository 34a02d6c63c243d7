"""The foundation of every game: states, games, chance, graphs and records. Imports nothing else of the package."""
