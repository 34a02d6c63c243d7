"""Clocks: time is conserved, is never negative, excludes weekends on request, and an undo gains nothing."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from roundhouse.core.sentence import BadSetup
from roundhouse.play.clock import DAY, HOUR, Clocks, TimeControl, begin, parse
from roundhouse.ui.text import translate

PARIS = "Europe/Paris"
ZONES = (
    "UTC",
    PARIS,
    "America/New_York",
    "Asia/Kolkata",
    "Pacific/Apia",
    "America/Sao_Paulo",
    "Australia/Lord_Howe",
    "Africa/Cairo",
)
LIVE = TimeControl(600, 10)
SLOW = TimeControl(DAY, per_turn=True)

moments = st.integers(1_200_000_000, 2_000_000_000).map(float)  # 2008 to 2033: Samoa skips a day, Brazil ends its summer time
spans = st.integers(0, 40 * DAY).map(float)


def at(text: str, zone: str = PARIS) -> float:
    """Return the timestamp of a local time."""
    return datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).timestamp()


# How clocks are written.


@pytest.mark.parametrize("text", ["10m+10s", "20m+0s", "1d", "12h", "90s+5s", "3d off Europe/Paris", "30m+30s off UTC"])
def test_the_notation_of_a_time_control_round_trips(text: str) -> None:
    """Live and correspondence play, with and without weekends off."""
    assert text == parse(text).text


@pytest.mark.parametrize(
    "text", ["", "10", "0s", "61d", "10m+3601s", "1d off Mars/Olympus", "1d off ../../etc/passwd", "-1d", "1d\n", "１d off UTC!"]
)
def test_a_malformed_time_control_is_refused(text: str) -> None:
    """Empty, out of range, and with an unknown time zone."""
    with pytest.raises(BadSetup):
        parse(text)


def test_a_time_control_in_words() -> None:
    """In both languages, with plurals."""
    assert str(LIVE.sentence) == "10 minutes each, plus 10 seconds per turn"
    assert translate(parse("1d off Europe/Paris").sentence, "fr") == "1 jour par tour, week-ends exclus (Europe/Paris)"


# Weekends.


def test_a_day_that_begins_on_friday_ends_on_monday() -> None:
    """Friday at 18:00 and 24 hours: six on Friday, eighteen on Monday."""
    clock = replace(SLOW, zone=PARIS)

    assert clock.after(at("2026-11-13T18:00"), DAY) == at("2026-11-16T18:00")
    assert clock.counted(at("2026-11-13T18:00"), at("2026-11-16T18:00")) == DAY


def test_a_turn_that_begins_on_sunday_counts_from_monday() -> None:
    """Nothing counts before midnight."""
    clock = replace(SLOW, zone=PARIS)

    assert clock.after(at("2026-11-15T12:00"), HOUR) == at("2026-11-16T01:00")


@pytest.mark.parametrize(("friday", "hours"), [("2026-03-27T12:00", 59), ("2026-10-23T12:00", 61)])
def test_a_weekend_is_measured_in_local_time(friday: str, hours: int) -> None:
    """Daylight saving time begins or ends on the Sunday: the weekend has 47 or 49 hours, and none of them count."""
    clock = replace(SLOW, zone=PARIS)
    begin = at(friday)

    assert clock.after(begin, DAY) - begin == (hours + 12) * HOUR
    assert clock.counted(begin, begin + (hours + 12) * HOUR) == DAY


def test_weekends_are_those_of_the_zone() -> None:
    """Friday evening in New York is Saturday in Paris."""
    moment = at("2026-11-13T20:00", "America/New_York")

    assert replace(SLOW, zone="America/New_York").counted(moment, moment + HOUR) == HOUR
    assert replace(SLOW, zone=PARIS).counted(moment, moment + HOUR) == 0


@given(st.sampled_from((None, *ZONES)), moments, st.integers(1, 40 * DAY).map(float))
def test_after_is_the_inverse_of_counted(zone: str | None, start: float, seconds: float) -> None:
    """At that moment exactly these seconds have counted, and fewer a second before."""
    clock = replace(SLOW, zone=zone)
    end = clock.after(start, seconds)

    assert clock.counted(start, end) == seconds
    assert clock.counted(start, end - 1) == seconds - 1


@given(st.sampled_from((None, *ZONES)), moments, spans, spans)
def test_time_that_counts_adds_up(zone: str | None, start: float, first: float, second: float) -> None:
    """Two spans one after the other count as much as both together."""
    clock = replace(SLOW, zone=zone)
    middle, end = start + first, start + first + second

    assert clock.counted(start, middle) + clock.counted(middle, end) == clock.counted(start, end)
    assert 0 <= clock.counted(start, end) <= end - start


# The clocks of a table.


def test_the_increment_is_added_at_the_end_of_a_turn() -> None:
    """Half a minute of thought, ten seconds more."""
    clocks = begin(LIVE, 2).turn(0, 1000.0).turn(1, 1030.0)

    assert clocks.left == (580.0, 600.0)
    assert clocks.deadline == 1630.0


def test_several_moves_of_a_turn_are_one_turn() -> None:
    """The clock keeps running, and nothing is added."""
    clocks = begin(LIVE, 2).turn(0, 1000.0)

    assert clocks.turn(0, 1020.0) == clocks
    assert clocks.left_at(0, 1020.0) == 580.0


def test_a_correspondence_turn_begins_with_its_full_time() -> None:
    """Time used in the turn before does not count."""
    clocks = begin(SLOW, 2).turn(0, 0.0).turn(1, 3600.0).turn(0, 7200.0)

    assert clocks.deadline == 7200.0 + DAY


def test_an_undo_removes_the_increment_and_restores_the_other_clock() -> None:
    """The increment is gone. The opponent loses no time for thinking about the undone move: it is charged to the undo."""
    before = begin(LIVE, 2).turn(0, 1000.0)
    clocks = before.turn(1, 1030.0).back(0, 1090.0)

    assert clocks.left == (510.0, 600.0)
    assert (clocks.seat, clocks.deadline) == (0, 1090.0 + 510.0)
    assert clocks.turn(1, 1090.0).left == (520.0, 600.0)


@pytest.mark.parametrize("waits", [0.0, 0.5, 1.0])
def test_repeated_undo_gains_no_time(waits: float) -> None:
    """A hundred times, a second each, part of it on the other's clock: every second is used up, and the other loses none."""
    clocks = begin(LIVE, 2).turn(0, 0.0)
    for second in range(100):
        clocks = clocks.turn(1, second + 1.0 - waits).back(0, second + 1.0)

    assert clocks.left_at(0, 100.0) == 500.0
    assert clocks.left[1] == 600.0


