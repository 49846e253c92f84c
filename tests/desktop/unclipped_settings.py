"""Walks every page of the settings and of the first start's window, and prints what is clipped or nameless.

A program of its own, because the screen's scale is fixed when a Qt application begins: `QT_SCALE_FACTOR=2 python -m
tests.desktop.unclipped_settings --longer`.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from contextlib import nullcontext

from PySide6.QtWidgets import QApplication

from tests.desktop.show_settings import SettingsShown
from tests.desktop.unclipped import clipped, longer_words, nameless
from trayrecall.ui.bridge import Bridge
from trayrecall.ui.language import speak
from trayrecall.ui.style import Mode, Style, scaled

_SETTLE_SECONDS = 0.35
_SOON_MS = 60


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--size", type=float, default=1.0, help="of the text")
    parser.add_argument("--longer", action="store_true", help="as in the longest language")
    parser.add_argument("--language", default="en")
    arguments = parser.parse_args()
    app = QApplication(sys.argv[:1])
    app.setQuitOnLastWindowClosed(False)
    speak(app, arguments.language)
    app.setFont(scaled(app.font(), arguments.size))
    style, bridge = Style(app, Mode.LIGHT), Bridge("unclipped")
    with longer_words() if arguments.longer else nullcontext():
        found = list(_walk(app, style, bridge))
    bridge.close()
    print("\n".join(found), flush=True)
    return 1 if found else 0


def _walk(app: QApplication, style: Style, bridge: Bridge) -> Iterator[str]:
    state = argparse.Namespace(held=True, empty=False, failure=None, save=False)
    shown = SettingsShown(style, bridge, state, soon_ms=_SOON_MS)
    for name, view in shown.views().items():
        view()
        end = time.monotonic() + _SETTLE_SECONDS
        while time.monotonic() < end:
            app.processEvents()
            time.sleep(0.005)
        for window in shown.windows():
            yield from (f"{name}: clipped: {text}" for text in clipped(window))
            yield from (f"{name}: without a name: {part}" for part in nameless(window))
        shown.close()
    shown.dialog.close()


if __name__ == "__main__":
    raise SystemExit(main())
