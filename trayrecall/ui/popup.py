"""The search popup: a card in the upper third of the screen with the pointer.

`query.QueryMachine` decides when to ask and what to show; this window carries its effects out. Searching happens
elsewhere: `ask(text, deliver)` returns at once, and `deliver` is called on the UI thread.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Protocol

from PySide6.QtCore import QCoreApplication, QPoint, QRect, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import (
    QCursor,
    QGuiApplication,
    QHideEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QScreen,
)
from PySide6.QtWidgets import QFrame, QMenu, QVBoxLayout, QWidget

from trayrecall.ui.compositor import can_be_see_through
from trayrecall.ui.outcome import Deliver, Outcome, Ticket
from trayrecall.ui.placing import placed, screen_for
from trayrecall.ui.popup_parts import Footer, Message, SearchField, draw_shadow, plain_label
from trayrecall.ui.query import Ask, Cancel, Effects, Kind, Open, QueryMachine, Show, View
from trayrecall.ui.result_list import ResultList
from trayrecall.ui.rows import Found
from trayrecall.ui.state import NAME, degraded_text
from trayrecall.ui.style import SIZES, Style, popup_sheet

_BLUR_MS = 80  # a menu of the popup itself may take the focus for a moment
_GRACE = 0.4  # seconds after opening in which a lost focus is asked back instead of closing


class Searcher(Protocol):
    """Begins a search; `deliver` gets its outcome later, on the UI thread, unless the ticket is cancelled."""

    def __call__(self, text: str, deliver: Deliver[Found]) -> Ticket:
        """Begin; returns at once."""


class Popup(QWidget):
    """The window. `toggle` is what the tray, the hotkey and a second start call."""

    opened = Signal(str)  # the address that was opened

    def __init__(
        self,
        style: Style,
        search: Searcher,
        open_url: Callable[[str], None],
        *,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        flags = Qt.WindowType.Tool | Qt.WindowType.FramelessWindowHint | Qt.WindowType.WindowStaysOnTopHint
        super().__init__(None, flags)
        self._style, self._search, self._open_url, self._clock = style, search, open_url, clock
        self._machine = QueryMachine()
        self._ticket: Ticket | None = None
        self._status_line = ""
        self._see_through = False
        self._opened_at = 0.0
        self.keeps_open = False  # for pictures and tests: stay although another window is used
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._blur = QTimer(self)
        self._blur.setSingleShot(True)
        self._blur.setInterval(_BLUR_MS)
        self._blur.timeout.connect(self._hide_if_left)
        self._timer.timeout.connect(lambda: self._carry_out(self._machine.elapsed(self._clock())))
        self.setWindowTitle(NAME)
        self.setAttribute(Qt.WidgetAttribute.WA_QuitOnClose, on=False)
        self._build()
        self._dress()
        style.changed.connect(self._restyle)
        self._draw(self._machine.view)
        app = QGuiApplication.instance()
        assert isinstance(app, QGuiApplication)
        app.screenRemoved.connect(self._screen_removed)
        app.focusWindowChanged.connect(self._focus_moved)

    # ---- the widgets

    def _build(self) -> None:
        self.card = QFrame(self)
        self.card.setObjectName("card")
        self.field = SearchField()
        self.hint = plain_label("hint", wraps=True)
        self.hint.hide()
        self._rule = QFrame()
        self._rule.setObjectName("rule")
        self.results = ResultList(self._style)
        self.message = Message()
        self.footer = Footer()
        self._column = column = QVBoxLayout(self.card)
        column.setContentsMargins(1, 1, 1, 1)
        column.setSpacing(0)
        for part in (self.field, self.hint, self._rule, self.results, self.message, self.footer):
            column.addWidget(part)
        self._outer = QVBoxLayout(self)
        self._outer.addWidget(self.card)
        self.field.typed.connect(lambda text: self._carry_out(self._machine.typed(text, self._clock())))
        self.field.moved.connect(self.results.move_by)
        self.field.paged.connect(self.results.page_by)
        self.field.entered.connect(self._enter)
        self.field.escaped.connect(self.hide)
        self.results.clicked.connect(lambda index: self._enter(index.row()))

    def set_menu(self, menu: QMenu) -> None:
        """Offer this menu in the popup too."""
        self.field.set_menu(menu)

    def set_status(self, line: str) -> None:
        """What the footer says while nothing is typed."""
        self._status_line = line
        if self._machine.view.kind is Kind.EMPTY:
            self._say_footer(self._machine.view)

    # ---- what the machine wants

    def _carry_out(self, effects: Effects) -> None:
        for effect in effects:
            match effect:
                case Ask(number, text):
                    self._ticket = self._search(text, lambda outcome, n=number: self._answered(n, outcome))  # type: ignore[misc]
                case Cancel():
                    if self._ticket is not None:
                        self._ticket.cancel()
                        self._ticket = None
                case Show(view):
                    self._draw(view)
                case Open(row):
                    self._open_row(row)
        due = self._machine.due
        if due is None:
            self._timer.stop()
        else:
            self._timer.start(max(0, round((due - self._clock()) * 1000) + 1))

    def _answered(self, number: int, outcome: Outcome[Found]) -> None:
        self._carry_out(self._machine.answered(number, outcome, self._clock()))

    def _enter(self, row: int | None = None) -> None:
        chosen = self.results.chosen if row is None else row
        self._carry_out(self._machine.enter(chosen, self._clock()))

    def _open_row(self, row: int) -> None:
        url = self.results.rows[row].url
        if not url:
            self.footer.say("This note's server is not in the settings any more", "warn")
            return
        self._open_url(url)
        self.opened.emit(url)
        if not self.keeps_open:
            self.hide()

    # ---- drawing

    def _draw(self, view: View) -> None:
        rows = view.found.rows if view.found else ()
        self.results.show_rows(rows)
        if view.kind is Kind.NOTHING:
            self.message.say(
                f"Nothing found for “{_short(view.query)}”", "Try other words, or fewer of them."
            )
        elif view.kind is Kind.FAILED and view.failure is not None:
            self.message.say(view.failure.title, view.failure.hint or view.failure.detail)
        parts: dict[QWidget, bool] = {
            self.results: bool(rows),
            self.message: view.kind in (Kind.NOTHING, Kind.FAILED),
            self._rule: view.kind is not Kind.EMPTY,
        }
        # Hide before show: with both there for a moment the window would jump to the height of both.
        for part, seen in sorted(parts.items(), key=lambda item: item[1]):
            part.setVisible(seen)
        self._say_footer(view)
        self._fit()

    def _say_footer(self, view: View) -> None:
        if view.loading:
            self.footer.say("Searching…", "busy")
        elif view.found is not None and view.found.degraded:
            self.footer.say(degraded_text(view.found.degraded), "warn")
        elif view.kind is Kind.FOUND and view.found is not None:
            number = len(view.found.rows)
            self.footer.say("1 note" if number == 1 else f"{number} notes")
        else:
            self.footer.say(self._status_line)

    def _fit(self) -> None:
        """Give list and window the height that the rows need, as far as the screen has it."""
        area = self._screen_area()
        self.results.fit(int(area.height() * 0.62))
        self._column.activate()
        self._outer.activate()
        if not self._covers_screen():
            margins = self._outer.contentsMargins()
            width = min(SIZES.popup_width + margins.left() + margins.right(), area.width())
            self.setFixedWidth(width)
            self.resize(
                width,
                self._outer.heightForWidth(width)
                if self._outer.hasHeightForWidth()
                else self.sizeHint().height(),
            )

    # ---- the look

    def _dress(self) -> None:
        """See-through margins with a shadow where they can be, an opaque card with a border elsewhere."""
        see_through = can_be_see_through()
        if see_through != self._see_through and self.testAttribute(Qt.WidgetAttribute.WA_WState_Created):
            self.destroy()  # the native window can't change its depth
        self._see_through = see_through
        self.setAttribute(Qt.WidgetAttribute.WA_TranslucentBackground, see_through)
        self.setAttribute(Qt.WidgetAttribute.WA_NoSystemBackground, see_through)
        side = SIZES.shadow if see_through else 0
        self._outer.setContentsMargins(side, side, side, side)
        self._restyle()

    def _restyle(self) -> None:
        self.setStyleSheet(popup_sheet(self._style.colors, see_through=self._see_through))
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """A soft shadow around the card."""
        super().paintEvent(event)
        if self._see_through:
            painter = QPainter(self)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            draw_shadow(painter, QRectF(self.card.geometry()), SIZES.shadow)
            painter.end()

    # ---- coming and going

    def open(self, hint: str = "") -> None:
        """Come to the front, ready to type. `hint` is said above the results until the popup is closed."""
        self._blur.stop()
        self._opened_at = self._clock()
        self._dress()
        self.hint.setText(hint)
        self.hint.setVisible(bool(hint))
        self._carry_out(self._machine.again(self._clock()))
        self.field.edit.selectAll()
        self._fit()
        if self._covers_screen():
            self._cover()
            self.showMaximized()
        else:
            self._place()
            self.show()
        self.raise_()
        self.activateWindow()
        self.field.edit.setFocus(Qt.FocusReason.PopupFocusReason)

    def toggle(self) -> None:
        """Close when it is in use, else come to the front."""
        if self.is_in_use:
            self.hide()
        else:
            self.open()

    def hideEvent(self, event: QHideEvent) -> None:  # noqa: N802 - Qt's name
        """Closed, in whatever way: nothing that is under way is wanted any more."""
        self._blur.stop()
        self._carry_out(self._machine.closed())
        super().hideEvent(event)

    @property
    def is_in_use(self) -> bool:
        """Whether it is seen and has the keyboard. `isActiveWindow` is wrong after a quick hide and show on X11."""
        window = self.windowHandle()
        return self.isVisible() and window is not None and window.isActive()

    def _focus_moved(self, _window: object) -> None:
        """Another window is used: a launcher goes. A menu of its own may have the focus for a moment."""
        if self.isVisible() and not self.is_in_use:
            self._blur.start()

    def _hide_if_left(self) -> None:
        menu = self.field.more.menu()
        in_menu = menu is not None and menu.isVisible()
        if self.is_in_use or self.keeps_open or in_menu:
            return
        lost = QGuiApplication.focusWindow() is None
        if lost and self._clock() - self._opened_at < _GRACE:  # a late word of the window before
            self.activateWindow()
            self._blur.start()
        else:
            self.hide()

    def _screens(self) -> list[QScreen]:
        return QGuiApplication.screens()

    def _screen_area(self) -> QRect:
        return screen_for(QCursor.pos(), [screen.availableGeometry() for screen in self._screens()])

    def _place(self) -> None:
        side = self._outer.contentsMargins().top()
        area = self._screen_area()
        at = placed(self.size(), area, SIZES.popup_top)
        self.move(at.topLeft() - QPoint(0, min(side, at.top() - area.top())))

    def _screen_removed(self, _screen: QScreen) -> None:
        if self.isVisible() and not self._covers_screen():
            QTimer.singleShot(0, self, self._place)

    @staticmethod
    def _covers_screen() -> bool:
        """Wayland lets no window be placed: there a maximised see-through one holds the card."""
        return QGuiApplication.platformName().startswith("wayland")

    def _cover(self) -> None:
        area = self._screen_area()
        side = max(SIZES.shadow, (area.width() - SIZES.popup_width) // 2)
        self._outer.setContentsMargins(side, round(area.height() * SIZES.popup_top), side, SIZES.shadow)
        self._outer.setAlignment(self.card, Qt.AlignmentFlag.AlignTop)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        """A key that comes while nothing has the focus yet, as on a busy machine, is the field's."""
        if self.field.edit.hasFocus():
            super().keyPressEvent(event)  # the field has had it, and didn't want it
            return
        self.field.edit.setFocus(Qt.FocusReason.OtherFocusReason)
        QCoreApplication.sendEvent(self.field.edit, event)

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """A click beside the card closes."""
        if not self.card.geometry().contains(event.position().toPoint()):
            self.hide()
        super().mousePressEvent(event)


def _short(text: str, most: int = 60) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"
