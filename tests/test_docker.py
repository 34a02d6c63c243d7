"""The image, as far as it can be tested without Docker: linted, and its commands run step by step."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.patience import PATIENCE, wait_until

ROOT = Path(__file__).parent.parent
BIN = Path(sys.executable).parent
TEXT = (ROOT / "Dockerfile").read_text("utf-8")
STEPS = [
    (step[0], step[1].strip())
    for line in re.sub(r"\\\n", " ", re.sub(r"^#.*\n", "", TEXT, flags=re.MULTILINE)).splitlines()
    if (step := line.partition(" ")[::2])[0]
]


def of(kind: str) -> list[str]:
    """Return the arguments of the instructions of one kind."""
    return [rest for word, rest in STEPS if word == kind]


def test_the_dockerfile_has_no_finding_of_the_linter() -> None:
    """Hadolint; what is ignored says why beside it."""
    done = subprocess.run([BIN / "hadolint", ROOT / "Dockerfile"], capture_output=True, text=True, check=False)

    assert (done.returncode, done.stdout) == (0, "")


def test_the_composition_fits_its_schema_and_passes_real_settings() -> None:
    """Every ROUNDHOUSE_ variable in it, in the image and in the unit of systemd is a setting."""
    from dataclasses import fields

    from roundhouse.web.settings import Settings

    schema = [str(BIN / "check-jsonschema"), "--builtin-schema", "vendor.compose-spec", str(ROOT / "compose.yaml")]
    assert subprocess.run(schema, capture_output=True, check=False).returncode == 0
    known = {f"ROUNDHOUSE_{setting.name.upper()}" for setting in fields(Settings)} | {"ROUNDHOUSE_COMPILE"}
    texts = [TEXT, *((ROOT / name).read_text("utf-8") for name in ("compose.yaml", "deploy/roundhouse.service"))]
    named = {name for text in texts for name in re.findall(r"\bROUNDHOUSE_[A-Z_]+", text)}
    assert {"ROUNDHOUSE_DB", "ROUNDHOUSE_URL", "ROUNDHOUSE_HTTPS"} <= named <= known


def test_everything_that_is_copied_is_sent_to_the_builder() -> None:
    """.dockerignore lets through exactly what the Dockerfile copies."""
    copied = {name for rest in of("COPY") if not rest.startswith("--from") for name in rest.split()[:-1]}
    sent = {line[1:] for line in (ROOT / ".dockerignore").read_text("utf-8").splitlines() if line.startswith("!")}

    assert copied == sent
    assert all((ROOT / name).exists() for name in copied)


def test_the_image_does_not_run_as_root_and_starts_the_server() -> None:
    """By its number, which the host can check, with a command that gets its signals."""
    assert of("USER") == ["1000"]
    assert (of("ENTRYPOINT"), of("CMD")) == (['["roundhouse"]'], ['["serve"]'])


@pytest.mark.deep  # compiles the engine from scratch
@pytest.mark.compiled
@pytest.mark.timeout(1500)
def test_the_commands_of_the_image_install_a_server_that_is_healthy(tmp_path: Path) -> None:
    """Each in turn, with its folders moved to another root. What apt installs is on this machine already."""
    folders = {name: tmp_path / name for name in ("source", "build", "house", "wheels", "data")}

    def moved(text: str) -> str:
        return re.sub(r"(?<![\w.~-])/(source|build|house|wheels|data)\b", lambda found: str(folders[found[1]]), text)

    folders["source"].mkdir()
    folders["data"].mkdir()
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("ROUNDHOUSE_", "PYTHON", "VIRTUAL_ENV"))}
    clean["PATH"] = f"{Path(sys.base_prefix) / 'bin'}{os.pathsep}{clean['PATH']}"
    for word, rest in STEPS:
        if word == "COPY" and not rest.startswith("--from"):
            *names, target = rest.split()
            for name in names:
                copy, ignore = (
                    folders["source"] / target / (name if target == "./" else ""),
                    shutil.ignore_patterns("*.so", "__pycache__", "engine.sha256", "interpreted.txt"),
                )
                shutil.copytree(ROOT / name, copy, ignore=ignore) if (ROOT / name).is_dir() else shutil.copy2(ROOT / name, copy)
        elif word == "RUN" and "apt-get" not in rest:
            done = subprocess.run(
                moved(rest), shell=True, cwd=folders["source"], env=clean, capture_output=True, text=True, check=False
            )
            assert done.returncode == 0, done.stderr

    for setting in shlex.split(moved(of("ENV")[0])):
        name, _, value = setting.partition("=")
        clean[name] = value.replace("$PATH", clean["PATH"])
    clean |= {"ROUNDHOUSE_PORT": "8917", "ROUNDHOUSE_HOSTS": "play.example.org"}
    command = [*json.loads(of("ENTRYPOINT")[0]), *json.loads(of("CMD")[0])]
    check = json.loads(of("HEALTHCHECK")[0].partition("CMD ")[2])
    program = str(folders["house"] / "bin" / command[0])
    assert (
        "engine is compiled"
        in subprocess.run([program, "games"], env=clean, cwd=tmp_path, capture_output=True, text=True, check=True).stdout
    )
    with subprocess.Popen([program, *command[1:]], cwd=folders["data"], env=clean, stdout=subprocess.DEVNULL) as server:
        try:
            wait_until(
                lambda: (
                    subprocess.run(
                        [folders["house"] / "bin" / check[0], *check[1:]], env=clean, capture_output=True, check=False
                    ).returncode
                    == 0
                ),
                "the health check",
            )
        finally:
            server.send_signal(getattr(signal, of("STOPSIGNAL")[0]))
            server.wait(PATIENCE)
    assert (folders["data"] / "house.db").is_file()
