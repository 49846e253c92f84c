"""The application as a person waits for it: start to icon, `toggle` to popup; and what it costs while nothing happens.

Needs the desktop's programs.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.bench.measuring import Row, p50, row
from tests.bench.processes import cpu_seconds, megabytes
from tests.desktop.person import Application, application, panel, patiently
from tests.desktop.session import Desktop, missing_programs

STARTS = 5
TOGGLES = 15
IDLE_SECONDS = 60.0
INSTALLED = {
    "PYTHONDONTWRITEBYTECODE": ""
}  # pip compiles what it installs; a checkout is compiled at its first start


def benchmark() -> dict[str, Row]:
    """`start_to_icon`, `toggle_command` (until the command has told the application) and `toggle_to_popup` (until another

    process sees the window), in ms; `desktop_idle`: CPU in ms of a minute in which nothing happens, and memory;
    `desktop_quit`: from the signal to the end, four times while it starts and builds and once idle.
    """
    if missing_programs():
        print(
            f"desktop: not measured, {', '.join(missing_programs())} missing; see packaging/desktop-deps.sh"
        )
        return {}
    starts: list[float] = []
    toggles: list[float] = []
    commands: list[float] = []
    quits: list[float] = []
    memory = idle = 0.0
    with Desktop() as desktop, tempfile.TemporaryDirectory() as folder, panel(desktop) as host:
        bare = p50([_bare(desktop) for _ in range(STARTS)])
        for number in range(STARTS):
            began = time.perf_counter()
            with application(desktop, Path(folder), "--demo", env=INSTALLED) as app:
                with host.item(number):
                    starts.append((time.perf_counter() - began) * 1000)
                if number == STARTS - 1:
                    _wait_until_built(app)
                    times = [_toggle(app) for _ in range(TOGGLES)]
                    commands, toggles = [told for told, _ in times], [seen for _, seen in times]
                    idle = _cpu_ms_of(app, IDLE_SECONDS)
                    memory = megabytes("VmRSS", app.process.pid)
                quits.append(_quit(app))
    return {
        "start_to_icon": row(starts, bare=bare, against="python -c 'import PySide6.QtWidgets'"),
        "toggle_command": row(commands, bare=bare, against="the same"),
        "toggle_to_popup": row(toggles, bare=bare, against="the same"),
        "desktop_idle": row(
            [idle], cpu_percent=round(idle / IDLE_SECONDS / 10, 3), resident_mb=memory, against="a minute"
        ),
        "desktop_quit": row(quits, longest_ms=round(max(quits), 1)),
    }


def _bare(desktop: Desktop) -> float:
    began = time.perf_counter()
    subprocess.run([sys.executable, "-c", "import PySide6.QtWidgets"], env=desktop.env, check=True)
    return (time.perf_counter() - began) * 1000


def _wait_until_built(app: Application) -> None:
    """Until all is embedded and the gate is measured too, which takes most of a minute on two cores."""
    patiently(lambda: app.command("status").stdout, lambda told: "gate: measured" in told, "the gate", 300.0)


def _toggle(app: Application) -> tuple[float, float]:
    """From the key's command to its end, and to the window on the screen; it is a process of its own, as a hotkey's is."""
    began = time.perf_counter()
    command = subprocess.Popen([sys.executable, "-m", "trayrecall", "toggle"], env=app.env)
    while not app.windows(
        "TrayRecall"
    ):  # each look takes some 10 ms; `xdotool --sync` would look twice a second
        pass
    seen = (time.perf_counter() - began) * 1000
    command.wait(10)
    began = time.perf_counter()
    app.command("toggle")
    told = (time.perf_counter() - began) * 1000
    app.sees_no("TrayRecall")
    return told, seen


def _quit(app: Application) -> float:
    """Milliseconds from the signal to the end."""
    began = time.perf_counter()
    app.process.terminate()
    app.process.wait(10)
    return (time.perf_counter() - began) * 1000


def _cpu_ms_of(app: Application, seconds: float) -> float:
    """What the application's processor time grows by meanwhile, in ms."""
    before = cpu_seconds(app.process.pid)
    time.sleep(seconds)
    return (cpu_seconds(app.process.pid) - before) * 1000
