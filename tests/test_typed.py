"""What people type: a text that names no move is refused with the clause that says why, at every door alike."""

from __future__ import annotations

from typing import Any

import pytest

from roundhouse.core.game import Refused
from roundhouse.core.record import BadRecord, Entry, Record, replay
from roundhouse.core.sentence import BadText, HouseError
from roundhouse.games import GAMES, find
from roundhouse.ui.rulebook import clauses
from roundhouse.ui.text import translate

TYPED: list[tuple[str, str, str, str]] = [
    ("tickets", "claim Duluth-Helena red", "TTR-50", "Duluth-Helena is orange: only such cards and locomotives pay for it"),
    ("tickets", "claim Helena-Duluth red+2", "TTR-50", "Duluth-Helena is orange: only such cards and locomotives pay for it"),
    ("tickets", "claim Duluth-Helena orange+red", "TTR-50", "Duluth-Helena is orange: only such cards and locomotives pay for it"),
    ("tickets", "claim Denver-Kansas City red", "TTR-50", "Denver-Kansas City is black or orange: only such cards and"),
    ("tickets", "claim Montréal–Toronto red+green", "TTR-51", "Montreal-Toronto is gray: all cards are of one colour"),
    ("tickets", "claim Boston-Seattle red", "TTR-6", "no track joins Boston and Seattle"),
    ("tickets", "claim Duluth-Helena orange+7", "TTR-49", "Duluth-Helena takes exactly 6 cards"),
    ("tickets", "keep 4", "TTR-64", "three tickets at most are on offer, numbers 1 to 3"),
    ("tickets", "keep -1", "TTR-64", "three tickets at most are on offer, numbers 1 to 3"),
    ("tickets", "keep", "TTR-65", "at least one of the tickets drawn must be kept"),
    ("tickets", "keep 1 1", "TTR-3", "every ticket is there once"),
    ("express", "bid 1000", "CEX-138", "a bid is at most $999"),
    ("express", "bid -1", "CEX-6", "a bid is a whole number of dollars, 1 or more"),
    ("express", "bid 0", "CEX-6", "a bid is a whole number of dollars, 1 or more"),
    ("express", "bid 2.5", "CEX-6", "a bid is a whole number of dollars, 1 or more"),
    ("tycoon", "bid 1000", "RRT-57", "a bid is written in thousands of dollars, 1 to 100: 'bid 5' is $5,000"),
    ("tycoon", "bid 5,000", "RRT-57", "a bid is written in thousands of dollars, 1 to 100: 'bid 5' is $5,000"),
    ("tycoon", "bid -1", "RRT-57", "the lowest bid is $1,000, written 'bid 1'"),
    ("tycoon", "bid 0", "RRT-57", "the lowest bid is $1,000, written 'bid 1'"),
    ("tycoon", "issue -3", "RRT-199", "1 to 20 shares can be issued voluntarily at a time"),
    ("tycoon", "urbanize Dallas red", "RRT-6", "there is no red new-city tile"),
    ("dice1", "cup -1", "RD1-34", "the cup takes 0 or more of your wild dice; there are 60 dice at most"),
    ("dice1", "roll 61", "RD1-34", "you roll 0 or more dice of the reserve; there are 60 dice at most"),
    ("dice1", "pay 9", "RD1-18", "no payment takes more than 6 dice"),
    ("dice1", "pay 7 wild", "RD1-18", "no payment takes more than 6 dice"),
    ("dice1", "cup 61", "RD1-34", "the cup takes 0 or more of your wild dice; there are 60 dice at most"),
    ("dice1", "keep 6 wild", "RD1-29", "5 dice stay in front"),
    ("dice1", "keep 4 wild", "RD1-29", "5 dice stay in front"),
    ("dice2", "carry 7 C", "RD2-2", "locomotives have the values 2 to 6, not 7"),
    ("dice2", "carry -2 C", "RD2-2", "locomotives have the values 2 to 6, not -2"),
    ("dice2", "bring 0", "RD2-1", "passengers come to one of the tiles 1 to 6"),
    ("dice2", "lay 1e1 NS", "RD2-1", "there is no square 1e1"),
    ("dice2", "bring 7", "RD2-1", "passengers come to one of the tiles 1 to 6"),
    ("dice2", "dice 5", "RD2-42", "the offers are '4', '2+1', '0+2' and '?'"),
    ("dice2", "lay 7a1 NE", "RD2-1", "there is no square 7a1"),
]
IDS = [f"{game}: {text}" for game, text, _, _ in TYPED]
ONE_OF_EACH = {name: next(row for row in TYPED if row[0] == name) for name in dict.fromkeys(row[0] for row in TYPED)}
UNKNOWN = ("fly to the moon", "claim Atlantis-Boston red", "claim Duluth-Helena", "bid", "bid much", "keep it", "hop over", "")


@pytest.mark.parametrize(("name", "text", "clause", "words"), TYPED, ids=IDS)
def test_a_text_that_breaks_a_rule_is_refused_by_its_clause(name: str, text: str, clause: str, words: str) -> None:
    """In the words of the rule, not with examples of how moves are written; in French too."""
    game = find(name)
    with pytest.raises(Refused) as caught:
        game.parse(text)
    refusal = caught.value.refusal

    assert refusal.clause == clause
    assert clause in clauses(game, "en")
    assert str(refusal.reason).startswith(words)
    assert translate(refusal.reason, "fr") != str(refusal.reason)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
@pytest.mark.parametrize("text", UNKNOWN)
def test_a_text_that_is_not_understood_still_gets_examples(game: Any, text: str) -> None:
    """A city that does not exist, a move that is not complete, nonsense."""
    if text == "keep it" or game.name == "tickets" or not text.startswith("claim"):
        with pytest.raises(BadText, match="moves are written like"):
            game.parse(text)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_minus_is_never_read_past(game: Any) -> None:
    """No move with a number means the same with the number made negative."""
    for move in range(0, game.move_count, 7):
        text = game.notation(move)
        words = text.split()
        for i, word in enumerate(words):
            if word.isdecimal() and int(word) > 0:
                with pytest.raises(HouseError):
                    game.parse(" ".join([*words[:i], f"-{word}", *words[i + 1 :]]))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_what_the_terminal_shows_can_be_typed_everywhere(game: Any) -> None:
    """`spelled` and `typed` are inverse, and `parse` reads what is spelled; only a player in a move is written differently."""
    for move in range(game.move_count + game.outcome_count + game.shadow_count):
        text = game.spelled(move)
        assert game.typed(text) == game.parse(text) == move
        assert text == game.notation(move) or text.startswith("hop ")


def test_a_link_is_named_by_its_owner_counted_from_one() -> None:
    """`hop Wheeling player 1` is the first player's link; the bare number of records, which counts from 0, is not taken."""
    tycoon = find("tycoon")
    hop = tycoon.parse("hop Wheeling 0")

    assert tycoon.spelled(hop) == "hop Wheeling player 1"
    assert tycoon.notation(hop) == "hop Wheeling 0"
    assert tycoon.typed("hop Washington player 2") == tycoon.parse("hop Washington D.C. 1")
    with pytest.raises(BadText):
        tycoon.typed("hop Wheeling 0")


def test_a_record_tells_the_clause_and_the_line() -> None:
    """A claim in a colour that the track does not take."""
    record = Record("tickets", 1, 2, entries=[Entry(0, "claim Duluth-Helena red", 7)])

    with pytest.raises(BadRecord, match="line 7: TTR-50: Duluth-Helena is orange"):
        replay(find("tickets"), record)
