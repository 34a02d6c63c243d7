"""Hashes of random games played by the loaded engine, as JSON. The fuzzer runs this with the interpreted engine."""

from __future__ import annotations

import json
import sys

from roundhouse.games import find
from roundhouse.play.laws import digest


def main(name: str, cases: str, options: str) -> None:
    """Print one hash for each pair of seats and seed."""
    game, chosen = find(name), json.loads(options)
    print(json.dumps([digest(game, seats, seed, chosen)[0] for seats, seed in json.loads(cases)]))


if __name__ == "__main__":
    main(*sys.argv[1:])
