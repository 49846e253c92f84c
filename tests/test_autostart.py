from __future__ import annotations

import plistlib
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from trayrecall import autostart
from trayrecall.autostart import APP_ID, DesktopEntry, LaunchAgent, RunKey, StartRefused

ODD = ['/opt/my apps/$tray "x"/100%', "--demo"]


def test_on_linux_a_file_in_autostart_starts_the_command(tmp_path: Path) -> None:
    start = autostart.autostart({"XDG_CONFIG_HOME": str(tmp_path)}, "linux")
    assert not start.enabled()
    start.set(True)
    assert start.enabled()
    written = (tmp_path / "autostart" / f"{APP_ID}.desktop").read_text(encoding="utf-8")
    assert f"\nExec={' '.join(autostart.program())}\n" in written
    start.set(False)
    assert not start.enabled()
    start.set(False)


def test_a_relative_configuration_folder_is_not_taken(tmp_path: Path) -> None:
    start = autostart.autostart({"XDG_CONFIG_HOME": "somewhere"}, "linux", tmp_path)
    assert isinstance(start, DesktopEntry)
    assert start.file.parent == tmp_path / ".config" / "autostart"


@pytest.mark.parametrize("line", ["Hidden=true", "X-GNOME-Autostart-enabled=false"])
def test_a_desktop_may_have_switched_it_off(tmp_path: Path, line: str) -> None:
    start = DesktopEntry(tmp_path / "one.desktop")
    start.set(True)
    text = start.file.read_text(encoding="utf-8").replace("X-GNOME-Autostart-enabled=true", line)
    start.file.write_text(text, encoding="utf-8")
    assert not start.enabled()
    start.set(True)
    assert start.enabled()


def test_odd_paths_are_quoted_as_the_specification_wants(tmp_path: Path) -> None:
    text = autostart.desktop_entry(ODD)
    assert r'Exec="/opt/my apps/\\$tray \\"x\\"/100%%" --demo' in text
    file = tmp_path / "odd.desktop"
    file.write_text(text, encoding="utf-8")
    checker = shutil.which("desktop-file-validate")
    if checker is not None:
        told = subprocess.run([checker, file], check=False, capture_output=True, text=True)
        assert (told.returncode, told.stdout) == (0, "")


def test_a_folder_that_cant_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "autostart").write_text("in the way", encoding="utf-8")
    with pytest.raises(StartRefused, match="autostart"):
        DesktopEntry(tmp_path / "autostart" / "one.desktop").set(True)


def test_on_a_mac_launchd_gets_a_file(tmp_path: Path) -> None:
    start = autostart.autostart({}, "darwin", tmp_path)
    assert isinstance(start, LaunchAgent)
    start.set(True)
    told = plistlib.loads(start.file.read_bytes())
    assert start.file.parent == tmp_path / "Library" / "LaunchAgents"
    assert (told["RunAtLoad"], told["ProgramArguments"]) == (True, autostart.program())
    assert told["Label"] == start.file.stem
    assert start.enabled()
    start.set(False)
    assert not start.enabled()


class Registry:
    """The part of `winreg` that is used, in memory."""

    HKEY_CURRENT_USER, REG_SZ = "HKCU", 1

    def __init__(self) -> None:
        self.keys: dict[str, dict[str, str]] = {}
        self.is_closed = False

    @contextmanager
    def OpenKey(self, _hive: str, path: str) -> Iterator[dict[str, str]]:  # noqa: N802
        if path not in self.keys:
            raise FileNotFoundError
        yield self.keys[path]

    @contextmanager
    def CreateKey(self, _hive: str, path: str) -> Iterator[dict[str, str]]:  # noqa: N802
        if self.is_closed:
            raise PermissionError
        yield self.keys.setdefault(path, {})

    def QueryValueEx(self, key: dict[str, str], name: str) -> tuple[Any, int]:  # noqa: N802
        if name not in key:
            raise FileNotFoundError
        return key[name], self.REG_SZ

    def SetValueEx(self, key: dict[str, str], name: str, _zero: int, _kind: int, value: str) -> None:  # noqa: N802
        key[name] = value

    def DeleteValue(self, key: dict[str, str], name: str) -> None:  # noqa: N802
        del key[name]


def test_on_windows_a_value_of_the_run_key_starts_it() -> None:
    registry = Registry()
    start = RunKey(registry)
    assert not start.enabled()
    start.set(False)
    start.set(True)
    assert start.enabled()
    assert registry.keys[r"Software\Microsoft\Windows\CurrentVersion\Run"] == {
        "TrayRecall": autostart.run_value(autostart.program())
    }
    start.set(False)
    assert not start.enabled()
    registry.is_closed = True
    with pytest.raises(StartRefused):
        start.set(True)
    assert isinstance(autostart.autostart({}, "win32"), RunKey)


def test_a_command_of_windows_keeps_its_blanks_together() -> None:
    assert autostart.run_value(["C:\\My Apps\\tray.exe", "--demo"]) == '"C:\\My Apps\\tray.exe" --demo'
