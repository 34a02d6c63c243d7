"""People at real browsers: a house in a process of its own, Chromium, and what a person does on a page."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Error, Locator, Page, Response, sync_playwright

import roundhouse
from roundhouse.web.bots.levels import QUICK

ROOT = Path(roundhouse.__file__).parent.parent
PICTURES = ROOT / "build" / "screenshots"
DESK = (1280, 800)
PHONE = (390, 844)
PATIENCE = 30_000  # milliseconds, on a busy machine
LOOKS = 20  # milliseconds between two looks of one who waits: to look at every frame would have a still page drawn again and again
NO_CHROMIUM = "Chromium is missing. Install it (Debian: apt-get install chromium), or name it in ROUNDHOUSE_CHROMIUM."
WHOLE = ("chromium", "chromium-browser", "google-chrome")
SHELL = "chromium-headless-shell"  # the same engine without windows, which takes half of the time


# What the house says of the moment that the page shows: the page may be a moment behind.
_ASK = """const ask = async (path, more = {}) => {
  const { table, reader, layout } = document.body.dataset;
  const answer = await fetch(`${table}/${path}?${new URLSearchParams({ as: reader, layout, ...more })}`);
  const found = await answer.json();
  if (!answer.ok) throw new Error(`${path} ${JSON.stringify(more)}: ${found.error}`);
  if (String(found.n) === document.body.dataset.n) return found;
  await new Promise((done) => setTimeout(done, 20));
  return ask(path, more);
};"""
# The moves of the draft that the page shows.
_DRAFT = """const { table, reader } = document.body.dataset;
  const { steps } = JSON.parse(sessionStorage.getItem(`draft ${table} ${reader}`) ?? '{"steps": []}');
  const moves = steps.flat().join("; ");"""
_MOVES = f"""async () => {{
  {_ASK}
  {_DRAFT}
  const {{ fragments }} = await ask("text", {{ moves }});
  const list = new DOMParser().parseFromString(fragments.moves, "text/html");
  return [...list.querySelectorAll("button[name=move]")].map((one) => one.value);
}}"""
_MENU_OF = f"""async (move) => {{
  {_ASK}
  {_DRAFT}
  return (await ask("choices", {{ move, moves }})).name;
}}"""
# What must be selected, one after the other, before the drawing offers a move; null if nothing leads to it.
_SELECTIONS_TO = f"""async (move) => {{
  {_ASK}
  {_DRAFT}
  const named = (root) => [...root.querySelectorAll("[data-select]")].map((one) => one.dataset.select);
  let ways = named(document).map((name) => [name]);
  for (let depth = 0; depth < 2; depth += 1) {{
    const longer = [];
    for (const way of ways) {{
      const {{ fragments }} = await ask("draft", {{ moves, selection: way.at(-1) }});
      const drawn = new DOMParser().parseFromString(`<svg>${{Object.values(fragments).join("")}}</svg>`, "text/html");
      if (drawn.querySelector(`[data-move="${{CSS.escape(move)}}"]`)) return way;
      longer.push(...named(drawn).filter((name) => !way.includes(name)).map((name) => [...way, name]));
    }}
    ways = longer;
  }}
  return null;
}}"""


class Door:
    """A house that serves pages, in a process of its own with a store of its own."""

    def __init__(self, folder: Path, *site: Path) -> None:
        self._db = folder / "house.db"
        self._path = os.pathsep.join(map(str, (ROOT, *site)))  # with packages of games, if any
        self._port = 0
        self._process: subprocess.Popen[str] | None = None
        self.url = ""
        self.open()

    def open(self) -> None:
        """Opens the house; after a close at the same address, with what it had."""
        command = [sys.executable, "-m", "roundhouse", "serve", "--lang", "en", "--port", str(self._port), "--db", str(self._db)]
        environment = os.environ | {"PYTHONPATH": self._path, "PYTHONUNBUFFERED": "1", "ROUNDHOUSE_LIMITS": "off"}
        self._process = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True)
        assert self._process.stdout is not None
        first = self._process.stdout.readline()
        found = re.search(r"http://[\d.]+:(\d+)", first)
        assert found is not None, f"the house does not open: {first}"
        self.url, self._port = found[0], int(found[1])

    def close(self) -> None:
        """Closes the house as Ctrl-C does."""
        assert self._process is not None
        self._process.send_signal(signal.SIGINT)
        self._process.communicate(timeout=30)
        self._process = None


class Person:
    """Somebody at a browser of their own. Whatever goes wrong on a page is kept in `problems`."""

    def __init__(self, page: Page, house: str) -> None:
        self.page = page
        self.house = house
        self.problems: list[str] = []
        self.bytes = 0  # received for the page that is open
        page.set_default_timeout(PATIENCE)
        page.on("console", self._console)
        page.on("pageerror", lambda error: self.problems.append(str(error)))
        page.on("response", self._response)

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.problems.append(f"{message.text} ({message.location.get('url')})")

    def _response(self, response: Response) -> None:
        if response.status >= 500:
            self.problems.append(f"{response.status} {response.url}")

    # Going somewhere.

    def visit(self, path: str) -> None:
        """Opens a page of the house."""
        self.page.goto(self.house + path)

    def play_against_bots(self, game: str) -> str:
        """At a running game, as by the button on the home page, whose pictures need not be drawn for that; its address."""
        answer = self.page.request.post(
            f"{self.house}/tables",
            form={"game": game, "seats": "3", "seat-0": "you", "seat-1": QUICK, "seat-2": QUICK, "spectators": "on"},
            headers={"Origin": self.house},
            max_redirects=0,
        )
        self.visit(answer.headers["location"])
        self.wait_for_board()
        return self.page.url

    def open_table(self, game: str, seats: Sequence[str], name: str, *, ticked: Sequence[str] = (), by_lot: bool = False) -> str:
        """Set up a table and return the invitation link if a seat is open.

        Each seat is `you`, `open` or a bot level; `ticked` are the names of checkboxes to tick. The seats keep their order unless
        they are drawn by lot.
        """
        self.visit(f"/games/{game}")
        self.page.fill("#name", name)
        self.page.check(f"input[name=seats][value='{len(seats)}']", force=True)
        for number, who in enumerate(seats):
            self.page.select_option(f"#seat-{number}", who)
        for box in ticked:
            self.page.check(f"input[name={box}]")
        if not by_lot:
            self.page.select_option("#seating", "arranged")
        self.page.select_option("#pace", "0")
        self.page.click(".go .main-button")
        self.page.wait_for_url("**/table/*")
        return self.page.input_value("#invite") if "open" in seats else ""

    def join(self, link: str, name: str) -> None:
        """Follows the link of a friend and takes a seat."""
        self.page.goto(link)
        self.page.fill("#name", name)
        self.page.click("main .main-button")
        self.page.wait_for_url("**/table/*")

    def wait_for_board(self) -> None:
        """Waits until the game begins, which it does when the last seat is taken, and the page listens to keys."""
        self.page.wait_for_selector("body[data-ready] #board")

    # Playing.

    @property
    def n(self) -> int:
        """How many things have happened at the table, as the page knows it."""
        return int(self.page.get_attribute("body", "data-n") or 0)

    @property
    def over(self) -> bool:
        """Whether the page says that the game has ended."""
        return self.page.locator(".prompt-text.over").count() > 0

    def wait_for_turn(self) -> bool:
        """Waits until it is this person's turn; false when the game is over."""
        self.page.wait_for_function(
            "() => document.querySelector('.turn-of')?.dataset.yours === 'yes' || document.querySelector('.prompt-text.over')",
            polling=LOOKS,
        )
        return not self.over

    def moves(self) -> list[str]:
        """The texts of the moves that this person may make now."""
        found: list[str] = self.page.evaluate(_MOVES)
        return found

    def drawn(self, move: str) -> Locator:
        """A move on the drawing, or in the menu that is open."""
        return self.page.locator(f':is(#board, #panels, #popover) [data-move="{move}"]').first

    def choose(self, move: str) -> None:
        """Presses a move on the drawing, after what must be selected or the menu it is in, as the Enter key does."""
        if not self.drawn(move).count():
            selections = self.page.evaluate(_SELECTIONS_TO, move) or ()
            for name in selections:
                self.page.locator(f':is(#board, #panels) [data-select="{name}"]').first.press("Enter")
                self.page.wait_for_selector(f'[data-select="{name}"][aria-pressed=true], :is(#board, #panels) [data-move="{move}"]')
            if selections:
                self.drawn(move).first.wait_for(state="attached")
        if not self.drawn(move).count():
            menu = self.page.evaluate(_MENU_OF, move)
            self.page.locator(f'[data-choice="{menu}"]').first.press("Enter")
        self.drawn(move).press("Enter")

    def make(self, move: str) -> None:
        """Makes a move: chooses it on the drawing, confirms it if need be, and waits until it has happened."""
        before = self.n
        self.choose(move)
        self.page.wait_for_function(
            "before => Number(document.body.dataset.n) > before || document.querySelector('#bar.drafting #confirm:enabled')",
            arg=before,
            polling=LOOKS,
        )
        if self.n == before:
            self.page.click("#confirm")
        self.wait_for_news(before)

    def first_move(self) -> str:
        """The first move that the drawing offers without a selection or a menu; else the first of all."""
        moves = self.moves()
        return next((move for move in moves if self.drawn(move).count()), moves[0])

    def make_first_move(self) -> bool:
        """Makes the first move on offer when it is this person's turn; false when the game is over."""
        if not self.wait_for_turn():
            return False
        self.make(self.first_move())
        return True

    def let_a_bot_play(self) -> None:
        """Gets up and looks on while a bot plays this person's seat."""
        self.page.click("#tab-seats")
        self.page.click("[data-rest] button")
        self.page.wait_for_selector("[data-rest]", state="detached")

    def wait_for_news(self, before: int) -> None:
        """Waits until something has happened since."""
        self.page.wait_for_function("before => Number(document.body.dataset.n) > before", arg=before, polling=LOOKS)

    # Looking.

    def text(self, selector: str) -> str:
        """What a reader sees of an element."""
        return self.page.locator(selector).first.inner_text()

    def keep_picture(self, name: str) -> None:
        """Keeps a picture of the page among the artefacts."""
        PICTURES.mkdir(parents=True, exist_ok=True)
        self.page.screenshot(path=PICTURES / f"{name}.png")


