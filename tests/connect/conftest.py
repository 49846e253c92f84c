"""A person's home with no agent in it yet, the command line, and a running application over a small engine."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.cli.conftest import Run, run_here
from tests.etapi.tools import free_port
from tests.server.engine import ExampleEngine
from trayrecall import app, paths
from trayrecall.server.serving import Serving

FOREIGN_VARIABLES = ("XDG_CONFIG_HOME", "CLAUDE_CONFIG_DIR", "CODEX_HOME", "APPDATA")


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "person"
    folder.mkdir()
    for name in FOREIGN_VARIABLES:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(folder))
    monkeypatch.setenv("USERPROFILE", str(folder))
    monkeypatch.setenv("RECALL_SECRETS_FILE", str(tmp_path / "secrets.json"))
    paths.settings_file().write_text(json.dumps({"version": 1, "port": 1}))
    return folder


@pytest.fixture
def cli(home: Path) -> Callable[..., Run]:
    assert Path.home() == home
    return run_here


@pytest.fixture
def engine() -> ExampleEngine:
    return ExampleEngine()


@pytest.fixture
def running(home: Path, engine: ExampleEngine) -> Iterator[Serving]:  # noqa: ARG001 - its environment
    paths.settings_file().write_text(json.dumps({"version": 1, "port": free_port()}))  # 1 is root's
    served = app.build_serving(app.read_configuration(os.environ), engine)  # type: ignore[arg-type]
    served.start()
    yield served
    served.stop()
