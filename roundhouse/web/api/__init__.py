"""The API for bots and tools: the tables of the house for programs, with the same views and texts as its pages."""
