"""What `trayrecall doctor` looks at on a desktop. Qt is asked in a child process: it aborts where a library is missing."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

from trayrecall.autostart import APP_ID, autostart
from trayrecall.cli.checks import Finding, Verdict, ok, warn
from trayrecall.cli.window import GET_WINDOWS, has_display, has_qt

_SECONDS = 30.0
# Debian's packages that Qt needs and a desktop without Qt programs may lack.
_LIBRARIES = "libgl1 libegl1 libxcb-cursor0 libxcb-icccm4 libxcb-keysyms1 libxcb-shape0 libxkbcommon-x11-0"
_ASK = """
import json, sys
from PySide6.QtCore import qVersion
from PySide6.QtWidgets import QApplication, QSystemTrayIcon
app = QApplication(["trayrecall"])
print(json.dumps({"qt": qVersion(), "platform": app.platformName(), "tray": QSystemTrayIcon.isSystemTrayAvailable()}))
"""


def windows() -> Finding:
    """Whether Qt is there and can show windows."""
    if not has_qt():
        return warn(
            "windows",
            "PySide6 is not installed",
            f"For the tray application. {GET_WINDOWS}",
        )
    if not has_display():
        return warn("windows", "there is no display here", "Without windows: trayrecall serve")
    told = _asked()
    if told is None:
        return Finding(
            "windows",
            Verdict.BAD,
            "Qt can't open a window here",
            f"Install its libraries (Debian: {_LIBRARIES}); QT_DEBUG_PLUGINS=1 names others.",
        )
    return ok("windows", f"Qt {told['qt']} on {told['platform']}")


def tray() -> Finding:
    """Whether a panel takes the icon."""
    told = _asked() if has_display() and has_qt() else None
    if told is None:
        return warn("tray", "not looked at: there are no windows")
    if told["tray"]:
        return ok("tray", "a panel takes the icon")
    return warn(
        "tray",
        "no panel takes icons here",
        "GNOME: install the extension AppIndicator. Without it the search comes up by a key, or by: trayrecall toggle",
    )


@cache
def _asked() -> dict[str, Any] | None:
    try:
        done = subprocess.run(  # noqa: S603 - our own words
            [sys.executable, "-P", "-c", _ASK], check=False, capture_output=True, text=True, timeout=_SECONDS
        )
        found: dict[str, Any] = json.loads(done.stdout)
    except (OSError, ValueError, subprocess.TimeoutExpired):
        return None
    return found


def start() -> Finding:
    """Whether it starts at login."""
    return ok(
        "start", "at login" if autostart().enabled() else "by hand; the settings can let it start at login"
    )


def menu_entry() -> Finding:
    """Whether the desktop knows the program: for its menu, its icon on Wayland, and its portal."""
    file = f"{APP_ID}.desktop"
    if not sys.platform.startswith("linux"):
        return ok("menu", "not needed here")
    if not has_qt():
        return ok("menu", "not needed without windows")
    share = Path(sys.prefix) / "share"
    folders = [Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")]
    folders += map(Path, (os.environ.get("XDG_DATA_DIRS") or "/usr/local/share:/usr/share").split(":"))
    if any((folder / "applications" / file).is_file() for folder in folders):
        return ok("menu", f"{file} is known")
    hint = _links(share) if (share / "applications" / file).is_file() else ""
    return warn("menu", "the desktop's menu doesn't know it", hint)


def _links(share: Path) -> str:
    """The command that shows entry and icon to the desktop."""
    parts = {f"applications/{APP_ID}.desktop": "applications"}
    parts[f"icons/hicolor/scalable/apps/{APP_ID}.svg"] = "icons/hicolor/scalable/apps"
    homes = {file: f"~/.local/share/{folder}" for file, folder in parts.items()}
    made = " ".join(homes.values())
    return f"mkdir -p {made} && " + " && ".join(f"ln -sf {share / file} {homes[file]}/" for file in parts)
