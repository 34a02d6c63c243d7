"""Webhook requests: to public addresses only, without following redirects, and with errors that say what failed."""

from __future__ import annotations

import asyncio

import pytest

from roundhouse.web.http.errors import HTTPError
from roundhouse.web.notifications.webhooks import DeliveryError, WebhookClient
from tests.web.notifications.receivers import site


def send(webhooks: WebhookClient, url: str, body: bytes = b"{}") -> None:
    """Send one request and close the client."""

    async def go() -> None:
        try:
            await webhooks.send(url, body, {"Content-Type": "application/json"})
        finally:
            await webhooks.close()

    asyncio.run(go())


def test_a_request_arrives_as_it_was_sent() -> None:
    """Path, body, content type and host name."""
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
    """By IP address or by a name that resolves to one: refused for good, before connecting."""
    with pytest.raises(DeliveryError, match="address is not public") as error:
        send(WebhookClient(allow_private=False), url)

    assert error.value.final


@pytest.mark.parametrize(
    "url", ["http://house.example/", "ftp://house.example/", "https://", "https://a:b@house.example/", "house", ""]
)
def test_an_invalid_url_is_refused(url: str) -> None:
    """Plain http, other schemes, no host, a password in the URL."""
    with pytest.raises(HTTPError):
        WebhookClient(allow_private=False).check_url(url)


@pytest.mark.parametrize(
    ("code", "final", "gone"),
    [(302, True, False), (400, True, False), (404, True, True), (410, True, True), (429, False, False), (500, False, False)],
)
def test_the_status_says_whether_to_retry(code: int, final: bool, gone: bool) -> None:
    """Redirects are not followed; a missing target is gone; a busy one is retried later."""
    with site() as hook:
        hook.codes = [code]
        with pytest.raises(DeliveryError) as error:
            send(WebhookClient(allow_private=True), hook.address)

    assert (error.value.final, error.value.gone) == (final, gone)
    assert len(hook.arrived) == 1


def test_an_unreachable_host_is_a_temporary_failure() -> None:
    """A port where nothing listens."""
    with site() as hook:
        pass

    with pytest.raises(DeliveryError) as error:
        send(WebhookClient(allow_private=True), hook.address)

    assert not error.value.final
