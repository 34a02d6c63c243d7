"""docs/bots.md is correct: its bot plays, and its messages have the fields that are sent."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from types import ModuleType

import pytest

import roundhouse
from roundhouse.arena.job import Job
from roundhouse.arena.journal import Journal
from roundhouse.arena.run import run
from roundhouse.arena.workers import in_process

PAGE = (Path(roundhouse.__file__).parent.parent / "docs" / "bots.md").read_text("utf-8")


def blocks(kind: str) -> list[str]:
    """Return the code blocks of one language."""
    return re.findall(rf"```{kind}\n(.*?)```", PAGE, re.DOTALL)


def test_the_bot_of_the_page_plays(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """As a module of its own, by its name."""
    module = ModuleType("mybot")
    exec(blocks("python")[0], module.__dict__)
    monkeypatch.setitem(sys.modules, "mybot", module)
    job = Job("tickets", roundhouse.find("tickets").version, 3, ("py:mybot.Hoarder", "greedy", "random"), games=3)
    results = run(Journal(tmp_path, job), in_process)

    assert [result.faults for result in results] == [[], [], []]
    assert {path.name for path in tmp_path.iterdir()} <= set(re.findall(r"`([\w.]+)(?:/\d+\.rec)?`", PAGE))


def test_the_messages_of_the_page_have_the_fields_that_are_sent(tmp_path: Path) -> None:
    """A bot records its input: names and types match the page, which may show only part of a view."""
    program = tmp_path / "bot.py"
    program.write_text(
        "import json, sys\nfor line in sys.stdin:\n    open('notes', 'a').write(line)\n"
        "    print(json.dumps({'move': json.loads(line).get('moves', [''])[0]}), flush=True)\n",
        "utf-8",
    )
    wrapper = tmp_path / "bot"
    wrapper.write_text(f"#!/bin/sh\ncd {tmp_path} && exec {sys.executable} bot.py\n", "utf-8")
    wrapper.chmod(0o755)
    run(Journal(tmp_path, Job("tickets", roundhouse.find("tickets").version, 2, (f"cmd:{wrapper}", "random"), games=1)), in_process)
    sent = [json.loads(line) for line in (tmp_path / "notes").read_text("utf-8").splitlines()]
    hello, ready, turn, move = (json.loads(block) for block in blocks("json"))

    assert {name: type(value) for name, value in hello.items()} == {name: type(value) for name, value in sent[0].items()}
    assert {name: type(value) for name, value in turn.items()} == {name: type(value) for name, value in sent[1].items()}
    assert set(turn["view"]) <= set(sent[1]["view"])
    assert move["move"] in turn["moves"]
    assert ready == {"ready": True}
    assert set(hello) - {"type"} <= set(re.findall(r"`(\w+)`", PAGE))
