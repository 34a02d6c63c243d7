"""The shuffle: its test vectors, stand-alone verification, and the attacks of an operator and of a player (docs/fairness.md)."""

from __future__ import annotations

import json
import re
import runpy
import sys
from collections import Counter
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

import roundhouse
from roundhouse.core.record import Record, read, write
from roundhouse.core.sentence import BadSetup
from roundhouse.core.state import CHANCE
from roundhouse.play.chance import Secret
from roundhouse.play.table import Table
from roundhouse.play.verify import verify, weights

ROOT = Path(__file__).parent.parent.parent
VECTORS: list[dict[str, Any]] = json.loads((ROOT / "docs/shuffle-vectors.json").read_text("utf-8"))
STANDALONE = ROOT / "examples/verify_shuffle.py"
EXAMPLE, WEIGHTS = ROOT / "docs/shuffle-example.rec", ROOT / "docs/shuffle-example.json"
GAME = roundhouse.find("tickets")
CARDS = 4  # that each seat is dealt first


def nonces_of(texts: list[str] | None) -> list[bytes] | None:
    """As bytes."""
    return None if texts is None else [bytes.fromhex(text) for text in texts]


# The protocol.


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["name"])
def test_the_house_computes_what_the_test_vectors_say(vector: dict[str, Any]) -> None:
    """Commitment, key and draws."""
    source = Secret(bytes.fromhex(vector["secret"]), nonces_of(vector["nonces"]))

    assert (source.commitment, source.key.hex()) == (vector["commitment"], vector["key"])
    assert [str(source.below(draw["index"], int(draw["total"]))) for draw in vector["draws"]] == [
        draw["value"] for draw in vector["draws"]
    ]


def test_no_two_lists_of_nonces_share_a_key() -> None:
    """Other seats, other lengths, one more seat: each vector of the same secret has a key of its own."""
    keys = [vector["key"] for vector in VECTORS]

    assert len(set(keys)) == len(keys)


def test_a_nonce_is_bounded() -> None:
    """Its length is one byte of the message."""
    assert Secret(bytes(32), [bytes(64)]).protocol == 2
    with pytest.raises(BadSetup, match="at most 64 bytes, not 65"):
        Secret(bytes(32), [b"", bytes(65)])


# Records.


def played(source: Secret, seats: int = 2) -> Table:
    """A game of seats that always make their last legal move."""
    table = Table(GAME, seats, source=source)
    while not table.over:
        table.play(table.actor, table.moves(table.actor)[-1])
    return table


@pytest.fixture(scope="module")
def mixed() -> Record:
    """A finished game of protocol 2: one of the two seats has contributed."""
    return played(Secret(bytes(range(32)), [b"", bytes(16)])).record()


def test_a_record_says_which_nonces_were_mixed_in(mixed: Record) -> None:
    """Also when it is written and read; a game without nonces has no such line."""
    assert read(write(mixed)).nonces == [b"", bytes(16)]
    assert read(write(Table(GAME, 2, source=Secret(bytes(32))).record())).nonces is None


def test_a_verdict_names_the_protocol_and_the_contributors(mixed: Record) -> None:
    """Protocol 2 with one seat, protocol 1 with none, a seed with no protocol."""
    verdict = verify(GAME, mixed)
    alone = verify(GAME, Table(GAME, 2, source=Secret(bytes(32))).record())

    assert (verdict.good, verdict.protocol, verdict.contributors) == (True, 2, (1,))
    assert (alone.good, alone.protocol, alone.contributors) == (True, 1, ())


@pytest.mark.parametrize("nonces", [None, ["", "01" * 16], ["00" * 16, ""], ["", ""]])
def test_other_nonces_than_those_mixed_in_are_found(mixed: Record, nonces: list[str] | None) -> None:
    """Left out, changed, at another seat: a draw differs."""
    other = read(write(mixed))
    del other.extras["nonces"]
    if nonces is not None:
        other.extras["nonces"] = json.dumps(nonces)

    assert not verify(GAME, other).good


# Stand-alone verification.


@pytest.fixture(scope="module")
def standalone() -> dict[str, Any]:
    """What the program defines; it needs nothing of ours."""
    return runpy.run_path(str(STANDALONE))


def test_the_standalone_verifier_is_short_and_needs_the_standard_library_alone() -> None:
    """So that it can be read before it is trusted."""
    text = STANDALONE.read_text("utf-8")

    assert len(text.splitlines()) <= 60
    assert set(re.findall(r"^(?:from|import) (\w+)", text, re.MULTILINE)) <= set(sys.stdlib_module_names)


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["name"])
def test_the_standalone_verifier_computes_what_the_test_vectors_say(standalone: dict[str, Any], vector: dict[str, Any]) -> None:
    """Key and draws."""
    key = standalone["mixed_key"](bytes.fromhex(vector["secret"]), nonces_of(vector["nonces"]))

    assert key.hex() == vector["key"]
    for draw in vector["draws"]:
        assert str(standalone["below"](key, draw["index"], int(draw["total"]))) == draw["value"]


