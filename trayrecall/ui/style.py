"""All colours, fonts and sizes, for dark and light; follows the system's color scheme while the program runs.

The palette is our own on every platform, because a forced scheme does nothing on plain X11 and because the popup
draws its rows itself. Sizes are device-independent pixels.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPalette
from PySide6.QtWidgets import QApplication

from trayrecall import paths
from trayrecall.core.model import Area


class Mode(StrEnum):
    """Which scheme a person wants."""

    AUTO = "auto"
    DARK = "dark"
    LIGHT = "light"


@dataclass(frozen=True, slots=True)
class Colors:
    """One scheme. Texts reach a contrast of at least 4.5 : 1 on `ground` and on `selected`."""

    ground: str  # cards, dialogs
    raised: str  # fields, buttons, the footer
    text: str
    dim: str  # second to the text
    line: str  # borders, the meter's track
    bar: str  # the handle of a scroll bar
    selected: str
    accent: str  # focus, links, the meter's meaning
    on_accent: str
    mark: str  # behind a marked word, and what it means in the meter
    mark_text: str
    words: str  # the meter's words
    good: str
    warn: str
    bad: str
    wiki: str
    sources: str
    journal: str
    other: str

    def area(self, area: Area) -> str:
        """The colour of an area."""
        return {
            Area.WIKI: self.wiki,
            Area.SOURCES: self.sources,
            Area.JOURNAL: self.journal,
            Area.OTHER: self.other,
        }[area]


DARK = Colors(
    ground="#1b1d23",
    raised="#25282f",
    text="#eceef2",
    dim="#a2a9b8",
    line="#363b47",
    bar="#6a7182",
    selected="#2a324a",
    accent="#7d9dff",
    on_accent="#10131a",
    mark="#54461c",
    mark_text="#ffdf8c",
    words="#e0b13f",
    good="#5fcf80",
    warn="#e8b64c",
    bad="#ff8a80",
    wiki="#4cc38a",
    sources="#b99af5",
    journal="#f0a35e",
    other="#8fa3bf",
)
LIGHT = Colors(
    ground="#ffffff",
    raised="#f3f4f7",
    text="#1a1d24",
    dim="#5c6473",
    line="#d9dde5",
    bar="#878d9c",
    selected="#e8edff",
    accent="#3f5be0",
    on_accent="#ffffff",
    mark="#ffedb0",
    mark_text="#553d00",
    words="#b57d00",
    good="#1b7a3d",
    warn="#8a5a00",
    bad="#c0271d",
    wiki="#127349",
    sources="#6f45c4",
    journal="#9c4e08",
    other="#50637f",
)


@dataclass(frozen=True, slots=True)
class Sizes:
    """Measures of the popup and the dialogs."""

    popup_width: int = 760
    popup_rows: int = 6  # how many are seen at once
    popup_top: float = 0.18  # of the screen's height
    shadow: int = 26  # margin for the shadow, where the window may be see-through
    corner: int = 14
    row_padding: int = 10
    meter_width: int = 54
    meter_height: int = 5


SIZES = Sizes()
QUERY_SCALE = 1.45  # of the system's font size
SMALL_SCALE = 0.88
_USUAL_SIZE = 12  # 9 pt on most desktops: what lengths in pixels were chosen for


def scaled(font: QFont, factor: float, *, strong: bool = False) -> QFont:
    """The font in another size, whether the system gives its size in points or pixels."""
    made = QFont(font)
    if font.pointSizeF() > 0:
        made.setPointSizeF(font.pointSizeF() * factor)
    else:
        made.setPixelSize(max(1, round(font.pixelSize() * factor)))
    if strong:
        made.setWeight(QFont.Weight.DemiBold)
    return made


def grown(length: int, font: QFont) -> int:
    """A length in pixels that suits the usual font, for one that may be larger: what holds texts grows with them."""
    usual = QFont(font)
    usual.setPixelSize(_USUAL_SIZE)
    return max(length, round(length * QFontMetrics(font).height() / QFontMetrics(usual).height()))


class Style(QObject):
    """The scheme in use. Widgets read `colors` when they paint and repaint on `changed`."""

    changed = Signal()

    def __init__(self, app: QApplication, mode: Mode) -> None:
        super().__init__(app)
        self._app, self._mode = app, mode
        app.setStyle("Fusion")
        self._system_palette = _system_palette(app)
        self._scheme = app.styleHints().colorScheme
        self.colors = LIGHT
        app.styleHints().colorSchemeChanged.connect(lambda _scheme: self.system_changed())
        self._apply()

    def set_mode(self, mode: Mode) -> None:
        """Follow the system, or keep to one scheme."""
        self._mode = mode
        self._apply()

    def system_changed(self) -> None:
        """The system's scheme changed."""
        self._apply()

    def _wants_dark(self) -> bool:
        if self._mode is not Mode.AUTO:
            return self._mode is Mode.DARK
        scheme = self._scheme()
        if scheme == Qt.ColorScheme.Unknown:  # a plain window manager: what its theme's palette looks like
            palette = self._system_palette
            return palette.window().color().lightness() < palette.windowText().color().lightness()
        return scheme == Qt.ColorScheme.Dark

    def _apply(self) -> None:
        self.colors = DARK if self._wants_dark() else LIGHT
        self._app.setPalette(palette_of(self.colors))
        self._app.setStyleSheet(_sheet(self.colors))
        self.changed.emit()


