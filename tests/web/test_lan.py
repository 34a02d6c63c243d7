"""Friends at home: a second machine opens the printed address, follows the invitation and plays a move.

The two machines are network namespaces that the test makes and removes, joined by a cable of their own; nothing of this machine's
network is touched. That needs Linux, root and iproute2. Where it cannot run, the summary of the run says so in capital letters; for
root it is a failure if `ip` is missing, which `make` installs, and on a CI machine whatever the reason.
"""

from __future__ import annotations

import errno
import io
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

import roundhouse
from roundhouse.cli import main, serve
from roundhouse.cli.qr import qr_lines
from roundhouse.core.sentence import BadSetup
from roundhouse.web.http import reach
from roundhouse.web.settings import Settings, settings_from

ROOT = Path(roundhouse.__file__).parent.parent
HOUSE, FRIEND = f"rh-house-{os.getpid()}", f"rh-friend-{os.getpid()}"
ADDRESS, OTHER, IPV6 = "10.83.71.1", "10.83.71.2", "fd83:71::1"
PORT = 8000
PATIENCE = 60.0


def obstacle() -> str:
    """Return why no network namespace can be made here; empty if one can."""
    if sys.platform != "linux":
        return "network namespaces are a part of Linux"
    if os.geteuid() != 0:
        return "making network namespaces needs root"
    if shutil.which("ip") is None:
        return "the command ip is missing (Debian: apt install iproute2)"
    tried = subprocess.run(["ip", "netns", "add", HOUSE], capture_output=True, text=True, check=False)
    if tried.returncode:
        return f"ip netns add failed: {tried.stderr.strip()}"
    subprocess.run(["ip", "netns", "delete", HOUSE], check=True)
    return ""


@pytest.fixture
def cable() -> Iterator[None]:
    """Two machines, each with an address on one network."""
    reason = obstacle()
    if reason:
        if os.geteuid() == 0 and sys.platform == "linux" and ("CI" in os.environ or shutil.which("ip") is None):
            pytest.fail(reason)
        pytest.skip(f"PLAYING FROM A SECOND MACHINE WAS NOT TESTED: {reason}")
    commands = [
        f"ip netns add {HOUSE}",
        f"ip netns add {FRIEND}",
        f"ip link add rh-a netns {HOUSE} type veth peer name rh-b netns {FRIEND}",
        f"ip -n {HOUSE} link set lo up",
        f"ip -n {HOUSE} link set rh-a up",
        f"ip -n {FRIEND} link set rh-b up",
        f"ip -n {HOUSE} address add {ADDRESS}/24 dev rh-a",
        f"ip -n {HOUSE} address add {IPV6}/64 dev rh-a nodad",
        f"ip -n {FRIEND} address add {OTHER}/24 dev rh-b",
    ]
    try:
        for command in commands:
            subprocess.run(command.split(), check=True, capture_output=True)
        yield
    finally:
        for name in (HOUSE, FRIEND):
            subprocess.run(["ip", "netns", "delete", name], check=False, capture_output=True)


def at(machine: str, *words: str) -> list[str]:
    """Return a command that runs on one of the machines."""
    return ["ip", "netns", "exec", machine, sys.executable, *words]


HOST_OPENS_A_TABLE = """
import httpx, re, sys
form = {"game": "express", "name": "Ada", "seats": "2", "pace": "0", "seat-0": "open", "seat-1": "you"}
with httpx.Client(timeout=60, follow_redirects=True, trust_env=False) as client:
    page = client.post("http://127.0.0.1:8000/tables", data=form, headers={"Origin": "http://127.0.0.1:8000"}).raise_for_status()
    print(re.findall(r'value="(http[^"]+/join/[^"]+)"', page.text)[0], "this computer only" in page.text)
"""


