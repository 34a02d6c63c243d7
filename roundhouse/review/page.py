"""A review as HTML: parts for a web page, and the whole of it as one file that needs nothing else."""

from __future__ import annotations

import base64
from collections.abc import Callable
from functools import cache
from importlib.resources import files
from typing import Final

from roundhouse.core.game import DrawingRequest
from roundhouse.core.sentence import NOTHING, Sentence, capital, say, say_many
from roundhouse.review.curve import curve, line_class
from roundhouse.review.played import PlayedGame
from roundhouse.review.result import Player, Review
from roundhouse.review.words import Card, cards, shown
from roundhouse.ui.numbers import percent, whole
from roundhouse.ui.picture import picture, theme
from roundhouse.ui.svg import definitions, escape, number
from roundhouse.ui.text import translate

BETTER: Final = "better"
PLAYED: Final = "played"
_MISSED: Final = 6  # missed chances that are told, besides the turning points
_BAR: Final = 120  # width of half a bar of luck or skill
_MINUS: Final = "\u2212"

Source = Callable[[Card, str], str]  # the address of the picture of one of the two moves; "" for none
Link = Callable[[int], str]  # the address of the position after so many moves; "" for none


@cache
def style() -> str:
    """Return the styles of reviews."""
    return files("roundhouse.review").joinpath("review.css").read_text("utf-8")


