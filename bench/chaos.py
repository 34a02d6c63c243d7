"""Honest players, attackers and failures at the same time: `python -m bench.chaos`.

Two people play at each of 50 tables, while attackers from other addresses do everything that we could think of. Every minute
something fails, each kind in turn: a process is killed, the database restarts or crashes, the disk is full, the clock is wrong.
Everything runs on this machine, with default limits. The report says which of the promises of docs/reliability.md held; the exit
code is 1 if one did not.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import re
import statistics
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from rich.console import Console
from rich.table import Table as RichTable

from bench import attacks, honest
from bench.faults import PostgresHouse, Rows, Servers, SqliteHouse
from bench.honest import Observed
from tests.web.database import own_database

TABLES: Final = 50
EVERY: Final = 60.0  # seconds from one failure to the next
DATABASES: Final = ("sqlite", "postgresql")
MEDIAN: Final = 100.0  # milliseconds of an honest POST
SLOWEST: Final = 1000.0  # milliseconds of the slowest in a hundred
MEMORY: Final = 600.0  # megabytes of a server process
_SETTLING: Final = 45.0  # seconds for ratings that were queued when everything stopped
_RECOVERY: Final = 5.0  # seconds after a failure that still count as part of it
_EXCEPTION: Final = re.compile(r"^(?:[\w.]+(?:Error|Exception|Died)\b.{0,100})", re.MULTILINE)
_CALM: Final = 15.0  # seconds of play before the attack begins


House = SqliteHouse | PostgresHouse

__all__ = ["DATABASES", "Observed", "Plan", "Rows", "SqliteHouse", "house_of", "lost_moves", "run", "wrong_ratings"]


@dataclass(frozen=True)
class Promise:
    """One line of the report."""

    name: str
    measured: str
    target: str
    held: bool
    timed: bool = False  # whether it is about times, which a busy machine does not keep


@dataclass(frozen=True)
class Report:
    """What one run has shown."""

    house: str
    promises: list[Promise]
    facts: dict[str, object]

    @property
    def held(self) -> bool:
        """Return whether every promise held."""
        return all(promise.held for promise in self.promises)


# The run.


@dataclass(frozen=True)
class Plan:
    """How much happens, and how fast."""

    tables: int = TABLES
    every: float = EVERY
    calm: float = _CALM
    thinking: tuple[float, float] = honest.THINKING
    quiet: bool = False

    def seconds(self, house: House) -> float:
        """Return the duration of the attack, in which each kind of failure happens once."""
        return self.every * (len(house.faults) + 1)


def run(house: House, folder: Path, plan: Plan) -> Report:
    """Let everything happen at once and report."""
    servers = Servers(house.db, house.processes, folder)
    seconds = plan.seconds(house)
    try:
        with ProcessPoolExecutor(2, multiprocessing.get_context("spawn")) as pool:
            playing = pool.submit(honest.play, servers.ports, plan.tables, plan.calm, seconds, plan.thinking)
            time.sleep(plan.calm)
            attacking = pool.submit(attacks.run, servers.ports, seconds)
            memory, outages = _fail(house, servers, plan)
            observed, answered = playing.result(), attacking.result()
        alive = servers.alive()
        servers.shift_clock(0)
        _wait_for_ratings(house)
    finally:
        log = servers.stop()
    return report(house, observed, Measured(answered, memory, outages, alive, log))


def _fail(house: House, servers: Servers, plan: Plan) -> tuple[list[float], list[tuple[float, float]]]:
    """Let things go wrong one after the other; return the memory of the servers over time, and the outages."""
    begin, memory, outages = time.monotonic(), [servers.memory()], []
    for number, (name, fail) in enumerate(house.faults, 1):
        while time.monotonic() - begin < plan.every * number:
            time.sleep(0.5)
            memory.append(servers.memory())
        failed_at = time.monotonic()
        fail(servers)
        outages.append((failed_at, time.monotonic() + _RECOVERY))
        if not plan.quiet:
            lasted = time.monotonic() - failed_at
            print(f"{failed_at - begin:5.0f} s  {name} ({lasted:.1f} s)", file=sys.stderr, flush=True)
    while time.monotonic() - begin < plan.seconds(house):
        time.sleep(0.5)
        memory.append(servers.memory())
    return memory, outages


def _wait_for_ratings(house: House) -> None:
    end = time.monotonic() + _SETTLING
    while time.monotonic() < end and house.rows("SELECT table_id FROM unrated"):
        time.sleep(0.5)


# The report.


@dataclass(frozen=True)
class Measured:
    """What was measured beside the players."""

    answered: Counter[int]  # attackers' requests by status
    memory: list[float]  # megabytes of the largest server process, over time
    outages: list[tuple[float, float]]  # begin and end of each failure
    alive: bool  # whether all servers run at the end
    log: str  # of the servers


def report(house: House, observed: Observed, measured: Measured) -> Report:
    """Compare what the players saw with what the store holds."""
    answered, memory = measured.answered, measured.memory
    times = observed.times or [float("inf")]
    median, slowest = statistics.median(times), _slowest(times)
    lost = lost_moves(house, observed)
    wrong = wrong_ratings(house, observed)
    errors = observed.statuses[500] + answered[500]
    refused = sum(count for status, count in answered.items() if status in (400, 403, 404, 409, 413, 422, 429))
    promises = [
        Promise("POST of an honest player, median", f"{median:.0f} ms", f"< {MEDIAN:.0f} ms", median < MEDIAN, timed=True),
        Promise("the slowest in a hundred", f"{slowest:.0f} ms", f"< {SLOWEST:.0f} ms", slowest < SLOWEST, timed=True),
        Promise("acknowledged moves that are not stored once", str(len(lost)), "0", not lost),
        Promise("finished games that are not rated once", str(len(wrong)), "0", not wrong),
        Promise("memory of a server process at most", f"{max(memory):.0f} MB", f"< {MEMORY:.0f} MB", max(memory) < MEMORY),
        Promise("server errors (500)", str(errors), "0", not errors),
        Promise("honest players who were stuck or got a wrong answer", str(len(observed.failures)), "0", not observed.failures),
        Promise("servers that run at the end", "all" if measured.alive else "not all", "all", measured.alive),
    ]
    facts = {
        "median before the attack, ms": round(statistics.median(observed.calm), 1) if observed.calm else 0,
        "slowest in a hundred before the attack, ms": round(_slowest(observed.calm), 1),
        "moves acknowledged": sum(observed.acknowledged.values()),
        "games finished": len(observed.finished),
        "honest requests by status (0: no answer)": dict(sorted(observed.statuses.items())),
        "attackers' requests by status": dict(sorted(answered.items())),
        "of these refused": refused,
        "memory at the beginning and at the end, MB": [round(memory[0]), round(memory[-1])],
        "slowest in a hundred apart from the failures, ms": round(_slowest(_apart(observed, measured.outages))),
        "slowest honest POST, ms": round(max(times)),
        "lost": lost[:5],
        "not rated once": wrong[:5],
        "stuck": observed.failures[:5],
        "exceptions in the log": dict(Counter(_EXCEPTION.findall(measured.log))),
        "load of the machine at the end": round(os.getloadavg()[0], 1),
    }
    return Report(house.name, promises, facts)


def _apart(observed: Observed, outages: Sequence[tuple[float, float]]) -> list[float]:
    """Return the times of the requests that began neither during a failure nor within five seconds before it or after it."""
    return [
        spent
        for begin, spent in zip(observed.begins, observed.times, strict=True)
        if not any(first - _RECOVERY <= begin <= last for first, last in outages)
    ]


def _slowest(times: list[float]) -> float:
    """Return the time of the slowest in a hundred."""
    return sorted(times)[min(len(times) - 1, len(times) * 99 // 100)] if times else 0.0


def lost_moves(house: House, observed: Observed) -> list[str]:
    """Return the tables where an acknowledged move is missing, stored twice or another than was posted."""
    texts = [text for _, text in honest.moves()]
    stored: dict[str, list[tuple[int, str]]] = {}
    for table, n, text in house.rows("SELECT table_id, n, text FROM entry ORDER BY table_id, n"):
        stored.setdefault(f"/table/{table}", []).append((int(n), text))
    return [
        table
        for table, count in observed.acknowledged.items()
        if (events := stored.get(table, [])) != list(enumerate(texts[: len(events)])) or len(events) < count
    ]


def wrong_ratings(house: House, observed: Observed) -> list[str]:
    """Return the finished tables that were not rated once, and the players whose number of rated games is wrong."""
    results = Counter(f"/table/{row[0]}" for row in house.rows("SELECT table_id FROM result"))
    counted = {who: int(games) for who, games in house.rows("SELECT who, games FROM rating")}
    games = Counter(row[0] for row in house.rows("SELECT who FROM result"))
    wrong = [table for table in observed.finished if results[table] != 2]
    return wrong + [who for who, number in counted.items() if number != games[who]]


def show(found: Report) -> None:
    """Print a table."""
    grid = RichTable(title=f"Chaos: {found.house}", title_justify="left")
    for column in ("promise", "measured", "target", ""):
        grid.add_column(column, justify="left" if column == "promise" else "right")
    for promise in found.promises:
        grid.add_row(promise.name, promise.measured, promise.target, "held" if promise.held else "BROKEN")
    console = Console()
    console.print(grid)
    for name, fact in found.facts.items():
        if fact not in ([], {}, 0):
            console.print(f"{name}: {fact}", highlight=False)


@contextmanager
def house_of(database: str, folder: Path) -> Iterator[House]:
    """Provide an empty store."""
    with ExitStack() as stack:
        if database == "sqlite":
            yield SqliteHouse(folder)
        else:
            yield PostgresHouse(stack.enter_context(own_database()))


def main() -> int:
    """Run and print. Return 1 if a promise did not hold."""
    parser = argparse.ArgumentParser(
        prog="python -m bench.chaos",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        epilog="examples:\n  python -m bench.chaos\n  python -m bench.chaos --database sqlite --every 10 --tables 10",
    )
    parser.add_argument(
        "--every",
        type=float,
        default=EVERY,
        help="seconds from one failure to the next; each kind happens once (default: %(default)s)",
        metavar="SECONDS",
    )
    parser.add_argument("--tables", type=int, default=TABLES, help="tables of honest players (default: %(default)s)", metavar="N")
    parser.add_argument("--database", choices=(*DATABASES, "both"), default="both", help="store to use (default: %(default)s)")
    parser.add_argument("--json", action="store_true", help="print JSON")
    args = parser.parse_args()
    plan = Plan(args.tables, args.every, quiet=args.json)
    reports = []
    for database in DATABASES if args.database == "both" else (args.database,):
        with tempfile.TemporaryDirectory() as folder, house_of(database, Path(folder)) as house:
            if not args.json:
                print(f"{house.name}: {plan.tables} tables, {plan.seconds(house):.0f} s", file=sys.stderr, flush=True)
            reports.append(run(house, Path(folder), plan))
            if not args.json:
                show(reports[-1])
    if args.json:
        print(
            json.dumps(
                [
                    {"house": one.house, "held": one.held, "promises": [vars(p) for p in one.promises], **one.facts}
                    for one in reports
                ]
            )
        )
    return 0 if all(one.held for one in reports) else 1


if __name__ == "__main__":
    sys.exit(main())
