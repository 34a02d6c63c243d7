"""`roundhouse bot`: lets a program of any language play at the tables of a house, through its API."""

from __future__ import annotations

import argparse
import contextlib
import os
import secrets
import shlex
import signal
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

from roundhouse.bots.bot import Failed
from roundhouse.bots.stdio import Dialogue, command_of
from roundhouse.cli.parser import Parser, WrongUsage, positive, whole
from roundhouse.cli.printing import print_json, print_note
from roundhouse.cli.remote import Answered, Remote, Unreachable
from roundhouse.core.draw import Rng
from roundhouse.core.sentence import BadSetup, HouseError, Sentence, capital, say, say_many
from roundhouse.ui.text import translate
from roundhouse.web.api import wire

NAME: Final = "bot"
HELP: Final = say("let a program play at the tables of a house, through its API")
EXAMPLES: Final = (
    "roundhouse bot --server https://play.example.org --token rh_… -- python3 examples/bot.py",
    "roundhouse bot --server http://127.0.0.1:8000 --new {game} --against regular,novice --games 1 -- node examples/bot.mjs",
    "roundhouse bot --server http://127.0.0.1:8000 --join http://127.0.0.1:8000/join/… --json -- ./mybot --flag",
)
_BUDGET: Final = 5.0
_TABLES: Final = 16  # that are played at the same time
_PAUSES: Final = (1.0, 2.0, 4.0, 8.0, 15.0, 30.0)  # seconds between attempts to reach the house
_TRIES: Final = 5  # of a move that the house could not take just now
_RETRY: Final = 5.0  # seconds after which a turn that could not be made is tried again
_SEED_BITS: Final = 62


def add_arguments(parser: Parser) -> None:
    """Adds what `bot` takes."""
    parser.option("--server", say("the address of the house; else ROUNDHOUSE_SERVER"), metavar="URL")
    parser.option("--token", say("your token, made at /account/tokens there; else ROUNDHOUSE_TOKEN"), metavar="TOKEN")
    parser.option("--join", say("take a seat by this invitation first"), metavar="LINK")
    parser.option("--sit", say("take a seat at this table first, by its id"), metavar="TABLE")
    parser.option("--new", say("open a table of this game first"), metavar="GAME")
    parser.option("--against", say("who sits at the new table: levels of bots, or 'open', separated by commas"), metavar="NAMES")
    parser.option("--games", say("leave when so many games have ended; else play on"), positive, metavar="COUNT")
    parser.option("--budget", say("seconds that the program has for a move; else 5"), _seconds, metavar="SECONDS", default=_BUDGET)
    parser.option("--seed", say("for the random numbers of the program; else by lot"), whole, metavar="SEED")
    parser.flag("--json", say("print JSON, an object a line for everything that happens"))
    parser.argument("PROGRAM", say("after --: the program, and what it takes"), nargs="+")


def run(args: argparse.Namespace) -> int:
    """Plays until Ctrl-C, or until so many games have ended."""
    command = command_of(shlex.join(args.program))
    remote = Remote(
        _needed(args.server, "ROUNDHOUSE_SERVER", "--server"), _needed(args.token, "ROUNDHOUSE_TOKEN", "--token"), args.language
    )
    seed = secrets.randbits(_SEED_BITS) if args.seed is None else args.seed
    teller = _Teller(args.language, as_json=args.json)
    company = Company(remote, command, args.budget, seed, teller)
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)  # a service that is stopped leaves as with Ctrl-C
    try:
        with contextlib.closing(remote), company:
            name = remote.me().name
            teller.tell("connected", say("playing for {name} at {server}", name=name, server=remote.server), name=name)
            _begin(remote, args, teller)
            company.play(args.games)
    except KeyboardInterrupt:
        teller.tell("left", say("left; the seats stay yours"))
    finally:
        signal.signal(signal.SIGTERM, before)
    return 0


