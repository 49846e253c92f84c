"""What all windows have in common: their keys, where they open, how large."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, QSize, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QLabel,
    QLineEdit,
    QMenu,
    QPushButton,
    QTreeWidgetItem,
    QVBoxLayout,
)

from tests.desktop.conftest import Until, destroy
from tests.desktop.unclipped import larger_font, tab_order
from tests.desktop.work import FakeWork, settings_window
from trayrecall.core.model import InstanceId
from trayrecall.ui.bridge import Bridge
from trayrecall.ui.instance_form import InstanceForm
from trayrecall.ui.popup_parts import set_tip
from trayrecall.ui.questions import ask
from trayrecall.ui.settings_clients import ClientForm
from trayrecall.ui.style import Style
from trayrecall.ui.trees import fit, tree
from trayrecall.ui.window import Window, heading
from trayrecall.ui.words import plain_tip

ENTERS = pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Enter])


class Buttons(Window):
    """A field, a default button and one that isn't."""

    def __init__(self, style: Style) -> None:
        super().__init__(style, "Buttons")
        self.field, self.first, self.other = QLineEdit(), QPushButton("First"), QPushButton("Other")
        self.first.setDefault(True)
        self.other.setAutoDefault(False)
        self.pressed: list[str] = []
        column = QVBoxLayout(self)
        column.addWidget(self.field)
        for button in (self.first, self.other):
            column.addWidget(button)
        self.first.clicked.connect(lambda: self.pressed.append("First"))
        self.other.clicked.connect(lambda: self.pressed.append("Other"))


@pytest.fixture
def window(style: Style, until: Until) -> Iterator[Buttons]:
    made = Buttons(style)
    made.come()
    until(made.isActiveWindow, "its having the keys")
    yield made
    destroy(made)


@ENTERS
def test_enter_presses_the_button_with_the_focus(window: Buttons, key: Qt.Key) -> None:
    for button in (window.other, window.first):
        button.setFocus()
        QTest.keyClick(button, key)
    window.field.setFocus()
    QTest.keyClick(window.field, key)
    assert window.pressed == ["Other", "First", "First"]


def test_ctrl_w_closes_it(window: Buttons) -> None:
    QTest.keyClick(window.focusWidget() or window, Qt.Key.Key_W, Qt.KeyboardModifier.ControlModifier)
    assert not window.isVisible()


def test_enter_opens_the_menu_of_a_button(window: Buttons, until: Until) -> None:
    menu = QMenu(window)
    menu.addAction("One")
    menu.aboutToShow.connect(lambda: window.pressed.append("menu"))
    window.other.setMenu(menu)
    window.other.setFocus()
    menu.aboutToShow.connect(menu.close, Qt.ConnectionType.QueuedConnection)
    QTest.keyClick(window.other, Qt.Key.Key_Return)
    until(lambda: "menu" in window.pressed, "the menu")


@ENTERS
def test_enter_in_a_field_of_the_form_saves(style: Style, until: Until, key: Qt.Key) -> None:
    window = Window(style, "Form")
    form = InstanceForm()
    QVBoxLayout(window).addWidget(form)
    said: list[str] = []
    for name in ("tested", "saved", "left"):
        getattr(form, name).connect(lambda name=name: said.append(name))
    form.begin(None)
    form.url.setText("http://localhost:8080")
    window.come()
    until(window.isActiveWindow, "its having the keys")
    for part in (form.url, form.token, form.test_button, form.cancel_button, form.save_button):
        part.setFocus()
        QTest.keyClick(part, key)
    assert said == ["saved", "saved", "tested", "left", "saved"]
    destroy(window)


@pytest.mark.parametrize("wanted", [QSize(300, 200), QSize(5000, 4000)])
def test_a_window_opens_whole_in_the_middle_of_the_screen(style: Style, until: Until, wanted: QSize) -> None:
    window = Buttons(style)
    window.resize(wanted)
    window.come()
    until(lambda: window.isActiveWindow() and window.frameGeometry() != window.geometry(), "its frame")
    area = window.screen().availableGeometry()
    assert area.contains(window.frameGeometry()), (area, window.frameGeometry())
    assert window.frameGeometry().center().x() == pytest.approx(area.center().x(), abs=10)
    destroy(window)


