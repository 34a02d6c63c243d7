"""The cryptography of web push: message encryption (RFC 8291, with the encoding of RFC 8188) and sender identification (RFC 8292).

Imported only where a push is sent: `cryptography` is slow to import.
"""

from __future__ import annotations

import base64
import json
import secrets
from collections.abc import Mapping
from typing import Any, Final

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat, load_pem_private_key

PrivateKey = ec.EllipticCurvePrivateKey

_SALT_BYTES: Final = 16
_RECORD_BYTES: Final = 4096  # push services need not accept longer messages (RFC 8291, section 4)
_TAG_BYTES: Final = 16
_LAST_RECORD: Final = b"\x02"  # delimiter between the text and its padding, of which there is none
MAX_TEXT_BYTES: Final = _RECORD_BYTES - _TAG_BYTES - len(_LAST_RECORD)


def new_key() -> PrivateKey:
    """Return a new private key on the curve of web push, P-256."""
    return ec.generate_private_key(ec.SECP256R1())


def key_to_pem(key: PrivateKey) -> bytes:
    """Return a private key in PEM format."""
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())


def key_from_pem(pem: bytes) -> PrivateKey:
    """Return the private key of a PEM file. Raise ValueError if it is not a key on an elliptic curve."""
    key = load_pem_private_key(pem, password=None)
    if not isinstance(key, ec.EllipticCurvePrivateKey):
        raise ValueError("the key of web push is a private key on the curve P-256")  # noqa: TRY004  (as for a file that is no key)
    return key


def public_bytes(key: PrivateKey) -> bytes:
    """Return the public key as an uncompressed point, 65 bytes."""
    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def is_public_key(raw: bytes) -> bool:
    """Return whether these bytes are an uncompressed point on the curve."""
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), raw)
    except ValueError:
        return False
    return len(raw) == 65 and raw[0] == 4


def encrypt(text: bytes, receiver: bytes, auth: bytes, sender: PrivateKey | None = None, salt: bytes | None = None) -> bytes:
    """Return the body of a push message that only the browser with this public key and secret can read.

    The sender's key and the salt are fresh for each message; only tests pass them. Raise ValueError if the text is too long.
    """
    if len(text) > MAX_TEXT_BYTES:
        raise ValueError(f"a push message has at most {MAX_TEXT_BYTES} bytes, not {len(text)}")
    sender = new_key() if sender is None else sender
    salt = secrets.token_bytes(_SALT_BYTES) if salt is None else salt
    own = public_bytes(sender)
    shared = sender.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), receiver))
    secret = _derived(shared, auth, b"WebPush: info\0" + receiver + own, 32)
    key = _derived(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derived(secret, salt, b"Content-Encoding: nonce\0", 12)
    header = salt + _RECORD_BYTES.to_bytes(4, "big") + bytes([len(own)]) + own
    return header + AESGCM(key).encrypt(nonce, text + _LAST_RECORD, None)


def authorization(key: PrivateKey, claims: Mapping[str, Any]) -> str:
    """Return the value of the header Authorization: a JSON web token signed with ES256, and the public key to verify it."""
    token = f"{to_base64(_json({'typ': 'JWT', 'alg': 'ES256'}))}.{to_base64(_json(claims))}"
    r, s = decode_dss_signature(key.sign(token.encode(), ec.ECDSA(hashes.SHA256())))
    signature = r.to_bytes(32, "big") + s.to_bytes(32, "big")
    return f"vapid t={token}.{to_base64(signature)},k={to_base64(public_bytes(key))}"


def to_base64(raw: bytes) -> str:
    """Encode in base64 for URLs, without padding."""
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def from_base64(text: str) -> bytes:
    """Decode base64 for URLs, with or without padding. Raise ValueError if it is none."""
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def _derived(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


def _json(value: Mapping[str, Any]) -> bytes:
    return json.dumps(value, separators=(",", ":")).encode()
