"""Releases: one version, its notes, and workflows that call what the Makefile has."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import yaml

import roundhouse
from tools import notes

ROOT = Path(__file__).parent.parent
BIN = Path(sys.executable).parent
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
FORMS = sorted((ROOT / ".github" / "ISSUE_TEMPLATE").glob("[!c]*.yml"))
URL = "https://github.com/roundhouse-games/roundhouse"


def test_there_is_one_version() -> None:
    """In the package, which the distribution reads; the citation and the change log say the same."""
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))
    newest = re.findall(r"^## (\S+) \(([\d-]+)\)", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)[0]
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]

    assert "version" in project["dynamic"]
    assert notes.version() == roundhouse.__version__ == citation["version"] == newest[0]
    assert str(citation["date-released"]) == newest[1]


def test_the_notes_of_a_release_are_its_part_of_the_change_log() -> None:
    """And a tag that is not the version is refused."""
    printed = subprocess.run([sys.executable, "-m", "tools.notes"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    wrong = subprocess.run([sys.executable, "-m", "tools.notes", "v9.9.9"], cwd=ROOT, capture_output=True, text=True, check=False)

    assert printed.startswith("The first release.")
    assert "\n## " not in printed
    assert wrong.returncode == 1
    assert "the tag is v9.9.9, but the version is" in wrong.stderr
    with pytest.raises(SystemExit, match=r"no notes for 0\.0\.1"):
        notes.notes("0.0.1")


@pytest.mark.parametrize(
    ("schema", "files"),
    [
        ("vendor.github-workflows", WORKFLOWS),
        ("vendor.github-issue-forms", FORMS),
        ("vendor.github-issue-config", [ROOT / ".github/ISSUE_TEMPLATE/config.yml"]),
        ("vendor.dependabot", [ROOT / ".github/dependabot.yml"]),
        ("vendor.citation-file-format", [ROOT / "CITATION.cff"]),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_files_for_other_services_fit_their_schemas(schema: str, files: list[Path]) -> None:
    """Those that check-jsonschema brings along."""
    assert files
    done = subprocess.run(
        [BIN / "check-jsonschema", "--builtin-schema", schema, *files], capture_output=True, text=True, check=False
    )

    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_workflows_call_what_make_calls(path: Path) -> None:
    """Every target exists; every workflow that is called by another one exists; each job has a limit."""
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    jobs = yaml.safe_load(path.read_text("utf-8"))["jobs"]

    for name, job in jobs.items():
        if "uses" in job:
            assert (ROOT / job["uses"]).is_file(), name
            continue
        assert job["timeout-minutes"] > 0, name
        for step in job["steps"]:
            for target in re.findall(r"^make ([a-z-]+)", step.get("run", ""), re.MULTILINE):
                assert target in targets, target


def test_wheels_are_built_for_every_python_that_is_supported() -> None:
    """The classifiers, the matrix of the tests and cibuildwheel name the same versions."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    named = re.findall(r"Python :: (3\.\d+)$", "\n".join(settings["project"]["classifiers"]), re.MULTILINE)
    matrix = yaml.safe_load((ROOT / ".github/workflows/test.yml").read_text("utf-8"))["jobs"]["test"]["strategy"]["matrix"]

    assert named == matrix["python"] == ["3.11", "3.12", "3.13", "3.14"]
    assert settings["tool"]["cibuildwheel"]["build"].split() == [f"cp{one.replace('.', '')}-*" for one in named]
    assert all(f"smoke.py {kind}" in settings["tool"]["cibuildwheel"]["test-command"] for kind in ("compiled",))


def test_every_address_of_the_project_is_the_same() -> None:
    """So that a move of the repository is one search."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))

    assert settings["project"]["urls"]["Source"] == citation["repository-code"] == URL
    assert f"repo_url: {URL}\n" in (ROOT / "mkdocs.yml").read_text("utf-8")
    assert {"Homepage", "Documentation", "Source", "Issues", "Changelog"} == set(settings["project"]["urls"])
