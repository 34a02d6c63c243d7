"""The routes of the browser door, by what they are about."""
