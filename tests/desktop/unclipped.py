"""Finds texts that don't fit where they stand, in any window: `clipped(window)` names them; and what has no name.

`LongerWords` stands in for the longest language: every translated text gets half as long again.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import QCoreApplication, QRect, QSize, Qt, QTranslator
from PySide6.QtGui import QAccessible, QFont
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QComboBox,
    QHeaderView,
    QLabel,
    QLineEdit,
    QListWidget,
    QStyle,
    QStyleOptionComboBox,
    QWidget,
)

from trayrecall.ui.popup_parts import OneLine

LONGER = 0.5
_WORDS = re.compile(r"[^\s\u2e80-\u9fff\uff00-\uffef]+")  # Chinese breaks between any two characters
_SLACK = 1  # pixels that rounding may cost


class LongerWords(QTranslator):
    """Makes every text longer by a share, in words that can be broken."""

    def translate(
        self,
        _context: str,
        source: str,
        _disambiguation: str | None = None,
        _n: int = -1,
    ) -> str:
        return source + " wörth"[: 1 + math.ceil(len(source) * LONGER)] + " mehr" * (len(source) // 16)

    def isEmpty(self) -> bool:  # noqa: N802 - Qt's name
        return False


@contextmanager
def longer_words() -> Iterator[None]:
    """All texts made from here on are longer."""
    translator = LongerWords()
    QCoreApplication.installTranslator(translator)
    try:
        yield
    finally:
        QCoreApplication.removeTranslator(translator)


@contextmanager
def larger_font(points: float) -> Iterator[None]:
    """What is made from here on has a font of that size, as a person's desktop may give it."""
    usual = QApplication.font()
    larger = QFont(usual)
    larger.setPointSizeF(points)
    QApplication.setFont(larger)
    try:
        yield
    finally:
        QApplication.setFont(usual)


def clipped(window: QWidget) -> list[str]:
    """What can't be read whole in the window as it is now; each with its kind and its text."""
    QApplication.processEvents()
    return [
        f"{type(part).__name__} {said!r}"
        for part in [window, *window.findChildren(QWidget)]
        if part.isVisible()
        for said in _misfits(part)
    ]


def nameless(window: QWidget) -> list[str]:
    """What can have the keyboard and says no name to a screen reader."""
    return [
        f"{type(part).__name__} in {type(part.parentWidget()).__name__}"
        for part in window.findChildren(QWidget)
        if part.isVisible()
        and part.focusPolicy() & Qt.FocusPolicy.TabFocus
        and part.focusProxy() is None  # the field inside of a number
        and not _name_of(part)
    ]


def _name_of(part: QWidget) -> str:
    """As Qt tells it: a name of its own, its text, or that of the label beside it."""
    found = QAccessible.queryAccessibleInterface(part)
    if found is None:
        return part.accessibleName()
    if isinstance(part, QComboBox):  # on Linux its name is what is chosen
        labels = (other for other, kind in found.relations() if kind is QAccessible.RelationFlag.Label)
        return next((label.text(QAccessible.Text.Name) for label in labels), "")
    return found.text(QAccessible.Text.Name)


def tab_order(window: QWidget) -> list[QWidget]:
    """What the tab key goes to, in its order, from the window's first part on."""
    found: list[QWidget] = []
    part = window.nextInFocusChain()
    while part is not None and part is not window:
        if part.isVisible() and part.isEnabled() and part.focusPolicy() & Qt.FocusPolicy.TabFocus:
            found.append(part)
        part = part.nextInFocusChain()
    return found


def _misfits(part: QWidget) -> Iterator[str]:
    text = _text_of(part)
    if text and _is_cut_off(part):
        yield text
    if isinstance(part, QLabel):
        yield from _of_label(part)
    elif isinstance(part, QAbstractButton):
        if text and not _holds(part.size(), part.minimumSizeHint()):
            yield text
    elif isinstance(part, QComboBox):
        yield from _of_choice(part)
    elif isinstance(part, QLineEdit):
        yield from _of_line(part)
    elif isinstance(part, QListWidget):
        yield from _of_list(part)
    elif isinstance(part, QHeaderView):
        yield from _of_header(part)


def _text_of(part: QWidget) -> str:
    return part.text() if isinstance(part, QLabel | QAbstractButton) else ""


def _is_cut_off(part: QWidget) -> bool:
    """Whether something around it shows only a part of its width; what is scrolled away is no fault."""
    seen: QRect = part.visibleRegion().boundingRect()
    return not seen.isEmpty() and seen.width() + _SLACK < part.width()


def _holds(there: QSize, needed: QSize) -> bool:
    return there.width() + _SLACK >= needed.width() and there.height() + _SLACK >= needed.height()


def _of_label(label: QLabel) -> Iterator[str]:
    if not label.text() or isinstance(label, OneLine):
        return
    if label.wordWrap():
        needed = QSize(_widest_word(label), label.heightForWidth(label.width()))
    else:
        flags = int(Qt.TextFlag.TextShowMnemonic)
        needed = label.fontMetrics().size(flags, label.text())
    if not _holds(label.contentsRect().size() if not label.wordWrap() else label.size(), needed):
        yield label.text()


def _widest_word(label: QLabel) -> int:
    return max(
        (
            label.fontMetrics().horizontalAdvance(word)
            for word in _WORDS.findall(label.text())
            if "/" not in word
        ),
        default=0,
    )


def _of_choice(choice: QComboBox) -> Iterator[str]:
    option = QStyleOptionComboBox()
    choice.initStyleOption(option)
    place = choice.style().subControlRect(
        QStyle.ComplexControl.CC_ComboBox, option, QStyle.SubControl.SC_ComboBoxEditField, choice
    )
    text = choice.currentText()
    if choice.fontMetrics().horizontalAdvance(text) > place.width() + _SLACK:
        yield text


def _of_line(line: QLineEdit) -> Iterator[str]:
    """What a person types may be longer than its field; what we put there as a hint may not."""
    text = line.placeholderText()
    if (
        text
        and not line.text()
        and line.fontMetrics().horizontalAdvance(text) > line.contentsRect().width() - 4
    ):
        yield text


def _of_list(shown: QListWidget) -> Iterator[str]:
    """Lists that draw their lines themselves are looked at elsewhere."""
    if type(shown) is not QListWidget:
        return
    for row in range(shown.count()):
        item = shown.item(row)
        place = shown.visualItemRect(item)
        if shown.fontMetrics().horizontalAdvance(item.text()) > place.width() - 8:
            yield item.text()


def _of_header(header: QHeaderView) -> Iterator[str]:
    model = header.model()
    for section in range(header.count()):
        text = str(model.headerData(section, header.orientation()) or "")
        if header.sectionSize(section) + _SLACK < header.fontMetrics().horizontalAdvance(text):
            yield text
