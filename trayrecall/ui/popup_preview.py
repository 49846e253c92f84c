"""The whole section of a hit, to be read without leaving the popup: plain text, the question's words marked."""

from __future__ import annotations

import unicodedata

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFontDatabase,
    QKeyEvent,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextOption,
)
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QTextEdit, QVBoxLayout, QWidget

from trayrecall.core.snippet import Marked
from trayrecall.ui.popup_keys import Command, pressed
from trayrecall.ui.popup_parts import announce, plain_label
from trayrecall.ui.popup_texts import (
    as_of_text,
    day_text,
    meaning_text,
    title_text,
    words_text,
)
from trayrecall.ui.result_text import utf16
from trayrecall.ui.rows import Preview, Row
from trayrecall.ui.style import SMALL_SCALE, Style, mixed, scaled
from trayrecall.ui.words import area_words, translate

_LINE_HEIGHT = 130.0  # per cent
_ABOVE = 60  # pixels seen above the passage
_STEP = 3  # lines that an arrow key moves by
_RIGHT = 8  # pixels between the text and its bar, or the edge

_KEY = Qt.Key


class _Reasons(QWidget):
    """What meaning and words say of a hit, each behind a dot in the colour that the meter gives it."""

    def __init__(self) -> None:
        super().__init__()
        self.meaning, self.words = plain_label("previewFacts"), plain_label("previewFacts")
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(5)
        for name, label in (("meaningDot", self.meaning), ("wordsDot", self.words)):
            dot = plain_label(name, "●")
            for part in (dot, label):
                part.setFont(scaled(self.font(), SMALL_SCALE))
                row.addWidget(part)
            row.addSpacing(7)
        self.words.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        row.setStretchFactor(self.words, 1)

    def say(self, meaning: str, words: str) -> None:
        """Show these two."""
        self.meaning.setText(meaning)
        self.words.setText(words)


def _apart(fact: str) -> str:
    """Signs around a fact in a script from right to left, which would draw the figures behind it to itself."""
    turned = any(unicodedata.bidirectional(sign) in {"R", "AL"} for sign in fact)
    return f"\u2068{fact}\u2069" if turned else fact


