"""What the settings window asks of the desktop itself: starting at login, and the key that brings up the search. No Qt.

Everything here may block for seconds (files, D-Bus, a portal that asks the person), so it is called off the UI thread
only; who implements it and needs the UI thread goes there by itself.
"""

from __future__ import annotations

from typing import Protocol

from trayrecall.core.errors import TrayRecallError


class Autostart(Protocol):
    """Whether the application starts when the person logs in."""

    def enabled(self) -> bool:
        """Whether it does now, by what stands in the system and not by what was asked for once."""

    def set(self, enabled: bool) -> None:
        """Let it start at login, or not. Raises TrayRecallError when the system refuses."""


class Hotkey(Protocol):
    """The key that brings up the search from anywhere. Keys are written as Qt does in PortableText: `Ctrl+Alt+Space`."""

    def current(self) -> str:
        """The key in use; empty when there is none."""

    def set(self, keys: str) -> TrayRecallError | None:
        """Use this key from now on, and keep it for the next start; empty for none.

        None when it is in use now. Otherwise why not; its hint says what helps instead (another program has the key;
        the desktop gives out no keys, then how to bind `trayrecall toggle` there); the key in use before stays.
        """