def _begin(remote: Remote, args: argparse.Namespace, teller: _Teller) -> None:
    """Sits down where it was asked for."""
    if args.join is not None:
        seated = remote.join(args.join)
        teller.tell("seated", say("sitting at table {table}", table=seated.table), table=seated.table, seat=seated.seat)
    if args.sit is not None:
        seated = remote.sit(args.sit)
        teller.tell("seated", say("sitting at table {table}", table=seated.table), table=seated.table, seat=seated.seat)
    if args.new is not None:
        others = (args.against or "regular").split(",")
        table = remote.open_table(wire.NewTable(game=args.new, seats=[wire.ME, *others]))
        teller.tell("opened", say("opened {url}", url=table.url), table=table.id, url=table.url, invite=table.invite)


class Company:
    """The players of one guest: one for each seat of each table, each with a program of its own."""

    def __init__(self, remote: Remote, command: Sequence[str], budget: float, seed: int, teller: _Teller) -> None:
        self._remote = remote
        self._command = command
        self._budget = budget
        self._seed = seed
        self._teller = teller
        self._players: dict[tuple[str, int], Player] = {}
        self._threads = ThreadPoolExecutor(_TABLES, thread_name_prefix="player")
        self._leaving = threading.Event()

    def __enter__(self) -> Company:
        return self

    def __exit__(self, *error: object) -> None:
        """Ends every program, whatever it is thinking about."""
        self._leaving.set()
        for player in self._players.values():
            player.close()
        self._threads.shutdown(cancel_futures=True)

    def play(self, games: int | None) -> None:
        """Plays whatever comes, through every failure of the connection, until so many games have ended."""
        ended = 0
        for event in self._events():
            if isinstance(event, wire.Turn):
                self._player(event.table, event.seat).wake()
            else:
                ended += self._over(event)
                if ended == games:
                    return

    def _events(self) -> Iterator[wire.Turn | wire.Ended]:
        failures = 0
        while True:
            try:
                with self._remote.turns() as events:
                    for event in events:
                        if event is not None:
                            yield event
                            continue
                        if failures:
                            self._teller.tell("connected", say("connected again"))
                        failures = 0
                        yield from self._missed()
                failure = Unreachable(say("the house closes"))
            except Unreachable as error:
                failure = error
            pause = max(failure.wait, _PAUSES[min(failures, len(_PAUSES) - 1)])
            sentence = say_many(
                "{reason}; trying again in {count} second",
                "{reason}; trying again in {count} seconds",
                count=round(pause),
                reason=failure.sentence,
            )
            self._teller.tell("waiting", sentence, seconds=pause)
            failures += 1
            time.sleep(pause * (0.75 + 0.5 * secrets.randbelow(1000) / 1000))  # not all bots of a house at the same moment

    def _missed(self) -> Iterator[wire.Ended]:
        """Games that ended while nobody could tell us."""
        for table, seat in list(self._players):
            position = self._remote.position(table, seat)
            if position.over:
                yield wire.Ended(table=table, game=position.game, scores=position.scores, ranks=position.ranks)

    def _over(self, ended: wire.Ended) -> int:
        """Lets the programs of a table go; 1 if any of them played there."""
        seats = [seat for table, seat in self._players if table == ended.table]
        for seat in seats:
            player = self._players.pop((ended.table, seat))
            player.close()
            place = ended.ranks[seat] + 1
            sentence = say(
                "table {table} is over: place {place} with {score} points", table=ended.table, place=place, score=ended.scores[seat]
            )
            self._teller.tell("over", sentence, table=ended.table, seat=seat, place=place, scores=ended.scores)
        return 1 if seats else 0

    def _player(self, table: str, seat: int) -> Player:
        key = (table, seat)
        if key not in self._players:
            dialogue = Dialogue(self._command, self._budget)
            self._players[key] = Player(self._remote, table, seat, dialogue, self._seed, self._teller, self._submit, self._leaving)
        return self._players[key]

    def _submit(self, job: Callable[[], None]) -> None:
        if not self._leaving.is_set():
            self._threads.submit(job)


