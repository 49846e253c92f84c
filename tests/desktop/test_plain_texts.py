"""What notes, servers and failures say is shown as it stands: nothing of it is ever read as markup."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6 import QtGui
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextDocument
from PySide6.QtWidgets import QLabel, QMessageBox, QWidget

from tests.desktop import samples
from tests.desktop.conftest import destroy
from tests.pipeline import ROOT
from trayrecall.core.model import Answer, Considered, NoteId
from trayrecall.core.snippet import one_line
from trayrecall.ui.considered_row import ConsideredRow
from trayrecall.ui.questions import ask
from trayrecall.ui.result_list import ResultModel
from trayrecall.ui.rows import found_of
from trayrecall.ui.state import Face, IconState
from trayrecall.ui.style import Style
from trayrecall.ui.tray import Tray
from trayrecall.ui.words import plain_tip, unmarked

SOURCES = sorted((ROOT / "trayrecall").rglob("*.py"))
_TIPS = {"setToolTip", "setStatusTip", "setWhatsThis"}
_PLAIN = {"plain_tip", "unmarked", "translate"}
TITLE = '<img src="file:///etc/hostname"> & <b>Boiler</b>'


def read(tip: str) -> QTextDocument:
    """A tooltip as Qt reads it."""
    made = QTextDocument()
    if QtGui.Qt.mightBeRichText(tip):
        made.setHtml(tip)
    else:
        made.setPlainText(tip)
    return made


@pytest.mark.usefixtures("style")
def test_a_tip_shows_markup_as_it_stands_and_loads_nothing() -> None:
    shown = read(plain_tip(f"{TITLE}\nsecond line"))
    assert shown.toPlainText() == f"{TITLE}\nsecond line"
    assert plain_tip("") == ""


@pytest.mark.usefixtures("style")
def test_the_tip_of_a_hit_shows_its_title_as_it_stands() -> None:
    model = ResultModel()
    model.set_entries(found_of(Answer("valve", (samples.HOSTILE,), "found"), samples.SOURCE).entries)
    tips = [model.data(model.index(row), Qt.ItemDataRole.ToolTipRole) for row in range(model.rowCount())]
    assert [one_line(samples.HOSTILE.title) in read(tip).toPlainText() for tip in tips] == [True]


def test_the_tip_of_a_considered_note_shows_its_title_as_it_stands(style: Style) -> None:
    note = Considered(samples.HOME.id, NoteId("n1"), sent=True, title=TITLE, strength=0.5)
    row = ConsideredRow(style, note, threshold=None, most=1.0, instance="Home")
    assert read(row.title.toolTip()).toPlainText() == TITLE
    destroy(row)


def test_a_question_shows_names_as_they_stand(style: Style) -> None:
    assert style is not None
    parent = QWidget()
    box = ask(parent, f"Remove {TITLE}?", TITLE, "Remove", lambda: None)
    texts = [label for label in box.findChildren(QLabel) if label.text()]
    assert [label.text() for label in texts] == [f"Remove {TITLE}?", TITLE]
    assert {label.textFormat() for label in texts} == {Qt.TextFormat.PlainText}
    assert isinstance(box, QMessageBox)
    destroy(parent)


def test_the_desktop_is_told_nothing_that_it_could_read_as_markup(
    style: Style, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert style is not None
    assert unmarked(TITLE) == '‹img src="file:///etc/hostname"› & ‹b›Boiler‹/b›'
    said: list[str] = []

    class Icon:
        """A panel's icon that writes down what it is told."""

        def setToolTip(self, text: str) -> None:  # noqa: N802 - Qt's name
            said.append(text)

        def setIcon(self, _icon: object) -> None:  # noqa: N802 - Qt's name
            """Nothing is drawn."""

        def showMessage(self, title: str, text: str, _icon: object) -> None:  # noqa: N802 - Qt's name
            said.extend((title, text))

    tray = Tray()
    monkeypatch.setattr(tray, "_icon", Icon())
    tray.render(Face(IconState.ATTENTION, f"TrayRecall: {TITLE}", (TITLE,)))
    tray.say(TITLE, TITLE)
    assert len(said) == 3
    assert not any(QtGui.Qt.mightBeRichText(text) or "<" in text for text in said)
    monkeypatch.setattr(tray, "_icon", None)


# ---- nowhere in the code


def calls(file: Path) -> Iterator[tuple[ast.Call, str]]:
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call):
            yield node, ast.unparse(node.func).rpartition(".")[2]


def is_plain(text: ast.expr) -> bool:
    """Whether a tooltip's text is made plain, or words of our own."""
    if isinstance(text, ast.Call):
        return ast.unparse(text.func) in _PLAIN
    return isinstance(text, ast.Constant)


def test_no_code_gives_a_tip_that_could_be_read_as_markup() -> None:
    found = [
        f"{file.name}:{call.lineno}: {ast.unparse(call)}"
        for file in SOURCES
        for call, name in calls(file)
        if name in _TIPS and not is_plain(call.args[-1])
    ]
    assert found == []


def test_no_model_gives_a_tip_that_could_be_read_as_markup() -> None:
    """A model answers `ToolTipRole` in a case of its own, and nobody stores one."""
    tips, answered = 0, 0
    for file in SOURCES:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            tips += isinstance(node, ast.Attribute) and node.attr == "ToolTipRole"
            if isinstance(node, ast.match_case) and "ToolTipRole" in ast.unparse(node.pattern):
                (told,) = node.body
                assert isinstance(told, ast.Return)
                text = told.value.body if isinstance(told.value, ast.IfExp) else told.value
                assert text is not None
                assert is_plain(text), f"{file.name}:{told.lineno}"
                answered += 1
    assert tips == answered > 0


def test_labels_and_questions_are_made_in_one_place() -> None:
    """There they are told that their text is plain; a picture's label has none."""
    allowed = {"QLabel": {"popup_parts.py"}, "QMessageBox": {"questions.py"}}
    found = [
        f"{file.name}:{call.lineno}: {ast.unparse(call)}"
        for file in SOURCES
        for call, name in calls(file)
        if (name in allowed and file.name not in allowed[name]) or name in {"setHtml", "insertHtml", "toHtml"}
    ]
    assert found == []
