"""The inspector's picture of one note: where it stands and why, how it was split, its links. It draws and tells."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QColor
from PySide6.QtWidgets import (
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from trayrecall.core.inspection import Inspection, Linked, Standing, VectorState
from trayrecall.core.snippet import one_line
from trayrecall.ui import inspection_words as words
from trayrecall.ui.decision_words import moment
from trayrecall.ui.notice import Notice
from trayrecall.ui.popup_parts import plain_label, push_button
from trayrecall.ui.scroll import Scroll
from trayrecall.ui.style import Style
from trayrecall.ui.trees import fit, tree
from trayrecall.ui.window import heading, intro
from trayrecall.ui.words import kept, plain_tip, translate

_TARGET = Qt.ItemDataRole.UserRole + 1
_MOST_SECTIONS, _MOST_LINKS = 14, 8  # rows seen at once
_HASH = 12


class NoteView(Scroll):
    """Shows one inspection."""

    opened = Signal()
    reindexed = Signal()
    retried = Signal()
    followed = Signal(str)  # the id of a note of the same instance

    def __init__(self, style: Style) -> None:
        super().__init__(QWidget())
        self._style = style
        self.inspection: Inspection | None = None
        self.title = heading("", wraps=True)
        self.path = intro("")
        self.notice = Notice()
        self.facts: dict[str, QLabel] = {}
        self.sections = tree(
            translate("inspector", "Sections and passages"),
            (
                translate("inspector", "Section, and its passages"),
                translate("inspector", "Size"),
                translate("inspector", "Vector"),
            ),
            stretched=0,
        )
        self.links = tree(
            translate("inspector", "Links"),
            (translate("inspector", "Note or address"), translate("inspector", "Kind")),
            stretched=0,
        )
        self.links.itemActivated.connect(self._follow)
        self.open_button = push_button(translate("inspector", "&Open in Trilium"))
        self.reindex_button = push_button(translate("inspector", "&Index anew"))
        self.retry_button = push_button(translate("inspector", "&Try again"))
        self.open_button.clicked.connect(self.opened)
        self.reindex_button.clicked.connect(self.reindexed)
        self.retry_button.clicked.connect(self.retried)
        self._lay_out()
        style.changed.connect(self._fill_sections)

    def _lay_out(self) -> None:
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        for button in (self.open_button, self.reindex_button, self.retry_button):
            buttons.addWidget(button)
        buttons.addStretch(1)
        self._form = QFormLayout()
        self._form.setHorizontalSpacing(18)
        self._form.setVerticalSpacing(5)
        self._form.setLabelAlignment(Qt.AlignmentFlag.AlignLeft)
        for name, label in (
            ("area", translate("inspector", "Area")),
            ("type", translate("inspector", "Type")),
            ("labels", translate("inspector", "Labels")),
            ("vectors", translate("inspector", "Passages")),
            ("changed", translate("inspector", "Changed")),
            ("as_of", translate("inspector", "As of")),
            ("content", translate("inspector", "Content")),
            ("id", translate("inspector", "Id")),
        ):
            value, caption = plain_label(f"fact-{name}", wraps=True), plain_label("label")
            value.setTextInteractionFlags(
                Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
            )
            value.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
            caption.setText(label)
            caption.setBuddy(value)
            self.facts[name] = value
            self._form.addRow(caption, value)
        column = QVBoxLayout(self._content)
        column.setContentsMargins(0, 0, 0, 4)
        column.setSpacing(10)
        for part in (self.title, self.path, self.notice):
            column.addWidget(part)
        column.addLayout(buttons)
        column.addLayout(self._form)
        column.addWidget(self.sections)
        column.addWidget(self.links)
        column.addStretch(1)

    # ---- showing

    def show_inspection(self, inspection: Inspection) -> None:
        """Show this one; the same again changes nothing, so that what is unfolded or selected stays."""
        if inspection == self.inspection:
            return
        before, self.inspection = self.inspection, inspection
        known = inspection.standing is not Standing.UNKNOWN
        self.title.setText(one_line(inspection.title) or inspection.note_id)
        self.path.setText(" › ".join(one_line(part) for part in inspection.path[:-1]))
        self.path.setVisible(len(inspection.path) > 1)
        told = words.trouble(inspection)
        if told is None:
            self.notice.clear()
        else:
            self.notice.say(told)
        self._show_facts(inspection)
        indexed = inspection.standing is Standing.INDEXED
        failed = inspection.fault is not None or bool(inspection.vectors.get(VectorState.FAILED))
        self.open_button.setVisible(known)
        self.reindex_button.setVisible(indexed)
        self.retry_button.setVisible(failed)
        self.sections.setVisible(indexed)
        self.links.setVisible(bool(inspection.links_out or inspection.links_in))
        self._fill_sections()
        self._fill_links(inspection)
        if before is None or before.note_id != inspection.note_id:
            self.verticalScrollBar().setValue(0)

    def _show_facts(self, inspection: Inspection) -> None:
        shown = {
            "area": words.area(inspection) if inspection.standing is Standing.INDEXED else "",
            "type": " · ".join(part for part in (inspection.type, inspection.mime) if part),
            "labels": words.labels(inspection),
            "vectors": words.vectors(inspection),
            "changed": moment(inspection.utc_modified),
            "as_of": moment(inspection.as_of),
            "content": inspection.content_hash[:_HASH],
            "id": f"{inspection.instance}/{inspection.note_id}",
        }
        for name, text in shown.items():
            self.facts[name].setText(text)
            self._form.setRowVisible(self.facts[name], bool(text))

    def _fill_sections(self) -> None:
        self.sections.clear()
        if self.inspection is None:
            return
        colors = self._style.colors
        tones = {VectorState.FAILED: colors.bad, VectorState.PENDING: colors.warn}
        for section in self.inspection.sections:
            row = QTreeWidgetItem(
                [
                    words.section_name(section),
                    words.characters(section.characters) if section.characters else "",
                ]
            )
            self.sections.addTopLevelItem(row)
            for passage in section.passages:
                child = QTreeWidgetItem(
                    [words.passage_name(passage), words.tokens(passage.tokens), words.state(passage.vector)]
                )
                child.setToolTip(0, plain_tip(passage.text))
                child.setToolTip(2, plain_tip(kept(passage.why)))
                if passage.vector in tones:
                    child.setForeground(2, QColor(tones[passage.vector]))
                row.addChild(child)
            row.setExpanded(True)
        fit(self.sections, _MOST_SECTIONS)

    def _fill_links(self, inspection: Inspection) -> None:
        self.links.clear()
        for name, links in (
            (translate("inspector", "Links to"), inspection.links_out),
            (translate("inspector", "Linked from"), inspection.links_in),
        ):
            if links:
                self._add_links(f"{name} ({len(links)})", links)
        fit(self.links, _MOST_LINKS)

    def _add_links(self, name: str, links: Sequence[Linked]) -> None:
        row = QTreeWidgetItem([name, ""])
        self.links.addTopLevelItem(row)
        for link in links:
            child = QTreeWidgetItem([one_line(link.title) or link.target, words.link_kind(link.kind)])
            child.setData(0, _TARGET, "" if link.kind == "external" else link.target)
            row.addChild(child)
        row.setExpanded(True)

    def _follow(self, item: QTreeWidgetItem) -> None:
        target = item.data(0, _TARGET)
        if target:
            self.followed.emit(target)
