"""Puzzles in the house: solved without an account, rated once, told in the reader's language, and closed to illegal moves."""

from __future__ import annotations

import asyncio
import html
import re
from collections.abc import Callable
from typing import Any

import pytest
from anyio.from_thread import BlockingPortal

from roundhouse.core.game import Game
from roundhouse.games import GAMES, find
from roundhouse.play.rating import Rating
from roundhouse.puzzles.library import all_puzzles, of_the_day, position, shipped
from roundhouse.puzzles.puzzle import Puzzle
from roundhouse.puzzles.themes import NAMES
from roundhouse.web.live.puzzles import today
from roundhouse.web.ratings.puzzles import Answer, PuzzleRatings, rated_answer
from roundhouse.web.server.house import House
from roundhouse.web.store.store import Store
from tests.web.conftest import Browser
from tests.web.people.test_accounts import make_account, sign_in
from tests.web.test_store import add, place, within  # noqa: F401 - `place` is a fixture: both databases

Browsers = Callable[..., Browser]


def path_of(puzzle: Puzzle) -> str:
    """The address of a puzzle."""
    return f"/puzzles/{puzzle.id}"


def easiest(game: str = "tickets") -> Puzzle:
    """A puzzle of a game."""
    return shipped(find(game))[0]


def rating_of(browser: Browser, path: str) -> int:
    """The puzzle rating that a page tells."""
    match = re.search(r"Your puzzle rating: ([\d,]+)", browser.get(path).text)
    assert match is not None
    return int(match[1].replace(",", ""))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_puzzle_of_each_game_is_solved_and_explained(browser: Browsers, game: Game[Any]) -> None:
    """A stranger sees the board and no answer, sends the best move, and then reads why."""
    puzzle = easiest(game.name)
    ada = browser()
    before = ada.get(path_of(puzzle)).text
    answered = ada.post(f"{path_of(puzzle)}/move", {"moves": [puzzle.best], "rid": "one"})
    after = ada.get(path_of(puzzle)).text

    assert 'id="confirm"' in before
    assert "How sure is this?" not in before
    assert answered.json()["solved"] is True
    assert answered.json()["url"] == path_of(puzzle)
    assert "Right:" in after
    assert "How sure is this?" in after
    assert 'id="confirm"' not in after
    assert rating_of(ada, path_of(puzzle)) > 1500


def test_a_wrong_answer_is_told_what_is_better(browser: Browsers) -> None:
    """The rating falls; each of the three positions can be drawn."""
    puzzle, ada = easiest(), browser()
    answered = ada.post(f"{path_of(puzzle)}/move", {"moves": [puzzle.usual], "rid": "one"})
    page = ada.get(path_of(puzzle)).text

    assert answered.json()["solved"] is False
    assert "There is a better move." in page
    assert rating_of(ada, path_of(puzzle)) < 1500
    drawn = {ada.get(f"{path_of(puzzle)}?show={which}").text for which in ("best", "mine", "before")}
    assert len(drawn) == 3


def test_the_themes_are_named_after_the_answer(browser: Browsers) -> None:
    """Before it they would give the move away, also on the page of all puzzles."""
    puzzle, ada = easiest("dice1"), browser()
    line = re.compile(r'<p class="about-puzzle">(.*?)</p>', re.DOTALL)
    open_page = ada.get(path_of(puzzle)).text
    ada.post(f"{path_of(puzzle)}/move", {"moves": [puzzle.best], "rid": "one"})
    answered_page = ada.get(path_of(puzzle)).text
    names = [NAMES[theme].message for theme in puzzle.themes]

    assert not any(name in line.findall(open_page)[0] for name in names)
    assert all(name in line.findall(answered_page)[0] for name in names)


def test_only_the_first_answer_counts_and_a_repeated_request_counts_once(browser: Browsers) -> None:
    """A second try, and the same request again, change no rating."""
    puzzle, ada = easiest(), browser()
    wrong = {"moves": [puzzle.usual], "rid": "same"}
    first = ada.post(f"{path_of(puzzle)}/move", wrong).json()
    fallen = rating_of(ada, path_of(puzzle))
    assert ada.post(f"{path_of(puzzle)}/move", wrong).json() == first
    assert rating_of(ada, path_of(puzzle)) == fallen
    again = ada.post(f"{path_of(puzzle)}/move", {"moves": [puzzle.best], "rid": "other"}).json()

    assert (again["solved"], again["right"]) == (False, True)
    page = ada.get(path_of(puzzle)).text
    assert "Only the first answer to a puzzle changes the rating." in page
    assert 'id="confirm"' in ada.get(f"{path_of(puzzle)}?again=yes").text
    assert "1 of" in ada.get("/puzzles").text


