"""Webhook requests: to public addresses only, without following redirects, and with errors that say what failed."""

from __future__ import annotations

import asyncio
import socket
from contextlib import suppress

import pytest

from roundhouse.web.http.errors import HTTPError
from roundhouse.web.notifications import webhooks as module
from roundhouse.web.notifications.hosts import HostBusy
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


PRIVATE = (
    "0.1.2.3", "10.0.0.1", "100.64.0.1", "100.127.255.254", "127.0.0.2", "169.254.169.254", "172.16.0.1", "172.31.255.254",
    "192.0.0.8", "192.0.2.1", "192.88.99.1", "192.168.1.1", "198.18.0.1", "198.51.100.1", "203.0.113.1", "224.0.0.1",
    "239.255.255.250", "240.0.0.1", "255.255.255.255",
    "::", "::1", "::127.0.0.1", "::8.8.8.8", "::ffff:127.0.0.1", "::ffff:8.8.8.8", "::ffff:0:127.0.0.1", "64:ff9b::7f00:1",
    "64:ff9b::808:808", "64:ff9b:1::1", "100::1", "2001::1", "2001:0:7f00:1::1", "2001:20::1", "2001:db8::1", "2002:7f00:1::1",
    "2002:808:808::1", "3fff::1", "4000::1", "fc00::1", "fd00::1", "fe80::1", "fe80::1%lo", "fec0::1", "ff02::1",
)  # fmt: skip
PUBLIC = ("1.1.1.1", "8.8.8.8", "100.63.255.255", "100.128.0.1", "172.32.0.1", "192.0.1.1", "223.255.255.255",
          "2001:4860:4860::8888", "2606:4700:4700::1111", "2a00:1450::1", "3ffe::1")  # fmt: skip


def answer_of(*addresses: str) -> list[tuple[object, ...]]:
    """What a resolver answers."""
    return [
        (socket.AF_INET6 if ":" in address else socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, 443)) for address in addresses
    ]


@pytest.fixture
def connected(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The addresses that are connected to; nothing listens there."""
    found: list[str] = []

    async def connect(remote_host: str, *args: object, **more: object) -> None:
        found.append(remote_host)
        raise OSError("nothing listens there")

    monkeypatch.setattr("anyio.connect_tcp", connect)
    return found


@pytest.mark.parametrize("address", PRIVATE)
def test_no_name_leads_into_a_special_network(address: str, monkeypatch: pytest.MonkeyPatch, connected: list[str]) -> None:
    """Private, shared, reserved, multicast, and IPv6 addresses that carry one of IPv4: refused, also beside a public one."""
    for answer in (answer_of(address), answer_of(PUBLIC[0], address), answer_of(address, PUBLIC[0])):
        monkeypatch.setattr("socket.getaddrinfo", lambda *_, answer=answer, **__: answer)
        with pytest.raises(DeliveryError, match="address is not public") as told:
            send(WebhookClient(allow_private=False), "https://hook.example/")
        assert told.value.final

    assert connected == []


@pytest.mark.parametrize("address", PUBLIC)
def test_a_name_with_a_public_address_is_connected_to(address: str, monkeypatch: pytest.MonkeyPatch, connected: list[str]) -> None:
    """The neighbours of what is refused are not refused."""
    monkeypatch.setattr("socket.getaddrinfo", lambda *_, **__: answer_of(address))
    with pytest.raises(DeliveryError, match="cannot be reached"):
        send(WebhookClient(allow_private=False), "https://hook.example/")

    assert connected == [address]


def test_a_name_that_changes_its_address_is_connected_to_at_the_one_that_was_checked(
    monkeypatch: pytest.MonkeyPatch, connected: list[str]
) -> None:
    """A resolver that answers first with a public address and then with this machine (DNS rebinding)."""
    answers = [answer_of("8.8.8.8"), answer_of("127.0.0.1"), answer_of("127.0.0.1")]
    monkeypatch.setattr("socket.getaddrinfo", lambda *_, **__: answers.pop(0))
    with pytest.raises(DeliveryError, match="cannot be reached"):
        send(WebhookClient(allow_private=False), "https://hook.example/")

    assert connected == ["8.8.8.8"]
    assert len(answers) == 2


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


def test_a_slow_host_holds_few_requests() -> None:
    """Of twelve at once to a host that does not answer, eight wait for it; one to another host is sent."""

    async def scene() -> None:
        connections: list[asyncio.Task[None] | None] = []

        async def silent(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            connections.append(asyncio.current_task())
            with suppress(ConnectionError):
                await reader.read()
            writer.close()
            with suppress(ConnectionError):
                await writer.wait_closed()

        server = await asyncio.start_server(silent, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        webhooks = WebhookClient(allow_private=True)
        slow = [asyncio.create_task(webhooks.send(f"http://127.0.0.1:{port}/", b"", {})) for _ in range(12)]
        await asyncio.sleep(0)
        assert [isinstance(task.exception(), HostBusy) for task in slow if task.done()] == [True] * 4
        with pytest.raises(DeliveryError):
            await webhooks.send("http://localhost:1/", b"", {})
        for task in slow:
            task.cancel()
        await asyncio.gather(*slow, return_exceptions=True)
        assert webhooks._hosts._unproven == 0
        await webhooks.close()
        server.close()
        await asyncio.gather(*filter(None, connections))

    asyncio.run(scene())


def test_a_receiver_that_does_not_answer_is_given_up_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its name, its connection and its answer have one time limit together."""
    monkeypatch.setattr(module, "_TIMEOUT", 0.05)

    async def scene() -> None:
        async def forever(host: str, port: int) -> str:
            await asyncio.Event().wait()
            return host + str(port)

        webhooks = WebhookClient(allow_private=True)
        monkeypatch.setattr(webhooks, "_resolve", forever)
        with pytest.raises(DeliveryError, match="in time"):
            await webhooks.send("http://house.example/", b"", {})

    asyncio.run(scene())
