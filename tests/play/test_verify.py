"""Verification of the commitment, draws, moves and scores of a record."""

from __future__ import annotations

import dataclasses

import pytest

import roundhouse
from roundhouse.core.record import BadRecord, Entry, Record
from roundhouse.core.sentence import HouseError
from roundhouse.core.state import CHANCE
from roundhouse.play.chance import Secret, Seeded
from roundhouse.play.table import Table
from roundhouse.play.verify import NotVerifiable, source_of, verify

GAME = roundhouse.find("tickets")
HEADER = 8  # lines before the first move of a record with board, names, commitment and secret


def record(moves: int = 4) -> Record:
    """A game under way, from a secret."""
    table = Table(GAME, 2, source=Secret(bytes(32)))
    for _ in range(moves):
        table.play(table.actor, table.moves(table.actor)[0])
    return table.record()


def with_entry(it: Record, at: int, entry: Entry) -> Record:
    """The record with another move in the place of one."""
    return dataclasses.replace(it, entries=[*it.entries[:at], entry, *it.entries[at + 1 :]])


def test_the_record_of_an_unfinished_game_can_be_verified() -> None:
    """Every draw so far is checked."""
    it = record()
    verdict = verify(GAME, it)

    assert verdict.good
    assert (verdict.kind, verdict.over) == ("secret", False)
    assert verdict.draws == sum(entry.actor == CHANCE for entry in it.entries)


def test_the_first_draw_that_differs_is_named() -> None:
    """The third card dealt is another one."""
    it = record()
    other = "card red" if it.entries[2].text != "card red" else "card blue"
    verdict = verify(GAME, with_entry(it, 2, Entry(CHANCE, other)))

    assert verdict.finding is not None
    assert verdict.draws == 2
    assert verdict.finding.line == HEADER + 3
    assert str(verdict.finding.reason) == f"draw 3 is '{other}', but should be '{it.entries[2].text}'"


def test_a_draw_out_of_turn_is_an_illegal_move() -> None:
    """A card where a seat should choose its tickets: the moves are wrong, not the deal."""
    it = record(0)
    verdict = verify(GAME, dataclasses.replace(it, entries=[*it.entries, Entry(CHANCE, "card red")]))

    assert verdict.finding is not None
    assert verdict.finding.line == HEADER + len(it.entries) + 1
    assert str(verdict.finding.reason) == "seat 0 is due here, not chance (*)"


def test_an_illegal_move_is_found_after_the_draws_before_it() -> None:
    """A seat passes although it may not."""
    it = record(0)
    verdict = verify(GAME, dataclasses.replace(it, entries=[*it.entries, Entry(0, "pass")]))

    assert verdict.finding is not None
    assert verdict.draws == len(it.entries)
    assert "'pass' is not legal" in str(verdict.finding.reason)


def test_a_secret_must_match_its_commitment() -> None:
    """Otherwise no draw is checked."""
    it = record()
    it.extras["secret"] = "01" * 32
    verdict = verify(GAME, it)

    assert verdict.finding is not None
    assert (verdict.finding.line, verdict.draws) == (0, 0)


@pytest.mark.parametrize(
    ("extras", "reason"),
    [
        ({}, "neither a secret nor a seed"),
        ({"commitment": "00"}, "neither a secret nor a seed"),
        ({"secret": "00" * 32}, "a secret but no commitment"),
        ({"secret": "no"}, "hexadecimal"),
        ({"seed": "1.5"}, "a seed is a whole number"),
    ],
)
def test_a_record_without_a_source_of_chance_cannot_be_verified(extras: dict[str, str], reason: str) -> None:
    """This is not the same as a wrong deal."""
    with pytest.raises(NotVerifiable, match=reason):
        verify(GAME, dataclasses.replace(record(), extras=extras))


def test_a_record_that_cannot_be_replayed_is_refused() -> None:
    """Another version of the game; what one seat has seen; too many players."""
    it = record()
    with pytest.raises(BadRecord, match="line 2: "):
        verify(GAME, dataclasses.replace(it, version=99))
    with pytest.raises(BadRecord, match="only what one seat has seen"):
        verify(GAME, dataclasses.replace(it, extras={**it.extras, "seen-by": "0"}))
    with pytest.raises(HouseError, match="players"):
        verify(GAME, dataclasses.replace(it, seats=9, extras={"seed": "1"}))


def test_the_source_of_a_record_is_what_its_header_names() -> None:
    """A secret, a seed, nothing."""
    secret, seeded = source_of(record()), source_of(Record("tickets", 1, 2, extras={"seed": "-5"}))

    assert isinstance(secret, Secret)
    assert secret.secret == bytes(32)
    assert isinstance(seeded, Seeded)
    assert seeded.seed == -5
    assert source_of(Record("tickets", 1, 2)) is None