class ReviewPage:
    """The parts of a review for one reader. Sentences name the players as the record does."""

    def __init__(self, review: Review, played: PlayedGame, language: str, names: list[str] | None = None) -> None:
        self.review = review
        self.played = played
        self.language = language
        given = names or played.record.names or []
        self.names = [
            given[seat] if seat < len(given) else translate(say("Player {number}", number=seat + 1), language)
            for seat in range(review.seats)
        ]

    def text(self, sentence: Sentence) -> str:
        """Translate a sentence, capitalize it and escape it."""
        return escape(capital(translate(sentence, self.language, self.names)))

    def curve(self) -> str:
        """Return the curve with its legend."""
        label = self.text(say("chances to win, move by move"))
        legend = "".join(self._seat_name(seat) for seat in range(self.review.seats))
        note = self.text(
            say(
                "The chances use everything on the table, hidden cards too, but not the draws to come."
                " The bands are 95% intervals; numbers mark the turning points."
            )
        )
        drawn = curve(self.played.game, self.review, self.language, label)
        return (
            f'<figure class="chances"><figcaption>{label}</figcaption>{drawn}'
            f'<p class="legend">{legend}</p><p class="note">{note}</p></figure>'
        )

    def players(self) -> str:
        """Return the table of players: from the chance before the deal to the result, and accuracies."""
        heads = (
            say("player"),
            say("before"),
            say("own decisions"),
            say("others’ decisions"),
            say("luck"),
            say("result"),
            say("accuracy"),
        )
        head = "".join(f"<th>{self.text(one)}</th>" for one in heads)
        rows = "".join(self._row(player) for player in self.review.players)
        note = self.text(
            say(
                "Each row sums to the result. Decisions are judged from what the player knew, compared with those of a regular bot;"
                " luck is the rest: draws, and cards that nobody could see. The accuracy compares with the best moves found."
            )
        )
        return (
            f'<div class="scroll"><table class="parts"><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>'
            f'<p class="note">{note}</p>'
        )

    def _row(self, player: Player) -> str:
        name = f'<th scope="row">{self._seat_name(player.seat)}</th>'
        cells = (
            self._percent(player.prior),
            self._bar(player.own),
            self._bar(player.others),
            self._bar(player.luck),
            self._percent(player.result),
            whole(player.accuracy, self.language) if self.review.judged >= 1 else "…",
        )
        return f"<tr>{name}{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>"

    def _bar(self, part: float) -> str:
        """Return a signed share as a bar to the left or the right of zero, with its number."""
        width = min(1.0, abs(part)) * _BAR / 2
        left = _BAR / 2 - (width if part < 0 else 0)
        side = "loss" if part < 0 else "gain"
        size = self._percent(abs(part))
        sign = "" if round(abs(part), 2) == 0 else _MINUS if part < 0 else "+"
        return (
            f'<svg class="part-bar" viewBox="0 0 {_BAR} 12" aria-hidden="true"><path class="level" d="M{_BAR // 2} 0V12"/>'
            f'<rect class="{side}" x="{number(left)}" y="2" width="{number(width)}" height="8"/></svg> {sign}{size}'
        )

    def _percent(self, value: float) -> str:
        return percent(value, self.language, 0)

    def turning_points(self, source: Source, link: Link) -> str:
        """Return a card for each turning point, with both moves drawn."""
        return self._cards(self.review.turning_points, source, link, say("no decision changed the chances beyond the noise"))

    def missed(self, link: Link) -> str:
        """Return a card for each missed chance that is no turning point, without drawings."""
        told = {self.review.decisions[index].turn for index in self.review.turning_points}
        others = [index for index in self.review.missed if self.review.decisions[index].turn not in told]
        return self._cards(others[:_MISSED], _no_picture, link, say("no other chance was missed"))

    def luck(self, link: Link) -> str:
        """Return the moments in which luck moved a chance the most, as a list."""
        rows = []
        for index in self.review.lucky:
            judgement = self.review.decisions[index]
            seat = max(range(self.review.seats), key=lambda one: abs(judgement.luck[one]))
            change = judgement.luck[seat]
            size = ("+" if change > 0 else _MINUS) + self._percent(abs(change))
            text = self.text(say("turn {turn}: {change} for {name}", turn=judgement.turn, change=size, name=self.names[seat]))
            rows.append(f"<li>{self._linked(text, link(judgement.at))}</li>")
        return f'<ul class="lucky">{"".join(rows)}</ul>'

    def _cards(self, indices: list[int], source: Source, link: Link, empty: Sentence) -> str:
        found = cards(self.review, self.played, indices, self.language)
        if not found:
            return f'<p class="note">{self.text(empty)}</p>'
        return f'<div class="cards">{"".join(self._card(card, source, link) for card in found)}</div>'

    def _card(self, card: Card, source: Source, link: Link) -> str:
        judgement = card.judgement
        title = self.text(say("turn {turn}: {name}", turn=judgement.turn, name=self.names[judgement.seat]))
        parts = [f"<h3>{self._linked(title, link(judgement.at))}</h3>", f'<p class="worth">{self.text(card.verdict)}</p>']
        parts.append(self._move(card, PLAYED, say("played"), card.played, source))
        if card.better != card.move:
            label = say("the usual move") if card.usual else say("a better move")
            parts.append(self._move(card, BETTER, label, card.preferred, source))
        if card.following:
            then = ". ".join(self.text(sentence) for sentence in card.following)
            intro = self.text(say("then, for example:"))
            parts.append(f'<p class="note">{intro} {then}</p>')
        if card.later != NOTHING:
            parts.append(f'<p class="note">{self.text(card.later)}</p>')
        return f'<article class="card" data-at="{judgement.at}">{"".join(parts)}</article>'

    def _move(self, card: Card, which: str, label: Sentence, sentence: Sentence, source: Source) -> str:
        words = self.text(sentence)
        address = source(card, which)
        drawn = f'<img src="{escape(address)}" alt="{words}" loading="lazy"/>' if address else ""
        return f'<figure class="move {which}"><figcaption><b>{self.text(label)}</b> {words}</figcaption>{drawn}</figure>'

    def _seat_name(self, seat: int) -> str:
        return f'<span class="seat-name {line_class(self.played.game, seat)}">{escape(self.names[seat])}</span>'

    def _linked(self, text: str, address: str) -> str:
        return f'<a href="{escape(address)}">{text}</a>' if address else text

    def drawing_at(self, at: int, which: str) -> str:
        """Return the drawing of the decision after `at` moves; "" if the review has no card for it."""
        found = [index for index in self.review.turning_points if self.review.decisions[index].at == at]
        return "".join(self.drawing(card, which) for card in cards(self.review, self.played, found, self.language))

    def drawing(self, card: Card, which: str) -> str:
        """Return the board as the acting seat saw it, with one of the two moves drawn, as an SVG document."""
        view, draft = shown(self.played, card.view, card.move if which == PLAYED else card.better)
        request = DrawingRequest(view=view, names=self.names, language=self.language, draft=draft)
        return picture(self.played.game, request)

    def summary(self) -> str:
        """Return how much work the review is made of."""
        return self.text(
            say_many(
                "{count} playout, seed {seed}", "{count} playouts, seed {seed}", count=self.review.playouts, seed=self.review.seed
            )
        )

    def document(self) -> str:
        """Return the whole review as one HTML file."""

        def embedded(card: Card, which: str) -> str:
            return "data:image/svg+xml;base64," + base64.b64encode(self.drawing(card, which).encode()).decode()

        def nowhere(at: int) -> str:  # noqa: ARG001
            return ""

        title = self.text(say("Review: {title}", title=self.played.game.title))
        return (
            f'<!DOCTYPE html>\n<html lang="{self.language}"><head><meta charset="utf-8"/><title>{title}</title>'
            f'<meta name="viewport" content="width=device-width, initial-scale=1"/><style>{theme()}{style()}</style></head>'
            f'<body class="review alone"><svg width="0" height="0" aria-hidden="true" class="hidden">{definitions()}</svg>'
            f"<main><h1>{title}</h1>{self.body(embedded, nowhere)}</main></body></html>\n"
        )

    def body(self, source: Source, link: Link) -> str:
        """Return everything below the title."""
        sections = (
            (say("turning points"), self.turning_points(source, link)),
            (say("missed chances"), self.missed(link)),
            (say("luck"), self.luck(link)),
        )
        parts = "".join(f"<section><h2>{self.text(heading)}</h2>{content}</section>" for heading, content in sections)
        return f"{self.curve()}{self.players()}{parts}<footer>{self.summary()}</footer>"


def _no_picture(card: Card, which: str) -> str:  # noqa: ARG001
    return ""
