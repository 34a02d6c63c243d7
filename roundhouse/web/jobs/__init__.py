"""Jobs: what has to happen at a table without a person, each taken by one process under a lease."""
