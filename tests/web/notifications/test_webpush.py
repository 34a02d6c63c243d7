"""The cryptography of web push, held to the examples of its standards."""

from __future__ import annotations

import json

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature

from roundhouse.web.notifications.webpush import (
    MAX_TEXT_BYTES,
    authorization,
    encrypt,
    from_base64,
    is_public_key,
    key_from_pem,
    key_to_pem,
    new_key,
    public_bytes,
    to_base64,
)

# RFC 8291, section 5 and appendix A.
TEXT = b"When I grow up, I want to be a watermelon"
RECEIVER = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
AUTH = "BTBZMqHH6r4Tts7J_aSIgg"
SENDER = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
SALT = "DGv6ra1nlYgDCS1FRnbzlw"
BODY = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPT"
    "pK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
)

# RFC 8292, section 2.4.
TOKEN = (
    "eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9.eyJhdWQiOiJodHRwczovL3B1c2guZXhhbXBsZS5uZXQiLCJleHAiOjE0NTM1MjM3NjgsInN1YiI6Im1h"
    "aWx0bzpwdXNoQGV4YW1wbGUuY29tIn0.i3CYb7t4xfxCDquptFOepC9GAu_HLGkMlMuCGSK2rpiUfnK9ojFwDXb1JrErtmysazNjjvW2L9OkSSHzvoD1oA"
)
KEY = "BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs"
CLAIMS = {"aud": "https://push.example.net", "exp": 1453523768, "sub": "mailto:push@example.com"}


def verify(token: str, key: str) -> None:
    """Verify the signature of a JSON web token, or raise InvalidSignature."""
    signed, _, signature = token.rpartition(".")
    raw = from_base64(signature)
    encoded = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), from_base64(key))
    public.verify(encoded, signed.encode(), ec.ECDSA(hashes.SHA256()))


def test_the_example_of_rfc_8291_is_encrypted_to_its_bytes() -> None:
    """With the sender's key and the salt of the example."""
    sender = ec.derive_private_key(int.from_bytes(from_base64(SENDER), "big"), ec.SECP256R1())

    assert to_base64(encrypt(TEXT, from_base64(RECEIVER), from_base64(AUTH), sender, from_base64(SALT))) == BODY


def test_every_message_has_a_fresh_key_and_salt() -> None:
    """The same text twice shares no byte sequence but the sizes."""
    first, second = (encrypt(TEXT, from_base64(RECEIVER), from_base64(AUTH)) for _ in range(2))

    assert first[:16] != second[:16]
    assert first[21:86] != second[21:86]
    assert len(first) == len(second)


def test_a_message_fills_one_record_and_no_more() -> None:
    """4096 bytes after the header of 86; a byte more is refused."""
    assert len(encrypt(b"x" * MAX_TEXT_BYTES, from_base64(RECEIVER), from_base64(AUTH))) == 86 + 4096
    with pytest.raises(ValueError, match=f"at most {MAX_TEXT_BYTES} bytes"):
        encrypt(b"x" * (MAX_TEXT_BYTES + 1), from_base64(RECEIVER), from_base64(AUTH))


def test_a_token_is_signed_as_in_the_example_of_rfc_8292() -> None:
    """The same signed text for the same claims, and a signature that the verifier of the example accepts."""
    key = new_key()
    header = authorization(key, CLAIMS)
    token, public = header.removeprefix("vapid t=").split(",k=")

    verify(TOKEN, KEY)
    verify(token, public)
    assert token.rpartition(".")[0] == TOKEN.rpartition(".")[0]
    assert from_base64(public) == public_bytes(key)
    assert json.loads(from_base64(token.split(".")[1])) == CLAIMS
    with pytest.raises(InvalidSignature):
        verify(token, KEY)


def test_a_key_survives_its_file() -> None:
    """PEM and back; a key of another kind is refused."""
    key = new_key()

    assert public_bytes(key_from_pem(key_to_pem(key))) == public_bytes(key)
    with pytest.raises(ValueError):  # noqa: PT011  (the message is the library's)
        key_from_pem(b"-----BEGIN PRIVATE KEY-----\nMAA=\n-----END PRIVATE KEY-----\n")


@pytest.mark.parametrize(
    "raw", [b"", b"\x04", from_base64(RECEIVER)[:-1], b"\x04" + bytes(64), b"\x02" + from_base64(RECEIVER)[1:33]]
)
def test_a_public_key_is_an_uncompressed_point_of_the_curve(raw: bytes) -> None:
    """Neither short, nor off the curve, nor compressed."""
    assert is_public_key(from_base64(RECEIVER))
    assert not is_public_key(raw)
