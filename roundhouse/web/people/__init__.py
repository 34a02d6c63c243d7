"""Guests and accounts: sessions, passwords, sign-in links, API tokens."""
