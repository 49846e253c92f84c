"""Windows and macOS as far as they can be tried without them: their libraries are stood in for, call by call."""

from __future__ import annotations

import ctypes
import queue
import threading
from collections.abc import Callable
from typing import Any

import pytest

from trayrecall.hotkey.backend import Backend, KeyRefused
from trayrecall.hotkey.keys import parse
from trayrecall.hotkey.macos import MacKey
from trayrecall.hotkey.windows import WindowsKey

KEY = parse("Ctrl+Alt+Space")


class User32:
    """Hot keys by thread, as Windows keeps them; `press` posts the message."""

    def __init__(self) -> None:
        self.registered: dict[int, tuple[int, int]] = {}
        self.taken: set[tuple[int, int]] = set()
        self.messages: dict[int, queue.Queue[int]] = {}

    def RegisterHotKey(self, _window: None, number: int, modifiers: int, key: int) -> int:  # noqa: N802
        assert number == 1
        if (modifiers, key) in self.taken:
            return 0
        self.registered[threading.get_native_id()] = (modifiers, key)
        return 1

    def UnregisterHotKey(self, _window: None, number: int) -> int:  # noqa: N802
        assert number == 1
        del self.registered[threading.get_native_id()]
        return 1

    def _queue(self, thread: int) -> queue.Queue[int]:
        return self.messages.setdefault(thread, queue.Queue())

    def GetMessageW(self, message: Any, _window: None, _low: int, _high: int) -> int:  # noqa: N802
        found = self._queue(threading.get_native_id()).get(timeout=10)
        message._obj.message = found
        return 0 if found == 0x0012 else 1

    def PostThreadMessageW(self, thread: int, message: int, _w: int, _l: int) -> int:  # noqa: N802
        self._queue(thread).put(message)
        return 1

    def press(self) -> None:
        for thread in self.registered:
            self.PostThreadMessageW(thread, 0x0312, 1, 0)


def test_on_windows_the_key_is_registered_pressed_and_given_back() -> None:
    system, pressed = User32(), queue.Queue[str]()
    key: Backend = WindowsKey(lambda: pressed.put("pressed"), system)
    key.take(KEY)
    assert list(system.registered.values()) == [(0x4000 | 1 | 2, 0x20)]
    system.press()
    assert pressed.get(timeout=10) == "pressed"
    key.take(parse("Meta+F2"))
    assert list(system.registered.values()) == [(0x4000 | 8, 0x71)]
    key.close()
    assert system.registered == {}


def test_on_windows_a_taken_key_is_refused() -> None:
    system = User32()
    system.taken.add((0x4000 | 1 | 2, 0x20))
    key = WindowsKey(lambda: None, system)
    with pytest.raises(KeyRefused, match="another program"):
        key.take(KEY)
    key.close()
    assert system.registered == {}


class Carbon:
    """Hot keys as Carbon keeps them."""

    def __init__(self) -> None:
        self.handlers: list[Callable[[None, None, None], int]] = []
        self.held: dict[int, tuple[int, int]] = {}
        self.code = 0

    def GetApplicationEventTarget(self) -> int:  # noqa: N802
        return 77

    def InstallEventHandler(self, target: int, handler: Any, count: int, *_more: Any) -> int:  # noqa: N802
        assert (target, count) == (77, 1)
        self.handlers.append(handler)
        return 0

    def RegisterEventHotKey(  # noqa: N802
        self, key: int, modifiers: int, _id: Any, target: int, _options: int, reference: Any
    ) -> int:
        assert target == 77
        if self.code:
            return self.code
        number = len(self.held) + 1
        reference._obj.value = number
        self.held[number] = (key, modifiers)
        return 0

    def UnregisterEventHotKey(self, reference: ctypes.c_void_p) -> int:  # noqa: N802
        assert reference.value is not None
        del self.held[reference.value]
        return 0


def test_on_a_mac_the_key_is_registered_pressed_and_given_back() -> None:
    system, said, asked = Carbon(), list[str](), list[str]()

    def on_main(work: Callable[[], None]) -> None:
        asked.append("main")
        work()

    key: Backend = MacKey(lambda: said.append("pressed"), on_main, system)
    key.take(KEY)
    assert list(system.held.values()) == [(0x31, 0x0100 | 0x0800)]
    system.handlers[0](None, None, None)
    assert said == ["pressed"]
    key.take(parse("Meta+V"))
    assert list(system.held.values()) == [(9, 0x1000)]
    assert (len(system.handlers), asked) == (1, ["main", "main"])
    key.drop()
    assert system.held == {}


@pytest.mark.parametrize(("code", "words"), [(-9878, "another program"), (-50, "-50")])
def test_on_a_mac_a_refused_key_is_told(code: int, words: str) -> None:
    system = Carbon()
    system.code = code
    key = MacKey(lambda: None, lambda work: work(), system)
    with pytest.raises(KeyRefused, match=words):
        key.take(KEY)
    key.close()
