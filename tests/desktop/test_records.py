"""The windows that look into the engine, over the whole application and its demo; and that their texts fit."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from tests.desktop.activity_samples import FakeActivity
from tests.desktop.conftest import Until, destroy
from tests.desktop.inspector_samples import HOME, FakeInspector
from tests.desktop.person import share_the_model
from tests.desktop.unclipped import clipped, larger_font, longer_words, nameless, tab_order
from trayrecall.cli.demo import open_demo_house
from trayrecall.core.model import NoteId
from trayrecall.desktop import Desktop
from trayrecall.single import SingleInstance
from trayrecall.ui.activity import ActivityWindow
from trayrecall.ui.bridge import Bridge
from trayrecall.ui.inspector import InspectorWindow
from trayrecall.ui.log_window import LogWindow
from trayrecall.ui.style import Style

SETTLE_SECONDS = 1.0
VENTS = "At what temperature do the greenhouse vents open?"


@pytest.fixture
def whole(
    app: QApplication, until: Until, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, opened: list[str]
) -> Iterator[Desktop]:
    """The application on the demo notes, in this process."""
    monkeypatch.setenv("RECALL_CLIENT_LOCAL_TOKEN", "t0ken")
    share_the_model(tmp_path / "home")
    single = SingleInstance()
    assert single.acquire()
    shown = Desktop(app, os.environ, single, open_url=opened.append, open_house=open_demo_house)
    shown.start()
    until(lambda: shown._late.status().notes == 68, "the index", 60)
    yield shown
    shown.close()


def test_a_prompt_of_an_agent_appears_and_leads_to_its_note(
    whole: Desktop, until: Until, opened: list[str]
) -> None:
    whole.tray.menu.activity_requested.emit()
    activity = whole.windows.activity
    until(activity.nothing.isVisible, "the empty list")
    house = whole._late.house
    assert house is not None
    house.engine.prompt(VENTS, cwd="/src/house", deadline=time.monotonic() + 30)
    until(lambda: len(activity.list.decisions.decisions) == 1, "the prompt")
    assert activity.details.facts.text().endswith(" ms")
    row, note = activity.details.rows[0], activity.list.decisions.decisions[0].notes[0]
    assert row.title.text() == note.title != ""
    QTest.mouseClick(row.open_button, Qt.MouseButton.LeftButton)
    until(lambda: len(opened) == 1, "the browser")
    assert opened[0].endswith(f"/{note.note_id}")
    QTest.mouseClick(activity.details.noise_button, Qt.MouseButton.LeftButton)
    until(activity.own_button.isVisible, "the test question")

    QTest.mouseClick(row.inspect_button, Qt.MouseButton.LeftButton)
    until(lambda: whole.windows.inspector.note.title.text() == note.title, "the note in the inspector")
    assert "passage" in whole.windows.inspector.note.facts["vectors"].text()

    QTest.mouseClick(activity.log_button, Qt.MouseButton.LeftButton)
    until(whole.windows.log.isVisible, "the log")
    QTest.mouseClick(whole.windows.log.copy_button, Qt.MouseButton.LeftButton)
    until(whole.windows.log.notice.isVisible, "the diagnostics")
    told = QGuiApplication.clipboard().text()
    assert "68 notes" in told
    assert "listens: 3" in told
    assert note.title not in told


@pytest.mark.parametrize(("is_longer", "points"), [(False, 9), (True, 9), (False, 14), (True, 11)])
def test_no_text_is_clipped_even_when_all_are_longer(
    style: Style, bridge: Bridge, until: Until, points: int, *, is_longer: bool
) -> None:
    with longer_words() if is_longer else nullcontext(), larger_font(points):
        records, looked_into = FakeActivity(), FakeInspector()
        records.should_match(records.made[2].prompt, [])
        activity = ActivityWindow(style, bridge, lambda: records, print)
        activity.come()
        until(lambda: bool(activity.list.decisions.decisions), "the prompts")
        found = []
        for row in range(len(records.made)):
            activity.list.setCurrentIndex(activity.list.decisions.index(row))
            found += settled(activity) + nameless(activity)
        destroy(activity)
        inspector = InspectorWindow(style, bridge, lambda: looked_into, print)
        for note_id in ("vents01", "old01", "frost01", "never"):
            inspector.inspect(HOME, NoteId(note_id))
            until(lambda wanted=note_id: _shown(inspector) == wanted, note_id)
            found += settled(inspector) + nameless(inspector)
        inspector.pages.setCurrentRow(1)
        until(lambda: inspector.health.health is not None, "the health")
        found += settled(inspector)
        destroy(inspector)
        log = LogWindow(style, bridge, lambda _: "", print)
        log.come()
        found += settled(log) + nameless(log)
        destroy(log)
    assert sorted(set(found)) == []


def settled(window: QWidget) -> list[str]:
    """What is clipped once the window was laid out, which takes some rounds of events."""
    end = time.monotonic() + SETTLE_SECONDS
    while (found := clipped(window)) and time.monotonic() < end:
        QApplication.processEvents()
    return found


def _shown(inspector: InspectorWindow) -> str:
    return inspector.note.inspection.note_id if inspector.note.inspection else ""


def test_the_tab_key_goes_through_the_considered_notes_before_it_leaves_them(
    style: Style, bridge: Bridge, until: Until
) -> None:
    records = FakeActivity()
    window = ActivityWindow(style, bridge, lambda: records, print)
    window.come()
    until(lambda: bool(window.details.rows), "the considered notes")
    QApplication.processEvents()
    order = tab_order(window)
    rows = [button for row in window.details.rows for button in (row.open_button, row.inspect_button)]
    first = order.index(rows[0])
    assert order[first : first + len(rows)] == rows
    assert first < order.index(window.keep) < order.index(window.close_button)
    destroy(window)
