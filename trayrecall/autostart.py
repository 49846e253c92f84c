"""Starting when the person logs in: a file of freedesktop.org's, a value of the registry, or a file of launchd's.

What is written is made by pure functions; whether it is on is what stands in the system, not what was asked for once.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from trayrecall.core.errors import TrayRecallError
from trayrecall.core.linguist import QT_TRANSLATE_NOOP

APP_ID = "io.github.trayrecall.TrayRecall"  # of the .desktop file and of everything that is named after it
LABEL = APP_ID.lower()
_RUN_KEY = r"Software\Microsoft\Windows\CurrentVersion\Run"
_NAME = "TrayRecall"


class StartRefused(TrayRecallError):
    """The system doesn't let it be written down."""

    title = QT_TRANSLATE_NOOP("errors", "Starting at login could not be changed")


def program() -> list[str]:
    """The command that starts the application, the same as the one that runs."""
    found = shutil.which("trayrecall-gui") or shutil.which("trayrecall")
    return [found] if found else [sys.executable, "-P", "-m", "trayrecall"]


def autostart(
    env: Mapping[str, str] = os.environ, platform: str = sys.platform, home: Path | None = None
) -> DesktopEntry | LaunchAgent | RunKey:
    """The way of this system; see `ui.desktop_actions.Autostart`, which these implement."""
    if platform == "win32":
        return RunKey()
    if platform == "darwin":
        return LaunchAgent((home or Path.home()) / "Library" / "LaunchAgents" / f"{LABEL}.plist")
    config = env.get("XDG_CONFIG_HOME", "")
    base = Path(config) if config.startswith("/") else (home or Path.home()) / ".config"
    return DesktopEntry(base / "autostart" / f"{APP_ID}.desktop")


# ---- what is written ----------------------------------------------------------------------------------


def desktop_entry(command: Sequence[str]) -> str:
    """The text of the file in `autostart`."""
    return (
        "[Desktop Entry]\nType=Application\nName=TrayRecall\nComment=Instant recall over your Trilium notes\n"
        f"Exec={' '.join(map(_quoted, command))}\nIcon={APP_ID}\nTerminal=false\nX-GNOME-Autostart-enabled=true\n"
    )


def _quoted(part: str) -> str:
    """An argument of `Exec`, quoted twice as the specification wants: for the file, and for the command."""
    if part and not set(part) & set(" \t\n\"'\\><~|&;$*?#()`%"):
        return part
    inner = "".join(f"\\{sign}" if sign in '"`$\\' else sign for sign in part).replace("%", "%%")
    return '"' + inner.replace("\\", "\\\\") + '"'


def run_value(command: Sequence[str]) -> str:
    """The value in the registry's `Run` key."""
    return " ".join(f'"{part}"' if " " in part else part for part in command)


def launch_agent(command: Sequence[str]) -> bytes:
    """The file that launchd reads at login."""
    import plistlib  # noqa: PLC0415 - on a Mac alone

    return plistlib.dumps(
        {"Label": LABEL, "ProgramArguments": list(command), "RunAtLoad": True, "ProcessType": "Interactive"}
    )


# ---- writing it ---------------------------------------------------------------------------------------


class DesktopEntry:
    """A file in `~/.config/autostart`."""

    def __init__(self, file: Path) -> None:
        self.file = file

    def enabled(self) -> bool:
        """Also not when another program has switched the file off, as desktops do."""
        try:
            lines = [line.strip().lower() for line in self.file.read_text(encoding="utf-8").splitlines()]
        except (OSError, UnicodeDecodeError):
            return False
        return not {"hidden=true", "x-gnome-autostart-enabled=false"} & set(lines)

    def set(self, enabled: bool) -> None:
        """Write the file, or take it away."""
        _put(self.file, desktop_entry(program()).encode() if enabled else None)


class LaunchAgent:
    """A file in `~/Library/LaunchAgents`."""

    def __init__(self, file: Path) -> None:
        self.file = file

    def enabled(self) -> bool:
        """Whether the file is there."""
        return self.file.is_file()

    def set(self, enabled: bool) -> None:
        """Write the file, or take it away."""
        _put(self.file, launch_agent(program()) if enabled else None)


class RunKey:
    """A value below the registry's `Run`. `registry` is the module `winreg`."""

    def __init__(self, registry: Any = None) -> None:
        self._given = registry

    @property
    def _registry(self) -> Any:
        if self._given is None:
            import winreg  # noqa: PLC0415 - on Windows alone

            self._given = winreg
        return self._given

    def enabled(self) -> bool:
        """Whether the value is there."""
        registry = self._registry
        try:
            with registry.OpenKey(registry.HKEY_CURRENT_USER, _RUN_KEY) as key:
                registry.QueryValueEx(key, _NAME)
        except OSError:
            return False
        return True

    def set(self, enabled: bool) -> None:
        """Write the value, or take it away."""
        registry = self._registry
        try:
            with registry.CreateKey(registry.HKEY_CURRENT_USER, _RUN_KEY) as key:
                if enabled:
                    registry.SetValueEx(key, _NAME, 0, registry.REG_SZ, run_value(program()))
                elif self.enabled():
                    registry.DeleteValue(key, _NAME)
        except OSError as failure:
            raise StartRefused(type(failure).__name__) from None


def _put(file: Path, content: bytes | None) -> None:
    try:
        if content is None:
            file.unlink(missing_ok=True)
            return
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)
    except OSError as failure:
        raise StartRefused(
            f"{file}: {failure.strerror}",
            hint=QT_TRANSLATE_NOOP("errors", "Look at the folder's permissions."),
        ) from None
