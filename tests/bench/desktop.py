"""The application as a person waits for it: start to icon, `toggle` to popup, memory. Needs the desktop's programs."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.bench.measuring import Row, p50, row
from tests.desktop.person import Application, application, panel, patiently
from tests.desktop.session import Desktop, missing_programs

STARTS = 5
TOGGLES = 15


def benchmark() -> dict[str, Row]:
    """`start_to_icon` and `toggle_to_popup`, in ms; memory in MB beside the first."""
    if missing_programs():
        print(
            f"desktop: not measured, {', '.join(missing_programs())} missing; see packaging/desktop-deps.sh"
        )
        return {}
    starts: list[float] = []
    toggles: list[float] = []
    memory = 0.0
    with Desktop() as desktop, tempfile.TemporaryDirectory() as folder, panel(desktop) as host:
        bare = p50([_bare(desktop) for _ in range(STARTS)])
        for number in range(STARTS):
            began = time.perf_counter()
            with application(desktop, Path(folder), "--demo") as app:
                with host.item(number):
                    starts.append((time.perf_counter() - began) * 1000)
                if number == STARTS - 1:
                    _wait_until_built(app)
                    toggles = [_toggle(app) for _ in range(TOGGLES)]
                    memory = _resident_mb(app)
                app.process.terminate()
                app.process.wait(10)
    return {
        "start_to_icon": row(
            starts, bare=bare, against="python -c 'import PySide6.QtWidgets'", resident_mb=memory
        ),
        "toggle_to_popup": row(toggles, bare=bare, against="python -c 'import PySide6.QtWidgets'"),
    }


def _bare(desktop: Desktop) -> float:
    began = time.perf_counter()
    subprocess.run([sys.executable, "-c", "import PySide6.QtWidgets"], env=desktop.env, check=True)
    return (time.perf_counter() - began) * 1000


def _wait_until_built(app: Application) -> None:
    patiently(lambda: app.command("status").stdout, lambda told: "all with a vector" in told, "the index")


def _toggle(app: Application) -> float:
    """From the key's command to the window on the screen; the command is a process of its own, as a hotkey's is."""
    began = time.perf_counter()
    command = subprocess.Popen([sys.executable, "-m", "trayrecall", "toggle"], env=app.env)
    while not app.windows(
        "TrayRecall"
    ):  # each look takes some 10 ms; `xdotool --sync` would look twice a second
        pass
    taken = (time.perf_counter() - began) * 1000
    command.wait(10)
    app.command("toggle")
    app.sees_no("TrayRecall")
    return taken


def _resident_mb(app: Application) -> float:
    told = Path(f"/proc/{app.process.pid}/status").read_text(encoding="ascii")
    (line,) = [line for line in told.splitlines() if line.startswith("VmRSS:")]
    return round(int(line.split()[1]) / 1024, 1)
