"""How large things on the boards are in a real browser, and that nothing moves under the pointer."""

from __future__ import annotations

from typing import Any

import pytest

from roundhouse.games import GAMES
from tests.web.browser import Meet, Person

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

# Every target: how far its part of the window reaches, where presses beside all targets count for the nearest.
SMALLEST_TARGET = """async (touch) => {
  const address = performance.getEntriesByType("resource").map(({ name }) => name).find((name) => name.endsWith("/snap.js"));
  const { nearest } = await import(address);
  const found = [];
  for (const root of [document.getElementById("board"), document.getElementById("panels")]) {
    const frame = root.parentElement.getBoundingClientRect();
    for (const item of root.querySelectorAll("[data-move], [data-moves], [data-choice], [data-select]")) {
      const box = item.getBoundingClientRect();
      const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
      const shown = y > frame.top && y < Math.min(frame.bottom, innerHeight) && x > frame.left && x < frame.right;
      if (!shown || !box.width) continue;
      const size = root.id === "board" ? reach(nearest, root, item, touch, box) : Math.min(box.width, box.height);
      found.push([size, item.dataset.move ?? item.dataset.moves ?? item.dataset.choice ?? item.dataset.select]);
    }
  }
  return found.sort((a, b) => a[0] - b[0])[0];

  function reach(nearest, root, item, touch, box) {
    const owned = (x, y) => nearest(root, x, y, touch).includes(item);
    const extent = ([x, y], dx, dy) => {
      let steps = 1;
      for (const sign of [1, -1]) {
        for (let i = sign; Math.abs(i) < 60 && owned(x + i * dx, y + i * dy); i += sign) steps += 1;
      }
      return steps;
    };
    const square = (at) => Math.min(extent(at, 1, 0), extent(at, 0, 1));
    const wanted = touch ? 44 : 24;
    let best = 0;
    for (let i = 1; i < 5; i += 1) for (let j = 1; j < 5; j += 1) {
      const at = [box.left + (box.width * i) / 5, box.top + (box.height * j) / 5];
      if (best < wanted && owned(...at)) best = Math.max(best, square(at));
    }
    return best;
  }
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


SMALL = {
    ("tycoon", 390): "hexes of the map are smaller than a thumb; the board zooms in instead",
    ("dice1", 1280): "squares that several ways lead to share their place",
    ("dice1", 390): "squares of the tiles are smaller than a thumb; the board zooms in instead",
    ("dice2", 1280): "letters along the edge of the map have 8.5 px",
    ("dice2", 390): "squares of the map have 31 px; the board zooms in instead",
}


def known(game: str, size: tuple[int, int]) -> Any:
    """A case of a game and a size; sizes without bounds of their own are measured in the deep tests."""
    marks = [] if size[0] in TARGET else [pytest.mark.deep]
    if (game, size[0]) in SMALL:
        marks.append(pytest.mark.xfail(reason=SMALL[game, size[0]], strict=False))
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
    target, move = ada.page.evaluate(SMALLEST_TARGET, width == 390)
    print(f"{game} {width}x{height}: text {text:.1f} px ({words}), target {target:.0f} px ({move})")

    assert text >= TEXT.get(width, 0), words
    assert target >= TARGET.get(width, 0), move


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