def test_a_puzzle_can_be_answered_without_script(browser: Browsers) -> None:
    """The list of moves is a form. It leads to the answer; sent twice, it counts once."""
    puzzle, ada = easiest("dice1"), browser()
    page = ada.get(path_of(puzzle)).text
    offered = [html.unescape(text) for text in re.findall(r'<button name="move" value="([^"]+)"', page)]
    form = {"n": "1", "seat": str(puzzle.seat), "rid": re.findall(r'name="rid" value="([^"]+)"', page)[0], "move": puzzle.best}
    sent = ada.send(f"{path_of(puzzle)}/move", form)
    again = ada.send(f"{path_of(puzzle)}/move", form)

    assert puzzle.best in offered
    assert len(offered) == puzzle.legal
    assert (sent.status_code, sent.headers["location"]) == (303, path_of(puzzle))
    assert again.status_code == 303
    assert "Your puzzle rating:" in ada.get(path_of(puzzle)).text


def test_an_illegal_answer_is_refused_with_its_clause(browser: Browsers) -> None:
    """As at a table; what is no move at all is refused too, and nothing is rated."""
    puzzle, ada = easiest(), browser()
    here = position(puzzle.id)
    illegal = next(move for move in range(here.game.move_count) if here.game.refusal(here.view.position, move) is not None)
    text = here.game.notation(illegal)
    refused = ada.post(f"{path_of(puzzle)}/move", {"moves": [text], "rid": "one"})
    why = ada.post(f"{path_of(puzzle)}/why", {"moves": [], "move": text})

    assert refused.status_code == 422
    assert refused.json()["clause"].startswith("TTR-")
    assert refused.json()["link"] == f"/rules/tickets#{refused.json()['clause']}"
    assert why.json()["legal"] is False
    assert why.json()["clause"] == refused.json()["clause"]
    assert ada.post(f"{path_of(puzzle)}/move", {"moves": ["no move"], "rid": "two"}).status_code == 422
    assert ada.post(f"{path_of(puzzle)}/move", {"moves": [], "move": "", "rid": "three"}).status_code == 422
    assert ada.post(f"{path_of(puzzle)}/why", {"moves": [puzzle.best], "move": puzzle.best}).json()["legal"] in (True, False)
    assert 'id="confirm"' in ada.get(path_of(puzzle)).text


def test_an_unknown_puzzle_is_not_found_in_the_readers_language(browser: Browsers) -> None:
    """The page, its drawing, its drafts and answers; games and themes without puzzles too."""
    ada = browser(accept_language="fr")

    assert "Ce problème n’existe pas" in ada.get("/puzzles/00000000", headers={"Accept": "text/html"}).text
    for path in ("", "/board.svg", "/draft", "/text", "/choices"):
        assert ada.get(f"/puzzles/00000000{path}").status_code == 404
    assert ada.post("/puzzles/00000000/move", {"moves": ["x"]}).status_code == 404
    assert ada.get("/puzzles/next?game=nothing").status_code == 404
    assert ada.get("/puzzles/next?game=tickets&theme=nothing").status_code == 404


def test_a_draft_is_drawn_and_told(browser: Browsers) -> None:
    """What it changes on the drawing, its prompt and its steps; an illegal move ends it; menus are found by a move."""
    puzzle, ada = easiest(), browser()
    path = path_of(puzzle)
    good = ada.get(f"{path}/draft", params={"moves": puzzle.best}).json()
    bad = ada.get(f"{path}/draft", params={"moves": f"{puzzle.best}; no move"}).json()
    text = ada.get(f"{path}/text", params={"moves": puzzle.best}).json()

    assert (good["n"], good["count"]) == (1, 1)
    assert {"prompt", "draft"} < good["fragments"].keys()
    assert any(name.startswith("draw-") for name in good["fragments"])
    assert bad["count"] == 1
    assert bad["error"]
    assert text["fragments"].keys() == {"moves", "sketch"}
    assert ada.get(f"{path}/choices", params={"move": puzzle.best}).status_code == 200
    assert ada.get(f"{path}/choices", params={"name": "nothing"}).status_code == 404
    assert ada.get(f"{path}/board.svg").headers["content-type"].startswith("image/svg+xml")


