"""The key a person chose: taken at the start, kept for the next one, and explained where the desktop gives out none."""

from __future__ import annotations

import logging
import shutil
import sys
import threading
from collections.abc import Callable, Mapping

from trayrecall.core.errors import TrayRecallError
from trayrecall.core.linguist import QT_TRANSLATE_NOOP
from trayrecall.hotkey.backend import Backend, NoKeys
from trayrecall.hotkey.keys import parse

log = logging.getLogger(__name__)

OnMain = Callable[[Callable[[], None]], None]


def open_backend(
    pressed: Callable[[], None],
    env: Mapping[str, str],
    on_main: OnMain,
    *,
    app_id: str,
    description: str,
    platform: str = sys.platform,
) -> Backend:
    """The way to a key on this system. Raises NoKeys where there is none. May block for seconds."""
    if platform == "win32":
        from trayrecall.hotkey.windows import WindowsKey  # noqa: PLC0415 - only one of them is ever needed

        return WindowsKey(pressed)
    if platform == "darwin":
        from trayrecall.hotkey.macos import MacKey  # noqa: PLC0415

        return MacKey(pressed, on_main)
    if env.get("DISPLAY") and not env.get("WAYLAND_DISPLAY") and env.get("XDG_SESSION_TYPE") != "wayland":
        from trayrecall.hotkey.x11 import X11Key  # noqa: PLC0415

        return X11Key(pressed)
    from trayrecall.hotkey.portal import PortalKey  # noqa: PLC0415

    return PortalKey(pressed, app_id=app_id, description=description)


class GlobalHotkey:
    """Implements `ui.desktop_actions.Hotkey`. Thread-safe; every method but `close` may block for minutes."""

    def __init__(self, open_: Callable[[], Backend], keep: Callable[[str], None]) -> None:
        """`keep` writes the choice down; it may raise TrayRecallError."""
        self._open, self._keep = open_, keep
        self._backend: Backend | None = None
        self._lock = threading.Lock()
        self._keys = ""

    def begin(self, keys: str) -> TrayRecallError | None:
        """Take the key that was chosen before; the failure when that doesn't work."""
        with self._lock:
            return self._take(keys)

    def current(self) -> str:
        """The key in use; empty when there is none."""
        return self._keys

    def set(self, keys: str) -> TrayRecallError | None:
        """Use this key from now on, and at the next start; the failure when it can't be used."""
        with self._lock:
            before = self._keys
            refused = self._take(keys)
            if refused is None:
                try:
                    self._keep(keys)
                except TrayRecallError as failure:
                    refused = failure
            if refused is not None and before != self._keys:
                self._take(before)
            return refused

    def _take(self, keys: str) -> TrayRecallError | None:
        """Hold this key, or none when it is empty; on a refusal the one held before stays, or is asked for again."""
        before = self._keys
        try:
            if not keys:
                if self._backend is not None:
                    self._backend.drop()
                self._keys = ""
                return None
            combination = parse(keys)
            if self._backend is None:
                self._backend = self._open()
            try:
                self._backend.take(combination)
            except TrayRecallError:
                self._keys = ""
                if before:
                    self._backend.take(parse(before))
                    self._keys = before
                raise
        except NoKeys as failure:
            log.info("no key for the search: %s", failure)
            return NoKeys(
                hint=QT_TRANSLATE_NOOP(
                    "errors", "Bind this command to a key in its own keyboard settings: {command}"
                ),
                values={"command": command()},
            )
        except TrayRecallError as failure:
            return failure
        self._keys = keys
        return None

    def close(self) -> None:
        """Give the key back; returns within a second."""
        backend, self._backend = self._backend, None
        if backend is not None:
            backend.close()


def command() -> str:
    """What to bind to a key by hand, to be found whatever a desktop's PATH is."""
    found = shutil.which("trayrecall")
    return f"{found or f'{sys.executable} -P -m trayrecall'} toggle"
