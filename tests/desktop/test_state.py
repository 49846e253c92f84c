"""Status → the tray's face."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tests.desktop.samples import HOME, READY, WORK, building, instance_status, reading, status
from trayrecall.core.model import Instance, InstanceId, Status
from trayrecall.engine.tracked import STATES, WELL
from trayrecall.ui.state import (
    CALM,
    MOST_LINES,
    TROUBLES,
    IconState,
    Tone,
    degraded_text,
    face_of,
    folder_text,
    standing_of,
)

MORNING = datetime(2031, 6, 1, 9, 5).astimezone()
GARDEN = Instance(InstanceId("garden"), "Garden", "http://garden.example")


@pytest.mark.parametrize(
    ("given", "icon", "headline"),
    [
        (None, IconState.BUILDING, "Starting…"),
        (Status("starting"), IconState.BUILDING, "Starting…"),
        (status(), IconState.ATTENTION, "No Trilium server yet"),
        (READY, IconState.READY, "Ready · 2,040 notes"),
        (status(instance_status(notes=1)), IconState.READY, "Ready · 1 note"),
        (status(instance_status(state="syncing")), IconState.READY, "Ready · 1,234 notes"),
        (building(0.429), IconState.BUILDING, "Building the index · 42 %"),
        (reading(0.429), IconState.BUILDING, "Reading the notes · 42 %"),
        (status(instance_status(state="never_synced")), IconState.BUILDING, "Building the index…"),
        (
            status(instance_status(), degraded="loading_model"),
            IconState.BUILDING,
            "Loading the language model…",
        ),
        (
            status(instance_status(), degraded="no_model"),
            IconState.KEYWORD_ONLY,
            "Keyword search only · 1,234 notes",
        ),
        (
            status(instance_status(state="unreachable")),
            IconState.UNREACHABLE,
            "Trilium not reachable · 1,234 notes",
        ),
        (status(instance_status(state="busy")), IconState.READY, "Ready · 1,234 notes"),
        (status(instance_status(), state="paused"), IconState.PAUSED, "Paused"),
        (
            status(instance_status(replace(HOME, enabled=False), "disabled")),
            IconState.PAUSED,
            "All servers are switched off",
        ),
    ],
)
def test_each_state_has_its_icon_and_headline(given: Status | None, icon: IconState, headline: str) -> None:
    face = face_of(given)
    assert (face.icon, face.lines[0]) == (icon, headline)
    assert face.tooltip.startswith(f"TrayRecall: {headline}")


def test_every_failure_of_the_engine_has_a_text() -> None:
    named = {*STATES.values(), "failed"}
    assert named <= TROUBLES | CALM
    assert not WELL & TROUBLES
    for state in named - CALM - {"unreachable"}:
        assert face_of(status(instance_status(state=state))).icon is IconState.ATTENTION


def test_what_needs_a_person_comes_before_what_passes_by_itself() -> None:
    both = status(instance_status(state="unreachable"), instance_status(WORK, "token_rejected"))
    face = face_of(both)
    assert face.icon is IconState.ATTENTION
    assert face.lines[1:] == ("Home: nothing answers at its address", "Work: the token is refused")


def test_a_concern_of_the_program_asks_for_attention() -> None:
    face = face_of(READY, ["Port 37850 is taken; listening on 37851"])
    assert face.icon is IconState.ATTENTION
    assert face.lines[:2] == ("Needs attention · 2,040 notes", "Port 37850 is taken; listening on 37851")


def test_many_troubles_are_cut_to_what_a_menu_holds() -> None:
    many = [instance_status(Instance(InstanceId(f"i{n}"), f"I{n}", "x"), "unreachable") for n in range(9)]
    lines = face_of(status(*many)).lines
    assert len(lines) == MOST_LINES
    assert lines[-1] == "and 4 more"


def test_every_server_has_its_line_with_counts_and_the_time_those_in_trouble_first() -> None:
    read = replace(instance_status(), last_sync=MORNING.astimezone(UTC).isoformat())
    lines = face_of(
        status(read, instance_status(WORK, "token_rejected"), instance_status(GARDEN, "building", 7)),
        now=MORNING + timedelta(hours=3),
    ).lines
    assert lines[1:] == (
        "Work: the token is refused",
        "Home: 1,234 notes, as of 09:05",
        "Garden: being read, 7 notes so far",
    )
    assert "as of 1 Jun 2031 09:05" in face_of(status(read), now=MORNING + timedelta(days=1)).tooltip


def test_a_pause_tells_its_end_and_its_projects() -> None:
    until = (MORNING + timedelta(hours=1)).astimezone(UTC).isoformat()
    paused = replace(status(instance_status(), state="paused"), paused_until=until)
    face = face_of(paused, now=MORNING)
    assert (face.icon, face.lines[0], face.is_paused) == (IconState.PAUSED, "Paused until 10:05", True)

    mill = str(Path.home() / "src" / "mill")
    some = face_of(replace(READY, paused_projects=(mill,)))
    assert (some.icon, some.lines[-1], some.projects) == (IconState.READY, "Paused in ~/src/mill", (mill,))


def test_a_long_folder_keeps_its_end() -> None:
    shown = folder_text("/src/" + "deep/" * 30 + "mill")
    assert shown.startswith("…")
    assert shown.endswith("/deep/mill")
    assert len(shown) <= 44


def test_a_disabled_server_says_nothing_in_the_menu() -> None:
    off = instance_status(replace(WORK, enabled=False), "disabled")
    assert face_of(status(instance_status(), off)).lines == ("Ready · 2,468 notes", "Home: 1,234 notes")


def test_an_edited_note_is_no_building() -> None:
    assert face_of(replace(READY, pending=3)).icon is IconState.READY
    assert face_of(replace(READY, pending=5000)).icon is IconState.BUILDING


def test_names_are_shown_on_one_harmless_line() -> None:
    odd = Instance(InstanceId("odd"), "Two\nlines \u202eevil " + "x" * 80, "http://x.example")
    line = face_of(status(instance_status(odd, "unreachable"))).lines[1]
    assert "\n" not in line
    assert "\u202e" not in line
    assert len(line) < 90


def test_equal_statuses_give_equal_faces() -> None:
    assert face_of(READY) == face_of(replace(READY, passages=99999))


def test_how_an_instance_stands() -> None:
    assert standing_of(None) == ("Not read yet", Tone.PLAIN)
    assert standing_of(instance_status()) == ("Up to date · 1,234 notes", Tone.GOOD)
    assert standing_of(instance_status(state="building", notes=3)) == ("Being read · 3 notes", Tone.PLAIN)
    assert standing_of(instance_status(state="unreachable")) == ("Nothing answers at its address", Tone.BAD)
    assert standing_of(instance_status(state="no_token"))[1] is Tone.WARN
    assert standing_of(instance_status(state="busy"))[1] is Tone.WARN
    assert standing_of(instance_status(replace(HOME, enabled=False), "disabled"))[0] == "Switched off"


def test_an_unknown_reason_for_keywords_alone_is_still_said() -> None:
    assert degraded_text("no_model") == "By keyword only: no language model is installed"
    assert degraded_text("something_new") == "By keyword only"


def test_the_summary_is_the_headline_or_what_somebody_must_see_to() -> None:
    assert face_of(READY).summary == face_of(READY).lines[0]
    waits = face_of(status(instance_status(), instance_status(WORK, "no_token")))
    assert waits.lines[0].startswith("Needs attention")
    assert waits.summary == "Work: there is no token for it"
    assert face_of(status(), ["Its port is taken"]).summary == "Its port is taken"
    assert face_of(None).summary == "Starting…"
