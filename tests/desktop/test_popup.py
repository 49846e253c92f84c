"""The popup as a person uses it: real key presses and clicks, sent to the X server by xdotool."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import suppress

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QAccessible, QCursor, QGuiApplication, QPaintEvent, QRegion
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QMenu, QWidget

from tests.desktop import samples
from tests.desktop.asking import FakeSearcher
from tests.desktop.card.tools import rows_of
from tests.desktop.conftest import Until, destroy
from tests.desktop.session import INSTALL, Desktop, missing_programs, wait_for
from tests.desktop.unclipped import larger_font
from trayrecall.core.errors import StoreError
from trayrecall.ui.compositor import can_be_see_through
from trayrecall.ui.outcome import Failed
from trayrecall.ui.popup import Popup
from trayrecall.ui.popup_keys import Command
from trayrecall.ui.query import Kind
from trayrecall.ui.style import SIZES, Mode, Style


@pytest.fixture
def popup(style: Style, searcher: FakeSearcher, opened: list[str], until: Until) -> Iterator[Popup]:
    QCursor.setPos(10, 10)
    made = Popup(style, searcher, opened.append)
    made.open()
    until(lambda: made.is_in_use, "the popup's getting the focus")
    yield made
    destroy(made)


@pytest.fixture
def press(desktop: Desktop, until: Until) -> Callable[..., None]:
    """Press keys as a person does; Qt works meanwhile."""

    def go(*arguments: str) -> None:
        process = subprocess.Popen(["xdotool", *arguments], env=desktop.env)
        until(lambda: process.poll() is not None, "xdotool")
        assert process.returncode == 0

    return go


Press = Callable[..., None]
TRIES = 5


def row(popup: Popup) -> int:
    return popup.results.chosen


def typed(popup: Popup, text: str, press: Press, until: Until) -> None:
    """Type into the popup. A busy machine may lose keys on their way: what came wrong is typed anew."""
    for _ in range(TRIES):
        until(lambda: popup.is_in_use, "the focus")
        press("type", "--delay", "12", text)
        with suppress(AssertionError):
            until(lambda: popup.field.edit.text() == text, "the typing", 2.0)
            return
        popup.field.edit.selectAll()
    raise AssertionError(f"typed {text!r}, got {popup.field.edit.text()!r}")


def settled(popup: Popup, text: str, until: Until) -> None:
    machine = popup.card.machine
    until(lambda: machine.view.question.words == text and not machine.pending, "the answer")


def ask(popup: Popup, text: str, press: Press, until: Until) -> None:
    typed(popup, text, press, until)
    settled(popup, text, until)


def keyed(press: Press, until: Until, key: str, done: Callable[[], bool]) -> None:
    """Press a key until it has done its work: one sent to a window that only just has the focus may be lost."""
    for _ in range(TRIES):
        press("key", key)
        with suppress(AssertionError):
            until(done, key, 2.0)
            return
    raise AssertionError(f"{key} did nothing")


def test_typing_shows_rows_and_enter_opens_the_first_note(
    popup: Popup, press: Press, until: Until, opened: list[str]
) -> None:
    ask(popup, "greenhouse vents", press, until)
    assert popup.results.isVisible()
    assert len(rows_of(popup)) == len(samples.NOTES)
    keyed(press, until, "Return", lambda: not popup.isVisible())
    assert opened == ["http://trilium.example:8080/#root/folder/vents01"]


def test_escape_closes_and_cancels_what_is_under_way(
    popup: Popup, press: Press, until: Until, searcher: FakeSearcher
) -> None:
    searcher.holds = True
    typed(popup, "v", press, until)
    until(lambda: bool(searcher.asked), "the question")
    keyed(press, until, "Escape", lambda: not popup.isVisible())
    assert searcher.asked[-1].cancelled


def test_keys_reach_the_field_also_when_nothing_in_the_popup_has_the_focus(
    popup: Popup, press: Press, until: Until
) -> None:
    popup.field.edit.clearFocus()
    keyed(press, until, "v", lambda: popup.field.edit.text() == "v")
    popup.field.edit.clearFocus()
    keyed(press, until, "Escape", lambda: not popup.isVisible())


def test_a_click_opens_the_row(popup: Popup, press: Press, until: Until, opened: list[str]) -> None:
    ask(popup, "vents", press, until)
    place = popup.results.visualRect(popup.results.results.index(2)).center()
    at = popup.results.viewport().mapToGlobal(place)
    for _ in range(TRIES):
        press("mousemove", str(at.x()), str(at.y()), "click", "1")
        with suppress(AssertionError):
            until(lambda: bool(opened), "the opening", 2.0)
            break
    assert opened == ["http://trilium.example:8080/#root/folder/j0402"]


def test_enter_right_after_typing_opens_what_the_new_text_finds(
    popup: Popup, press: Press, until: Until, searcher: FakeSearcher, opened: list[str]
) -> None:
    searcher.holds = True
    typed(popup, "frost", press, until)
    until(lambda: bool(searcher.asked) and searcher.asked[-1].text == "frost", "the question")
    keyed(press, until, "Return", lambda: popup.card.machine._opens_when_settled)
    assert opened == []
    searcher.asked[-1].answer()
    assert opened == ["http://trilium.example:8080/#root/folder/frost01"]


def test_stale_questions_are_cancelled_and_a_slow_one_says_searching(
    popup: Popup, until: Until, searcher: FakeSearcher
) -> None:
    searcher.holds = True
    for text in ("v", "ve", "ven", "vent"):
        popup.field.edit.setText(text)
        until(lambda text=text: bool(searcher.asked) and searcher.asked[-1].text == text, "the question")
    assert all(question.cancelled for question in searcher.asked[:-1])
    until(lambda: popup.footer.text.text() == "Searching…", "the word")
    searcher.asked[-1].answer()
    until(lambda: popup.footer.text.text().endswith("notes"), "the rows")


def test_nothing_found_and_failures_are_said_in_words(
    popup: Popup, press: Press, until: Until, searcher: FakeSearcher
) -> None:
    ask(popup, "xylophone", press, until)
    assert not popup.results.isVisible()
    assert popup.card.message.title.text() == "Nothing found for “xylophone”"
    searcher.holds = True
    popup.field.edit.setText("xylophones")
    until(lambda: searcher.asked[-1].text == "xylophones", "the question")
    searcher.asked[-1].answer(Failed(StoreError("locked", hint="Start it again.")))
    until(lambda: popup.card.machine.view.kind is Kind.FAILED, "the failure")
    assert (popup.card.message.title.text(), popup.card.message.text.text()) == (
        "The index can't be used",
        "Locked. Start it again.",
    )


def test_an_answer_by_keyword_alone_says_so(
    popup: Popup, press: Press, until: Until, searcher: FakeSearcher
) -> None:
    searcher.degraded = "no_model"
    ask(popup, "vents", press, until)
    assert popup.footer.text.text() == "By keyword only: no language model is installed"


def test_opened_again_the_text_is_chosen_and_asked_anew(
    popup: Popup, press: Press, until: Until, searcher: FakeSearcher
) -> None:
    ask(popup, "vents", press, until)
    keyed(press, until, "Escape", lambda: not popup.isVisible())
    before = len(searcher.asked)
    popup.toggle()
    until(lambda: popup.is_in_use, "the focus")
    until(lambda: len(searcher.asked) == before + 1, "the question")
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
    assert popup.card.hint.isVisible()
    popup.hide()
    popup.open()
    assert not popup.card.hint.isVisible()


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


def test_the_shadow_follows_the_card_in_a_window_that_covers_the_screen(
    style: Style, searcher: FakeSearcher, press: Press, until: Until, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So it is on Wayland, where no window can be placed."""
    monkeypatch.setattr("trayrecall.ui.popup.can_be_see_through", lambda: True)
    monkeypatch.setattr(Popup, "_covers_screen", lambda _self: True)
    regions: list[QRegion] = []
    paint = Popup.paintEvent

    def painted(popup: Popup, event: QPaintEvent) -> None:
        regions.append(event.region())
        paint(popup, event)

    monkeypatch.setattr(Popup, "paintEvent", painted)
    covering = Popup(style, searcher, lambda _url: None)
    try:
        covering.open()
        until(lambda: covering.is_in_use, "the focus")
        before = covering.card.geometry()
        regions.clear()
        ask(covering, "frost", press, until)
        assert covering.card.height() != before.height()
        beside = covering.card.geometry().bottomLeft() - QPoint(2, 2)
        until(lambda: any(region.contains(beside) for region in regions), "the drawing of the shadow")
    finally:
        destroy(covering)


