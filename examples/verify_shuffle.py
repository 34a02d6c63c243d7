"""Verify the shuffle of a finished game with Python's standard library alone: verify_shuffle.py game.rec [weights.json]

It checks commitment and seats; with the weights, which `roundhouse verify game.rec --weights weights.json` writes, also every draw.
"""

import bisect
import hashlib
import hmac
import itertools
import json
import sys
from pathlib import Path


def mixed_key(secret, nonces, label=b"roundhouse deal 2"):
    """Return the key of all draws. Under protocol 1 there are no nonces (None), and it is the secret itself."""
    return secret if nonces is None else hmac.digest(secret, label + b"".join(bytes([len(n)]) + n for n in nonces), "sha256")


def number(key, index, attempt=0):
    """Return the 64-bit number of a draw, counted from 0."""
    return int.from_bytes(hmac.digest(key, index.to_bytes(8, "big") + attempt.to_bytes(4, "big"), "sha256")[:8], "big")


def below(key, index, total):
    """Return the number of a draw reduced to 0 ... total - 1. Numbers that would favour small results are skipped."""
    fair = 2**64 - 2**64 % total
    return next(found for found in (number(key, index, attempt) for attempt in itertools.count()) if found < fair) % total


def draw_lot(secret, nonces):
    """Return for each seat the place that its player had before the lot, in the order of nonces; those without one come last."""
    key, places = mixed_key(secret, nonces, b"roundhouse lot 1"), list(range(len(nonces)))
    for index, last in enumerate(range(len(nonces) - 1, 0, -1)):
        chosen = below(key, index, last + 1)
        places[last], places[chosen] = places[chosen], places[last]
    return places


def main(record, weights=None):
    """Print what is found and return whether everything is correct."""
    lines = [line.split(" ", 1) for line in Path(record).read_text("utf-8").splitlines() if " " in line]
    header, draws = dict(line for line in lines if line[0] != "*"), [text for mark, text in lines if mark == "*"]
    secret, lot = bytes.fromhex(header["secret"]), json.loads(header.get("lot", "[]"))
    nonces = [bytes.fromhex(nonce) for nonce in json.loads(header["nonces"])] if "nonces" in header else None
    good, given = hashlib.sha256(secret).hexdigest() == header["commitment"], nonces or [b""] * len(lot)
    before = sorted(given, key=lambda nonce: (not nonce, nonce))
    fair = not lot or (lot == draw_lot(secret, before) and [before[place] for place in lot] == given)
    print("commitment:", "good" if good else "WRONG", "/ seats:", ("by lot" if lot else "arranged") if fair else "WRONG")
    print("protocol:", "1, the secret alone" if nonces is None else f"2, nonces {[nonce.hex() or None for nonce in nonces]}")
    for index, (found, table) in enumerate(zip(draws, json.loads(Path(weights).read_text()) if weights else draws, strict=True)):
        key, ends = mixed_key(secret, nonces), list(itertools.accumulate(weight for _, weight in table)) if weights else []
        expected = table[bisect.bisect(ends, below(key, index, ends[-1]))][0] if weights else found
        good &= expected == found
        print(f"draw {index}: {number(key, index)}", found if expected == found else f"WRONG: {found} should be {expected}")
    return good and fair


if __name__ == "__main__":
    sys.exit(not main(*sys.argv[1:]))
