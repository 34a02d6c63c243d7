"""Games in pages beside their tables: description, options, pictures, tours."""
