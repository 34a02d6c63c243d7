"""What people type at the terminal: refusals by clause, and players counted from 1."""

from __future__ import annotations

import pytest

from tests.cli.conftest import Command
from tests.test_typed import ONE_OF_EACH


@pytest.mark.parametrize(("name", "text", "clause", "words"), ONE_OF_EACH.values(), ids=list(ONE_OF_EACH))
def test_the_terminal_tells_the_clause(command: Command, name: str, text: str, clause: str, words: str) -> None:
    """As it does for every refused move, also where `?` asks for an explanation."""
    for line in (text, f"? {text}"):
        said = command("play", name, "--seats", "2", "--seed", "1", "--open", stdin=f"{line}\nquit\n")
        shown = " ".join((said.out + said.err).split())

        assert clause in shown
        assert words in shown


def test_seats_are_counted_from_one(command: Command) -> None:
    """As the names of players are."""
    assert "Player 2> " in command("play", "express", "--bots", "1", "--seat", "2", "--seed", "1", stdin="quit\n").out


def test_the_terminal_names_owners_of_links_by_their_number(command: Command) -> None:
    """The first player builds a link and delivers over it: the move is listed, drawn and typed as `player 1`."""
    deliver = ["bid 1", "", "pass", "", "build Pittsburgh SW", "lay SE", "", "pass", "", "deliver purple from Pittsburgh"]
    arguments = ("play", "tycoon", "--seats", "2", "--seed", "2", "--open")
    out = command(*arguments, stdin="\n".join([*deliver, "hop Wheeling 0", "hop Wheeling player 1", "quit", ""])).out

    assert "hop Wheeling player 1    " in out
    assert "No legal move contains 'hop Wheeling 0'" in out
    assert "Press Enter to continue" in out.partition("No legal move")[2]