def test_the_puzzle_of_the_day_is_the_same_for_everyone(browser: Browsers, house: House) -> None:
    """It stands first in the list, and its address leads to it."""
    daily = of_the_day(today(house.now()))
    assert daily is not None
    asked = [browser().get("/puzzles/day") for _ in range(2)]

    assert {one.headers["location"] for one in asked} == {path_of(daily)}
    assert f'href="{path_of(daily)}"' in browser().get("/puzzles").text
    assert "Puzzle of the day" in browser().get(path_of(daily)).text
    assert 'href="/puzzles"' in browser().get("/").text


def test_the_next_puzzle_is_a_new_one_of_the_theme(browser: Browsers) -> None:
    """Never one that was answered; after the last one the list."""
    ada = browser()
    theme = easiest("dice1").themes[0]
    count = sum(theme in puzzle.themes for puzzle in shipped(find("dice1")))
    seen = set()
    for number in range(count):
        path = ada.get(f"/puzzles/next?game=dice1&theme={theme}").headers["location"]
        puzzle = all_puzzles()[path.removeprefix("/puzzles/")]
        assert theme in puzzle.themes
        seen.add(path)
        ada.post(f"{path}/move", {"moves": [puzzle.usual], "rid": str(number)})

    assert len(seen) == count
    assert ada.get(f"/puzzles/next?game=dice1&theme={theme}").headers["location"] == "/puzzles?done=yes"


def test_answers_are_limited(browser: Browsers) -> None:
    """Like other actions."""
    puzzle, ada = easiest(), browser()
    ada.post(f"{path_of(puzzle)}/move", {"moves": [puzzle.best], "rid": "0"})
    answers = [ada.post(f"{path_of(puzzle)}/move", {"moves": [puzzle.best], "rid": "0"}).status_code for _ in range(31)]

    assert answers[-1] == 429
    assert set(answers) == {200, 429}


def test_an_account_takes_over_the_answers_of_its_browser(browser: Browsers, house: House, portal: BlockingPortal) -> None:
    """What the account has answered itself stays; deleting the account deletes them."""
    first, second = shipped(find("tickets"))[:2]
    owner, other = browser(), browser()
    make_account(owner)
    owner.post(f"{path_of(first)}/move", {"moves": [first.usual], "rid": "1"})
    kept = rating_of(owner, path_of(first))
    for puzzle in (first, second):
        other.post(f"{path_of(puzzle)}/move", {"moves": [puzzle.best], "rid": "2"})
    assert sign_in(other, adopt="on") == 303

    assert "There is a better move." in other.get(path_of(first)).text
    assert "Right:" in other.get(path_of(second)).text
    assert rating_of(other, path_of(first)) == kept
    rows = portal.call(house.store.rows, "SELECT DISTINCT guest FROM puzzle_attempt")
    assert len(rows) == 1


@pytest.mark.parametrize("solved", [True, False])
def test_a_rating_moves_by_how_surprising_the_answer_is(solved: bool) -> None:
    """Towards a hard puzzle that is solved, and away from an easy one that is not."""
    before = Rating(1500, 100)
    easy, hard = rated_answer(before, 1300, solved=solved), rated_answer(before, 1900, solved=solved)

    assert (easy.mean > 1500) is (hard.mean > 1500) is solved
    assert hard.mean > easy.mean
    assert easy.deviation < 100


def test_answers_are_counted_once_in_both_databases(place: str) -> None:  # noqa: F811
    """One attempt a puzzle, even when several requests answer it at the same moment, and a rating for each game."""

    async def act(store: Store) -> tuple[int, int]:
        ratings = PuzzleRatings(store, lambda: 5.0)
        await store.write(add("ada"))
        for number in range(3):
            answer = Answer("ada", f"p{number}", "tickets", 1500, "take red", number > 0, "r")
            attempts = await asyncio.gather(*(ratings.record(answer) for _ in range(3)))
            assert [one.tries for one in attempts] == [1, 1, 1]
        assert await ratings.answered("ada") == {"p0", "p1", "p2"}
        found = (await ratings.of("ada"))["tickets"]
        return found.tried, found.solved

    assert within(place, act) == (3, 2)
