"""Whole games through the page: two people and a bot, from the link to the last score."""

from __future__ import annotations

from random import Random

import pytest

import roundhouse
from tests.web.browser import LOOKS, PATIENCE, Meet, Person

HALF = 25  # moves, about half of a short game
WHOLE = 100_000
BOTS = 8 * PATIENCE  # for hundreds of moves of bots, each drawn


@pytest.mark.long
@pytest.mark.parametrize("by_hand", [HALF, pytest.param(WHOLE, marks=pytest.mark.deep)], ids=["", "by hand alone"])
@pytest.mark.parametrize("game", [game.name for game in roundhouse.GAMES])
def test_two_people_and_a_bot_play_to_the_end(game: str, by_hand: int, meet: Meet) -> None:
    """Each presses what the drawing offers, whatever it is. Then both let bots play on: one watches, one goes and comes back.

    Both pages end with the same places, and the record has its secret.
    """
    ada, bo = meet(), meet()
    link = ada.open_table(game, ["you", "open", "novice"], "Ada")
    bo.join(link, "Bo")
    ada.wait_for_board()
    bo.wait_for_board()
    wish = Random(7)
    made = 0
    while made < by_hand and (actor := whose_turn(ada, bo)) is not None:
        actor.make(wish.choice(actor.moves()))
        for person in (ada, bo):
            person.wait_for_news(actor.n - 1)  # nobody is asked by a page that has not heard of the move yet
        made += 1
    if not ada.over:
        bo.let_a_bot_play()
        bo.page.goto("about:blank")
        ada.let_a_bot_play()
        ada.page.wait_for_selector(".prompt-text.over", timeout=BOTS)
        bo.page.goto(ada.page.url)
    bo.page.wait_for_selector(".prompt-text.over")
    ada.keep_picture(f"end-{game}")

    assert made > 10
    assert bo.over
    assert bo.text(".result tbody") == ada.text(".result tbody")
    record = ada.page.request.get(f"{ada.page.url}/record").text()
    assert "\n= " in record
    assert "secret " in record


def whose_turn(ada: Person, bo: Person) -> Person | None:
    """Who is to move, once the bot has played; nobody when the game is over."""
    ada.page.wait_for_function(
        "() => document.querySelector('.over') || ['0', '1'].includes(document.querySelector('.turn-of').dataset.acting)",
        polling=LOOKS,
    )
    if ada.over:
        bo.page.wait_for_selector(".prompt-text.over")
        return None
    actor = (ada, bo)[int(ada.page.get_attribute(".turn-of", "data-acting") or 0)]
    actor.wait_for_turn()
    return actor
