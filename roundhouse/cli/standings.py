"""What came out of a run of the arena, at the terminal: ratings, pairs, seats, faults."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from roundhouse.arena.figures import decimal, duration, percent, percent_range, points, points_range
from roundhouse.arena.report import Chapter
from roundhouse.arena.summary import Pair, Standing, Summary
from roundhouse.cli.screen import Screen
from roundhouse.core.game import Game
from roundhouse.core.sentence import say, say_many

_FAULTS: Final = 5  # told one by one; the others are in the results


def show_chapter(game: Game[Any], chapter: Chapter, screen: Screen) -> None:
    """One run."""
    summary = chapter.summary
    games = say_many("{count} game", "{count} games", count=summary.games)
    screen.tell(
        say(
            "{title}, {seats} seats, {games}, seed {seed}",
            title=game.title,
            seats=summary.job.seats,
            games=games,
            seed=summary.job.seed,
        ),
        "bold",
    )
    screen.blank()
    warn_of_repetition(summary, screen)
    if len(summary.standings) == 1:
        _show_seats(summary, screen)
        return
    show_standings(summary, screen)
    if len(summary.standings) > 2:
        screen.blank()
        _show_pairs(summary, screen)
    screen.blank()
    _show_first_seat(summary, screen)
    if chapter.sprt is not None:
        screen.tell(chapter.sprt.told())
    else:
        screen.tell(
            say("Whether one bot is better than another is for --sprt A,B to tell; intervals only describe these games."), "dim"
        )


def warn_of_repetition(summary: Summary, screen: Screen) -> None:
    """A line about games that are the same as others, where there are some."""
    repeated = summary.repeated()
    if repeated is not None:
        screen.refuse(repeated)
        screen.blank()


def show_faults(chapters: Sequence[Chapter], screen: Screen) -> None:
    """The first moves that bots have lost, and how many there are."""
    faults = [(result, fault) for chapter in chapters for result in chapter.results for fault in result.faults]
    for result, fault in faults[:_FAULTS]:
        told = fault.told(result.bots[fault.seat])
        screen.refuse(say("game {number}: {told}; a random move was played", number=result.number, told=told))
    if len(faults) > _FAULTS:
        more = len(faults) - _FAULTS
        screen.refuse(say_many("{count} more fault is in the results", "{count} more faults are in the results", count=more))


def show_standings(summary: Summary, screen: Screen) -> None:
    """The bots in the order of their ratings."""
    heads = [
        say("bot"),
        say("rating"),
        say("95% interval"),
        say("won"),
        say("95% interval"),
        say("points"),
        say("time a move"),
        say("faults"),
    ]
    rows = [_row(standing, screen.language) for standing in summary.standings]
    screen.table([screen.text(head) for head in heads], rows, right=range(1, len(heads)))


def _row(standing: Standing, language: str) -> list[str]:
    return [
        standing.name,
        points(standing.rating.points, language),
        points_range(standing.rating, language),
        percent(standing.wins.value, language),
        percent_range(standing.wins, language),
        decimal(standing.mean_score, 1, language),
        duration(standing.seconds, language),
        str(sum(standing.faults.values())),
    ]


def show_steps(summary: Summary, pairs: Sequence[tuple[str, str]], screen: Screen) -> None:
    """How much higher one bot of each pair stands than the other."""
    heads = [say("step"), say("rating"), say("95% interval"), say("placed above")]
    rows = [_step(summary.pairs[pair], pair, screen) for pair in pairs]
    screen.table([screen.text(head) for head in heads], rows, right=range(1, len(heads)))


def _step(pair: Pair, names: tuple[str, str], screen: Screen) -> list[str]:
    """Of two bots that never met only the distance can be told."""
    return [
        screen.text(say("{a} over {b}", a=names[0], b=names[1])),
        points(pair.difference.points, screen.language),
        points_range(pair.difference, screen.language),
        percent(pair.ahead.value, screen.language) if pair.games else "·",
    ]


def _show_pairs(summary: Summary, screen: Screen) -> None:
    """How often the bot of a row is placed above that of a column."""
    names = [standing.name for standing in summary.standings]
    rows = [[a, *("·" if a == b else percent(summary.pairs[a, b].ahead.value, screen.language) for b in names)] for a in names]
    screen.table([screen.text(say("placed above")), *names], rows, right=range(1, len(names) + 1))


def _show_seats(summary: Summary, screen: Screen) -> None:
    """One bot at all seats: the seats are what differs."""
    heads = [say("seat"), say("won"), say("95% interval"), say("points")]
    rows = [
        [
            str(seat + 1),
            percent(found.value, screen.language),
            percent_range(found, screen.language),
            decimal(summary.seat_scores[seat], 1, screen.language),
        ]
        for seat, found in enumerate(summary.seats)
    ]
    screen.table([screen.text(head) for head in heads], rows, right=range(1, len(heads)))


def _show_first_seat(summary: Summary, screen: Screen) -> None:
    first, language = summary.seats[0], screen.language
    screen.tell(
        say(
            "the first seat won {won} of the games (95% interval {interval}; an equal share is {fair})",
            won=percent(first.value, language),
            interval=percent_range(first, language),
            fair=percent(1 / summary.job.seats, language),
        )
    )
