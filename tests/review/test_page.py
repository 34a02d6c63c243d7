"""The page of a review: what its cards offer, and where that leads."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from roundhouse.bots.bot import Budget
from roundhouse.core.state import CHANCE
from roundhouse.games import find
from roundhouse.review.page import BETTER, PLAYED, Addresses, ReviewPage
from roundhouse.review.reviewer import Reviewer
from roundhouse.review.words import cards, draws_after
from tests.review.games import finished, reviewed

TICKETS = find("tickets")


@pytest.fixture(scope="module")
def page() -> ReviewPage:
    """The review of a short game."""
    reviewer = Reviewer(finished(TICKETS, 2, 3).record(), 5)
    return ReviewPage(reviewed(reviewer, Budget(iterations=2000)), reviewer.played, "en", ["Ada", "<Bo>"])


def test_each_card_leads_to_its_position(page: ReviewPage) -> None:
    """In the replay, on the analysis board, and to a game that goes on from there in the seat that decided."""
    to = Addresses(position=lambda at: f"/at/{at}", analysis=lambda at: f"/analyse/{at}", play_on="/continue")
    body = page.body(to)
    shown = page.review.turning_points

    assert shown
    for index in shown:
        judgement = page.review.decisions[index]
        card = re.search(rf'<article class="card" data-at="{judgement.at}">.*?</article>', body, re.DOTALL)
        assert card is not None
        assert f'href="/at/{judgement.at}"' in card[0]
        assert f'href="/analyse/{judgement.at}"' in card[0]
        assert f'name="at" value="{judgement.at}"' in card[0]
        assert f'name="seat" value="{judgement.seat}"' in card[0]
    assert "<form" not in page.body()
    assert "&lt;Bo&gt;" in body


def test_both_moves_are_drawn_on_the_map_alone(page: ReviewPage) -> None:
    """Without the panels beside it; the places of the move are marked."""
    [card, *_] = cards(page.review, page.played, page.review.turning_points, "en")
    drawings = [page.drawing(card, which) for which in (PLAYED, BETTER)]

    for drawn, move in zip(drawings, (card.move, card.better), strict=True):
        ElementTree.fromstring(drawn)
        assert all(f'[data-place="{place}"]' in drawn for place in TICKETS.places(card.view, move))
        assert '<g id="players">' not in drawn


def test_luck_is_told_with_the_draws(page: ReviewPage) -> None:
    """After a card from the display, the card that the deck turns up is told."""
    at = next(
        decision.index
        for decision in page.played.decisions
        if page.played.actors[decision.index + 1] == CHANCE and draws_after(page.played, decision.index)
    )
    told = draws_after(page.played, at)

    assert 1 <= len(told) <= 3
    assert all(sentence.message for sentence in told)
