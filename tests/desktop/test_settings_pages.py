"""The settings window's other pages: rows made from the declaration, clients, agents, and what the desktop offers."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QLineEdit, QPlainTextEdit, QSpinBox

from tests.desktop.conftest import Until, click, destroy, fill, press
from tests.desktop.samples import WORK
from tests.desktop.work import DIFF, FakeAutostart, FakeHotkey, FakeWork, settings_window
from tests.pipeline import ROOT
from trayrecall.core.errors import SecretStoreLocked, SettingsError, TrayRecallError, UserInputError
from trayrecall.hotkey.backend import KeyRefused
from trayrecall.settings import SETTINGS
from trayrecall.ui.bridge import Bridge
from trayrecall.ui.language import TRANSLATED
from trayrecall.ui.settings_dialog import SettingsDialog
from trayrecall.ui.settings_ports import Trial
from trayrecall.ui.style import DARK, Style


@pytest.fixture
def autostart(work: FakeWork) -> FakeAutostart:
    return FakeAutostart(work.behaviour)


@pytest.fixture
def hotkey(work: FakeWork) -> FakeHotkey:
    return FakeHotkey(work.behaviour)


@pytest.fixture
def window(
    style: Style, bridge: Bridge, work: FakeWork, autostart: FakeAutostart, hotkey: FakeHotkey
) -> Iterator[SettingsDialog]:
    made = settings_window(style, bridge, lambda: work, autostart=autostart, hotkey=hotkey)
    yield made
    destroy(made)


# ---- plain rows ---------------------------------------------------------------------------------------


def test_every_declared_row_stands_on_one_page(window: SettingsDialog) -> None:
    shown = [key for page in (window.search, window.endpoint, window.appearance) for key in page.rows]
    declared = [key for key, setting in SETTINGS.items() if setting.row is not None]
    assert sorted(shown) == sorted(declared)


def test_every_language_that_is_translated_can_be_chosen(window: SettingsDialog) -> None:
    choice = window.appearance.rows["language"].editor
    assert isinstance(choice, QComboBox)
    assert {choice.itemData(n) for n in range(choice.count())} == {"auto", "en", *TRANSLATED}


def test_a_row_says_what_it_is_for_to_eyes_and_to_screen_readers(window: SettingsDialog) -> None:
    row = window.search.rows["prompt_passages"]
    assert row.label.text() == "Passages to a prompt"
    assert row.help.text() == SETTINGS["prompt_passages"].description
    assert row.editor.accessibleName() == row.label.text()
    assert row.editor.accessibleDescription() == row.help.text()


def test_a_choice_counts_at_once(window: SettingsDialog, work: FakeWork, until: Until) -> None:
    choice = choose(window, until, "prompt_passages", 1)
    until(lambda: work.values.now["prompt_passages"] == 1, "the keeping")
    assert choice.currentData() == 1
    assert not window.search.rows["prompt_passages"].hint.isVisible(), "it needs no restart"


def choose(window: SettingsDialog, until: Until, key: str, value: object) -> QComboBox:
    page = next(p for p in (window.search, window.appearance) if key in p.rows)
    window.show_page(page)
    choice = page.rows[key].editor
    assert isinstance(choice, QComboBox)
    until(choice.isEnabled, "the values")
    choice.setCurrentIndex(choice.findData(value))
    choice.activated.emit(choice.currentIndex())
    return choice


def test_the_colours_change_while_one_looks(window: SettingsDialog, style: Style, until: Until) -> None:
    choose(window, until, "appearance", "dark")
    until(lambda: style.colors is DARK, "the dark")


def test_what_needs_a_restart_says_so(window: SettingsDialog, work: FakeWork, until: Until) -> None:
    choose(window, until, "text_size", 1.15)
    row = window.appearance.rows["text_size"]
    until(row.hint.isVisible, "the word")
    assert "next start" in row.hint.text()
    choose(window, until, "text_size", 1.0)
    until(lambda: work.values.now["text_size"] == 1.0 and not row.hint.isVisible(), "as it was")


def test_a_model_that_is_not_installed_cant_be_chosen(window: SettingsDialog, until: Until) -> None:
    window.show_page(window.search)
    choice = window.search.rows["model"].editor
    assert isinstance(choice, QComboBox)
    until(lambda: choice.count() == 2, "the models")
    assert choice.currentData() == "multilingual-e5-small"
    index = choice.model().index(1, 0)
    assert "not installed" in choice.itemText(1)
    assert not choice.model().flags(index) & Qt.ItemFlag.ItemIsEnabled


def test_a_number_typed_is_kept_when_the_window_is_closed(
    window: SettingsDialog, work: FakeWork, until: Until
) -> None:
    window.show_page(window.endpoint)
    port = window.endpoint.rows["port"].editor
    assert isinstance(port, QSpinBox)
    until(port.isEnabled, "the values")
    port.lineEdit().setText("40123")
    window.close()
    assert not window.isVisible(), "nothing would be lost"
    until(lambda: work.values.now["port"] == 40123, "the keeping")


def test_lines_that_cant_be_used_are_told_kept_in_the_editor_and_asked_about(
    window: SettingsDialog, work: FakeWork, until: Until
) -> None:
    window.show_page(window.endpoint)
    row = window.endpoint.rows["allowed_origins"]
    editor = row.editor
    assert isinstance(editor, QPlainTextEdit)
    until(editor.isEnabled, "the values")
    editor.setPlainText("https://desk.example/path")
    row.flush()
    assert row.hint.isVisible()
    assert "without a path" in row.hint.text()
    window.close()
    press(window.question, "Keep editing")
    assert editor.toPlainText() == "https://desk.example/path"
    editor.setPlainText("https://desk.example\n\n vscode-webview://x \n")
    until(lambda: work.values.now["allowed_origins"] == ["https://desk.example", "vscode-webview://x"], "it")


def test_a_value_that_could_not_be_kept_is_told_and_can_be_tried_again(
    window: SettingsDialog, work: FakeWork, until: Until
) -> None:
    work.behaviour.failure = SettingsError("no space is left")
    choose(window, until, "prompt_passages", 2)
    row = window.search.rows["prompt_passages"]
    until(row.hint.isVisible, "the failure")
    assert "No space is left" in row.hint.text()
    assert work.values.now["prompt_passages"] == 3
    row.flush()
    until(lambda: work.values.now["prompt_passages"] == 2, "the second try")


def test_a_page_opened_while_the_application_starts_fills_itself_later(
    style: Style, bridge: Bridge, work: FakeWork, until: Until
) -> None:
    started: list[bool] = []

    def late() -> FakeWork:
        if not started:
            raise TrayRecallError("it is still starting", hint="Try again in a moment.")
        return work

    window = settings_window(style, bridge, late)
    window.show_page(window.search)
    until(window.search.notice.isVisible, "the word")
    assert not window.search.rows["prompt_passages"].editor.isEnabled()
    started.append(True)
    window.follow()
    until(window.search.rows["prompt_passages"].editor.isEnabled, "the values")
    assert not window.search.notice.isVisible()
    destroy(window)


def test_quick_changes_are_kept_in_their_order(window: SettingsDialog, work: FakeWork, until: Until) -> None:
    choose(window, until, "prompt_passages", 3)
    work.behaviour.gate.clear()
    for value in (1, 2, 1, 2):
        choose(window, until, "prompt_passages", value)
    work.behaviour.gate.set()
    until(lambda: work.values.now["prompt_passages"] == 2, "the last one")
    until(lambda: not window.search.rows["prompt_passages"].is_unsaved, "rest")
    assert work.values.now["prompt_passages"] == 2


# ---- clients ------------------------------------------------------------------------------------------


@pytest.fixture
def endpoint(window: SettingsDialog, until: Until) -> SettingsDialog:
    window.show_page(window.endpoint)
    until(lambda: len(window.endpoint.clients.rows) == 2, "the clients")
    return window


def test_the_clients_are_listed_with_what_they_may_and_when_they_asked(endpoint: SettingsDialog) -> None:
    told = {row.label.text(): row.help.text() for row in endpoint.endpoint.clients.rows}
    assert told["claude-code"].startswith("MCP · all servers · last used ")
    assert told["backup-script"] == "REST · Home · never used"


def test_a_client_is_added_and_its_token_shown_once(
    endpoint: SettingsDialog, work: FakeWork, until: Until
) -> None:
    clients = endpoint.endpoint.clients
    click(clients.add_button)
    assert not clients.form.add_button.isEnabled(), "it needs a name"
    fill(clients.form.name, "nightly-report")
    clients.form.kinds["hook"].setChecked(False)
    clients.form.instances[WORK.id].setChecked(False)
    click(clients.form.add_button)
    until(clients.token.isVisible, "the token")
    assert "add nightly-report mcp,rest home" in work.behaviour.calls
    assert clients.token.field.text() == work.clients.made[0]
    click(clients.token.copy_button)
    assert QGuiApplication.clipboard().text() == work.clients.made[0]
    click(clients.token.done_button)
    assert clients.token.field.text() == ""
    until(lambda: len(clients.rows) == 3, "the third client")


def test_a_token_on_show_is_forgotten_when_the_window_is_closed(
    endpoint: SettingsDialog, until: Until
) -> None:
    clients = endpoint.endpoint.clients
    click(clients.add_button)
    fill(clients.form.name, "nightly-report")
    click(clients.form.add_button)
    until(clients.token.isVisible, "the token")
    endpoint.close()
    assert clients.token.field.text() == ""


def test_a_name_that_is_taken_leaves_the_form_as_it_is(endpoint: SettingsDialog, until: Until) -> None:
    clients = endpoint.endpoint.clients
    click(clients.add_button)
    fill(clients.form.name, "claude-code")
    click(clients.form.add_button)
    until(endpoint.endpoint.notice.isVisible, "the failure")
    assert "Take another name" in endpoint.endpoint.notice.text.text()
    assert clients.form.name.text() == "claude-code"
    endpoint.close()
    press(endpoint.question, "Keep editing")


def test_a_client_is_revoked_after_asking(endpoint: SettingsDialog, work: FakeWork, until: Until) -> None:
    click(endpoint.endpoint.clients.rows[0].button)
    press(endpoint.endpoint.question, "Cancel")
    assert "claude-code" in work.clients.known
    click(endpoint.endpoint.clients.rows[0].button)
    press(endpoint.endpoint.question, "Revoke")
    until(lambda: len(endpoint.endpoint.clients.rows) == 1, "the end")
    assert "claude-code" not in work.clients.known


@pytest.mark.case("KR02")
def test_a_locked_keyring_leaves_the_new_clients_form_as_it_is(
    endpoint: SettingsDialog, work: FakeWork, until: Until
) -> None:
    clients = endpoint.endpoint.clients
    click(clients.add_button)
    fill(clients.form.name, "nightly-report")
    work.behaviour.failure = SecretStoreLocked()
    click(clients.form.add_button)
    until(endpoint.endpoint.notice.isVisible, "the failure")
    assert endpoint.endpoint.notice.title.text() == "The keyring is locked"
    click(clients.form.add_button)
    until(clients.token.isVisible, "the second try")


def test_a_password_for_remote_clients_is_kept_and_shown_nowhere(
    endpoint: SettingsDialog, work: FakeWork, until: Until
) -> None:
    row = endpoint.endpoint.password
    assert (row.field.placeholderText(), row.button.isEnabled()) == ("not set", False)
    fill(row.field, "short")
    work.behaviour.failure = UserInputError("it is too short", hint="Take a longer one.")
    click(row.button)
    until(lambda: "Take a longer one" in row.hint.text(), "the failure")
    assert row.field.text() == "short", "to be mended"
    fill(row.field, "correct horse battery")
    assert row.field.echoMode() is QLineEdit.EchoMode.Password
    click(row.button)
    until(lambda: work.clients.password == "correct horse battery", "the password")
    until(lambda: row.field.placeholderText() == "set", "the outcome")
    assert row.field.text() == ""
    assert row.hint.text() == "Kept. It counts at once."


def test_a_base_url_that_waits_for_the_password_is_kept_with_it(
    endpoint: SettingsDialog, work: FakeWork, until: Until
) -> None:
    page = endpoint.endpoint
    until(page.rows["base_url"].editor.isEnabled, "the values")
    line = page.rows["base_url"].editor
    assert isinstance(line, QLineEdit)
    work.behaviour.failure = UserInputError("there is no password yet", hint="Set it first, below.")
    fill(line, "https://recall.example")
    page.rows["base_url"].flush()
    until(lambda: "first, below" in page.rows["base_url"].hint.text(), "the refusal")
    fill(page.password.field, "correct horse battery")
    click(page.password.button)
    until(lambda: work.values.now["base_url"] == "https://recall.example", "the base URL")


def test_a_typed_password_is_asked_about_and_forgotten_when_the_page_is_left(
    endpoint: SettingsDialog, until: Until
) -> None:
    fill(endpoint.endpoint.password.field, "correct horse battery")
    endpoint.close()
    press(endpoint.question, "Discard")
    until(lambda: not endpoint.isVisible(), "the end")
    assert endpoint.endpoint.password.field.text() == ""


# ---- agents -------------------------------------------------------------------------------------------


@pytest.fixture
def connections(window: SettingsDialog, until: Until) -> SettingsDialog:
    window.show_page(window.connections)
    until(lambda: len(window.connections.agents.rows) == 4, "the agents")
    return window


def test_each_agent_says_how_it_stands_and_offers_what_makes_sense(connections: SettingsDialog) -> None:
    rows = connections.connections.agents.rows
    offered = {
        name: [b.text() for b in (row.connect_button, row.test_button, row.remove_button) if not b.isHidden()]
        for name, row in rows.items()
    }
    assert offered == {
        "claude-code": ["Test", "Remove…"],
        "codex": ["Connect…"],
        "cursor": ["Connect…", "Remove…"],
        "zed": ["Connect…"],
    }
    assert rows["zed"].help.text() == "Not found on this computer"


def test_connecting_shows_what_changes_before_it_does(
    connections: SettingsDialog, work: FakeWork, until: Until
) -> None:
    row = connections.connections.agents.rows["codex"]
    click(row.connect_button)
    until(row.diff.isVisible, "the preview")
    assert row.diff.toPlainText() == DIFF
    click(row.cancel_button)
    assert not row.diff.isVisible()
    assert "connect codex" not in work.behaviour.calls
    click(row.connect_button)
    until(row.diff.isVisible, "the preview")
    click(row.confirm_button)
    until(lambda: "34 ms" in row.hint.text(), "the round trips")
    assert row.hint.property("tone") == "good"
    assert "New sessions have it." in row.hint.text()
    until(lambda: not row.test_button.isHidden(), "how it stands now")


def test_a_round_trip_that_failed_is_told(connections: SettingsDialog, work: FakeWork, until: Until) -> None:
    work.agents.trials = (Trial("hook", 5.0, "its question did not arrive"), Trial("mcp", 12.0))
    row = connections.connections.agents.rows["claude-code"]
    click(row.test_button)
    until(lambda: "did not arrive" in row.hint.text(), "the trouble")
    assert row.hint.property("tone") == "bad"
    assert "MCP answered in 12 ms" in row.hint.text()


def test_an_agent_is_disconnected_after_asking(
    connections: SettingsDialog, work: FakeWork, until: Until
) -> None:
    row = connections.connections.agents.rows["claude-code"]
    click(row.remove_button)
    press(connections.connections.agents.question, "Disconnect")
    until(lambda: work.agents.standings["claude-code"] == "not", "the end")
    until(lambda: not row.connect_button.isHidden(), "how it stands now")


# ---- the desktop --------------------------------------------------------------------------------------


def test_starting_at_login_is_switched_and_shows_what_the_system_says(
    window: SettingsDialog, autostart: FakeAutostart, until: Until
) -> None:
    autostart.on = True
    window.show_page(window.general)
    until(window.general.starts.isChecked, "what the system says")
    click_box(window)
    until(lambda: not autostart.on, "the change")


def click_box(window: SettingsDialog) -> None:
    QTest.keyClick(window.general.starts, Qt.Key.Key_Space)


def test_a_refused_start_at_login_goes_back_and_says_why(
    window: SettingsDialog, work: FakeWork, until: Until
) -> None:
    window.show_page(window.general)
    until(lambda: "autostart?" in work.behaviour.calls, "the question")
    work.behaviour.failure = SettingsError("the folder is read-only")
    click_box(window)
    until(window.general.starts_row.hint.isVisible, "the refusal")
    assert not window.general.starts.isChecked()
    assert "read-only" in window.general.starts_row.hint.text()


def test_a_key_is_recorded_by_pressing_it(window: SettingsDialog, hotkey: FakeHotkey, until: Until) -> None:
    window.show_page(window.general)
    field = window.general.field
    until(lambda: field.text() == "Ctrl+Alt+Space", "the key in use")
    click(field)
    QTest.keyClick(
        field, Qt.Key.Key_R, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    )
    until(lambda: hotkey.keys == "Ctrl+Shift+R", "the new key")
    until(lambda: field.text() == "Ctrl+Shift+R", "its showing")


def test_a_refused_key_leaves_the_old_one_and_says_why(
    window: SettingsDialog, hotkey: FakeHotkey, until: Until
) -> None:
    window.show_page(window.general)
    field = window.general.field
    until(lambda: field.text() == "Ctrl+Alt+Space", "the key in use")
    hotkey.refusal = KeyRefused("another program has this key")
    click(field)
    QTest.keyClick(field, Qt.Key.Key_F9)
    until(
        lambda: window.general.key_row.hint.text() == "This key can't be used. Another program has this key.",
        "the refusal",
    )
    assert field.text() == "Ctrl+Alt+Space"


@pytest.mark.parametrize(("key", "expected"), [(Qt.Key.Key_Escape, None), (Qt.Key.Key_Backspace, "")])
def test_escape_leaves_the_key_and_backspace_takes_it_away(
    window: SettingsDialog, hotkey: FakeHotkey, until: Until, key: Qt.Key, expected: str | None
) -> None:
    window.show_page(window.general)
    field = window.general.field
    until(lambda: field.text() == "Ctrl+Alt+Space", "the key in use")
    click(field)
    QTest.keyClick(field, key)
    assert not field.records
    assert window.isVisible()
    if expected is not None:
        until(lambda: hotkey.keys == expected, "the change")


def test_a_letter_alone_is_no_key(window: SettingsDialog, hotkey: FakeHotkey, until: Until) -> None:
    window.show_page(window.general)
    field = window.general.field
    until(lambda: field.text() == "Ctrl+Alt+Space", "the key in use")
    click(field)
    QTest.keyClick(field, Qt.Key.Key_R, Qt.KeyboardModifier.ShiftModifier)
    assert "Hold Ctrl" in window.general.key_row.hint.text()
    assert hotkey.keys == "Ctrl+Alt+Space"


# ---- look ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("scale", "options"),
    [
        ("1", ["--size", "1.3", "--longer"]),
        ("2", ["--longer"]),
        ("1", ["--language", "de", "--size", "1.15"]),
        ("1", ["--language", "zh_CN", "--size", "1.15"]),
    ],
)
def test_no_text_is_clipped_in_any_size_or_language_and_everything_has_a_name(
    scale: str, options: list[str]
) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.desktop.unclipped_settings", *options],
        cwd=ROOT,
        env=os.environ | {"QT_SCALE_FACTOR": scale, "QT_QPA_PLATFORM": "offscreen"},
        check=False,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert (done.stdout.strip(), done.returncode) == ("", 0), done.stderr
