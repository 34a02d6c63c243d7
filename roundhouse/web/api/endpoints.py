"""All endpoints of the API, in the order of the reference page."""

from __future__ import annotations

from typing import Final

from roundhouse.core.sentence import say
from roundhouse.web.api import plans, players, tables, turns, wire
from roundhouse.web.api.endpoint import Endpoint
from roundhouse.web.people.tokens import CHAT, PLAY

STREAM: Final = "text/event-stream"
TEXT: Final = "text/plain"

ENDPOINTS: Final = (
    Endpoint("GET", "/games", "games", say("List the games with their options, and the bot levels."), tables.games,
             result=wire.Games, scope=None, limit="visitor"),
    Endpoint("GET", "/me", "me", say("Show the owner and the scopes of the token."), tables.me, result=wire.Me),
    Endpoint("GET", "/ratings/{game}", "ratings", say("Show the ladder of a game."), players.ladder,
             params=wire.Best, result=wire.Ladder, scope=None, limit="visitor"),
    Endpoint("GET", "/players/{who}", "player", say("Show a player's rating in each game; use 'me' for yourself."), players.player,
             result=wire.Player),
    Endpoint("GET", "/turns", "turns", say("List the tables where it is your turn."), turns.turns, result=wire.Turns),
    Endpoint("GET", "/turns/live", "turnsLive",
             say("Stream the same as server-sent events: 'turn' when it is your turn, 'over' when a game ends, 'ready' after "
                 "everything that is already waiting."), turns.live, result=STREAM),
    Endpoint("GET", "/tables", "tables", say("List your tables, or the open ones."), tables.list_tables,
             params=wire.Which, result=wire.Tables),
    Endpoint("GET", "/deal", "deal", say("Get the server's share in the shuffle of a new table; choose your nonce after that."),
             tables.deal, result=wire.DealInfo, scope=PLAY),
    Endpoint("POST", "/tables", "openTable", say("Open a table."), tables.open_table,
             params=wire.NewTable, result=wire.TableInfo, scope=PLAY, status=201, limit="table"),
    Endpoint("GET", "/invitations/{invite}", "invitation", say("Show the table of an invitation."), tables.invitation,
             result=wire.Invitation, scope=PLAY, limit="join"),
    Endpoint("POST", "/join", "join", say("Take a seat through an invitation."), tables.join,
             params=wire.Join, result=wire.Seated, scope=PLAY, limit="join"),
    Endpoint("GET", "/tables/{id}", "table", say("Show a table."), tables.table, result=wire.TableInfo),
    Endpoint("POST", "/tables/{id}/sit", "sit", say("Take a seat at a waiting table."), tables.sit,
             params=wire.Sit, result=wire.Seated, scope=PLAY),
    Endpoint("POST", "/tables/{id}/start", "start", say("Start the game at a table that you host."), tables.start,
             result=wire.Moved, scope=PLAY),
    Endpoint("POST", "/tables/{id}/leave", "leave", say("Give up your seats; during a game a bot takes over."), tables.leave,
             result=wire.Seated, scope=PLAY),
    Endpoint("POST", "/tables/{id}/return", "return", say("Take your seat back from the bot that took over."),
             tables.take_back, params=wire.AsSeat, result=wire.Moved, scope=PLAY),
    Endpoint("GET", "/tables/{id}/position", "position", say("Show what one of your seats sees and can do."), tables.position,
             params=wire.Look, result=wire.Position),
    Endpoint("POST", "/tables/{id}/moves", "move", say("Make a move, given by its text."), tables.move,
             params=wire.Move, result=wire.Moved, scope=PLAY),
    Endpoint("POST", "/tables/{id}/undo", "undo", say("Undo your last move, or your whole turn."), tables.undo,
             params=wire.Undo, result=wire.Moved, scope=PLAY),
    Endpoint("GET", "/tables/{id}/plan", "plan", say("Show what you have planned for your next turn, and what you can plan."),
             plans.show, params=wire.AsSeat, result=wire.PlanInfo),
    Endpoint("POST", "/tables/{id}/plan", "makePlan", say("Plan what will be done when your turn comes, or take the plan back."),
             plans.change, params=wire.NewPlan, result=wire.Moved, scope=PLAY),
    Endpoint("GET", "/tables/{id}/log", "log", say("Show the log as you saw it."), tables.log,
             params=wire.Since, result=wire.Log),
    Endpoint("GET", "/tables/{id}/record", "record", say("Download the game record; until the game is over, as you saw it."),
             tables.record, params=wire.AsSeat, result=TEXT),
    Endpoint("GET", "/tables/{id}/chat", "chat", say("Show the chat of a table."), tables.chat, result=wire.Chat),
    Endpoint("POST", "/tables/{id}/chat", "talk", say("Post a chat message."), tables.post_chat,
             params=wire.Say, result=wire.Chat, scope=CHAT, limit="chat"),
)  # fmt: skip
