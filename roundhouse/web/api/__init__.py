"""The HTTP API for bots and tools."""
