"""A review as HTML: parts for a web page, and the whole of it as one file that needs nothing else."""

from __future__ import annotations

import base64
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from typing import Final

from roundhouse.core.game import DrawingRequest
from roundhouse.core.sentence import NOTHING, Sentence, capital, say, say_many
from roundhouse.review.curve import curve, legend, seat_name
from roundhouse.review.played import PlayedGame
from roundhouse.review.result import Player, Review
from roundhouse.review.words import Card, cards, draws_after, shown
from roundhouse.ui.drawing import canvas, render
from roundhouse.ui.frame import frame_of
from roundhouse.ui.numbers import percent, whole
from roundhouse.ui.picture import document, theme
from roundhouse.ui.svg import definitions, escape, number
from roundhouse.ui.text import translate

BETTER: Final = "better"
PLAYED: Final = "played"
_MISSED: Final = 6  # missed chances that are told, besides the turning points
_BAR: Final = 120  # width of half a bar of luck or skill
_MINUS: Final = "\u2212"
_MARK: Final = "filter:drop-shadow(0 0 2px var(--chosen)) drop-shadow(0 0 5px var(--chosen))"


@dataclass(frozen=True)
class Addresses:
    """Where the parts of a review lead to. The defaults are those of a file that leads nowhere."""

    picture: Callable[[Card, str], str] | None = None  # of one of the two moves
    position: Callable[[int], str] | None = None  # after so many moves, in the replay
    analysis: Callable[[int], str] | None = None  # of that position
    play_on: str = ""  # where a form asks to play on from a position