class PreviewPane(QFrame):
    """The note's facts and its text. Keys scroll; what the pane doesn't want is told."""

    commanded = Signal(object, int)  # a Command and its number
    left = Signal()
    typed = Signal(object)  # a QKeyEvent that is the field's

    def __init__(self, style: Style) -> None:
        super().__init__()
        self.setObjectName("preview")
        self._style = style
        self.row: Row | None = None
        self._shown: Preview | None = None
        self.title = plain_label("previewTitle", wraps=True)
        self.title.setFont(scaled(self.font(), 1.08, strong=True))
        self.facts = plain_label("previewFacts", wraps=True)
        self.facts.setFont(scaled(self.font(), SMALL_SCALE))
        self.why = _Reasons()
        self.text = QTextEdit()
        self.text.setObjectName("previewText")
        self.text.setAccessibleName(translate("popup", "Text of the note"))
        self.text.setReadOnly(True)
        self.text.setUndoRedoEnabled(False)
        self.text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.text.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.text.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.text.document().setDocumentMargin(1)
        self.text.setViewportMargins(0, 0, _RIGHT, 0)
        self.text.installEventFilter(self)
        self.setFocusProxy(self.text)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 13, 6, 6)
        column.setSpacing(4)
        for label in (self.title, self.facts):
            label.setContentsMargins(0, 0, _RIGHT + 1, 0)
        for part in (self.title, self.facts, self.why):
            column.addWidget(part)
        column.addSpacing(5)
        column.addWidget(self.text, 1)
        style.changed.connect(self._draw)

    def begin(self, row: Row) -> None:
        """Show what is known of the note already; its text follows."""
        self.say_facts(row)
        self._shown = None
        self.text.clear()

    def say_facts(self, row: Row) -> None:
        """What is known of the note beside its text."""
        self.row = row
        self.title.setText(title_text(row))
        facts = (area_words(row.area), row.instance, row.path, day_text(row.day), as_of_text(row))
        self.facts.setText(" · ".join(_apart(fact) for fact in facts if fact))
        self.why.say(meaning_text(row), words_text(row))
        self.why.setVisible(row.is_hit)

    def show_text(self, preview: Preview) -> None:
        """The text has come; one of another note is left aside."""
        if self.row is not None and preview.id == self.row.id:
            self._shown = preview
            self._draw()
            announce(self.text, preview.text.text[preview.begin :] or self.text.toPlainText())

    def fail(self, text: str) -> None:
        """The text can't be read."""
        self.text.setPlainText(text)
        announce(self.text, text)

    # ---- the text

    def _draw(self) -> None:
        if self._shown is None:
            return
        shown, document = self._shown, self.text.document()
        self.text.clear()
        font = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont) if shown.is_code else self.font()
        document.setDefaultFont(scaled(font, SMALL_SCALE if shown.is_code else 0.96))
        cursor = QTextCursor(document)
        block = QTextBlockFormat()
        block.setLineHeight(_LINE_HEIGHT, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
        cursor.setBlockFormat(block)
        body = shown.text.text + ("\n…" if shown.is_cut else "")
        cursor.insertText(body or translate("popup", "This note has no text."), self._look())
        self._mark(cursor, shown.text)
        self._go_to(shown)

    def _look(self) -> QTextCharFormat:
        look = QTextCharFormat()
        colors = self._style.colors
        look.setForeground(mixed(colors.text, colors.dim, 0.85))
        return look

    def _mark(self, cursor: QTextCursor, text: Marked) -> None:
        look = QTextCharFormat()
        look.setBackground(QColor(self._style.colors.mark))
        look.setForeground(QColor(self._style.colors.mark_text))
        at = units = 0
        for start, end in text.places:
            units += utf16(text.text[at:start])
            cursor.setPosition(units)
            units += utf16(text.text[start:end])
            cursor.setPosition(units, QTextCursor.MoveMode.KeepAnchor)
            cursor.mergeCharFormat(look)
            at = end

    def _go_to(self, shown: Preview) -> None:
        """Scroll to the passage that was found; the cursor, which nobody sees, is where a screen reader begins."""
        cursor = QTextCursor(self.text.document())
        cursor.setPosition(min(utf16(shown.text.text[: shown.begin]), utf16(shown.text.text)))
        self.text.setTextCursor(cursor)
        bar = self.text.verticalScrollBar()
        top = self.text.cursorRect(cursor).top() + bar.value()
        bar.setValue(top - _ABOVE if top > self.text.viewport().height() * 2 // 3 else 0)

    # ---- the keys

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """Take all keys but those that copy a selection."""
        if watched is self.text and event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            return self._pressed(event)
        return super().eventFilter(watched, event)

    def _pressed(self, event: QKeyEvent) -> bool:
        if event.key() in (_KEY.Key_Escape, _KEY.Key_Tab, _KEY.Key_Backtab):
            self.left.emit()
        elif self._scrolls(event):
            pass
        elif (asked := pressed(event)) is not None:
            if asked.command is Command.COPY_LINK and self.text.textCursor().hasSelection():
                return False
            self.commanded.emit(asked.command, asked.number)
        elif event.text().isprintable() and event.text():
            self.typed.emit(event)
        else:
            return False
        return True

    def _scrolls(self, event: QKeyEvent) -> bool:
        bar = self.text.verticalScrollBar()
        line, page = _STEP * self.text.fontMetrics().lineSpacing(), int(bar.pageStep() * 0.9)
        back = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        steps: dict[int, int] = {
            _KEY.Key_Down.value: line,
            _KEY.Key_Up.value: -line,
            _KEY.Key_PageDown.value: page,
            _KEY.Key_PageUp.value: -page,
            _KEY.Key_Space.value: -page if back else page,
            _KEY.Key_Home.value: -bar.maximum(),
            _KEY.Key_End.value: bar.maximum(),
        }
        step = steps.get(event.key())
        if (
            step is None
            or event.modifiers() & ~Qt.KeyboardModifier.ShiftModifier & ~Qt.KeyboardModifier.KeypadModifier
        ):
            return False
        bar.setValue(bar.value() + step)
        return True
