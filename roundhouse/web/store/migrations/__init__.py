"""The changes of the schema, one after another, by Alembic."""