def _system_palette(app: QApplication) -> QPalette:
    """The palette of the desktop's theme; one that the program set itself says nothing about it."""
    own = QPalette(app.palette())
    app.setPalette(QPalette())  # without a role set, Qt gives the theme's again
    found = QPalette(app.palette())
    app.setPalette(own)
    return found


def palette_of(colors: Colors) -> QPalette:
    """Qt's palette for the standard widgets."""
    role = QPalette.ColorRole
    palette = QPalette()
    for name, value in (
        (role.Window, colors.ground),
        (role.Base, colors.raised),
        (role.AlternateBase, colors.ground),
        (role.Button, colors.raised),
        (role.ToolTipBase, colors.raised),
        (role.WindowText, colors.text),
        (role.Text, colors.text),
        (role.ButtonText, colors.text),
        (role.ToolTipText, colors.text),
        (role.PlaceholderText, colors.dim),
        (role.Highlight, colors.accent),
        (role.HighlightedText, colors.on_accent),
        (role.Link, colors.accent),
        (role.Accent, colors.accent),
        (role.Light, colors.raised),
        (role.Midlight, colors.line),
        (role.Mid, colors.line),
        (role.Dark, colors.line),
    ):
        palette.setColor(name, QColor(value))
    for name in (role.WindowText, role.Text, role.ButtonText):
        palette.setColor(QPalette.ColorGroup.Disabled, name, mixed(colors.dim, colors.ground, 0.55))
    return palette


def mixed(one: str, other: str, share: float) -> QColor:
    """A colour between two; `share` is that of the first."""
    a, b = QColor(one), QColor(other)
    return QColor.fromRgbF(
        a.redF() * share + b.redF() * (1 - share),
        a.greenF() * share + b.greenF() * (1 - share),
        a.blueF() * share + b.blueF() * (1 - share),
    )


