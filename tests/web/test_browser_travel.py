"""Pieces travel in real Chromium: from where they were to where they lie, calmly, and not at all for who wants none of it."""

from __future__ import annotations

import pytest

from tests.web.browser import Meet, Person

PLAY = """async (move) => {
  const { table, n, reader } = document.body.dataset;
  const order = { n: Number(n), rid: crypto.randomUUID(), move, seat: Number(reader) };
  const headers = { "Content-Type": "application/json" };
  const answer = await fetch(`${table}/move`, { method: "POST", headers, body: JSON.stringify(order) });
  return answer.status;
}"""
# Every flight that begins: how far it goes and how long it takes; and whether a copy was ever seen beside its piece.
WATCH = """() => {
  window.flights = [];
  window.doubled = 0;
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const copy of addedNodes) {
        const [flight] = copy.getAnimations();
        if (!flight) continue; // another move has come meanwhile
        const { m41, m42 } = new DOMMatrix(flight.effect.getKeyframes()[0].transform);
        window.flights.push({ far: Math.hypot(m41, m42), long: flight.effect.getTiming().duration });
      }
    const copies = document.getElementById("animation").childElementCount;
    if (copies !== document.querySelectorAll(".away").length) window.doubled += 1;
  }).observe(document.getElementById("animation"), { childList: true });
}"""
LANDED = "() => document.getElementById('animation').childElementCount + document.querySelectorAll('.away').length === 0"


def begin(ada: Person) -> None:
    """A game with two to play where a placed station is the first thing that is done."""
    ada.open_table("dice2", ["you", "novice"], "Ada")
    ada.wait_for_board()
    ada.page.evaluate(WATCH)


def play(ada: Person, count: int) -> None:
    """So many moves of this person, each the first there is, as fast as the bot lets her."""
    for _ in range(count):
        assert ada.wait_for_turn()
        before = ada.n
        assert ada.page.evaluate(PLAY, ada.moves()[0]) == 200
        ada.wait_for_news(before)


def test_a_piece_travels_to_its_place(meet: Meet) -> None:
    """Stations go from their stock to the map: each flight is short, and nothing stays behind of it, however fast moves follow."""
    ada = meet(moving=True)
    begin(ada)
    play(ada, 4)
    ada.page.wait_for_function(LANDED)
    flights = ada.page.evaluate("window.flights")

    assert len(flights) >= 4
    assert all(flight["far"] > 50 and flight["long"] <= 400 for flight in flights)
    assert ada.page.evaluate("window.doubled") == 0


@pytest.mark.parametrize("wish", ["system", "setting"])
def test_pieces_stay_still_for_who_wants_it(meet: Meet, wish: str) -> None:
    """Reduced motion is respected, and so is the setting of the house."""
    ada = meet(moving=wish == "setting")
    if wish == "setting":
        ada.visit("/")
        ada.page.click(".drop:has([data-settings]) summary")
        with ada.page.expect_response("**/settings"):
            ada.page.check("input[name=motion][value=off]", force=True)
    begin(ada)
    play(ada, 1)

    assert ada.page.locator("[data-from]").count() > 0
    assert ada.page.evaluate("window.flights") == []
