"""Maintenance of a database: backup, restore, archive, prune, inspection."""