def _sheet(c: Colors) -> str:
    """What the palette can't say about standard widgets: fields, buttons, the menu, bars."""
    return f"""
    QLineEdit {{ background: {c.raised}; color: {c.text}; placeholder-text-color: {c.dim}; border: 1px solid {c.line}; border-radius: 7px;
                 padding: 7px 10px; selection-background-color: {c.accent}; selection-color: {c.on_accent}; }}
    QLineEdit:focus {{ border-color: {c.accent}; }}
    QPushButton {{ background: {c.raised}; color: {c.text}; border: 1px solid {c.line}; border-radius: 7px;
                   padding: 7px 18px; outline: none; }}
    QPushButton:hover, QPushButton:focus {{ border-color: {c.accent}; }}
    QPushButton:pressed {{ background: {c.selected}; }}
    QPushButton:disabled {{ color: {mixed(c.dim, c.ground, 0.55).name()}; border-color: {c.raised}; }}
    QPushButton[primary="true"] {{ background: {c.accent}; color: {c.on_accent}; border-color: {c.accent}; }}
    QPushButton[primary="true"]:hover, QPushButton[primary="true"]:focus {{ border-color: {c.text}; }}
    QPushButton[primary="true"]:disabled {{ background: {c.raised}; color: {c.dim}; border-color: {c.line}; }}
    QMenu {{ background: {c.ground}; color: {c.text}; border: 1px solid {c.line}; padding: 6px; }}
    QMenu::item {{ padding: 6px 26px 6px 14px; border-radius: 5px; }}
    QMenu::item:selected {{ background: {c.selected}; }}
    QMenu::item:disabled {{ color: {c.dim}; }}
    QMenu::separator {{ height: 1px; background: {c.line}; margin: 5px 8px; }}
    #completions {{ background: {c.ground}; color: {c.text}; border: 1px solid {c.line}; outline: none; }}
    #completions::item {{ padding: 5px 8px; border-radius: 5px; }}
    #completions::item:selected {{ background: {c.selected}; color: {c.text}; }}
    QMessageBox #qt_msgbox_label {{ font-weight: 600; }}
    QMessageBox #qt_msgbox_informativelabel {{ min-width: 340px; }}
    QToolTip {{ background: {c.raised}; color: {c.text}; border: 1px solid {c.line}; padding: 5px; }}
    QScrollBar:vertical {{ background: transparent; width: 10px; margin: 3px 2px; }}
    QScrollBar::handle:vertical {{ background: {c.bar}; border-radius: 3px; min-height: 28px; }}
    QScrollBar::handle:hover {{ background: {c.dim}; }}
    QScrollBar::add-line, QScrollBar::sub-line {{ height: 0; }}
    QScrollBar::add-page, QScrollBar::sub-page {{ background: transparent; }}
    """


def popup_sheet(c: Colors, *, see_through: bool) -> str:
    """The popup's card and what stands in it."""
    corner = SIZES.corner if see_through else 0
    return f"""
    #card {{ background: {c.ground}; border: 1px solid {c.line}; border-radius: {corner}px; }}
    #field {{ background: transparent; border: none; color: {c.text}; placeholder-text-color: {c.dim};
              padding: 14px 4px; }}
    #more {{ background: transparent; border: none; border-radius: 6px; color: {c.dim}; padding: 2px 8px; }}
    #more:hover {{ background: {c.raised}; color: {c.text}; }}
    #more::menu-indicator {{ image: none; }}
    #pill, #chip {{ background: {c.raised}; color: {c.dim}; border: 1px solid {c.raised}; border-radius: 11px;
                    padding: 3px 10px; }}
    #pill[dotted="true"] {{ padding-right: 2px; }}
    #pill:hover, #chip:hover {{ border-color: {c.line}; color: {c.text}; }}
    #pill:checked, #chip {{ background: {c.selected}; color: {c.text}; border-color: {c.accent}; }}
    #rule {{ background: {c.line}; border: none; max-height: 1px; min-height: 1px; }}
    #results {{ background: transparent; border: none; outline: none; padding: 0; }}
    #messageTitle {{ color: {c.text}; }}
    #messageText {{ color: {c.dim}; }}
    #hint {{ background: {c.selected}; color: {c.text}; padding: 9px 18px; border: none; }}
    #footer {{ background: {c.raised}; border: none; border-bottom-left-radius: {max(0, corner - 1)}px;
               border-bottom-right-radius: {max(0, corner - 1)}px; }}
    #footerText {{ color: {c.dim}; }}
    #footerText[tone="warn"] {{ color: {c.warn}; }}
    #footerText[tone="good"] {{ color: {c.good}; }}
    #footerText[tone="busy"] {{ color: {c.accent}; }}
    #keys, #helpText {{ color: {c.dim}; }}
    #cap {{ background: {c.raised}; color: {c.text}; border: 1px solid {c.line}; border-bottom-width: 2px;
            border-radius: 5px; padding: 0px 5px; }}
    #help {{ border: none; border-top: 1px solid {c.line}; }}
    #preview {{ border: none; border-left: 1px solid {c.line}; }}
    #previewTitle {{ color: {c.text}; }}
    #previewFacts {{ color: {c.dim}; }}
    #meaningDot {{ color: {c.accent}; }}
    #wordsDot {{ color: {c.words}; }}
    #previewText {{ background: transparent; border: none; border-radius: 0px; padding: 0px;
                    selection-background-color: {c.accent}; selection-color: {c.on_accent}; }}
    """


