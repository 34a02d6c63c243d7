"""A guest on another machine, as a program that a test runs there: opens an address, follows an invitation, plays a move.

    python -m tests.web.neighbour ADDRESS INVITATION MOVE

Prints the URL of the table as JSON, with the number of moves made at it.
"""

from __future__ import annotations

import json
import re
import sys
from urllib.parse import urlsplit

import httpx


def main(address: str, invitation: str, move: str) -> None:
    """Play one move, and print where."""
    parts = urlsplit(invitation)
    origin = f"{parts.scheme}://{parts.netloc}"
    with httpx.Client(timeout=60, follow_redirects=True, trust_env=False) as client:
        home = client.get(address).raise_for_status().text
        asked = client.get(invitation).raise_for_status().text
        joined = client.post(invitation, data={"name": "Bo"}, headers={"Origin": origin}).raise_for_status()
        count = int(re.findall(r'data-n="(\d+)"', joined.text)[0])
        order = {"n": count, "rid": "1", "seat": 0, "move": move}
        moved = client.post(f"{joined.url}/move", json=order, headers={"Origin": origin}).raise_for_status()
    print(
        json.dumps(
            {"home": "Roundhouse" in home, "host": "Ada" in asked, "table": str(joined.url), "moves": moved.json()["n"] - count}
        )
    )


if __name__ == "__main__":
    main(*sys.argv[1:])
