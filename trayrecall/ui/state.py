"""Status snapshot → what the tray shows: icon state, tooltip, menu lines. Every text about a state stands here.

Without widgets, clock and rules of its own: the same snapshot at the same time gives an equal face.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from pathlib import Path

from trayrecall.core.model import InstanceStatus, Status
from trayrecall.core.snippet import one_line
from trayrecall.core.visible import shortened
from trayrecall.ui.words import kept, moment, named, number, percent, plural, translate

NAME = "TrayRecall"
HELD = "held"
MOST_LINES = 7
A_FEW = 100  # passages that are embedded within seconds: an edited note is no "building"
_LONGEST_NAME = 40
_LONGEST_FOLDER = 44


class IconState(StrEnum):
    """How the icon looks; each differs from the others by shape, not by colour alone."""

    READY = "ready"
    BUILDING = "building"
    ATTENTION = "attention"
    UNREACHABLE = "unreachable"
    PAUSED = "paused"
    KEYWORD_ONLY = "keyword-only"


@dataclass(frozen=True, slots=True)
class Face:
    """What the tray shows; equal faces need no redrawing. `lines` are the menu's status lines, the headline first."""

    icon: IconState
    tooltip: str
    lines: tuple[str, ...]
    is_paused: bool = False
    projects: tuple[str, ...] = ()  # folders of the paused ones

    @property
    def summary(self) -> str:
        """The face in one line: the headline, or what somebody must see to."""
        needs = self.icon is IconState.ATTENTION and len(self.lines) > 1
        return self.lines[1 if needs else 0] if self.lines else ""


def _troubles() -> dict[str, str]:
    """What is wrong with an instance, as a person reads it after its name."""
    return {
        "unreachable": translate("tray", "nothing answers at its address"),
        "token_rejected": translate("tray", "the token is refused"),
        "not_set_up": translate("tray", "this Trilium is not set up yet"),
        "wrong_address": translate("tray", "this address is not a Trilium"),
        "login_page": translate("tray", "a login page is in the way"),
        "certificate": translate("tray", "the secure connection failed"),
        HELD: translate("tray", "its list of notes is not believable; nothing was deleted"),
        "no_token": translate("tray", "there is no token for it"),
        "keyring_failed": translate("tray", "waiting for its token from the keyring"),
        "keyring_locked": translate("tray", "the keyring is locked"),
        "no_keyring": translate("tray", "there is no keyring for its token"),
        "failed": translate("tray", "the last sync failed"),
    }


def _calm() -> dict[str, str]:
    """Of no concern yet, but worth a line."""
    return {"busy": translate("tray", "busy; it is asked again soon")}


def _degraded() -> dict[str, str]:
    """Why an answer was made by keyword alone."""
    return {
        "loading_model": translate("tray", "By keyword only: the language model is still loading"),
        "building": translate("tray", "By keyword only: the index of meanings is still being built"),
        "no_model": translate("tray", "By keyword only: no language model is installed"),
        "embedder_failed": translate("tray", "By keyword only: the language model failed"),
        "late_vector": translate("tray", "By keyword only: the language model took too long"),
        "keywords_failed": translate("tray", "By meaning only: the word index failed"),
    }


TROUBLES = frozenset(_troubles())
CALM = frozenset(_calm())
# States in which an instance waits for its token; they may end by themselves.
WAITING = frozenset({"no_token", "keyring_failed", "keyring_locked", "no_keyring"})
_BY_KEYWORD = frozenset({"no_model", "embedder_failed"})


def degraded_text(reason: str) -> str:
    """Why an answer was made by keyword alone, in plain words."""
    return _degraded().get(reason, translate("tray", "By keyword only"))


class Tone(StrEnum):
    """How a message feels; the style sheet gives it its colour."""

    PLAIN = "plain"
    GOOD = "good"
    WARN = "warn"
    BAD = "bad"


def standing_of(status: InstanceStatus | None) -> tuple[str, Tone]:
    """How an instance stands, for its line in the settings. None: it was added and not looked at yet."""
    if status is None or (status.enabled and status.state == "never_synced"):
        return translate("tray", "Not read yet"), Tone.PLAIN
    if not status.enabled:
        return translate("tray", "Switched off"), Tone.PLAIN
    if status.state in TROUBLES:
        return _sentence(_troubles()[status.state]), Tone.WARN if status.state in WAITING else Tone.BAD
    if status.state in CALM:
        return _sentence(_calm()[status.state]), Tone.WARN
    if status.state == "building":
        return translate("tray", "Being read · {notes}").format(notes=_notes(status.notes)), Tone.PLAIN
    return translate("tray", "Up to date · {notes}").format(notes=_notes(status.notes)), Tone.GOOD