@pytest.mark.usefixtures("cable")
def test_a_second_machine_opens_the_address_follows_the_invitation_and_plays(tmp_path: Path) -> None:
    """The host opened the page by 127.0.0.1, as `--open` does; the invitation works all the same."""
    words = at(HOUSE, "-m", "roundhouse", "serve", "--lan", "--lang", "en", "--db", str(tmp_path / "house.db"))
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "ROUNDHOUSE_WORKERS": "1"}
    with subprocess.Popen(words, cwd=tmp_path, env=environment, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            lines = [server.stdout.readline().strip() for _ in range(5)]
            assert lines[:4] == [
                f"Serving at http://127.0.0.1:{PORT}/",
                "Others on your network reach it at:",
                f"http://{ADDRESS}:{PORT}/",
                f"http://[{IPV6}]:{PORT}/",
            ]
            opened = subprocess.run(
                at(HOUSE, "-c", HOST_OPENS_A_TABLE), capture_output=True, text=True, check=True, timeout=PATIENCE
            )
            invitation, only_here = opened.stdout.split()
            guest = at(FRIEND, "-m", "tests.web.neighbour", lines[2], invitation, "bid 8")
            played = subprocess.run(guest, cwd=ROOT, env=environment, capture_output=True, text=True, check=False, timeout=PATIENCE)
        finally:
            server.send_signal(signal.SIGINT)
            server.communicate(timeout=PATIENCE)

    assert invitation.startswith(f"http://{ADDRESS}:{PORT}/join/")
    assert only_here == "False"
    assert played.returncode == 0, played.stderr
    result = json.loads(played.stdout)
    assert (result["home"], result["host"], result["moves"]) == (True, True, 1)
    assert result["table"].startswith(f"http://{ADDRESS}:{PORT}/table/")


# where invitations lead


@pytest.fixture
def network(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine with two addresses."""
    monkeypatch.setattr(reach, "lan_addresses", lambda: ["192.168.1.20", "fd00::2"])


@pytest.mark.usefixtures("network")
@pytest.mark.parametrize(
    ("settings", "asked", "public"),
    [
        (Settings(host="0.0.0.0"), "http://127.0.0.1:8000", "http://192.168.1.20:8000"),
        (Settings(host="0.0.0.0"), "http://localhost:8000", "http://192.168.1.20:8000"),
        (Settings(host="::"), "http://[::1]:8000", "http://192.168.1.20:8000"),
        (Settings(host="0.0.0.0"), "http://10.0.0.7:8000", "http://10.0.0.7:8000"),
        (Settings(host="0.0.0.0"), "http://tower.local:8000", "http://tower.local:8000"),
        (Settings(host="127.0.0.1"), "http://127.0.0.1:8000", "http://127.0.0.1:8000"),
        (Settings(host="127.0.0.1", url="https://play.example.org/"), "http://127.0.0.1:8000", "https://play.example.org"),
        (Settings(host="0.0.0.0", url="https://play.example.org"), "http://10.0.0.7:8000", "https://play.example.org"),
    ],
)
def test_an_invitation_begins_with_an_address_that_others_can_reach(settings: Settings, asked: str, public: str) -> None:
    """The configured one; else the one that the host used, unless it is of this machine alone and there is a better one."""
    assert reach.public_url(settings, asked) == public


@pytest.mark.parametrize(
    ("url", "local"),
    [
        ("http://127.0.0.1:8000", True),
        ("http://127.1.2.3", True),
        ("http://[::1]:8000", True),
        ("http://localhost:8000", True),
        ("http://192.168.1.20:8000", False),
        ("https://play.example.org", False),
    ],
)
def test_local_addresses_are_known(url: str, local: bool) -> None:
    """Names and numbers of the loopback."""
    assert reach.is_local(url) is local


def test_addresses_of_this_machine_are_those_that_others_can_use() -> None:
    """No loopback and no link-local ones; each is really an address of this machine."""
    for address in reach.lan_addresses():
        assert not address.startswith(("127.", "fe80", "::1", "169.254."))
        with socket.create_server((address, 0), family=socket.AF_INET6 if ":" in address else socket.AF_INET):
            pass


# ports, and what is printed


def test_a_port_in_use_is_answered_with_the_next_free_one() -> None:
    """Unless the port was asked for by name."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        settings = Settings(port=port)
        with serve._listen(settings, fixed=False) as free:
            assert port < free.getsockname()[1] <= port + serve._PORTS
        with pytest.raises(BadSetup, match=f"port {port} is in use by another program; choose another one with --port"):
            serve._listen(settings, fixed=True)


def test_an_address_of_another_machine_is_refused() -> None:
    """That is no port in use: no other one would do."""
    with pytest.raises(BadSetup, match=re.escape(f"192.0.2.77:8000 cannot be used: {os.strerror(errno.EADDRNOTAVAIL)}")):
        serve._listen(Settings(host="192.0.2.77"), fixed=False)


def test_lan_and_host_exclude_each_other(capsys: pytest.CaptureFixture[str]) -> None:
    """With a reason."""
    assert main(["serve", "--lan", "--host", "127.0.0.1"]) == 2
    assert "it cannot be used with --host" in capsys.readouterr().err


def test_a_qr_code_is_read_back() -> None:
    """Its modules are those of the encoder, two rows to a line, with a light border."""
    import segno

    text = "http://192.168.1.20:8000/"
    plain = [re.sub(r"\x1b\[[\d;]*m", "", line) for line in qr_lines(text)]
    tops = {"█": (0, 0), "▀": (0, 1), "▄": (1, 0), " ": (1, 1)}
    rows = [[tops[char][half] for char in line] for line in plain for half in (0, 1)]
    expected = [list(row) for row in segno.make(text, error="l", micro=False).matrix_iter(border=2)]

    assert rows[: len(expected)] == expected
    assert len({len(line) for line in plain}) == 1
    assert len(plain[0]) <= 80


# the page says where a link works


def test_a_link_for_this_machine_alone_says_so(tmp_path: Path) -> None:
    """On a server that listens on the loopback."""
    from tests.web.serving import serving

    with serving(tmp_path / "house.db") as server:
        client = server.person()
        form = {"game": "express", "name": "Ada", "seats": "2", "pace": "0", "seat-0": "you", "seat-1": "open"}
        page = client.post("/tables", data=form, follow_redirects=True)

    assert isinstance(page, httpx.Response)
    assert f"{server.address}/join/" in page.text
    assert "This link works on this computer only" in page.text
    assert "roundhouse serve --lan" in page.text
    assert 'class="qr"' not in page.text


# the database


@pytest.mark.parametrize(
    ("given", "path"),
    [("sqlite:///house.db", "house.db"), ("sqlite:////srv/house.db", "/srv/house.db"), ("house.db", "house.db"), ("", None)],
)
def test_a_database_can_be_named_by_its_url(given: str, path: str | None) -> None:
    """As in SQLAlchemy: three slashes before a relative path, four before an absolute one."""
    settings = settings_from({}, db=given or None)

    assert settings.db == (path or "")
    assert not settings.shared


@pytest.mark.parametrize(
    "given",
    [
        *("mysql://db/house", "sqlite://", "sqlite://house.db", "postgre://db/house", "https://db", "://"),
        *("sqlite:house.db", "sqlite:///", "file:house.db?mode=ro", ":memory:", "sqlite:///:memory:", "MYSQL:secret"),
    ],
)
def test_a_database_of_another_kind_is_refused(given: str) -> None:
    """And nothing is created for it."""
    with pytest.raises(BadSetup, match="the database must be a file, sqlite:///FILE or postgresql://…, not "):
        settings_from({}, db=given)


@pytest.mark.parametrize("given", ["C:\\games\\house.db", "./file:odd.db", "my house.db", "~/house.db"])
def test_a_file_may_have_any_name(given: str) -> None:
    """A drive is no scheme, and a path before an odd name tells that it is one."""
    assert settings_from({}, db=given).db == given


def test_the_command_prints_who_can_reach_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """This machine alone; a configured address; each address of the network; none."""
    from roundhouse.cli.screen import Screen

    def told(settings: Settings) -> str:
        printed = io.StringIO()
        monkeypatch.setattr(sys, "stdout", printed)
        serve._tell_addresses(Screen("en"), settings, 8000)
        return printed.getvalue()

    monkeypatch.setattr(serve, "lan_addresses", lambda: ["192.168.1.20", "fd00::2"])
    assert "Only this machine can reach it." in told(Settings())
    assert told(Settings(url="https://play.example.org")) == "Others reach it at https://play.example.org\n"
    assert told(Settings(host="0.0.0.0")).splitlines()[1:] == ["  http://192.168.1.20:8000/", "  http://[fd00::2]:8000/"]
    assert told(Settings(host="192.168.1.20")) == ""
    monkeypatch.setattr(serve, "lan_addresses", list)
    assert "no address on a network" in told(Settings(host="0.0.0.0"))
