"""The notebooks of the documentation run, and arena results are shown as reports."""

from __future__ import annotations

import html
import re
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

from roundhouse.arena.job import Job
from roundhouse.arena.match import play
from roundhouse.arena.report import Chapter
from roundhouse.arena.summary import summarize
from roundhouse.games import find

NOTEBOOKS = Path(__file__).parents[2] / "docs" / "notebooks"


def test_a_run_is_shown_in_an_iframe() -> None:
    """One iframe with the complete report as its attribute, which isolates the styles."""
    job = Job("express", find("express").version, 2, ("greedy", "random"), 2)
    results = [play(job, fixture).result for fixture in job.fixtures()]
    shown = Chapter(summarize(job, results), results, None)._repr_html_()
    page = re.fullmatch(r'<iframe [^>]*? srcdoc="([^"]*)"></iframe>', shown, re.DOTALL)

    assert page is not None
    assert html.unescape(page[1]).rstrip().endswith("</html>")
    assert "--bots greedy,random" in page[1]


@pytest.mark.parametrize("name", ["explore", pytest.param("train", marks=pytest.mark.deep)])
@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # of the kernel's own libraries
def test_a_notebook_runs_and_shows_drawings_and_reports(name: str) -> None:
    """All cells, in a new kernel. The notebook itself is stored without outputs."""
    notebook = nbformat.read(NOTEBOOKS / f"{name}.ipynb", as_version=4)  # type: ignore[no-untyped-call]
    assert not [cell for cell in notebook.cells if cell.get("outputs")]
    NotebookClient(notebook, timeout=300, kernel_name="python3").execute()
    kinds = {kind for cell in notebook.cells for output in cell.get("outputs", ()) for kind in output.get("data", ())}

    assert {"image/svg+xml", "text/html"} <= kinds
