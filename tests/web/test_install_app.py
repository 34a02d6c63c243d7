"""The site can be installed as an app: a manifest with icons, a service worker, and a page for times without a connection."""

from __future__ import annotations

import struct
from collections.abc import Callable

from tests.web.conftest import Browser, found

Browsers = Callable[..., Browser]


def test_the_manifest_has_what_browsers_ask_for(browser: Browsers) -> None:
    """A name, a start, a display mode, and icons whose files have the size that it says."""
    ada = browser(accept_language="fr")
    answer = ada.get(found(r'<link rel="manifest" href="([^"]+)"', ada.get("/").text))
    manifest = answer.json()

    assert answer.headers["content-type"].startswith("application/manifest+json")
    assert (manifest["name"], manifest["start_url"], manifest["display"], manifest["lang"]) == (
        "Roundhouse",
        "/",
        "standalone",
        "fr",
    )
    assert {icon["sizes"] for icon in manifest["icons"]} == {"192x192", "512x512"}
    for icon in manifest["icons"]:
        picture = ada.get(icon["src"])
        assert picture.headers["content-type"] == "image/png"
        assert "{}x{}".format(*struct.unpack(">II", picture.content[16:24])) == icon["sizes"]


def test_the_offline_page_needs_nothing_but_its_styles(browser: Browsers) -> None:
    """It opens no stream, and the worker finds its style sheets in it."""
    page = browser().get("/offline").text

    assert "No connection" in page
    assert "data-live" not in page
    assert page.count('<link rel="stylesheet" href="/static/') == 3
