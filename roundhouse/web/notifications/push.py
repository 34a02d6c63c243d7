"""Web push: what a push service must be sent so that one browser, and nobody between, can read it."""

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

TTL: Final = 24 * 3600  # seconds that a push service keeps what it cannot deliver
_LIFE: Final = 12 * 3600  # of a signature
_KEY_BYTES: Final = 65
_AUTH_BYTES: Final = 16


@dataclass(frozen=True)
class Subscription:
    """A browser that wants to be told, as its push service knows it."""

    endpoint: str
    p256dh: str
    auth: str


class Push:
    """The key of the house for push services (VAPID), and the parcels made with it."""

    def __init__(self, key: bytes, contact: str) -> None:
        from py_vapid import Vapid02  # loaded when somebody is told: it is large

        self._vapid = Vapid02.from_pem(key)
        self._contact = contact

    @property
    def public(self) -> str:
        """What browsers subscribe with."""
        from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

        raw: bytes = self._vapid.public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()

    def parcel(self, target: Subscription, words: bytes, topic: str) -> tuple[bytes, dict[str, str]]:
        """The body and the headers for one browser. A later parcel of the same topic takes the place of one not yet delivered."""
        from pywebpush import WebPusher

        pusher = WebPusher({"endpoint": target.endpoint, "keys": {"p256dh": target.p256dh, "auth": target.auth}})
        body: bytes = pusher.encode(words)["body"]
        parts = urlsplit(target.endpoint)
        claims: dict[str, Any] = {
            "aud": f"{parts.scheme}://{parts.netloc}",
            "exp": int(time.time()) + _LIFE,
            "sub": self._contact,
        }
        signed: Mapping[str, str] = self._vapid.sign(claims)
        headers = {"Content-Encoding": "aes128gcm", "TTL": str(TTL), "Urgency": "normal", "Topic": topic, **signed}
        return body, headers


def new_key() -> bytes:
    """A key for a house that has none."""
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

    key = ec.generate_private_key(ec.SECP256R1())
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())


def subscription(endpoint: str, p256dh: str, auth: str) -> Subscription:
    """What a browser has sent; keys that are none are refused here, not when something is to be sent."""
    key, secret = _raw(p256dh), _raw(auth)
    if key is None or secret is None or len(key) != _KEY_BYTES or key[0] != 4 or len(secret) != _AUTH_BYTES:
        raise HTTPError(422, say("this browser's subscription is not understood here"))
    try:
        from cryptography.hazmat.primitives.asymmetric import ec

        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), key)
    except ValueError as error:
        raise HTTPError(422, say("this browser's subscription is not understood here")) from error
    return Subscription(endpoint, p256dh, auth)


def _raw(text: str) -> bytes | None:
    try:
        return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except (binascii.Error, ValueError):
        return None
