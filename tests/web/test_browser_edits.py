"""Edits in real Chromium: a page that has followed a game holds what a page that was loaded now holds."""

from __future__ import annotations

from typing import Any

import pytest

from roundhouse.core.draw import Rng
from roundhouse.core.game import Game
from roundhouse.games import GAMES
from tests.web.browser import Meet

MOVES = 12  # of the person; the bots answer each
PLAY = """async (move) => {
  const { table, n, reader } = document.body.dataset;
  const order = { n: Number(n), rid: crypto.randomUUID(), move, seat: Number(reader) };
  const headers = { "Content-Type": "application/json" };
  const answer = await fetch(`${table}/move`, { method: "POST", headers, body: JSON.stringify(order) });
  return answer.status;
}"""
# What scripts may change in a fragment is left out: marks of news, where the Tab key stops, the order of attributes.
HELD = r"""() => Object.fromEntries([...document.querySelectorAll("[data-fragment]")].map((parent) => {
  const copy = parent.cloneNode(true);
  for (const one of copy.querySelectorAll("*")) {
    one.classList.remove("away", "changed", "fresh", "picked", "hinted");
    if (!one.getAttribute("class")) one.removeAttribute("class");
    one.removeAttribute("tabindex");
    const attributes = [...one.attributes].map(({ name, value }) => [name, value]).sort();
    for (const [name] of attributes) one.removeAttribute(name);
    for (const [name, value] of attributes) one.setAttribute(name, value);
  }
  return [parent.dataset.fragment, copy.innerHTML.replace(/\s+/g, " ").replace(/> </g, "><").trim()];
}))"""


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_page_that_followed_a_game_is_as_good_as_new(meet: Meet, game: Game[Any]) -> None:
    """A game against bots, followed by edits; the page is then compared with itself after loading anew."""
    ada = meet()
    ada.open_table(game.name, ["you", "regular", "regular"], "Ada")
    ada.wait_for_board()
    ada.page.click("#tab-text")  # whose words are asked for only when they are seen
    rng = Rng(3)
    for _ in range(MOVES):
        assert ada.wait_for_turn()
        moves = ada.moves()
        before = ada.n
        assert ada.page.evaluate(PLAY, moves[rng.below(len(moves))]) == 200
        ada.wait_for_news(before)
    assert ada.wait_for_turn()
    ada.page.wait_for_function("() => document.querySelector('.move-list [name=n]')?.value === document.body.dataset.n")
    followed = ada.page.evaluate(HELD)
    ada.page.reload()
    ada.wait_for_board()

    assert ada.page.evaluate(HELD) == followed
