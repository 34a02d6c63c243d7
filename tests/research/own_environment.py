"""A virtual environment for packages that the locks lack, which sees the packages of this one behind its own."""

from __future__ import annotations

import subprocess
import sys
import sysconfig
from collections.abc import Sequence
from pathlib import Path


def python_with(packages: Sequence[str], folder: Path) -> str:
    """Make an environment with these packages, and return its interpreter."""
    subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
    python = str(folder / "bin" / "python")
    code = "import sysconfig; print(sysconfig.get_path('purelib'))"
    own = subprocess.run([python, "-c", code], capture_output=True, text=True, check=True).stdout.strip()
    (Path(own) / "behind.pth").write_text(f"{sysconfig.get_path('purelib')}\n", "utf-8")
    subprocess.run([python, "-m", "pip", "install", "--quiet", *packages], check=True)
    return python