class Player:
    """One seat at one table. `wake` says that it may be its turn; what comes while it thinks is not lost."""

    def __init__(
        self,
        remote: Remote,
        table: str,
        seat: int,
        dialogue: Dialogue,
        seed: int,
        teller: _Teller,
        submit: Callable[[Callable[[], None]], None],
        leaving: threading.Event,
    ) -> None:
        self._remote = remote
        self._table = table
        self._seat = seat
        self._dialogue = dialogue
        self._seed = seed
        self._rng = Rng(seed)
        self._teller = teller
        self._submit = submit
        self._leaving = leaving
        self._lock = threading.Lock()
        self._woken = False
        self._busy = False

    def wake(self) -> None:
        """It may be this seat's turn."""
        with self._lock:
            self._woken = True
            if self._busy:
                return
            self._busy = True
        self._submit(self._work)

    def close(self) -> None:
        """Ends its program."""
        self._dialogue.close()

    def _work(self) -> None:
        while True:
            with self._lock:
                if not self._woken or self._leaving.is_set():
                    self._busy = False
                    return
                self._woken = False
            try:
                self._turn()
            except HouseError as error:
                sentence = say("table {table}: {reason}", table=self._table, reason=error.sentence)
                self._teller.tell("failed", sentence, table=self._table)
                if isinstance(error, Unreachable):  # it is still this seat's turn, and nobody may tell us so again
                    self._leaving.wait(max(error.wait, _RETRY))
                    self._woken = True

    def _turn(self) -> None:
        """Moves as long as it is this seat's turn."""
        position = self._remote.position(self._table, self._seat)
        while position.moves and not self._leaving.is_set():
            began = time.monotonic()
            move = self._chosen(position)
            if self._leaving.is_set():
                return
            seconds = round(time.monotonic() - began, 3)
            if self._post(position, move):
                told = say("table {table}: {move}", table=self._table, move=move)
                self._teller.tell("move", told, table=self._table, seat=self._seat, n=position.n, move=move, seconds=seconds)
            position = self._remote.position(self._table, self._seat)

    def _chosen(self, position: wire.Position) -> str:
        """What the program answers; what goes wrong costs the move, never the game."""
        hello = {
            "game": position.game,
            "version": position.version,
            "seat": self._seat,
            "seats": position.seats,
            "options": position.options,
            "seed": self._seed,
        }
        try:
            return self._dialogue.choose(hello, position.view, position.moves)
        except Failed as failure:
            if not self._leaving.is_set():
                sentence = say(
                    "table {table}: the program failed ({reason}); a move is made at random", table=self._table, reason=str(failure)
                )
                self._teller.tell("fault", sentence, table=self._table, kind=failure.kind, detail=failure.detail)
            return position.moves[self._rng.below(len(position.moves))]

    def _post(self, position: wire.Position, move: str) -> bool:
        """Sends a move, again under the same name where the answer was lost; whether it was made."""
        order = wire.Move(n=position.n, move=move, seat=self._seat, rid=secrets.token_hex(16))
        for attempt in range(_TRIES):
            try:
                self._remote.move(self._table, order)
            except Unreachable as error:
                if attempt == _TRIES - 1:
                    raise
                self._leaving.wait(max(error.wait, _PAUSES[attempt]))
            except Answered as error:
                if error.problem.status != 409:  # 409: the table has moved on meanwhile; it is looked at again
                    raise
                return False
            else:
                return True
        return False


class _Teller:
    """Tells what happens: in words on standard error, or as JSON on standard output."""

    def __init__(self, language: str, *, as_json: bool) -> None:
        self._language = language
        self._as_json = as_json
        self._lock = threading.Lock()

    def tell(self, event: str, sentence: Sentence, **facts: Any) -> None:
        """One thing that has happened."""
        text = translate(sentence, self._language)
        with self._lock:
            if self._as_json:
                print_json({"event": event, "text": text, **facts})
            else:
                print_note(capital(text))


def _needed(flag: str | None, variable: str, name: str) -> str:
    value = flag or os.environ.get(variable, "")
    if not value:
        raise BadSetup(say("{flag} is missing, and so is {variable}", flag=name, variable=variable))
    return value


def _seconds(flag: str, text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value <= 3600:
        raise WrongUsage(say("{flag} takes a number of seconds, not '{text}'", flag=flag, text=text))
    return value
