"""What pages show of a game beside its tables: description, options, pictures, tours."""
