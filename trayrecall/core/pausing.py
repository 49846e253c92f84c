"""Pauses: prompts and agents' questions are answered with silence, for a time or in a project. Values in, values out."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, time, timedelta

EVERYTHING = ""
MORNING = time(6)

_OF_WINDOWS = re.compile(r"/?[A-Za-z]:|\\\\")  # a drive, also as editors write it (`/c:/Code`), or a share
_OF_MACOS = ("/users/", "/volumes/")


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
    """A folder as it is kept and shown: without blanks around it and slashes at its end."""
    told = folder.strip()
    return told.rstrip("/\\" if _OF_WINDOWS.match(told) else "/") or "/"


def is_within(folder: str, paused: str) -> bool:
    """Whether a folder is the paused one, or lies below it, as far as their texts tell."""
    asked, held = _parts(folder), _parts(paused)
    return asked[: len(held)] == held


def is_same(pause: Pause, folder: str) -> bool:
    """Whether this is the pause of a folder (or of `EVERYTHING`)."""
    if EVERYTHING in (pause.folder, folder):
        return pause.folder == folder
    return _parts(pause.folder) == _parts(folder)


def _parts(folder: str) -> tuple[str, ...]:
    """The names of a path, in one spelling: where no case is told apart, in small letters."""
    told = unicodedata.normalize("NFC", folder.strip())
    if _OF_WINDOWS.match(told):
        told = told.replace("\\", "/").removeprefix("//?").casefold()
    elif told.casefold().startswith(_OF_MACOS):
        told = told.casefold()
    return tuple(part for part in told.split("/") if part not in {"", "."})


def tomorrow(now: datetime) -> datetime:
    """The next morning that isn't today's; `now` and the answer are in the person's own time zone."""
    return datetime.combine(now.date() + timedelta(days=1), MORNING).astimezone()


def _covers(pause: Pause, cwd: str | None) -> bool:
    return pause.folder == EVERYTHING or bool(cwd and is_within(cwd, pause.folder))
