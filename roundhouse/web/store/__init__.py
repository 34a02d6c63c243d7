"""The store: one interface, two databases (SQLite and PostgreSQL), and the migrations of the schema."""
