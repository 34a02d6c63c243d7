"""The server as a whole: the parts of one running house, the middleware, and the context of a request."""
