"""The report of a run: one self-contained page of HTML."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from statistics import fmean, median
from typing import Any, Final

from roundhouse.arena import plots
from roundhouse.arena.formatting import duration, percent_range, points, points_range
from roundhouse.arena.proportion import Proportion
from roundhouse.arena.ratings import Rating
from roundhouse.arena.result import Result
from roundhouse.arena.sprt import BOUND, Sprt
from roundhouse.arena.summary import Summary
from roundhouse.core.game import Game
from roundhouse.core.sentence import Sentence, capital, say, say_many
from roundhouse.ui.languages import SOURCE
from roundhouse.ui.numbers import decimal, percent, whole
from roundhouse.ui.picture import theme
from roundhouse.ui.svg import definitions, escape
from roundhouse.ui.text import translate

_SELF_PLAY: Final = 1


@dataclass(frozen=True)
class Chapter:
    """One run: its summary, its games and its test, if any."""

    summary: Summary
    results: Sequence[Result]
    sprt: Sprt | None

    def _repr_html_(self) -> str:
        """Return the report for a notebook, in an iframe that isolates its styles."""
        job = self.summary.job
        game = job.find_game()
        command = (
            f"roundhouse arena {job.game} --bots {','.join(job.bots)} --games {job.games} --seats {job.seats} --seed {job.seed}"
        )
        document = page(game, [self], command, SOURCE).replace("&", "&amp;").replace('"', "&quot;")
        return f'<iframe style="width:100%;height:640px;border:0" title="{escape(game.title)}" srcdoc="{document}"></iframe>'


def page(game: Game[Any], chapters: Sequence[Chapter], command: str, language: str) -> str:
    """Return the whole page. Several chapters belong to one game with different numbers of players."""
    body = _Page(game, language)
    title = escape(body.text(say("Arena: {title}", title=game.title)))
    content = (
        body.header(chapters) + "".join(body.chapter(chapter, len(chapters) > 1) for chapter in chapters) + body.footer(command)
    )
    return (
        f'<!DOCTYPE html>\n<html lang="{language}"><head><meta charset="utf-8"/><title>{title}</title>'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"/><style>{theme()}{_style()}</style></head>'
        f'<body><svg width="0" height="0" aria-hidden="true" style="position:absolute">{definitions()}</svg>'
        f"<main>{content}</main></body></html>\n"
    )


@cache
def _style() -> str:
    return files("roundhouse.arena").joinpath("report.css").read_text("utf-8")


class _Page:
    """The parts of a page in one language."""

    def __init__(self, game: Game[Any], language: str) -> None:
        self.game = game
        self.language = language

    def text(self, sentence: Sentence) -> str:
        """Translate a sentence and capitalize it."""
        return capital(translate(sentence, self.language))

    # The page frame.

    def header(self, chapters: Sequence[Chapter]) -> str:
        """Return the title, what was played and, for several chapters, links and an overview."""
        job = chapters[0].summary.job
        details = [self.text(say("bots: {names}", names=", ".join(dict.fromkeys(job.bots))))]
        details.append(self.text(say("seed {seed}", seed=job.seed)))
        if job.options:
            details.append(self.text(say("options {options}", options=json.dumps(dict(job.options), ensure_ascii=False))))
        kicker = escape(self.text(say("Roundhouse arena")))
        top = f'<p class="kicker">{kicker}</p><h1>{escape(self.game.title)}</h1>'
        head = f'<header>{top}<p class="facts">{escape(" · ".join(details))}</p></header>'
        if len(chapters) == 1:
            return head
        links = "".join(
            f'<a href="#seats-{chapter.summary.job.seats}">{escape(self._seats(chapter.summary.job.seats))}</a>'
            for chapter in chapters
        )
        return f"{head}<nav>{links}</nav>{self._overview(chapters)}"

    def chapter(self, chapter: Chapter, several: bool) -> str:
        """Return the chapter of one number of players."""
        summary = chapter.summary
        test, scores = self._sprt(chapter.sprt), self._scores(summary)
        bots = [self._ratings(summary), self._standings(summary), self._pairs(summary), test or scores]
        play = [scores, self._wins_by_seat(summary), self._lengths(summary), self._kinds(summary)]
        play += [self._last_moves(summary), self._margins(summary)]
        if len(summary.standings) == _SELF_PLAY:
            bots = []
        elif not test:
            play.remove(scores)
        games = say_many("{count} game", "{count} games", count=summary.games)
        title = f"{self._seats(summary.job.seats)}, {translate(games, self.language)}"
        repeated = summary.repetition_warning()
        warning = f'<p class="warning">{escape(self.text(repeated))}</p>' if repeated is not None else ""
        anchor = f' id="seats-{summary.job.seats}"' if several else ""
        return (
            f'<section class="chapter"{anchor}><h2>{escape(title)}</h2>{warning}{self._key_figures(summary)}'
            f'<div class="figures">{"".join(bots)}</div><div class="columns">{"".join(play)}</div></section>'
        )

    def footer(self, command: str) -> str:
        """Return how the figures were made, and the command that reproduces them."""
        notes = (
            say(
                "Every deal is played from all seats with the same draws. Ratings follow the Plackett-Luce model on the Elo scale:"
                " a lead of 400 points means ten to one odds. Their intervals come from resampling whole deals."
            ),
            say(
                "Intervals are 95% intervals and describe these games."
                " Only a decided test (--sprt) shows that one bot is better than another."
            ),
            say("This command plays the same games again, except for bots with a time budget:"),
        )
        paragraphs = "".join(f'<p class="note">{escape(self.text(note))}</p>' for note in notes)
        return f"<footer>{paragraphs}<code>{escape(command)}</code></footer>"

    # Key figures.

    def _key_figures(self, summary: Summary) -> str:
        first, best = summary.seats[0], summary.standings[0]
        figures = []
        if len(summary.standings) > _SELF_PLAY:
            figures.append(
                (
                    say("highest rating"),
                    best.name,
                    f"{self._points(best.rating.points)} ({points_range(best.rating, self.language)})",
                )
            )
        fair = self.text(say("an equal share is {share}", share=percent(1 / summary.job.seats, self.language)))
        figures.append((say("won by the first seat"), percent(first.value, self.language), fair))
        span = self.text(
            say("from {least} to {most}", least=self._whole(min(summary.lengths)), most=self._whole(max(summary.lengths)))
        )
        figures.append((say("moves per game, median"), self._whole(median(summary.lengths)), span))
        ties = self.text(say_many("{count} shared win", "{count} shared wins", count=summary.ties))
        figures.append((say("winner's points, mean"), decimal(fmean(summary.winners), 1, self.language), ties))
        cells = "".join(
            f"<div><dt>{escape(self.text(head))}</dt><dd>{escape(value)}<small>{escape(more)}</small></dd></div>"
            for head, value, more in figures
        )
        return f'<dl class="keys">{cells}</dl>'

    def _overview(self, chapters: Sequence[Chapter]) -> str:
        heads = [
            say("seats"),
            say("games"),
            say("won by the first seat"),
            say("won by the last seat"),
            say("winner's points, mean"),
        ]
        heads += [say("margin, median"), say("moves, median"), say("shared wins")]
        rows = []
        for chapter in chapters:
            summary = chapter.summary
            rows.append(
                [
                    str(summary.job.seats),
                    self._whole(summary.games),
                    self._share(summary.seats[0]),
                    self._share(summary.seats[-1]),
                    decimal(fmean(summary.winners), 1, self.language),
                    self._whole(median(summary.margins)),
                    self._whole(median(summary.lengths)),
                    percent(summary.ties / summary.games, self.language),
                ]
            )
        bars = [self._advantage(chapter.summary) for chapter in chapters]
        title = say("first-seat advantage")
        plot = plots.whiskers(bars, lambda value: self._signed_percent(value, 0), self.text(title), 0.0)
        figure = self._figure(
            title, say("share of games won by the first seat, less an equal share; the dashed line is no advantage"), plot
        )
        table = self._table(say("all player counts"), heads, rows)
        head = escape(self.text(say("balance")))
        return f'<section class="chapter"><h2>{head}</h2><div class="figures">{figure}{table}</div></section>'

    def _advantage(self, summary: Summary) -> plots.Bar:
        """Return the bar of how much more than an equal share the first seat wins."""
        first, fair = summary.seats[0], 1 / summary.job.seats
        text = self._signed_percent(first.value - fair)
        return plots.Bar(self._seats(summary.job.seats), first.value - fair, first.low - fair, first.high - fair, plots.PLAIN, text)

    # Strength.

    def _ratings(self, summary: Summary) -> str:
        if len(summary.standings) == _SELF_PLAY:
            return ""
        bars = [
            plots.Bar(
                standing.name,
                standing.rating.points,
                standing.rating.low,
                standing.rating.high,
                index,
                self._points(standing.rating.points),
            )
            for index, standing in enumerate(summary.standings)
        ]
        note = (
            say("{bot} is rated 0; bars are 95% intervals", bot=summary.anchor)
            if summary.anchor
            else say("the mean rating is 0; bars are 95% intervals")
        )
        return self._figure(say("ratings"), note, plots.whiskers(bars, self._points, self.text(say("ratings"))))

    def _standings(self, summary: Summary) -> str:
        if len(summary.standings) == _SELF_PLAY:
            return ""
        heads = [
            say("bot"),
            say("rating"),
            say("won"),
            say("points"),
            say("standard deviation"),
            say("time per move"),
            say("slowest move"),
            say("faults"),
        ]
        rows = [
            [
                standing.name,
                self._rating(standing.rating),
                self._share(standing.wins),
                decimal(standing.mean_score, 1, self.language),
                decimal(standing.deviation, 1, self.language),
                duration(standing.seconds, self.language),
                duration(standing.slowest, self.language),
                self._whole(sum(standing.faults.values())),
            ]
            for standing in summary.standings
        ]
        return self._table(say("standings"), heads, rows, marked=True)

    def _pairs(self, summary: Summary) -> str:
        if len(summary.standings) == _SELF_PLAY:
            return ""
        names = [standing.name for standing in summary.standings]
        head = "".join(f"<th>{escape(name)}</th>" for name in names)
        rows = []
        for a in names:
            cells = "".join('<td class="none">·</td>' if a == b else self._pair(summary, a, b) for b in names)
            rows.append(f"<tr><td>{escape(a)}</td>{cells}</tr>")
        title = escape(self.text(say("head to head")))
        note = self._note(
            say("how often the bot in the row is placed above the bot in the column, and the difference of their ratings")
        )
        return (
            f'<div class="two"><h3>{title}</h3>{note}<div class="scroll">'
            f"<table><thead><tr><th></th>{head}</tr></thead><tbody>{''.join(rows)}</tbody></table></div></div>"
        )

    def _pair(self, summary: Summary, a: str, b: str) -> str:
        pair = summary.pairs[a, b]
        value = escape(percent(pair.ahead.value, self.language))
        small = [self._points(pair.difference.points), points_range(pair.difference, self.language)]
        cell = value + "".join(f"<small>{escape(text)}</small>" for text in small)
        return f'<td class="even" style="--share:{pair.ahead.value:.3f}">{cell}</td>'

    def _sprt(self, sprt: Sprt | None) -> str:
        if sprt is None:
            return ""
        title = say("is {a} better than {b}?", a=sprt.a, b=sprt.b)
        bounds = (self.text(say("better")), self.text(say("not clearly better")))
        plot = plots.path(sprt.path, BOUND, bounds, self._whole, self.text(title))
        return self._figure(
            title, say("{verdict}. The line is the evidence, deal by deal.", verdict=self.text(sprt.sentence())), plot
        )

    # The games.

    def _scores(self, summary: Summary) -> str:
        rows = [(standing.name, standing.scores) for standing in summary.standings]
        title = say("points")
        if len(rows) == _SELF_PLAY:
            return self._histogram(title, say("points at the end of the game; the dashed line is the median"), rows[0][1])
        plot = plots.distributions(rows, self._whole, self.text(title))
        note = say("points at the end of the game; the line is the mean")
        return self._figure(title, self._with_outliers(note, [score for _, scores in rows for score in scores]), plot)

    def _wins_by_seat(self, summary: Summary) -> str:
        names = [self.text(say("seat {number}", number=seat + 1)) for seat in range(summary.job.seats)]
        bars = [
            plots.Bar(
                names[seat],
                proportion.value,
                proportion.low,
                proportion.high,
                plots.PLAIN,
                percent(proportion.value, self.language),
            )
            for seat, proportion in enumerate(summary.seats)
        ]
        title = say("wins by seat")
        plot = plots.whiskers(bars, lambda value: percent(value, self.language, 0), self.text(title), 1 / summary.job.seats)
        return self._figure(title, say("bars are 95% intervals; the dashed line is an equal share. Seat 1 moves first."), plot)

    def _kinds(self, summary: Summary) -> str:
        rows = list(summary.kinds())
        groups = [
            {kind: count / sum(standing.kinds.values()) for kind, count in standing.kinds.items()} for standing in summary.standings
        ]
        title = say("kinds of moves")
        plot = plots.grouped(rows, groups, lambda value: percent(value, self.language, 0), self.text(title))
        return self._figure(
            title, say("share of each bot's moves; the kind is the first word of a move"), plot, self._legend(summary)
        )

    def _last_moves(self, summary: Summary) -> str:
        rows = [
            (kind, count / summary.games, percent(count / summary.games, self.language))
            for kind, count in summary.last_moves.items()
        ]
        title = say("how games end")
        return self._figure(title, say("the kind of the last move"), plots.shares(rows, self.text(title)))

    def _margins(self, summary: Summary) -> str:
        note = say("lead over second place, in points; the dashed line is the median")
        return self._histogram(say("winning margin"), note, summary.margins)

    def _lengths(self, summary: Summary) -> str:
        note = say("moves, including draws of chance; the dashed line is the median")
        return self._histogram(say("game length"), note, summary.lengths)

    # Small parts.

    def _histogram(self, title: Sentence, note: Sentence, values: Sequence[int]) -> str:
        return self._figure(title, self._with_outliers(note, values), plots.histogram(values, self._whole, self.text(title)))

    def _with_outliers(self, note: Sentence, values: Sequence[int]) -> Sentence:
        """Return the note of a plot, extended if it has outliers beyond its edges."""
        low, high = plots.fences(values)
        out = sum(not low <= value <= high for value in values)
        return say("{note}; {count} outliers are drawn at the edge", note=note, count=out) if out else note

    def _figure(self, title: Sentence, note: Sentence, plot: str, legend: str = "") -> str:
        return f"<figure><h3>{escape(self.text(title))}</h3>{self._note(note)}{legend}{plot}</figure>"

    def _note(self, note: Sentence) -> str:
        return f'<p class="note">{escape(self.text(note))}</p>'

    def _legend(self, summary: Summary) -> str:
        if len(summary.standings) == _SELF_PLAY:
            return ""
        parts = "".join(f"<span>{_mark(index)}{escape(standing.name)}</span>" for index, standing in enumerate(summary.standings))
        return f'<div class="legend">{parts}</div>'

    def _table(self, title: Sentence, heads: Sequence[Sentence], rows: Sequence[Sequence[str]], *, marked: bool = False) -> str:
        """Return a table; the first column is plain text, the others are HTML."""
        head = "".join(f"<th>{escape(self.text(name))}</th>" for name in heads)
        lines = []
        for index, row in enumerate(rows):
            first = (_mark(index) if marked else "") + escape(row[0])
            cells = "".join(f"<td>{cell}</td>" for cell in row[1:])
            lines.append(f"<tr><td>{first}</td>{cells}</tr>")
        return (
            f'<div class="two"><h3>{escape(self.text(title))}</h3><div class="scroll"><table><thead><tr>{head}</tr></thead>'
            f"<tbody>{''.join(lines)}</tbody></table></div></div>"
        )

    def _share(self, proportion: Proportion) -> str:
        """Return a cell with a proportion and its interval."""
        return (
            f"{escape(percent(proportion.value, self.language))}<small>{escape(percent_range(proportion, self.language))}</small>"
        )

    def _rating(self, rating: Rating) -> str:
        """Return a cell with a rating and its interval."""
        return f"{self._points(rating.points)}<small>{escape(points_range(rating, self.language))}</small>"

    def _seats(self, seats: int) -> str:
        return self.text(say("{seats} seats", seats=seats))

    def _whole(self, value: float) -> str:
        return whole(value, self.language)

    def _points(self, value: float) -> str:
        return points(value, self.language)

    def _signed_percent(self, value: float, digits: int = 1) -> str:
        sign = "+" if value > 0.0005 else "\u2212" if value < -0.0005 else ""
        return sign + percent(abs(value), self.language, digits)


def _mark(index: int) -> str:
    return f'<svg class="sign" viewBox="-6 -6 12 12" aria-hidden="true">{plots.mark(index, 0, 0, 10)}</svg>'
