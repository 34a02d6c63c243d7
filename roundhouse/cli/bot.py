"""`roundhouse bot`: run an external bot, in any language, on a server through its API."""

from __future__ import annotations

import argparse
import contextlib
import os
import secrets
import shlex
import signal
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

from roundhouse.bots.bot import BotFailure
from roundhouse.bots.stdio import NAMED, StdioClient, parse_command
from roundhouse.cli.client import ApiClient, ApiError, ServerUnavailable, Share
from roundhouse.cli.parser import Parser, WrongUsage, positive, whole
from roundhouse.cli.printing import print_json, print_note
from roundhouse.core.draw import Rng
from roundhouse.core.sentence import BadSetup, HouseError, Sentence, capital, say, say_many
from roundhouse.ui.text import translate
from roundhouse.web.api import wire

NAME: Final = "bot"
HELP: Final = say("let your bot play on a server, through its API")
EXAMPLES: Final = (
    "roundhouse bot --server https://play.example.org --token rh_… -- python3 examples/bot.py",
    "roundhouse bot --server http://127.0.0.1:8000 --new {game} --against regular,novice --games 1 -- node examples/bot.mjs",
    "roundhouse bot --server http://127.0.0.1:8000 --join http://127.0.0.1:8000/join/… --json -- ./mybot --flag",
)
_BUDGET: Final = 5.0
_MAX_SEATS: Final = 16  # played at the same time
_BACKOFF: Final = (1.0, 2.0, 4.0, 8.0, 15.0, 30.0)  # seconds between attempts to reach the server
_MOVE_ATTEMPTS: Final = 5  # to send a move while the server is unavailable
_TURN_RETRY: Final = 5.0  # seconds after which a failed turn is tried again
_SEED_BITS: Final = 53  # kept exact by every reader of JSON


def add_arguments(parser: Parser) -> None:
    """Add the arguments of `bot`."""
    parser.option("--server", say("address of the server"), default_text="$ROUNDHOUSE_SERVER", metavar="URL")
    parser.option(
        "--token", say("your token, created at /account/tokens on the server"), default_text="$ROUNDHOUSE_TOKEN", metavar="TOKEN"
    )
    parser.option("--join", say("first take a seat with this invitation"), metavar="LINK")
    parser.option("--sit", say("first take a seat at the table with this id"), metavar="TABLE")
    parser.option("--new", say("first open a table of this game"), metavar="GAME")
    parser.option(
        "--against",
        say("the other seats of the new table, separated by commas: levels of bots, or 'open'"),
        default="regular",
        metavar="NAMES",
    )
    parser.option("--games", say("exit after this many games"), positive, default_text=say("no limit"), metavar="COUNT")
    parser.option("--budget", say("seconds per move"), _seconds, metavar="SECONDS", default=_BUDGET)
    parser.option("--seed", say("seed that the bot gets"), whole, default_text=say("random"), metavar="SEED")
    parser.flag("--json", say("print JSON: one object per event"))
    parser.argument("PROGRAM", say("the bot and its arguments, after --"), nargs="+")


def run(args: argparse.Namespace) -> int:
    """Play until Ctrl-C, or until the requested number of games has ended."""
    command = parse_command(shlex.join(args.program))
    client = ApiClient(
        _required(args.server, "ROUNDHOUSE_SERVER", "--server"), _required(args.token, "ROUNDHOUSE_TOKEN", "--token"), args.language
    )
    seed = secrets.randbits(_SEED_BITS) if args.seed is None else args.seed
    log = _EventLog(args.language, as_json=args.json)
    runner = BotRunner(client, command, args.budget, seed, log)
    handler = signal.signal(signal.SIGTERM, signal.default_int_handler)  # stopping a service works like Ctrl-C
    try:
        with contextlib.closing(client), runner:
            name = client.me().name
            log.emit("connected", say("playing as {name} on {server}", name=name, server=client.server), name=name)
            _take_seats(client, args, log)
            runner.play(args.games)
    except KeyboardInterrupt:
        log.emit("left", say("stopped; you keep your seats"))
    finally:
        signal.signal(signal.SIGTERM, handler)
    return 0


