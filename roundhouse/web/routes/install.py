"""What lets people install the site as an app: the manifest, and the page that is shown without a connection."""

from __future__ import annotations

from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from roundhouse.core.sentence import say
from roundhouse.web.http import assets
from roundhouse.web.server.context import RequestContext

NAME: Final = "Roundhouse"
_GROUND: Final = "#F6F1E7"  # the background of the light theme
_SIZES: Final = (192, 512)


async def manifest(request: Request) -> Response:
    """Return the web app manifest, in the reader's language."""
    ctx = await RequestContext.load(request)
    icons = [{"src": assets.url(f"icon-{size}.png"), "sizes": f"{size}x{size}", "type": "image/png"} for size in _SIZES]
    whole = {"src": assets.url("icon-512.png"), "sizes": "512x512", "type": "image/png", "purpose": "maskable"}
    response = ctx.json(
        {
            "id": "/",
            "name": NAME,
            "short_name": NAME,
            "description": ctx.text(say("Railway board games with friends and bots")),
            "lang": ctx.language,
            "start_url": "/",
            "scope": "/",
            "display": "standalone",
            "background_color": _GROUND,
            "theme_color": _GROUND,
            "icons": [*icons, whole],
        }
    )
    response.headers["Content-Type"] = assets.KINDS["webmanifest"]
    return response


async def offline(request: Request) -> Response:
    """Show the page that the service worker keeps for times without a connection."""
    return (await RequestContext.load(request)).page("offline.html", {})
