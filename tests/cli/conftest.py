"""A small Trilium, a command line in this process, and a home whose index is synced once for all reading tests."""

from __future__ import annotations

import io
import json
import os
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.fakes import TOKEN, FakeServer, label, note
from tests.pipeline import MODELS_CACHE
from trayrecall.cli import main
from trayrecall.core.ports import Embedder

NOTES = (
    note("wiki", "Wiki", attributes=(label("wiki", "wikiRoot"),)),
    note(
        "pump",
        "Pump wiring",
        "<h2>Relays</h2><p>Pump 2 runs on phase L3 through relay K9. The spare relay lies in drawer four.</p>",
        parents=("wiki",),
    ),
    note("lease", "Lease", "<p>The mill lease ends on 30 June and renews yearly.</p>"),
    note("passport", "出行准备", "<p>周三前去派出所办理护照更新。</p>"),
    note("evil", "Esc \x1b[31m\u202e title", "<p>Sluice colour \u202e is \x1b]0;owned\x07 red.</p>"),
    note("old", "Old stove", "<p>Flue size 150.</p>", attributes=(label("old", "archived"),)),
    note("secret", "Diary", "<p>x</p>", attributes=(label("secret", "recallIgnore"),)),
)


@dataclass(frozen=True, slots=True)
class Run:
    """One run of the command line."""

    code: int
    out: str
    err: str


Cli = Callable[..., Run]


def results(run: Run) -> list[dict[str, Any]]:
    """What a run with `--json` found."""
    found: list[dict[str, Any]] = json.loads(run.out)["results"]
    return found


@pytest.fixture
def home() -> Path:
    """Where the runs of a test keep their things."""
    return Path(os.environ["TRAYRECALL_HOME"])


@pytest.fixture(scope="module")
def trilium() -> Iterator[FakeServer]:
    """One server for a module; `fresh_trilium` gives it its notes back."""
    with FakeServer.with_notes(*NOTES) as server:
        yield server


@pytest.fixture
def fresh_trilium(trilium: FakeServer) -> FakeServer:
    trilium.start_over(*NOTES)
    return trilium


def environment(home: Path) -> dict[str, str]:
    """Where a run keeps its things: the prepared model, and tokens in a file of their own."""
    (home / "data").mkdir(parents=True, exist_ok=True)
    if not (home / "data" / "models").exists():
        (home / "data" / "models").symlink_to(MODELS_CACHE)
    return {
        "TRAYRECALL_HOME": str(home),
        "RECALL_SECRETS_FILE": str(home.parent / f"{home.name}-secrets.json"),
    }


def run_here(*arguments: str, given: str = "") -> Run:
    """Run a command in this process, standard streams and all."""
    out, err = io.StringIO(), io.StringIO()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "stdin", io.StringIO(given))
        patch.setattr(sys, "stdout", out)
        patch.setattr(sys, "stderr", err)
        try:
            code = main(arguments)
        except SystemExit as ended:
            code = int(ended.code or 0)
    return Run(code, out.getvalue(), err.getvalue())


@pytest.fixture
def cli(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, model: Embedder) -> Cli:
    """The command line over a home that is empty as yet. The model is loaded once for all tests."""
    for name, value in environment(tmp_path / "home").items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr("trayrecall.app.open_embedder", lambda *_, **__: model)
    return run_here


@pytest.fixture(scope="module")
def synced_home(tmp_path_factory: pytest.TempPathFactory, trilium: FakeServer, model: Embedder) -> Path:
    """A home with one server, synced."""
    home = tmp_path_factory.mktemp("synced") / "home"
    trilium.start_over(*NOTES)
    with pytest.MonkeyPatch.context() as patch:
        for name, value in environment(home).items():
            patch.setenv(name, value)
        patch.setattr("trayrecall.app.open_embedder", lambda *_, **__: model)
        added = run_here("instance", "add", "--url", trilium.url, "--name", "Home", given=TOKEN + "\n")
        synced = run_here("sync")
    assert (added.code, synced.code) == (0, 0), added.err + synced.err
    return home


@pytest.fixture
def synced(cli: Cli, synced_home: Path, monkeypatch: pytest.MonkeyPatch) -> Cli:
    """The command line over the synced home, for commands that only read."""
    for name, value in environment(synced_home).items():
        monkeypatch.setenv(name, value)
    return cli


def holding(text: str, folder: Path) -> list[str]:
    """Names of the files below the folder in which the text stands."""
    files = (path for path in folder.rglob("*") if path.is_file() and "models" not in path.parts)
    return sorted(path.name for path in files if text.encode() in path.read_bytes())
