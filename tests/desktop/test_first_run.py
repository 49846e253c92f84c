"""The window of the first start: its three steps, what is told while building, and that it can be left at any moment."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.desktop.conftest import Until, click, destroy, fill, press
from tests.desktop.samples import instance_status, status
from tests.desktop.test_settings_dialog import TOKEN
from tests.desktop.unclipped import tab_order
from tests.desktop.work import FakeWork
from trayrecall.core.errors import SecretStoreLocked, StoreError, TlsFailure, TrayRecallError, WrongToken
from trayrecall.core.model import InstanceId, Status
from trayrecall.ui.bridge import Bridge
from trayrecall.ui.first_run import FirstRun, Step
from trayrecall.ui.pace import Pace, left_words
from trayrecall.ui.style import Style
from trayrecall.ui.words import number


@pytest.fixture
def work() -> FakeWork:
    made = FakeWork()
    made.servers.instances.clear()
    return made


@pytest.fixture
def window(style: Style, bridge: Bridge, work: FakeWork) -> Iterator[FirstRun]:
    made = FirstRun(style, bridge, lambda: work)
    made.come()
    yield made
    destroy(made)


def test_a_server_is_connected_and_the_building_is_shown(
    window: FirstRun, work: FakeWork, until: Until
) -> None:
    click(window.notes.server_button)
    form = window.notes.editor.form
    fill(form.name, "Cellar")
    fill(form.url, "http://cellar.example:8080")
    fill(form.token, TOKEN)
    click(form.save_button)
    until(lambda: window.step is Step.BUILDING, "the second step")
    assert list(work.servers.tokens.values()) == [TOKEN]
    assert form.token.text() == ""


def test_the_demo_is_one_click(window: FirstRun, work: FakeWork, until: Until) -> None:
    click(window.notes.demo_button)
    until(lambda: window.step is Step.BUILDING, "the second step")
    assert work.servers.demo


def test_a_demo_that_cant_begin_says_why(window: FirstRun, work: FakeWork, until: Until) -> None:
    work.behaviour.failure = StoreError("no space is left")
    click(window.notes.demo_button)
    until(window.notes.notice.isVisible, "the reason")
    assert "No space is left" in window.notes.notice.text.text()
    assert window.step is Step.NOTES
    assert window.notes.demo_button.isEnabled()


@pytest.mark.case("KR02")
def test_a_locked_keyring_keeps_what_was_typed(window: FirstRun, work: FakeWork, until: Until) -> None:
    click(window.notes.server_button)
    form = window.notes.editor.form
    fill(form.url, "http://cellar.example:8080")
    fill(form.token, TOKEN)
    work.behaviour.failure = SecretStoreLocked()
    click(form.save_button)
    until(lambda: form.notice.title.text() == "The keyring is locked", "the word")
    assert form.typed_token == TOKEN


def answer(window: FirstRun, label: str) -> None:
    assert window.question is not None
    assert window.question.text() == "Discard what you typed?"
    press(window.question, label)


def test_escape_leaves_the_form_first_and_then_the_window(window: FirstRun) -> None:
    ended: list[bool] = []
    window.ended.connect(lambda: ended.append(True))
    click(window.notes.server_button)
    QTest.keyClick(window, Qt.Key.Key_Escape)
    assert window.isVisible()
    assert not window.notes.is_typing
    assert window.question is None
    QTest.keyClick(window, Qt.Key.Key_Escape)
    assert not window.isVisible()
    assert ended == [True]


def test_what_was_typed_is_not_lost_by_escape_without_asking(window: FirstRun) -> None:
    click(window.notes.server_button)
    token = window.notes.editor.form.token
    fill(token, TOKEN)
    QTest.keyClick(window, Qt.Key.Key_Escape)
    answer(window, "Keep editing")
    assert token.text() == TOKEN
    QTest.keyClick(window, Qt.Key.Key_Escape)
    answer(window, "Discard")
    assert token.text() == ""
    assert window.isVisible()
    assert not window.notes.is_typing


def test_what_was_typed_is_not_lost_by_closing_without_asking(window: FirstRun) -> None:
    ended: list[bool] = []
    window.ended.connect(lambda: ended.append(True))
    click(window.notes.server_button)
    fill(window.notes.editor.form.url, "http://cellar.example:8080")
    window.close()
    assert window.isVisible()
    answer(window, "Keep editing")
    window.before_end(lambda: ended.append(False))
    answer(window, "Keep editing")
    assert ended == []
    window.close()
    answer(window, "Discard")
    assert not window.isVisible()
    assert ended == [True]


def test_it_can_be_skipped_at_once(window: FirstRun) -> None:
    ended: list[bool] = []
    window.ended.connect(lambda: ended.append(True))
    click(window.skip_button)
    assert ended == [True]


def test_search_is_offered_as_soon_as_notes_are_there(window: FirstRun) -> None:
    wanted: list[bool] = []
    window.search_wanted.connect(lambda: wanted.append(True))
    window.go(Step.BUILDING)
    window.take(status(instance_status(state="building", notes=0)))
    assert not window.building.search_button.isEnabled()
    window.take(status(instance_status(state="building", notes=12)))
    click(window.building.search_button)
    assert wanted == [True]


def test_reading_and_learning_are_told_apart_with_the_time_that_is_left(window: FirstRun) -> None:
    window.go(Step.BUILDING)
    building = window.building
    reading = replace(instance_status(state="building", notes=310), progress=0.31)
    building.take(replace(status(reading), passages=900, pending=900), 0.0)
    assert (building.reading.bar.value(), building.reading.text.text()) == (310, "310 notes")
    assert building.learning.bar.value() == 0
    assert building.title.text() == "The index is being built"
    assert building.about.text().startswith("It goes on by itself")
    done = instance_status(notes=1000)
    for second in range(0, 61, 10):
        building.take(replace(status(done), passages=3000, pending=3000 - 10 * second), 100.0 + second)
    assert building.reading.left.text() == "done"
    assert building.learning.text.text() == f"600 of {number(3000)} passages"
    assert building.learning.left.text() == "about 4 minutes left"
    building.take(replace(status(done), passages=3000, pending=0), 400.0)
    assert building.learning.left.text() == "done"
    assert building.about.text().startswith("From now on it follows")
    assert building.title.text() == "The index is ready"


@pytest.mark.parametrize(
    ("degraded", "told"),
    [("no_model", "No embedding model is installed"), ("embedder_failed", "the language model failed")],
)
def test_without_a_model_it_says_why_words_alone_find(window: FirstRun, degraded: str, told: str) -> None:
    window.go(Step.BUILDING)
    window.take(replace(status(instance_status(notes=9), degraded=degraded), pending=20))
    assert told in window.building.learning.text.text()


def test_a_server_in_trouble_is_told(window: FirstRun) -> None:
    window.go(Step.BUILDING)
    window.take(status(replace(instance_status(state="token_rejected"), detail="HTTP 401")))
    assert window.building.trouble.title.text() == "The token is refused"
    window.take(status(instance_status()))
    assert not window.building.trouble.isVisible()


def add_server(window: FirstRun, until: Until) -> InstanceId:
    click(window.notes.server_button)
    form = window.notes.editor.form
    fill(form.url, "https://cellar.example")
    fill(form.token, TOKEN)
    click(form.save_button)
    until(lambda: window.step is Step.BUILDING, "the second step")
    assert window.notes.added is not None
    return window.notes.added.id


def troubled(server: InstanceId, state: str, failure: TrayRecallError) -> Status:
    return status(replace(instance_status(state=state, notes=0), id=server, failure=failure))


def test_a_server_that_refuses_its_token_is_changed_right_here(
    window: FirstRun, work: FakeWork, until: Until
) -> None:
    server = add_server(window, until)
    window.take(troubled(server, "token_rejected", WrongToken()))
    assert window.building.title.text() == "Your notes can’t be read yet"
    assert not window.building.about.isVisible()
    click(window.building.trouble.button)
    form = window.notes.editor.form
    assert form.url.text() == "https://cellar.example"
    assert form.notice.title.text() == "Trilium refuses the token"
    until(form.token.hasFocus, "the keyboard in the token's field")
    fill(form.token, TOKEN[::-1])
    click(form.save_button)
    until(lambda: window.step is Step.BUILDING, "the second step again")
    assert work.servers.tokens == {server: TOKEN[::-1]}
    window.take(status(replace(instance_status(notes=3), id=server)))
    assert not window.building.trouble.isVisible()
    assert window.building.about.isVisible()


def test_a_certificate_of_ones_own_is_trusted_with_two_clicks(
    window: FirstRun, work: FakeWork, until: Until
) -> None:
    server = add_server(window, until)
    window.take(troubled(server, "certificate", TlsFailure("self-signed", presented="ab" * 32)))
    click(window.building.trouble.button)
    notice = window.notes.editor.notice
    assert notice.button.text() == "Trust this certificate"
    click(notice.button)
    until(lambda: window.step is Step.BUILDING, "the second step again")
    assert [i.pinned_sha256 for i in work.servers.instances.values()] == ["ab" * 32]


def test_coming_back_changes_the_server_that_was_added(window: FirstRun, until: Until) -> None:
    add_server(window, until)
    click(window.back_button)
    click(window.notes.server_button)
    assert window.notes.editor.form.url.text() == "https://cellar.example"


def test_agents_are_connected_with_one_click(window: FirstRun, work: FakeWork, until: Until) -> None:
    window.go(Step.AGENTS)
    rows = window.agents.list.rows
    until(lambda: len(rows) == 3, "the agents that are here")
    click(rows["codex"].connect_button)
    until(lambda: "34 ms" in rows["codex"].hint.text(), "the round trips")
    assert "preview codex" not in work.behaviour.calls
    click(window.next_button)
    assert not window.isVisible()


def test_the_tab_key_goes_through_the_agents_before_the_windows_buttons(
    window: FirstRun, until: Until
) -> None:
    window.go(Step.AGENTS)
    rows = window.agents.list.rows
    until(lambda: len(rows) == 3 and rows["codex"].isVisible(), "the agents that are here")
    order = tab_order(window)
    assert order[-2:] == [window.back_button, window.next_button]
    assert len(order) > len(rows)


def test_one_can_go_back(window: FirstRun) -> None:
    window.go(Step.AGENTS)
    click(window.back_button)
    assert window.step is Step.BUILDING


# ---- the time left ------------------------------------------------------------------------------------


def pace(*seen: tuple[float, float]) -> float | None:
    made = Pace()
    for now, progress in seen:
        made.note(now, progress)
    return made.left()


def test_the_time_left_follows_the_pace_of_the_last_while() -> None:
    assert pace((0, 0.0), (10, 0.1)) == pytest.approx(90.0)
    slower = [(float(t), 0.5 + t / 10_000) for t in range(0, 200, 5)]
    assert pace((-100, 0.0), *slower) == pytest.approx((1 - slower[-1][1]) * 10_000)


@pytest.mark.parametrize(
    "seen", [[], [(0.0, 0.2)], [(0.0, 0.0), (1.0, 0.5)], [(0.0, 0.5), (30.0, 0.5)], [(0.0, 0.9), (30.0, 0.1)]]
)
def test_nothing_is_told_before_it_is_known(seen: list[tuple[float, float]]) -> None:
    assert pace(*seen) is None


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (None, ""),
        (12.0, "less than a minute left"),
        (61.0, "about 1 minute left"),
        (500.0, "about 8 minutes left"),
        (3600.0, "about 1 hour left"),
        (9000.0, "about 2 hours left"),
    ],
)
def test_the_time_left_is_told_no_more_precisely_than_it_is_known(seconds: float | None, words: str) -> None:
    assert left_words(seconds) == words
