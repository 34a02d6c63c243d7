"""The documentation site: pages that MkDocs builds from the games, the commands, the notebooks and the files of the repository.

A hook of mkdocs.yml. What can be read from the program is not written by hand, so it cannot go stale: pictures, options, spaces,
rewards and the help of every command. Links between files of the repository become links of the site.
"""

from __future__ import annotations

import contextlib
import io
import os
import posixpath
import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Final

import nbformat
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

import roundhouse
from roundhouse import cli
from tools import facts, views

ROOT: Final = Path(__file__).parent.parent
RUN_NOTEBOOKS: Final = "ROUNDHOUSE_DOCS_NOTEBOOKS"  # set by `make docs`: they take half a minute
_REPOSITORY: Final = "https://github.com/roundhouse-games/roundhouse"
_LINK: Final = re.compile(r"(\]\()([^)\s#]*)(#[^)\s]*)?(\))")
_CODE: Final = re.compile(r"^(?:```.*?^```|    .*?$)|`[^`\n]+`", re.DOTALL | re.MULTILINE)
_GENERATED: Final = "<!-- generated -->"

# Files of the repository that are pages of the site under another name.
_MOVED: Final = {
    "README.md": "index.md",
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "docs/decisions": "decisions/index.md",
    "docs/notebooks/explore.ipynb": "notebooks/explore.md",
    "docs/notebooks/train.ipynb": "notebooks/train.md",
    **{f"roundhouse/games/{game.name}/rules.md": f"games/{game.name}-rules.md" for game in roundhouse.GAMES},
}


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages that are built."""

    def add(name: str, content: str) -> None:
        files.append(File.generated(config, name, content=content))

    for source, name in _MOVED.items():
        if source.endswith(".md"):
            add(name, (ROOT / source).read_text("utf-8"))
        elif source.endswith(".ipynb"):
            files.remove(next(file for file in files if file.src_uri == source.removeprefix("docs/")))
            add(name, notebook_page(ROOT / source))
    add("decisions/index.md", _decisions_page())
    add("reference/commands.md", commands_page())
    for game in roundhouse.GAMES:
        add(f"games/{game.name}.svg", facts.picture(game))
        add(f"games/{game.name}-view.schema.json", views.schema_text(game))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:  # noqa: ARG001
    """Fill in what is generated, and turn links between files into links of the site."""
    name = page.file.src_uri
    if name == "games/index.md":
        markdown = markdown.replace(_GENERATED, facts.gallery(roundhouse.GAMES))
    elif name.startswith("games/") and _GENERATED in markdown:
        markdown = markdown.replace(_GENERATED, facts.game_facts(roundhouse.find(Path(name).stem)))
    origin = next((source for source, target in _MOVED.items() if target == name and "." in source), f"docs/{name}")
    return _outside_code(markdown, lambda text: _LINK.sub(lambda link: _link(link, origin, name, str(config.repo_url)), text))


def _outside_code(markdown: str, change: Callable[[str], str]) -> str:
    parts, at = [], 0
    for code in _CODE.finditer(markdown):
        parts += [change(markdown[at : code.start()]), code.group()]
        at = code.end()
    return "".join([*parts, change(markdown[at:])])


def _link(link: re.Match[str], origin: str, name: str, repository: str) -> str:
    """Return a link of the site for one of a file of the repository: to a page, or to the file in the repository."""
    target, anchor = link[2], link[3] or ""
    if not target or ":" in target:
        return link[0]
    path = posixpath.normpath(posixpath.join(posixpath.dirname(origin), target))
    if path in _MOVED:
        found = _MOVED[path]
    elif path.startswith("docs/"):
        found = path.removeprefix("docs/")
    elif (ROOT / path).exists():
        return f"{link[1]}{repository}/blob/main/{path}{anchor}{link[4]}"
    else:
        return link[0]  # MkDocs warns about it
    return f"{link[1]}{posixpath.relpath(found, posixpath.dirname(name) or '.')}{anchor}{link[4]}"


def _decisions_page() -> str:
    rows = []
    for path in sorted((ROOT / "docs" / "decisions").glob("[0-9]*.md")):
        title = path.read_text("utf-8").partition("\n")[0].removeprefix("# ")
        rows.append(f"- [{title}]({path.name})")
    return "\n".join(["# Decisions", "", "Choices of weight, each with its reasons, in half a page.", "", *rows, ""])


def commands_page() -> str:
    """Return the help of every command."""
    parts = [
        "# Command line",
        "",
        "The help of `roundhouse` and of each of its commands. Every command accepts `--lang fr` for French and"
        " `--lang de` for German. Exit codes: 0 success, 1 a problem was found, 2 the command could not run,"
        " 130 interrupted with Ctrl-C.",
        "",
        "```text",
        _help(),
        "```",
    ]
    for name in cli.COMMANDS:
        parts += ["", f"## roundhouse {name}", "", "```text", _help(name), "```"]
    return "\n".join([*parts, ""])


def _help(*words: str) -> str:
    printed = io.StringIO()
    columns = os.environ.get("COLUMNS")
    os.environ["COLUMNS"] = "100"
    try:
        with contextlib.redirect_stdout(printed):
            cli.main(["--lang", "en", *words, "--help"])
    finally:
        if columns is None:
            del os.environ["COLUMNS"]
        else:
            os.environ["COLUMNS"] = columns
    home = str(Path.home())
    return printed.getvalue().rstrip().replace(home, "~")


def notebook_page(path: Path) -> str:
    """Return a notebook as a page, with its outputs if notebooks are run."""
    notebook = nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]
    if os.environ.get(RUN_NOTEBOOKS, "") not in ("", "0"):
        from nbclient import NotebookClient
        from traitlets.config import Config

        local = Config({"KernelManager": {"transport": "ipc"}})  # over TCP a kernel warns that its port is not encrypted
        NotebookClient(notebook, timeout=600, kernel_name="python3", config=local).execute()
    parts: list[str] = []
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            parts.append(cell.source)
        else:
            parts.append(f"```python\n{cell.source}\n```")
            parts += _outputs(cell.get("outputs", []))
    source = f"This page is [a notebook]({_REPOSITORY}/blob/main/{path.relative_to(ROOT).as_posix()}), which you can run yourself."
    return "\n\n".join([parts[0], source, *parts[1:], ""])


def _outputs(outputs: Iterable[Any]) -> list[str]:
    """Return the outputs of a cell: pictures and HTML as they are, text in a block."""
    found = []
    for output in outputs:
        data = output.get("data", {})
        if "text/html" in data or "image/svg+xml" in data:
            html = data.get("image/svg+xml") or data["text/html"]
            found.append(f'<div class="notebook-output">{re.sub(chr(10) + "+", chr(10), html)}</div>')
        elif "image/png" in data:
            found.append(f'<img alt="Output of the cell above" src="data:image/png;base64,{data["image/png"].strip()}">')
        else:
            text = output.get("text") or data.get("text/plain", "")
            found.append(f"```text\n{text.rstrip()}\n```")
    return found
