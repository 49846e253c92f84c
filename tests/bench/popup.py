"""The popup as a person feels it, on a desktop of its own: keystroke to painted rows, hotkey to painted card, and the
longest stall of the UI thread while an index is built. Needs the desktop's programs.
"""

from __future__ import annotations

import json
import subprocess
import sys

from tests.bench.library import library
from tests.bench.measuring import Row
from tests.desktop.session import Desktop, missing_programs
from tests.pipeline import ROOT
from trayrecall.core.ports import Embedder

PASSAGES = 10_000


def benchmark(embedder: Embedder) -> dict[str, Row]:
    """`popup_words`, `popup_whole`, `popup_opens` and `ui_stall`."""
    if missing_programs():
        print(f"popup: not measured, {', '.join(missing_programs())} missing; see packaging/desktop-deps.sh")
        return {}
    file = library(PASSAGES, embedder)
    with Desktop(keyring=False) as desktop:
        return {**_run(desktop, "typing", str(file)), **_run(desktop, "building")}


def _run(desktop: Desktop, *arguments: str) -> dict[str, Row]:
    done = subprocess.run(
        [sys.executable, "-m", "tests.bench.popup_stage", *arguments],
        env=desktop.env | {"QT_QPA_PLATFORM": "xcb"}, cwd=ROOT, check=True, stdout=subprocess.PIPE,
    )  # fmt: skip
    found: dict[str, Row] = json.loads(done.stdout)
    return found
