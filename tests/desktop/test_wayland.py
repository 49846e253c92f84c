"""The popup under a real Wayland compositor: weston, in a window on our own X server, so that keys come from outside."""

from __future__ import annotations

import queue
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.desktop.session import INSTALL, Desktop, missing_programs, wait_for
from tests.pipeline import ROOT

pytestmark = pytest.mark.skipif(
    bool(missing_programs(["weston"])), reason=f"weston is not installed; {INSTALL}"
)
TRIES = 5
PATIENCE = 20.0


class Shown:
    """`tests.desktop.show` as a process under Wayland; it prints what is asked and opened."""

    def __init__(self, desktop: Desktop, display: str) -> None:
        self._desktop = desktop
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.desktop.show", "popup", "--mode", "dark"],
            cwd=ROOT, env=desktop.env | {"QT_QPA_PLATFORM": "wayland", "WAYLAND_DISPLAY": display},
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        )  # fmt: skip
        self._lines: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        with self.process.stdout as told:
            for line in told:
                self._lines.put(line.strip())
        self._lines.put("ended")

    def end(self) -> None:
        self.process.kill()
        self.process.wait()
        self._reader.join(PATIENCE)

    def says(self, wanted: str, seconds: float = PATIENCE) -> bool:
        """Wait until it prints that line."""
        try:
            while (line := self._lines.get(timeout=seconds)) != wanted:
                assert not line.startswith("ended"), line
        except queue.Empty:
            return False
        return True

    def press(self, *arguments: str, until: str) -> None:
        """Press keys until it prints that; on a busy machine some are lost on their way."""
        for _ in range(TRIES):
            self._desktop.run("xdotool", *arguments)
            if self.says(until, 3.0):
                return
            self._desktop.run("xdotool", "key", "ctrl+a")
        raise AssertionError(f"{arguments} did not lead to {until!r}")


@contextmanager
def popup_under_wayland(desktop: Desktop, *, height: int) -> Iterator[Shown]:
    display = f"wayland-{height}"
    weston = desktop.start(
        "weston", "--backend=x11-backend.so", "--use-pixman", "--no-config", "--idle-time=0",
        f"--socket={display}", "--width=1100", f"--height={height}",
    )  # fmt: skip
    shown: Shown | None = None
    try:
        wait_for((Path(desktop.env["XDG_RUNTIME_DIR"]) / display).exists, "weston's socket")
        shown = Shown(desktop, display)
        yield shown
    finally:
        if shown is not None:
            shown.end()
        desktop.end(weston)


@pytest.mark.case("UI03")
@pytest.mark.parametrize("height", [700, 380])
def test_the_popup_comes_up_takes_keys_and_opens_a_note_also_on_a_low_screen(
    desktop: Desktop, height: int
) -> None:
    """A window that is higher than a maximised one may be ends the program, by Wayland's rules."""
    with popup_under_wayland(desktop, height=height) as shown:
        assert shown.says("asks ''")
        shown.press("type", "--delay", "40", "vents", until="asks 'vents'")
        shown.press("key", "Return", until="opens http://trilium.example:8080/#root/folder/vents01")
        shown.press("key", "Tab", until="reads home/vents01")
