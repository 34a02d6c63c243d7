"""Time controls and clocks: how long players may think, and what each has left. Times are arguments, in seconds since 1970."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from functools import cache
from typing import Final
from zoneinfo import ZoneInfo, available_timezones

from roundhouse.core.sentence import BadSetup, Sentence, say, say_many

MINUTE: Final = 60
HOUR: Final = 60 * MINUTE
DAY: Final = 24 * HOUR
LONGEST: Final = 60 * DAY
LONGEST_INCREMENT: Final = HOUR
_UNITS: Final = {"s": 1, "m": MINUTE, "h": HOUR, "d": DAY}
_TEXT: Final = re.compile(r"(\d{1,8})([smhd])(?:\+(\d{1,8})s)?(?: off (\S+))?")
_RETURN_SHARE: Final = 4  # a player who returns to a live game has at least a fourth of the bank
_LOW_SHARE: Final = 10  # time is short when less than a tenth of the bank is left
_SATURDAY: Final = 5
_WEEKEND: Final = timedelta(days=2)
_WEEK: Final = timedelta(days=7)


@dataclass(frozen=True)
class TimeControl:
    """The time control of a table: a bank for the whole game with an increment per turn, or a fixed time for every turn."""

    bank: int  # seconds
    increment: int = 0  # seconds added to the bank after each turn
    per_turn: bool = False  # the bank is for one turn and refilled for the next (correspondence play)
    zone: str | None = None  # weekends in this time zone do not count; None if they do

    @property
    def text(self) -> str:
        """The notation, as read by `parse`.

        >>> TimeControl(600, 10).text, TimeControl(86400, per_turn=True, zone="Europe/Paris").text
        ('10m+10s', '1d off Europe/Paris')
        """
        unit = _unit(self.bank)
        bank = f"{self.bank // _UNITS[unit]}{unit}"
        pace = bank if self.per_turn else f"{bank}+{self.increment}s"
        return pace if self.zone is None else f"{pace} off {self.zone}"

    @property
    def sentence(self) -> Sentence:
        """The time control in words."""
        bank = duration(self.bank)
        if self.per_turn:
            pace = say("{time} per turn", time=bank)
        elif self.increment:
            pace = say("{time} each, plus {more} per turn", time=bank, more=duration(self.increment))
        else:
            pace = say("{time} each", time=bank)
        return pace if self.zone is None else say("{pace}, weekends off ({zone})", pace=pace, zone=self.zone)

    @property
    def return_minimum(self) -> int:
        """The least time of a player who takes a seat back after a bot has moved."""
        return self.bank if self.per_turn else max(1, self.bank // _RETURN_SHARE)

    @property
    def short(self) -> float:
        """The number of seconds below which time is shown to be short."""
        return min(self.bank / _LOW_SHARE, MINUTE if not self.per_turn else 2 * HOUR)

    def counted(self, begin: float, end: float) -> float:
        """Return the seconds that count between two moments; 0 if time runs backwards."""
        if end <= begin:
            return 0.0
        if self.zone is None:
            return end - begin
        off = 0.0
        for first, last in _weekends(self.zone, begin):
            if first >= end:
                break
            off += max(0.0, min(last, end) - max(first, begin))
        return end - begin - off

    def after(self, begin: float, seconds: float) -> float:
        """Return the moment at which `seconds` that count have passed since `begin`."""
        if self.zone is None:
            return begin + seconds
        moment = begin
        for first, last in _weekends(self.zone, begin):  # pragma: no branch - there is always another weekend
            if moment < first:
                if seconds <= first - moment:
                    break
                seconds -= first - moment
            moment = max(moment, last)
        return moment + seconds


def parse(text: str) -> TimeControl:
    """Parse the notation of a time control. Raise BadSetup if it is wrong."""
    match = _TEXT.fullmatch(text)
    if match is None:
        raise BadSetup(say("'{text}' is not a time control; write it like 10m+10s, 1d or 1d off Europe/Paris", text=text[:40]))
    bank, unit, increment, zone = match.groups()
    clock = TimeControl(int(bank) * _UNITS[unit], int(increment or 0), increment is None, zone)
    if not 0 < clock.bank <= LONGEST or clock.increment > LONGEST_INCREMENT:
        raise BadSetup(say("a time control gives from one second to {most}", most=duration(LONGEST)))
    if zone is not None and zone not in _zones():
        raise BadSetup(say("there is no time zone '{zone}'", zone=zone[:40]))
    return clock


def duration(seconds: int) -> Sentence:
    """Return a duration in words, in its largest whole unit."""
    unit = _unit(seconds)
    count = seconds // _UNITS[unit]
    if unit == "d":
        return say_many("{count} day", "{count} days", count=count)
    if unit == "h":
        return say_many("{count} hour", "{count} hours", count=count)
    if unit == "m":
        return say_many("{count} minute", "{count} minutes", count=count)
    return say_many("{count} second", "{count} seconds", count=count)


@dataclass(frozen=True)
class PassedTurn:
    """The clocks at the moment the turn was passed on, so that an undo can restore them."""

    seat: int  # that passed the turn on
    left: float  # its time left, before the increment
    to: int | None  # the seat that got the turn; None for a bot, or at the end of the game
    had: float  # the time left of that seat
    taken_back: bool = False  # the turn has been taken back once: passed on again, it is final


@dataclass(frozen=True)
class Clocks:
    """The clocks of a table, of which at most one runs. Immutable: every event returns a new value."""

    clock: TimeControl
    left: tuple[float, ...]  # seconds of each seat, as of `since`
    seat: int | None = None  # whose clock runs
    since: float = 0.0  # when it began to run; if none runs, when the last move was made
    passed: PassedTurn | None = None
    helped: tuple[int, ...] = ()  # seats for which a bot has moved since their players left
    stands: int = 0  # number of moves that can no longer be undone: a bot has made the last of them

    @property
    def deadline(self) -> float | None:
        """The moment at which the running clock runs out, or None if none runs."""
        return None if self.seat is None else self.clock.after(self.since, self.left[self.seat])

    def left_at(self, seat: int, now: float) -> float:
        """Return the time that a seat has left."""
        used = self.clock.counted(self.since, now) if seat == self.seat else 0.0
        return max(0.0, self.left[seat] - used)

    def expired(self, now: float) -> int | None:
        """Return the seat that has run out of time, or None."""
        return self.seat if self.seat is not None and self.left_at(self.seat, now) <= 0 else None

    def turn(self, seat: int | None, now: float) -> Clocks:
        """Pass the turn to `seat` after a move (None for a bot, or nobody), and give the seat that moved its increment."""
        if seat == self.seat:
            return self if seat is not None else replace(self, since=now)
        stopped = self._stopped(now)
        if self.seat is None:
            return replace(stopped, seat=seat, since=now, passed=None)
        had = 0.0 if seat is None else self.left[seat]
        taken_back = self.passed is not None and self.passed.taken_back and self.passed.seat == self.seat
        passed = PassedTurn(self.seat, stopped.left[self.seat], seat, had, taken_back)
        return replace(stopped._with(self.seat, self._with_increment(passed.left)), seat=seat, since=now, passed=passed)

    def back(self, seat: int, now: float) -> Clocks:
        """Give the turn back to `seat` after an undo: it loses its increment and the time that the other's clock ran."""
        if seat == self.seat:
            return self
        passed = self.passed
        if passed is None or passed.seat != seat:
            return replace(self._stopped(now), seat=seat, since=now, passed=None)
        waited = 0.0 if self.seat is None else self.clock.counted(self.since, now)
        times = self._with(seat, max(0.0, passed.left - waited))
        if passed.to is not None:
            times = times._with(passed.to, passed.had)
        return replace(times, seat=seat, since=now, passed=replace(passed, taken_back=True))

    def final(self, seat: int) -> bool:
        """Return whether a seat has passed its turn on for good, because it has taken it back once already."""
        passed = self.passed
        return self.seat != seat and passed is not None and passed.seat == seat and passed.taken_back

    def away(self, seat: int, now: float) -> Clocks:
        """Let a bot take over a seat: its clock runs on until the bot has moved, or stops because its time is over."""
        return replace(self._stopped(now), seat=None) if self.expired(now) == seat else self

    def help(self, seat: int, moves: int, now: float) -> Clocks:
        """Stop the clock of a seat for which a bot has moved: the `moves` made so far can no longer be undone."""
        times = replace(self._stopped(now), seat=None) if seat == self.seat else self
        return replace(times, helped=tuple(sorted({*self.helped, seat})), stands=moves)

    def may_return(self, seat: int, now: float) -> bool:
        """Return whether a player may take the seat back: one who ran out of time must wait until the bot has moved."""
        return self.left_at(seat, now) > 0 or seat in self.helped

    def returned(self, seat: int, now: float, *, acting: bool) -> Clocks:
        """Give a seat back to its player, with at least `return_minimum` if a bot has moved in between.

        A player who is to act is charged from the last move on, as if they had never been away: the bot's thinking is not free. But
        for at most a minute, longer than a bot thinks, so that nobody pays for a server that was down.
        """
        times = self
        if seat in self.helped:
            helped = tuple(other for other in self.helped if other != seat)
            times = replace(self._with(seat, max(self.left[seat], self.clock.return_minimum)), helped=helped)
        if not acting or seat == self.seat:  # it has been running all the time
            return times
        passed = None if self.passed is None else replace(self.passed, to=seat, had=times.left[seat])
        return replace(times, seat=seat, since=max(self.since, now - MINUTE), passed=passed)

    def _with_increment(self, left: float) -> float:
        return float(self.clock.bank) if self.clock.per_turn else left + self.clock.increment

    def _stopped(self, now: float) -> Clocks:
        return self if self.seat is None else self._with(self.seat, self.left_at(self.seat, now))

    def _with(self, seat: int, left: float) -> Clocks:
        return replace(self, left=(*self.left[:seat], left, *self.left[seat + 1 :]))


def begin(clock: TimeControl, seats: int) -> Clocks:
    """Return the clocks before the first move: all full, none running."""
    return Clocks(clock, (float(clock.bank),) * seats)


def _unit(seconds: int) -> str:
    return next(unit for unit in "dhms" if seconds % _UNITS[unit] == 0 and seconds >= _UNITS[unit])


def _weekends(zone: str, begin: float) -> Iterator[tuple[float, float]]:
    """Yield the weekends (start, end) from the week of `begin` on: Saturday and Sunday in local time."""
    where = ZoneInfo(zone)
    day = datetime.fromtimestamp(begin, where).date()
    saturday = day + timedelta(days=_SATURDAY - day.weekday())
    while True:
        yield _midnight(saturday, where), _midnight(saturday + _WEEKEND, where)
        saturday += _WEEK


def _midnight(day: date, zone: ZoneInfo) -> float:
    return datetime(day.year, day.month, day.day, tzinfo=zone).timestamp()


@cache
def _zones() -> frozenset[str]:
    return frozenset(available_timezones())