def _take_seats(client: ApiClient, args: argparse.Namespace, log: _EventLog) -> None:
    """Take the seats that the arguments ask for."""
    if args.join is not None:
        _report_seat(log, *client.join(args.join))
    if args.sit is not None:
        _report_seat(log, *client.sit(args.sit))
    if args.new is not None:
        others = args.against.split(",")
        table, share = client.open_table(wire.NewTable(game=args.new, seats=[wire.ME, *others]))
        details = {"table": table.id, "url": table.url, "invite": table.invite}
        log.emit("opened", say("opened {url}", url=table.url), **details, **share._asdict())


def _report_seat(log: _EventLog, seated: wire.Seated, share: Share) -> None:
    """Print the seat, with what proves the shuffle later: compare both with the record of the game."""
    sentence = say("took a seat at table {table}", table=seated.table)
    log.emit("seated", sentence, table=seated.table, seat=seated.seat, **share._asdict())


class BotRunner:
    """Plays all seats of one guest, each with a bot process of its own."""

    def __init__(self, client: ApiClient, command: Sequence[str], budget: float, seed: int, log: _EventLog) -> None:
        self._client = client
        self._command = command
        self._budget = budget
        self._seed = seed
        self._log = log
        self._players: dict[tuple[str, int], SeatPlayer] = {}
        self._threads = ThreadPoolExecutor(_MAX_SEATS, thread_name_prefix="player")
        self._stopping = threading.Event()

    def __enter__(self) -> BotRunner:
        return self

    def __exit__(self, *error: object) -> None:
        """Stop all bot processes, even in the middle of a move."""
        self._stopping.set()
        for player in self._players.values():
            player.close()
        self._threads.shutdown(cancel_futures=True)

    def play(self, games: int | None) -> None:
        """Play every turn, reconnecting after failures, until `games` games have ended."""
        ended = 0
        for event in self._events():
            if isinstance(event, wire.Turn):
                self._player(event.table, event.seat).wake()
            else:
                ended += self._finish(event)
                if ended == games:
                    return

    def _events(self) -> Iterator[wire.Turn | wire.Ended]:
        failures = 0
        while True:
            try:
                with self._client.turns() as events:
                    for event in events:
                        if event is not None:
                            yield event
                            continue
                        if failures:
                            self._log.emit("connected", say("reconnected"))
                        failures = 0
                        yield from self._missed_endings()
                failure = ServerUnavailable(say("the server has closed the connection"))
            except ServerUnavailable as error:
                failure = error
            pause = max(failure.retry_after, _BACKOFF[min(failures, len(_BACKOFF) - 1)])
            sentence = say_many(
                "{reason}; retrying in {count} second",
                "{reason}; retrying in {count} seconds",
                count=round(pause),
                reason=failure.sentence,
            )
            self._log.emit("waiting", sentence, seconds=pause)
            failures += 1
            time.sleep(
                pause * (0.75 + 0.5 * secrets.randbelow(1000) / 1000)
            )  # jitter, so that not all bots reconnect at the same moment

    def _missed_endings(self) -> Iterator[wire.Ended]:
        """Yield the games that ended while the connection was down."""
        for table, seat in list(self._players):
            position = self._client.position(table, seat)
            if position.over:
                yield wire.Ended(table=table, game=position.game, scores=position.scores, ranks=position.ranks)

    def _finish(self, ended: wire.Ended) -> int:
        """Stop the bot processes of a finished table; return 1 if there were any, else 0."""
        seats = [seat for table, seat in self._players if table == ended.table]
        for seat in seats:
            player = self._players.pop((ended.table, seat))
            player.close()
            place = ended.ranks[seat] + 1
            sentence = say(
                "table {table}: finished in place {place} with {score} points",
                table=ended.table,
                place=place,
                score=ended.scores[seat],
            )
            self._log.emit("over", sentence, table=ended.table, seat=seat, place=place, scores=ended.scores)
        return 1 if seats else 0

    def _player(self, table: str, seat: int) -> SeatPlayer:
        key = (table, seat)
        if key not in self._players:
            process = StdioClient(self._command, self._budget)
            self._players[key] = SeatPlayer(self._client, table, seat, process, self._seed, self._log, self._submit, self._stopping)
        return self._players[key]

    def _submit(self, job: Callable[[], None]) -> None:
        if not self._stopping.is_set():
            self._threads.submit(job)


