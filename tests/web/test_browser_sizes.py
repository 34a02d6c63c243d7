"""How large things on the boards are in a real browser, and that nothing moves under the pointer."""

from __future__ import annotations

from typing import Any

import pytest

from roundhouse.games import GAMES
from tests.web.browser import PHONE, Meet, Person

SIZES = ((1280, 800), (1024, 768), (844, 390), (390, 844))
IDS = [f"{width}x{height}" for width, height in SIZES]
NAMES = [game.name for game in GAMES]

TEXT = {1280: 9.0}  # pixels, at least, on boards; at other sizes the board can be zoomed
TARGET = {1280: 24, 390: 44}
MOVED = 4  # pixels, at most, between two steps of a turn

# Every text on the board and the panels: its size on the screen, and what it says.
SMALLEST_TEXT = """() => [...document.querySelectorAll("#board text, #panels text")]
  .filter((text) => text.checkVisibility() && text.textContent.trim() && text.getBoundingClientRect().width > 0)
  .map((text) => {
    const matrix = text.getScreenCTM();
    return [parseFloat(getComputedStyle(text).fontSize) * Math.hypot(matrix.a, matrix.b), text.textContent];
  })
  .sort((a, b) => a[0] - b[0])[0]"""

# Every target: how far its part of the window reaches, where presses beside all targets count for the nearest. On a phone those are
# measured that look smallest, of hundreds of hexes a few.
SMALLEST_TARGET = """async (touch) => {
  const address = performance.getEntriesByType("resource").map(({ name }) => name).find((name) => name.endsWith("/snap.js"));
  const { nearest } = await import(address);
  const items = [];
  for (const root of [document.getElementById("board"), document.getElementById("panels")]) {
    const frame = root.parentElement.getBoundingClientRect();
    for (const item of root.querySelectorAll("[data-move], [data-moves], [data-choice], [data-select]")) {
      const box = (item.querySelector(".hit") ?? item).getBoundingClientRect();
      const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
      const shown = y > frame.top && y < Math.min(frame.bottom, innerHeight) && x > frame.left && x < frame.right;
      if (shown && box.width && root.contains(document.elementFromPoint(x, y))) items.push({ root, item, box, x, y });
    }
  }
  const side = ({ box }) => Math.min(box.width, box.height);
  const smallest = items.sort((a, b) => side(a) - side(b)).slice(0, touch ? 12 : Infinity);
  const name = ({ dataset }) => dataset.move ?? dataset.moves ?? dataset.choice ?? dataset.select;
  const size = (one) => one.root.id === "board" ? reach(nearest, one.root, one.item, touch, one.box) : side(one);
  return smallest.map((one) => [size(one), name(one.item), one.x, one.y]).sort((a, b) => a[0] - b[0])[0];

  // Sampling is slow: points near the middle come first, small boxes have no other, and nothing is measured beyond twice the
  // wanted size.
  function reach(nearest, root, item, touch, box) {
    const wanted = touch ? 44 : 24;
    const owned = (x, y) => item.contains(document.elementFromPoint(x, y)) || nearest(root, x, y, touch)[0] === item;
    const extent = ([x, y], dx, dy) => {
      let steps = 1;
      for (const sign of [1, -1]) {
        for (let i = sign; Math.abs(i) < wanted && owned(x + i * dx, y + i * dy); i += sign) steps += 1;
      }
      return steps;
    };
    const sixths = (side) => side < wanted ? [3] : [3, 2, 4, 1, 5];
    let best = 0;
    for (const i of sixths(box.width)) for (const j of sixths(box.height)) {
      const at = [box.left + (box.width * i) / 6, box.top + (box.height * j) / 6];
      if (best >= wanted || !owned(...at)) continue;
      const across = extent(at, 1, 0);
      if (across > best) best = Math.max(best, Math.min(across, extent(at, 0, 1)));
    }
    return best;
  }
}"""

MIDDLE = """(selector) => {
  const item = document.querySelector(selector);
  const { left, top, width, height } = (item.querySelector(".hit") ?? item).getBoundingClientRect();
  return [left + width / 2, top + height / 2];
}"""
SIDE = """(selector) => {
  const item = document.querySelector(selector);
  const { width, height } = (item.querySelector(".hit") ?? item).getBoundingClientRect();
  return Math.min(width, height);
}"""

