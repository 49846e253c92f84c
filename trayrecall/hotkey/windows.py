"""A key by RegisterHotKey on Windows, whose messages come to the thread that asked. Knows no Qt."""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any

from trayrecall.core.linguist import QT_TRANSLATE_NOOP
from trayrecall.hotkey.backend import KeyRefused
from trayrecall.hotkey.keys import Combination, Modifier, virtual_key

_MODIFIERS = {Modifier.ALT: 1, Modifier.CTRL: 2, Modifier.SHIFT: 4, Modifier.META: 8}
_NO_REPEAT = 0x4000
_WM_HOTKEY, _WM_QUIT = 0x0312, 0x0012
_ID = 1
_SECONDS = 5.0


class _Message(ctypes.Structure):
    _fields_ = (
        ("hwnd", ctypes.c_void_p),
        ("message", ctypes.c_uint),
        ("wParam", ctypes.c_size_t),
        ("lParam", ctypes.c_ssize_t),
        ("time", ctypes.c_uint32),
        ("x", ctypes.c_long),
        ("y", ctypes.c_long),
    )


def _user32() -> Any:
    return ctypes.WinDLL("user32", use_last_error=True)  # type: ignore[attr-defined,unused-ignore]


class WindowsKey:
    """See `hotkey.backend.Backend`. `user32` is the system's library."""

    def __init__(self, pressed: Callable[[], None], user32: Any = None) -> None:
        self._pressed, self._user32 = pressed, user32 or _user32()
        self._thread: threading.Thread | None = None

    def take(self, combination: Combination) -> None:
        """Register the key on a thread that then waits for it."""
        self.drop()
        modifiers = sum(bit for one, bit in _MODIFIERS.items() if one in combination.modifiers) | _NO_REPEAT
        taken: Future[bool] = Future()
        thread = threading.Thread(
            target=self._listen,
            args=(modifiers, virtual_key(combination.key), taken),
            name="hotkey",
            daemon=True,
        )
        thread.start()
        if not taken.result(_SECONDS):
            raise KeyRefused(
                QT_TRANSLATE_NOOP("errors", "another program has this key"),
                hint=QT_TRANSLATE_NOOP("errors", "Choose another one."),
            )
        self._thread = thread

    def drop(self) -> None:
        """Give the key back: its thread does it at its end."""
        thread, self._thread = self._thread, None
        if thread is not None and thread.native_id is not None:
            self._user32.PostThreadMessageW(thread.native_id, _WM_QUIT, 0, 0)
            thread.join(1.0)

    def close(self) -> None:
        """The same."""
        self.drop()

    def _listen(self, modifiers: int, key: int, taken: Future[bool]) -> None:
        """Thread `hotkey`: until WM_QUIT."""
        is_taken = bool(self._user32.RegisterHotKey(None, _ID, modifiers, key))
        taken.set_result(is_taken)
        if not is_taken:
            return
        message = _Message()
        while self._user32.GetMessageW(ctypes.byref(message), None, 0, 0) > 0:
            if message.message == _WM_HOTKEY:
                self._pressed()
        self._user32.UnregisterHotKey(None, _ID)
