"""What Railroad Tycoon says: a sentence for every move, from the reader's view, and a prompt for every moment."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from roundhouse.core.sentence import Sentence
from roundhouse.core.state import OVER, SPECTATOR
from roundhouse.games.tycoon.notation import parse
from roundhouse.games.tycoon.phrases import card, cubes, money
from roundhouse.games.tycoon.position import AUCTION
from roundhouse.games.tycoon.state import Tycoon, start
from roundhouse.games.tycoon.view import view
from roundhouse.games.tycoon.words import describe, prompt
from roundhouse.ui.text import translate
from tests.games.tycoon.positions import build, end_actions, finish, lively_game, play, position

NAMES = ("Ada", "Bob", "Chloé", "Dan", "Eve", "Fay")
EAST = ["New York-Philadelphia", "Philadelphia-Baltimore"]


def told(state: Tycoon, text: str, reader: int = 0) -> tuple[str, str]:
    """A move written as text, described to a reader in English and in French."""
    return both(describe(view(state, reader), state.seen(parse(text), reader)), NAMES)


def asked(state: Tycoon, reader: int = 0) -> tuple[str, str]:
    """The prompt of a reader in English and in French."""
    return both(prompt(view(state, reader)))


def both(sentence: Sentence, names: Sequence[str] = ()) -> tuple[str, str]:
    """A sentence in both languages, with plain spaces."""
    return translate(sentence, "en", names), translate(sentence, "fr", names).replace("\u00a0", " ")


# The log.


def test_a_bid_and_who_becomes_first_player() -> None:
    """RRT-60 and RRT-62."""
    state = position(phase=AUCTION, round=0)

    assert told(state, "bid 3") == ("Ada bids $3,000", "Ada offre 3 000 $")
    assert told(play(state, "bid 3"), "pass", reader=1) == (
        "Bob passes; Ada becomes first player for $3,000",
        "Bob passe ; Ada devient premier joueur pour 3 000 $",
    )
    silent = play(position(phase=AUCTION, round=0), "pass")
    assert told(silent, "pass")[0] == "Bob passes; nobody has bid, and Bob becomes first player"


def test_track_is_told_tile_by_tile_with_its_price() -> None:
    """The stub, the tile, the completed link; a turn; a stop."""
    state = position(cash=[50, 50])

    assert told(state, "build New York SW") == (
        "Ada begins a link at New York, south-west",
        "Ada commence un lien du côté sud-ouest de New York",
    )
    assert told(play(state, "build New York SW"), "lay SW") == (
        "Ada lays track north-east of Philadelphia for $2,000 and completes the link New York-Philadelphia",
        "Ada pose une voie au nord-est de Philadelphia pour 2 000 $ et achève le lien New York-Philadelphia",
    )
    loose = play(build(position(cash=[50, 50]), "Chicago E: E stop"), "pass")
    assert told(loose, "build Chicago E")[0] == "Ada works on the unfinished link at Chicago, east"
    assert told(play(loose, "build Chicago E"), "turn SE") == (
        "Ada turns the tile east of Chicago, to the south-east, for $2,000",
        "Ada tourne la tuile à l’est de Chicago, vers le sud-est, pour 2 000 $",
    )
    assert told(play(loose, "turn SE"), "stop")[0] == "Ada stops building"


def test_a_delivery_is_told_link_by_link() -> None:
    """Each with the owner of the link."""
    state = position(links={0: EAST[:1], 1: EAST[1:]}, goods={"New York": "1 yellow"}, level=[2, 1])

    assert told(state, "deliver yellow from New York") == (
        "Ada delivers a yellow cube from New York",
        "Ada livre un cube jaune depuis New York",
    )
    play(state, "deliver yellow from New York")
    assert told(state, "hop Philadelphia 0")[0] == "The cube goes to Philadelphia over a link of Ada"
    assert told(play(state, "hop Philadelphia 0"), "hop Baltimore 1") == (
        "The cube reaches Baltimore over a link of Bob",
        "Le cube atteint Baltimore par un lien (Bob)",
    )


def test_cities_locomotives_cards_and_western_links() -> None:
    """One sentence each, with the price."""
    state = position(cash=[90, 0], cards=["Hotel Boston", "New Industry", "City Growth"], links={0: ["Kansas City-St. Louis"]})

    assert told(state, "urbanize Toledo blue") == (
        "Ada urbanizes Toledo for $10,000: it is now a blue city",
        "Ada urbanise Toledo pour 10 000 $ : c’est maintenant une ville bleue",
    )
    assert told(state, "upgrade") == ("Ada upgrades to level 2 for $5,000", "Ada passe au niveau 2 pour 5 000 $")
    assert told(state, "take Hotel Boston") == ("Ada takes the card Hotel Boston", "Ada prend la carte Hôtel Boston")
    assert told(state, "west Kansas City")[0] == "Ada builds the western link of Kansas City for $30,000"
    assert told(state, "issue 3") == ("Ada issues 3 shares for $15,000", "Ada émet 3 parts pour 15 000 $")
    assert told(state, "pass") == ("Ada passes", "Ada passe")
    industry, growth = play(state.copy(), "take New Industry"), play(state.copy(), "take City Growth")
    assert told(industry, "urbanize Toledo blue")[0] == "Ada makes Toledo a blue city by New Industry"
    assert told(growth, "grow Toledo")[0] == "Ada chooses Toledo for City Growth"
    granted = position(held={0: ["Government Land Grant"]})
    assert told(granted, "grant")[0] == "Ada uses a Government Land Grant for the build that follows"


def test_what_chance_brings() -> None:
    """Cubes, tycoons open and hidden, cards in their three ways, Pullman shown or not."""
    assert told(start(4, 0), "goods 1 red 1 blue") == (
        "Duluth gets 1 red cube and 1 blue cube",
        "Duluth reçoit 1 cube rouge et 1 cube bleu",
    )
    dealing = position(phase=1, actor=-1, tycoon=[-1, -1])
    assert told(dealing, "tycoon James Fisk")[0] == "Ada is dealt the tycoon James Fisk"
    assert told(dealing, "tycoon James Fisk", reader=1) == ("Ada is dealt a tycoon", "Ada reçoit un nabab")
    shown = end_actions(position(round=3))
    assert told(shown, "card Bounty Duluth") == ("Service Bounty Duluth is available", "Prime de service Duluth est disponible")
    one = end_actions(position(round=3, links={0: ["Baltimore-Toledo"]}))
    assert told(one, "card Line Baltimore-Toledo")[0] == "Major Line Baltimore-Toledo is turned up and scored at once"
    two = end_actions(position(round=3, links={0: ["Baltimore-Toledo"], 1: ["Baltimore-Toledo"]}))
    assert told(two, "card Line Baltimore-Toledo")[0].endswith("discarded: several players have the line already")
    first = play(position(level=[5, 1], tycoons=["George Pullman"]), "upgrade")
    assert told(first, "pullman shown")[0] == "Ada is the first at level 6 and shows George Pullman"
    other = play(position(level=[5, 1], tycoons=["James Fisk"]), "upgrade")
    assert told(other, "pullman not shown")[0] == "Ada is the first at level 6, without George Pullman"


@pytest.mark.parametrize("seats", [2, 5])
def test_every_move_of_a_game_can_be_told_to_everybody(seats: int) -> None:
    """No reader makes the sentence or the prompt fail, in either language."""
    for state, move in lively_game(seats, 3):
        for seat in (0, SPECTATOR):
            seen = view(state, seat)
            assert all(both(prompt(seen)))
            if move >= 0:
                assert all(both(describe(seen, state.seen(move, seat)), NAMES))


# The prompt.


def test_prompts_of_the_acting_seat() -> None:
    """In every phase with a decision."""
    assert asked(position(phase=AUCTION))[0] == "Bid to be first player, or pass."
    assert asked(position(phase=AUCTION, high=4))[0] == "Bid more than $4,000 to be first player, or pass."
    assert asked(position(round=2)) == (
        "Round 2 of 3, your action: build track, urbanize a city, upgrade the locomotive or pass.",
        "Manche 2 sur 3, votre action : construire des voies, urbaniser une ville, améliorer la locomotive ou passer.",
    )
    building = play(position(), "build Chicago E")
    assert asked(building)[0] == "Lay the first tile of the link at Chicago, east."
    assert asked(play(building, "lay E"))[0] == "Lay the next tile of the link at Chicago, east (3 tiles are left), or stop."
    again = play(building, "stop", "pass", "build Chicago E")
    assert asked(again)[0] == "Lay the next tile of the link at Chicago, east, or turn the last one."
    cube = play(position(links={0: EAST[:1]}, goods={"New York": "1 blue"}), "deliver blue from New York")
    assert asked(cube)[0] == "From New York, choose where a blue cube goes next."
    cards = position(cards=["City Growth", "New Industry"])
    assert asked(play(cards.copy(), "take City Growth"))[0] == "City Growth: choose a city that gets two cubes."
    assert asked(play(cards.copy(), "take New Industry"))[0] == "New Industry: choose a gray city and its new colour."
    grant = play(position(held={0: ["Government Land Grant"]}), "grant")
    assert asked(grant)[0] == "Choose where to build; open terrain is free in this action."


def test_prompts_of_those_who_wait() -> None:
    """Whom for, and near the end how much is left."""
    assert asked(position(phase=AUCTION), reader=1)[0] == "Waiting for player 1 to bid or pass."
    assert asked(position(), reader=1) == ("Waiting for player 1.", "En attente du joueur 1.")
    assert asked(position(ending=1), reader=1)[0] == "Waiting for player 1. One more turn follows this one."
    assert asked(position(ending=2), reader=1)[0] == "Waiting for player 1. This is the last turn."
    assert asked(play(position(), "build Chicago E"), reader=1)[0] == "Waiting for player 1 to build."
    cube = play(position(links={0: EAST[:1]}, goods={"New York": "1 blue"}), "deliver blue from New York")
    assert asked(cube, reader=1)[0] == "Waiting for player 1 to deliver a cube."
    assert asked(start(2, 0))[0] == "Cubes for Duluth are being drawn."
    assert asked(position(phase=1, actor=-1))[0] == "Tycoons are being dealt."
    assert asked(position(phase=2, actor=-1))[0] == "Cards are being turned up."
    assert asked(play(position(level=[5, 1]), "upgrade"))[0] == "Player 1 is the first at level 6."


def test_the_result_names_the_winner_and_what_broke_a_tie() -> None:
    """RRT-188 to RRT-190."""
    assert asked(finish(position(ending=2, points=[9, 3])))[0] == "The game is over. You win with 9 points."
    assert asked(finish(position(ending=2, points=[9, 3])), reader=1)[0] == "The game is over. Player 1 wins with 9 points."
    assert asked(finish(position(ending=2)))[0] == "The game is over. Shared victory with 0 points: player 1 and player 2."
    links = finish(position(ending=2, links={1: ["Boston-Providence"]}))
    assert asked(links)[0].endswith("Others have as many points, but fewer links (RRT-189).")
    rich = finish(position(ending=2, cash=[3, 0]))
    assert asked(rich)[0].endswith("Others have as many points, but less money (RRT-189).")
    assert rich.actor == OVER


# Phrases.


def test_amounts_cubes_and_cards_in_words() -> None:
    """From nothing to millions; no cubes; a long card."""
    assert [both(money(amount)) for amount in (0, 12, 1234)] == [
        ("$0", "0 $"),
        ("$12,000", "12 000 $"),
        ("$1,234,000", "1 234 000 $"),
    ]
    assert both(cubes([0] * 5)) == ("no cubes", "aucun cube")
    assert both(cubes([2, 0, 1, 0, 3]))[0] == "2 red cubes, 1 blue cube and 3 black cubes"
    assert both(card(parse("take Line Boston-Washington") - parse("take City Growth")))[0] == "Major Line Boston-Washington D.C."
