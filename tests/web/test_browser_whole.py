"""Whole games through the page: two people and a bot, from the link to the last score."""

from __future__ import annotations

from random import Random

import pytest

import roundhouse
from tests.web.browser import DESK, LOOKS, PATIENCE, Meet, Person
from tests.web.test_browser_travel import LANDED

HALF = 8  # moves
WHOLE = 100_000
BOTS = 8 * PATIENCE  # for hundreds of moves of bots, each drawn
PAUSE = 200  # milliseconds between two questions whether they have ended
WATCHED = "express"  # of this game a page follows what the bots do to its end; of the others when all of them are played by hand
# What scripts may change in a fragment is left out: marks of news, where the Tab key stops, what moves, the order of attributes.
HELD = r"""() => Object.fromEntries([...document.querySelectorAll("[data-fragment]")].map((parent) => {
  const copy = parent.cloneNode(true);
  for (const one of copy.querySelectorAll("*")) {
    one.classList.remove("away", "changed", "fresh", "picked", "hinted");
    if (!one.getAttribute("class")) one.removeAttribute("class");
    for (const name of ["tabindex", "style"]) one.removeAttribute(name);
    const attributes = [...one.attributes].map(({ name, value }) => [name, value]).sort();
    for (const [name] of attributes) one.removeAttribute(name);
    for (const [name, value] of attributes) one.setAttribute(name, value);
  }
  return [parent.dataset.fragment, copy.innerHTML.replace(/\s+/g, " ").replace(/> </g, "><").trim()];
}))"""


@pytest.mark.long
@pytest.mark.parametrize("by_hand", [HALF, pytest.param(WHOLE, marks=pytest.mark.deep)], ids=["", "by hand alone"])
@pytest.mark.parametrize("game", [game.name for game in roundhouse.GAMES])
def test_two_people_and_a_bot_play_to_the_end(game: str, by_hand: int, meet: Meet) -> None:
    """Each presses what the drawing offers, whatever it is; pieces travel on one page and stay still on the other.

    Half way nothing scrolls, and a page that has followed is as good as one that is opened now. Then both let bots play on and go;
    they come back when it is over. Both pages end with the same places, and the record has its secret.
    """
    ada, bo = meet(moving=True), meet()
    link = ada.open_table(game, ["you", "open", "novice"], "Ada")
    bo.join(link, "Bo")
    ada.wait_for_board()
    bo.wait_for_board()
    for person in (ada, bo):
        person.page.click("#tab-text")  # whose words are asked for only when they are seen
    wish = Random(7)
    made = 0
    while made < by_hand and (actor := whose_turn(ada, bo)) is not None:
        actor.make(wish.choice(actor.moves()))
        for person in (ada, bo):
            person.wait_for_news(actor.n - 1)  # nobody is asked by a page that has not heard of the move yet
        made += 1
    if (actor := whose_turn(ada, bo)) is not None:
        actor.keep_picture(f"table-{game}")
        assert actor.page.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]") == [*DESK]
        assert_as_good_as_new(actor)
        let_bots_play_on(ada, bo, watched=game == WATCHED)
    for person in (ada, bo):
        person.page.wait_for_selector(".prompt-text.over")
    ada.keep_picture(f"end-{game}")

    assert made >= HALF
    assert bo.text(".result tbody") == ada.text(".result tbody")
    record = record_of(ada, ada.page.url)
    assert "\n= " in record
    assert "secret " in record


def whose_turn(ada: Person, bo: Person) -> Person | None:
    """Who is to move, once the bot has played; nobody when the game is over."""
    ada.page.wait_for_function(
        "() => document.querySelector('.over') || ['0', '1'].includes(document.querySelector('.turn-of').dataset.acting)",
        polling=LOOKS,
    )
    if ada.over:
        return None
    actor = (ada, bo)[int(ada.page.get_attribute(".turn-of", "data-acting") or 0)]
    actor.wait_for_turn()
    return actor


def assert_as_good_as_new(person: Person) -> None:
    """What a page holds that has followed a game by edits is what it holds after loading anew."""
    person.page.wait_for_function(
        f"() => ({LANDED})() && document.querySelector('.move-list [name=n]')?.value === document.body.dataset.n"
    )
    followed = person.page.evaluate(HELD)
    person.page.reload()
    person.wait_for_board()

    assert person.page.evaluate(HELD) == followed


def let_bots_play_on(ada: Person, bo: Person, *, watched: bool) -> None:
    """Bots take both seats. Bo goes, and comes back when the game is over; so does Ada unless she watches."""
    table = ada.page.url
    for person in (bo, ada):
        person.let_a_bot_play()
        if person is bo or not watched:
            person.page.goto("about:blank")
    if watched:
        ada.page.wait_for_selector(".prompt-text.over", timeout=BOTS)
    else:
        for _ in range(BOTS // PAUSE):
            if "\n= " in record_of(ada, table):
                break
            ada.page.wait_for_timeout(PAUSE)
        ada.page.goto(table)
    bo.page.goto(table)


def record_of(person: Person, table: str) -> str:
    """What the house gives away of a game to who asks for its record."""
    return person.page.request.get(f"{table}/record").text()
