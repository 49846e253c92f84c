"""The whole story of a damaged file, from the composition root: build, quit, cut it to half, start, search, wait."""

from __future__ import annotations

import logging
import os
from pathlib import Path

import pytest

from tests.pipeline import NotesInMemory, note
from trayrecall import app, paths
from trayrecall.core.errors import ModelUnavailable
from trayrecall.core.model import Instance, InstanceId, NoteId
from trayrecall.engine.engine import Engine
from trayrecall.settings import Settings, load_settings, save_settings

HOME = Instance(InstanceId("home"), "Home", "http://h.example")
SOURCE = NotesInMemory(
    [note(f"n{i}", f"Note {i}") for i in range(40)],
    {NoteId(f"n{i}"): f"<p>lantern{i} {'word ' * 80}</p>" for i in range(40)},
)


@pytest.fixture(autouse=True)
def no_model(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(*_: object) -> None:
        raise ModelUnavailable

    monkeypatch.setattr(app, "load_model", missing)


def started() -> Engine:
    engine = app.build_engine(app.read_configuration(os.environ), open_source=lambda _: SOURCE)
    engine.start()
    return engine


@pytest.mark.case("SC01")
def test_a_file_cut_to_half_is_built_anew_by_itself_and_it_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    secrets = tmp_path / "secrets.json"
    secrets.write_text('{"home": "a-token"}')
    secrets.chmod(0o600)
    monkeypatch.setenv("RECALL_SECRETS_FILE", str(secrets))
    save_settings(paths.settings_file(), Settings(instances=(HOME,)))
    kept = paths.settings_file().read_bytes(), secrets.read_bytes()
    engine = started()
    engine.request_sync()
    assert engine.wait_until_idle(30)
    engine.close()
    file = paths.database_file()
    file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])
    with caplog.at_level(logging.WARNING, "trayrecall.app"):
        engine = started()
    (told,) = [record.getMessage() for record in caplog.records if record.name == "trayrecall.app"]
    (aside,) = [path for path in file.parent.iterdir() if ".damaged-" in path.name]
    assert aside.name in told
    assert engine.search("lantern7").hits == ()
    engine.request_sync()
    assert engine.wait_until_idle(30)
    assert [hit.note_id for hit in engine.search("lantern7").hits] == ["n7"]
    engine.close()
    assert (paths.settings_file().read_bytes(), secrets.read_bytes()) == kept
    assert load_settings(paths.settings_file()).instances == (HOME,)
