"""Web push: encrypts and signs messages, so that only the subscribed browser can read them."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

from roundhouse.core.sentence import say
from roundhouse.web.http.errors import HTTPError

TTL: Final = 24 * 3600  # seconds that a push service keeps an undelivered message
_SIGNATURE_LIFETIME: Final = 12 * 3600  # seconds
_AUTH_BYTES: Final = 16


@dataclass(frozen=True)
class Subscription:
    """The push subscription of a browser."""

    endpoint: str
    p256dh: str
    auth: str


class Push:
    """The server's VAPID key, and the requests that are signed with it."""

    def __init__(self, key: bytes, contact: str) -> None:
        from roundhouse.web.notifications import webpush  # slow to import: only when it is needed

        self._webpush = webpush
        self._key = webpush.key_from_pem(key)
        self._contact = contact

    @property
    def public(self) -> str:
        """The public key, with which browsers subscribe."""
        return self._webpush.to_base64(self._webpush.public_bytes(self._key))

    def request(self, target: Subscription, payload: bytes, topic: str) -> tuple[bytes, dict[str, str]]:
        """Return the body and headers of a push request. It replaces an undelivered message with the same topic."""
        decode = self._webpush.from_base64
        body = self._webpush.encrypt(payload, decode(target.p256dh), decode(target.auth))
        parts = urlsplit(target.endpoint)
        claims = {
            "aud": f"{parts.scheme}://{parts.netloc}",
            "exp": int(time.time()) + _SIGNATURE_LIFETIME,
            "sub": self._contact,
        }
        headers = {
            "Content-Encoding": "aes128gcm",
            "TTL": str(TTL),
            "Urgency": "normal",
            "Topic": topic,
            "Authorization": self._webpush.authorization(self._key, claims),
        }
        return body, headers


def new_key() -> bytes:
    """Return a new VAPID key in PEM format."""
    from roundhouse.web.notifications import webpush

    return webpush.key_to_pem(webpush.new_key())


def parse_subscription(endpoint: str, p256dh: str, auth: str) -> Subscription:
    """Return the subscription that a browser has sent. Raises HTTPError 422 if its keys are invalid."""
    from roundhouse.web.notifications import webpush

    try:
        valid = webpush.is_public_key(webpush.from_base64(p256dh)) and len(webpush.from_base64(auth)) == _AUTH_BYTES
    except ValueError:  # not base64
        valid = False
    if not valid:
        raise HTTPError(422, say("this browser's push subscription is invalid"))
    return Subscription(endpoint, p256dh, auth)
