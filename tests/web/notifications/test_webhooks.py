"""Parcels: to the wide web only, without following where an answer points to, and with what failed said."""

from __future__ import annotations

import asyncio

import pytest

from roundhouse.web.http.errors import HTTPError
from roundhouse.web.notifications.webhooks import DeliveryError, WebhookClient
from tests.web.notifications.receivers import site


def send(webhooks: WebhookClient, url: str, body: bytes = b"{}") -> None:
    """One parcel, and the end of the connections."""

    async def go() -> None:
        try:
            await webhooks.send(url, body, {"Content-Type": "application/json"})
        finally:
            await webhooks.close()

    asyncio.run(go())


def test_a_parcel_arrives_as_it_was_sent() -> None:
    """Path, body, type and the name of the host."""
    with site() as hook:
        send(WebhookClient(allow_private=True), f"{hook.address}/hook?a=1", b'{"kind": "turn"}')

    ((path, headers, body),) = hook.arrived
    assert (path, body) == ("/hook?a=1", b'{"kind": "turn"}')
    assert headers["content-type"] == "application/json"
    assert headers["host"] == hook.address.removeprefix("http://")


@pytest.mark.parametrize(
    "url",
    [
        "https://127.0.0.1/",
        "https://localhost/",
        "https://[::1]/",
        "https://10.1.2.3/",
        "https://192.168.0.1:8443/",
        "https://169.254.169.254/latest/meta-data",
        "https://[fd00::1]/",
        "https://0.0.0.0/",
        "https://[::ffff:127.0.0.1]/",
    ],
)
def test_nothing_of_the_house_s_own_network_is_reached(url: str) -> None:
    """By number or by a name that leads there: refused for good, before anything is connected to."""
    with pytest.raises(DeliveryError, match="address is not public") as told:
        send(WebhookClient(allow_private=False), url)

    assert told.value.final


@pytest.mark.parametrize(
    "url", ["http://house.example/", "ftp://house.example/", "https://", "https://a:b@house.example/", "house", ""]
)
def test_what_is_no_address_is_refused_with_words(url: str) -> None:
    """Plain http, other kinds, no host, names with passwords."""
    with pytest.raises(HTTPError):
        WebhookClient(allow_private=False).check_url(url)


@pytest.mark.parametrize(
    ("code", "final", "gone"),
    [(302, True, False), (400, True, False), (404, True, True), (410, True, True), (429, False, False), (500, False, False)],
)
def test_an_answer_says_whether_to_try_again(code: int, final: bool, gone: bool) -> None:
    """A redirection is not followed; who is gone is gone; who is busy is asked later."""
    with site() as hook:
        hook.codes = [code]
        with pytest.raises(DeliveryError) as told:
            send(WebhookClient(allow_private=True), hook.address)

    assert (told.value.final, told.value.gone) == (final, gone)
    assert len(hook.arrived) == 1


def test_nobody_there_is_not_for_good() -> None:
    """A port where nobody listens."""
    with site() as hook:
        pass

    with pytest.raises(DeliveryError) as told:
        send(WebhookClient(allow_private=True), hook.address)

    assert not told.value.final
