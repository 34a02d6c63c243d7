"""What every game stands on: states, games, chance, graphs and records. Imports nothing else of the house."""
