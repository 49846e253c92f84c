"""Pauses: prompts and agents' questions are answered with silence, for a time or in a project. Values in, values out."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, time, timedelta

EVERYTHING = ""
MORNING = time(6)


@dataclass(frozen=True, slots=True)
class Pause:
    """One pause: of `EVERYTHING`, or of a project by its folder. Without `until` it lasts until a person ends it."""

    folder: str
    until: datetime | None = None


def lasting(pauses: Iterable[Pause], now: datetime) -> list[Pause]:
    """Those that aren't over."""
    return [pause for pause in pauses if pause.until is None or now < pause.until]


def covering(pauses: Iterable[Pause], cwd: str | None, now: datetime) -> Pause | None:
    """The pause that holds for a prompt asked in this folder; that of everything comes first."""
    held = sorted(lasting(pauses, now), key=lambda pause: pause.folder != EVERYTHING)
    return next((pause for pause in held if _covers(pause, cwd)), None)


def project(folder: str) -> str:
    """A folder as it is compared: without a slash at its end, in one spelling on Windows."""
    told = folder.strip()
    if told[1:2] == ":" or told.startswith("\\\\"):  # a drive or a share
        told = told.replace("\\", "/").casefold()
    return told.rstrip("/") or "/"


def tomorrow(now: datetime) -> datetime:
    """The next morning that isn't today's; `now` and the answer are in the person's own time zone."""
    return datetime.combine(now.date() + timedelta(days=1), MORNING).astimezone()


def _covers(pause: Pause, cwd: str | None) -> bool:
    if pause.folder == EVERYTHING:
        return True
    if not cwd:
        return False
    asked, paused = project(cwd), project(pause.folder)
    return asked == paused or asked.startswith(paused.rstrip("/") + "/")