def window_sheet(c: Colors) -> str:
    """Every window but the popup: headings, lists and tables, notices, fields of all kinds.

    `#sidebar` is the list of a window's pages, `#panel` a framed group, `#stat` a big number, `QPushButton[flat]` a link,
    `#beside` a bar that keeps its distance from what it scrolls.
    """
    scheme = "dark" if c is DARK else "light"
    return f"""
    #heading, #stat {{ color: {c.text}; }}
    #intro, #note, #label {{ color: {c.dim}; }}
    #panel {{ background: {c.ground}; border: 1px solid {c.line}; border-radius: 9px; }}
    #servers {{ background: {c.ground}; border: 1px solid {c.line}; border-radius: 9px; outline: none; padding: 4px; }}
    #servers:focus, #found:focus {{ border-color: {c.accent}; }}
    #found {{ padding: 4px; }}
    #found::item {{ padding: 6px 8px; border-left: 3px solid transparent; }}
    #found::item:selected {{ background: {c.selected}; color: {c.text}; border-left-color: {c.accent}; }}
    #sentMark {{ color: {c.good}; }}
    #nobody {{ background: {c.raised}; border: 1px dashed {c.line}; border-radius: 9px; }}
    #sidebar {{ background: {c.raised}; border: none; border-right: 1px solid {c.line}; border-radius: 0;
                outline: none; padding: 8px; }}
    #sidebar::item {{ padding: 8px 12px; border-radius: 7px; color: {c.text}; border: 1px solid transparent; }}
    #sidebar::item:selected {{ background: {c.selected}; color: {c.text}; border-color: {c.line}; }}
    #sidebar::item:selected:focus {{ border-color: {c.accent}; }}
    #notice {{ background: {c.raised}; border: 1px solid {c.line}; border-left: 4px solid {c.accent};
               border-radius: 7px; }}
    #notice[tone="good"] {{ border-left-color: {c.good}; }}
    #notice[tone="warn"] {{ border-left-color: {c.words}; }}
    #notice[tone="bad"] {{ border-left-color: {c.bad}; }}
    #noticeText {{ color: {c.dim}; }}
    QPushButton[flat="true"] {{ background: transparent; border: none; color: {c.accent}; padding: 4px 6px; }}
    QPushButton[flat="true"]:focus, QPushButton[flat="true"]:hover {{ text-decoration: underline; }}
    {_rows(c)}
    {_choices(c, _picture(f"check-{scheme}"))}
    {_fields(c, _picture(f"chevron-down-{scheme}"), _picture(f"chevron-up-{scheme}"))}
    {_tables(c)}
    """


def _rows(c: Colors) -> str:
    """Rows of a panel: a label with help and a hint, lines between them."""
    return f"""
    #panelTitle, #rowLabel {{ color: {c.text}; }}
    #row {{ border: none; border-top: 1px solid {c.line}; }}
    #row[first="true"] {{ border-top: none; }}
    #hintLine {{ color: {c.dim}; }}
    #hintLine[tone="good"] {{ color: {c.good}; }}
    #hintLine[tone="warn"] {{ color: {c.warn}; }}
    #hintLine[tone="bad"] {{ color: {c.bad}; }}
    #step {{ color: {c.dim}; }}
    #step[tone="now"] {{ color: {c.accent}; }}
    #step[tone="done"] {{ color: {c.good}; }}
    QPushButton[small="true"] {{ padding: 7px 11px; }}
    """


def _picture(name: str) -> str:
    return (paths.resources_dir() / "icons" / f"{name}.svg").as_posix()


