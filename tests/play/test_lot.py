"""Seats by lot follow from the secret and the nonces, every order is equally likely, and a record cannot claim another one."""

from __future__ import annotations

import hashlib
import json
import runpy
from collections import Counter
from itertools import permutations
from pathlib import Path

import pytest

from roundhouse.core.record import BadRecord, Record, read, write
from roundhouse.games import find
from roundhouse.play.chance import Secret
from roundhouse.play.lot import draw_lot
from roundhouse.play.table import Table
from roundhouse.play.verify import verify

STANDALONE = Path(__file__).parent.parent.parent / "examples" / "verify_shuffle.py"
GAME = find("express")
SECRET = bytes(range(32))


def secret_of(number: int) -> bytes:
    """Return one of many secrets."""
    return hashlib.sha256(str(number).encode()).digest()


def drawn(nonces: list[bytes]) -> Record:
    """Return the record of a game that has just begun, its seats drawn by lot."""
    lot = draw_lot(SECRET, nonces)
    source = Secret(SECRET, [nonces[place] for place in lot], lot)
    return read(write(Table(GAME, len(nonces), {}, source, [f"P{place + 1}" for place in lot]).record()))


def test_every_order_of_the_seats_is_equally_likely() -> None:
    """Six orders of three seats, 3 000 secrets: each 500 times within five standard deviations (102)."""
    counts = Counter(draw_lot(secret_of(number), [b"a", b"b", b""]) for number in range(3000))

    assert set(counts) == set(permutations(range(3)))
    assert all(abs(count - 500) < 102 for count in counts.values())


def test_a_player_s_nonce_changes_the_lot() -> None:
    """So the server cannot choose who begins by choosing its secret."""
    assert len({draw_lot(SECRET, [bytes([number]), b""]) for number in range(32)}) == 2


@pytest.mark.parametrize("nonces", [[b"", b""], [b"a", b""], [b"a", b"b", b"c", b""], [b"x"] * 6])
def test_the_lot_of_a_record_is_verified(nonces: list[bytes]) -> None:
    """By the record's own nonces, which are listed by seat."""
    record = drawn(nonces)

    assert record.lot == list(draw_lot(SECRET, nonces))
    assert verify(GAME, record).good
    assert verify(GAME, record).by_lot


@pytest.mark.parametrize("nonces", [[b"a", b"b"], [b"a", b"b", b"c", b"d"], [b"a", b"ab", b"b", b""]])
def test_another_order_than_the_lot_gave_is_found(nonces: list[bytes]) -> None:
    """Every other order is refused, though its draws are correct: the order before the lot is that of the nonces."""
    record = drawn(nonces)
    for other in permutations(range(len(nonces))):
        moved = read(write(record))
        moved.extras["lot"] = json.dumps(other)
        assert verify(GAME, moved).good == (list(other) == record.lot)


def test_seats_without_a_lot_are_not_judged() -> None:
    """A record of arranged seats has no such line."""
    record = Table(GAME, 2, {}, Secret(SECRET), ["Ada", "Bo"]).record()

    assert record.lot is None
    assert verify(GAME, record).good
    assert not verify(GAME, record).by_lot


@pytest.mark.parametrize("lot", ["[0, 0]", "[1]", "[0, 2]", "[true, 0]", '["0", "1"]', "{}", "[0.0, 1.0]", "[[0], 1]"])
def test_a_lot_that_is_no_order_of_the_seats_is_refused(lot: str) -> None:
    """Before anything is done with it."""
    text = write(Record("express", 1, 2, extras={"lot": "[0, 1]"})).replace("lot [0, 1]", f"lot {lot}")

    with pytest.raises(BadRecord, match="a lot is a JSON list of the numbers 0 to 1"):
        read(text)


def test_the_standalone_verifier_draws_the_same_lot(tmp_path: Path) -> None:
    """And finds another one, with the exit code."""
    standalone = runpy.run_path(str(STANDALONE))
    record = drawn([b"a", b"b", b""])
    good, bad = tmp_path / "good.rec", tmp_path / "bad.rec"
    good.write_text(write(record))
    assert record.lot is not None
    bad.write_text(write(record).replace(f"lot {record.lot}", f"lot {record.lot[::-1]}"))

    for number in range(20):
        assert tuple(standalone["draw_lot"](secret_of(number), [b"a", b"b", b"c", b""])) == draw_lot(
            secret_of(number), [b"a", b"b", b"c", b""]
        )
    assert standalone["main"](good)
    assert not standalone["main"](bad)