# Where every control stands that a player could be about to press.
CONTROLS = """() => Object.fromEntries([...document.querySelectorAll(
    "#bar button, .tabs button, .top nav a, #board [data-select], #panels [data-move], #panels [data-moves], "
    + "#panels [data-choice], #panels [data-select]")]
  .filter((one) => one.checkVisibility() && one.getBoundingClientRect().width)
  .map((one) => {
    const { left, top } = one.getBoundingClientRect();
    const { move, moves, choice, select } = one.dataset;
    return [one.id || [move, moves, choice, select].find(Boolean) || one.outerHTML.slice(0, 80), [left, top]];
  }))"""


def seated(meet: Meet, game: str, size: tuple[int, int]) -> Person:
    """Somebody at their second turn, where the choices of a game are open."""
    ada = meet(size=size)
    ada.play_against_bots(game)
    for _ in range(2):
        ada.wait_for_turn()
        ada.make(ada.first_move())
    ada.wait_for_turn()
    return ada


# What a press has done: the draft and the selection of the page, what has happened at the table, the menu that is open.
DONE = """() => {
  const { table, reader, n } = document.body.dataset;
  return [sessionStorage.getItem(`draft ${table} ${reader}`), n, document.getElementById("popover").hidden].join();
}"""
TAPS = 3  # on a phone, the first ones of which enlarge the board


def known(game: str, size: tuple[int, int]) -> Any:
    """A case of a game and a size; sizes without bounds of their own are measured in the deep tests."""
    marks = [] if size[0] in TARGET else [pytest.mark.deep]
    return pytest.param(game, size, id=f"{game}-{size[0]}x{size[1]}", marks=marks)


@pytest.mark.parametrize(("game", "size"), [known(game, size) for game in NAMES for size in SIZES])
def test_texts_and_targets_are_large_enough_and_the_decision_is_in_sight(game: str, size: tuple[int, int], meet: Meet) -> None:
    """Prompt, bar and board are inside the window; text and targets have the sizes that hands and eyes need."""
    ada = seated(meet, game, size)
    width, height = size
    for selector in (".prompt-text", "#bar", "#confirm", "#take-back", "#board"):
        box = ada.page.locator(selector).bounding_box()
        assert box is not None
        assert box["x"] >= -1
        assert box["x"] + box["width"] <= width + 1
        if selector != "#board":
            assert 0 <= box["y"] <= height - min(box["height"], 30), selector
    text, words = ada.page.evaluate(SMALLEST_TEXT)
    assert text >= TEXT.get(width, 0), words
    target, move, *at = ada.page.evaluate(SMALLEST_TARGET, width == PHONE[0])
    print(f"{game} {width}x{height}: text {text:.1f} px ({words}), target {target:.0f} px ({move})")
    if target < TARGET.get(width, 0) and width == PHONE[0]:
        taps, target = tapped(ada, move, at)
        print(f"{game}: {taps} taps, then {target:.0f} px")
        if taps == 1:
            return  # nothing else lay below the finger

    assert target >= TARGET.get(width, 0), move


def tapped(ada: Person, move: str, at: list[float]) -> tuple[int, float]:
    """Tap on a small target until it is pressed: how often that is, and how large it then was."""
    before = ada.page.evaluate(DONE)
    box = f':is(#board, #panels) :is([data-move="{move}"], [data-moves="{move}"], [data-choice="{move}"], [data-select="{move}"])'
    for taps in range(1, TAPS + 1):
        size = ada.page.evaluate(SIDE, box)
        ada.page.touchscreen.tap(*at)
        ada.page.wait_for_timeout(400)  # two taps in a row are a gesture of their own
        if ada.page.evaluate(DONE) != before:
            return taps, size
        at = ada.page.evaluate(MIDDLE, box)
    raise AssertionError(f"{move} cannot be pressed by a finger")


@pytest.mark.parametrize("game", NAMES)
def test_no_control_moves_between_two_steps_of_a_turn(game: str, meet: Meet) -> None:
    """A few moves are composed; whatever can be pressed before and after a step is at the same place."""
    ada = seated(meet, game, (1280, 800))
    before = ada.page.evaluate(CONTROLS)
    steps = 0
    for _ in range(4):
        moves = [move for move in ada.moves() if ada.drawn(move).count()]
        if not moves or ada.page.locator("#bar.ready").count():
            break
        n = ada.n
        ada.choose(moves[0])
        ada.page.wait_for_function(
            "([n, steps]) => Number(document.body.dataset.n) > n || document.querySelectorAll('#bar .made li').length > steps",
            arg=[n, steps],
        )
        if ada.n != n:
            break
        steps = ada.page.locator("#bar .made li").count()
        after = ada.page.evaluate(CONTROLS)
        moved = {
            name: (place, after[name])
            for name, place in before.items()
            if name in after and max(abs(a - b) for a, b in zip(place, after[name], strict=True)) > MOVED
        }

        assert not moved
        before = after
