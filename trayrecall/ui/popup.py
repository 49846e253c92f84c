"""The search popup: a card in the upper third of the screen with the pointer.

This window comes and goes, and looks right with and without a compositor; what stands in it is `popup_card.Card`.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from PySide6.QtCore import QCoreApplication, QPoint, QRect, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QCursor,
    QGuiApplication,
    QHideEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPixmap,
    QResizeEvent,
    QScreen,
)
from PySide6.QtWidgets import QApplication, QMenu, QVBoxLayout, QWidget

from trayrecall.core.model import InstanceId
from trayrecall.ui.compositor import can_be_see_through
from trayrecall.ui.placing import placed, screen_for
from trayrecall.ui.popup_card import Card
from trayrecall.ui.popup_parts import announce, draw_shadow, single_shot
from trayrecall.ui.search import Searcher
from trayrecall.ui.state import NAME
from trayrecall.ui.style import SIZES, Style, grown, popup_sheet

_BLUR_MS = 80  # a menu of the popup itself may take the focus for a moment
_GRACE = 0.4  # seconds after opening in which a lost focus is asked back instead of closing


class Popup(QWidget):
    """The window. `toggle` is what the tray, the hotkey and a second start call."""

    opened = Signal(str)  # the address that was opened
    inspect_requested = Signal(str)  # the id of a note whose indexing is to be shown

    def __init__(
        self,
        style: Style,
        searcher: Searcher,
        open_url: Callable[[str], None],
        *,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        flags = Qt.WindowType.Tool | Qt.WindowType.FramelessWindowHint | Qt.WindowType.WindowStaysOnTopHint
        super().__init__(None, flags)
        self._style, self._clock = style, clock
        self._see_through = False
        self._shadow_key: tuple[QSize, QRect, float] | None = None
        self._shadow_picture = QPixmap()
        self._opened_at = 0.0
        self._hands_on = False  # a key is being handed on
        self._stays = False  # although the note's page comes to the front
        self.keeps_open = False  # for pictures and tests: stay although another window is used
        self._blur = single_shot(self, self._hide_if_left, _BLUR_MS)
        self.setWindowTitle(NAME)
        self.setAttribute(Qt.WidgetAttribute.WA_QuitOnClose, on=False)
        self.card = Card(style, searcher, open_url, clock)
        self.field, self.results, self.footer = self.card.field, self.card.results, self.card.footer
        self._look_for_screen()
        self._outer = QVBoxLayout(self)
        # A compositor may give less room than all parts ask for, and ends a program that takes more.
        self._outer.setSizeConstraint(QVBoxLayout.SizeConstraint.SetNoConstraint)
        self._outer.addWidget(self.card)
        self._connect()
        self._dress()

    def _connect(self) -> None:
        self.card.opened.connect(self.opened)
        self.card.inspect_requested.connect(self._inspect)
        self.card.done.connect(self._leave)
        self.card.stays.connect(self._stay)
        self.card.grown.connect(self._fit)
        self._style.changed.connect(self._restyle)
        app = QGuiApplication.instance()
        assert isinstance(app, QGuiApplication)
        app.screenRemoved.connect(self._screen_removed)
        app.focusWindowChanged.connect(self._focus_moved)

    def set_menu(self, menu: QMenu) -> None:
        """Offer this menu in the popup too."""
        self.field.set_menu(menu)

    def set_status(self, line: str) -> None:
        """What the footer says while nothing is typed."""
        self.card.set_status(line)

    def set_departures(self, departures: int) -> None:
        """How often notes have left the index."""
        self.card.set_departures(departures)

    def set_instances(self, instances: tuple[tuple[InstanceId, str], ...]) -> None:
        """The servers that filters can name, each with its name."""
        self.card.set_instances(instances)

    def _fit(self) -> None:
        """Give the window the height that the card needs, as far as the screen has it."""
        area = self._area
        below = (
            area.height() - round(area.height() * SIZES.popup_top) - self._outer.contentsMargins().bottom()
        )
        self.card.fit(below)
        self._outer.activate()
        if self._shadow_key is not None and self._shadow_key[1] != self.card.geometry():
            self.update()  # in a window that keeps its size Qt repaints the card alone, not its shadow
        if not self._covers_screen():
            margins = self._outer.contentsMargins()
            width = min(self._card_width() + margins.left() + margins.right(), area.width())
            self.setFixedWidth(width)
            has = self._outer.hasHeightForWidth()
            self.resize(width, self._outer.heightForWidth(width) if has else self.sizeHint().height())

    def _card_width(self) -> int:
        return grown(SIZES.popup_width, self.font())

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
            painter.drawPixmap(0, 0, self._shadow())
            painter.end()

    def _shadow(self) -> QPixmap:
        """The shadow as a picture: it is painted below the card at each keystroke, and changes with the card's size."""
        key = (self.size(), self.card.geometry(), self.devicePixelRatioF())
        if key != self._shadow_key:
            made = QPixmap(self.size() * self.devicePixelRatioF())
            made.setDevicePixelRatio(self.devicePixelRatioF())
            made.fill(Qt.GlobalColor.transparent)
            painter = QPainter(made)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            draw_shadow(painter, QRectF(self.card.geometry()), SIZES.shadow)
            painter.end()
            self._shadow_key, self._shadow_picture = key, made
        return self._shadow_picture

    # ---- coming and going

    def open(self, hint: str = "") -> None:
        """Come to the front, ready to type. `hint` is said above the entries until the popup is closed."""
        self._blur.stop()
        self._opened_at = self._clock()
        self._stays = False
        self._look_for_screen()
        self._dress()
        self.card.come(hint)
        self._fit()
        if self._covers_screen():
            self._cover()
            # So that it is told of another size also when it had that one before.
            self.resize(self._area.size())
            self.showMaximized()
        else:
            self._place()
            self.show()
        self.raise_()
        self.activateWindow()
        self.field.edit.setFocus(Qt.FocusReason.PopupFocusReason)
        announce(self.card.hint, self.card.hint.text())

    def toggle(self) -> None:
        """Close when it is in use, else come to the front."""
        if self.is_in_use:
            self.hide()
        else:
            self.open()

    def hideEvent(self, event: QHideEvent) -> None:  # noqa: N802 - Qt's name
        """Closed, in whatever way: nothing that is under way is wanted any more."""
        self._blur.stop()
        self.card.go()
        super().hideEvent(event)

    def _leave(self) -> None:
        if not self.keeps_open:
            self.hide()

    def _stay(self) -> None:
        self._stays = True

    def _inspect(self, note: str) -> None:
        self.hide()
        self.inspect_requested.emit(note)

    @property
    def is_in_use(self) -> bool:
        """Whether it is seen and has the keyboard. `isActiveWindow` is wrong after a quick hide and show on X11."""
        window = self.windowHandle()
        return self.isVisible() and window is not None and window.isActive()

    def _focus_moved(self, _window: object) -> None:
        """Another window is used: a launcher goes. A menu of its own may have the focus for a moment."""
        if self.isVisible() and not self.is_in_use:
            self._blur.start()
        elif self._stays and self.is_in_use and self._clock() - self._opened_at > _GRACE:
            self._stays = False  # the person has come back to it

    def _hide_if_left(self) -> None:
        in_menu = QApplication.activePopupWidget() is not None
        if self.is_in_use or self.keeps_open or self._stays or in_menu:
            return
        lost = QGuiApplication.focusWindow() is None
        if lost and self._clock() - self._opened_at < _GRACE:  # a late word of the window before
            self.activateWindow()
            self._blur.start()
        else:
            self.hide()

    def _look_for_screen(self) -> None:
        """The screen with the pointer; asked once at each opening, because the answer comes from the X server."""
        areas = [screen.availableGeometry() for screen in QGuiApplication.screens()]
        self._area = screen_for(QCursor.pos(), areas)

    def _place(self) -> None:
        side = self._outer.contentsMargins().top()
        area = self._area
        at = placed(self.size(), area, SIZES.popup_top)
        self.move(at.topLeft() - QPoint(0, min(side, at.top() - area.top())))

    def _screen_removed(self, _screen: QScreen) -> None:
        if self.isVisible() and not self._covers_screen():
            QTimer.singleShot(0, self, self._move_to_another_screen)

    def _move_to_another_screen(self) -> None:
        self._look_for_screen()
        self._fit()
        self._place()

    @staticmethod
    def _covers_screen() -> bool:
        """Wayland lets no window be placed: there a maximised see-through one holds the card."""
        return QGuiApplication.platformName().startswith("wayland")

    def _cover(self) -> None:
        area = self._area
        side = max(SIZES.shadow, (area.width() - self._card_width()) // 2)
        self._outer.setContentsMargins(side, round(area.height() * SIZES.popup_top), side, SIZES.shadow)
        self._outer.setAlignment(self.card, Qt.AlignmentFlag.AlignTop)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """A desktop that lays windows side by side gives less than the screen."""
        super().resizeEvent(event)
        if self._covers_screen() and self.isVisible() and event.size() != self._area.size():
            self._area = QRect(self._area.topLeft(), event.size())
            self._cover()
            self._fit()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        """A key that comes while nothing has the focus yet, as on a busy machine, is the field's or the preview's."""
        wanted = self.card.keys_go_to
        if wanted.hasFocus() or self._hands_on:
            super().keyPressEvent(event)  # it was had there, and not wanted
            return
        wanted.setFocus(Qt.FocusReason.OtherFocusReason)
        self._hands_on = True
        QCoreApplication.sendEvent(wanted, event)
        self._hands_on = False

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """A click beside the card closes."""
        if not self.card.geometry().contains(event.position().toPoint()):
            self.hide()
        super().mousePressEvent(event)
