"""The table: legality, chance, views, the log, undo, records."""

from __future__ import annotations

from typing import Any

import pytest

import roundhouse
from roundhouse.core.game import Game, Refused
from roundhouse.core.record import BadRecord, read, replay, write
from roundhouse.core.sentence import BadSetup, BadText
from roundhouse.core.state import CHANCE, OVER, SPECTATOR
from roundhouse.play.chance import Secret, Seeded
from roundhouse.play.log import OPEN
from roundhouse.play.table import NotYours, Table
from roundhouse.ui.text import translate

GAME: Game[Any] = roundhouse.find("tickets")


def table(seed: int = 1, seats: int = 2) -> Table:
    """Return a table at the first turn, at which all seats have kept all tickets."""
    result = Table(GAME, seats, source=Seeded(seed))
    for seat in range(seats):
        result.play(seat, "keep 1 2 3")
    return result


def play_out(it: Table) -> None:
    while not it.over:
        it.play(it.actor, it.moves(it.actor)[0])


def claimable(it: Table) -> str | None:
    texts = [GAME.notation(move) for move in it.moves(it.actor)]
    return next((text for text in texts if text.startswith("claim")), None)


def test_chance_acts_before_the_first_decision() -> None:
    """A fresh table: dealt, and seat 0 to choose its tickets."""
    it = Table(GAME, 3, source=Seeded(4))

    assert it.actor == 0
    assert it.moves_made == 12 + 5 + 9
    assert it.moves(1) == []


def test_an_illegal_move_is_refused_by_its_clause_and_changes_nothing() -> None:
    """Keeping one of the first tickets."""
    it = Table(GAME, 2, source=Seeded(1))
    before = it.moves_made

    with pytest.raises(Refused, match=r"^TTR-17: "):
        it.play(0, "keep 1")
    assert (it.moves_made, it.actor) == (before, 0)


def test_a_move_out_of_turn_is_refused() -> None:
    """Seat 1 while seat 0 is to act; a spectator; any seat after the end."""
    it = table()
    with pytest.raises(NotYours, match="it is Player 1's turn"):
        it.play(1, "draw")
    with pytest.raises(NotYours, match="spectators cannot move"):
        it.play(SPECTATOR, "draw")
    play_out(it)
    with pytest.raises(NotYours, match="the game is over"):
        it.play(0, "draw")


def test_unknown_moves_seats_and_names_are_refused() -> None:
    """`fly`; seat 7; two names for three seats; seven players."""
    it = table()
    with pytest.raises(BadText, match="'fly' is not a move"):
        it.play(0, "fly")
    with pytest.raises(BadSetup, match="there is no seat 7; seats are 0 to 1"):
        it.view(7)
    with pytest.raises(BadSetup, match="2 names for 3 seats"):
        Table(GAME, 3, names=["Ada", "Bo"])
    with pytest.raises(BadSetup, match="2 to 5 players, not 7"):
        Table(GAME, 7)


def test_the_log_shows_each_reader_what_they_saw() -> None:
    """A blind draw: the seat that drew sees the colour, the other seat and a spectator do not."""
    it = table()
    start = it.moves_made
    it.play(0, "draw")
    own, other, public = (it.log(seat, start)[1] for seat in (0, 1, SPECTATOR))

    assert own.actor == CHANCE
    assert own.move < other.move == public.move
    assert GAME.notation(other.move) == "card ?"
    assert str(own.sentence) != str(other.sentence)


def test_a_new_name_also_changes_earlier_log_lines() -> None:
    """A deleted player is no longer named in the log or the record."""
    it = table()
    assert any("Player 1" in translate(line.sentence, "en", it.names) for line in it.log(1))

    it.rename(["Nobody", "Player 2"])

    assert not any("Player 1" in translate(line.sentence, "en", it.names) for line in it.log(1))
    assert any("Nobody" in translate(line.sentence, "en", it.names) for line in it.log(1))
    assert it.record_seen(1).names == ["Nobody", "Player 2"]


def test_a_claim_can_be_undone_until_another_seat_acts() -> None:
    """Seat 0 draws until it can claim; the claim can be undone, but not once seat 1 has moved."""
    it = table(seed=2)
    while it.actor != 0 or claimable(it) is None:
        texts = [GAME.notation(move) for move in it.moves(it.actor)]
        it.play(it.actor, "draw" if "draw" in texts else texts[0])
    claim = claimable(it)
    assert claim is not None
    before = it.view(0)

    it.play(0, claim)
    assert it.can_undo(0)
    assert not it.can_undo(1)
    it.undo(0)
    assert it.view(0) == before

    it.play(0, claim)
    it.play(1, it.moves(1)[0])
    with pytest.raises(NotYours, match="nothing to undo"):
        it.undo(0)


def test_undo_stops_at_a_card_that_was_revealed() -> None:
    """A blind draw cannot be undone."""
    it = table()
    it.play(0, "draw")

    assert not it.can_undo(0)
    with pytest.raises(NotYours):
        it.undo(0)


def test_the_last_move_of_a_game_cannot_be_undone() -> None:
    """The end reveals what was hidden."""
    it = table(seed=4)
    last = -1
    while not it.over:
        last = it.actor
        it.play(last, GAME.advise(it.view(last), roundhouse.Rng(it.moves_made)))

    assert not it.can_undo(last)
    assert it.undos_of_turn(last) == 0
    with pytest.raises(NotYours):
        it.undo(last)


