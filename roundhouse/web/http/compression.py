"""Compression of responses."""

from __future__ import annotations

from starlette.middleware.gzip import GZipMiddleware
from starlette.types import Receive, Scope, Send

from roundhouse.web.http.problem import is_api_path


class CompressionMiddleware(GZipMiddleware):
    """Compresses responses, except those to the actions of pages: a line of JSON or a redirect, not worth a compressor."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request, as ASGI defines it."""
        if scope["type"] == "http" and scope["method"] == "POST" and not is_api_path(scope["path"]):
            await self.app(scope, receive, send)
        else:
            await super().__call__(scope, receive, send)
