"""Typed moves that programs and scripts send: refusals name the clause and link it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from roundhouse.games import find
from tests.test_typed import ONE_OF_EACH
from tests.web.conftest import Browser


@pytest.mark.parametrize(("name", "text", "clause", "words"), ONE_OF_EACH.values(), ids=list(ONE_OF_EACH))
def test_the_browser_links_the_clause(browser: Callable[..., Browser], name: str, text: str, clause: str, words: str) -> None:
    """A move that is sent by a script: the answer has the reason, the clause and its place in the rules."""
    ada = browser()
    table = ada.open_table(name, ["you", *["novice"] * (find(name).seats[0] - 1)])
    answer = ada.move(table, text)

    assert answer.status_code == 422
    assert answer.json()["clause"] == clause
    assert answer.json()["link"] == f"/rules/{name}#{clause}"
    assert words.casefold() in answer.json()["error"].casefold()