def test_the_standalone_verifier_checks_every_draw(
    standalone: dict[str, Any], mixed: Record, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Given the weights; one card that was changed is found, and so is another secret."""
    main: Callable[..., bool] = standalone["main"]
    record, odds = tmp_path / "game.rec", tmp_path / "weights.json"
    text = write(mixed)
    record.write_text(text, "utf-8")
    odds.write_text(json.dumps(weights(GAME, mixed)), "utf-8")

    assert main(record)
    assert main(record, odds)
    draws = [entry.text for entry in mixed.entries if entry.actor == CHANCE]
    assert f"draw {len(draws) - 1}: " in capsys.readouterr().out
    other = "card red" if draws[5] != "card red" else "card blue"
    record.write_text(text.replace(f"* {draws[5]}\n* {draws[6]}", f"* {other}\n* {draws[6]}", 1), "utf-8")
    assert not main(record, odds)
    record.write_text(text.replace(mixed.extras["secret"], "00" * 32), "utf-8")
    assert not main(record)


def test_the_example_of_the_documentation_is_good(standalone: dict[str, Any]) -> None:
    """By the verifier that has no rules, with the weights that stand beside it."""
    assert read(EXAMPLE.read_text("utf-8")).nonces is not None

    assert standalone["main"](EXAMPLE, WEIGHTS)


# Attacks. The house wants seat 0 to be dealt three locomotives.


def dealt(source: Secret) -> list[str]:
    """The first cards of seat 0."""
    table = Table(GAME, 2, source=source)
    return [table.game.notation(move) for _, move in table.entries()[:CARDS]]


def wished(source: Secret) -> bool:
    """Three locomotives among them."""
    return dealt(source).count("card locomotive") >= 3


def tried(number: int) -> bytes:
    """The secrets that a house tries, one after the other."""
    return sha256(f"secret {number}".encode()).digest()


def nonce(number: int) -> bytes:
    """What the client of a player draws, unknown to the house when it commits."""
    return sha256(f"nonce {number}".encode()).digest()[:16]


def test_the_house_alone_chooses_the_deal_of_protocol_1() -> None:
    """It tries secrets until one deals what it wants, then commits to it; the record is called good."""
    secret = next(tried(number) for number in range(4_000) if wished(Secret(tried(number))))

    assert verify(GAME, Table(GAME, 2, source=Secret(secret)).record()).good


def test_a_chosen_secret_is_worth_nothing_under_protocol_2() -> None:
    """The same secret with 3000 nonces that came after the commitment: the wish comes true as rarely as by chance (0.6 %)."""
    secret = next(tried(number) for number in range(4_000) if wished(Secret(tried(number))))
    lucky = sum(wished(Secret(secret, [nonce(number), b""])) for number in range(3_000))

    assert 5 <= lucky <= 38  # 18 expected, five standard deviations to both sides, as far as that goes


def chi_square(counts: Counter[str], deck: dict[str, int]) -> float:
    """How far the first cards are from those of the deck."""
    size, total = sum(deck.values()), counts.total()
    return sum((counts[card] - total * copies / size) ** 2 / (total * copies / size) for card, copies in deck.items())


DECK = dict(weights(GAME, Table(GAME, 2, source=Secret(bytes(32))).record())[0])
BOUND = 26.1  # of chi-square with eight degrees of freedom, at 0.1 %


def test_the_deal_is_uniform_over_the_nonces_whatever_the_house_commits_to() -> None:
    """One committed secret, 5500 nonces: the first card is distributed as the deck is."""
    first = Counter(dealt(Secret(tried(0), [nonce(number), b""]))[0] for number in range(5_500))

    assert len(DECK) == 9
    assert set(first) == set(DECK)
    assert chi_square(first, DECK) < BOUND


def test_a_player_who_does_not_know_the_secret_cannot_steer() -> None:
    """The same nonce every time, chosen to be good with another secret, as the last of two seats: uniform over the secrets."""
    best = next(nonce(number) for number in range(4_000) if wished(Secret(tried(0), [nonce(0), nonce(number)])))
    first = Counter(dealt(Secret(tried(number), [nonce(0), best]))[0] for number in range(1, 5_501))

    assert set(first) == set(DECK)
    assert chi_square(first, DECK) < BOUND
