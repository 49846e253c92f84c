"""The settings window: a page for each matter. Opened with `open()`, never `exec()`, so that nothing waits for it.

What is chosen counts at once; what is typed into a form is kept when it is saved, and never lost without asking. All work
is done behind the bridge: a slow keyring or server leaves the window alive, and closing it only means that nobody looks at
the outcome any more.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import QHBoxLayout, QMessageBox, QStackedWidget

from trayrecall.settings.rows import Page as Place
from trayrecall.ui.bridge import Bridge
from trayrecall.ui.desktop_actions import Autostart, Hotkey
from trayrecall.ui.questions import ask_to_discard
from trayrecall.ui.settings_connections import ConnectionsPage
from trayrecall.ui.settings_endpoint import EndpointPage
from trayrecall.ui.settings_general import GeneralPage
from trayrecall.ui.settings_page import Page
from trayrecall.ui.settings_plain import PlainPage
from trayrecall.ui.settings_ports import SettingsWork
from trayrecall.ui.settings_search import SearchPage
from trayrecall.ui.settings_servers import ServersPage
from trayrecall.ui.sidebar import Sidebar
from trayrecall.ui.state import NAME
from trayrecall.ui.style import Mode, Style
from trayrecall.ui.window import Window
from trayrecall.ui.words import translate

_SIZE = (860, 640)
_SIDEBAR = 180
_LEAST_HEIGHT = 420


class SettingsDialog(Window):
    """The window. Its bridge must not be the one of the search: a locked keyring holds a thread for seconds.

    `work` gives the work behind it, and raises TrayRecallError while the application is still starting.
    """

    changed = Signal()  # servers were added, changed or removed

    def __init__(
        self,
        style: Style,
        bridge: Bridge,
        work: Callable[[], SettingsWork],
        *,
        autostart: Autostart,
        hotkey: Hotkey,
        open_log: Callable[[], None],
    ) -> None:
        super().__init__(style, translate("settings", "{program} settings").format(program=NAME))
        self.question: QMessageBox | None = None
        self._leaving = False  # closing was agreed to
        self.servers = ServersPage(style, bridge, lambda: work().servers)
        self.search = SearchPage(bridge, lambda: work().values)
        self.endpoint = EndpointPage(bridge, lambda: work().values, lambda: work().clients)
        self.connections = ConnectionsPage(style, bridge, lambda: work().agents)
        self.appearance = PlainPage(
            bridge,
            lambda: work().values,
            Place.APPEARANCE,
            translate("settings", "Appearance"),
            translate("settings", "How the windows look."),
        )
        self.appearance.end()
        self.general = GeneralPage(bridge, autostart, hotkey, open_log)
        self._stack = QStackedWidget()
        self._pages: tuple[tuple[str, Page], ...] = (
            (translate("settings", "Trilium servers"), self.servers),
            (translate("settings", "Search"), self.search),
            (translate("settings", "Endpoint"), self.endpoint),
            (translate("settings", "Connections"), self.connections),
            (translate("settings", "Appearance"), self.appearance),
            (translate("settings", "General"), self.general),
        )
        self.sidebar = Sidebar(
            translate("settings", "Pages"), [title for title, _ in self._pages], least_width=_SIDEBAR
        )
        self._lay_out()
        self.servers.changed.connect(self.changed)
        self.connections.changed.connect(self.endpoint.come)
        self.appearance.kept.connect(self._apply)

    def _lay_out(self) -> None:
        for _, page in self._pages:
            self._stack.addWidget(page)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self.sidebar)
        row.addWidget(self._stack, 1)
        self.sidebar.setMinimumHeight(_LEAST_HEIGHT)
        self.prefer(*_SIZE)
        self.sidebar.currentRowChanged.connect(self._turn)

    # ---- coming and going

    def open(self) -> None:
        """Come to the front; what isn't being typed is read anew."""
        if not self.isVisible():
            self._leaving = False
            self._page.come()
        self.setWindowModality(Qt.WindowModality.NonModal)
        self.come()

    def show_page(self, page: Page) -> None:
        """Come to the front with this page."""
        self.open()
        self.sidebar.setCurrentRow([known for _, known in self._pages].index(page))
        self.sidebar.setFocus(Qt.FocusReason.OtherFocusReason)

    def follow(self) -> None:
        """The engine's state has changed."""
        if self.isVisible():
            self._page.follow()

    @property
    def _page(self) -> Page:
        return self._pages[self._stack.currentIndex()][1]

    def before_end(self, then: Callable[[], None]) -> None:
        """The program is to end: do that now, or when what was typed may be lost."""
        if self.isVisible() and self._page.unsaved():
            self.come()
            self._ask_to_discard(then)
        else:
            then()

    def _turn(self, row: int) -> None:
        if row < 0 or row == self._stack.currentIndex():
            return
        if self._page.unsaved():
            self.sidebar.blockSignals(True)  # noqa: FBT003 - Qt's own
            self.sidebar.setCurrentRow(self._stack.currentIndex())
            self.sidebar.blockSignals(False)  # noqa: FBT003 - Qt's own
            self._ask_to_discard(lambda: self._turn_anyway(row))
            return
        self._page.leave()
        self._stack.setCurrentIndex(row)
        self._page.come()

    def _turn_anyway(self, row: int) -> None:
        self._page.leave()
        self.sidebar.setCurrentRow(row)

    def _ask_to_discard(self, then: Callable[[], None]) -> None:
        self.question = ask_to_discard(self, then)

    def reject(self) -> None:
        """Escape leaves a form first, then the window; it asks where something would be lost."""
        if not self._page.is_within:
            self.close()
        elif self._page.unsaved():
            self._ask_to_discard(self._page.back)
        else:
            self._page.back()

    def closeEvent(self, event: QCloseEvent) -> None:  # noqa: N802 - Qt's name
        """Closed, in whatever way."""
        if not self._leaving and self.isVisible() and self._page.unsaved():
            event.ignore()
            self._ask_to_discard(self._close_anyway)
            return
        self._page.leave()
        self._leaving = False
        event.accept()
        self.hide()

    def _close_anyway(self) -> None:
        self._leaving = True
        self.close()

    def _apply(self, key: str, raw: object) -> None:
        """What can count at once does."""
        if key == "appearance":
            self._style.set_mode(Mode(str(raw)))
