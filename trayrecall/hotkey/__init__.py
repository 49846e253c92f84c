"""The key that brings up the search from anywhere: by X11, by the desktop's portal, by Windows, by macOS. Knows no Qt."""

from trayrecall.hotkey.backend import Backend, KeyRefused, NoKeys
from trayrecall.hotkey.chosen import GlobalHotkey, open_backend

__all__ = ["Backend", "GlobalHotkey", "KeyRefused", "NoKeys", "open_backend"]