def test_a_window_that_was_moved_stays_there_and_comes_back_from_beyond_the_screen(
    style: Style, until: Until
) -> None:
    window = Buttons(style)
    window.resize(300, 200)
    window.come()
    until(lambda: window.isActiveWindow() and window.frameGeometry() != window.geometry(), "its frame")
    window.move(40, 60)
    until(lambda: window.frameGeometry().topLeft() == QPoint(40, 60), "its being moved")
    for place, stays in ((QPoint(40, 60), True), (QPoint(5000, 60), False)):
        window.hide()
        window.move(place)
        window.come()
        assert QTest.qWaitForWindowExposed(window, 8000)
        assert (window.frameGeometry().topLeft() == place) is stays
        assert window.screen().availableGeometry().contains(window.frameGeometry())
    destroy(window)


def test_a_window_prefers_to_be_larger_with_a_larger_font(style: Style) -> None:
    sizes = []
    for points in (6, 9, 18):
        with larger_font(points):
            window = Window(style, "Sized")
            window.prefer(400, 300)
            sizes.append(window.size())
            destroy(window)
    assert sizes[:2] == [QSize(400, 300)] * 2
    assert sizes[2].width() == pytest.approx(800, rel=0.1)
    assert sizes[2].height() == pytest.approx(600, rel=0.1)


def test_the_tab_key_goes_down_the_endpoint_page(style: Style, bridge: Bridge, until: Until) -> None:
    work = FakeWork()
    window = settings_window(style, bridge, lambda: work)
    window.show_page(window.endpoint)
    until(window.endpoint.rows["port"].editor.isEnabled, "the values")
    page = window.endpoint
    until(lambda: len(page.clients.rows) == 2, "the programs")
    for opens_form in (False, True):
        if opens_form:
            page.clients.add_button.click()
        QTest.qWait(50)
        order = [part for part in tab_order(window) if page.isAncestorOf(part)]
        heights = [part.mapTo(window, part.rect().center()).y() for part in order]
        assert order[0] is page.copy_button
        assert heights == sorted(heights), [part.accessibleName() for part in order]
    page.clients.end()
    destroy(window)


def test_a_tip_is_read_without_its_markup(style: Style) -> None:
    window = Window(style, "Tip")
    set_tip(window, "Alt+1 <b>")
    spoken = QAccessible.queryAccessibleInterface(window)
    assert spoken.text(QAccessible.Text.Description) == "Alt+1 <b>"
    assert window.toolTip() == plain_tip("Alt+1 <b>")
    destroy(window)


@pytest.mark.parametrize("word", ["Notes", "笔记", "ノート"])
def test_a_tree_is_as_high_as_its_rows_whatever_their_script(style: Style, word: str) -> None:
    window = Window(style, "Tree")
    made = tree(word, (word,), stretched=0)
    QVBoxLayout(window).addWidget(made)
    for _ in range(3):
        made.addTopLevelItem(QTreeWidgetItem([word]))
    fit(made, 3)
    window.show()
    QTest.qWait(20)
    assert made.verticalScrollBar().maximum() == 0
    destroy(window)


LONG = "https://example.org/" + "nobreak" * 40


@pytest.mark.parametrize(
    "name", [LONG, "Our server in the office of the department of research, third floor"]
)
def test_a_question_shows_the_whole_of_a_long_name(style: Style, name: str) -> None:
    window = Window(style, "Asks")
    window.show()
    box = ask(window, name, "", "Remove", lambda: None)
    QTest.qWait(20)
    said = box.findChild(QLabel, "qt_msgbox_label")
    assert said is not None
    assert said.width() >= said.minimumSizeHint().width()
    assert said.height() >= said.heightForWidth(said.width())
    assert box.width() <= 700
    box.close()
    destroy(window)


def test_a_long_word_widens_no_window_and_is_told_as_it_is(style: Style) -> None:
    window = Window(style, "Long")
    label = heading("", wraps=True)
    label.setText(LONG)
    QVBoxLayout(window).addWidget(label)
    assert label.text() == LONG
    assert window.minimumSizeHint().width() < 100
    destroy(window)


def test_many_servers_leave_the_form_of_a_program_as_wide_as_it_was(app: QApplication) -> None:
    assert app
    form = ClientForm()
    form.begin([(InstanceId(f"s{n}"), f"Server {n} {'of the house ' * 9}") for n in range(30)])
    assert form.minimumSizeHint().width() < 600
    assert form.instances[InstanceId("s7")].accessibleName().startswith("Server 7 of the house of")
    destroy(form)
