"""The parts of the popup's card: the field, a message in the place of results, the footer. They only draw."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPixmap
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QLineEdit, QMenu, QToolButton, QVBoxLayout, QWidget

from trayrecall.ui.icons import pixmap
from trayrecall.ui.state import IconState
from trayrecall.ui.style import QUERY_SCALE, SIZES, SMALL_SCALE, scaled

KEYS = "↑ ↓ choose    ↵ open    Esc close"
_FIELD_ICON = 24


def plain_label(name: str, *, wraps: bool = False) -> QLabel:
    """A label that never takes its text for markup."""
    label = QLabel()
    label.setObjectName(name)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(wraps)
    return label


def set_tone(widget: QWidget, tone: str) -> None:
    """Give the widget another tone of the style sheet."""
    if widget.property("tone") != tone:
        widget.setProperty("tone", tone)
        widget.style().unpolish(widget)
        widget.style().polish(widget)


class SearchField(QFrame):
    """The line to type into. Keys that move in the results are told, all others edit."""

    typed = Signal(str)
    moved = Signal(int)  # by so many rows
    paged = Signal(int)  # by so many pages
    entered = Signal()
    escaped = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.edit = QLineEdit()
        self.edit.setObjectName("field")
        self.edit.setPlaceholderText("Recall from your notes…")
        self.edit.setAccessibleName("Search your notes")
        self.edit.setFont(scaled(self.font(), QUERY_SCALE))
        self.edit.textChanged.connect(self.typed)
        self.edit.installEventFilter(self)
        picture = QLabel()
        picture.setPixmap(_sharp(picture, IconState.READY, _FIELD_ICON))
        self.more = QToolButton()
        self.more.setObjectName("more")
        self.more.setText("⋯")
        self.more.setFont(scaled(self.font(), QUERY_SCALE))
        self.more.setAccessibleName("Menu")
        self.more.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.more.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.more.hide()
        row = QHBoxLayout(self)
        row.setContentsMargins(18, 0, 12, 0)
        row.setSpacing(8)
        row.addWidget(picture)
        row.addWidget(self.edit, 1)
        row.addWidget(self.more)

    def set_menu(self, menu: QMenu) -> None:
        """Offer the tray's menu here too: where there is no tray it is the only way to it."""
        self.more.setMenu(menu)
        self.more.show()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """Take the keys that move, open and close away from the line."""
        if watched is self.edit and event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            return self._pressed(event)
        return super().eventFilter(watched, event)

    def _pressed(self, event: QKeyEvent) -> bool:
        key = Qt.Key(event.key())
        with_ctrl = event.modifiers() == Qt.KeyboardModifier.ControlModifier
        if key in (Qt.Key.Key_Down, Qt.Key.Key_Up):
            self.moved.emit(1 if key == Qt.Key.Key_Down else -1)
        elif with_ctrl and key in (Qt.Key.Key_N, Qt.Key.Key_P):
            self.moved.emit(1 if key == Qt.Key.Key_N else -1)
        elif key in (Qt.Key.Key_PageDown, Qt.Key.Key_PageUp):
            self.paged.emit(1 if key == Qt.Key.Key_PageDown else -1)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.entered.emit()
        elif key == Qt.Key.Key_Escape:
            self.escaped.emit()
        else:
            return False
        return True


class Message(QFrame):
    """What stands in the place of results: nothing found, or why it failed."""

    def __init__(self) -> None:
        super().__init__()
        self.title = plain_label("messageTitle", wraps=True)
        self.title.setFont(scaled(self.font(), 1.08, strong=True))
        self.text = plain_label("messageText", wraps=True)
        column = QVBoxLayout(self)
        column.setContentsMargins(40, 26, 40, 28)
        column.setSpacing(6)
        for label in (self.title, self.text):
            label.setAlignment(Qt.AlignmentFlag.AlignHCenter)
            column.addWidget(label)

    def say(self, title: str, text: str) -> None:
        """Show these two lines; an empty second one takes no room."""
        self.title.setText(title)
        self.text.setText(text)
        self.text.setVisible(bool(text))


class Footer(QFrame):
    """One line below everything: how many, how it stands, which keys."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("footer")
        self.text = plain_label("footerText")
        self.text.setAccessibleName("Status")
        self.keys = plain_label("keys")
        self.keys.setText(KEYS)
        for label in (self.text, self.keys):
            label.setFont(scaled(self.font(), SMALL_SCALE))
        row = QHBoxLayout(self)
        row.setContentsMargins(18, 8, 18, 9)
        row.setSpacing(18)
        row.addWidget(self.text, 1)
        row.addWidget(self.keys)

    def say(self, text: str, tone: str = "plain") -> None:
        """Show the text in a tone: plain, busy or warn."""
        self.text.setText(text)
        set_tone(self.text, tone)


def _sharp(widget: QWidget, state: IconState, size: int) -> QPixmap:
    """The icon in that many device-independent pixels, sharp on this screen."""
    ratio = widget.devicePixelRatioF()
    made = pixmap(state, round(size * ratio))
    made.setDevicePixelRatio(ratio)
    return made


def draw_shadow(painter: QPainter, card: QRectF, reach: int) -> None:
    """A soft shadow, made of thin layers that get fainter outwards; a blur effect would repaint the whole card."""
    painter.setPen(Qt.PenStyle.NoPen)
    for step in range(reach, 0, -2):
        grown = card.adjusted(-step, -step * 0.6, step, step).translated(0, reach * 0.12)
        strength = (1 - step / reach) ** 2
        painter.setBrush(QColor.fromRgbF(0, 0, 0, 0.045 * strength))
        painter.drawRoundedRect(grown, SIZES.corner + step, SIZES.corner + step)
