"""The results of an arena run in the terminal: ratings, pairs, seats, faults."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from roundhouse.arena.formatting import duration, percent_range, points, points_range
from roundhouse.arena.report import Chapter
from roundhouse.arena.summary import Pair, Standing, Summary
from roundhouse.cli.screen import Screen
from roundhouse.core.game import Game
from roundhouse.core.sentence import say, say_many
from roundhouse.ui.numbers import decimal, percent

_MAX_FAULTS: Final = 5  # printed; the others are in the results


def show_chapter(game: Game[Any], chapter: Chapter, screen: Screen) -> None:
    """Print the results of one run."""
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
        screen.tell(chapter.sprt.sentence())
    else:
        screen.tell(
            say("Intervals only describe these games; use --sprt A,B to test whether one bot is better than another."), "dim"
        )


def warn_of_repetition(summary: Summary, screen: Screen) -> None:
    """Print a warning if some games are identical."""
    warning = summary.repetition_warning()
    if warning is not None:
        screen.refuse(warning)
        screen.blank()


def show_faults(chapters: Sequence[Chapter], screen: Screen) -> None:
    """Print the first faults of bots, and the number of the others."""
    faults = [(result, fault) for chapter in chapters for result in chapter.results for fault in result.faults]
    for result, fault in faults[:_MAX_FAULTS]:
        sentence = fault.sentence(result.bots[fault.seat])
        screen.refuse(say("game {number}: {fault}; a random move was played", number=result.number, fault=sentence))
    if len(faults) > _MAX_FAULTS:
        more = len(faults) - _MAX_FAULTS
        screen.refuse(say_many("{count} more fault is in the results", "{count} more faults are in the results", count=more))


def show_standings(summary: Summary, screen: Screen) -> None:
    """Print the bots, sorted by rating."""
    headings = [
        say("bot"),
        say("rating"),
        say("95% interval"),
        say("won"),
        say("95% interval"),
        say("points"),
        say("time per move"),
        say("faults"),
    ]
    rows = [_row(standing, screen.language) for standing in summary.standings]
    screen.table([screen.text(head) for head in headings], rows, right=range(1, len(headings)))


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
    """Print the difference in rating of each pair of bots."""
    headings = [say("step"), say("rating"), say("95% interval"), say("placed above")]
    rows = [_step(summary.pairs[pair], pair, screen) for pair in pairs]
    screen.table([screen.text(head) for head in headings], rows, right=range(1, len(headings)))


def _step(pair: Pair, names: tuple[str, str], screen: Screen) -> list[str]:
    """Return the row of a pair; bots that never met have only a difference in rating."""
    return [
        screen.text(say("{a} over {b}", a=names[0], b=names[1])),
        points(pair.difference.points, screen.language),
        points_range(pair.difference, screen.language),
        percent(pair.ahead.value, screen.language) if pair.games else "·",
    ]


def _show_pairs(summary: Summary, screen: Screen) -> None:
    """Print how often the bot in the row is placed above the bot in the column."""
    names = [standing.name for standing in summary.standings]
    rows = [[a, *("·" if a == b else percent(summary.pairs[a, b].ahead.value, screen.language) for b in names)] for a in names]
    screen.table([screen.text(say("placed above")), *names], rows, right=range(1, len(names) + 1))


def _show_seats(summary: Summary, screen: Screen) -> None:
    """Print the results by seat, for one bot at all seats."""
    headings = [say("seat"), say("won"), say("95% interval"), say("points")]
    rows = [
        [
            str(seat + 1),
            percent(proportion.value, screen.language),
            percent_range(proportion, screen.language),
            decimal(summary.seat_scores[seat], 1, screen.language),
        ]
        for seat, proportion in enumerate(summary.seats)
    ]
    screen.table([screen.text(head) for head in headings], rows, right=range(1, len(headings)))


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
