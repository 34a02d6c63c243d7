"""A replay: a game after any number of moves, from one point of view."""

from __future__ import annotations

from typing import Any

from roundhouse.core.names import distinct
from roundhouse.core.record import Record, read, replay
from roundhouse.core.sentence import say
from roundhouse.core.state import CHANCE, OVER, SPECTATOR
from roundhouse.games import find, find_version
from roundhouse.play.chance import Unrecorded
from roundhouse.play.log import OPEN
from roundhouse.play.table import Table
from roundhouse.ui.frame import Frame
from roundhouse.ui.text import translate
from roundhouse.web.bots.levels import label
from roundhouse.web.http.errors import HTTPError
from roundhouse.web.http.pages import panel
from roundhouse.web.live.ending import result
from roundhouse.web.live.fragments import draw, prompt_context, table_context, text_contexts
from roundhouse.web.live.log import log_context, log_parts
from roundhouse.web.tables.reader import Reader
from roundhouse.web.tables.room import Room

Context = dict[str, Any]


def table_of_record(text: str) -> Table:
    """Return the table of an imported record, with nothing hidden; raise HouseError if the record breaks a rule."""
    record = read(text)
    game = find_version(record.game, record.version) or find(record.game)  # the current one says that the versions differ
    replay(game, record)
    table = Table.resume(game, record, Unrecorded(), face_up=True)
    table.rename(distinct(table.names))  # two bots may have one name
    return table


