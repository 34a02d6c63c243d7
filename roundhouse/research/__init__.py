"""Research interfaces: observations, vectorised games and adapters to the standard environments, shared by all games."""
