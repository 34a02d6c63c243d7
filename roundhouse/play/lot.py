"""Seats by lot: the order of the seats, drawn from the server's secret and the players' nonces (docs/fairness.md)."""

from __future__ import annotations

import hmac
from collections.abc import Sequence
from typing import Final

from roundhouse.play.chance import KeyedNumbers, joined_nonces

_LOT: Final = b"roundhouse lot 1"  # begins the message that mixes the players' nonces into the key of the lot


def draw_lot(secret: bytes, nonces: Sequence[bytes]) -> tuple[int, ...]:
    """Return for each seat the place, before the lot, of the player who gets it.

    Before the lot, players stand in the order of their `nonces`, and those without one, an empty one, come last: an order that
    nobody can choose. The key is not that of the draws of the game, whose message lists the nonces by seat, which this lot decides.
    """
    numbers = KeyedNumbers(hmac.digest(secret, _LOT + joined_nonces(nonces), "sha256"))
    places = list(range(len(nonces)))
    for last in range(len(nonces) - 1, 0, -1):
        chosen = numbers.below(len(nonces) - 1 - last, last + 1)
        places[last], places[chosen] = places[chosen], places[last]
    return tuple(places)


def lot_is_right(secret: bytes, nonces: Sequence[bytes], lot: Sequence[int]) -> bool:
    """Return whether `lot` follows from the secret and the nonces, which are given by seat, as in a record."""
    before = [nonces[lot.index(place)] for place in range(len(lot))]
    return before == sorted(before, key=lambda nonce: (not nonce, nonce)) and draw_lot(secret, before) == tuple(lot)
