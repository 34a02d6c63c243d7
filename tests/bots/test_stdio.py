"""External bots: the examples play, and whatever a bot does wrong costs it one move and nothing else."""

from __future__ import annotations

import json
import shutil
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import roundhouse
from roundhouse.arena.job import Job
from roundhouse.arena.match import FinishedGame, play
from roundhouse.bots import make
from roundhouse.bots.bot import CRASH, GARBLED, HANG, ILLEGAL, BotFailure
from roundhouse.bots.stdio import MAX_STARTS, StdioBot, _BotProcess
from roundhouse.core.named import raw_view
from roundhouse.core.sentence import BadSetup
from roundhouse.core.state import View, fields
from roundhouse.play.chance import Seeded
from roundhouse.play.table import Table
from tests.patience import wait_until

EXAMPLES = Path(roundhouse.__file__).parent.parent / "examples"
PYTHON = f"cmd:{sys.executable} {EXAMPLES / 'bot.py'}"
GAME = roundhouse.find("tickets")

LOOP = """
import json, os, sys, time
turns = 0
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print(json.dumps({"ready": True}), flush=True)
        continue
    turns += 1
    moves = message["moves"]
"""


def javascript() -> str:
    """Return the name of the JavaScript bot. Fail, rather than skip, without Node.js."""
    if shutil.which("node") is None:
        pytest.fail("examples/bot.mjs needs Node.js: install it from https://nodejs.org or with your package manager")
    return f"cmd:node {EXAMPLES / 'bot.mjs'}"


def program(folder: Path, turn: str, start: str = LOOP) -> str:
    """The name of a bot whose turn is a piece of Python with `message`, `moves` and `turns`."""
    file = folder / "bot.py"
    file.write_text(start + "".join(f"    {line}\n" for line in turn.splitlines()), "utf-8")
    return f"cmd:{sys.executable} {file}"


@contextmanager
def seated(name: str, seconds: float = 5.0) -> Iterator[tuple[StdioBot, View, list[int]]]:
    """A bot at the first decision of a game, and what it is shown."""
    table = Table(GAME, 2, source=Seeded(1))
    bot = make(name, GAME, 7, seconds=seconds)
    assert isinstance(bot, StdioBot)
    bot.open(table.view(0))
    try:
        yield bot, table.view(0), table.moves(0)
    finally:
        bot.close()


def failing(bot: StdioBot, view: View, moves: list[int]) -> BotFailure:
    """How a bot fails to choose."""
    with pytest.raises(BotFailure) as failure:
        bot.choose(view, moves)
    return failure.value


def game(*bots: str, name: str = "tickets", budget: float = 5.0, **options: Any) -> FinishedGame:
    """One game between bots."""
    job = Job(name, roundhouse.find(name).version, len(bots), bots, games=1, seed=3, budget=budget, options=options)
    return play(job, job.fixtures()[0])


@pytest.mark.parametrize("name", [game.name for game in roundhouse.GAMES])
def test_the_examples_play_every_game_without_a_fault(name: str) -> None:
    """Python against JavaScript, with nothing installed but the two languages."""
    result = game(PYTHON, javascript(), name=name).result

    assert result.faults == []
    assert all(sum(kinds.values()) > 0 for kinds in result.kinds)


@pytest.mark.compiled
def test_the_javascript_example_beats_random_moves_with_the_named_view() -> None:
    """95 of 100 games of Ticket to Ride at least, every deal from both seats."""
    bots = (javascript(), "random")
    job = Job("tickets", 1, 2, bots, games=100, seed=1, budget=5.0)
    results = [play(job, fixture).result for fixture in job.fixtures()]

    assert [fault for result in results for fault in result.faults] == []
    assert len(results) == 100
    assert sum(result.wins()[result.bots.index(bots[0])] for result in results) >= 95


def test_an_example_with_the_same_seed_plays_the_same_game() -> None:
    """Its seed comes with the first message."""
    assert game(PYTHON, javascript()).record == game(PYTHON, javascript()).record


def test_an_external_bot_gets_what_any_bot_gets(tmp_path: Path) -> None:
    """It records its input: the hello, then views as named fields, moves as texts, and the budget."""
    notes = tmp_path / "notes"
    start = LOOP.replace("    message = json", f"    open({str(notes)!r}, 'a').write(line)\n    message = json")
    name = program(tmp_path, "print(json.dumps({'move': moves[0]}), flush=True)", start)
    played = game(name, "random", name="express", budget=2.5, first_bidder=1)
    messages = [json.loads(line) for line in notes.read_text("utf-8").splitlines()]

    assert played.result.faults == []
    assert {key: value for key, value in messages[0].items() if key != "seed"} == {
        "type": "hello",
        "protocol": 2,
        "game": "express",
        "version": roundhouse.find("express").version,
        "view_version": roundhouse.find("express").view_version,
        "seat": 0,
        "seats": 2,
        "options": {"first_bidder": 1},
        "budget": 2.5,
    }
    assert messages[1]["type"] == "turn"
    assert messages[1]["view"]["actor"] == 0
    assert messages[1]["view"]["auction"]["company"] == "PRR"
    assert messages[1]["moves"][0] == "pass"
    assert len(messages) - 1 == sum(played.result.kinds[0].values())


