"""The browser door: pages, live tables and their store."""
