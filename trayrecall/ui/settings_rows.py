"""Rows of plain settings, made from their declaration alone: label, help, the editor that fits, what is wrong.

A row tells each usable value once it is entered, and keeps what can't be used until it is mended or given up.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFocusEvent, QWheelEvent
from PySide6.QtWidgets import QComboBox, QLineEdit, QPlainTextEdit, QSpinBox, QWidget

from trayrecall.settings import Setting
from trayrecall.settings.readers import Unusable
from trayrecall.settings.rows import CONTEXT, Editor, Row
from trayrecall.ui.popup_parts import single_shot
from trayrecall.ui.scroll import Choice
from trayrecall.ui.settings_page import LabelledRow
from trayrecall.ui.settings_ports import KnownModel, Values
from trayrecall.ui.style import grown
from trayrecall.ui.words import marked, sentence, translate

PAUSE_MS = 700  # after the last key or step, before a value counts as entered
_LINES_SHOWN = 3
_FIELD_WIDTH, _FIELD_SIDES = 210, 40


class SettingRow(LabelledRow):
    """The row of a setting that has one."""

    entered = Signal(str, object)  # key and JSON value

    def __init__(self, key: str, setting: Setting, *, first: bool) -> None:
        assert setting.row is not None
        self.key, self._setting, self._row = key, setting, setting.row
        super().__init__(
            translate(CONTEXT, self._row.label), translate(CONTEXT, setting.description), first=first
        )
        self.editor = _editor_of(self._row)
        self.editor.setAccessibleName(self.label.text())
        self.editor.setAccessibleDescription(self.help.text())
        self.label.setBuddy(self.editor)
        if isinstance(self.editor, _Text) or self._row.editor is Editor.MODEL:  # too wide for the side
            self.put_below(self.editor)
        else:
            self.put_beside(self.editor)
        self._kept: Any = None  # as the editor shows it
        self._in_use: Any = None
        self._known = False  # before that nothing can be edited
        self.editor.setEnabled(False)
        self._pause = single_shot(self, self.flush, PAUSE_MS)
        self._listen()

    def _listen(self) -> None:
        editor = self.editor
        if isinstance(editor, QComboBox):
            editor.activated.connect(lambda _index: self.flush())
        elif isinstance(editor, QSpinBox):
            editor.valueChanged.connect(lambda _value: self._pause.start())
            editor.editingFinished.connect(self.flush)
        elif isinstance(editor, QLineEdit):
            editor.textEdited.connect(lambda _text: self._pause.start())
            editor.editingFinished.connect(self.flush)
        elif isinstance(editor, _Text):
            editor.textChanged.connect(self._typed)
            editor.left.connect(self.flush)

    def _typed(self) -> None:
        if self._known:
            self._pause.start()

    def take(self, values: Values) -> None:
        """Show what is kept, unless something else is being typed."""
        if isinstance(self.editor, QComboBox) and self._row.editor is Editor.MODEL:
            _offer_models(self.editor, values.models)
        if self._known and self.is_unsaved:
            return
        self._show(values.now[self.key])
        self._in_use = values.in_use[self.key]
        self.editor.setEnabled(True)
        self._tell()

    def kept(self, raw: Any) -> None:
        """The value was kept."""
        self._kept = raw
        self._tell()

    def restore(self) -> None:
        """Give up what was typed: show what is kept."""
        if self.is_unsaved:
            self._show(self._kept)
            self._tell()

    def _show(self, raw: Any) -> None:
        self._known = False
        _show(self.editor, raw)
        self._kept = _shown(self.editor, self._row)
        self._known = True
        self._pause.stop()

    @property
    def is_unsaved(self) -> bool:
        """Whether the editor holds something that isn't kept yet."""
        return self._known and _shown(self.editor, self._row) != self._kept

    def flush(self) -> None:
        """What is in the editor counts as entered, if it can be used."""
        self._pause.stop()
        raw = _shown(self.editor, self._row)
        if not self._known or raw == self._kept:
            self._tell()
            return
        try:
            self._setting.read(raw)
        except Unusable as wrong:
            own = translate(CONTEXT, self._row.wrong) if self._row.wrong else ""
            self.say(sentence(own or wrong.told.translated(marked)), "bad")
        else:
            self.entered.emit(self.key, raw)

    def _tell(self) -> None:
        waits = self._row.restart and self._known and self._kept != self._in_use
        self.say(translate("settings", "Counts from the next start on.") if waits else "", "warn")