def _choices(c: Colors, tick: str) -> str:
    return f"""
    QCheckBox {{ color: {c.text}; spacing: 9px; }}
    QCheckBox[bare="true"] {{ spacing: 0; }}
    QCheckBox::indicator {{ width: 16px; height: 16px; border: 1px solid {c.dim}; border-radius: 4px;
                            background: {c.raised}; }}
    QCheckBox::indicator:focus, QCheckBox::indicator:hover {{ border-color: {c.accent}; }}
    QCheckBox::indicator:checked {{ background: {c.accent}; border-color: {c.accent}; image: url("{tick}"); }}
    QCheckBox::indicator:checked:focus {{ border-color: {c.text}; }}
    QCheckBox::indicator:disabled {{ border-color: {c.line}; }}
    """


def _fields(c: Colors, down: str, up: str) -> str:
    return f"""
    QComboBox, QSpinBox, QPlainTextEdit, QTextEdit {{
        background: {c.raised}; color: {c.text}; border: 1px solid {c.line}; border-radius: 7px; padding: 6px 10px;
        placeholder-text-color: {c.dim}; selection-background-color: {c.accent}; selection-color: {c.on_accent}; }}
    QComboBox:focus, QSpinBox:focus, QPlainTextEdit:focus, QTextEdit:focus {{ border-color: {c.accent}; }}
    QComboBox::drop-down {{ border: none; width: 26px; }}
    QComboBox::down-arrow {{ image: url("{down}"); width: 14px; height: 14px; }}
    QComboBox {{ combobox-popup: 0; }}
    QComboBoxPrivateContainer {{ background: {c.ground}; border: none; }}
    QComboBox QAbstractItemView {{ background: {c.ground}; border: 1px solid {c.line}; border-radius: 0;
                                   outline: none; padding: 4px; }}
    QComboBox QAbstractItemView::item {{ padding: 5px 8px; border-radius: 5px; }}
    QComboBox QAbstractItemView::item:selected {{ background: {c.selected}; color: {c.text}; }}
    QComboBox QAbstractItemView::item:disabled {{ color: {c.dim}; }}
    QSpinBox::up-button, QSpinBox::down-button {{ border: none; background: transparent; width: 20px; }}
    QSpinBox::up-arrow {{ image: url("{up}"); width: 12px; height: 12px; }}
    QSpinBox::down-arrow {{ image: url("{down}"); width: 12px; height: 12px; }}
    QProgressBar {{ background: {c.line}; border: none; border-radius: 4px; min-height: 8px; max-height: 8px; }}
    QProgressBar::chunk {{ background: {c.accent}; border-radius: 4px; }}
    """


def _tables(c: Colors) -> str:
    return f"""
    QTreeView, QListView {{ background: {c.ground}; alternate-background-color: {c.ground}; color: {c.text};
        border: 1px solid {c.line}; border-radius: 9px; outline: none;
        selection-background-color: {c.selected}; selection-color: {c.text}; }}
    QTreeView:focus, QListView:focus {{ border-color: {c.accent}; }}
    QComboBox QAbstractItemView:focus {{ border-color: {c.line}; }}
    QTreeView {{ padding: 3px; }}
    QTreeView::item {{ padding: 5px 8px; border: none; }}
    QTreeView::item:first, QTreeView::item:only-one {{ border-left: 3px solid transparent; }}
    QTreeView::item:selected {{ background: {c.selected}; color: {c.text}; }}
    QTreeView::item:selected:first, QTreeView::item:selected:only-one {{ border-left-color: {c.accent}; }}
    QHeaderView::section {{ background: transparent; color: {c.dim}; border: none; border-bottom: 1px solid {c.line};
                            padding: 6px 11px; }}
    QHeaderView::section:first, QHeaderView::section:only-one {{ padding-left: 14px; }}
    QHeaderView {{ background: transparent; border: none; }}
    #beside:vertical {{ width: 16px; margin-left: 8px; }}
    QScrollArea {{ border: none; background: transparent; }}
    QAbstractScrollArea::corner {{ background: transparent; border: none; }}
    QScrollBar:horizontal {{ background: transparent; height: 10px; margin: 2px 3px; }}
    QScrollBar::handle:horizontal {{ background: {c.bar}; border-radius: 3px; min-width: 28px; }}
    """
