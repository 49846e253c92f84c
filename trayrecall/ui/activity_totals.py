"""The row of numbers at the top of the activity window: the last days, each number with its course."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date

from PySide6.QtCore import QDate, QSize
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from trayrecall.core.totals import Totals, together
from trayrecall.ui import decision_words as words
from trayrecall.ui.activity_actions import DAYS
from trayrecall.ui.day_bars import Stat
from trayrecall.ui.style import Style, grown
from trayrecall.ui.words import day as day_words
from trayrecall.ui.words import named, number, percent, translate

_ROOM = 540  # pixels that all of them need in one row
_IN_FIRST, _BETWEEN = 3, 10
_Value = Callable[[Totals], float | None]
_Shown = Callable[[float], str]


class TotalsRow(QWidget):
    """Prompts, passages, tokens, silence and speed."""

    def __init__(self, style: Style) -> None:
        super().__init__()
        self.days: tuple[Totals, ...] = ()
        self.stats: list[Stat] = []
        self._kinds = _kinds()
        self._above, self._below = QHBoxLayout(), QHBoxLayout()
        rows = QVBoxLayout(self)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.setSpacing(_BETWEEN)
        for row in (self._above, self._below):
            row.setSpacing(_BETWEEN)
            rows.addLayout(row)
        for place, (name, _, _) in enumerate(self._kinds):
            stat = Stat(style, name, lambda day, place=place: self.told(place, day))  # type: ignore[misc]
            self.stats.append(stat)
            self._above.addWidget(stat, 1)
        self.show_totals(())

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """As narrow as two rows may be."""
        widest = max(stat.minimumSizeHint().width() for stat in self.stats)
        return QSize(_IN_FIRST * (widest + _BETWEEN) - _BETWEEN, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """One row while there is room for it, else two of numbers without their course."""
        folds = self.width() < grown(_ROOM, self.font())
        for place, stat in enumerate(self.stats):
            row = self._below if folds and place >= _IN_FIRST else self._above
            if row.indexOf(stat) < 0:
                row.addWidget(stat, 1)
            stat.bars.setVisible(not folds)
        super().resizeEvent(event)

    def show_totals(self, days: Sequence[Totals]) -> None:
        """Show these days, oldest first."""
        self.days = tuple(days)
        whole = together(self.days)
        for stat, (name, value, shown) in zip(self.stats, self._kinds, strict=True):
            told = _told(value(whole), shown)
            spoken = translate("activity", "{name}: {number} (the last {days} days)").format(
                name=name, days=number(DAYS), number=told
            )
            stat.say(told, [value(day) for day in self.days], spoken)

    def told(self, place: int, day: int) -> str:
        """One number of one day, for the tooltip."""
        name, value, shown = self._kinds[place]
        totals = self.days[day]
        at = date.fromisoformat(totals.day)
        when = day_words(QDate(at.year, at.month, at.day))
        return f"{when} · {named(name, _told(value(totals), shown))}"


def _told(value: float | None, shown: _Shown) -> str:
    return "–" if value is None else shown(value)


def _kinds() -> list[tuple[str, _Value, _Shown]]:
    return [
        (translate("activity", "Prompts"), lambda t: t.prompts, lambda v: number(int(v))),
        (translate("activity", "Passages sent"), lambda t: t.passages, lambda v: number(int(v))),
        (translate("activity", "Tokens sent"), lambda t: t.tokens, lambda v: number(int(v))),
        (translate("activity", "Answered with silence"), lambda t: t.silence, percent),
        (translate("activity", "95 % answered within"), lambda t: t.p95, words.milliseconds),
    ]
