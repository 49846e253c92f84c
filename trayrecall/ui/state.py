"""Status snapshot → what the tray shows: icon state, tooltip, menu lines. Pure; every text about a state stands here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from trayrecall.core.model import InstanceStatus, Status
from trayrecall.core.snippet import one_line

NAME = "TrayRecall"
MOST_LINES = 4
A_FEW = 100  # passages that are embedded within seconds: an edited note is no "building"
_LONGEST_NAME = 40


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


# What is wrong with an instance, as a person reads it after its name.
TROUBLES: Mapping[str, str] = {
    "unreachable": "nothing answers at its address",
    "token_rejected": "the token is refused",
    "not_set_up": "this Trilium is not set up yet",
    "wrong_address": "this address is not a Trilium",
    "login_page": "a login page is in the way",
    "certificate": "the secure connection failed",
    "held": "its list of notes is not believable; nothing was deleted",
    "no_token": "waiting for its token from the keyring",
    "keyring_locked": "the keyring is locked",
    "no_keyring": "there is no keyring for its token",
    "failed": "the last sync failed",
}
HELD = "held"
# States in which an instance waits for its token; they may end by themselves.
WAITING = frozenset({"no_token", "keyring_locked", "no_keyring"})
# Of no concern yet, but worth a line.
CALM: Mapping[str, str] = {"busy": "busy; it is asked again soon"}

# Why an answer was made by keyword alone.
DEGRADED: Mapping[str, str] = {
    "loading_model": "By keyword only: the language model is still loading",
    "building": "By keyword only: the index of meanings is still being built",
    "no_model": "By keyword only: no language model is installed",
    "embedder_failed": "By keyword only: the language model failed",
    "late_vector": "By keyword only: the language model took too long",
    "keywords_failed": "By meaning only: the word index failed",
}
_BY_KEYWORD = frozenset({"no_model", "embedder_failed"})


def degraded_text(reason: str) -> str:
    """Why an answer was made by keyword alone, in plain words."""
    return DEGRADED.get(reason, "By keyword only")


class Tone(StrEnum):
    """How a message feels; the style sheet gives it its colour."""

    PLAIN = "plain"
    GOOD = "good"
    WARN = "warn"
    BAD = "bad"


def standing_of(status: InstanceStatus | None) -> tuple[str, Tone]:
    """How an instance stands, for its line in the settings. None: it was added and not looked at yet."""
    if status is None or (status.enabled and status.state == "never_synced"):
        return "Not read yet", Tone.PLAIN
    if not status.enabled:
        return "Switched off", Tone.PLAIN
    if status.state in TROUBLES:
        words = TROUBLES[status.state]
        return words[0].upper() + words[1:], Tone.WARN if status.state in WAITING else Tone.BAD
    if status.state in CALM:
        return CALM[status.state].capitalize(), Tone.WARN
    if status.state == "building":
        return f"Being read · {_notes(status.notes)}", Tone.PLAIN
    return f"Up to date · {_notes(status.notes)}", Tone.GOOD


def face_of(status: Status | None, concerns: Sequence[str] = ()) -> Face:
    """The tray's face. `concerns` are matters beside the engine's, such as a port that was taken. None: not begun."""
    if status is None:
        return _face(IconState.BUILDING, "Starting…", [])
    icon = _icon(status, concerns)
    told = [status.notice] if status.notice else []
    return _face(icon, _headline(icon, status), [*concerns, *_instance_lines(status), *told])


def _face(icon: IconState, headline: str, more: Sequence[str]) -> Face:
    lines = [headline, *more]
    if len(lines) > MOST_LINES:
        lines = [*lines[: MOST_LINES - 1], f"and {len(lines) - MOST_LINES + 1} more"]
    return Face(icon, f"{NAME}: {lines[0]}" + "".join(f"\n{line}" for line in lines[1:]), tuple(lines))


def _icon(status: Status, concerns: Sequence[str]) -> IconState:
    enabled = [i for i in status.instances if i.enabled]
    states = {i.state for i in enabled}
    if status.state == "paused" or (status.instances and not enabled):
        return IconState.PAUSED
    if status.state == "starting":
        return IconState.BUILDING
    if not status.instances or concerns or states & (TROUBLES.keys() - {"unreachable"}):
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


def _headline(icon: IconState, status: Status) -> str:
    match icon:
        case IconState.PAUSED:
            return "Paused" if status.state == "paused" else "All servers are switched off"
        case IconState.BUILDING:
            return _building(status)
        case IconState.ATTENTION if not status.instances:
            return "No Trilium server yet"
        case IconState.ATTENTION:
            what = "Needs attention"
        case IconState.UNREACHABLE:
            what = "Trilium not reachable"
        case IconState.KEYWORD_ONLY:
            what = "Keyword search only"
        case _:
            what = "Ready"
    return f"{what} · {_notes(status.notes)}"


def _building(status: Status) -> str:
    if status.state == "starting":
        return "Starting…"
    if status.progress is not None:
        return f"Building the index · {int(status.progress * 100)} %"
    return "Loading the language model…" if status.degraded == "loading_model" else "Building the index…"


def _instance_lines(status: Status) -> list[str]:
    said = {**TROUBLES, **CALM}
    return [f"{_name(i)}: {said[i.state]}" for i in status.instances if i.enabled and i.state in said]


def _name(instance: InstanceStatus) -> str:
    name = one_line(instance.name) or instance.id
    return name if len(name) <= _LONGEST_NAME else name[: _LONGEST_NAME - 1] + "…"


def _notes(number: int) -> str:
    return "1 note" if number == 1 else f"{number:,} notes"
