"""The popup as eyes and screen readers meet it."""

from __future__ import annotations

from itertools import pairwise

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtWidgets import QApplication, QLabel, QSizePolicy, QToolButton, QWidget

from tests.desktop.card.tools import (
    KEY,
    Ask,
    press,
    rows_of,
)
from tests.desktop.conftest import Until
from trayrecall.ui.popup import Popup
from trayrecall.ui.words import plain_tip

# ---- what is seen whole


@pytest.mark.parametrize("state", ["empty", "found", "reading", "nothing", "filtered"])
def test_no_text_is_clipped_or_lies_over_another(popup: Popup, ask: Ask, until: Until, state: str) -> None:
    if state != "empty":
        ask(
            {"nothing": "xylophone", "filtered": "vents area:wiki label:topic=garden on:2026-03-12 "}.get(
                state, "vents"
            )
        )
    if state == "reading":
        press(popup, KEY.Key_Tab)
        until(lambda: bool(popup.card.preview.text.toPlainText()), "the text")
    QApplication.processEvents()
    labels = [
        part for kind in (QLabel, QToolButton) for part in popup.card.findChildren(kind) if part.isVisible()
    ]
    for label in labels:
        if label.sizePolicy().horizontalPolicy() != QSizePolicy.Policy.Ignored and not _wraps(label):
            assert label.width() >= label.sizeHint().width(), label
        needed = label.heightForWidth(label.width()) if _wraps(label) else label.sizeHint().height()
        assert label.height() >= needed - 2, label  # Qt rounds the height of wrapped lines
    parts = [part for part in popup.card._parts if part.isVisible()]
    for above, below in pairwise(parts):
        assert above.geometry().bottom() < below.geometry().top(), (above, below)
    assert popup.card.rect().contains(parts[-1].geometry())


def _wraps(part: QWidget) -> bool:
    return isinstance(part, QLabel) and part.wordWrap()


# ---- for screen readers


def interface(widget: QWidget) -> QAccessibleInterface:
    found = QAccessible.queryAccessibleInterface(widget)
    assert found is not None
    return found


def test_the_tree_of_names_and_roles_is_whole(popup: Popup, ask: Ask, until: Until) -> None:
    ask("vents")
    press(popup, KEY.Key_Tab)
    until(lambda: bool(popup.card.preview.text.toPlainText()), "the text")
    parts = {
        popup.field.edit: (QAccessible.Role.EditableText, "Search your notes"),
        popup.results: (QAccessible.Role.List, "Search results"),
        popup.card.preview.text: (QAccessible.Role.EditableText, "Text of the note"),
        popup.footer.text: (QAccessible.Role.StaticText, "7 notes"),
    }
    for widget, (role, name) in parts.items():
        told = interface(widget)
        assert (told.role(), told.text(QAccessible.Text.Name)) == (role, name)
    pills = [interface(pill) for pill in popup.card.bar.pills]
    assert [pill.text(QAccessible.Text.Name) for pill in pills][:2] == ["Only Wiki", "Only Sources"]
    assert all(pill.state().checkable for pill in pills)


def test_each_row_is_an_item_with_all_that_is_seen_of_it(popup: Popup, ask: Ask) -> None:
    ask("greenhouse vents")
    tree = interface(popup.results)
    items = [tree.child(number) for number in range(tree.childCount())]
    listed = [item for item in items if item is not None and item.role() == QAccessible.Role.ListItem]
    assert len(listed) == len(rows_of(popup))
    assert listed[0].text(QAccessible.Text.Name) == (
        "Greenhouse climate, score 0.87, Wiki, Home lab hub › Vents and fans, Home, 12 Mar 2026"
    )
    assert "as of 20 Mar 2026" in listed[4].text(QAccessible.Text.Name)
    tooltip = popup.results.results.index(0).data(Qt.ItemDataRole.ToolTipRole)
    assert tooltip == plain_tip("Greenhouse climate\nMeaning 0.87 · Words: Greenhouse, vents")


def test_every_widget_that_takes_keys_or_clicks_has_a_name(popup: Popup) -> None:
    for widget in popup.findChildren(QWidget):
        takes = (
            widget.focusPolicy() != Qt.FocusPolicy.NoFocus or widget.metaObject().className() == "QToolButton"
        )
        if takes and widget.isVisibleTo(popup):
            assert interface(widget).text(QAccessible.Text.Name), widget
