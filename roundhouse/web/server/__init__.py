"""The server as a whole: the parts of one running house, and the context of one request."""