Meet = Callable[..., Person]


@pytest.fixture(scope="module")
def browsers() -> tuple[str, ...]:
    """Their names, the first that is here is taken; tests of what the shell lacks have this fixture without it."""
    return (SHELL, *WHOLE)


@pytest.fixture(scope="module")  # no longer: Playwright keeps an event loop running, in which other tests could not run theirs
def chromium(browsers: tuple[str, ...]) -> Iterator[Browser]:
    """The browser that all people of a module share; each has a context of their own."""
    names = (os.environ.get("ROUNDHOUSE_CHROMIUM", ""), *browsers)
    path = next((found for name in names if name and (found := shutil.which(name))), None)
    if path is None:
        pytest.fail(NO_CHROMIUM)
    with sync_playwright() as playwright:
        try:
            browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])
        except Error as error:
            pytest.fail(f"{NO_CHROMIUM} What was found does not start: {error}")
        yield browser
        browser.close()


def opened(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Door]:
    """A house that is closed when it is no longer needed."""
    door = Door(tmp_path_factory.mktemp("house"))
    yield door
    door.close()


door = pytest.fixture(scope="session")(opened)  # one for all tests of a worker: it takes longer to open than most of them


@pytest.fixture
def meet(chromium: Browser, door: Door) -> Iterator[Meet]:
    """Makes people at browsers; when the test is over, none of their pages may have had a problem."""
    people: list[Person] = []

    def person(*, size: tuple[int, int] = DESK, language: str = "en-GB", theme: Any = "light", moving: bool = False) -> Person:
        context = chromium.new_context(
            viewport={"width": size[0], "height": size[1]},
            locale=language,
            color_scheme=theme,
            has_touch=size == PHONE,
            permissions=["clipboard-write"],
            reduced_motion="no-preference" if moving else "reduce",  # without a graphics card, motion takes most of the time
        )
        people.append(Person(context.new_page(), door.url))
        return people[-1]

    yield person
    for one in people:
        one.page.context.close()
    problems = [problem for one in people for problem in one.problems]
    assert not problems, problems
