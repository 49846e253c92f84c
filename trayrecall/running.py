"""The file by which this machine's own programs find the listener that runs. Imports little: the bridge waits for it."""

from __future__ import annotations

import json
import logging
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path

from trayrecall.paths import read_own, write_private

log = logging.getLogger(__name__)

_HIGHEST_PORT = 65535
_HIGHEST_PID = 2**31 - 1  # what `os.kill` takes; none below 1 is a process's own


@dataclass(frozen=True, slots=True)
class Running:
    """What the runtime file tells about the listener that runs."""

    port: int
    pid: int
    started: float


def write_running(path: Path, running: Running) -> None:
    """Tell others where the listener is, in one step, 0600. A failure is logged: serving goes on."""
    try:
        write_private(path, json.dumps(asdict(running)) + "\n")
    except OSError as failure:
        log.warning("the runtime file can't be written: %s", failure.strerror)


def read_running(path: Path) -> Running | None:
    """What the file tells; None when it is absent or unusable. The process may be gone all the same."""
    try:
        raw = json.loads(read_own(path))
        found = Running(int(raw["port"]), int(raw["pid"]), float(raw["started"]))
    except (OSError, ValueError, TypeError, KeyError, OverflowError):
        return None
    return found if 0 < found.port <= _HIGHEST_PORT and 0 < found.pid <= _HIGHEST_PID else None


def forget_running(path: Path, running: Running) -> None:
    """Remove the file if it is still ours: a later listener may have written its own."""
    if read_running(path) == running:
        with suppress(OSError):
            path.unlink()
