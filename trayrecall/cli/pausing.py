"""`trayrecall pause` and `resume`: silence for prompts and agents, told to the running application."""

from __future__ import annotations

import argparse
import os
from datetime import datetime
from pathlib import Path
from typing import Any

from trayrecall.cli.client import NotRunning, RunningApp, running_app
from trayrecall.cli.main import Exit
from trayrecall.cli.render import print_pauses
from trayrecall.core.pausing import tomorrow
from trayrecall.secrets import open_secret_store


def pause(arguments: argparse.Namespace) -> int:
    """Pause everything, for a time or until it is resumed, or a project."""
    if arguments.project is not None:
        for folder in _folders(arguments.project):
            _tell("/api/v1/pause", {"project": folder})
            print(f"Prompts asked in {folder} are answered with silence until: trayrecall resume")
        return Exit.OK
    now = datetime.now().astimezone()
    time = tomorrow(now) - now if arguments.until else arguments.time
    _tell("/api/v1/pause", {"seconds": int(time.total_seconds())} if time else {})
    # the clock may be changed until then
    when = f"{(now + time).astimezone():%Y-%m-%d %H:%M}, or " if time else ""
    print(f"Prompts and agents are answered with silence until {when}trayrecall resume")
    return Exit.OK


def resume(arguments: argparse.Namespace) -> int:
    """End all pauses, or that of a project; the others are told."""
    for folder in (None,) if arguments.project is None else _folders(arguments.project):
        running = _tell("/api/v1/resume", {"project": folder})
        print(f"No pause holds for {folder} alone." if folder else "Prompts and agents are answered again.")
    print_pauses(running.health())
    return Exit.OK


def _folders(given: str) -> list[str]:
    """The folder as it is given, and where its links lead: agents tell one or the other."""
    typed = Path(given).expanduser().absolute()
    real = typed.resolve()
    return [str(real)] if ".." in typed.parts else list(dict.fromkeys((str(typed), str(real))))


def _tell(path: str, body: dict[str, Any]) -> RunningApp:
    running = running_app(open_secret_store(os.environ))
    if running is None:
        raise NotRunning
    running.post(path, body)
    return running
