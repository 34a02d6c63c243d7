"""Ctrl-C and SIGTERM stop the server, whenever they arrive."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.patience import PATIENCE

# A signal at a certain moment: `strike` is called in place of the function named, which is then called.
SCRIPT = """
import gc, importlib, signal, sys, weakref
from roundhouse.cli import main

class Thing: pass

def strike():
    thing = Thing()
    gone = weakref.ref(thing, lambda _: signal.raise_signal(getattr(signal, sys.argv[3])))
    del thing  # an exception in the callback would be ignored by Python

holder = importlib.import_module(sys.argv[1])
*path, name = sys.argv[2].split(".")
for part in path:
    holder = getattr(holder, part)
real = getattr(holder, name)
def replaced(*args, **options):
    setattr(holder, name, real)
    strike()
    return real(*args, **options)
setattr(holder, name, replaced)
sys.exit(main(["serve", "--lang", "en", "--port", "0", "--db", "house.db"]))
"""
MOMENTS = {
    "in the garbage collection": ("gc", "collect"),
    "before uvicorn listens for signals": ("uvicorn", "Server.serve"),
    "while the house opens": ("roundhouse.web.server.house", "House.open"),
    "while the server runs": ("uvicorn", "Server.main_loop"),
}


@pytest.mark.parametrize("moment", MOMENTS)
def test_a_signal_stops_the_server(moment: str, tmp_path: Path) -> None:
    """Even in a callback, where a KeyboardInterrupt would be lost."""
    words = [sys.executable, "-c", SCRIPT, *MOMENTS[moment], "SIGTERM" if moment == "while the server runs" else "SIGINT"]
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, timeout=PATIENCE, check=False)

    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[-1] == "The server has stopped."
