"""Changes of the settings at the same moment, by threads and by programs: all of them stay."""

from __future__ import annotations

import subprocess
import sys
import threading
from pathlib import Path

import pytest
from filelock import FileLock

from tests.pipeline import ROOT
from trayrecall.core.clients import Client
from trayrecall.settings import change_settings, load_settings


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "settings.json"


def test_changes_from_several_threads_are_all_kept(file: Path) -> None:
    def add(number: int) -> None:
        change_settings(file, lambda settings: settings.with_client(Client(f"client-{number}")))

    threads = [threading.Thread(target=add, args=(number,)) for number in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert {client.name for client in load_settings(file).clients} == {f"client-{n}" for n in range(12)}


def test_a_change_waits_for_that_of_another_program(file: Path) -> None:
    code = (
        "import sys, time; from pathlib import Path; from dataclasses import replace;"
        "from trayrecall.settings import change_settings\n"
        "def slowly(settings):\n"
        "    print('changing', flush=True); time.sleep(0.5); return replace(settings, demo=True)\n"
        "change_settings(Path(sys.argv[1]), slowly)"
    )
    other = subprocess.Popen([sys.executable, "-c", code, str(file)], stdout=subprocess.PIPE, cwd=ROOT)
    assert other.stdout is not None
    assert other.stdout.readline() == b"changing\n"
    change_settings(file, lambda settings: settings.with_client(Client("mine")))
    assert other.wait(20) == 0
    other.stdout.close()
    told = load_settings(file)
    assert (told.demo, [client.name for client in told.clients]) == (True, ["mine"])


def test_a_change_is_made_where_nothing_can_be_locked(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> FileLock:
        raise NotImplementedError("no locks here")

    monkeypatch.setattr("trayrecall.settings.FileLock", refuse)
    change_settings(file, lambda settings: settings.with_client(Client("mine")))
    assert [client.name for client in load_settings(file).clients] == ["mine"]
