"""Verify the shuffle of a finished game without Roundhouse: Python's standard library and nothing else. See docs/fairness.md.

    python3 examples/verify_shuffle.py game.rec                 # commitment, key, and the 64-bit number behind each draw
    python3 examples/verify_shuffle.py game.rec weights.json    # and every outcome, given the weights that the rules assign

The weights follow from the rules, which are not in here: `roundhouse verify game.rec --weights weights.json` writes them.
"""

import bisect
import hashlib
import hmac
import itertools
import json
import sys
from pathlib import Path


def shuffle_key(secret, nonces):
    """Return the key of all draws. Under protocol 1 there are no nonces (None), and it is the secret itself."""
    if nonces is None:
        return secret
    return hmac.digest(secret, b"roundhouse deal 2" + b"".join(bytes([len(nonce)]) + nonce for nonce in nonces), "sha256")


def number(key, index, attempt=0):
    """Return the 64-bit number of a draw, counted from 0."""
    return int.from_bytes(hmac.digest(key, index.to_bytes(8, "big") + attempt.to_bytes(4, "big"), "sha256")[:8], "big")


def below(key, index, total):
    """Return the number of a draw reduced to 0 ... total - 1. Numbers that would favour small results are skipped."""
    fair = 2**64 - 2**64 % total
    return next(found for found in (number(key, index, attempt) for attempt in itertools.count()) if found < fair) % total


def outcome(key, index, weights):
    """Return the outcome that a draw selects: each one covers as many numbers as its weight, in this order."""
    ends = list(itertools.accumulate(weight for _, weight in weights))
    return weights[bisect.bisect(ends, below(key, index, ends[-1]))][0]


def main(record, weights=None):
    """Print what is found and return whether everything is correct."""
    lines = [line.split(" ", 1) for line in Path(record).read_text("utf-8").splitlines() if " " in line]
    header, draws = dict(line for line in lines if line[0] != "*"), [text for mark, text in lines if mark == "*"]
    secret = bytes.fromhex(header["secret"])
    nonces = [bytes.fromhex(nonce) for nonce in json.loads(header["nonces"])] if "nonces" in header else None
    key = shuffle_key(secret, nonces)
    good = hashlib.sha256(secret).hexdigest() == header["commitment"]
    print("commitment:", "good" if good else "WRONG")
    print("protocol:", "1, the secret alone" if nonces is None else f"2, nonces {[nonce.hex() or None for nonce in nonces]}")
    for index, (found, table) in enumerate(zip(draws, json.loads(Path(weights).read_text()) if weights else draws, strict=True)):
        expected = outcome(key, index, table) if weights else found
        good &= expected == found
        print(f"draw {index}: {number(key, index)}", found if expected == found else f"WRONG: {found} should be {expected}")
    return good


if __name__ == "__main__":
    sys.exit(not main(*sys.argv[1:]))
