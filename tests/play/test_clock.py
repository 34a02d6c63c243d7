"""Clocks: time is conserved whatever happens, banks are never below zero, weekends do not count, and nobody gains by an undo."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from roundhouse.core.sentence import BadSetup
from roundhouse.play.clock import DAY, HOUR, Clock, Times, begin, parse
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
LIVE = Clock(600, 10)
SLOW = Clock(DAY, each=True)

moments = st.integers(1_200_000_000, 2_000_000_000).map(float)  # 2008 to 2033: Samoa skips a day, Brazil ends its summer time
spans = st.integers(0, 40 * DAY).map(float)


def at(text: str, zone: str = PARIS) -> float:
    """A moment as the wall clock of a zone shows it."""
    return datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).timestamp()


# How clocks are written.


@pytest.mark.parametrize("text", ["10m+10s", "20m+0s", "1d", "12h", "90s+5s", "3d off Europe/Paris", "30m+30s off UTC"])
def test_a_clock_is_written_and_read_the_same(text: str) -> None:
    """Live and slow paces, with and without weekends off."""
    assert text == parse(text).text


@pytest.mark.parametrize(
    "text", ["", "10", "0s", "61d", "10m+3601s", "1d off Mars/Olympus", "1d off ../../etc/passwd", "-1d", "1d\n", "１d off UTC!"]
)
def test_what_is_no_clock_is_refused(text: str) -> None:
    """Nothing, too much, and zones that do not exist."""
    with pytest.raises(BadSetup):
        parse(text)


def test_a_clock_is_told_in_words() -> None:
    """In both languages, with plurals."""
    assert str(LIVE.sentence) == "10 minutes each, and 10 seconds more with every turn"
    assert translate(parse("1d off Europe/Paris").sentence, "fr") == "1 jour par tour, week-ends exclus (Europe/Paris)"


# Weekends.


def test_a_day_that_begins_on_friday_ends_on_monday() -> None:
    """Friday at 18:00 and 24 hours: six on Friday, eighteen on Monday."""
    clock = replace(SLOW, zone=PARIS)

    assert clock.after(at("2026-11-13T18:00"), DAY) == at("2026-11-16T18:00")
    assert clock.worked(at("2026-11-13T18:00"), at("2026-11-16T18:00")) == DAY


def test_a_turn_that_begins_on_sunday_counts_from_monday() -> None:
    """Nothing counts before midnight."""
    clock = replace(SLOW, zone=PARIS)

    assert clock.after(at("2026-11-15T12:00"), HOUR) == at("2026-11-16T01:00")


@pytest.mark.parametrize(("friday", "hours"), [("2026-03-27T12:00", 59), ("2026-10-23T12:00", 61)])
def test_a_weekend_is_as_long_as_the_wall_clocks_show(friday: str, hours: int) -> None:
    """Summer time begins or ends on the Sunday: the weekend has 47 or 49 hours, and none of them count."""
    clock = replace(SLOW, zone=PARIS)
    begin = at(friday)

    assert clock.after(begin, DAY) - begin == (hours + 12) * HOUR
    assert clock.worked(begin, begin + (hours + 12) * HOUR) == DAY


def test_weekends_are_those_of_the_zone() -> None:
    """Friday evening in New York is Saturday in Paris."""
    moment = at("2026-11-13T20:00", "America/New_York")

    assert replace(SLOW, zone="America/New_York").worked(moment, moment + HOUR) == HOUR
    assert replace(SLOW, zone=PARIS).worked(moment, moment + HOUR) == 0


@given(st.sampled_from((None, *ZONES)), moments, st.integers(1, 40 * DAY).map(float))
def test_after_is_the_inverse_of_worked(zone: str | None, start: float, seconds: float) -> None:
    """So many seconds have counted at that moment, and fewer a second before."""
    clock = replace(SLOW, zone=zone)
    end = clock.after(start, seconds)

    assert clock.worked(start, end) == seconds
    assert clock.worked(start, end - 1) == seconds - 1


@given(st.sampled_from((None, *ZONES)), moments, spans, spans)
def test_time_that_counts_adds_up(zone: str | None, start: float, first: float, second: float) -> None:
    """Two spans one after the other count as much as both together."""
    clock = replace(SLOW, zone=zone)
    middle, end = start + first, start + first + second

    assert clock.worked(start, middle) + clock.worked(middle, end) == clock.worked(start, end)
    assert 0 <= clock.worked(start, end) <= end - start


# The clocks of a table.


def test_a_turn_adds_its_increment_when_it_passes() -> None:
    """Half a minute of thought, ten seconds more."""
    times = begin(LIVE, 2).turn(0, 1000.0).turn(1, 1030.0)

    assert times.left == (580.0, 600.0)
    assert times.deadline == 1630.0


def test_several_moves_of_a_turn_are_one_turn() -> None:
    """The clock goes on, and nothing is added."""
    times = begin(LIVE, 2).turn(0, 1000.0)

    assert times.turn(0, 1020.0) == times
    assert times.left_at(0, 1020.0) == 580.0


def test_a_slow_turn_begins_with_all_its_time() -> None:
    """What was used the last time is forgotten."""
    times = begin(SLOW, 2).turn(0, 0.0).turn(1, 3600.0).turn(0, 7200.0)

    assert times.deadline == 7200.0 + DAY


def test_a_turn_taken_back_gives_back_no_more_than_it_had() -> None:
    """The increment is gone again, and the other has lost nothing by thinking about a move that never was."""
    before = begin(LIVE, 2).turn(0, 1000.0)
    times = before.turn(1, 1030.0).back(0, 1090.0)

    assert times.left == (570.0, 600.0)
    assert (times.seat, times.deadline) == (0, 1090.0 + 570.0)
    assert times.turn(1, 1090.0).left == (580.0, 600.0)


def test_moving_and_taking_back_for_ever_gains_nothing() -> None:
    """A hundred times, a second each: all of them are paid."""
    times = begin(LIVE, 2).turn(0, 0.0)
    for second in range(100):
        times = times.turn(1, second + 1.0).back(0, second + 1.0)

    assert times.left_at(0, 100.0) == 500.0


def test_an_undo_within_a_turn_leaves_the_clock_running() -> None:
    """It was the same person's time all along."""
    times = begin(LIVE, 2).turn(0, 1000.0)

    assert times.back(0, 1040.0) == times


