"""A game in the terminal: shows the table to the player to move, reads their input, and lets the bots play."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Final

from roundhouse.bots.bot import Bot, BotFailure
from roundhouse.cli import files
from roundhouse.cli.keyboard import Keyboard
from roundhouse.cli.menu import Menu
from roundhouse.cli.screen import Screen
from roundhouse.core.draw import Rng
from roundhouse.core.sentence import BadText, HouseError, say, say_many
from roundhouse.core.state import CHANCE, SPECTATOR
from roundhouse.play.log import LogLine
from roundhouse.play.record_file import record_file
from roundhouse.play.table import Table
from roundhouse.ui.languages import LANGUAGES, table_of
from roundhouse.ui.rulebook import clauses

LOG_LINES: Final = 15  # lines shown by default

_HELP_SIGN: Final = "?"

_HELP: Final = (
    say("The table is drawn above; below it is a numbered list of your legal moves."),
    say("12            makes move 12; you can also type its text, such as 'take red'"),
    say("denver        shows only the moves that contain this name"),
    say("more          shows the next page of moves"),
    say("? 12          explains what a move does, or why it is not allowed"),
    say("? {clause}       shows a clause of the rules"),
    say("board, log    redraw the table; show the last events ('log 50' for more)"),
    say("hint          shows what a bot would do in your place"),
    say("undo          undoes a move, as long as nothing was revealed and no one has acted since"),
    say("save FILE     saves the game; 'roundhouse play {game} --load FILE' resumes it"),
    say("quit          leaves the game"),
)


@cache
def command_words() -> dict[str, str]:
    """Return what may be typed besides moves, in any language, with the command that it stands for."""
    words = {word: command for language in LANGUAGES for word, command in table_of(language).get("commands", {}).items()}
    return {_HELP_SIGN: "help"} | words


class Quit(Exception):
    """The player wants to leave."""


class Session:
    """One game with its players and bots. Bots get only the view of their seat."""

    def __init__(self, table: Table, bots: Mapping[int, Bot], screen: Screen, keyboard: Keyboard, *, privacy_screen: bool) -> None:
        self.table = table
        self.saved = False
        self._game = table.game
        self._bots = bots
        self._people = [seat for seat in range(table.seats) if seat not in bots]
        self._screen = screen
        screen.names = table.names
        self._keyboard = keyboard
        self._privacy_screen = privacy_screen and len(self._people) > 1 and table.game.shadow_count > 0
        self._lines_seen = dict.fromkeys(range(SPECTATOR, table.seats), 0)  # log lines already shown, by reader
        self._reader = SPECTATOR  # the player at the screen
        self._rng = Rng(table.moves_made)  # for hints
        self._width_told = False

    def run(self) -> None:
        """Play to the end. Raise Quit if the player leaves, EOFError if the input ends."""
        for seat in self._people:
            self._lines_seen[seat] = self.table.moves_made  # what came before is visible in the drawing
        while not self.table.over:
            seat = self.table.actor
            if seat in self._bots:
                self.table.play(seat, self._bot_move(seat))
            else:
                self._decide(seat)
        self._finish()

    def _bot_move(self, seat: int) -> int:
        """Return the move of a bot; the game's own advice if the bot fails to give a legal one."""
        view, moves = self.table.view(seat), list(self.table.moves(seat))
        try:
            move = self._bots[seat].choose(view, moves)
        except BotFailure as failure:
            self._screen.refuse(
                say(
                    "{name} failed ({reason}); a heuristic move is played instead", name=self.table.names[seat], reason=str(failure)
                )
            )
        else:
            if move in moves:
                return move
            self._screen.refuse(
                say("{name} chose an illegal move; a heuristic move is played instead", name=self.table.names[seat])
            )
        return self._game.advise(view, self._rng)

    # One decision of a player.

    def _decide(self, seat: int) -> None:
        is_new_reader = self._reader != seat
        if is_new_reader:
            self._hand_over(seat)
        new_lines = self.table.log(seat, self._lines_seen[seat])
        if is_new_reader or any(line.actor not in (CHANCE, seat) for line in new_lines):
            self._draw(seat)
        self._show_news(seat, new_lines)
        menu = Menu(self._game, self.table.view(seat), self.table.moves(seat), self._screen)
        self._screen.blank()
        self._screen.tell(self._game.prompt(self.table.view(seat)), "bold")
        menu.show_page()
        before = self.table.moves_made
        while self.table.moves_made == before:
            self._answer(seat, menu, self._ask(seat))
        self._show_news(seat, self.table.log(seat, self._lines_seen[seat]))
        if self.table.actor != seat and self.table.can_undo(seat):
            self._confirm(seat)

    def _ask(self, seat: int) -> str:
        return self._keyboard.ask(f"{self.table.names[seat]}> ")

    def _answer(self, seat: int, menu: Menu, line: str) -> None:
        word, _, rest = line.partition(" ")
        if line.startswith("?"):
            word, rest = "?", line[1:].strip()
        try:
            if word.casefold() in command_words():
                self._command(seat, menu, command_words()[word.casefold()], rest.strip())
            elif line.isdecimal():
                self._choose(seat, menu, int(line))
            elif line:
                self._play_text(seat, menu, line)
            else:
                self._screen.tell(say("Type the number of a move, or ? for help."))
        except HouseError as error:
            self._screen.refuse(error.sentence)

    def _choose(self, seat: int, menu: Menu, number: int) -> None:
        choice = menu.find(number)
        if choice is None:
            self._screen.refuse(say_many("There is only move {count}.", "Moves are numbered 1 to {count}.", count=menu.size))
        else:
            self.table.play(seat, choice.move)

    def _play_text(self, seat: int, menu: Menu, line: str) -> None:
        """Play a move given as text, or show the moves that contain the text."""
        try:
            move = self._game.typed(line)
        except BadText:
            found = menu.matching(line)
            if found:
                menu.show(found)
            else:
                self._screen.refuse(say("no legal move contains '{text}'; type ? for help", text=line))
            return
        self.table.play(seat, move)

    def _confirm(self, seat: int) -> None:
        """Offer a last chance to undo. A script that does not expect the question is not disturbed: its line is pushed back."""
        prompt = self._screen.text(say("Press Enter to continue, or type 'undo'"))
        while True:
            line = self._keyboard.ask(f"{prompt}> ")
            word = command_words().get(line.casefold())
            if word == "undo":
                self._undo(seat)
                return
            if word == "quit":
                raise Quit
            if not line:
                return
            if self._keyboard.is_script:
                self._keyboard.give_back(line)
                return

    # Commands.

    def _command(self, seat: int, menu: Menu, command: str, rest: str) -> None:
        if command == "help":
            self._explain(seat, menu, rest)
        elif command == "more":
            menu.show_page()
        elif command == "hint":
            self._hint(seat, menu)
        elif command == "undo":
            self._undo(seat)
        elif command == "quit":
            raise Quit
        else:
            self._shared_command(seat, command, rest)

    def _shared_command(self, reader: int, command: str, rest: str) -> None:
        """Run a command that is also available when the game is over."""
        if command == "board":
            self._draw(reader)
        elif command == "log":
            self._show_log(reader, int(rest) if rest.isdecimal() else LOG_LINES)
        elif command == "save":
            self._save(rest)

    def _explain(self, seat: int, menu: Menu, topic: str) -> None:
        texts = clauses(self._game, self._screen.language)
        if not topic:
            values = {"clause": next(iter(texts), f"{self._game.clauses}-1"), "game": self._game.name}
            for line in _HELP:
                self._screen.show(self._screen.text(replace(line, values=values)))
        elif topic.upper() in texts:
            self._screen.clause(topic.upper(), texts[topic.upper()])
        elif topic.upper().startswith(f"{self._game.clauses}-"):
            self._screen.refuse(say("there is no clause {clause} in the rules", clause=topic.upper()))
        else:
            self._explain_move(seat, menu, topic)

    def _explain_move(self, seat: int, menu: Menu, topic: str) -> None:
        choice = menu.find(int(topic)) if topic.isdecimal() else None
        move = choice.move if choice is not None else self._game.typed(topic)
        view = self.table.view(seat)
        refusal = self._game.refusal(view.position, move)
        if refusal is None:
            number, text = menu.number_of(move), self._game.spelled(move)
            self._screen.tell(say("{number} ({text}) is allowed:", number=number, text=text))
            self._screen.tell(self._game.describe(view, move))
            return
        self._screen.refuse(say("not allowed: {reason}", reason=refusal.reason))
        rule = clauses(self._game, self._screen.language).get(refusal.clause)
        if rule is not None:  # a game may have no rules page
            self._screen.clause(refusal.clause, rule)

    def _hint(self, seat: int, menu: Menu) -> None:
        move = self._game.advise(self.table.view(seat), self._rng)
        number, text = menu.number_of(move), self._game.spelled(move)
        self._screen.tell(say("A bot would choose {number} ({text}):", number=number, text=text))
        self._screen.tell(self._game.describe(self.table.view(seat), move))

    def _undo(self, seat: int) -> None:
        self.table.undo(seat)
        self._lines_seen[seat] = min(self._lines_seen[seat], self.table.moves_made)
        self._screen.tell(say("The move has been undone."))

    def _save(self, file: str) -> None:
        if not file:
            self._screen.refuse(say("'save' needs the name of a file"))
            return
        files.write(file, record_file(self.table.game, self.table.record()))
        self.saved = True
        if self.table.over:
            self._screen.tell(say("Saved to {file}; 'roundhouse verify {file}' verifies the deal.", file=file))
        else:
            self._screen.tell(say("Saved to {file}. The file reveals all hidden information of this game.", file=file))

    # Output.

    def _hand_over(self, seat: int) -> None:
        """Show a privacy screen between two players at one keyboard, so that they do not see each other's cards."""
        self._reader = seat
        if not self._privacy_screen:
            return
        self._screen.clear()
        self._screen.tell(say("Pass the keyboard to {name}.", name=self.table.names[seat]), "bold")
        line = self._keyboard.ask(self._screen.text(say("{name}, press Enter", name=self.table.names[seat])) + "> ")
        if line and self._keyboard.is_script:
            self._keyboard.give_back(line)

    def _show_news(self, reader: int, new_lines: Sequence[LogLine]) -> None:
        """Show what the reader has seen happen since the last time."""
        self._lines_seen[reader] = self.table.moves_made
        for line in new_lines:
            if line.actor != reader and self._is_informative(line):
                self._screen.parts(("  - ", "dim"), (self._screen.text(line.sentence), ""))

    def _is_informative(self, line: LogLine) -> bool:
        """Return False for a hidden draw, which adds nothing to the move before it."""
        return line.actor != CHANCE or line.move < self._game.move_count + self._game.outcome_count

    def _draw(self, reader: int) -> None:
        self._screen.blank()
        drawn = self._game.sketch(self.table.view(reader), self.table.names, self._screen.language)
        self._screen.show(drawn)
        needed = max(map(len, drawn.splitlines()), default=0)
        if self._screen.is_terminal and needed > self._screen.width and not self._width_told:
            self._width_told = True
            self._screen.tell(
                say(
                    "This table needs {needed} columns, and your terminal has {width}: make it wider, or the text smaller.",
                    needed=needed,
                    width=self._screen.width,
                ),
                "bold",
            )

    def _show_log(self, reader: int, count: int) -> None:
        lines = [line for line in self.table.log(reader) if self._is_informative(line)]
        for line in lines[-count:] if count else []:
            self._screen.parts((f"{line.number + 1:5}  ", "dim"), (self._screen.text(line.sentence), ""))

    # The end.

    def _finish(self) -> None:
        reader = self._people[0] if len(self._people) == 1 else SPECTATOR
        if len(self._people) < 2:
            self._show_news(reader, self.table.log(reader, self._lines_seen[reader]))
        self._draw(reader)
        self._screen.blank()
        ranks, scores, names = self.table.ranks(), self.table.scores(), self.table.names
        order = sorted(range(self.table.seats), key=lambda seat: ranks[seat])
        headings = [self._screen.text(head) for head in (say("place"), say("name"), say("points"))]
        self._screen.table(headings, [[str(ranks[seat] + 1), names[seat], str(scores[seat])] for seat in order], right=(0, 2))
        secret = self.table.record().extras.get("secret")
        if secret is not None:
            self._screen.tell(say("The secret of the deal was {secret}.", secret=secret))
        self._offer_to_save(reader)

    def _offer_to_save(self, reader: int) -> None:
        prompt = self._screen.text(say("'save FILE' saves the record, Enter exits"))
        while True:
            word, _, rest = self._keyboard.ask(f"{prompt}> ").partition(" ")
            command = command_words().get(word.casefold())
            if command in ("save", "board", "log"):
                try:
                    self._shared_command(reader, command, rest.strip())
                except HouseError as error:
                    self._screen.refuse(error.sentence)
            elif not word or command == "quit" or self._keyboard.is_script:
                return
