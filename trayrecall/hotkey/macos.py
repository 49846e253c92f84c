"""A key by Carbon's RegisterEventHotKey on macOS, which needs no permission. On the main thread alone. Knows no Qt."""

from __future__ import annotations

import ctypes
import ctypes.util
from collections.abc import Callable
from ctypes import POINTER, Structure, byref, c_int32, c_uint32, c_void_p
from typing import Any

from trayrecall.core.linguist import QT_TRANSLATE_NOOP
from trayrecall.hotkey.backend import KeyRefused, NoKeys
from trayrecall.hotkey.keys import Combination, Modifier, mac_key

# Carbon's bits; Qt calls Command `Ctrl` and Control `Meta`.
_MODIFIERS = {Modifier.CTRL: 0x0100, Modifier.SHIFT: 0x0200, Modifier.ALT: 0x0800, Modifier.META: 0x1000}
_KEYBOARD, _HOT_KEY_PRESSED = int.from_bytes(b"keyb", "big"), 5
_SIGNATURE = int.from_bytes(b"TRec", "big")
_EXISTS = -9878


class _EventType(Structure):
    _fields_ = (("kind", c_uint32), ("number", c_uint32))


class _HotKeyId(Structure):
    _fields_ = (("signature", c_uint32), ("id", c_uint32))


_Handler = ctypes.CFUNCTYPE(c_int32, c_void_p, c_void_p, c_void_p)


def _carbon() -> Any:
    found = ctypes.util.find_library("Carbon")
    if found is None:
        raise NoKeys(QT_TRANSLATE_NOOP("errors", "the library Carbon is missing"))
    carbon = ctypes.CDLL(found)
    carbon.GetApplicationEventTarget.restype = c_void_p
    carbon.InstallEventHandler.argtypes = (
        c_void_p, _Handler, c_uint32, POINTER(_EventType), c_void_p, c_void_p,
    )  # fmt: skip
    carbon.RegisterEventHotKey.argtypes = (c_uint32, c_uint32, _HotKeyId, c_void_p, c_uint32, c_void_p)
    carbon.UnregisterEventHotKey.argtypes = (c_void_p,)
    return carbon


class MacKey:
    """See `hotkey.backend.Backend`. `on_main` runs a function on the main thread and waits for it."""

    def __init__(
        self, pressed: Callable[[], None], on_main: Callable[[Callable[[], None]], None], carbon: Any = None
    ) -> None:
        self._on_main, self._carbon = on_main, carbon or _carbon()
        self._held: c_void_p | None = None

        def heard(_next: Any, _event: Any, _data: Any) -> int:
            pressed()
            return 0

        self._handler = _Handler(heard)  # must live as long as it may be called
        self._installed = False

    def take(self, combination: Combination) -> None:
        """Register the key."""
        key = mac_key(combination.key)
        modifiers = sum(bit for one, bit in _MODIFIERS.items() if one in combination.modifiers)
        self._on_main(lambda: self._take(key, modifiers))

    def _take(self, key: int, modifiers: int) -> None:
        self._drop()
        target = self._carbon.GetApplicationEventTarget()
        if not self._installed:
            wanted = _EventType(_KEYBOARD, _HOT_KEY_PRESSED)
            self._carbon.InstallEventHandler(target, self._handler, 1, byref(wanted), None, None)
            self._installed = True
        held = c_void_p()
        code = self._carbon.RegisterEventHotKey(
            key, modifiers, _HotKeyId(_SIGNATURE, 1), target, 0, byref(held)
        )
        if code == _EXISTS:
            raise KeyRefused(
                QT_TRANSLATE_NOOP("errors", "another program has this key"),
                hint=QT_TRANSLATE_NOOP("errors", "Choose another one."),
            )
        if code:
            raise KeyRefused(QT_TRANSLATE_NOOP("errors", "macOS refuses it ({code})"), values={"code": code})
        self._held = held

    def drop(self) -> None:
        """Give the key back."""
        self._on_main(self._drop)

    def _drop(self) -> None:
        held, self._held = self._held, None
        if held is not None:
            self._carbon.UnregisterEventHotKey(held)

    def close(self) -> None:
        """Nothing to do: called on the main thread, at the end of the program, with which the key is given back."""
        self._drop()
