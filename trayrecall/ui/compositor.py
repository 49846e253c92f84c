"""Whether a see-through window is possible here. On X11 without a compositor its margins would be black."""

from __future__ import annotations

import ctypes
import ctypes.util
from ctypes import c_char_p, c_int, c_ulong, c_void_p

from PySide6.QtGui import QGuiApplication

_SEE_THROUGH = ("wayland", "windows", "cocoa")


def can_be_see_through() -> bool:
    """True on Wayland, Windows and macOS, and on X11 while a compositor runs. Asked anew: compositors come and go."""
    platform = QGuiApplication.platformName()
    if platform == "xcb":
        return _x11_is_composited()
    return platform.startswith(_SEE_THROUGH)


def _x11_is_composited() -> bool:
    """Ask the X server who owns `_NET_WM_CM_Sn` (EWMH); PySide6 has no call for it."""
    try:
        x11 = ctypes.CDLL(ctypes.util.find_library("X11") or "libX11.so.6")
    except OSError:
        return False
    x11.XOpenDisplay.restype, x11.XOpenDisplay.argtypes = c_void_p, [c_char_p]
    x11.XDefaultScreen.restype, x11.XDefaultScreen.argtypes = c_int, [c_void_p]
    x11.XInternAtom.restype, x11.XInternAtom.argtypes = c_ulong, [c_void_p, c_char_p, c_int]
    x11.XGetSelectionOwner.restype, x11.XGetSelectionOwner.argtypes = c_ulong, [c_void_p, c_ulong]
    x11.XCloseDisplay.argtypes = [c_void_p]
    display = x11.XOpenDisplay(None)
    if not display:
        return False
    try:
        atom = x11.XInternAtom(display, f"_NET_WM_CM_S{x11.XDefaultScreen(display)}".encode(), 0)
        return bool(x11.XGetSelectionOwner(display, atom))
    finally:
        x11.XCloseDisplay(display)
