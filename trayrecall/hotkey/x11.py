"""A key by a passive grab on X11, over a connection of our own, with nothing but libxcb. Knows no Qt.

A grab names the exact modifiers, so each is made four times: with CapsLock and NumLock on and off.
"""

from __future__ import annotations

import ctypes
import ctypes.util
import logging
import os
import select
import threading
from collections.abc import Callable
from ctypes import POINTER, Structure, byref, c_char_p, c_int, c_uint8, c_uint16, c_uint32, c_void_p

from trayrecall.core.linguist import QT_TRANSLATE_NOOP
from trayrecall.hotkey.backend import KeyRefused, NoKeys
from trayrecall.hotkey.keys import Combination, Modifier, keysym

log = logging.getLogger(__name__)

_MASKS = {Modifier.SHIFT: 1, Modifier.CTRL: 4, Modifier.ALT: 8, Modifier.META: 64}
_CAPS_LOCK, _NUM_LOCK = 2, 16  # Lock, and Mod2, where every layout of xkeyboard-config has NumLock
LOCKS = (0, _CAPS_LOCK, _NUM_LOCK, _CAPS_LOCK | _NUM_LOCK)
_KEY_PRESS, _KEY_RELEASE, _MAPPING_NOTIFY = 2, 3, 34
_ASYNC = 1
_LOOK, _END = b"l", b"e"


class _Screen(Structure):
    _fields_ = (("root", c_uint32),)  # the first field of xcb_screen_t is all that is read


class _Screens(Structure):
    _fields_ = (("data", POINTER(_Screen)), ("rem", c_int), ("index", c_int))


class _Cookie(Structure):
    _fields_ = (("sequence", c_uint32),)


class _Event(Structure):
    """The head of a key's event, which is all of it that is read."""

    _fields_ = (("type", c_uint8), ("keycode", c_uint8), ("sequence", c_uint16), ("time", c_uint32))


def _library(name: str) -> ctypes.CDLL:
    found = ctypes.util.find_library(name)
    if found is None:
        raise NoKeys(QT_TRANSLATE_NOOP("errors", "the library {name} is missing"), values={"name": name})
    return ctypes.CDLL(found)


def _declare() -> tuple[ctypes.CDLL, ctypes.CDLL, ctypes.CDLL]:
    """libxcb, its companion for key symbols, and the C library, with their types."""
    xcb, symbols, libc = _library("xcb"), _library("xcb-keysyms"), _library("c")
    window, pointer = c_uint32, c_void_p
    for library, name, result, arguments in (
        (xcb, "xcb_connect", pointer, (c_char_p, POINTER(c_int))),
        (xcb, "xcb_connection_has_error", c_int, (pointer,)),
        (xcb, "xcb_disconnect", None, (pointer,)),
        (xcb, "xcb_get_setup", pointer, (pointer,)),
        (xcb, "xcb_setup_roots_iterator", _Screens, (pointer,)),
        (xcb, "xcb_grab_key_checked", _Cookie,
         (pointer, c_uint8, window, c_uint16, c_uint8, c_uint8, c_uint8)),
        (xcb, "xcb_ungrab_key_checked", _Cookie, (pointer, c_uint8, window, c_uint16)),
        (xcb, "xcb_request_check", pointer, (pointer, _Cookie)),
        (xcb, "xcb_poll_for_event", POINTER(_Event), (pointer,)),
        (xcb, "xcb_get_file_descriptor", c_int, (pointer,)),
        (symbols, "xcb_key_symbols_alloc", pointer, (pointer,)),
        (symbols, "xcb_key_symbols_free", None, (pointer,)),
        (symbols, "xcb_key_symbols_get_keycode", POINTER(c_uint8), (pointer, c_uint32)),
        (libc, "free", None, (pointer,)),
    ):  # fmt: skip
        function = getattr(library, name)
        function.restype, function.argtypes = result, arguments
    return xcb, symbols, libc


