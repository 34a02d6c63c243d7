"""`roundhouse review`: judge every decision of a finished game, and tell luck from skill."""

from __future__ import annotations

import argparse
from typing import Final

from roundhouse.bots.bot import Budget
from roundhouse.cli import files
from roundhouse.cli.parser import Parser, WrongUsage, natural
from roundhouse.cli.progress import progress
from roundhouse.cli.screen import Screen
from roundhouse.core.sentence import BadSetup, say
from roundhouse.review.page import ReviewPage
from roundhouse.review.reviewer import Reviewer
from roundhouse.review.words import cards
from roundhouse.ui.numbers import percent, whole

NAME: Final = "review"
HELP: Final = say("review a finished game: chances to win, luck and skill apart, turning points")
EXAMPLES: Final = (
    "roundhouse review game.rec",
    "roundhouse review game.rec --html review.html --budget 60s",
    "roundhouse review game.rec --json --budget 20000 --seed 1 > review.json",
)
_STEPS: Final = 1000  # of the progress bar


def add_arguments(parser: Parser) -> None:
    """Add the arguments of `review`."""
    parser.argument("RECORD", say("record file of a finished game; - is standard input"))
    parser.option("--html", say("write the review as one HTML file; - is standard output"), metavar="FILE")
    parser.option(
        "--budget", say("budget, as a time (60s) or a number of playouts (20000)"), _budget, default_text="60s", metavar="T"
    )
    parser.option("--seed", say("seed of the playouts"), natural, default=0, metavar="S")
    parser.flag("--json", say("print JSON"))


def run(args: argparse.Namespace) -> int:
    """Review one record. Ctrl-C ends the work; what is known by then is lost."""
    record = files.read_record(args.record)
    with files.about(args.record):
        reviewer = Reviewer(record, args.seed)
    shown = 0
    with progress(_STEPS) as advance:
        for done in reviewer.work(args.budget or Budget(seconds=60.0)):
            advance(int(done * _STEPS) - shown)
            shown = int(done * _STEPS)
    review = reviewer.review()
    page = ReviewPage(review, reviewer.played, args.language)
    if args.html is not None:
        files.write(args.html, page.document())
    if args.json:
        files.write(files.STANDARD, review.json() + b"\n")
    elif args.html != files.STANDARD:
        _print(page, Screen(args.language))
    return 0


def _budget(flag: str, text: str) -> Budget:
    """Convert to a budget of seconds or playouts."""
    try:
        return Budget.parse(text)
    except BadSetup:
        raise WrongUsage(say("{flag} is written 60s (seconds) or 20000 (playouts), not '{text}'", flag=flag, text=text)) from None


def _print(page: ReviewPage, screen: Screen) -> None:
    """Print the parts of each player, and the turning points."""
    review, language = page.review, page.language
    screen.names = page.names
    heads = (
        say("player"),
        say("before"),
        say("own decisions"),
        say("others’ decisions"),
        say("luck"),
        say("result"),
        say("accuracy"),
    )
    rows = [
        [
            page.names[player.seat],
            *(percent(part, language, 0) for part in (player.prior, player.own, player.others, player.luck, player.result)),
            whole(player.accuracy, language) if review.judged >= 1 else "…",
        ]
        for player in review.players
    ]
    screen.table([screen.text(head) for head in heads], rows, right=tuple(range(1, len(heads))))
    for card in cards(review, page.played, review.turning_points, language):
        screen.blank()
        screen.tell(say("turn {turn}: {name}", turn=card.judgement.turn, name=page.names[card.judgement.seat]), "bold")
        screen.tell(card.verdict)
        screen.tell(say("played: {move}", move=card.played))
        if card.better != card.move:
            screen.tell(
                say("the usual move: {move}", move=card.preferred) if card.usual else say("better: {move}", move=card.preferred)
            )
        if card.later.message:
            screen.tell(card.later)
    screen.blank()
    screen.show(page.summary(), "dim")