def test_time_runs_out_a_bot_moves_and_the_person_comes_back_with_time_again() -> None:
    """Not before the bot has moved: else nobody would ever have to move."""
    times = begin(LIVE, 2).turn(0, 0.0)
    assert times.expired(599.0) is None
    assert times.expired(600.0) == 0

    gone = times.away(0, 601.0)
    assert gone.left == (0.0, 600.0)
    assert gone.deadline is None
    assert not gone.may_return(0)

    moved = gone.help(0, 12).turn(1, 602.0)
    assert moved.may_return(0)
    assert moved.stands == 12
    assert moved.returned(0, 650.0, acting=False).left == (150.0, 600.0)


def test_who_lets_a_bot_sit_in_and_comes_back_before_it_moved_has_what_was_left() -> None:
    """Otherwise leaving would be a way to gain time."""
    times = begin(LIVE, 2).turn(0, 0.0).away(0, 595.0).returned(0, 700.0, acting=True)

    assert times.deadline == 705.0


def test_an_undo_after_the_other_came_back_still_takes_the_increment_away() -> None:
    """Seat 1 was away when it got the turn, and is back: seat 0 takes its move back."""
    times = begin(LIVE, 2).turn(0, 0.0).turn(None, 30.0).returned(1, 40.0, acting=True).back(0, 60.0)

    assert times.left == (570.0, 600.0)


def test_a_system_clock_that_is_set_back_costs_nobody_anything() -> None:
    """Now is before since: nothing has been used."""
    times = begin(LIVE, 2).turn(0, 1000.0)

    assert times.left_at(0, 400.0) == 600.0
    assert times.turn(1, 400.0).left == (610.0, 600.0)


class Evening(RuleBasedStateMachine):
    """A table of three with clocks, and a second set of books kept by adding up what each seat was given and has used."""

    @initialize(clock=st.sampled_from((LIVE, SLOW, Clock(30, 0), replace(LIVE, zone=PARIS))), now=moments)
    def sit(self, clock: Clock, now: float) -> None:
        self.now = now
        self.clock = clock
        self.times: Times = begin(clock, 3).turn(0, now)
        self.given = [float(clock.bank)] * 3
        self.used = [0.0] * 3
        self.undo: tuple[int, list[float], list[float]] | None = None

    def spend(self) -> None:
        """Writes down what the running clock has used."""
        seat = self.times.seat
        if seat is not None:
            left = self.given[seat] - self.used[seat]
            self.used[seat] += min(left, self.clock.worked(self.times.since, self.now))

    @rule(seconds=st.integers(0, 500).map(float))
    def wait(self, seconds: float) -> None:
        self.now += seconds

    @precondition(lambda self: self.times.seat is not None)
    @rule(to=st.sampled_from((None, 0, 1, 2)))
    def move(self, to: int | None) -> None:
        seat = self.times.seat
        assert seat is not None
        if self.times.expired(self.now) is not None:
            self.run_out()
            return
        if to != seat:
            self.spend()
            self.undo = (seat, list(self.given), list(self.used))
            self.given[seat] = self.clock.bank + self.used[seat] if self.clock.each else self.given[seat] + self.clock.increment
        self.times = self.times.turn(to, self.now)

    @precondition(lambda self: self.times.seat is None)
    @rule(to=st.sampled_from((0, 1, 2)))
    def bot_moves(self, to: int) -> None:
        self.times = self.times.turn(to, self.now)
        self.undo = None

    @precondition(lambda self: self.undo is not None)
    @rule()
    def take_back(self) -> None:
        assert self.undo is not None
        seat, self.given, self.used = self.undo
        self.times = self.times.back(seat, self.now)
        self.undo = None

    def run_out(self) -> None:
        """The time of a seat is over: a bot moves, and the person is back at once."""
        seat = self.times.seat
        assert seat is not None
        self.spend()
        self.times = self.times.away(seat, self.now)
        assert self.times.left[seat] == 0
        self.times = self.times.help(seat, 1).returned(seat, self.now, acting=False)
        self.given[seat] += self.clock.again
        self.undo = None

    @invariant()
    def nobody_is_below_zero_and_the_books_agree(self) -> None:
        """Every second is somebody's, once."""
        assert all(self.times.left_at(seat, self.now) >= 0 for seat in range(3))
        for seat in range(3):
            assert self.times.left[seat] == self.given[seat] - self.used[seat]


TestEvening = Evening.TestCase
TestEvening.settings = settings(max_examples=60, stateful_step_count=25, deadline=None)
