"""The popup as a person uses it: real key presses and clicks, sent to the X server by xdotool."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QPoint, QRect, Qt, QTimer
from PySide6.QtGui import QAccessible, QCursor, QGuiApplication
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QApplication, QMenu, QWidget

from tests.desktop import samples
from tests.desktop.conftest import Until
from tests.desktop.session import INSTALL, Desktop, missing_programs, wait_for
from trayrecall.core.errors import StoreError
from trayrecall.ui.compositor import can_be_see_through
from trayrecall.ui.outcome import Deliver, Done, Failed, Outcome
from trayrecall.ui.popup import Popup
from trayrecall.ui.query import Kind
from trayrecall.ui.rows import Found
from trayrecall.ui.style import SIZES, Mode, Style


class Question:
    """A question that the popup asked, answered by hand or at once."""

    def __init__(self, text: str, deliver: Deliver[Found]) -> None:
        self.text, self._deliver, self.cancelled = text, deliver, False

    def cancel(self) -> None:
        self.cancelled = True

    def answer(self, outcome: Outcome[Found] | None = None) -> None:
        if not self.cancelled:
            self._deliver(outcome or Done(samples.found(self.text)))


class Asked:
    """The searcher: keeps every question; answers at once unless told to hold."""

    def __init__(self) -> None:
        self.questions: list[Question] = []
        self.holds = False
        self.degraded: str | None = None

    def __call__(self, text: str, deliver: Deliver[Found]) -> Question:
        question = Question(text, deliver)
        self.questions.append(question)
        if not self.holds:
            rows = samples.found(text, degraded=self.degraded)
            QTimer.singleShot(0, lambda: question.answer(Done(rows)))
        return question


@pytest.fixture
def asked() -> Asked:
    return Asked()


@pytest.fixture
def opened() -> list[str]:
    return []


@pytest.fixture
def popup(style: Style, asked: Asked, opened: list[str], until: Until) -> Iterator[Popup]:
    QCursor.setPos(10, 10)
    made = Popup(style, asked, opened.append)
    made.open()
    until(lambda: made.is_in_use, "the popup's getting the focus")
    yield made
    made.hide()
    made.deleteLater()
    QApplication.processEvents()


@pytest.fixture
def press(desktop: Desktop, until: Until) -> Callable[..., None]:
    """Press keys as a person does; Qt works meanwhile."""

    def go(*arguments: str) -> None:
        process = subprocess.Popen(["xdotool", *arguments], env=desktop.env)
        until(lambda: process.poll() is not None, "xdotool")
        assert process.returncode == 0

    return go


Press = Callable[..., None]


def row(popup: Popup) -> int:
    return popup.results.chosen


def ask(popup: Popup, text: str, press: Press, until: Until) -> None:
    press("type", "--delay", "12", text)
    until(lambda: popup.field.edit.text() == text, "the typing")
    until(lambda: popup._machine.view.query == text and not popup._machine.pending, "the answer")


def test_typing_shows_rows_and_enter_opens_the_first_note(
    popup: Popup, press: Press, until: Until, opened: list[str]
) -> None:
    ask(popup, "greenhouse vents", press, until)
    assert popup.results.isVisible()
    assert len(popup.results.rows) == len(samples.NOTES)
    press("key", "Return")
    until(lambda: not popup.isVisible(), "the closing")
    assert opened == ["http://trilium.example:8080/#root/folder/vents01"]


def test_keys_move_through_the_rows(popup: Popup, press: Press, until: Until, opened: list[str]) -> None:
    ask(popup, "vents", press, until)
    last = len(samples.NOTES) - 1
    for key, expected in (
        ("Down", 1), ("ctrl+n", 2), ("Up", 1), ("ctrl+p", 0), ("Up", last), ("Down", 0), ("Prior", 0),
        ("Next", None), ("Next", last), ("Prior", None), ("ctrl+n", None),
    ):  # fmt: skip
        before = row(popup)
        press("key", key)
        if expected is None:
            until(lambda b=before: row(popup) != b, f"the move by {key}")
        else:
            until(lambda e=expected: row(popup) == e, f"the move by {key}")
    chosen = row(popup)
    press("key", "Return")
    until(lambda: bool(opened), "the opening")
    assert opened[0].endswith(samples.NOTES[chosen].note_id)


def test_escape_closes_and_cancels_what_is_under_way(
    popup: Popup, press: Press, until: Until, asked: Asked
) -> None:
    asked.holds = True
    press("type", "v")
    until(lambda: bool(asked.questions), "the question")
    press("key", "Escape")
    until(lambda: not popup.isVisible(), "the closing")
    assert asked.questions[-1].cancelled


def test_keys_reach_the_field_also_when_nothing_in_the_popup_has_the_focus(
    popup: Popup, press: Press, until: Until
) -> None:
    popup.field.edit.clearFocus()
    press("key", "v")
    press("key", "e")
    until(lambda: popup.field.edit.text() == "ve", "the letters")
    popup.field.edit.clearFocus()
    press("key", "Escape")
    until(lambda: not popup.isVisible(), "the end")


def test_a_click_opens_the_row(popup: Popup, press: Press, until: Until, opened: list[str]) -> None:
    ask(popup, "vents", press, until)
    place = popup.results.visualRect(popup.results.results.index(2)).center()
    at = popup.results.viewport().mapToGlobal(place)
    press("mousemove", str(at.x()), str(at.y()), "click", "1")
    until(lambda: bool(opened), "the opening")
    assert opened == ["http://trilium.example:8080/#root/folder/j0402"]


def test_enter_right_after_typing_opens_what_the_new_text_finds(
    popup: Popup, press: Press, until: Until, asked: Asked, opened: list[str]
) -> None:
    asked.holds = True
    press("type", "frost")
    until(lambda: popup.field.edit.text() == "frost", "the typing")
    press("key", "Return")
    until(lambda: asked.questions[-1].text == "frost", "the question")
    assert opened == []
    asked.questions[-1].answer()
    assert opened == ["http://trilium.example:8080/#root/folder/frost01"]


def test_stale_questions_are_cancelled_and_a_slow_one_says_searching(
    popup: Popup, press: Press, until: Until, asked: Asked
) -> None:
    asked.holds = True
    press("type", "--delay", "70", "vent")
    until(lambda: bool(asked.questions) and asked.questions[-1].text == "vent", "the last question")
    assert all(question.cancelled for question in asked.questions[:-1])
    until(lambda: popup.footer.text.text() == "Searching…", "the word")
    asked.questions[-1].answer()
    until(lambda: popup.footer.text.text().endswith("notes"), "the rows")


def test_nothing_found_and_failures_are_said_in_words(
    popup: Popup, press: Press, until: Until, asked: Asked
) -> None:
    ask(popup, "xylophone", press, until)
    assert not popup.results.isVisible()
    assert popup.message.title.text() == "Nothing found for “xylophone”"
    asked.holds = True
    press("type", "s")
    until(lambda: asked.questions[-1].text == "xylophones", "the question")
    asked.questions[-1].answer(Failed(StoreError("locked", hint="Start it again.")))
    until(lambda: popup._machine.view.kind is Kind.FAILED, "the failure")
    assert (popup.message.title.text(), popup.message.text.text()) == (
        "The index can't be used",
        "Start it again.",
    )


def test_an_answer_by_keyword_alone_says_so(popup: Popup, press: Press, until: Until, asked: Asked) -> None:
    asked.degraded = "no_model"
    ask(popup, "vents", press, until)
    assert popup.footer.text.text() == "By keyword only: no language model is installed"


def test_opened_again_the_text_is_chosen_and_asked_anew(
    popup: Popup, press: Press, until: Until, asked: Asked
) -> None:
    ask(popup, "vents", press, until)
    press("key", "Escape")
    until(lambda: not popup.isVisible(), "the closing")
    before = len(asked.questions)
    popup.toggle()
    until(lambda: popup.is_in_use, "the focus")
    until(lambda: len(asked.questions) == before + 1, "the question")
    ask(popup, "frost", press, until)  # typed over the chosen text


def test_using_another_window_closes_it(popup: Popup, until: Until) -> None:
    window = QWidget()
    window.show()
    window.activateWindow()
    until(lambda: not popup.isVisible(), "the closing")
    window.close()


def settle(until: Until) -> None:
    """Let the X server and the window manager say all they have to say of the last half second."""
    end = time.monotonic() + 0.5
    until(lambda: time.monotonic() > end)


def test_toggled_twice_in_a_moment_it_is_open_and_takes_keys(
    popup: Popup, press: Press, until: Until
) -> None:
    popup.toggle()
    popup.toggle()
    settle(until)
    until(lambda: popup.is_in_use, "the focus")
    ask(popup, "frost", press, until)
    popup.toggle()
    assert not popup.isVisible()


def test_toggle_closes_what_is_in_use(popup: Popup) -> None:
    popup.toggle()
    assert not popup.isVisible()


@pytest.mark.case("UI03")
def test_it_stands_whole_in_the_upper_third_of_the_screen(popup: Popup, press: Press, until: Until) -> None:
    ask(popup, "vents", press, until)
    screen = QGuiApplication.primaryScreen().availableGeometry()
    frame = popup.frameGeometry()
    assert screen.contains(frame)
    assert frame.top() < screen.top() + screen.height() / 3
    assert abs(frame.center().x() - screen.center().x()) <= 1


@pytest.mark.case("UI01")
def test_the_hint_for_a_desktop_without_tray_is_seen_until_it_is_closed(popup: Popup) -> None:
    popup.hide()
    popup.open("This desktop has no tray.")
    assert popup.hint.isVisible()
    popup.hide()
    popup.open()
    assert not popup.hint.isVisible()


def test_the_trays_menu_can_be_offered_here(popup: Popup) -> None:
    assert not popup.field.more.isVisible()
    popup.set_menu(QMenu(popup))
    assert popup.field.more.isVisible()


@pytest.mark.case("UI04")
def test_closing_it_does_not_end_the_program(popup: Popup) -> None:
    assert not popup.testAttribute(Qt.WidgetAttribute.WA_QuitOnClose)


def test_while_nothing_is_typed_the_state_of_the_notes_is_said(
    popup: Popup, press: Press, until: Until
) -> None:
    popup.set_status("Ready · 2,040 notes")
    assert popup.footer.text.text() == "Ready · 2,040 notes"
    ask(popup, "vents", press, until)
    popup.set_status("Ready · 2,041 notes")
    assert popup.footer.text.text() == "7 notes"


def test_without_a_compositor_it_is_opaque_with_square_corners(popup: Popup) -> None:
    assert not popup.testAttribute(Qt.WidgetAttribute.WA_TranslucentBackground)
    assert popup.card.geometry() == QRect(QPoint(0, 0), popup.size())


@pytest.mark.skipif(bool(missing_programs(["picom"])), reason=f"picom is not installed; {INSTALL}")
def test_a_compositor_may_come_and_go(popup: Popup, desktop: Desktop, press: Press, until: Until) -> None:
    popup.hide()
    picom = desktop.start("picom", "--backend", "xrender", "--config", "/dev/null")
    try:
        wait_for(can_be_see_through, "the compositor")
        popup.open()
        until(lambda: popup.is_in_use, "the focus")
        assert popup.testAttribute(Qt.WidgetAttribute.WA_TranslucentBackground)
        assert popup.card.x() == SIZES.shadow
        ask(popup, "vents", press, until)
        assert popup.grab().toImage().pixelColor(2, 2).alpha() < 40
        popup.hide()
    finally:
        desktop.end(picom)
    wait_for(lambda: not can_be_see_through(), "the compositor's end")
    popup.open()
    until(lambda: popup.is_in_use, "the focus")
    assert not popup.testAttribute(Qt.WidgetAttribute.WA_TranslucentBackground)
    assert popup.card.x() == 0


def test_it_is_as_high_as_its_rows_need(popup: Popup, press: Press, until: Until) -> None:
    empty = popup.height()
    ask(popup, "frost", press, until)
    one = popup.height()
    assert 0 < one - empty < 2 * popup.results.sizeHintForRow(0)
    ask_more = popup.field.edit
    ask_more.selectAll()
    ask(popup, "vents", press, until)
    assert popup.height() > one


def test_the_scheme_changes_while_it_is_open(popup: Popup, style: Style, press: Press, until: Until) -> None:
    ask(popup, "vents", press, until)
    light = popup.grab().toImage().pixelColor(400, 8)
    style.set_mode(Mode.DARK)
    dark = popup.grab().toImage().pixelColor(400, 8)
    assert light.lightness() > 200
    assert dark.lightness() < 80


def test_screen_readers_are_told_names_and_rows(popup: Popup, press: Press, until: Until) -> None:
    ask(popup, "greenhouse", press, until)
    named = {
        QAccessible.queryAccessibleInterface(widget).text(QAccessible.Text.Name)
        for widget in (popup.field.edit, popup.results)
    }
    assert named == {"Search your notes", "Search results"}
    index = popup.results.results.index(0)
    assert index.data(Qt.ItemDataRole.AccessibleTextRole).startswith("Greenhouse climate, score 0.87")
    assert index.data(Qt.ItemDataRole.AccessibleDescriptionRole).startswith("Vents begin")


def test_the_model_keeps_qts_rules(popup: Popup, press: Press, until: Until) -> None:
    tester = QAbstractItemModelTester(
        popup.results.results, QAbstractItemModelTester.FailureReportingMode.Fatal
    )
    ask(popup, "vents", press, until)
    del tester
