"""The whole application as a person has it: a process of its own on our desktop, used by keys, menu and eyes.

The browser is a program that writes down the address it was given; the keyring is the desktop's real one.
"""

from __future__ import annotations

import os
import re
import stat
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TypeVar

from tests.desktop.session import Desktop, wait_for
from tests.desktop.sni import Host, Item
from tests.pipeline import MODELS_CACHE, ROOT, default_embedder

_T = TypeVar("_T")
_TYPING_MS = "25"
_LOOKS, _BETWEEN_LOOKS = 5, 0.1  # half a second of unmoved focus
_TRIES = 4
_ICON = 64  # the widest an icon may be
_TRAY_WINDOW = re.compile(r'"TrayRecall": .*?\)\s+(?P<width>\d+)x\d+\+\S+\s+\+(?P<x>\d+)\+(?P<y>\d+)')


class Application:
    """`python -m trayrecall`, running."""

    def __init__(
        self,
        desktop: Desktop,
        folder: Path,
        *arguments: str,
        env: Mapping[str, str] | None = None,
        stdout: int | None = None,
    ) -> None:
        self.desktop, self.home = desktop, folder / "home"
        folder.mkdir(exist_ok=True)
        self._opened = folder / "opened"
        self.env = (
            desktop.env
            | {
                "TRAYRECALL_HOME": str(self.home),
                "PATH": f"{_browser(folder, self._opened)}:{os.environ['PATH']}",
                "QT_QPA_PLATFORM": "xcb",
            }
            | dict(env or {})
        )
        share_the_model(self.home)
        self.output = (folder / "output").open("w+b")
        self.process = subprocess.Popen(
            [sys.executable, "-m", "trayrecall", *arguments],
            cwd=ROOT, env=self.env, stdin=subprocess.DEVNULL, stderr=self.output,
            stdout=self.output if stdout is None else stdout,
        )  # fmt: skip

    def command(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run a command of the command line beside it."""
        return subprocess.run(
            [sys.executable, "-m", "trayrecall", *arguments],
            cwd=ROOT, env=self.env, check=False, capture_output=True, text=True, timeout=60,
        )  # fmt: skip

    def key(self, *keys: str) -> None:
        """Press keys."""
        self.desktop.run("xdotool", "key", "--delay", _TYPING_MS, *keys)

    def type(self, text: str) -> None:
        """Type a text."""
        self.desktop.run("xdotool", "type", "--delay", _TYPING_MS, text)

    def windows(self, title: str) -> list[str]:
        """The windows of that title that can be seen; an icon in a panel is none."""
        done = subprocess.run(
            ["xdotool", "search", "--onlyvisible", "--name", f"^{title}$"],
            env=self.env, check=False, capture_output=True, text=True, timeout=10,
        )  # fmt: skip
        return [window for window in done.stdout.split() if self._width(window) > _ICON]

    def _width(self, window: str) -> int:
        told = self.desktop.run("xdotool", "getwindowgeometry", "--shell", window)
        return int(told.split("WIDTH=")[1].split()[0])

    def tray_icon(self) -> tuple[int, int]:
        """Where in a panel of the old kind the icon stands; waits for it."""
        found: list[re.Match[str]] = []

        def look() -> bool:
            tree = self.desktop.told("xwininfo", "-root", "-tree")  # fails when a window goes meanwhile
            found[:] = [m for m in _TRAY_WINDOW.finditer(tree) if 8 < int(m["width"]) <= _ICON]
            return bool(found)

        wait_for(look, "the icon in the panel")
        return int(found[0]["x"]) + 8, int(found[0]["y"]) + 8

    def click(self, place: tuple[int, int], button: int = 1) -> None:
        """Click there."""
        self.desktop.run("xdotool", "mousemove", *map(str, place), "click", str(button))

    def chooses(self, key: str, happened: Callable[[], bool]) -> None:
        """Press that key in the icon's menu; on a busy machine it may come before the menu does, so again.

        The icon is looked for each time: a panel moves its icons until it has settled.
        """
        for patience in range(1, _TRIES + 1):
            self.click(self.tray_icon(), button=3)
            time.sleep(0.5 * patience)
            self.key(key)
            with suppress(TimeoutError):
                wait_for(happened, "the choice", 4.0)
                return
            self.key("Escape")
        raise AssertionError(f"{key}, pressed {_TRIES} times in the menu, did nothing")

    def sees(self, title: str) -> None:
        """Wait until the window is seen and keeps the keys: while it opens, the window manager may move the focus."""
        wait_for(lambda: bool(self.windows(title)), f"the window {title!r}")
        wait_for(lambda: self._keeps_the_keys(title), f"the keys going to the window {title!r}")

    def _keeps_the_keys(self, title: str) -> bool:
        for _ in range(_LOOKS):
            seen = self.windows(title)
            if not seen:
                return False
            if self._focused() != seen[0]:
                self.desktop.run("xdotool", "windowfocus", seen[0])
                return False
            time.sleep(_BETWEEN_LOOKS)
        return True

    def _focused(self) -> str:
        return self.desktop.run("xdotool", "getwindowfocus", "-f").strip()

    def escapes(self, title: str) -> None:
        """Close a window with Escape; on a busy machine a key sent to a window just opened may be lost, so again."""
        for _ in range(_TRIES):
            self.sees(title)
            self.key("Escape")
            with suppress(TimeoutError):
                wait_for(lambda: not self.windows(title), "closing", 3.0)
                return
        raise AssertionError(f"Escape, pressed {_TRIES} times, did not close the window {title!r}")

    def sees_no(self, title: str) -> None:
        """Wait until the window is gone."""
        wait_for(lambda: not self.windows(title), f"the end of the window {title!r}")

    def opened(self, number: int) -> str:
        """The address that was opened as that many'th."""
        wait_for(lambda: len(self._addresses()) >= number, f"opening address number {number}")
        return self._addresses()[number - 1]

    def _addresses(self) -> list[str]:
        return self._opened.read_text(encoding="utf-8").splitlines() if self._opened.exists() else []

    def children(self) -> list[str]:
        """Processes that the application started."""
        done = subprocess.run(
            ["ps", "-o", "pid=,args=", "--ppid", str(self.process.pid)],
            check=False, capture_output=True, text=True,
        )  # fmt: skip
        return done.stdout.splitlines()

    def end(self) -> None:
        """Kill it if it still runs."""
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait(10)
        self.output.close()

    def said(self) -> str:
        """Everything it printed."""
        return Path(str(self.output.name)).read_text(encoding="utf-8", errors="replace")


@contextmanager
def application(
    desktop: Desktop,
    folder: Path,
    *arguments: str,
    env: Mapping[str, str] | None = None,
    stdout: int | None = None,
) -> Iterator[Application]:
    """The application, ended in any case; what it prints goes to a file, unless `stdout` is another one's number."""
    running = Application(desktop, folder, *arguments, env=env, stdout=stdout)
    try:
        yield running
    finally:
        running.end()


@contextmanager
def panel(desktop: Desktop) -> Iterator[Host]:
    """A StatusNotifier panel."""
    host = Host(desktop.env["DBUS_SESSION_BUS_ADDRESS"])
    try:
        yield host
    finally:
        host.close()


def patiently(ask: Callable[[], _T], good: Callable[[_T], bool], what: str, seconds: float = 60.0) -> _T:
    """Ask again until the answer is good."""
    end = time.monotonic() + seconds
    while not good(answer := ask()):
        assert time.monotonic() < end, (
            f"{what} did not happen within {seconds:g} seconds; at last: {answer!r}"
        )
        time.sleep(0.1)
    return answer


def lines(item: Item) -> list[str]:
    """What the menu says."""
    return [entry.label for entry in item.menu() if not entry.separator]


def _browser(folder: Path, opened: Path) -> Path:
    """A folder with an `xdg-open` that writes down what it is asked to open."""
    programs = folder / "programs"
    programs.mkdir(exist_ok=True)
    script = programs / "xdg-open"
    script.write_text(f'#!/bin/sh\necho "$1" >> "{opened}"\n', encoding="utf-8")
    script.chmod(script.stat().st_mode | stat.S_IXUSR)
    return programs


def share_the_model(home: Path) -> None:
    """The model as it was prepared once for all tests."""
    default_embedder().close()
    models = home / "data" / "models"
    if not models.exists():
        models.parent.mkdir(parents=True, mode=0o700)
        models.symlink_to(MODELS_CACHE)
