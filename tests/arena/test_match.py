"""A match gives each bot only its own view, and goes on whatever a bot does."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

import roundhouse
from roundhouse.arena.job import Job
from roundhouse.arena.match import Match, play
from roundhouse.bots import Bot, make
from roundhouse.bots.bot import CRASH, ILLEGAL
from roundhouse.core.draw import Rng
from roundhouse.core.game import Game
from roundhouse.core.record import read, replay, replay_until
from roundhouse.core.state import View
from roundhouse.play.chance import Seeded
from roundhouse.play.verify import verify
from tests.arena.simulate import essence

GAME: Game[Any] = roundhouse.find("tickets")


class Spy:
    """Plays with a given function and keeps the views it was given."""

    def __init__(self, choose: Callable[[View, Sequence[int]], int]) -> None:
        self.name = "spy"
        self.shown: list[tuple[View, Sequence[int]]] = []
        self._choose = choose

    def choose(self, view: View, moves: Sequence[int]) -> int:
        self.shown.append((view, moves))
        return self._choose(view, moves)


def match(*bots: Bot) -> Match:
    """A game of Ticket to Ride."""
    return Match(GAME, bots, Seeded(5), Rng(9))


def test_a_bot_is_shown_the_view_of_its_seat_and_the_legal_moves() -> None:
    """Move by move, each bot gets exactly the view of its seat."""
    spies = [Spy(lambda _, moves: moves[len(moves) // 2]) for _ in range(2)]
    record = match(*spies).run()
    wanted: list[list[tuple[View, Sequence[int]]]] = [[], []]
    for number, entry in enumerate(record.entries):
        if entry.actor >= 0:
            truth, _ = replay_until(GAME, record, number)
            wanted[entry.actor].append((GAME.view(truth, entry.actor), tuple(truth.legal_moves())))

    assert [spy.shown for spy in spies] == wanted


def test_changing_the_view_does_not_change_the_table() -> None:
    """A bot that applies moves to its view only changes its own copy."""

    def spoil(view: View, moves: Sequence[int]) -> int:
        view.position.apply(moves[-1])
        return moves[0]

    honest, spoiler = match(make("random", GAME, 1), Spy(lambda _, moves: moves[0])), match(make("random", GAME, 1), Spy(spoil))

    assert honest.run().entries == spoiler.run().entries


@pytest.mark.parametrize(
    ("choose", "kind", "detail"),
    [
        (lambda view, moves: 1 // 0, CRASH, "ZeroDivisionError: integer division or modulo by zero"),
        (lambda view, moves: -7, ILLEGAL, "-7"),
        (lambda view, moves: None, ILLEGAL, "None"),
    ],
    ids=["crashes", "a move that is none", "not even a number"],
)
def test_a_failing_bot_loses_its_moves_to_random_ones(choose: Callable[[View, Sequence[int]], int], kind: str, detail: str) -> None:
    """Every one of its moves is a fault, with its number in the record; the record itself is in order."""
    spy = Spy(choose)
    game = match(make("greedy", GAME, 1), spy)
    record = game.run()

    assert len(game.faults) == len(spy.shown) > 10
    assert {(fault.seat, fault.kind, fault.detail) for fault in game.faults} == {(1, kind, detail)}
    assert all(record.entries[fault.move - 1].actor == 1 for fault in game.faults)
    assert list(replay(GAME, record).scores()) == game.table.scores()
    assert detail in str(game.faults[0].sentence("spy"))


def test_what_a_bot_says_cannot_harm_a_terminal_or_a_file() -> None:
    """Control characters and lone surrogates are replaced, long text is cut."""

    def speak(view: View, moves: Sequence[int]) -> int:
        raise ValueError("\x1b[2J\ud800" + "x" * 1000)

    game = match(make("greedy", GAME, 1), Spy(speak))
    game.run()

    assert game.faults[0].detail.startswith("ValueError: ?[2J?xxx")
    assert len(game.faults[0].detail) < 220


def test_a_game_depends_only_on_the_job_and_its_number() -> None:
    """Played twice it is the same; its record is complete and its deal verifiable."""
    job = Job("tickets", GAME.version, 3, ("greedy", "random"), games=6, seed=11)
    fixture = job.fixtures()[4]
    one, two = play(job, fixture), play(job, fixture)
    record = read(one.record)

    assert one.record == two.record
    assert essence(one.result) == essence(two.result)
    assert one.result.bots == list(fixture.seating) == ["random", "greedy", "random"]
    assert record.names == ["random 1", "greedy", "random 2"]
    assert record.scores == one.result.scores
    assert sum(sum(kinds.values()) for kinds in one.result.kinds) == sum(entry.actor >= 0 for entry in record.entries)
    assert verify(GAME, record).over


def test_the_games_of_a_deal_have_the_same_draws() -> None:
    """Both seatings of the first deal begin with the same cards, those of the second with others."""
    job = Job("tickets", GAME.version, 2, ("greedy", "random"), games=4, seed=1)
    deals = [[entry.text for entry in read(play(job, fixture).record).entries if entry.actor < 0][:8] for fixture in job.fixtures()]

    assert deals[0] == deals[1] != deals[2] == deals[3]


def test_equal_bots_have_names_that_differ_in_the_record() -> None:
    """A replay of three players, two of them alike, says who is who."""
    bots = [make(name, GAME, seed) for seed, name in enumerate(("random", "random", "greedy"))]
    record = Match(GAME, bots, Seeded(5), Rng(9), names=["random", "random", "greedy"]).run()

    assert record.names == ["random 1", "random 2", "greedy"]
