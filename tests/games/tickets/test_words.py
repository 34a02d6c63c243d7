"""What Ticket to Ride says: a sentence for every move, from the reader's view, and a prompt for every moment."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from roundhouse.core.draw import Rng
from roundhouse.core.sentence import Sentence
from roundhouse.core.state import CHANCE, OVER, SPECTATOR, FieldValue, View, fields, restore
from roundhouse.games.tickets.phases import DEALING, DRAWN, FIRST, FLUSHING, KEEPING, NONE, OFFERING, SECOND, SHOWING, TURN
from roundhouse.games.tickets.state import Tickets
from roundhouse.games.tickets.view import view
from roundhouse.games.tickets.words import describe, prompt
from roundhouse.ui.text import translate
from tests.games.tickets.usa import (
    A_CARD,
    A_TICKET,
    CHOSEN,
    COLOUR_NAMES,
    COLOURS,
    KEPT,
    LOCOMOTIVE,
    MOVE_COUNT,
    OUTCOME_COUNT,
    SHADOW_COUNT,
    TICKET,
    parse,
    start,
    ticket_name,
)

NAMES = ("Ada", "Bob", "Chloé", "Dan", "Eve")
WHITE, BLUE, YELLOW, GREEN, RED = range(5)
DENVER, DULUTH, HOUSTON = (parse(f"ticket {name}") - TICKET for name in ("Denver-El Paso", "Duluth-El Paso", "Houston-Kansas City"))
OFFERED = [DENVER, DULUTH, HOUSTON, NONE, NONE, NONE]


def position(seats: int = 2, **given: FieldValue) -> Tickets:
    """Seat 0 at the start of a turn, with one white card; fields replaced as given."""
    base = fields(start(seats))
    hand = [1] + [0] * (seats * COLOURS - 1)
    base |= {"actor": 0, "turn": 0, "phase": TURN, "slot": [WHITE, BLUE, RED, RED, GREEN], "down": 100, "hand": hand}
    return restore(Tickets, base | given)


def told(state: Tickets, text: str, reader: int = 0) -> tuple[str, str]:
    """A move written as text, described to a reader in English and in French."""
    return both(describe(view(state, reader), parse(text)), NAMES)


def asked(state: Tickets, reader: int = 0) -> tuple[str, str]:
    """The prompt of a reader in English and in French."""
    return both(prompt(view(state, reader)))


def both(sentence: Sentence, names: Sequence[str] = ()) -> tuple[str, str]:
    """A sentence in both languages, with plain spaces."""
    return translate(sentence, "en", names), translate(sentence, "fr", names).replace("\u00a0", " ")


# The log.


def test_a_card_taken_from_the_display_is_named_to_all() -> None:
    """TTR-34: also to the other player."""
    assert told(position(), "take red", reader=1) == (
        "Ada takes a red card from the display",
        "Ada prend une carte rouge dans la rangée",
    )
    assert told(position(), "take locomotive") == (
        "Ada takes a locomotive from the display",
        "Ada prend une locomotive dans la rangée",
    )


@pytest.mark.parametrize(
    ("colour", "english", "french"),
    [
        ("white", "a white card", "une carte blanche"),
        ("blue", "a blue card", "une carte bleue"),
        ("yellow", "a yellow card", "une carte jaune"),
        ("green", "a green card", "une carte verte"),
        ("red", "a red card", "une carte rouge"),
        ("purple", "a purple card", "une carte violette"),
        ("black", "a black card", "une carte noire"),
        ("orange", "an orange card", "une carte orange"),
        ("locomotive", "a locomotive", "une locomotive"),
    ],
)
def test_every_colour_agrees_with_its_card(colour: str, english: str, french: str) -> None:
    """A card turned up, in all kinds."""
    state = position(actor=CHANCE, phase=SHOWING, slot=[NONE] * 5)

    assert told(state, f"card {colour}") == (f"The deck turns up {english}", f"La pioche révèle {french}")


def test_a_blind_draw_is_a_card_from_the_deck() -> None:
    """The move itself tells nobody which card."""
    assert told(position(), "draw") == ("Ada draws a card from the deck", "Ada tire une carte de la pioche")


def test_a_blind_draw_from_an_empty_deck_tells_of_the_shuffle() -> None:
    """TTR-43: the discard pile becomes the deck."""
    assert told(position(down=0, thrown=9), "draw") == (
        "The discard pile is shuffled into a new deck, and Ada draws a card from it",
        "La défausse est mélangée et devient la pioche ; Ada en tire une carte",
    )


def test_the_card_drawn_is_named_to_its_drawer_alone() -> None:
    """TTR-34: the other player gets the shadow."""
    state = position(actor=CHANCE, phase=DRAWN)

    assert told(state, "card red") == ("Ada gets a red card", "Ada obtient une carte rouge")
    assert told(state, "card ?", reader=1) == ("Ada gets a card", "Ada obtient une carte")


def test_a_dealt_card_is_named_to_its_owner_alone() -> None:
    """TTR-12: the second seat is dealt its cards once the first has four."""
    state = position(actor=CHANCE, phase=DEALING, turn=NONE, size=[4, 1])

    assert told(state, "card red", reader=1) == ("Bob is dealt a red card", "Bob reçoit une carte rouge à la donne")
    assert told(state, "card ?") == ("Bob is dealt a card", "Bob reçoit une carte à la donne")


def test_three_locomotives_are_announced() -> None:
    """TTR-36: the display goes; TTR-38: or stays."""
    state = position(actor=CHANCE, phase=FLUSHING, slot=[LOCOMOTIVE] * 3 + [RED, RED])

    assert told(state, "flush") == (
        "Three locomotives lie in the display: it is cleared",
        "La rangée compte trois locomotives : elle est renouvelée",
    )
    assert told(state, "stay") == (
        "Three locomotives lie in the display, but it stays: no new display could have fewer",
        "La rangée compte trois locomotives mais reste : aucune autre ne pourrait en avoir moins",
    )


def test_a_claim_names_route_and_payment() -> None:
    """One card, several kinds, and only locomotives."""
    assert told(position(), "claim Denver-Phoenix white+2") == (
        "Ada claims Denver-Phoenix with 3 white cards and 2 locomotives",
        "Ada prend Denver-Phoenix avec 3 cartes blanches et 2 locomotives",
    )
    assert told(position(), "claim Dallas-Houston orange") == (
        "Ada claims Dallas-Houston with 1 orange card",
        "Ada prend Dallas-Houston avec 1 carte orange",
    )
    assert told(position(), "claim Montreal-Toronto locomotive")[0] == "Ada claims Montreal-Toronto with 3 locomotives"


def test_drawing_tickets_says_how_many() -> None:
    """TTR-64: three; TTR-67: those that are left."""
    assert told(position(), "tickets") == ("Ada draws 3 tickets", "Ada tire 3 cartes Destination")
    assert told(position(above=0, top=0, under=[DENVER, 1]), "tickets") == ("Ada draws 1 ticket", "Ada tire 1 carte Destination")


def test_an_offered_ticket_is_named_to_its_seat_alone() -> None:
    """TTR-64 and TTR-70."""
    state = position(actor=CHANCE, phase=OFFERING)

    assert told(state, "ticket Denver-El Paso") == (
        "Ada is offered the ticket Denver-El Paso (4 points)",
        "Ada peut choisir la carte Destination Denver-El Paso (4 points)",
    )
    assert told(state, "ticket ?", reader=1) == ("Ada is offered a ticket", "Ada peut choisir une carte Destination")


def test_kept_tickets_are_named_to_their_owner_alone() -> None:
    """TTR-70: the others learn only how many."""
    state = position(phase=KEEPING, offer=OFFERED)

    assert told(state, "keep 1 3") == (
        "Ada keeps Denver-El Paso (4 points) and Houston-Kansas City (5 points)",
        "Ada garde Denver-El Paso (4 points) et Houston-Kansas City (5 points)",
    )
    assert told(state, "kept 2", reader=1) == ("Ada keeps 2 tickets", "Ada garde 2 cartes Destination")
    assert told(state, "kept 1", reader=SPECTATOR) == ("Ada keeps 1 ticket", "Ada garde 1 carte Destination")


def test_a_first_choice_tells_others_nothing() -> None:
    """TTR-19: not even how many."""
    state = position(phase=FIRST, turn=NONE, offer=OFFERED[:3] * 2)

    assert told(state, "keep ?", reader=1) == (
        "Ada has chosen which tickets to keep",
        "Ada a choisi les cartes Destination à garder",
    )


def test_a_pass_is_told_and_the_last_one_ends_the_game() -> None:
    """TTR-23 and TTR-79."""
    assert told(position(), "pass") == ("Ada can do nothing and passes", "Ada ne peut rien faire et passe")
    assert told(position(passes=1), "pass") == (
        "Ada passes; nobody can do anything any more, and the game ends",
        "Ada passe ; plus personne ne peut rien faire, et la partie se termine",
    )


# Redaction.


@pytest.mark.parametrize("shadow", [A_CARD, A_TICKET, CHOSEN, KEPT, KEPT + 1, KEPT + 2])
def test_a_shadow_never_names_a_card_or_a_ticket(shadow: int) -> None:
    """In every phase, whatever lies in hand, offer and deck."""
    for phase in range(FLUSHING + 1):
        chance = phase in (DEALING, SHOWING, OFFERING, DRAWN, FLUSHING)
        state = position(actor=CHANCE if chance else 0, phase=phase, turn=0, size=[3, 0], offer=[DENVER, DULUTH, NONE] + [NONE] * 3)
        said = translate(describe(view(state, 1), shadow), "en", NAMES)
        assert not [name for name in COLOUR_NAMES if name in said.split()]
        assert "El Paso" not in said


def test_keeping_by_position_does_not_name_what_the_reader_cannot_see() -> None:
    """Even the plain move of another seat gives only a number away."""
    assert told(position(phase=KEEPING, offer=OFFERED), "keep 1 3", reader=1)[0] == "Ada keeps 2 tickets"


@pytest.mark.compiled
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_every_move_can_be_told_to_every_reader(seats: int) -> None:
    """All moves of a random game as each reader sees them, and now and then every int there is: no gap, no open brace.

    No reader but its owner ever reads the name of a ticket.
    """
    rng, state, made = Rng(seats), start(seats), 0
    while True:
        moves = state.legal_moves()
        move = state.draw(rng) if state.actor == CHANCE else moves[rng.below(len(moves))] if state.actor != OVER else NONE
        for reader in (*range(seats), SPECTATOR):
            seen = view(state, reader)
            assert all("{" not in said for said in both(prompt(seen)))
            if made % 50 == 0:
                tell_everything(seen)
            if move != NONE and state.seen(move, reader) != move:
                said = translate(describe(seen, state.seen(move, reader)), "en", NAMES)
                assert not [name for name in map(ticket_name, range(30)) if name in said]
            elif move != NONE:
                assert all(said and "{" not in said for said in both(describe(seen, move), NAMES))
        if state.actor == OVER:
            return
        state.apply(move)
        made += 1


def tell_everything(seen: View) -> None:
    """Every int, possible or not, has a sentence in both languages."""
    for move in range(MOVE_COUNT + OUTCOME_COUNT + SHADOW_COUNT):
        assert all(said and "{" not in said for said in both(describe(seen, move), NAMES))


# The prompt.


def test_a_turn_begins_with_what_can_be_done() -> None:
    """TTR-22: only the actions that are possible now; TTR-23: else a pass."""
    assert asked(position()) == (
        "Your turn: draw cards, claim a route or draw tickets.",
        "À vous de jouer : tirer des cartes Wagon, prendre une route ou tirer des cartes Destination.",
    )
    assert asked(position(above=0, top=0, hand=[0] * 18))[0] == "Your turn: draw cards."
    assert asked(position(above=0, top=0, hand=[0] * 18, down=0, slot=[NONE] * 5)) == (
        "Your turn: you can do nothing, so you pass (TTR-23).",
        "À vous de jouer : vous ne pouvez rien faire, donc vous passez (TTR-23).",
    )


def test_the_second_card_comes_with_its_limits() -> None:
    """TTR-30: a locomotive lies in the display, or nothing else does; the deck may be empty."""
    assert asked(position(phase=SECOND)) == (
        "Choose a second card from display or deck.",
        "Choisissez une seconde carte dans la rangée ou tirez-la de la pioche.",
    )
    assert asked(position(phase=SECOND, slot=[RED, RED, RED, RED, LOCOMOTIVE])) == (
        "Choose a second card from display or deck; a locomotive from the display is not allowed (TTR-30).",
        "Choisissez une seconde carte dans la rangée ou tirez-la de la pioche ; "
        "une locomotive de la rangée n’est pas permise (TTR-30).",
    )
    assert asked(position(phase=SECOND, slot=[LOCOMOTIVE, NONE, NONE, NONE, NONE])) == (
        "Draw the second card from the deck; the display has nothing that may be taken (TTR-30).",
        "Tirez la seconde carte de la pioche ; rien dans la rangée ne peut être pris (TTR-30).",
    )
    assert asked(position(phase=SECOND, down=0)) == (
        "Choose a second card from the display; the deck is empty.",
        "Choisissez une seconde carte dans la rangée ; la pioche est vide.",
    )


def test_tickets_are_listed_with_their_points() -> None:
    """TTR-17, TTR-65, TTR-67: how many must be kept, and of which."""
    assert asked(position(phase=FIRST, turn=NONE, offer=OFFERED[:3] * 2)) == (
        "Choose your first tickets: keep two or three of "
        "Denver-El Paso (4 points), Duluth-El Paso (10 points) and Houston-Kansas City (5 points).",
        "Choisissez vos premières cartes Destination : gardez-en deux ou trois parmi "
        "Denver-El Paso (4 points), Duluth-El Paso (10 points) et Houston-Kansas City (5 points).",
    )
    assert asked(position(phase=KEEPING, offer=[DENVER, DULUTH, NONE] * 2)) == (
        "Choose your tickets: keep at least one of Denver-El Paso (4 points) and Duluth-El Paso (10 points).",
        "Choisissez vos cartes Destination : gardez-en au moins une parmi Denver-El Paso (4 points) et Duluth-El Paso (10 points).",
    )
    assert asked(position(phase=KEEPING, offer=[DENVER, NONE, NONE] * 2)) == (
        "Keep Denver-El Paso (4 points): it is the only ticket left (TTR-67).",
        "Gardez Denver-El Paso (4 points) : c’est la seule carte Destination qui restait (TTR-67).",
    )


@pytest.mark.parametrize(
    ("phase", "english", "french"),
    [
        (TURN, "Waiting for player 1.", "En attente du joueur 1."),
        (SECOND, "Waiting for player 1 to take a second card.", "En attente du joueur 1, qui doit prendre une seconde carte."),
        (KEEPING, "Waiting for player 1 to choose tickets.", "En attente du joueur 1, qui choisit des cartes Destination."),
        (
            FIRST,
            "Waiting for player 1 to choose the first tickets.",
            "En attente du joueur 1, qui choisit ses premières cartes Destination.",
        ),
    ],
)
def test_the_others_learn_whom_they_wait_for(phase: int, english: str, french: str) -> None:
    """Another player and a spectator are told the same."""
    state = position(phase=phase, offer=OFFERED)

    assert asked(state, reader=1) == (english, french)
    assert asked(state, reader=SPECTATOR) == (english, french)


@pytest.mark.parametrize(
    ("phase", "english", "french"),
    [
        (DEALING, "The first cards are being dealt.", "Les premières cartes sont en train d’être distribuées."),
        (SHOWING, "The display is being filled.", "La rangée est en train d’être garnie."),
        (FLUSHING, "The display is being filled.", "La rangée est en train d’être garnie."),
        (OFFERING, "Tickets are being drawn.", "Des cartes Destination sont en train d’être tirées."),
        (DRAWN, "A card is being drawn.", "Une carte est en train d’être tirée."),
    ],
)
def test_chance_is_announced(phase: int, english: str, french: str) -> None:
    """What is being drawn."""
    assert asked(position(actor=CHANCE, phase=phase)) == (english, french)


def test_the_last_round_is_counted() -> None:
    """TTR-74: one's own turn is the last one; the others learn how many are left."""
    state = position(3, last=3)

    assert asked(state) == (
        "Your turn: draw cards, claim a route or draw tickets. This is your last turn.",
        "À vous de jouer : tirer des cartes Wagon, prendre une route ou tirer des cartes Destination. C’est votre dernier tour.",
    )
    assert asked(state, reader=1) == (
        "Waiting for player 1. Last round: 3 turns are left.",
        "En attente du joueur 1. Dernière ronde : il reste 3 tours.",
    )
    assert asked(position(3, last=1), reader=1)[0] == "Waiting for player 1. Last round: 1 turn is left."


