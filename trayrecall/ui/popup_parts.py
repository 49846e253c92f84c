"""The parts of the popup's card: the field, a message in the place of results, keys, the footer. They only draw."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QColor,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QPixmap,
)
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QMenu,
    QPushButton,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from trayrecall.ui.icons import pixmap
from trayrecall.ui.popup_keys import Command, pressed
from trayrecall.ui.state import IconState
from trayrecall.ui.style import QUERY_SCALE, SIZES, SMALL_SCALE, scaled
from trayrecall.ui.words import breakable, key_words, listed, named, plain_tip, sentences, translate

_FIELD_ICON = 24
_BETWEEN_KEYS = 9
_IN_A_ROW = 3  # keys of the help


def conceal(field: QLineEdit) -> None:
    """A secret is typed here: it is not shown, and no input method remembers it."""
    field.setEchoMode(QLineEdit.EchoMode.Password)
    field.setInputMethodHints(
        Qt.InputMethodHint.ImhHiddenText
        | Qt.InputMethodHint.ImhSensitiveData
        | Qt.InputMethodHint.ImhNoPredictiveText
        | Qt.InputMethodHint.ImhNoAutoUppercase
    )


class _Wrapped(QLabel):
    """A label of several lines that breaks within long words too, such as addresses: else its window would grow with them."""

    def __init__(self) -> None:
        super().__init__()
        self._told = ""

    def setText(self, text: str) -> None:  # noqa: N802 - Qt's name
        """Show the text."""
        self._told = text
        super().setText(breakable(text))
        self.setAccessibleName(text)  # a screen reader would spell what can be broken between any two letters

    def text(self) -> str:
        """The text as it was given."""
        return self._told


def plain_label(name: str, text: str = "", *, wraps: bool = False) -> QLabel:
    """A label that never takes its text for markup."""
    label = _Wrapped() if wraps else QLabel()
    label.setObjectName(name)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(wraps)
    label.setText(text)
    return label


def push_button(text: str, kind: str = "", *, spoken: str = "") -> QPushButton:
    """A button that Enter presses only where it has the focus. `kind` is one of the style sheet: primary, flat or small."""
    button = QPushButton(text)
    button.setAutoDefault(False)
    if kind:
        button.setProperty(kind, "true")
    button.setAccessibleName(spoken)
    return button


def single_shot(parent: QObject, then: Callable[[], None], milliseconds: int = 0) -> QTimer:
    """A timer that does it once, so long after it was started last."""
    timer = QTimer(parent)
    timer.setSingleShot(True)
    timer.setInterval(milliseconds)
    timer.timeout.connect(then)
    return timer


class OneLine(QLabel):
    """A text of any length on one line; where the room ends it says so."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setObjectName(name)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """The text, cut at its end."""
        painter = QPainter(self)
        room = self.contentsRect()
        shown = self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, room.width())
        painter.setPen(self.palette().color(self.foregroundRole()))
        painter.drawText(room, int(self.alignment() | Qt.TextFlag.TextSingleLine), shown)
        painter.end()


def field_label(text: str, field: QWidget | None = None) -> QLabel:
    """What stands at a field; its key, marked by `&`, goes there."""
    label = plain_label("label")
    if field is not None:
        label.setBuddy(field)
    label.setText(text)
    return label


def set_tone(widget: QWidget, tone: str) -> None:
    """Give the widget another tone of the style sheet."""
    if widget.property("tone") != tone:
        widget.setProperty("tone", tone)
        widget.style().unpolish(widget)
        widget.style().polish(widget)


def set_tip(widget: QWidget, text: str) -> None:
    """A tooltip; screen readers, which would read its markup too, get the text alone."""
    widget.setToolTip(plain_tip(text))
    widget.setAccessibleDescription(text)


def announce(widget: QWidget, text: str) -> None:
    """Let a screen reader say what has just come up on the widget, wherever the keyboard is."""
    if text and widget.isVisible():
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(widget, text))


class SearchField(QFrame):
    """The line to type into. Keys that ask for something are told, all others edit."""

    typed = Signal(str)
    commanded = Signal(object, int)  # a Command and its number
    emptied = Signal()  # Backspace at the beginning of the line

    def __init__(self) -> None:
        super().__init__()
        self.edit = QLineEdit()
        self.edit.setObjectName("field")
        self.edit.setPlaceholderText(translate("popup", "Recall from your notes…"))
        self.edit.setAccessibleName(translate("popup", "Search your notes"))
        self.edit.setFont(scaled(self.font(), QUERY_SCALE))
        self.edit.textChanged.connect(self.typed)
        self.edit.selectionChanged.connect(self._selected)
        self.edit.installEventFilter(self)
        self._is_own_selection = False  # the person's
        picture = QLabel()
        picture.setPixmap(_sharp(picture, IconState.READY, _FIELD_ICON))
        self.more = QToolButton()
        self.more.setObjectName("more")
        self.more.setText("⋯")
        self.more.setFont(scaled(self.font(), QUERY_SCALE))
        self.more.setAccessibleName(translate("popup", "Menu"))
        self.more.setFocusPolicy(Qt.FocusPolicy.NoFocus)
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

    def offer_to_type_over(self) -> None:
        """Select what was asked last, so that typing replaces it; Ctrl+C means the row all the same."""
        self.edit.selectAll()
        self._is_own_selection = False

    def _selected(self) -> None:
        self._is_own_selection = self.edit.hasSelectedText()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """Take the keys that ask for something away from the line."""
        if watched is self.edit and event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            return self._pressed(event)
        return super().eventFilter(watched, event)

    def _pressed(self, event: QKeyEvent) -> bool:
        edit = self.edit
        if event.key() == Qt.Key.Key_Backspace and not edit.cursorPosition() and not edit.hasSelectedText():
            self.emptied.emit()
            return True
        if event.key() in (Qt.Key.Key_Home, Qt.Key.Key_End) and not edit.text():
            self.commanded.emit(Command.FIRST if event.key() == Qt.Key.Key_Home else Command.LAST, 0)
            return True
        asked = pressed(event)
        if asked is None or (asked.command is Command.COPY_LINK and self._is_own_selection):
            return False
        self.commanded.emit(asked.command, asked.number)
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
        self.setAccessibleName(sentences(title, text) if text else title)


def key_cap(key: str) -> QLabel:
    """A key as it stands on a keyboard."""
    cap = plain_label("cap", key_words(key))
    cap.setFont(scaled(cap.font(), SMALL_SCALE * 0.96))
    cap.setAlignment(Qt.AlignmentFlag.AlignCenter)
    return cap


class KeysHelp(QFrame):
    """The keys, taught while nothing is typed."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("help")
        grid = QGridLayout(self)
        grid.setContentsMargins(20, 8, 20, 14)
        grid.setHorizontalSpacing(26)
        grid.setVerticalSpacing(7)
        taught = keys_taught()
        for number, (key, text) in enumerate(taught):
            pair = QHBoxLayout()
            pair.setSpacing(8)
            label = plain_label("helpText", text)
            label.setFont(scaled(label.font(), SMALL_SCALE))
            pair.addWidget(key_cap(key))
            pair.addWidget(label, 1)
            grid.addLayout(pair, number // _IN_A_ROW, number % _IN_A_ROW)
        for column in range(_IN_A_ROW):
            grid.setColumnStretch(column, 1)
        self.setAccessibleName(listed(named(key_words(key).rstrip(":："), text) for key, text in taught))


def keys_taught() -> tuple[tuple[str, str], ...]:
    """Each key with what it does."""
    return (
        ("↵", translate("popup", "open the note")),
        ("Tab", translate("popup", "read it here")),
        ("Alt ↵", translate("popup", "open, and stay")),
        ("Ctrl C", translate("popup", "copy the link")),
        ("Ctrl ↵", translate("popup", "copy as citation")),
        ("Ctrl 1…9", translate("popup", "open that one")),
        ("Alt 1…9", translate("popup", "filter, Alt 0 all")),
        (translate("popup", "area:"), translate("popup", "also in: label: since:")),
        ("Ctrl K", translate("popup", "everything else")),
    )


class Footer(QFrame):
    """One line below everything: how many, how it stands, which keys."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("footer")
        self.text = OneLine("footerText")
        self.text.setFont(scaled(self.font(), SMALL_SCALE))
        self._named: tuple[tuple[str, str], ...] = ()
        self._keys: list[QWidget] = []
        self._row = row = QHBoxLayout(self)
        row.setContentsMargins(18, 6, 14, 7)
        row.setSpacing(7)
        row.addWidget(self.text, 1)

    def say(self, text: str, tone: str = "plain") -> None:
        """Show the text in a tone: plain, busy, good or warn."""
        self.text.setText(text)
        set_tone(self.text, tone)

    def show_keys(self, keys: tuple[tuple[str, str], ...]) -> None:
        """Name these keys at the right, each with what it does."""
        if keys == self._named:
            return
        self._named = keys
        for old in self._keys:
            self._row.removeWidget(old)
            old.hide()  # it goes a moment later
            old.deleteLater()
        self._keys = []
        for key, text in keys:
            label = plain_label("keys", text)
            label.setFont(scaled(self.font(), SMALL_SCALE))
            label.setContentsMargins(_BETWEEN_KEYS, 0, 0, 0)
            self._keys += [label, key_cap(key)]
        for widget in self._keys:
            self._row.addWidget(widget)


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