NOWHERE: Final = Addresses()


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
        note = self.text(
            say(
                "The chances use everything on the table, hidden cards too, but not the draws to come."
                " The bands are 95% intervals; numbers mark the turning points."
            )
        )
        drawn = curve(self.played.game, self.review, self.language, label)
        return (
            f'<figure class="chances"><figcaption>{label}</figcaption>{drawn}'
            f'{legend(self.played.game, self.names)}<p class="note">{note}</p></figure>'
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
        words = [self.text(one) for one in heads[1:]]
        rows = "".join(self._row(player, words) for player in self.review.players)
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

    def _row(self, player: Player, heads: Sequence[str]) -> str:
        name = f'<th scope="row">{self._seat_name(player.seat)}</th>'
        cells = (
            self._percent(player.prior),
            self._bar(player.own),
            self._bar(player.others),
            self._bar(player.luck),
            self._percent(player.result),
            whole(player.accuracy, self.language) if self.review.judged >= 1 else "…",
        )
        columns = "".join(f'<td data-head="{head}">{cell}</td>' for head, cell in zip(heads, cells, strict=True))
        return f"<tr>{name}{columns}</tr>"

    def _bar(self, part: float) -> str:
        """Return a signed share as a bar to the left or the right of zero, with its number."""
        width = min(1.0, abs(part)) * _BAR / 2
        left = _BAR / 2 - (width if part < 0 else 0)
        side = "loss" if part < 0 else "gain"
        size = self._percent(abs(part))
        sign = "" if round(abs(part), 2) == 0 else _MINUS if part < 0 else "+"
        return (
            f'<svg class="part-bar" viewBox="0 0 {_BAR} 12" aria-hidden="true"><path class="level" d="M{_BAR // 2} 0V12"/>'
            f'<rect class="{side}" x="{number(left)}" y="2" width="{number(width)}" height="8"/></svg>'
            f'<span class="part">{sign}{size}</span>'
        )

    def _percent(self, value: float) -> str:
        return percent(value, self.language, 0)

    def turning_points(self, to: Addresses) -> str:
        """Return a card for each turning point, with both moves drawn."""
        return self._cards(self.review.turning_points, to, "drawn", say("no decision changed the chances beyond the noise"))

    def missed(self, to: Addresses) -> str:
        """Return a card for each missed chance that is no turning point, without drawings."""
        told = {self.review.decisions[index].turn for index in self.review.turning_points}
        others = [index for index in self.review.missed if self.review.decisions[index].turn not in told]
        return self._cards(others[:_MISSED], replace(to, picture=None), "listed", say("no other chance was missed"))

    def luck(self, to: Addresses) -> str:
        """Return the moments in which luck moved a chance the most, as a list."""
        rows = []
        for index in self.review.lucky:
            judgement = self.review.decisions[index]
            seat = max(range(self.review.seats), key=lambda one: abs(judgement.luck[one]))
            change = judgement.luck[seat]
            size = ("+" if change > 0 else _MINUS) + self._percent(abs(change))
            text = self.text(say("turn {turn}: {change} for {name}", turn=judgement.turn, change=size, name=self.names[seat]))
            happened = " · ".join(map(self.text, draws_after(self.played, judgement.at)))
            rows.append(f"<li>{self._linked(text, to.position, judgement.at)} <small>{happened}</small></li>")
        return f'<ul class="lucky">{"".join(rows)}</ul>'

    def _cards(self, indices: list[int], to: Addresses, kind: str, empty: Sentence) -> str:
        found = cards(self.review, self.played, indices, self.language)
        if not found:
            return f'<p class="note">{self.text(empty)}</p>'
        return f'<div class="cards {kind}">{"".join(self._card(card, to) for card in found)}</div>'

    def _card(self, card: Card, to: Addresses) -> str:
        judgement = card.judgement
        title = self.text(say("turn {turn}: {name}", turn=judgement.turn, name=self.names[judgement.seat]))
        heading = f"<h3>{self._linked(title, to.position, judgement.at)}</h3>"
        moves = [self._move(card, PLAYED, say("played"), card.played, to)]
        if card.better != card.move:
            label = say("the usual move") if card.usual else say("a better move")
            moves.append(self._move(card, BETTER, label, card.preferred, to))
        parts = [heading, f'<p class="worth">{self.text(card.verdict)}</p>', f'<div class="moves">{"".join(moves)}</div>']
        if card.following:
            then = ". ".join(self.text(sentence) for sentence in card.following)
            intro = self.text(say("then, for example:"))
            parts.append(f'<p class="note">{intro} {then}</p>')
        if card.later != NOTHING:
            parts.append(f'<p class="note">{self.text(card.later)}</p>')
        parts.append(self._try_it(card, to))
        return f'<article class="card" data-at="{judgement.at}">{"".join(parts)}</article>'

    def _try_it(self, card: Card, to: Addresses) -> str:
        """Return the button that plays on from before the decision, in the seat that made it, and the link to its analysis."""
        at, seat = card.judgement.at, card.judgement.seat
        offers = []
        if to.play_on:
            text = self.text(say("try it: play on as {name}", name=self.names[seat]))
            fields = f'<input type="hidden" name="at" value="{at}"/><input type="hidden" name="seat" value="{seat}"/>'
            offers.append(
                f'<form method="post" action="{escape(to.play_on)}">{fields}<button class="quiet-button">{text}</button></form>'
            )
        if to.analysis is not None:
            text = self.text(say("analysis board"))
            offers.append(f'<a class="quiet-button" href="{escape(to.analysis(at))}">{text}</a>')
        return f'<div class="choices">{"".join(offers)}</div>' if offers else ""

    def _move(self, card: Card, which: str, label: Sentence, sentence: Sentence, to: Addresses) -> str:
        words = self.text(sentence)
        address = "" if to.picture is None else to.picture(card, which)
        drawn = f'<img src="{escape(address)}" alt="{words}" loading="lazy"/>' if address else ""
        return f'<figure class="move {which}"><figcaption><b>{self.text(label)}</b> {words}</figcaption>{drawn}</figure>'

    def _seat_name(self, seat: int) -> str:
        return seat_name(self.played.game, seat, self.names[seat])

    def _linked(self, text: str, address: Callable[[int], str] | None, at: int) -> str:
        return text if address is None else f'<a href="{escape(address(at))}">{text}</a>'

    def drawing_at(self, at: int, which: str) -> str:
        """Return the drawing of the decision after `at` moves; "" if the review has no card for it."""
        found = [index for index in self.review.turning_points if self.review.decisions[index].at == at]
        return "".join(self.drawing(card, which) for card in cards(self.review, self.played, found, self.language))

    def drawing(self, card: Card, which: str) -> str:
        """Return the map as the acting seat saw it, with one of the two moves drawn and its places marked, as an SVG document."""
        game, move = self.played.game, card.move if which == PLAYED else card.better
        view, draft = shown(self.played, card.view, move)
        request = DrawingRequest(view=view, names=self.names, language=self.language, draft=draft)
        parts = render(game, request)
        frame = frame_of(parts, canvas(game, request.layout), request.layout)
        drawn = {name: part for name, part in parts.items() if name not in frame.beside}
        marks = "".join(f'[data-place="{place}"]{{{_MARK}}}' for place in game.places(card.view, move))
        drawn["marks"] = f"<style>{marks}</style>"
        return document(game, drawn, game.backdrop(view, request.layout), frame.board, self.language)

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

        title = self.text(say("Review: {title}", title=self.played.game.title))
        return (
            f'<!DOCTYPE html>\n<html lang="{self.language}"><head><meta charset="utf-8"/><title>{title}</title>'
            f'<meta name="viewport" content="width=device-width, initial-scale=1"/><style>{theme()}{style()}</style></head>'
            f'<body class="review alone"><svg width="0" height="0" aria-hidden="true" class="hidden">{definitions()}</svg>'
            f"<main><h1>{title}</h1>{self.body(Addresses(picture=embedded))}</main></body></html>\n"
        )

    def body(self, to: Addresses = NOWHERE) -> str:
        """Return everything below the title."""
        sections = (
            (say("turning points"), self.turning_points(to)),
            (say("missed chances"), self.missed(to)),
            (say("luck"), self.luck(to)),
        )
        parts = "".join(f"<section><h2>{self.text(heading)}</h2>{content}</section>" for heading, content in sections)
        return f"{self.curve()}{self.players()}{parts}<footer>{self.summary()}</footer>"
