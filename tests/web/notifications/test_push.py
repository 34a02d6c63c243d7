"""Web push: only the subscribed browser can read a message, and its push service can verify the sender."""

from __future__ import annotations

import asyncio

import pytest

from roundhouse.web.http.errors import HTTPError
from roundhouse.web.notifications.push import Push, new_key, parse_subscription
from roundhouse.web.notifications.webhooks import WebhookClient
from tests.web.notifications.receivers import Reader, site
from tests.web.notifications.test_webpush import verify

AUTH = "c2l4dGVlbiBieXRlcyBvaw"


def test_a_push_is_read_by_its_browser_alone_and_signed_by_the_server() -> None:
    """The push service sees only bytes, a signature by the server's key, and the topic."""
    push = Push(new_key(), "mailto:house@house.example")
    with site() as service:
        ada, eve = Reader(f"{service.address}/ada"), Reader(f"{service.address}/ada")
        body, headers = push.request(parse_subscription(ada.endpoint, ada.p256dh, ada.auth), "À vous de jouer".encode(), "table-1")
        webhooks = WebhookClient(allow_private=True)

        async def go() -> None:
            await webhooks.send(ada.endpoint, body, headers)
            await webhooks.close()

        asyncio.run(go())

    ((_, arrived, sent),) = service.arrived
    assert ada.read(sent).decode() == "À vous de jouer"
    with pytest.raises(Exception, match="Decryption error"):
        eve.read(sent)
    assert b"jouer" not in sent
    assert arrived["topic"] == "table-1"
    assert arrived["content-encoding"] == "aes128gcm"
    token, key = arrived["authorization"].removeprefix("vapid t=").split(",k=")
    verify(token, key)
    assert key == push.public


def test_the_key_of_the_server_stays_the_same() -> None:
    """A stored key has the public key that browsers have subscribed with."""
    key = new_key()

    assert Push(key, "mailto:a@b").public == Push(key, "mailto:c@d").public
    assert Push(new_key(), "mailto:a@b").public != Push(key, "mailto:a@b").public


@pytest.mark.parametrize(
    ("p256dh", "auth"), [("", ""), ("BAAA", "c2l4dGVlbiBieXRlcyBvaw"), ("%%%", "%%%"), ("B" + "A" * 86, "c2l4dGVlbiBieXRlcyBvaw")]
)
def test_invalid_keys_are_refused(p256dh: str, auth: str) -> None:
    """Empty, short, not base64, not a point on the curve."""
    with pytest.raises(HTTPError, match="subscription"):
        parse_subscription("https://push.example/x", p256dh, auth)
