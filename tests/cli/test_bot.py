"""`roundhouse bot`: external bots play on a server through its API, as they would in the arena."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.cli.conftest import Command
from tests.web.serving import PATIENCE, Server
from tests.web.test_schemathesis import token

EXAMPLES = Path(__file__).parent.parent.parent / "examples"
PYTHON = [sys.executable, str(EXAMPLES / "bot.py")]


class House:
    """A server for all tests here, which one of them restarts."""

    def __init__(self, db: Path) -> None:
        self._db = db
        self.server = Server(db)

    @property
    def address(self) -> str:
        """The address, which is the same after a restart."""
        return self.server.address

    def stop(self) -> None:
        """Stop the server, as Ctrl-C does."""
        self.server.stop()
        self.server.clear()

    def start(self) -> None:
        """Start the server again."""
        self.server = Server(self._db, self.server.port)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """Open."""
    house = House(tmp_path_factory.mktemp("house") / "house.db")
    yield house
    house.server.clear()


class Bot:
    """`roundhouse bot --json` in another process; its events are read in a thread."""

    def __init__(self, address: str, token: str, *words: str) -> None:
        command = [sys.executable, "-m", "roundhouse", "--lang", "en", "bot", "--server", address, "--json", *words]
        environment = {**os.environ, "ROUNDHOUSE_TOKEN": token}
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment)
        self.events: list[dict[str, Any]] = []
        self._news = threading.Condition()
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            with self._news:
                self.events.append(json.loads(line))
                self._news.notify_all()

    def wait(self, kind: str, count: int = 1) -> dict[str, Any]:
        """Wait for the n-th event of a kind and return it."""
        with self._news:
            assert self._news.wait_for(lambda: len(self.of(kind)) >= count, PATIENCE * 2), self.events[-5:]
        return self.of(kind)[count - 1]

    def of(self, kind: str) -> list[dict[str, Any]]:
        """Return all events of a kind."""
        return [event for event in self.events if event["event"] == kind]

    def end(self, how: signal.Signals | None = None) -> tuple[int, str]:
        """Wait for the end and return the exit code and standard error; `how` is a signal to send first."""
        if how is not None:
            self.process.send_signal(how)
        code = self.process.wait(PATIENCE)
        self._thread.join(PATIENCE)
        assert self.process.stdout is not None
        assert self.process.stderr is not None
        with self.process.stdout, self.process.stderr:
            return code, self.process.stderr.read()


def test_the_example_bots_play_a_whole_game_through_a_restart_of_the_server(house: House) -> None:
    """One in Python opens the table, one in JavaScript joins by invitation. The server is restarted in the middle of the game:
    both report it, wait and continue. They exit when the game has ended, with the same result."""
    if shutil.which("node") is None:
        pytest.fail("examples/bot.mjs needs Node.js: install it from https://nodejs.org or with your package manager")
    node = ["node", str(EXAMPLES / "bot.mjs")]
    ada = token(house.server)
    first = Bot(house.address, ada, "--new", "express", "--against", "open", "--games", "1", "--", *PYTHON)
    link = f"{house.address}/join/{first.wait('opened')['invite']}"
    second = Bot(house.address, token(house.server, "Bo"), "--join", link, "--games", "1", "--", *node)
    second.wait("move", 3)
    house.stop()
    first.wait("waiting")
    house.start()
    ends = [bot.wait("over") for bot in (first, second)]

    assert [bot.end() for bot in (first, second)] == [(0, ""), (0, "")]
    assert ends[0]["scores"] == ends[1]["scores"]
    assert {end["seat"] for end in ends} == {0, 1}
    assert first.of("fault") == second.of("fault") == []
    assert first.of("connected")[-1]["text"] == second.of("connected")[-1]["text"] == "reconnected"
    opened, seated = first.wait("opened"), second.wait("seated")
    table = httpx.get(f"{house.address}/api/v1/tables/{opened['table']}", headers={"Authorization": f"Bearer {ada}"}).json()
    assert table["commitment"] == opened["commitment"] == seated["commitment"]
    assert table["nonces"] == [opened["nonce"], seated["nonce"]]


def test_a_bot_that_fails_loses_the_move_and_not_the_game(house: House, tmp_path: Path) -> None:
    """It crashes at its second turn: a random move is played, it is restarted, and Ctrl-C leaves nothing behind."""
    script = tmp_path / "bad.py"
    script.write_text(
        "import json, os, sys\n"
        "print('I am', os.getpid(), file=sys.stderr)\n"
        "for number, line in enumerate(sys.stdin):\n"
        "    if number == 2: sys.exit('out of coal')\n"
        "    message = json.loads(line)\n"
        "    print(json.dumps({'move': message['moves'][0]} if 'moves' in message else {'ready': True}), flush=True)\n"
    )
    bot = Bot(house.address, token(house.server), "--new", "express", "--against", "novice", "--", sys.executable, str(script))

    fault = bot.wait("fault")
    bot.wait("move", 3)
    code, complaint = bot.end(signal.SIGINT)

    assert (fault["kind"], fault["detail"]) == ("crash", "out of coal")
    assert (code, complaint) == (0, "")
    assert bot.events[-1]["event"] == "left"


def test_wrong_arguments_are_a_one_line_error(house: House, command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    """A missing server or token, a wrong token or address, an unknown server, program or game, a wrong budget."""
    monkeypatch.delenv("ROUNDHOUSE_TOKEN", raising=False)
    good = token(house.server)
    words = ["bot", "--server", house.address, "--", *PYTHON]

    said = {
        "server": command("bot", "--token", good, "--", *PYTHON),
        "token": command(*words),
        "wrong": command(*words[:3], "--token", "rh_wrong", *words[3:]),
        "address": command("bot", "--server", "play.example.org", "--token", good, "--", *PYTHON),
        "unreachable": command("bot", "--server", "http://127.0.0.1:9", "--token", good, "--", *PYTHON),
        "other": command("bot", "--server", f"{house.address}/rules", "--token", good, "--", *PYTHON),
        "program": command("bot", "--server", house.address, "--token", good, "--", "./no-such-bot"),
        "budget": command(*words[:3], "--token", good, "--budget", "soon", *words[3:]),
    }

    assert {name: (result.code, result.out, result.err.count("\n")) for name, result in said.items()} == dict.fromkeys(
        said, (2, "", 1)
    )
    assert "--server is missing" in said["server"].err
    assert "--token is missing" in said["token"].err
    assert "unknown or has been revoked" in said["wrong"].err
    assert "not a server address" in said["address"].err
    assert "does not answer" in said["unreachable"].err
    assert "not a Roundhouse API (status 404)" in said["other"].err
    assert "./no-such-bot" in said["program"].err
    game = command(*words[:3], "--token", good, "--new", "chess", *words[3:])
    assert game.err.splitlines()[0] == f"Playing as Ada on {house.address}"
    assert "there is no game 'chess'" in game.err.splitlines()[1].lower()
    assert "--budget takes a number of seconds" in said["budget"].err


def test_a_program_in_javascript_plays_a_whole_game_over_http(house: House) -> None:
    """Without our client: requests and named views alone. It scores as no random player does."""
    if shutil.which("node") is None:
        pytest.fail("examples/http-bot.mjs needs Node.js: install it from https://nodejs.org or with your package manager")
    command = ["node", str(EXAMPLES / "http-bot.mjs"), house.address, token(house.server, "Cy"), "tickets", "novice"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE * 2, check=False)

    assert (done.returncode, done.stderr) == (0, "")
    result = json.loads(done.stdout)
    assert result["scores"][0] > 30
    assert sorted(result["ranks"]) in ([0, 1], [0, 0])