class X11Key:
    """See `hotkey.backend.Backend`. Raises NoKeys when there is no X server to ask."""

    def __init__(self, pressed: Callable[[], None], display: str | None = None) -> None:
        self._pressed = pressed
        self._xcb, self._symbols, self._libc = _declare()
        self._connection = self._xcb.xcb_connect(display.encode() if display else None, byref(c_int()))
        if self._xcb.xcb_connection_has_error(self._connection):
            self._xcb.xcb_disconnect(self._connection)
            raise NoKeys(QT_TRANSLATE_NOOP("errors", "the X server can't be reached"))
        screens = self._xcb.xcb_setup_roots_iterator(self._xcb.xcb_get_setup(self._connection))
        self._root = screens.data.contents.root
        self._lock = threading.Lock()
        self._combination: Combination | None = None
        self._held: list[tuple[int, int]] = []  # keycode and modifiers
        self._released_at: int | None = None
        self._wake, self._woken = os.pipe()[::-1]
        self._thread = threading.Thread(target=self._listen, name="hotkey", daemon=True)
        self._thread.start()

    def take(self, combination: Combination) -> None:
        """Grab the key in all its variants, or none of them."""
        with self._lock:
            self._ungrab()
            self._combination = combination
            try:
                self._grab(combination)
            finally:
                os.write(self._wake, _LOOK)  # an event may have come with the replies

    def drop(self) -> None:
        """Give the key back."""
        with self._lock:
            self._ungrab()
            self._combination = None

    def close(self) -> None:
        """End the connection, which gives the key back."""
        os.write(self._wake, _END)
        self._thread.join(1.0)
        with self._lock:
            self._xcb.xcb_disconnect(self._connection)
        os.close(self._wake)
        os.close(self._woken)

    # ---- grabbing

    def _grab(self, combination: Combination) -> None:
        modifiers = sum(mask for one, mask in _MASKS.items() if one in combination.modifiers)
        codes = self._keycodes(keysym(combination.key))
        if not codes:
            raise KeyRefused(QT_TRANSLATE_NOOP("errors", "this keyboard has no such key"))
        for code in codes:
            for locks in LOCKS:
                cookie = self._xcb.xcb_grab_key_checked(
                    self._connection, 0, self._root, modifiers | locks, code, _ASYNC, _ASYNC
                )
                if self._failed(cookie):
                    self._ungrab()
                    self._combination = None
                    raise KeyRefused(
                        QT_TRANSLATE_NOOP("errors", "another program has this key"),
                        hint=QT_TRANSLATE_NOOP("errors", "Choose another one."),
                    )
                self._held.append((code, modifiers | locks))

    def _ungrab(self) -> None:
        for code, modifiers in self._held:
            self._failed(self._xcb.xcb_ungrab_key_checked(self._connection, code, self._root, modifiers))
        self._held.clear()

    def _failed(self, cookie: _Cookie) -> bool:
        error = self._xcb.xcb_request_check(self._connection, cookie)
        self._libc.free(error)
        return bool(error)

    def _keycodes(self, symbol: int) -> list[int]:
        """The places of the key on this keyboard, as it is laid out now."""
        table = self._symbols.xcb_key_symbols_alloc(self._connection)
        found = self._symbols.xcb_key_symbols_get_keycode(table, symbol)
        codes: list[int] = []
        while found and found[len(codes)]:
            codes.append(found[len(codes)])
        self._libc.free(found)
        self._symbols.xcb_key_symbols_free(table)
        return codes

    # ---- listening

    def _listen(self) -> None:
        """Thread `hotkey`: until `close`, or until the X server is gone."""
        watched = [self._xcb.xcb_get_file_descriptor(self._connection), self._woken]
        while True:
            ready, _, _ = select.select(watched, [], [])
            if (
                self._woken in ready and os.read(self._woken, 1) == _END
            ) or self._xcb.xcb_connection_has_error(self._connection):
                return
            while event := self._xcb.xcb_poll_for_event(self._connection):
                kind, time = event.contents.type & 0x7F, event.contents.time
                self._libc.free(event)
                self._took(kind, time)

    def _took(self, kind: int, time: int) -> None:
        if kind == _KEY_RELEASE:
            self._released_at = time
        elif kind == _KEY_PRESS and time != self._released_at:  # else a key held down repeats itself
            self._pressed()
        elif kind == _MAPPING_NOTIFY:
            self._lay_out_anew()

    def _lay_out_anew(self) -> None:
        """Another keyboard or layout: the key may be in another place."""
        with self._lock:
            if self._combination is None:
                return
            self._ungrab()
            try:
                self._grab(self._combination)
            except KeyRefused as refusal:
                log.warning("the hotkey is lost with the new keyboard layout: %s", refusal.detail)
