"""What screen readers are told of the windows: names with their values, no text twice, and what comes up elsewhere."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from tests.desktop import samples
from tests.desktop.activity_samples import FakeActivity
from tests.desktop.conftest import Until, destroy
from tests.desktop.inspector_samples import FakeInspector
from tests.desktop.work import FakeWork, settings_window
from trayrecall.core.errors import WrongToken
from trayrecall.core.model import InstanceId, NoteId
from trayrecall.ui.activity import ActivityWindow
from trayrecall.ui.bridge import Bridge
from trayrecall.ui.inspector import InspectorWindow
from trayrecall.ui.settings_actions import words_of
from trayrecall.ui.settings_dialog import SettingsDialog
from trayrecall.ui.style import Style

NAME, DESCRIPTION = QAccessible.Text.Name, QAccessible.Text.Description


@pytest.fixture
def window(style: Style, bridge: Bridge, work: FakeWork, until: Until) -> Iterator[SettingsDialog]:
    made = settings_window(style, bridge, lambda: work)
    made.open()
    until(lambda: made.servers.list.count() == 2, "the list")
    yield made
    destroy(made)


def interface(widget: QWidget) -> QAccessibleInterface:
    found = QAccessible.queryAccessibleInterface(widget)
    assert found is not None
    return found


def every(widget: QWidget) -> list[QWidget]:
    return [each for each in widget.findChildren(QWidget) if each.isVisibleTo(widget)]


def test_the_key_is_named_with_its_value(window: SettingsDialog) -> None:
    field = window.general.field
    field.show_keys("Ctrl+Space")
    assert interface(field).text(NAME) == "Key for the search: Ctrl+Space"
    field.record()
    assert interface(field).text(NAME) == "Key for the search: Press the keys…"


def test_help_goes_with_the_controls_of_the_desktop_too(window: SettingsDialog) -> None:
    general = window.general
    assert interface(general.starts).text(DESCRIPTION) == general.starts_row.help.text()
    assert interface(general.field).text(DESCRIPTION) == general.key_row.help.text()


def test_a_hint_is_told_when_it_is_new_and_seen(window: SettingsDialog, announced: list[str]) -> None:
    row = window.general.key_row
    row.say("Not seen yet.")
    window.show_page(window.general)
    for text in ("", "Hold Ctrl.", "Hold Ctrl.", ""):
        row.say(text)
    assert announced == ["Hold Ctrl."]


def test_a_test_is_told_and_moves_the_focus_once_and_back(
    window: SettingsDialog, work: FakeWork, until: Until, announced: list[str]
) -> None:
    window.servers.edit(samples.HOME)
    form = window.servers.form
    form.name.setFocus()
    until(form.name.hasFocus, "the focus")
    work.behaviour.failure = WrongToken()
    moved: list[QWidget | None] = []
    app = QApplication.instance()
    assert isinstance(app, QApplication)

    def move(_from: QWidget | None, to: QWidget | None) -> None:
        moved.append(to)

    app.focusChanged.connect(move)
    form.test_button.click()
    until(lambda: len(announced) == 2, "the answer")
    app.focusChanged.disconnect(move)
    assert announced == ["Asking the server…", words_of(WrongToken()).line]
    assert moved == [form.cancel_button, form.name]


@pytest.mark.parametrize("moves_on", [False, True])
def test_the_focus_comes_back_to_an_agents_button_unless_it_was_moved(
    window: SettingsDialog, work: FakeWork, until: Until, moves_on: bool
) -> None:
    window.show_page(window.connections)
    rows = window.connections.agents.rows
    until(lambda: bool(rows), "the agents")
    test, elsewhere = rows["claude-code"].test_button, rows["cursor"].remove_button
    test.setFocus()
    until(test.hasFocus, "the focus")
    work.behaviour.gate.clear()
    QTest.keyClick(test, Qt.Key.Key_Space)
    assert not test.hasFocus()
    if moves_on:
        elsewhere.setFocus()
    work.behaviour.gate.set()
    until(test.isEnabled, "the answer")
    assert window.focusWidget() is (elsewhere if moves_on else test)


def test_the_facts_of_a_note_are_named(style: Style, bridge: Bridge, until: Until) -> None:
    looked_into = FakeInspector()
    made = InspectorWindow(style, bridge, lambda: looked_into, print)
    made.inspect(InstanceId("home"), NoteId("vents01"))
    made.come()
    until(lambda: bool(made.note.facts["area"].text()), "the facts")
    labels = [
        found.text(NAME)
        for found, relation in interface(made.note.facts["area"]).relations()
        if found is not None and relation == QAccessible.RelationFlag.Label
    ]
    assert labels == ["Area"]
    destroy(made)


def test_no_description_says_the_name_again(style: Style, bridge: Bridge, until: Until) -> None:
    recorded = FakeActivity()
    made = ActivityWindow(style, bridge, lambda: recorded, print)
    made.come()
    until(lambda: bool(made.seen.totals), "the first look")
    until(made.details.isVisible, "the details")
    for widget in every(made):
        told = interface(widget)
        assert not told.text(NAME) or told.text(NAME) != told.text(DESCRIPTION), widget
    destroy(made)
