"""Clocks: how long people may think, what each of them has left, and when it ends. Times are arguments, in seconds since 1970."""

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
_AGAIN: Final = 4  # who comes back to a live game has at least this part of a bank: one in so many
_SHORT: Final = 10  # time is short when less than one in so many is left
_SATURDAY: Final = 5
_WEEKEND: Final = timedelta(days=2)
_WEEK: Final = timedelta(days=7)


@dataclass(frozen=True)
class Clock:
    """What was settled for a table: a bank that lasts and grows a little with every turn, or the same time anew for every turn."""

    bank: int  # seconds
    increment: int = 0  # seconds that a turn adds to a bank that lasts
    each: bool = False  # the bank is for every turn anew: a slow pace
    zone: str | None = None  # weekends in this time zone do not count

    @property
    def text(self) -> str:
        """How it is written down.

        >>> Clock(600, 10).text, Clock(86400, each=True, zone="Europe/Paris").text
        ('10m+10s', '1d off Europe/Paris')
        """
        unit = _unit(self.bank)
        bank = f"{self.bank // _UNITS[unit]}{unit}"
        pace = bank if self.each else f"{bank}+{self.increment}s"
        return pace if self.zone is None else f"{pace} off {self.zone}"

    @property
    def sentence(self) -> Sentence:
        """In words."""
        bank = duration(self.bank)
        if self.each:
            pace = say("{time} a turn", time=bank)
        elif self.increment:
            pace = say("{time} each, and {more} more with every turn", time=bank, more=duration(self.increment))
        else:
            pace = say("{time} each", time=bank)
        return pace if self.zone is None else say("{pace}, weekends off ({zone})", pace=pace, zone=self.zone)

    @property
    def again(self) -> int:
        """The least that somebody has who takes a seat back after a bot has moved."""
        return self.bank if self.each else max(1, self.bank // _AGAIN)

    @property
    def short(self) -> float:
        """When so many seconds are left, a page says that time is short."""
        return min(self.bank / _SHORT, MINUTE if not self.each else 2 * HOUR)

    def worked(self, begin: float, end: float) -> float:
        """The seconds between two moments that count; none if time runs backwards."""
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
        """The moment at which so many seconds that count have gone by."""
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


def parse(text: str) -> Clock:
    """The clock that is written so; BadSetup says what is wrong."""
    found = _TEXT.fullmatch(text)
    if found is None:
        raise BadSetup(say("'{text}' is no clock; clocks are written like 10m+10s, 1d or 1d off Europe/Paris", text=text[:40]))
    bank, unit, increment, zone = found.groups()
    clock = Clock(int(bank) * _UNITS[unit], int(increment or 0), increment is None, zone)
    if not 0 < clock.bank <= LONGEST or clock.increment > LONGEST_INCREMENT:
        raise BadSetup(say("a clock gives from one second to {most}", most=duration(LONGEST)))
    if zone is not None and zone not in _zones():
        raise BadSetup(say("there is no time zone '{zone}'", zone=zone[:40]))
    return clock


def duration(seconds: int) -> Sentence:
    """A length of time in its largest whole unit."""
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
class Passed:
    """What the clocks stood at when the turn passed, for the case that it comes back."""

    seat: int  # who passed it on
    left: float  # what that seat had, before the turn was rewarded
    to: int | None  # who got it; None: a bot, or nobody
    had: float  # what that seat had then


@dataclass(frozen=True)
class Times:
    """How the clocks of a table stand. At most one runs; a value never changes, each event gives the next."""

    clock: Clock
    left: tuple[float, ...]  # of each seat, as of `since`
    seat: int | None = None  # whose clock runs
    since: float = 0.0
    passed: Passed | None = None
    helped: tuple[int, ...] = ()  # seats that a bot has moved for since their people were gone
    stands: int = 0  # so many moves of the game cannot be taken back any more: a bot has made the last of them

    @property
    def deadline(self) -> float | None:
        """When the running clock ends."""
        return None if self.seat is None else self.clock.after(self.since, self.left[self.seat])

    def left_at(self, seat: int, now: float) -> float:
        """What a seat has left."""
        used = self.clock.worked(self.since, now) if seat == self.seat else 0.0
        return max(0.0, self.left[seat] - used)

    def expired(self, now: float) -> int | None:
        """The seat whose time is over."""
        return self.seat if self.seat is not None and self.left_at(self.seat, now) <= 0 else None

    def turn(self, seat: int | None, now: float) -> Times:
        """After a move: the turn is with `seat`, None being a bot or nobody. Who passed it on is rewarded."""
        if seat == self.seat:
            return self
        stopped = self._stopped(now)
        if self.seat is None:
            return replace(stopped, seat=seat, since=now, passed=None)
        had = 0.0 if seat is None else self.left[seat]
        passed = Passed(self.seat, stopped.left[self.seat], seat, had)
        return replace(stopped._with(self.seat, self._rewarded(passed.left)), seat=seat, since=now, passed=passed)

    def back(self, seat: int, now: float) -> Times:
        """After an undo: the turn is with `seat` again, which keeps what it had without the reward; who waited has lost nothing."""
        if seat == self.seat:
            return self
        passed = self.passed
        if passed is None or passed.seat != seat:
            return replace(self._stopped(now), seat=seat, since=now, passed=None)
        times = self._with(seat, passed.left)
        if passed.to is not None:
            times = times._with(passed.to, passed.had)
        return replace(times, seat=seat, since=now, passed=None)

    def away(self, seat: int, now: float) -> Times:
        """A bot sits in for the person of a seat, whose clock stands still."""
        return self if seat != self.seat else replace(self._stopped(now), seat=None)

    def help(self, seat: int, moves: int) -> Times:
        """A bot has moved for the person of a seat: there are so many moves now, and they stand."""
        return replace(self, helped=tuple(sorted({*self.helped, seat})), stands=moves)

    def may_return(self, seat: int) -> bool:
        """Whether the seat can be taken back: somebody whose time is over waits until the bot has made the move."""
        return self.left[seat] > 0 or seat in self.helped

    def returned(self, seat: int, now: float, *, acting: bool) -> Times:
        """The person of a seat is back; with time again, if a bot had to move in between."""
        times = self
        if seat in self.helped:
            helped = tuple(other for other in self.helped if other != seat)
            times = replace(self._with(seat, max(self.left[seat], self.clock.again)), helped=helped)
        if not acting:
            return times
        passed = None if self.passed is None else replace(self.passed, to=seat, had=times.left[seat])
        return replace(times, seat=seat, since=now, passed=passed)

    def _rewarded(self, left: float) -> float:
        return float(self.clock.bank) if self.clock.each else left + self.clock.increment

    def _stopped(self, now: float) -> Times:
        return self if self.seat is None else self._with(self.seat, self.left_at(self.seat, now))

    def _with(self, seat: int, left: float) -> Times:
        return replace(self, left=(*self.left[:seat], left, *self.left[seat + 1 :]))


def begin(clock: Clock, seats: int) -> Times:
    """The clocks before the first move: all full, none runs."""
    return Times(clock, (float(clock.bank),) * seats)


def _unit(seconds: int) -> str:
    return next(unit for unit in "dhms" if seconds % _UNITS[unit] == 0 and seconds >= _UNITS[unit])


def _weekends(zone: str, begin: float) -> Iterator[tuple[float, float]]:
    """The weekends from the week of a moment on: Saturday and Sunday, as the wall clocks of the zone show them."""
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