def test_an_undo_that_costs_more_than_is_left_ends_the_time() -> None:
    """With five seconds left, a move is undone after ten: the time has run out."""
    clocks = begin(LIVE, 2).turn(0, 0.0).turn(1, 595.0).back(0, 605.0)

    assert clocks.expired(605.0) == 0


def test_a_turn_is_taken_back_once() -> None:
    """Passed on for the second time it is final, until the next turn; undoing within a turn is not taking it back."""
    passed = begin(LIVE, 2).turn(0, 0.0).turn(1, 10.0)
    assert not passed.final(0)

    taken = passed.back(0, 20.0)
    assert not taken.final(0)  # nothing to take back: it is the turn of seat 0
    again = taken.turn(1, 30.0)
    assert again.final(0)
    answered = again.turn(0, 40.0)
    assert not answered.final(1)
    assert not answered.turn(1, 50.0).final(0)


def test_an_undo_within_a_turn_leaves_the_clock_running() -> None:
    """It is the same player's time."""
    clocks = begin(LIVE, 2).turn(0, 1000.0)

    assert clocks.back(0, 1040.0) == clocks


def test_a_player_who_ran_out_of_time_returns_with_new_time_after_a_bot_has_moved() -> None:
    """Not before the bot has moved: otherwise no one would ever have to move."""
    clocks = begin(LIVE, 2).turn(0, 0.0)
    assert clocks.expired(599.0) is None
    assert clocks.expired(600.0) == 0

    gone = clocks.away(0, 601.0)
    assert gone.left == (0.0, 600.0)
    assert gone.deadline is None
    assert not gone.may_return(0, 601.0)

    moved = gone.help(0, 12, 602.0).turn(1, 602.0)
    assert moved.may_return(0, 602.0)
    assert moved.stands == 12
    assert moved.returned(0, 650.0, acting=False).left == (150.0, 600.0)


def test_a_player_who_returns_before_the_bot_has_moved_has_gained_nothing() -> None:
    """The clock runs until the bot has moved; a hundred times out and in cost what they take."""
    clocks = begin(LIVE, 2).turn(0, 0.0)
    for second in range(100):
        clocks = clocks.away(0, float(second)).returned(0, second + 1.0, acting=True)

    assert clocks.deadline == 600.0
    assert not clocks.away(0, 590.0).may_return(0, 600.0)


def test_the_clock_of_a_player_who_left_stops_when_the_bot_has_moved() -> None:
    """The bot's move earns no increment."""
    clocks = begin(LIVE, 2).turn(0, 0.0).away(0, 100.0).help(0, 1, 130.0).turn(1, 130.0)

    assert clocks.left == (470.0, 600.0)
    assert clocks.seat == 1


