"""Rooms: tables live, with their people. `room` is what a table is; the other modules are what is done there."""