class SeatPlayer:
    """Plays one seat at one table. Calls of `wake` during a move are not lost."""

    def __init__(
        self,
        client: ApiClient,
        table: str,
        seat: int,
        process: StdioClient,
        seed: int,
        log: _EventLog,
        submit: Callable[[Callable[[], None]], None],
        stopping: threading.Event,
    ) -> None:
        self._client = client
        self._table = table
        self._seat = seat
        self._process = process
        self._seed = seed
        self._rng = Rng(seed)
        self._log = log
        self._submit = submit
        self._stopping = stopping
        self._lock = threading.Lock()
        self._pending = False
        self._busy = False

    def wake(self) -> None:
        """Check, in another thread, whether it is this seat's turn, and play it."""
        with self._lock:
            self._pending = True
            if self._busy:
                return
            self._busy = True
        self._submit(self._work)

    def close(self) -> None:
        """Stop the bot process."""
        self._process.close()

    def _work(self) -> None:
        while True:
            with self._lock:
                if not self._pending or self._stopping.is_set():
                    self._busy = False
                    return
                self._pending = False
            try:
                self._play_turn()
            except HouseError as error:
                sentence = say("table {table}: {reason}", table=self._table, reason=error.sentence)
                self._log.emit("failed", sentence, table=self._table)
                if isinstance(error, ServerUnavailable):  # it is still this seat's turn, and no further event may come
                    self._stopping.wait(max(error.retry_after, _TURN_RETRY))
                    self._pending = True

    def _play_turn(self) -> None:
        """Move as long as it is this seat's turn."""
        position = self._client.position(self._table, self._seat)
        while position.moves and not self._stopping.is_set():
            began = time.monotonic()
            move = self._choose(position)
            if self._stopping.is_set():
                return
            seconds = round(time.monotonic() - began, 3)
            if self._post(position, move):
                sentence = say("table {table}: {move}", table=self._table, move=move)
                self._log.emit("move", sentence, table=self._table, seat=self._seat, n=position.n, move=move, seconds=seconds)
            position = self._client.position(self._table, self._seat)

    def _choose(self, position: wire.Position) -> str:
        """Return the bot's move, or a random one if the bot fails."""
        hello = {
            "game": position.game,
            "version": position.version,
            "view_version": position.view_version,
            "seat": self._seat,
            "seats": position.seats,
            "options": position.options,
            "seed": self._seed,
        }
        try:
            return self._process.choose(hello, lambda kind: self._view(position, kind), position.moves)
        except BotFailure as failure:
            if not self._stopping.is_set():
                sentence = say(
                    "table {table}: the bot failed ({reason}); playing a random move", table=self._table, reason=str(failure)
                )
                self._log.emit("fault", sentence, table=self._table, kind=failure.kind, detail=failure.detail)
            return position.moves[self._rng.below(len(position.moves))]

    def _view(self, position: wire.Position, kind: str) -> Mapping[str, Any]:
        """Return the view of a position, requested again if the program wants another kind than the default."""
        return position.view if kind == NAMED else self._client.position(self._table, self._seat, kind).view

    def _post(self, position: wire.Position, move: str) -> bool:
        """Send a move and return whether it was made. Retries use the same request id, so the move is made at most once."""
        body = wire.Move(n=position.n, move=move, seat=self._seat, rid=secrets.token_hex(16))
        for attempt in range(_MOVE_ATTEMPTS):
            try:
                self._client.move(self._table, body)
            except ServerUnavailable as error:
                if attempt == _MOVE_ATTEMPTS - 1:
                    raise
                self._stopping.wait(max(error.retry_after, _BACKOFF[attempt]))
            except ApiError as error:
                if error.problem.status != 409:  # 409: the table has changed; its position is requested again
                    raise
                return False
            else:
                return True
        return False


class _EventLog:
    """Prints events: as text on standard error, or as JSON on standard output."""

    def __init__(self, language: str, *, as_json: bool) -> None:
        self._language = language
        self._as_json = as_json
        self._lock = threading.Lock()

    def emit(self, event: str, sentence: Sentence, **details: Any) -> None:
        """Print one event."""
        text = translate(sentence, self._language)
        with self._lock:
            if self._as_json:
                print_json({"event": event, "text": text, **details})
            else:
                print_note(capital(text))


def _required(flag: str | None, variable: str, name: str) -> str:
    value = flag or os.environ.get(variable, "")
    if not value:
        raise BadSetup(say("{flag} is missing, and {variable} is not set", flag=name, variable=variable))
    return value


def _seconds(flag: str, text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value <= 3600:
        raise WrongUsage(say("{flag} takes a number of seconds, not '{text}'", flag=flag, text=text))
    return value