def test_a_finished_table_gives_a_record_that_replays() -> None:
    """Scores and ranks match; the commitment was there from the start, the secret is added."""
    secret = Secret(bytes(32))
    it = Table(GAME, 3, source=secret, names=["Ada", "Bo", "Cy"])
    commitment = it.record_seen(SPECTATOR).extras["commitment"]
    play_out(it)
    record = read(write(it.record()))
    state = replay(GAME, record)

    assert it.actor == OVER
    assert (list(state.scores()), list(state.ranks())) == (it.scores(), it.ranks())
    assert record.extras["commitment"] == commitment == secret.commitment
    assert record.extras["secret"] == bytes(32).hex()


def test_the_record_of_one_seat_holds_no_secret() -> None:
    """The trace of seat 1: shadows for the others' cards, neither seed nor secret; and it cannot be replayed."""
    it = table()
    it.play(0, "draw")
    text = write(it.record_seen(1))

    assert "* card ?" in text
    assert "\n0 keep ?\n" in text
    assert "seed" not in text
    assert write(it.record_seen(0)) != text
    with pytest.raises(BadRecord, match="only what one seat has seen"):
        replay(GAME, read(text))


def test_a_record_can_be_continued() -> None:
    """Resumed after the first turn, the game has the same draws as the original."""
    it = table(seed=9)
    it.play(0, "draw")
    again = Table.resume(GAME, read(write(it.record())), Seeded(9))
    for each in (it, again):
        play_out(each)

    assert write(again.record()) == write(it.record())


def test_the_last_move_is_known_as_seen() -> None:
    """Nothing at the start; then the keeping of tickets, hidden from the others."""
    it = Table(GAME, 2, source=Seeded(1))
    assert it.last_move(0) == -1
    it.play(0, "keep 1 2")

    assert GAME.notation(it.last_move(0)) == "keep 1 2"
    assert GAME.notation(it.last_move(1)) == "keep ?"


# Steps, practice, earlier moments.


def test_a_step_is_computed_before_it_is_applied() -> None:
    """Computing it changes nothing; accepting it is the same as playing; accepting it twice is refused."""
    it = Table(GAME, 2, source=Seeded(9))
    other = Table(GAME, 2, source=Seeded(9))
    step = it.step(0, "keep 1 2")
    before = it.moves_made

    assert before == other.moves_made
    it.accept(step)
    other.play(0, "keep 1 2")

    assert it.entries() == other.entries()
    assert it.entries()[before:] == list(step.entries)
    with pytest.raises(NotYours, match="the table has moved on"):
        it.accept(step)


def test_at_a_practice_table_undo_goes_past_draws_and_other_seats() -> None:
    """The same cards come again; at other tables a move is final once a card was drawn."""
    free, strict = (Table(GAME, 2, source=Seeded(9), practice=practice) for practice in (True, False))
    for it in (free, strict):
        for seat, move in ((0, "keep 1 2"), (1, "keep 1 2"), (0, "draw")):
            it.play(seat, move)
    drawn = free.entries()

    assert not strict.can_undo(0)
    assert strict.undos_of_turn(0) == 0
    assert free.undos_of_turn(0) == 1
    free.undo(0)
    assert free.moves_made < len(drawn)
    free.play(0, "draw")
    assert free.entries() == drawn
    free.undo(1)
    assert free.actor == 1


def test_the_undos_of_a_turn_stop_at_another_seats_move() -> None:
    """Two small moves of a turn are two; the move before them is another seat's."""
    it = Table(roundhouse.find("tycoon"), 2, {"beginner": True}, Seeded(3))
    while not any(it.game.notation(move).startswith("build") for move in it.moves(it.actor)):
        it.play(it.actor, it.moves(it.actor)[-1])
    seat = it.actor
    it.play(seat, next(move for move in it.moves(seat) if it.game.notation(move).startswith("build")))
    it.play(seat, it.moves(seat)[0])

    assert it.undos_of_turn(seat) >= 2
    assert it.undos_of_turn(1 - seat) == 0


def test_an_earlier_position_is_shown_as_it_was() -> None:
    """View, last move and log after `count` moves are those of a table with only these moves."""
    it = Table(GAME, 2, source=Seeded(9))
    young = Table(GAME, 2, source=Seeded(9))
    young.play(0, "keep 1 2")
    for seat, move in ((0, "keep 1 2"), (1, "keep 2 3"), (0, "draw"), (0, "draw")):
        it.play(seat, move)
    count = young.moves_made

    for reader in (0, 1, SPECTATOR):
        assert it.view(reader, count) == young.view(reader)
        assert it.last_move(reader, count) == young.last_move(reader)
        assert it.log(reader)[:count] == young.log(reader)
    assert it.scores(count) == young.scores()


def test_the_log_does_not_depend_on_how_it_was_requested() -> None:
    """From the end first, then earlier, then after an undo and other moves."""
    it = Table(GAME, 2, source=Seeded(9))
    it.play(0, "keep 1 2")
    late = it.log(1, it.moves_made - 1)
    assert it.log(1)[-1:] == late
    it.undo(0)
    it.play(0, "keep 2 3")
    fresh = Table(GAME, 2, source=Seeded(9))
    fresh.play(0, "keep 2 3")

    assert it.log(1) == fresh.log(1)
    assert it.log(0) == fresh.log(0)


def test_everything_is_visible_only_at_the_end_or_face_up() -> None:
    """A running table refuses the reader OPEN; a face-up table does not."""
    it = Table(GAME, 2, source=Seeded(9))
    with pytest.raises(BadSetup):
        it.view(OPEN)

    shown = Table.resume(GAME, it.record(), Seeded(9), face_up=True)
    assert shown.view(OPEN).position == shown.view(OPEN).position
    assert [line.move for line in shown.log(OPEN)] == [move for _, move in shown.entries()]
