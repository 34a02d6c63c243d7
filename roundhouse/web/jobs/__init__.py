"""Jobs: what happens at a table without a person, such as the move of a bot. One process at a time holds the lease of a job."""
