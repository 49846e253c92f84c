"""What a system must be able to do so that a key brings up the search from anywhere."""

from __future__ import annotations

from typing import Protocol

from trayrecall.core.errors import TrayRecallError
from trayrecall.core.linguist import QT_TRANSLATE_NOOP
from trayrecall.hotkey.keys import Combination


class KeyRefused(TrayRecallError):
    """The system doesn't give this key out."""

    title = QT_TRANSLATE_NOOP("errors", "This key can't be used")


class NoKeys(TrayRecallError):
    """The desktop gives out no keys at all, or not to us."""

    title = QT_TRANSLATE_NOOP("errors", "This desktop gives out no keys")


class Backend(Protocol):
    """One way to a key. Made with the function that is called, on any thread, when the key is pressed."""

    def take(self, combination: Combination) -> None:
        """Have the key from now on. Raises KeyRefused or NoKeys; nothing is held then. May block for minutes."""

    def drop(self) -> None:
        """Give the key back."""

    def close(self) -> None:
        """Give back the key and everything else; returns within a second."""
