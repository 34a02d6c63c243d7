"""Tables: their rows in the store, and the rooms that hold them in memory."""