def test_an_undo_after_the_opponent_returned_still_removes_the_increment() -> None:
    """Seat 1 was away when it got the turn and is back: seat 0 undoes its move."""
    clocks = begin(LIVE, 2).turn(0, 0.0).turn(None, 30.0).returned(1, 40.0, acting=True).back(0, 60.0)

    assert clocks.left == (540.0, 600.0)


@pytest.mark.parametrize("moved", [False, True])
def test_a_player_who_returns_while_the_bot_thinks_pays_for_its_thinking(moved: bool) -> None:
    """One who left before their turn, and one for whom the bot has already made moves of this turn: since the last move."""
    clocks = begin(LIVE, 2).turn(0, 0.0).turn(None, 30.0)
    if moved:
        clocks = clocks.help(1, 5, 35.0).turn(None, 35.0)
    clocks = clocks.returned(1, 50.0, acting=True)

    assert clocks.left_at(1, 60.0) == 600.0 - (25.0 if moved else 30.0)


def test_a_player_who_returns_after_the_server_was_down_pays_for_a_minute_at_most() -> None:
    """The bot had the turn when the server stopped."""
    clocks = begin(LIVE, 2).turn(0, 0.0).turn(None, 30.0).returned(1, 9000.0, acting=True)

    assert clocks.left_at(1, 9000.0) == 540.0


def test_a_system_clock_that_is_set_back_uses_no_time() -> None:
    """`now` is before `since`: no time has been used."""
    clocks = begin(LIVE, 2).turn(0, 1000.0)

    assert clocks.left_at(0, 400.0) == 600.0
    assert clocks.turn(1, 400.0).left == (610.0, 600.0)


class GameWithClocks(RuleBasedStateMachine):
    """A game of three with clocks, and a model that adds up the time each seat was given and has used."""

    @initialize(clock=st.sampled_from((LIVE, SLOW, TimeControl(30, 0), replace(LIVE, zone=PARIS))), now=moments)
    def sit(self, clock: TimeControl, now: float) -> None:
        self.now = now
        self.clock = clock
        self.clocks: Clocks = begin(clock, 3).turn(0, now)
        self.given = [float(clock.bank)] * 3
        self.used = [0.0] * 3
        self.undo: tuple[int, list[float], list[float]] | None = None

    def spend(self) -> None:
        """Add the time that the running clock has used to the model."""
        seat = self.clocks.seat
        if seat is not None:
            left = self.given[seat] - self.used[seat]
            self.used[seat] += min(left, self.clock.counted(self.clocks.since, self.now))

    @rule(seconds=st.integers(0, 500).map(float))
    def wait(self, seconds: float) -> None:
        self.now += seconds

    @precondition(lambda self: self.clocks.seat is not None)
    @rule(to=st.sampled_from((None, 0, 1, 2)))
    def move(self, to: int | None) -> None:
        seat = self.clocks.seat
        assert seat is not None
        if self.clocks.expired(self.now) is not None:
            self.run_out()
            return
        if to != seat:
            self.spend()
            self.undo = (seat, list(self.given), list(self.used))
            self.given[seat] = self.clock.bank + self.used[seat] if self.clock.per_turn else self.given[seat] + self.clock.increment
        self.clocks = self.clocks.turn(to, self.now)

    @precondition(lambda self: self.clocks.seat is None)
    @rule(to=st.sampled_from((0, 1, 2)))
    def bot_moves(self, to: int) -> None:
        self.clocks = self.clocks.turn(to, self.now)
        self.undo = None

    @precondition(lambda self: self.undo is not None)
    @rule()
    def take_back(self) -> None:
        assert self.undo is not None
        seat, self.given, self.used = self.undo
        if self.clocks.seat is not None:
            left = self.given[seat] - self.used[seat]
            self.used[seat] += min(left, self.clock.counted(self.clocks.since, self.now))
        self.clocks = self.clocks.back(seat, self.now)
        self.undo = None

    def run_out(self) -> None:
        """Let a seat run out of time, a bot move for it, and the player return at once."""
        seat = self.clocks.seat
        assert seat is not None
        self.spend()
        self.clocks = self.clocks.away(seat, self.now)
        assert self.clocks.left[seat] == 0
        self.clocks = self.clocks.help(seat, 1, self.now).returned(seat, self.now, acting=False)
        self.given[seat] += self.clock.return_minimum
        self.undo = None

    @invariant()
    def clocks_are_never_negative_and_match_the_model(self) -> None:
        """Every second is counted once, for one seat."""
        assert all(self.clocks.left_at(seat, self.now) >= 0 for seat in range(3))
        for seat in range(3):
            assert self.clocks.left[seat] == self.given[seat] - self.used[seat]


TestGameWithClocks = GameWithClocks.TestCase
TestGameWithClocks.settings = settings(max_examples=60, stateful_step_count=25, deadline=None)