def test_a_program_that_asks_for_raw_numbers_gets_them_exact_in_every_language(tmp_path: Path) -> None:
    """The fields of the state; JavaScript would round a mask beyond 53 bits, so that is a text."""
    notes = tmp_path / "notes"
    start = LOOP.replace('{"ready": True}', '{"ready": True, "view": "raw"}')
    start = start.replace("    message = json", f"    open({str(notes)!r}, 'a').write(line)\n    message = json")
    with seated(program(tmp_path, "print(json.dumps({'move': moves[0]}), flush=True)", start)) as (bot, view, moves):
        bot.choose(view, moves)
    _, turn = (json.loads(line) for line in notes.read_text("utf-8").splitlines())

    assert turn["view"] == raw_view(view)
    assert [int(mask) for mask in turn["view"]["open"]] == fields(view.position)["open"]
    assert turn["view"]["open"][0] == str(2**56 - 1)


def test_a_program_that_asks_for_an_unknown_kind_of_view_is_told_so(tmp_path: Path) -> None:
    """At its first move."""
    start = LOOP.replace('{"ready": True}', '{"ready": True, "view": "3d"}')
    with seated(program(tmp_path, "pass", start)) as (bot, view, moves):
        assert "no kind of view '3d': choose one of named, raw" in failing(bot, view, moves).detail


@pytest.mark.parametrize(
    ("turn", "kind", "detail"),
    [
        ("print(json.dumps({'move': 'fly to the moon'}), flush=True)", ILLEGAL, "fly to the moon"),
        ("print(json.dumps({'move': 12}), flush=True)", GARBLED, '{"move": 12}'),
        ("print(json.dumps([]), flush=True)", GARBLED, "[]"),
        ("print('thinking...', flush=True)", GARBLED, "thinking..."),
        ("print('', flush=True)", GARBLED, "an empty line"),
        ("print('[' * 100000, flush=True)", GARBLED, "[[[["),
        ("sys.stdout.buffer.write(b'\\xff\\n'); sys.stdout.flush()", GARBLED, "\ufffd"),
        ("sys.exit(3)", CRASH, "exit code 3"),
        ("print('oh no', file=sys.stderr); sys.exit(1)", CRASH, "oh no"),
        ("moves[10 ** 6]", CRASH, "IndexError: list index out of range"),
    ],
)
def test_a_wrong_answer_is_reported_with_its_kind(tmp_path: Path, turn: str, kind: str, detail: str) -> None:
    """The kind of failure, and what the program said."""
    with seated(program(tmp_path, turn)) as (bot, view, moves):
        failure = failing(bot, view, moves)

    assert failure.kind == kind
    assert failure.detail.startswith(detail)


def test_a_process_that_hangs_is_killed_after_its_budget(tmp_path: Path) -> None:
    """It ignores SIGTERM and has a child; both are killed. The next move starts it again."""
    pids = tmp_path / "pids"
    turn = f"""
import signal, subprocess
signal.signal(signal.SIGTERM, signal.SIG_IGN)
child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'])
open({str(pids)!r}, 'a').write(f'{{os.getpid()}} {{child.pid}} ')
time.sleep(600)
"""
    with seated(program(tmp_path, turn), seconds=0.5) as (bot, view, moves):
        for _ in range(2):
            failure = failing(bot, view, moves)
            assert (failure.kind, failure.detail) == (HANG, "1")
            assert not left_after_a_while(pids)

    assert len(pids.read_text("ascii").split()) == 4


def left_after_a_while(pids: Path) -> list[str]:
    """Return the processes that still run. A killed one may take a moment to end and to be reaped."""
    end = time.monotonic() + 30
    while (left := [pid for pid in pids.read_text("ascii").split() if alive(int(pid))]) and time.monotonic() < end:
        time.sleep(0.02)
    return left


def stands_still(pid: int) -> bool:
    """Whether a process was stopped by a signal."""
    return state_of(pid) == "T"


def alive(pid: int) -> bool:
    """Return whether a process still runs; a zombie does not."""
    try:
        return state_of(pid) not in "ZX"
    except FileNotFoundError:
        return False


