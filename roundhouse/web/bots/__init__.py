"""Bots at the tables of this server: a pool of worker processes, and the levels that pages offer."""
