"""`roundhouse verify`: check that a recorded game was dealt fairly, draw by draw."""

from __future__ import annotations

import argparse
import json
from typing import Final

from roundhouse.cli import files
from roundhouse.cli.parser import Parser
from roundhouse.cli.printing import print_json
from roundhouse.cli.screen import Screen
from roundhouse.core.sentence import Sentence, say, say_many
from roundhouse.games import find, find_version
from roundhouse.play.verify import Finding, Verdict, verify, weights

NAME: Final = "verify"
HELP: Final = say("verify that a game was dealt fairly: commitment, draws, moves and scores")
EXAMPLES: Final = (
    "roundhouse verify game.rec",
    "roundhouse verify game.rec --json",
    "roundhouse verify game.rec --weights weights.json",
)


def add_arguments(parser: Parser) -> None:
    """Add the arguments of `verify`."""
    parser.argument("RECORD", say("record file; - is standard input"))
    parser.flag("--json", say("print JSON"))
    parser.option(
        "--weights",
        say("also write the possible outcomes of each draw and their weights, for verifiers without the rules"),
        metavar="FILE",
    )


def run(args: argparse.Namespace) -> int:
    """Verify one record; return 0 if it is correct, else 1."""
    record = files.read_record(args.record)
    with files.about(args.record):
        game = find_version(record.game, record.version) or find(record.game)
        verdict = verify(game, record)
        if args.weights is not None:
            files.write(args.weights, json.dumps(weights(game, record)) + "\n")
    screen = Screen(args.language)
    if args.json:
        finding = verdict.finding
        facts = {
            "good": verdict.good,
            "kind": verdict.kind,
            "protocol": verdict.protocol,
            "contributors": list(verdict.contributors),
            "by_lot": verdict.by_lot,
            "draws": verdict.draws,
            "over": verdict.over,
            "line": finding.line if finding is not None else None,
            "reason": screen.text(finding.reason) if finding is not None else None,
        }
        print_json(facts, indent=2)
    elif verdict.finding is None:
        _print_success(verdict, screen)
    else:
        screen.tell(_failure(verdict.finding), "red")
    return 0 if verdict.good else 1


def _print_success(verdict: Verdict, screen: Screen) -> None:
    if verdict.protocol is not None:
        screen.tell(say("The secret matches the commitment."))
        screen.tell(_protocol(verdict))
    if verdict.by_lot:
        screen.tell(say("The seats follow from the lot."))
    screen.tell(
        say_many(
            "{count} draw is correct, and every move is legal.",
            "All {count} draws are correct, and every move is legal.",
            count=verdict.draws,
        )
    )
    screen.tell(say("The game is over, and its scores are correct.") if verdict.over else say("The game is not over."))
    screen.tell(say("Verified."), "green")


def _protocol(verdict: Verdict) -> Sentence:
    """Say whose random numbers determined the shuffle."""
    if not verdict.contributors:
        return say(
            "Protocol {number}: the secret alone determined the shuffle; no player contributed a nonce.", number=verdict.protocol
        )
    return say_many(
        "Protocol {number}: a nonce of {count} seat was mixed into the shuffle: {seats}.",
        "Protocol {number}: nonces of {count} seats were mixed into the shuffle: {seats}.",
        count=len(verdict.contributors),
        number=verdict.protocol,
        seats=", ".join(str(seat + 1) for seat in verdict.contributors),
    )


def _failure(finding: Finding) -> Sentence:
    if finding.line == 0:
        return say("Not verified: {reason}.", reason=finding.reason)
    return say("Not verified. Line {line}: {reason}.", line=finding.line, reason=finding.reason)
