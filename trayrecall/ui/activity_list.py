"""The activity window's list: one row a prompt. Everything drawn is made of words in `decision_words`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QPersistentModelIndex,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter
from PySide6.QtWidgets import QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from trayrecall.core.model import Decision
from trayrecall.core.snippet import one_line
from trayrecall.questions import Question
from trayrecall.ui import decision_words as words
from trayrecall.ui.painting import BETWEEN, PADDING, SIDE, color_of, draw_choice, draw_line, size_of_two_lines
from trayrecall.ui.style import SMALL_SCALE, Colors, Style, scaled
from trayrecall.ui.words import listed, translate

Index = QModelIndex | QPersistentModelIndex
ROW = Qt.ItemDataRole.UserRole + 1


class DecisionModel(QAbstractListModel):
    """The decisions, newest first."""

    def __init__(self) -> None:
        super().__init__()
        self.decisions: tuple[Decision, ...] = ()
        self.own: Mapping[str, Question] = {}

    def set_decisions(self, decisions: Sequence[Decision]) -> None:
        """Show these instead."""
        self.beginResetModel()
        self.decisions = tuple(decisions)
        self.endResetModel()

    def set_own(self, own: Mapping[str, Question]) -> None:
        """What the person said of prompts."""
        self.own = own
        if self.decisions:
            self.dataChanged.emit(self.index(0), self.index(len(self.decisions) - 1))

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: N802, B008 - Qt's signature
        """Qt's question."""
        return 0 if parent.isValid() else len(self.decisions)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """The decision for the delegate, texts for screen readers."""
        if not index.isValid() or index.row() >= len(self.decisions):
            return None
        decision = self.decisions[index.row()]
        match role:
            case int() if role == ROW:
                return decision
            case Qt.ItemDataRole.DisplayRole:
                return one_line(decision.prompt)
            case Qt.ItemDataRole.AccessibleTextRole:
                return listed((one_line(decision.prompt), *facts(decision)))
            case _:
                return None


def facts(decision: Decision) -> list[str]:
    """What the second line of a row tells, in order."""
    parts = [
        words.outcome(decision.reason),
        words.short_reason(decision),
        words.project(decision.cwd),
        words.milliseconds(decision.milliseconds) if decision.milliseconds else "",
        translate("activity", "keywords only") if decision.degraded else "",
    ]
    return [part for part in parts if part]


class DecisionList(QListView):
    """The list. `chosen_changed` tells when another decision is chosen, `end_neared` when more should be read."""

    chosen_changed = Signal()
    end_neared = Signal()

    def __init__(self, style: Style) -> None:
        super().__init__()
        self.setAccessibleName(translate("activity", "Prompts"))
        self.decisions = DecisionModel()
        self._delegate = _Delegate(style, self.decisions)
        self.setModel(self.decisions)
        self.setItemDelegate(self._delegate)
        self.setUniformItemSizes(True)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        self.selectionModel().currentChanged.connect(lambda _new, _old: self.chosen_changed.emit())
        self.verticalScrollBar().valueChanged.connect(self._scrolled)

    @property
    def chosen(self) -> Decision | None:
        """The decision of the current row."""
        found = self.currentIndex().data(ROW)
        return found if isinstance(found, Decision) else None

    def show_decisions(self, decisions: Sequence[Decision]) -> None:
        """Show these; what was chosen stays chosen and stays where it is on the screen."""
        before, bar = self.chosen, self.verticalScrollBar()
        at_top = bar.value() == 0
        offset = self.visualRect(self.currentIndex()).top() if before else 0
        self.selectionModel().blockSignals(True)  # noqa: FBT003 - Qt's signature
        self.decisions.set_decisions(decisions)
        row = next(
            (i for i, d in enumerate(decisions) if before and d.id == before.id), 0 if decisions else -1
        )
        if row >= 0:
            self.setCurrentIndex(self.decisions.index(row))
        self.selectionModel().blockSignals(False)  # noqa: FBT003
        if row >= 0 and before and not at_top:
            bar.setValue(bar.value() + self.visualRect(self.currentIndex()).top() - offset)
        elif at_top:
            self.scrollToTop()
        self.viewport().update()
        if self.chosen != before:
            self.chosen_changed.emit()

    def _scrolled(self, value: int) -> None:
        bar = self.verticalScrollBar()
        if bar.maximum() and value > bar.maximum() - 2 * self.viewport().height():
            self.end_neared.emit()


class _Delegate(QStyledItemDelegate):
    def __init__(self, style: Style, model: DecisionModel) -> None:
        super().__init__()
        self._style, self._model = style, model

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:  # noqa: ARG002, N802 - Qt's name
        return size_of_two_lines(option.font)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        decision = index.data(ROW)
        if isinstance(decision, Decision):
            painter.save()
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            _draw(painter, option, self._style.colors, decision, said=decision.prompt in self._model.own)
            painter.restore()


def _draw(
    painter: QPainter, option: QStyleOptionViewItem, colors: Colors, decision: Decision, *, said: bool
) -> None:
    rect: QRect = option.rect
    font: QFont = option.font
    state: QStyle.StateFlag = option.state
    painter.setPen(Qt.PenStyle.NoPen)
    if state & QStyle.StateFlag.State_Selected:
        draw_choice(painter, QRectF(rect).adjusted(4, 1, -4, -1), colors, 7)
    inner = rect.adjusted(SIDE, PADDING, -SIDE, -PADDING)
    small = scaled(font, SMALL_SCALE)
    metrics = QFontMetrics(small)
    when = words.moment(decision.at)
    width = metrics.horizontalAdvance(when)
    top = QRect(inner.left(), inner.top(), inner.width(), QFontMetrics(font).height())
    draw_line(
        painter, small, colors.dim, QRect(top.right() - width, top.top(), width + 1, top.height()), when
    )
    draw_line(painter, font, colors.text, top.adjusted(0, 0, -width - 14, 0), one_line(decision.prompt))
    below = QRect(inner.left(), top.bottom() + BETWEEN, inner.width(), metrics.height())
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(color_of(colors, words.tone(decision.reason))))
    painter.drawEllipse(QRectF(below.left() + 1, below.center().y() - 3, 7, 7))
    mark = translate("activity", "test question") if said else ""
    taken = metrics.horizontalAdvance(mark)
    draw_line(
        painter,
        small,
        colors.accent,
        QRect(below.right() - taken, below.top(), taken + 1, below.height()),
        mark,
    )
    line = below.adjusted(15, 0, -taken - (10 if taken else 0), 0)
    draw_line(painter, small, colors.dim, line, " · ".join(facts(decision)))