class _Number(QSpinBox):
    """A number that the wheel changes only where it has the focus, as a `Choice`."""

    def __init__(self, row: Row) -> None:
        super().__init__()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setRange(row.least, row.most)
        self.setKeyboardTracking(False)
        self.lineEdit().setTextMargins(8, 0, 0, 0)
        self._units = row.units
        if row.units:
            self.valueChanged.connect(self._name_unit)
            self._name_unit(self.value())

    def _name_unit(self, value: int) -> None:
        assert self._units
        text = translate(CONTEXT, self._units[0 if value == 1 else 1])
        before, _, after = text.partition("{n}")
        self.setPrefix(before)
        self.setSuffix(after)

    def wheelEvent(self, event: QWheelEvent) -> None:  # noqa: N802 - Qt's name
        """Leave the wheel to the page, unless the person is here."""
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()


class _Text(QPlainTextEdit):
    """A few lines; Tab goes on to the next field."""

    left = Signal()  # by the keyboard's focus

    def __init__(self, row: Row) -> None:
        super().__init__()
        self.setTabChangesFocus(True)
        self.setPlaceholderText(translate(CONTEXT, row.placeholder) if row.placeholder else "")
        metrics = self.fontMetrics()
        self.setFixedHeight(metrics.lineSpacing() * _LINES_SHOWN + 24)

    def focusOutEvent(self, event: QFocusEvent) -> None:  # noqa: N802 - Qt's name
        """What was typed may be entered."""
        super().focusOutEvent(event)
        self.left.emit()


def _editor_of(row: Row) -> QWidget:
    if row.editor is Editor.CHOICE:
        choice = Choice()
        for offered in row.choices:
            choice.addItem(translate(CONTEXT, offered.label), offered.value)
        return choice
    if row.editor is Editor.MODEL:
        return Choice()
    if row.editor is Editor.NUMBER:
        return _Number(row)
    if row.editor is Editor.LINE:
        line = QLineEdit()
        line.setPlaceholderText(translate(CONTEXT, row.placeholder) if row.placeholder else "")
        needed = line.fontMetrics().horizontalAdvance(line.placeholderText()) + _FIELD_SIDES
        line.setFixedWidth(max(grown(_FIELD_WIDTH, line.font()), needed))
        return line
    return _Text(row)


def _offer_models(choice: QComboBox, models: Sequence[KnownModel]) -> None:
    shown = choice.currentData()
    choice.clear()
    for model in models:
        words = f"{model.name} · {translate(CONTEXT, model.languages)}"
        choice.addItem(
            words if model.is_here else translate("settings", "{model} (not installed)").format(model=words),
            model.name,
        )
        item = choice.model().index(choice.count() - 1, 0)
        if not model.is_here:
            choice.setItemData(item.row(), 0, Qt.ItemDataRole.UserRole - 1)  # its flags: it can't be chosen
    choice.setCurrentIndex(choice.findData(shown))


def _show(editor: QWidget, raw: Any) -> None:
    if isinstance(editor, QComboBox):
        if editor.findData(raw) < 0:
            editor.addItem(str(raw), raw)  # written by hand, or by a newer version
        editor.setCurrentIndex(editor.findData(raw))
    elif isinstance(editor, QSpinBox):
        editor.setValue(raw)
    elif isinstance(editor, QLineEdit):
        editor.setText(raw or "")
    elif isinstance(editor, QPlainTextEdit):
        editor.setPlainText("\n".join(raw) if isinstance(raw, list) else raw or "")


def _shown(editor: QWidget, row: Row) -> Any:
    """What the editor holds, as JSON."""
    if isinstance(editor, QComboBox):
        return editor.currentData()
    if isinstance(editor, QSpinBox):
        editor.interpretText()
        return editor.value()
    if isinstance(editor, QLineEdit):
        return editor.text().strip() or None
    assert isinstance(editor, QPlainTextEdit)
    text = editor.toPlainText().strip()
    if row.editor is Editor.LINES:
        return [line.strip() for line in text.splitlines() if line.strip()]
    return text or None
