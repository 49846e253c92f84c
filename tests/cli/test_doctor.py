"""What `trayrecall doctor` finds wrong, and what it says to do."""

from __future__ import annotations

import json
import os
import re
import socket
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.pipeline import ROOT
from tests.store.building import HOME, WORK, text_note
from trayrecall import paths
from trayrecall.autostart import APP_ID
from trayrecall.cli import checks, desktop_checks
from trayrecall.cli.checks import Verdict, looked
from trayrecall.core.errors import StoreError
from trayrecall.embed import damage, repack, spec_of
from trayrecall.embed.files import MANIFEST
from trayrecall.embed.locate import Places
from trayrecall.settings import Settings, save_settings
from trayrecall.store import Index


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TRAYRECALL_HOME", str(tmp_path / "recall"))
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("RECALL_SECRETS_FILE", str(tmp_path / "tokens.json"))
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM", "XDG_DATA_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("XDG_DATA_DIRS", str(tmp_path / "share"))
    desktop_checks._asked.cache_clear()
    return tmp_path


@pytest.fixture
def taken_port() -> Iterator[int]:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        yield other.getsockname()[1]


def test_the_extension_is_loaded_for_real() -> None:
    assert checks.sqlite().verdict is Verdict.OK


def test_a_failure_of_a_check_is_a_finding_with_its_hint() -> None:
    def broken() -> checks.Finding:
        raise StoreError("no room", hint="Make some.")

    found = looked("index", broken)
    assert (found.name, found.verdict, found.told, found.hint) == (
        "index", Verdict.BAD, "The index can't be used: no room", "Make some.",
    )  # fmt: skip


def test_a_note_of_two_servers_is_counted_once() -> None:
    index = Index.open(paths.database_file())
    for server in (HOME, WORK):
        index.put(server, [text_note("owl", "<p>It hunts at night.</p>")])
    index.put(HOME, [text_note("fog", "<p>It rises at dawn.</p>")])
    index.close()
    assert ", 2 notes, " in checks.index().told


def test_a_folder_that_refuses_is_a_finding_too() -> None:
    def refused() -> checks.Finding:
        raise PermissionError(13, "Permission denied", "/srv/index")

    found = looked("index", refused)
    assert found.verdict is Verdict.BAD
    assert found.told.startswith("/srv/index can't be used (Permission denied). Check its owner")


def test_a_named_folder_without_a_model_is_what_is_told(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRAYRECALL_HOME", str(home))
    save_settings(paths.settings_file(), Settings(model_folder="/nowhere"))
    found = looked("model", checks.model)
    assert "/nowhere holds no model" in found.told
    assert "model_folder" in found.hint


def test_a_model_whose_files_were_changed_is_named(home: Path) -> None:
    spec, where = spec_of("multilingual-e5-small"), Places(None, home, home)
    for name in repack.FILES:
        where.repacked(spec).mkdir(exist_ok=True)
        (where.repacked(spec) / name).write_text("not what was made", encoding="utf-8")
    manifest = {"files": dict.fromkeys(repack.FILES, "0" * 64)}
    (where.repacked(spec) / MANIFEST).write_text(json.dumps(manifest), encoding="utf-8")
    told = damage(spec.name, Places(None, home, home))
    assert told == f"{where.repacked(spec)} is damaged"
    assert damage(spec.name, Places(home, home, home)) is None  # a person's own has no pinned hash


def test_a_port_that_another_program_has_is_told(taken_port: int) -> None:
    with socket.create_server(("127.0.0.1", 0)) as once:  # the default one may be in use on this machine
        free = once.getsockname()[1]
    save_settings(paths.settings_file(), Settings(port=free))
    assert checks.listener().verdict is Verdict.OK
    save_settings(paths.settings_file(), Settings(port=taken_port))
    found = checks.listener()
    assert (found.verdict, str(taken_port) in found.told) == (Verdict.WARN, True)


@pytest.mark.skipif(os.name != "posix", reason="permissions of files are a matter of POSIX")
def test_a_hook_file_that_others_can_read_is_to_be_mended() -> None:
    assert checks.hook_file().verdict is Verdict.OK
    file = paths.hook_config_file()
    paths.write_private(file, "{}")
    assert checks.hook_file().verdict is Verdict.OK
    file.chmod(0o644)
    found = checks.hook_file()
    assert (found.verdict, found.hint) == (Verdict.BAD, f"chmod 600 {file}")


def test_agents_that_are_not_connected_are_not_told_of_and_old_entries_are(home: Path) -> None:
    assert list(checks.agents()) == []
    (home / ".claude.json").write_text(
        '{"mcpServers": {"trayrecall": {"type": "http", "url": "http://127.0.0.1:1/mcp"}}}', encoding="utf-8"
    )
    (found,) = checks.agents()
    assert (found.name, found.verdict) == ("Claude Code", Verdict.WARN)
    assert found.hint == "trayrecall connect --repair"


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="where there may be no display")
def test_without_a_display_it_says_what_works_all_the_same() -> None:
    assert "no display" in desktop_checks.windows().told or "PySide6" in desktop_checks.windows().told
    assert desktop_checks.tray().verdict is Verdict.WARN


def test_with_a_display_qt_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("PySide6.QtWidgets", exc_type=ImportError)
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    assert desktop_checks.windows().told.endswith("on offscreen")
    assert "no panel" in desktop_checks.tray().told


def test_a_qt_that_cant_start_is_to_be_mended(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("PySide6.QtWidgets", exc_type=ImportError)
    monkeypatch.setenv("QT_QPA_PLATFORM", "nosuchplatform")
    found = desktop_checks.windows()
    assert found.verdict is Verdict.BAD
    named = set(re.findall(r"\blib\S+\d\b", found.hint))
    installed = (ROOT / "packaging" / "desktop-deps.sh").read_text(encoding="utf-8").split()
    assert {"libxcb-cursor0", "libxcb-shape0"} <= named <= set(installed)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="a matter of freedesktop.org")
def test_the_desktops_menu_is_looked_at(home: Path) -> None:
    assert desktop_checks.menu_entry().verdict is Verdict.WARN
    folder = home / "share" / "applications"
    folder.mkdir(parents=True)
    (folder / f"{APP_ID}.desktop").touch()
    assert desktop_checks.menu_entry().verdict is Verdict.OK


@pytest.mark.usefixtures("home")
def test_where_no_window_can_be_the_menu_matters_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(desktop_checks, "has_qt", lambda: False)
    assert desktop_checks.menu_entry().verdict is Verdict.OK