def state_of(pid: int) -> str:
    """Return R for running, S for sleeping, T for stopped, Z for a zombie."""
    return Path(f"/proc/{pid}/stat").read_text("ascii").rsplit(")", 1)[1].split()[0]


def test_a_process_that_does_not_read_its_input_is_a_hang() -> None:
    """The message is larger than the pipe buffer; the writer must not block forever."""
    deaf = _BotProcess([sys.executable, "-c", "import time; time.sleep(600)"])
    with pytest.raises(BotFailure) as failure:
        deaf.ask({"type": "hello", "much": "x" * 5_000_000}, 0.2)
    deaf.kill()

    assert (failure.value.kind, failure.value.detail) == (HANG, "0.2")


def test_lines_that_were_not_asked_for_are_discarded(tmp_path: Path) -> None:
    """A flood of lines before the answer is garbled; later moves are asked again, and old lines are dropped."""
    turn = """
if turns == 1:
    for _ in range(100000):
        print('chatter', flush=False)
    sys.stdout.flush()
else:
    print(json.dumps({'move': moves[1]}), flush=True)
"""
    kinds = []
    with seated(program(tmp_path, turn)) as (bot, view, moves):
        move = None
        while move is None:  # until the flood has been read
            try:
                move = bot.choose(view, moves)
            except BotFailure as failure:
                kinds.append(failure.kind)

    assert set(kinds) == {GARBLED}
    assert move == moves[1]


def test_a_crash_costs_one_move_and_the_bot_is_restarted(tmp_path: Path) -> None:
    """It crashes at its third move each time; after three starts it is not restarted, and every lost move is a fault."""
    turn = "print(json.dumps({'move': moves[0]}) if turns < 3 else 1 // 0, flush=True)"
    played = game(program(tmp_path, turn), "greedy")
    crashes = [
        fault for fault in played.result.faults if "ZeroDivisionError" in fault.detail and "not restarted" not in fault.detail
    ]

    assert len(crashes) == MAX_STARTS
    assert {fault.kind for fault in played.result.faults} == {CRASH}
    assert sum(played.result.kinds[0].values()) == 2 * MAX_STARTS + len(played.result.faults)
    assert played.result.faults[-1].detail.startswith(
        f"not restarted after {MAX_STARTS} failures, the last of them: ZeroDivisionError"
    )
    assert played.result.scores


def test_a_process_is_suspended_while_others_think(tmp_path: Path) -> None:
    """It would go on thinking in another thread after its answer; it is stopped, and resumed for its next move."""
    turn = """
import threading
def think():
    while True:
        pass
if turns == 1:
    threading.Thread(target=think, daemon=True).start()
print(json.dumps({'move': moves[0]}), flush=True)
"""
    with seated(program(tmp_path, turn)) as (bot, view, moves):
        for _ in range(3):
            assert bot.choose(view, moves) == moves[0]
            assert bot._client._process is not None
            wait_until(partial(stands_still, bot._client._process._popen.pid))  # a signal takes a moment to arrive


def test_a_process_exits_when_its_game_is_over(tmp_path: Path) -> None:
    """Its input is closed, and it can still write a file."""
    notes = tmp_path / "notes"
    start = LOOP + "    print(json.dumps({'move': moves[0]}), flush=True)\n"
    name = program(tmp_path, "", start + f"open({str(notes)!r}, 'w').write('goodbye')\n\nif True:\n    pass\n")
    with seated(name) as (bot, view, moves):
        bot.choose(view, moves)
        bot.close()
        bot.close()

    assert notes.read_text("ascii") == "goodbye"


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("cmd:", "an external bot is written cmd:PROGRAM"),
        ("cmd:./no-such-bot --fast", "there is no program './no-such-bot' to run as a bot"),
        ("cmd:sh -c 'x", "the command of 'cmd:sh -c 'x' cannot be parsed: No closing quotation"),
        ("py:nothing", "a Python bot is written py:module.Class, not 'py:nothing'"),
        ("py:no.such.Bot", "the module 'no.such' cannot be imported: No module named 'no'"),
        ("py:json.Bot", "there is no 'Bot' in the module 'json'"),
    ],
)
def test_an_unusable_name_is_refused_before_the_game(name: str, line: str) -> None:
    """One clear line."""
    with pytest.raises(BadSetup) as refusal:
        make(name, GAME, 1)

    assert str(refusal.value).startswith(line)


def test_a_program_that_cannot_be_started_is_a_crash(tmp_path: Path) -> None:
    """An executable file that is not a program."""
    file = tmp_path / "bot"
    file.write_bytes(b"\x00")
    file.chmod(0o755)
    with seated(f"cmd:{file}") as (bot, view, moves):
        assert failing(bot, view, moves).detail.endswith("Exec format error")
