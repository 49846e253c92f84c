"""The filters below the popup's field: a pill for each area and server, a chip for each label and day."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetrics, QIcon, QPainter, QPixmap
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from trayrecall.core.model import Area, Filters, InstanceId
from trayrecall.core.snippet import one_line
from trayrecall.ui.popup_filters import (
    Chip,
    chips_of,
    joined,
    toggled_area,
    toggled_instance,
    without,
    without_last,
)
from trayrecall.ui.popup_parts import announce, set_tip
from trayrecall.ui.popup_texts import chip_text
from trayrecall.ui.style import SIZES, SMALL_SCALE, Style, grown, scaled
from trayrecall.ui.words import area_words, listed, translate

MOST_PILLS = 9  # as many as there are keys
_DOT = 8
_LONGEST = 150  # pixels of a name
_SERVERS = 540  # pixels of all servers' names together
_SIDE, _BETWEEN, _GAP = 16, 6, 8


class FilterBar(QFrame):
    """What may answer. It never takes the keyboard: its keys come from the field."""

    changed = Signal()

    def __init__(self, style: Style) -> None:
        super().__init__()
        self._style = style
        self.filters = Filters()
        self._instances: tuple[tuple[InstanceId, str], ...] = ()
        self.pills: list[QToolButton] = []
        self.chips: list[QToolButton] = []
        column = QVBoxLayout(self)
        column.setContentsMargins(_SIDE, 0, _SIDE, 9)
        column.setSpacing(_BETWEEN)
        self._rows = self._pill_row, self._server_row, self._chip_row = [QHBoxLayout() for _ in range(3)]
        for row in self._rows:
            row.setSpacing(_BETWEEN)
            column.addLayout(row)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.setAccessibleName(translate("popup", "Filters"))
        self._build()
        style.changed.connect(self._build)

    def set_instances(self, instances: tuple[tuple[InstanceId, str], ...]) -> None:
        """Offer these servers; a single one needs no filter."""
        offered = instances if len(instances) > 1 else ()
        if offered != self._instances:
            self._instances = offered
            self._build()

    def set_filters(self, filters: Filters) -> None:
        """Show these filters."""
        if filters != self.filters:
            self.filters = filters
            self._build()
            self.changed.emit()
            announce(self, self._spoken())

    def _spoken(self) -> str:
        pills = [pill.accessibleName() for pill in self.pills if pill.isChecked()]
        chips = [one_line(chip_text(chip)) for chip in chips_of(self.filters)]
        return listed((*pills, *chips)) or translate("popup", "No filter")

    def add(self, filters: Filters) -> None:
        """These filters too."""
        self.set_filters(joined(self.filters, filters))

    def clear(self) -> None:
        """No filter."""
        self.set_filters(Filters())

    def take_last(self) -> None:
        """One filter less."""
        self.set_filters(without_last(self.filters))

    def toggle(self, number: int) -> None:
        """Switch the pill of that number, counted from 1."""
        if 0 < number <= len(self.pills):
            self.pills[number - 1].click()

    # ---- the buttons

    def _build(self) -> None:
        for row in self._rows:
            while (item := row.takeAt(0)) is not None:
                if (old := item.widget()) is not None:
                    old.hide()
                    old.deleteLater()
        self.pills = [self._area_pill(area) for area in Area]
        self.pills += [self._instance_pill(*each) for each in self._instances[: MOST_PILLS - len(self.pills)]]
        self.chips = [self._chip(chip) for chip in chips_of(self.filters)]
        for number, pill in enumerate(self.pills, start=1):
            set_tip(pill, " · ".join(filter(None, (pill.accessibleDescription(), f"Alt+{number}"))))
        self._place()

    def _place(self) -> None:
        """Areas and servers on one line when all of them fit, else the servers on the next one; then the chips."""
        needed = sum(pill.sizeHint().width() + _BETWEEN for pill in self.pills) + _GAP
        fits = needed <= grown(SIZES.popup_width, self.font()) - 2 * _SIDE
        for button in self.pills[: len(Area)]:
            self._pill_row.addWidget(button)
        if self._instances and fits:
            self._pill_row.addWidget(_Gap())
        for button in self.pills[len(Area) :]:
            (self._pill_row if fits else self._server_row).addWidget(button)
        for button in self.chips:
            self._chip_row.addWidget(button)
        for row in self._rows:
            if row.count():
                row.addStretch(1)

    def _area_pill(self, area: Area) -> QToolButton:
        pill = self._button("pill", area_words(area), begin=" ", on=area in self.filters.areas)
        pill.setProperty("dotted", "true")
        pill.setIconSize(QSize(_DOT, _DOT))
        pill.setIcon(self._dot(self._style.colors.area(area)))
        pill.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        pill.setAccessibleName(translate("popup", "Only {name}").format(name=area_words(area)))
        pill.clicked.connect(lambda: self.set_filters(toggled_area(self.filters, area)))
        return pill

    def _instance_pill(self, instance: InstanceId, name: str) -> QToolButton:
        name, pills = one_line(name), min(len(self._instances), MOST_PILLS - len(Area))
        most = min(_LONGEST, _SERVERS // pills)
        pill = self._button("pill", name, on=instance in self.filters.instances, most=most)
        pill.setAccessibleName(translate("popup", "Only {name}").format(name=name))
        pill.clicked.connect(lambda: self.set_filters(toggled_instance(self.filters, instance)))
        return pill

    def _chip(self, chip: Chip) -> QToolButton:
        text = one_line(chip_text(chip))
        button = self._button("chip", text, end="  ×")
        button.setAccessibleName(translate("popup", "Without the filter {name}").format(name=text))
        button.clicked.connect(lambda: self.set_filters(without(self.filters, chip)))
        return button

    def _button(
        self, kind: str, text: str, *, begin: str = "", end: str = "", on: bool = False, most: int = _LONGEST
    ) -> QToolButton:
        """A button with the text in at most so many pixels; the tooltip has what was cut."""
        button = QToolButton(self)
        button.setObjectName(kind)
        button.setFont(scaled(self.font(), SMALL_SCALE))
        shown = QFontMetrics(button.font()).elidedText(
            text, Qt.TextElideMode.ElideRight, grown(most, self.font())
        )
        set_tip(button, text if shown != text else "")
        button.setText(begin + shown.replace("&", "&&") + end)
        button.setCheckable(kind == "pill")
        button.setChecked(on)
        button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        return button

    def _dot(self, color: str) -> QIcon:
        ratio = self.devicePixelRatioF()
        picture = QPixmap(QSize(_DOT, _DOT) * ratio)
        picture.setDevicePixelRatio(ratio)
        picture.fill(Qt.GlobalColor.transparent)
        painter = QPainter(picture)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(color))
        painter.drawEllipse(QRectF(0.5, 0.5, _DOT - 1, _DOT - 1))
        painter.end()
        return QIcon(picture)


class _Gap(QWidget):
    """A little room between areas and servers."""

    def __init__(self) -> None:
        super().__init__()
        self.setFixedWidth(_GAP)
