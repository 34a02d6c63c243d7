"""schemathesis reads the OpenAPI document and sends a running server valid and invalid requests."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from tests.web.conftest import found
from tests.web.serving import Server, serving

CONFIG = Path(__file__).with_name("schemathesis.toml")
ENDLESS = "/api/v1/turns/live"  # a stream: tests/web/test_turns.py reads it


def token(server: Server, name: str = "Ada") -> str:
    """Return an API token of a new guest."""
    form = {"name": name, "label": "schemathesis", "scope-read": "on", "scope-play": "on", "scope-chat": "on"}
    return found(r'id="fresh-token" value="([^"]+)"', server.person().post("/account/tokens", data=form).text)


def run(server: Server, folder: Path, *more: str) -> subprocess.CompletedProcess[str]:
    """Run schemathesis with all of its checks."""
    command = [sys.executable, "-m", "schemathesis.cli", "--config-file", str(CONFIG), "--no-color", "run", *more]
    command += ["--exclude-path", ENDLESS, "--checks", "all", "--request-timeout", "60", "--header"]
    command += [f"Authorization: Bearer {token(server)}", f"{server.address}/api/v1/openapi.json"]
    return subprocess.run(command, capture_output=True, text=True, cwd=folder, check=False)


@pytest.mark.parametrize(
    "more",
    [
        pytest.param(("--phases", "coverage", "--seed", "1"), id="every boundary"),
        pytest.param(("--max-examples", "60", "--seed", "1"), id="much of everything", marks=pytest.mark.deep),
        pytest.param(("--max-examples", "60", "--seed", "2"), id="much more of everything", marks=pytest.mark.deep),
    ],
)
def test_schemathesis_finds_nothing(tmp_path: Path, more: tuple[str, ...]) -> None:
    """No internal error, no undocumented response, no invalid request accepted and no valid one refused.

    Quick: all boundary values, inside and outside. Deep: also random values, and sequences that use earlier responses.
    """
    with serving(tmp_path / "house.db") as server:
        done = run(server, tmp_path, *more)
        healthy = httpx.get(f"{server.address}/healthz").text

    assert done.returncode == 0, done.stdout[-6000:]
    assert "Tested: 24" in done.stdout
    assert healthy == "ok\n"
