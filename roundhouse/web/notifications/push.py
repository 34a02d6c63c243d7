"""Web push: encrypts and signs messages, so that only the subscribed browser can read them."""

from __future__ import annotations

import base64
import binascii
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlsplit

from roundhouse.core.sentence import say
from roundhouse.web.http.errors import HTTPError

TTL: Final = 24 * 3600  # seconds that a push service keeps an undelivered message
_SIGNATURE_LIFETIME: Final = 12 * 3600  # seconds
_KEY_BYTES: Final = 65
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
        from py_vapid import Vapid02  # slow to import: only when it is needed

        self._vapid = Vapid02.from_pem(key)
        self._contact = contact

    @property
    def public(self) -> str:
        """The public key, with which browsers subscribe."""
        from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

        raw: bytes = self._vapid.public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()

    def request(self, target: Subscription, payload: bytes, topic: str) -> tuple[bytes, dict[str, str]]:
        """Return the body and headers of a push request. It replaces an undelivered message with the same topic."""
        from pywebpush import WebPusher

        pusher = WebPusher({"endpoint": target.endpoint, "keys": {"p256dh": target.p256dh, "auth": target.auth}})
        body: bytes = pusher.encode(payload)["body"]
        parts = urlsplit(target.endpoint)
        claims: dict[str, Any] = {
            "aud": f"{parts.scheme}://{parts.netloc}",
            "exp": int(time.time()) + _SIGNATURE_LIFETIME,
            "sub": self._contact,
        }
        signed: Mapping[str, str] = self._vapid.sign(claims)
        headers = {"Content-Encoding": "aes128gcm", "TTL": str(TTL), "Urgency": "normal", "Topic": topic, **signed}
        return body, headers


def new_key() -> bytes:
    """Return a new VAPID key in PEM format."""
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

    key = ec.generate_private_key(ec.SECP256R1())
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())


def parse_subscription(endpoint: str, p256dh: str, auth: str) -> Subscription:
    """Return the subscription that a browser has sent. Raises HTTPError 422 if its keys are invalid."""
    key, secret = _raw(p256dh), _raw(auth)
    if key is None or secret is None or len(key) != _KEY_BYTES or key[0] != 4 or len(secret) != _AUTH_BYTES:
        raise HTTPError(422, say("this browser's push subscription is invalid"))
    try:
        from cryptography.hazmat.primitives.asymmetric import ec

        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), key)
    except ValueError as error:
        raise HTTPError(422, say("this browser's push subscription is invalid")) from error
    return Subscription(endpoint, p256dh, auth)


def _raw(text: str) -> bytes | None:
    try:
        return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except (binascii.Error, ValueError):
        return None