class Replay:
    """A game to step through: that of a table, or that of an imported record, which has no room."""

    def __init__(self, id: str, table: Table, reader: Reader, room: Room | None) -> None:
        self.id = id
        self.table = table
        self.reader = reader
        self._room = room
        self.last = table.moves_made

    @property
    def imported(self) -> bool:
        """Return whether the game comes from an imported record."""
        return self._room is None

    @property
    def event_count(self) -> int:
        """Return the number of events of its table; 0 for an imported record."""
        return 0 if self._room is None else self._room.event_count

    @property
    def open(self) -> bool:
        """Return whether nothing is hidden any more."""
        return self.table.over or self.table.face_up

    @property
    def shared(self) -> bool:
        """Return whether every guest may look on: at a record, and at a public table that is over."""
        return self._room is None or (self.open and self._room.setup.public and self._room.setup.spectators)

    @property
    def may_be_analysed(self) -> bool:
        """Return whether the reader may open the analysis board."""
        practice = self._room is not None and self._room.setup.practice
        return self.open or (practice and self.reader.seat in self.reader.yours)

    def check_own_view(self) -> None:
        """Raise HTTPError unless the reader plays this running game for practice, and sees it from a seat of theirs."""
        if self._room is None or not self._room.setup.practice:
            raise HTTPError(409, say("the game is not over: until then only practice games can be analysed"))
        if self.reader.seat not in self.reader.yours:
            raise HTTPError(403, say("a running practice game is analysed from the view of its player"))

    def clamp(self, at: int | None) -> int:
        """Return the nearest number of moves within the game; its end for None."""
        return self.last if at is None else max(0, min(at, self.last))

    def fragments(self, at: int) -> dict[str, str]:
        """Return the fragments as the reader saw them after `at` moves."""
        language = self.reader.language
        parts, _ = self._draw(at)
        common = {"table": self.context(), "reader": self.reader, "n": at, "guest": None}
        contexts = text_contexts(self.table, self.reader, self.table.view(self.reader.seat, at), [])
        contexts["prompt"] = prompt_context(self.table, self.reader, at)
        contexts["players"] = {"players": self.players(at)}
        earlier, newest = log_parts(self.table, self.reader.seat, at)
        contexts["log"] = log_context(self.table, newest, language)
        before = common | log_context(self.table, earlier, language) | {"newest": False}
        panels = {name: panel(name, language, common | context) for name, context in contexts.items()}
        return parts | panels | {"log-earlier": panel("log", language, before), "actions": ""}

    def frame(self, at: int) -> Frame:
        """Return the frame of the drawing after `at` moves."""
        return self._draw(at)[1]

    def _draw(self, at: int) -> tuple[dict[str, str], Frame]:
        return draw(self.table, self.reader, [], at)

    def context(self) -> Context:
        """Return the table for a template."""
        game, url = self.table.game, f"/replay/{self.id}"
        if self._room is not None:
            return table_context(self._room, self.reader) | {"privacy_screen": False, "hotseat": False}
        return {
            "id": self.id,
            "url": url,
            "game": game.name,
            "title": game.title,
            "state": "over" if self.table.over else "running",
            "seats": [{**player, "kind": "person"} for player in self.players(self.last)],
            "yours": [],
            "acting": None,
            "host": False,
            "practice": False,
            "coach": False,
            "rated": None,
            "by_lot": None,
            "hotseat": False,
            "privacy_screen": False,
            "tour": False,
            "public": False,
            "spectators": True,
            "pace": 0,
            "clock": None,
            "host_name": "",
            "invite_link": None,
            "invite_is_local": False,
            "commitment": None,
            "nonces": [],
            "secret": None,
            "verify_url": None,
            "record_url": f"{url}/record",
            "replay_url": url,
            "rules_url": f"/guide/{game.name}",
            "result": result(self.table, self.reader) if self.table.over else [],
        }

    def turns(self) -> list[Context]:
        """Return the turns, each with the number of moves before it."""
        found: list[Context] = []
        before = None
        for index, actor in enumerate(self.table.actors):
            if actor in (CHANCE, before):
                continue
            before = actor
            name = self.table.names[actor]
            label = translate(say("{number}: {name}", number=len(found) + 1, name=name), self.reader.language)
            found.append({"n": index, "seat": actor, "name": name, "label": label})
        return found

    def stops(self) -> list[int]:
        """Return the positions to stop at when stepping through the game: those in which a player is to act, and the end.

        Draws that follow each other, such as the deal, are one step.
        """
        actors = self.table.actors
        return [index for index, actor in enumerate(actors) if actor != CHANCE] + [self.last]

    def stop_at(self, at: int | None) -> int:
        """Return the first position from `at` on in which a player is to act, or the end."""
        wanted = self.clamp(at)
        return next(stop for stop in self.stops() if stop >= wanted)

    def turn_at(self, at: int) -> int:
        """Return the position at which the turn that is shown after `at` moves began."""
        starts = [turn["n"] for turn in self.turns()]
        return max((start for start in starts if start <= at and start < self.last), default=starts[0] if starts else 0)

    def viewpoints(self) -> list[Context]:
        """Return the points of view that the reader may choose."""
        language = self.reader.language
        seats = list(range(self.table.seats)) if self.open else list(self.reader.yours)
        found = [{"seat": seat, "name": self.table.names[seat], "chosen": seat == self.reader.seat} for seat in seats]
        others = [(SPECTATOR, say("a spectator"))] + ([(OPEN, say("everything revealed"))] if self.open else [])
        return found + [
            {"seat": seat, "name": translate(text, language), "chosen": seat == self.reader.seat} for seat, text in others
        ]

    def record_until(self, at: int) -> Record:
        """Return the record of the first `at` moves, to continue from there; raise HTTPError if that is not possible."""
        if not self.open:
            raise HTTPError(403, say("you can continue from a position once the game is over"))
        record = self.table.record()
        record.entries = record.entries[:at]
        record.scores = None
        for proof in ("secret", "commitment", "nonces", "lot", "seed"):
            record.extras.pop(proof, None)
        if self.table.view(OPEN, at).position.actor == OVER:
            raise HTTPError(409, say("the game is over at this point; choose an earlier one"))
        return record

    def _level(self, seat: int) -> str | None:
        """Return the level of the bot at a seat, if one played there from the beginning."""
        occupant = None if self._room is None else self._room.seats[seat]
        if occupant is None or occupant.guest is not None or occupant.level is None:
            return None
        return label(occupant.level, self.reader.language)

    def players(self, at: int) -> list[Context]:
        """Return the players after `at` moves."""
        points = self.table.scores(at)
        actor = self.table.view(self.reader.seat, at).position.actor
        return [
            {
                "seat": seat,
                "name": name,
                "kind": "person" if self._room is None or self._room.seats[seat].guest is not None else "bot",
                "level": self._level(seat),
                "robot": None,
                "program": self._room is not None and self._room.seats[seat].program,
                "you": seat in self.reader.yours,
                "absent": False,
                "acting": seat == actor,
                "points": points[seat],
                "clock": None,
                "rating": None,
            }
            for seat, name in enumerate(self.table.names)
        ]