def face_of(status: Status | None, concerns: Sequence[str] = (), now: datetime | None = None) -> Face:
    """The tray's face. `concerns` are matters beside the engine's, such as a port that was taken. None: not begun.

    `now` is the person's own time; without it times are told with their day.
    """
    if status is None:
        return _face(IconState.BUILDING, translate("tray", "Starting…"), [])
    icon = _icon(status, concerns)
    told = [kept(status.notice)] if status.notice else []
    lines = [*concerns, *_instance_lines(status, now), *_paused_lines(status), *told]
    face = _face(icon, _headline(icon, status, now), lines)
    return replace(face, is_paused=status.state == "paused", projects=status.paused_projects)


def folder_text(folder: str) -> str:
    """A project's folder as a person writes it, short enough for a menu."""
    shown = one_line(folder)
    home = str(Path.home())
    if shown == home or shown.startswith((f"{home}/", f"{home}\\")):
        shown = f"~{shown[len(home) :]}"
    return shown if len(shown) <= _LONGEST_FOLDER else "…" + shown[1 - _LONGEST_FOLDER :]


def _sentence(words: str) -> str:
    return words[:1].upper() + words[1:]


def _face(icon: IconState, headline: str, more: Sequence[str]) -> Face:
    lines = [headline, *more]
    if len(lines) > MOST_LINES:
        rest = len(lines) - MOST_LINES + 1
        lines = [
            *lines[: MOST_LINES - 1],
            translate("tray", "and {n} more").format(n=number(rest)),
        ]
    return Face(icon, named(NAME, lines[0]) + "".join(f"\n{line}" for line in lines[1:]), tuple(lines))


def _icon(status: Status, concerns: Sequence[str]) -> IconState:
    enabled = [i for i in status.instances if i.enabled]
    states = {i.state for i in enabled}
    if status.state == "paused" or (status.instances and not enabled):
        return IconState.PAUSED
    if status.state == "starting":
        return IconState.BUILDING
    if not status.instances or concerns or states & (TROUBLES - {"unreachable"}):
        return IconState.ATTENTION
    if "unreachable" in states:
        return IconState.UNREACHABLE
    if status.degraded in _BY_KEYWORD:
        return IconState.KEYWORD_ONLY
    return IconState.BUILDING if _is_building(status, states) else IconState.READY


def _is_building(status: Status, states: set[str]) -> bool:
    """A sync that only looks for changes is no building: the icon would flicker every minute."""
    first = bool(states & {"building", "never_synced"})
    return first or status.pending > A_FEW or status.degraded in {"loading_model", "building"}


def _headline(icon: IconState, status: Status, now: datetime | None) -> str:
    match icon:
        case IconState.PAUSED:
            return _paused(status, now)
        case IconState.BUILDING:
            return _building(status)
        case IconState.ATTENTION if not status.instances:
            return translate("tray", "No Trilium server yet")
        case IconState.ATTENTION:
            what = translate("tray", "Needs attention")
        case IconState.UNREACHABLE:
            what = translate("tray", "Trilium not reachable")
        case IconState.KEYWORD_ONLY:
            what = translate("tray", "Keyword search only")
        case _:
            what = translate("tray", "Ready")
    return f"{what} · {_notes(status.notes)}"


def _paused(status: Status, now: datetime | None) -> str:
    if status.state != "paused":
        return translate("tray", "All servers are switched off")
    if status.paused_until is None:
        return translate("tray", "Paused")
    return translate("tray", "Paused until {time}").format(
        time=moment(datetime.fromisoformat(status.paused_until), now)
    )


def _building(status: Status) -> str:
    if status.state == "starting":
        return translate("tray", "Starting…")
    if status.progress is not None:
        share = percent(int(status.progress * 100) / 100)  # never 100 % before it is so
        if status.is_reading:
            return translate("tray", "Reading the notes · {share}").format(share=share)
        return translate("tray", "Building the index · {share}").format(share=share)
    if status.degraded == "loading_model":
        return translate("tray", "Loading the language model…")
    return translate("tray", "Building the index…")


def _instance_lines(status: Status, now: datetime | None) -> list[str]:
    """One line for each server, those in trouble first."""
    said = _troubles() | _calm()
    enabled = sorted((i for i in status.instances if i.enabled), key=lambda i: i.state not in said)
    return [named(_name(i), said[i.state] if i.state in said else _well(i, now)) for i in enabled]


def _well(instance: InstanceStatus, now: datetime | None) -> str:
    if instance.state == "building":
        return translate("tray", "being read, {notes} so far").format(notes=_notes(instance.notes))
    if instance.state == "never_synced":
        return translate("tray", "not read yet")
    if instance.last_sync is None:
        return _notes(instance.notes)
    time = moment(datetime.fromisoformat(instance.last_sync), now)
    return translate("tray", "{notes}, as of {time}").format(notes=_notes(instance.notes), time=time)


def _paused_lines(status: Status) -> list[str]:
    told = translate("tray", "Paused in {folder}")
    return [told.format(folder=folder_text(folder)) for folder in status.paused_projects]


def _name(instance: InstanceStatus) -> str:
    return shortened(one_line(instance.name) or instance.id, _LONGEST_NAME)


def _notes(count: int) -> str:
    return plural(count, translate("tray", "{n} note"), translate("tray", "{n} notes"))
