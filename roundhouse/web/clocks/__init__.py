"""Game clocks: their rows in the store, and how pages show them."""