def test_beside_other_windows_the_card_takes_the_room_that_there_is(
    style: Style, searcher: FakeSearcher, until: Until, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Such as sway gives it on Wayland: half a screen, at each opening anew."""
    monkeypatch.setattr(Popup, "_covers_screen", lambda _self: True)
    covering = Popup(style, searcher, lambda _url: None)
    try:
        for _ in range(2):
            covering.open()
            until(lambda: covering.is_in_use, "the focus")
            covering.showNormal()
            covering.resize(500, 600)
            until(lambda: covering.card.width() == 500 - 2 * SIZES.shadow, "the fitting of the card")
            covering.hide()
    finally:
        destroy(covering)


def test_it_is_as_high_as_its_rows_need(popup: Popup, press: Press, until: Until) -> None:
    ask(popup, "xylophone", press, until)
    none = popup.height()
    popup.field.edit.selectAll()
    ask(popup, "frost", press, until)
    one = popup.height()
    assert one != none
    popup.field.edit.selectAll()
    ask(popup, "vents", press, until)
    assert popup.height() > one + popup.results.sizeHintForRow(0)


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


def test_the_popup_grows_with_the_font_as_far_as_the_screen_goes(style: Style) -> None:
    widths = []
    for points in (9, 11, 40):
        with larger_font(points):
            popup = Popup(style, FakeSearcher(), print)
            popup.open()
            widths.append(popup.card.width())
            assert popup.frameGeometry().width() <= popup.screen().availableGeometry().width()
            destroy(popup)
    assert widths[0] == SIZES.popup_width
    assert widths[0] < widths[1] < widths[2]


@pytest.mark.parametrize("height", [560, 600, 640, 680])
def test_a_low_screen_shows_the_whole_popup(
    popup: Popup, until: Until, monkeypatch: pytest.MonkeyPatch, height: int
) -> None:
    screen = QRect(0, 0, 1024, height)
    monkeypatch.setattr("trayrecall.ui.popup.screen_for", lambda *_: screen)
    popup.hide()
    popup.open()
    popup.field.edit.setText("vents")
    settled(popup, "vents", until)
    assert screen.contains(popup.geometry())
    assert popup.results.height() >= 200
    popup.field.edit.setText("title that says at length")
    settled(popup, "title that says at length", until)
    popup.card.do(Command.PREVIEW)
    until(lambda: bool(popup.card.preview.text.toPlainText()), "the text")
    assert screen.contains(popup.geometry())
    assert popup.results.y() == 0
