"""Notebooks: positions, records and results show themselves, and the notebooks of the documentation run."""

from __future__ import annotations

import html
import json
import re
from pathlib import Path
from xml.etree import ElementTree

import nbformat
import pytest
from nbclient import NotebookClient

from roundhouse import GAMES, Rng, find
from roundhouse.arena.job import Job
from roundhouse.arena.match import play
from roundhouse.arena.report import Chapter
from roundhouse.arena.summary import summarize
from roundhouse.core.playout import random_moves
from roundhouse.core.record import Record, read, replay_until
from roundhouse.research.notebook import Position, Replay

NOTEBOOKS = Path(__file__).parents[2] / "docs" / "notebooks"


def recorded(game: str) -> Record:
    """The first moves of a game."""
    job = Job(game, find(game).version, 2, ("random",), 1)
    record = read(play(job, job.fixtures()[0]).record)
    record.entries = record.entries[:40]
    record.scores = None
    return record


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_position_is_its_drawing(game: object) -> None:
    """Of every game, found from the view alone, well-formed."""
    found = next(each for each in GAMES if each is game)
    state = found.start(2)
    random_moves(state, Rng(1), 20)
    drawing = Position(found.view(state, 0))._repr_svg_()

    assert ElementTree.fromstring(drawing).tag == "{http://www.w3.org/2000/svg}svg"
    assert f"<title>{html.escape(found.title)}</title>" in drawing


@pytest.mark.parametrize("game", [game.name for game in GAMES])
def test_a_replay_holds_every_moment_of_a_record(game: str) -> None:
    """What the slider would show is what is drawn of each state; every move is told in words."""
    record = recorded(game)
    page = Replay(record, 0, "fr").page()
    data = json.loads(re.findall(r'id="data">(.*?)</script>', page, re.DOTALL)[0])
    found = find(game)
    names = record.names
    assert names is not None
    for at in range(0, len(record.entries) + 1, 13):
        state, moves = replay_until(found, record, at)
        last = -1
        if moves:
            before, _ = replay_until(found, record, at - 1)
            last = before.seen(moves[-1], 0)
        drawn = found.render(found.view(state, 0), (), names, "fr", "wide", last)
        shown = {name: [text for since, text in contents if since <= at][-1] for name, contents in data["parts"].items()}
        assert shown == drawn
    assert len(data["told"]) == len(record.entries) + 1
    assert all(data["told"][1:])


def test_a_replay_tells_a_spectator_no_secret() -> None:
    """Twin deals, two tickets of different hands exchanged: the players see it, a spectator gets the same bytes."""
    record, twin = recorded("tickets"), recorded("tickets")
    tickets = [at for at, entry in enumerate(record.entries) if entry.text.startswith("ticket ")]
    first, last = tickets[0], tickets[5]
    for one in (record, twin):
        one.entries = one.entries[: last + 1]
    twin.entries[first], twin.entries[last] = twin.entries[last], twin.entries[first]

    assert Replay(record, 0).page() != Replay(twin, 0).page()
    assert Replay(record, 1).page() != Replay(twin, 1).page()
    assert Replay(record).page() == Replay(twin).page()


def test_a_replay_and_a_result_keep_to_their_own_frames() -> None:
    """Both are one iframe with the page as its attribute, whole when unescaped."""
    record = recorded("express")
    job = Job("express", find("express").version, 2, ("greedy", "random"), 2)
    results = [play(job, fixture).result for fixture in job.fixtures()]
    for shown in (Replay(record)._repr_html_(), Chapter(summarize(job, results), results, None)._repr_html_()):
        page = re.fullmatch(r'<iframe [^>]*? srcdoc="([^"]*)"></iframe>', shown, re.DOTALL)
        assert page is not None
        assert html.unescape(page[1]).rstrip().endswith("</html>")


@pytest.mark.parametrize("name", ["explore", "train"])
@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # of the kernel's own libraries
def test_a_notebook_runs_and_shows_what_it_promises(name: str) -> None:
    """From its first cell to its last, in a kernel of its own; drawings and reports come out. It is kept without outputs."""
    notebook = nbformat.read(NOTEBOOKS / f"{name}.ipynb", as_version=4)  # type: ignore[no-untyped-call]
    assert not [cell for cell in notebook.cells if cell.get("outputs")]
    NotebookClient(notebook, timeout=300, kernel_name="python3").execute()
    kinds = {kind for cell in notebook.cells for output in cell.get("outputs", ()) for kind in output.get("data", ())}

    assert {"image/svg+xml", "text/html"} <= kinds
