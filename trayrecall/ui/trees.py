"""Tables and trees as all windows have them: named for screen readers, no taller than their rows need."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QTreeWidget, QTreeWidgetItem

_ROW_PADDING = 11  # of a row that isn't there yet


def tree(name: str, columns: Sequence[str], *, stretched: int, is_flat: bool = False) -> QTreeWidget:
    """A tree with these columns; the `stretched` one takes the room that the others leave. A flat one is a table."""
    made = QTreeWidget()
    shape(made, name, columns, stretched=stretched, is_flat=is_flat)
    return made


def shape(
    made: QTreeWidget, name: str, columns: Sequence[str], *, stretched: int, is_flat: bool = False
) -> None:
    """The same for a tree that is there already."""
    made.setAccessibleName(name)
    made.setHeaderLabels(list(columns))
    made.setUniformRowHeights(True)
    made.setRootIsDecorated(not is_flat)
    header = made.header()
    header.setStretchLastSection(False)
    for column in range(len(columns)):
        mode = header.ResizeMode.Stretch if column == stretched else header.ResizeMode.ResizeToContents
        header.setSectionResizeMode(column, mode)


def fit(made: QTreeWidget, most: int) -> None:
    """Be as high as the rows need, those below unfolded ones included, at most so many rows."""
    roots = [made.topLevelItem(row) for row in range(made.topLevelItemCount())]
    rows = min(most, max(1, sum(map(_rows, roots))))
    made.setFixedHeight(height_of(made, rows))


def height_of(made: QTreeWidget, rows: int) -> int:
    """How high it must be for so many rows and its header; some scripts stand higher than the font says."""
    made.ensurePolished()
    row = made.sizeHintForRow(0) if made.topLevelItemCount() else made.fontMetrics().height() + _ROW_PADDING
    return rows * row + made.header().sizeHint().height() + 2 * made.frameWidth()


def _rows(item: QTreeWidgetItem | None) -> int:
    if item is None:
        return 0
    below = range(item.childCount()) if item.isExpanded() else ()
    return 1 + sum(_rows(item.child(row)) for row in below)
