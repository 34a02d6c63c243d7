"""All endpoints of the API, in the order in which they are explained."""

from __future__ import annotations

from typing import Final

from roundhouse.core.sentence import say
from roundhouse.web.api import players, tables, turns, wire
from roundhouse.web.api.endpoint import Endpoint
from roundhouse.web.people.tokens import CHAT, PLAY

STREAM: Final = "text/event-stream"
TEXT: Final = "text/plain"

ENDPOINTS: Final = (
    Endpoint("GET", "/games", "games", say("the games of the house, their options and the levels of bots"), tables.games,
             gives=wire.Games, scope=None, deed="visitor"),
    Endpoint("GET", "/me", "me", say("whom a token speaks for, and what it may do"), tables.me, gives=wire.Me),
    Endpoint("GET", "/ratings/{game}", "ratings", say("the best of a game: their ratings, and how sure these are"), players.ladder,
             takes=wire.Best, gives=wire.Ladder, scope=None, deed="visitor"),
    Endpoint("GET", "/players/{who}", "player", say("somebody's rating in each game; 'me' is yourself"), players.player,
             gives=wire.Player),
    Endpoint("GET", "/turns", "turns", say("all tables where it is your turn"), turns.turns, gives=wire.Turns),
    Endpoint("GET", "/turns/live", "turnsLive",
             say("the same as a stream of events: 'turn' whenever it is your turn, 'over' when a game has ended, 'ready' once "
                 "all that waits has been told"), turns.live, gives=STREAM),
    Endpoint("GET", "/tables", "tables", say("your tables, or those that are open to all"), tables.listed,
             takes=wire.Which, gives=wire.Tables),
    Endpoint("GET", "/deal", "deal", say("the server's share in the shuffle of a new table: ask for it before you choose a nonce"),
             tables.deal, gives=wire.DealInfo, scope=PLAY),
    Endpoint("POST", "/tables", "openTable", say("opens a table"), tables.open_table,
             takes=wire.NewTable, gives=wire.TableInfo, scope=PLAY, status=201, deed="table"),
    Endpoint("GET", "/join", "invitation", say("the table that an invitation is for"), tables.invitation,
             takes=wire.Invite, gives=wire.Invitation, scope=PLAY, deed="join"),
    Endpoint("POST", "/join", "join", say("takes a seat by an invitation"), tables.join,
             takes=wire.Join, gives=wire.Seated, scope=PLAY, deed="join"),
    Endpoint("GET", "/tables/{id}", "table", say("one table"), tables.table, gives=wire.TableInfo),
    Endpoint("POST", "/tables/{id}/sit", "sit", say("takes a seat of a table that waits"), tables.sit,
             takes=wire.Sit, gives=wire.Seated, scope=PLAY),
    Endpoint("POST", "/tables/{id}/start", "start", say("begins the game of a table that you host"), tables.start,
             gives=wire.Moved, scope=PLAY),
    Endpoint("POST", "/tables/{id}/leave", "leave", say("gives up your seats; during a game a bot sits in for you"), tables.leave,
             gives=wire.Seated, scope=PLAY),
    Endpoint("POST", "/tables/{id}/return", "return", say("takes your seat back from the bot that sits in for you"),
             tables.take_back, takes=wire.AsSeat, gives=wire.Moved, scope=PLAY),
    Endpoint("GET", "/tables/{id}/position", "position", say("what a seat of yours may know and do: view, moves, sentences"),
             tables.position, takes=wire.Look, gives=wire.Position),
    Endpoint("POST", "/tables/{id}/moves", "move", say("makes a move, by its text"), tables.move,
             takes=wire.Move, gives=wire.Moved, scope=PLAY),
    Endpoint("POST", "/tables/{id}/undo", "undo", say("takes back your last move, or all of your turn"), tables.undo,
             takes=wire.Undo, gives=wire.Moved, scope=PLAY),
    Endpoint("GET", "/tables/{id}/log", "log", say("what has happened, as you saw it"), tables.log,
             takes=wire.Since, gives=wire.Log),
    Endpoint("GET", "/tables/{id}/record", "record", say("the game as a record: open when it is over, else as you have seen it"),
             tables.record, takes=wire.AsSeat, gives=TEXT),
    Endpoint("GET", "/tables/{id}/chat", "chat", say("what was said at a table"), tables.chat, gives=wire.Chat),
    Endpoint("POST", "/tables/{id}/chat", "talk", say("says something at a table"), tables.talk,
             takes=wire.Say, gives=wire.Chat, scope=CHAT, deed="chat"),
)  # fmt: skip
