"""`trayrecall` without a command: the tray application, once for each person."""

from __future__ import annotations

import argparse
import importlib.util
import os
import sys
import time
from collections.abc import Mapping
from contextlib import suppress
from typing import TYPE_CHECKING

from trayrecall.cli.main import Exit
from trayrecall.single import HANGS, SHOW, SingleInstance, ask_running

if TYPE_CHECKING:
    from trayrecall.house import House

STARTING_SECONDS = 10.0
GET_WINDOWS = "Where TrayRecall was cloned: pipx install --force '.[desktop,offline-model]'."
_STARTED = "TrayRecall runs: click its icon in the tray to search, or run: trayrecall toggle. Ctrl+C ends it."
_WHAT_IS_MISSING = "What to install: trayrecall doctor. Without windows: trayrecall serve"


def application(arguments: argparse.Namespace) -> int:
    """Start the application, or bring up the popup of the one that runs."""
    single = SingleInstance()
    end = time.monotonic() + STARTING_SECONDS
    while not single.acquire():  # the other one may have started a moment ago, and not listen yet
        with suppress(TimeoutError):
            if ask_running(SHOW):
                return Exit.OK
        if time.monotonic() > end:
            print(HANGS, file=sys.stderr)
            return Exit.OTHER
        time.sleep(0.1)
    why = _no_window()
    if why:
        single.close()
        print(why, file=sys.stderr)
        return Exit.NOT_CLEAN
    try:
        from trayrecall import desktop  # noqa: PLC0415 - Qt is imported only by the one that shows windows
    except ImportError as failure:
        single.close()
        print(f"Qt can't be loaded ({failure}). {_WHAT_IS_MISSING}", file=sys.stderr)
        return Exit.NOT_CLEAN
    if sys.stdout is not None and sys.stdout.isatty():  # else it looks as if nothing had happened
        print(_STARTED, flush=True)
    return desktop.run(os.environ, single, open_house=_demo if arguments.demo else desktop.open_house)


def _demo(env: Mapping[str, str]) -> House:
    from trayrecall.cli.demo import open_demo_house  # noqa: PLC0415 - called on the thread that may take long

    return open_demo_house(env)


def has_qt() -> bool:
    """Whether the package that shows windows is installed."""
    return importlib.util.find_spec("PySide6") is not None


def has_display() -> bool:
    """Whether windows could be shown here."""
    names = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    return not sys.platform.startswith("linux") or any(os.environ.get(name) for name in names)


def _no_window() -> str:
    """Why no window can be shown here; empty when one can."""
    if not has_qt():
        return f"The windows need PySide6. {GET_WINDOWS} Without it: trayrecall serve"
    if not has_display():
        return "There is no display here. The engine without a window: trayrecall serve"
    return ""
