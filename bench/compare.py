"""How fast this engine is, compared with another build of it: an older checkout with its engine, or a wheel.

    git archive v0.2.0 | tar x -C /tmp/old && (cd /tmp/old && python setup.py --quiet build_ext --inplace)
    python -m bench.compare --against /tmp/old
    python -m bench.compare --against dist/roundhouse_games-0.2.0-cp311-cp311-linux_x86_64.whl --game tickets --figure search

Each engine runs in a process of its own (bench/compared.py). They measure the same short slices in turn, in CPU time, and the best
slice of each counts: other programs can only slow one down.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import zipfile
from contextlib import ExitStack
from pathlib import Path
from statistics import median
from typing import Any, Final

FIGURES: Final = ("search", "play", "copies", "batch", "batch16")
GAMES: Final = ("tickets", "express", "tycoon", "dice1", "dice2")
HERE: Final = Path(__file__).parent
INTERRUPTED: Final = 130


class Engine:
    """One build of the engine, in a process that measures slices on request."""

    def __init__(self, folder: Path) -> None:
        self._process = subprocess.Popen(
            [sys.executable, str(HERE / "compared.py")],
            env={**os.environ, "PYTHONPATH": str(folder)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        origin = Path(self._read()["origin"])
        if not origin.is_relative_to(folder.resolve()):
            raise SystemExit(f"{folder} has no compiled engine; found {origin}")

    def rate(self, figure: str, game: str, seats: int) -> float | None:
        """Measure one slice. Return the rate per second of CPU time, or None if this build has no such figure."""
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps([figure, game, seats]) + "\n")
        self._process.stdin.flush()
        rate = self._read()["rate"]
        return None if rate is None else float(rate)

    def close(self) -> None:
        """End the process."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()

    def _read(self) -> dict[str, Any]:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise SystemExit("an engine ended; its message is above")
        answer: dict[str, Any] = json.loads(line)
        return answer


def unpacked(source: Path, room: Path) -> Path:
    """Return the folder of a build: the source itself, or a wheel unpacked into `room`."""
    if source.suffix != ".whl":
        return source
    with zipfile.ZipFile(source) as wheel:
        wheel.extractall(room)
    return room


def arguments() -> argparse.Namespace:
    """Parse the command line."""
    parser = argparse.ArgumentParser(prog="python -m bench.compare", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--against", type=Path, required=True, help="a folder with another compiled engine, or a wheel")
    parser.add_argument("--game", action="append", choices=GAMES, help="default: all; may be repeated")
    parser.add_argument("--figure", action="append", choices=FIGURES, help="default: all; may be repeated")
    parser.add_argument("--seats", action="append", type=int, help="default: 2 and 4; may be repeated")
    parser.add_argument("--slices", type=int, default=12, help="of each engine and figure (default: %(default)s)")
    parser.add_argument("--json", action="store_true", help="print one line of JSON for each figure")
    return parser.parse_args()


def main() -> int:
    """Measure and print. Return 0, or 130 if interrupted."""
    args = arguments()
    if not args.against.exists():
        raise SystemExit(f"--against {args.against}: there is no such file or folder")
    if not args.json:
        print(f"{'figure':8} {'game':8} {'seats':>5} {'before':>12} {'now':>12} {'ratio':>6}  median")
    with ExitStack() as stack:
        room = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        old, new = Engine(unpacked(args.against, room)), Engine(HERE.parent)
        stack.callback(old.close)
        stack.callback(new.close)
        for figure in args.figure or FIGURES:
            for game in args.game or GAMES:
                for seats in args.seats or (2, 4):
                    report(old, new, figure, game, seats, args)
    return 0


def report(old: Engine, new: Engine, figure: str, game: str, seats: int, args: argparse.Namespace) -> None:
    """Measure one figure in alternating slices and print it."""
    pairs = [(old.rate(figure, game, seats), new.rate(figure, game, seats)) for _ in range(args.slices)]
    complete = [(before, now) for before, now in pairs if before is not None and now is not None]
    if not complete:
        return
    before, now = max(before for before, _ in complete), max(now for _, now in complete)
    middle = median(now for _, now in complete) / median(before for before, _ in complete)
    if args.json:
        line = {"figure": figure, "game": game, "seats": seats, "before": before, "now": now, "median_ratio": middle}
        print(json.dumps(line), flush=True)
    else:
        print(f"{figure:8} {game:8} {seats:5} {before:12,.0f} {now:12,.0f} {now / before:6.2f}  {middle:6.2f}", flush=True)


if __name__ == "__main__":
    try:
        raise SystemExit(main())
    except KeyboardInterrupt:
        raise SystemExit(INTERRUPTED) from None
