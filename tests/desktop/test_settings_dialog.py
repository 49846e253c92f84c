"""The settings window's page for servers over work that is slow, fails, or hangs; the work itself is a fake."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QLineEdit, QWidget

from tests.desktop.conftest import Until, click, destroy, fill, press
from tests.desktop.samples import HOME, WORK
from tests.desktop.work import DEMO, FakeServers, FakeWork, settings_window
from tests.known_secrets import known_secret
from trayrecall.core.errors import (
    NoSecretStore,
    SecretStoreError,
    SecretStoreLocked,
    SourceTimeout,
    TlsFailure,
    TrayRecallError,
    Unreachable,
    UserInputError,
    WrongToken,
)
from trayrecall.core.model import InstanceId
from trayrecall.ui.bridge import Bridge
from trayrecall.ui.settings_actions import Offer, keyring_waits, words_of
from trayrecall.ui.settings_dialog import SettingsDialog
from trayrecall.ui.settings_servers import ServersPage
from trayrecall.ui.state import Tone
from trayrecall.ui.style import Style

TOKEN = known_secret("t0ken-typed-by-hand_7Qz=")


@pytest.fixture
def actions(work: FakeWork) -> FakeServers:
    return work.servers


@pytest.fixture
def window(style: Style, bridge: Bridge, work: FakeWork) -> Iterator[SettingsDialog]:
    made = settings_window(style, bridge, lambda: work)
    made.open()
    yield made
    destroy(made)


@pytest.fixture
def dialog(window: SettingsDialog, until: Until) -> ServersPage:
    until(lambda: window.servers.list.count() == 2, "the list")
    return window.servers


def add_cellar(dialog: ServersPage) -> None:
    """Fill the form for a third server and press Save."""
    click(dialog.add_button)
    fill(dialog.form.name, "Cellar")
    fill(dialog.form.url, "http://cellar.example:8080")
    fill(dialog.form.token, TOKEN)
    click(dialog.form.save_button)


def said(dialog: ServersPage) -> str:
    return dialog.form.notice.title.text() if dialog.form.notice.isVisible() else ""


def test_the_servers_are_listed_with_how_they_stand(dialog: ServersPage) -> None:
    assert [dialog.list.item(n).text() for n in range(2)] == [
        "Home, http://trilium.example:8080, Up to date · 1,234 notes",
        "Work, https://notes.example/trilium, Up to date · 1,234 notes",
    ]


@pytest.mark.case("DL01")
def test_a_held_list_is_told_and_applied_when_a_person_says_so(
    dialog: ServersPage, actions: FakeServers, until: Until
) -> None:
    assert not dialog.notice.isVisible()
    actions.states[HOME.id] = "held"
    dialog.follow()
    until(dialog.notice.isVisible, "the trouble")
    assert "not believable" in dialog.notice.title.text()
    assert dialog.notice.words.offer is Offer.APPLY
    click(dialog.notice.button)
    until(lambda: "sync home accepting" in actions.behaviour.calls, "the call")
    assert "applied" in dialog.notice.title.text()
    actions.states[HOME.id] = "up_to_date"
    dialog.follow()
    until(lambda: not dialog.notice.isVisible(), "the end of the trouble")


def test_a_server_in_trouble_can_be_asked_again(
    dialog: ServersPage, actions: FakeServers, until: Until
) -> None:
    actions.states[WORK.id] = "unreachable"
    dialog.follow()
    until(lambda: "Nothing answers" in dialog.list.item(1).text(), "the state")
    assert not dialog.notice.isVisible(), "the chosen one is well"
    dialog.list.setCurrentRow(1)
    assert dialog.notice.words.offer is Offer.AGAIN
    click(dialog.notice.button)
    until(lambda: "sync work" in actions.behaviour.calls, "the call")
    dialog.list.setCurrentRow(0)
    assert not dialog.notice.isVisible()


@pytest.mark.case("NW07")
def test_a_certificate_is_trusted_after_asking_and_can_be_forgotten(
    dialog: ServersPage, actions: FakeServers, until: Until
) -> None:
    click(dialog.add_button)
    assert not dialog.form.trust.isVisible()
    fill(dialog.form.name, "Cellar")
    fill(dialog.form.url, "https://cellar.example")
    assert dialog.form.trust.ca_file.isVisible()
    assert not dialog.form.trust.forget_button.isVisible()
    fill(dialog.form.token, TOKEN)
    actions.behaviour.failure = TlsFailure("self-signed certificate", presented="ab" * 32)
    click(dialog.form.test_button)
    until(lambda: dialog.form.notice.words.offer is Offer.TRUST, "the offer")
    assert ":".join(["AB"] * 32) in dialog.form.notice.text.text().replace("\n", "")
    assert dialog.form.notice.button.width() >= dialog.form.notice.button.sizeHint().width()
    assert dialog.form.draft.pinned_sha256 is None
    click(dialog.form.notice.button)
    until(lambda: said(dialog) == "Trilium 0.99.2 answers", "the test is made again")
    assert dialog.form.trust.forget_button.isVisible()
    click(dialog.form.save_button)
    until(lambda: dialog.list.count() == 3, "the list")
    assert actions.instances[InstanceId("cellar")].pinned_sha256 == "ab" * 32
    dialog.edit(actions.instances[InstanceId("cellar")])
    click(dialog.form.trust.forget_button)
    fill(dialog.form.trust.ca_file, "/etc/own.pem")
    assert (dialog.form.draft.pinned_sha256, dialog.form.draft.ca_file) == (None, "/etc/own.pem")
    fill(dialog.form.url, "http://cellar.example")
    assert not dialog.form.trust.isVisible()


def test_a_server_is_added_with_its_token_off_the_ui_thread(
    dialog: ServersPage, actions: FakeServers, until: Until
) -> None:
    changed: list[bool] = []
    dialog.changed.connect(lambda: changed.append(True))
    add_cellar(dialog)
    until(lambda: dialog.list.count() == 3, "the third server")
    assert actions.tokens == {"cellar": TOKEN}
    assert changed == [True]
    QTest.qWait(50)
    assert dialog.notice.isVisible(), "the list that came after it does not take it away"
    assert dialog.notice.title.text() == "Cellar is saved"
    assert dialog.list.chosen == actions.instances[InstanceId("cellar")]
    actions.states[InstanceId("cellar")] = "unreachable"
    dialog.follow()
    until(lambda: dialog.notice.words.offer is Offer.AGAIN, "the trouble that came since")
    assert threading.current_thread().name not in actions.behaviour.threads


def test_the_token_is_write_only(dialog: ServersPage) -> None:
    dialog.edit(HOME)
    assert dialog.form.token.text() == ""
    assert dialog.form.token.echoMode() is QLineEdit.EchoMode.Password
    assert "keep the stored token" in dialog.form.token.placeholderText()
    fill(dialog.form.token, TOKEN)
    click(dialog.form.cancel_button)
    assert dialog.form.token.text() == ""
    dialog.edit(HOME)
    assert dialog.form.token.text() == ""
    dialog.form.token.undo()
    assert dialog.form.token.text() == ""
    assert not any(TOKEN in text for text in everything_written(dialog))


def everything_written(widget: QWidget) -> list[str]:
    labels = [label.text() for label in widget.findChildren(QLabel)]
    return labels + [child.accessibleName() for child in widget.findChildren(QWidget)]


def test_closing_with_something_typed_asks_and_then_forgets_the_token(
    window: SettingsDialog, dialog: ServersPage
) -> None:
    dialog.edit(None)
    fill(dialog.form.token, TOKEN)
    window.close()
    assert window.isVisible(), "it asks first"
    press(window.question, "Keep editing")
    assert dialog.form.token.text() == TOKEN
    window.close()
    press(window.question, "Discard")
    assert not window.isVisible()
    assert dialog.form.token.text() == ""


def test_escape_leaves_the_form_before_the_window(window: SettingsDialog, dialog: ServersPage) -> None:
    dialog.edit(HOME)
    fill(dialog.form.token, TOKEN)
    QTest.keyClick(window, Qt.Key.Key_Escape)
    press(window.question, "Discard")
    assert (window.isVisible(), dialog.list.isVisible(), dialog.form.token.text()) == (True, True, "")
    dialog.edit(HOME)
    QTest.keyClick(window, Qt.Key.Key_Escape)
    assert (window.isVisible(), dialog.list.isVisible()) == (True, True)
    QTest.keyClick(window, Qt.Key.Key_Escape)
    assert not window.isVisible()


def test_closing_without_anything_typed_asks_nothing(window: SettingsDialog, dialog: ServersPage) -> None:
    dialog.edit(HOME)
    window.close()
    assert not window.isVisible()


def test_turning_the_page_with_something_typed_asks_too(window: SettingsDialog, dialog: ServersPage) -> None:
    dialog.edit(HOME)
    fill(dialog.form.name, "House")
    window.sidebar.setCurrentRow(1)
    assert (window.sidebar.currentRow(), window.search.isVisible()) == (0, False)
    press(window.question, "Keep editing")
    assert dialog.form.name.text() == "House"
    window.sidebar.setCurrentRow(1)
    press(window.question, "Discard")
    assert window.search.isVisible()


@pytest.mark.parametrize("typed", [True, False])
def test_quitting_asks_only_where_something_would_be_lost(
    window: SettingsDialog, dialog: ServersPage, typed: bool
) -> None:
    ended: list[bool] = []
    dialog.edit(HOME)
    if typed:
        fill(dialog.form.name, "House")
    window.before_end(lambda: ended.append(True))
    assert ended == ([] if typed else [True])
    if typed:
        press(window.question, "Discard")
        assert ended == [True]


@pytest.mark.parametrize(
    ("state", "title"),
    [("no_token", "There is no token for it"), ("token_rejected", "The token is refused")],
)
def test_a_server_without_a_good_token_offers_to_enter_one(
    dialog: ServersPage, actions: FakeServers, until: Until, state: str, title: str
) -> None:
    actions.states[HOME.id] = state
    dialog.refresh()
    until(dialog.notice.isVisible, "what is wrong")
    assert dialog.notice.title.text() == title
    assert dialog.notice.button.text() == "Enter a token…"
    assert "trayrecall instance" not in dialog.notice.text.text()
    click(dialog.notice.button)
    assert dialog.form.isVisible()
    assert dialog.form.url.text() == HOME.url
    assert dialog.window().focusWidget() is dialog.form.token


@pytest.mark.case("KR05")
def test_saving_without_a_token_keeps_the_stored_one(
    dialog: ServersPage, actions: FakeServers, until: Until
) -> None:
    actions.tokens[HOME.id] = "stored"
    actions.states[HOME.id] = "keyring_failed"  # a wallet that isn't open yet
    dialog.refresh()
    until(lambda: "Waiting for its token" in dialog.list.item(0).text(), "the state")
    dialog.edit(HOME)
    fill(dialog.form.name, "House")
    click(dialog.form.save_button)
    until(lambda: actions.instances[HOME.id].name == "House", "the saving")
    assert actions.tokens == {HOME.id: "stored"}


def test_a_test_names_what_answers(dialog: ServersPage, actions: FakeServers, until: Until) -> None:
    dialog.edit(HOME)
    click(dialog.form.test_button)
    assert said(dialog) == "Asking the server…"
    until(lambda: said(dialog) == "Trilium 0.99.2 answers", "the result")
    assert actions.behaviour.calls[-1] == "test http://trilium.example:8080 home"  # with the stored token
    fill(dialog.form.token, TOKEN)
    click(dialog.form.test_button)
    until(lambda: actions.behaviour.calls[-1] == "test http://trilium.example:8080 typed", "the second test")


@pytest.mark.parametrize(
    ("failure", "tone"), [(Unreachable(), "bad"), (WrongToken(), "bad"), (SourceTimeout(), "warn")]
)
def test_a_failed_test_shows_the_title_and_the_hint_of_the_failure(
    dialog: ServersPage, actions: FakeServers, until: Until, failure: TrayRecallError, tone: str
) -> None:
    dialog.edit(HOME)
    actions.behaviour.failure = failure
    click(dialog.form.test_button)
    until(lambda: said(dialog) == failure.title, "the failure")
    assert failure.hint in dialog.form.notice.text.text()
    assert dialog.form.notice.property("tone") == tone
    assert dialog.form.save_button.isEnabled()


@pytest.mark.case("KR02")
@pytest.mark.parametrize(
    ("detail", "sentence"),
    [
        ("the unlocking was refused or dismissed", "The unlocking was refused or dismissed."),
        ("it did not answer within 10 seconds", "It did not answer within 10 seconds."),
    ],
)
def test_a_locked_keyring_changes_nothing_and_a_retry_works_at_once(
    dialog: ServersPage, actions: FakeServers, until: Until, detail: str, sentence: str
) -> None:
    actions.behaviour.failure = SecretStoreLocked(detail)
    add_cellar(dialog)
    until(lambda: said(dialog) == "The keyring is locked", "the failure")
    assert sentence in dialog.form.notice.text.text()
    assert actions.tokens == {}
    assert dialog.form.typed_token == TOKEN  # nothing has to be typed again
    assert dialog.form.notice.button.text() == "Try again"
    click(dialog.form.notice.button)
    until(lambda: actions.tokens == {"cellar": TOKEN}, "the second try")


@pytest.mark.case("KR01")
def test_without_a_keyring_the_token_may_be_kept_for_this_run_only_after_a_choice(
    dialog: ServersPage, actions: FakeServers, until: Until
) -> None:
    actions.behaviour.failure = NoSecretStore()
    add_cellar(dialog)
    until(lambda: said(dialog) == "This machine has no keyring", "the failure")
    assert "RECALL_<NAME>_TOKEN" in dialog.form.notice.text.text()
    assert (actions.tokens, actions.memory) == ({}, {})
    click(dialog.form.notice.button)
    until(lambda: actions.memory == {"cellar": TOKEN}, "the keeping")
    assert actions.tokens == {}


def test_a_keyring_that_asks_in_its_own_window_is_said_to_be_waited_for(
    dialog: ServersPage, actions: FakeServers, until: Until
) -> None:
    actions.behaviour.gate.clear()
    add_cellar(dialog)
    assert said(dialog) == "Saving…"
    assert not dialog.form.save_button.isEnabled()
    assert dialog.form.cancel_button.isEnabled()
    until(lambda: said(dialog) == keyring_waits().title, "the word")
    actions.behaviour.gate.set()
    until(lambda: dialog.list.count() == 3, "the saving")


def test_leaving_during_a_hanging_call_lets_its_outcome_go(
    dialog: ServersPage, actions: FakeServers, until: Until
) -> None:
    actions.behaviour.gate.clear()
    actions.behaviour.failure = SecretStoreLocked()
    add_cellar(dialog)
    until(lambda: "save" in actions.behaviour.calls, "the call")
    click(dialog.form.cancel_button)
    actions.behaviour.gate.set()
    until(lambda: actions.behaviour.calls.count("listed") >= 2, "the list")
    assert not dialog.form.notice.isVisible()
    assert not dialog.notice.isVisible()


def test_a_server_is_removed_after_asking(dialog: ServersPage, actions: FakeServers, until: Until) -> None:
    answer(dialog, "Cancel")
    assert set(actions.instances) == {HOME.id, WORK.id}
    answer(dialog, "Remove")
    until(lambda: dialog.list.count() == 1, "the removal")
    assert set(actions.instances) == {WORK.id}
    QTest.qWait(50)
    assert dialog.notice.isVisible()
    assert dialog.notice.title.text() == "Home is removed"


def test_after_the_last_server_was_removed_the_keyboard_can_add_one(
    dialog: ServersPage, actions: FakeServers, until: Until
) -> None:
    for left in (1, 0):
        answer(dialog, "Remove")
        until(lambda left=left: dialog.list.count() == left, "the removal")
    assert actions.instances == {}
    until(dialog.add_button.hasFocus, "the focus")  # once the question has gone


def test_enter_on_a_server_opens_its_form_and_saves_nothing(
    window: SettingsDialog, dialog: ServersPage, actions: FakeServers, until: Until
) -> None:
    until(window.isActiveWindow, "its having the keys")
    dialog.list.setFocus()
    QTest.keyClick(dialog.list, Qt.Key.Key_Return)
    assert dialog.form.name.hasFocus()
    assert dialog.form.name.text() == "Home"
    assert "save" not in actions.behaviour.calls


def answer(dialog: ServersPage, label: str) -> None:
    dialog.list.setCurrentRow(0)
    click(dialog.remove_button)
    press(dialog.question, label)


def test_a_removal_that_fails_can_be_tried_again(
    dialog: ServersPage, actions: FakeServers, until: Until
) -> None:
    actions.behaviour.failure = SecretStoreError("its backend failed with DBusError")
    answer(dialog, "Remove")
    until(lambda: dialog.notice.title.text() == "The keyring can't be used", "the failure")
    assert HOME.id in actions.instances
    click(dialog.notice.button)
    until(lambda: HOME.id not in actions.instances, "the second try")


def test_without_an_address_nothing_can_be_begun(dialog: ServersPage) -> None:
    dialog.edit(None)
    assert not dialog.form.save_button.isEnabled()
    assert not dialog.form.test_button.isEnabled()


def test_without_any_server_it_says_what_to_do(
    dialog: ServersPage, actions: FakeServers, until: Until
) -> None:
    actions.instances.clear()
    dialog.refresh()
    until(dialog.nobody.isVisible, "the advice")
    assert not dialog.remove_button.isEnabled()


@pytest.mark.case("UI04")
def test_closing_it_does_not_end_the_program(window: SettingsDialog) -> None:
    assert not window.testAttribute(Qt.WidgetAttribute.WA_QuitOnClose)


def test_a_server_is_paused_and_resumed(dialog: ServersPage, actions: FakeServers, until: Until) -> None:
    click(dialog.pause_button)
    until(lambda: not actions.instances[HOME.id].enabled, "the pause")
    until(lambda: dialog.pause_button.text() == "&Resume", "the other word")
    assert "Switched off" in dialog.list.item(0).text()
    click(dialog.pause_button)
    until(lambda: actions.instances[HOME.id].enabled, "the end of the pause")


def test_the_demo_can_only_be_removed(dialog: ServersPage, actions: FakeServers, until: Until) -> None:
    actions.demo = True
    dialog.refresh()
    until(lambda: dialog.list.count() == 3, "the demo")
    dialog.list.setCurrentRow(0)
    assert dialog.list.chosen == DEMO
    assert not dialog.edit_button.isEnabled()
    assert not dialog.rules_button.isEnabled()
    answer(dialog, "Remove")
    until(lambda: not actions.demo, "the removal")


def test_a_long_notice_is_shown_whole(dialog: ServersPage, actions: FakeServers, until: Until) -> None:
    dialog.edit(HOME)
    actions.behaviour.failure = UserInputError("word " * 120)
    click(dialog.form.test_button)
    until(lambda: said(dialog) == "That can't be used", "the failure")
    text = dialog.form.notice.text
    until(lambda: text.height() >= text.heightForWidth(text.width()), "the room for the text")


@pytest.mark.parametrize(
    ("failure", "saving", "offer"),
    [
        (NoSecretStore(), True, Offer.THIS_RUN),
        (NoSecretStore(), False, Offer.AGAIN),
        (SecretStoreLocked(), True, Offer.AGAIN),
        (SecretStoreError(), True, Offer.AGAIN),
        (Unreachable(), False, Offer.NOTHING),
    ],
)
def test_each_failure_offers_what_helps(failure: TrayRecallError, saving: bool, offer: Offer) -> None:
    words = words_of(failure, saving=saving)
    assert (words.title, words.offer) == (failure.title, offer)
    assert words.tone is (Tone.WARN if isinstance(failure, SecretStoreError) else Tone.BAD)
