"""The settings dialog over work that is slow, fails, or hangs; the work itself is a fake."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QPushButton, QWidget

from tests.desktop.conftest import Until
from tests.desktop.samples import HOME, WORK, FakeActions
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
from trayrecall.ui.settings_actions import KEYRING_WAITS, Offer, words_of
from trayrecall.ui.settings_dialog import SettingsDialog
from trayrecall.ui.state import Tone
from trayrecall.ui.style import Style

TOKEN = known_secret("t0ken-typed-by-hand_7Qz=")


@pytest.fixture
def actions() -> FakeActions:
    return FakeActions()


@pytest.fixture
def dialog(style: Style, bridge: Bridge, actions: FakeActions, until: Until) -> Iterator[SettingsDialog]:
    made = SettingsDialog(style, bridge, actions)
    made.open()
    until(lambda: made.list.count() == 2, "the list")
    yield made
    made.close()
    made.deleteLater()
    QApplication.processEvents()


def click(button: QPushButton) -> None:
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def fill(field: QLineEdit, text: str) -> None:
    field.clear()
    QTest.keyClicks(field, text)


def add_cellar(dialog: SettingsDialog) -> None:
    """Fill the form for a third server and press Save."""
    click(dialog.add_button)
    fill(dialog.form.name, "Cellar")
    fill(dialog.form.url, "http://cellar.example:8080")
    fill(dialog.form.token, TOKEN)
    click(dialog.form.save_button)


def said(dialog: SettingsDialog) -> str:
    return dialog.form.notice.title.text() if dialog.form.notice.isVisible() else ""


def test_the_servers_are_listed_with_how_they_stand(dialog: SettingsDialog) -> None:
    assert [dialog.list.item(n).text() for n in range(2)] == [
        "Home, http://trilium.example:8080, Up to date · 1,234 notes",
        "Work, https://notes.example/trilium, Up to date · 1,234 notes",
    ]


@pytest.mark.case("DL01")
def test_a_held_list_is_told_and_applied_when_a_person_says_so(
    dialog: SettingsDialog, actions: FakeActions, until: Until
) -> None:
    assert not dialog.notice.isVisible()
    actions.states[HOME.id] = "held"
    dialog.follow()
    until(dialog.notice.isVisible, "the trouble")
    assert "not believable" in dialog.notice.title.text()
    assert dialog.notice.words.offer is Offer.APPLY
    click(dialog.notice.button)
    until(lambda: "sync home accepting" in actions.calls, "the call")
    assert "applied" in dialog.notice.title.text()
    actions.states[HOME.id] = "up_to_date"
    dialog.follow()
    until(lambda: not dialog.notice.isVisible(), "the end of the trouble")


def test_a_server_in_trouble_can_be_asked_again(
    dialog: SettingsDialog, actions: FakeActions, until: Until
) -> None:
    actions.states[WORK.id] = "unreachable"
    dialog.follow()
    until(lambda: "Nothing answers" in dialog.list.item(1).text(), "the state")
    assert not dialog.notice.isVisible(), "the chosen one is well"
    dialog.list.setCurrentRow(1)
    assert dialog.notice.words.offer is Offer.AGAIN
    click(dialog.notice.button)
    until(lambda: "sync work" in actions.calls, "the call")
    dialog.list.setCurrentRow(0)
    assert not dialog.notice.isVisible()


@pytest.mark.case("NW07")
def test_a_certificate_is_trusted_after_asking_and_can_be_forgotten(
    dialog: SettingsDialog, actions: FakeActions, until: Until
) -> None:
    click(dialog.add_button)
    assert not dialog.form.trust.isVisible()
    fill(dialog.form.name, "Cellar")
    fill(dialog.form.url, "https://cellar.example")
    assert dialog.form.trust.ca_file.isVisible()
    assert not dialog.form.trust.forget_button.isVisible()
    fill(dialog.form.token, TOKEN)
    actions.failure = TlsFailure("self-signed certificate", presented="ab" * 32)
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
    dialog: SettingsDialog, actions: FakeActions, until: Until
) -> None:
    changed: list[bool] = []
    dialog.changed.connect(lambda: changed.append(True))
    add_cellar(dialog)
    until(lambda: dialog.list.count() == 3, "the third server")
    assert actions.tokens == {"cellar": TOKEN}
    assert changed == [True]
    assert dialog.notice.title.text() == "Cellar is saved"
    assert threading.current_thread().name not in actions.threads


def test_the_token_is_write_only(dialog: SettingsDialog) -> None:
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


def test_closing_forgets_the_token(dialog: SettingsDialog) -> None:
    dialog.edit(None)
    fill(dialog.form.token, TOKEN)
    dialog.close()
    assert dialog.form.token.text() == ""


@pytest.mark.case("KR05")
def test_saving_without_a_token_keeps_the_stored_one(
    dialog: SettingsDialog, actions: FakeActions, until: Until
) -> None:
    actions.tokens[HOME.id] = "stored"
    actions.states[HOME.id] = "no_token"  # a wallet that isn't open yet
    dialog.refresh()
    until(lambda: "Waiting for its token" in dialog.list.item(0).text(), "the state")
    dialog.edit(HOME)
    fill(dialog.form.name, "House")
    click(dialog.form.save_button)
    until(lambda: actions.instances[HOME.id].name == "House", "the saving")
    assert actions.tokens == {HOME.id: "stored"}


def test_a_test_names_what_answers(dialog: SettingsDialog, actions: FakeActions, until: Until) -> None:
    dialog.edit(HOME)
    click(dialog.form.test_button)
    assert said(dialog) == "Asking the server…"
    until(lambda: said(dialog) == "Trilium 0.99.2 answers", "the result")
    assert actions.calls[-1] == "test http://trilium.example:8080 home"  # with the stored token
    fill(dialog.form.token, TOKEN)
    click(dialog.form.test_button)
    until(lambda: actions.calls[-1] == "test http://trilium.example:8080 typed", "the second test")


@pytest.mark.parametrize(
    ("failure", "tone"), [(Unreachable(), "bad"), (WrongToken(), "bad"), (SourceTimeout(), "warn")]
)
def test_a_failed_test_shows_the_title_and_the_hint_of_the_failure(
    dialog: SettingsDialog, actions: FakeActions, until: Until, failure: TrayRecallError, tone: str
) -> None:
    dialog.edit(HOME)
    actions.failure = failure
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
    dialog: SettingsDialog, actions: FakeActions, until: Until, detail: str, sentence: str
) -> None:
    actions.failure = SecretStoreLocked(detail)
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
    dialog: SettingsDialog, actions: FakeActions, until: Until
) -> None:
    actions.failure = NoSecretStore()
    add_cellar(dialog)
    until(lambda: said(dialog) == "This machine has no keyring", "the failure")
    assert "RECALL_<NAME>_TOKEN" in dialog.form.notice.text.text()
    assert (actions.tokens, actions.memory) == ({}, {})
    click(dialog.form.notice.button)
    until(lambda: actions.memory == {"cellar": TOKEN}, "the keeping")
    assert actions.tokens == {}


def test_a_keyring_that_asks_in_its_own_window_is_said_to_be_waited_for(
    dialog: SettingsDialog, actions: FakeActions, until: Until
) -> None:
    actions.gate.clear()
    add_cellar(dialog)
    assert said(dialog) == "Saving…"
    assert not dialog.form.save_button.isEnabled()
    assert dialog.form.cancel_button.isEnabled()
    until(lambda: said(dialog) == KEYRING_WAITS.title, "the word")
    actions.gate.set()
    until(lambda: dialog.list.count() == 3, "the saving")


def test_leaving_during_a_hanging_call_lets_its_outcome_go(
    dialog: SettingsDialog, actions: FakeActions, until: Until
) -> None:
    actions.gate.clear()
    actions.failure = SecretStoreLocked()
    add_cellar(dialog)
    until(lambda: "save" in actions.calls, "the call")
    click(dialog.form.cancel_button)
    actions.gate.set()
    until(lambda: actions.calls.count("listed") >= 2, "the list")
    assert not dialog.form.notice.isVisible()
    assert not dialog.notice.isVisible()


def test_a_server_is_removed_after_asking(dialog: SettingsDialog, actions: FakeActions, until: Until) -> None:
    answer(dialog, "Cancel")
    assert set(actions.instances) == {HOME.id, WORK.id}
    answer(dialog, "Remove")
    until(lambda: dialog.list.count() == 1, "the removal")
    assert set(actions.instances) == {WORK.id}
    assert dialog.notice.title.text() == "Home is removed"


def answer(dialog: SettingsDialog, label: str) -> None:
    dialog.list.setCurrentRow(0)
    click(dialog.remove_button)
    assert dialog.question is not None
    button = next(b for b in dialog.question.buttons() if b.text() == label)
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def test_a_removal_that_fails_can_be_tried_again(
    dialog: SettingsDialog, actions: FakeActions, until: Until
) -> None:
    actions.failure = SecretStoreError("its backend failed with DBusError")
    answer(dialog, "Remove")
    until(lambda: dialog.notice.title.text() == "The keyring can't be used", "the failure")
    assert HOME.id in actions.instances
    click(dialog.notice.button)
    until(lambda: HOME.id not in actions.instances, "the second try")


def test_without_an_address_nothing_can_be_begun(dialog: SettingsDialog) -> None:
    dialog.edit(None)
    assert not dialog.form.save_button.isEnabled()
    assert not dialog.form.test_button.isEnabled()


def test_without_any_server_it_says_what_to_do(
    dialog: SettingsDialog, actions: FakeActions, until: Until
) -> None:
    actions.instances.clear()
    dialog.refresh()
    until(dialog.nobody.isVisible, "the advice")
    assert not dialog.remove_button.isEnabled()


@pytest.mark.case("UI04")
def test_closing_it_does_not_end_the_program(dialog: SettingsDialog) -> None:
    assert not dialog.testAttribute(Qt.WidgetAttribute.WA_QuitOnClose)


def test_a_long_notice_makes_the_window_grow(
    dialog: SettingsDialog, actions: FakeActions, until: Until
) -> None:
    dialog.edit(HOME)
    actions.failure = UserInputError("word " * 120)
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