def test_the_winner_is_named_and_addressed() -> None:
    """TTR-93: to the winner himself in the second person."""
    state = position(actor=OVER, points=[3, 1])

    assert asked(state) == ("The game is over. You win with 3 points.", "La partie est finie. Vous gagnez avec 3 points.")
    assert asked(state, reader=1) == (
        "The game is over. Player 1 wins with 3 points.",
        "La partie est finie. Le joueur 1 gagne avec 3 points.",
    )
    assert asked(position(actor=OVER, points=[0, 1]))[0] == "The game is over. Player 2 wins with 1 point."


def test_a_tie_is_broken_in_words() -> None:
    """TTR-94: the same points, more tickets completed; TTR-95: else the longer path."""
    short, long = mask("Dallas-Houston"), mask("Denver-Santa Fe", "El Paso-Santa Fe")
    tickets = position(actor=OVER, own=[0, short, 0, long], points=[20, 6], mine=[0, 1 << DENVER])
    path = position(actor=OVER, own=[0, short, 0, long], points=[20, 10])

    assert (
        asked(tickets)[0] == "The game is over. Player 2 wins with 20 points. Points are equal; completed tickets decide (TTR-94)."
    )
    assert asked(path) == (
        "The game is over. Player 2 wins with 20 points. "
        "Points and completed tickets are equal; the longest path decides (TTR-95).",
        "La partie est finie. Le joueur 2 gagne avec 20 points. "
        "À égalité de points et de destinations accomplies, le plus long chemin décide (TTR-95).",
    )


def mask(*names: str) -> int:
    """Gray tracks as the mask of their plane."""
    state = position()
    for name in names:
        state.hand[LOCOMOTIVE] = 9
        state.apply(parse(f"claim {name} locomotive"))
        state.phase, state.actor, state.turn = TURN, 0, 0
    return int(state.own[1])


def test_a_shared_victory_names_all_winners() -> None:
    """TTR-96: the same points, tickets and path."""
    assert asked(position(3, actor=OVER, points=[7, 7, 2])) == (
        "The game is over. Shared victory with 7 points: player 1 and player 2.",
        "La partie est finie. Victoire partagée avec 7 points : joueur 1 et joueur 2.",
    )
