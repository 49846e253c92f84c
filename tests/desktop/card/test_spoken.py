"""What a screen reader says of the popup while the keyboard stays in its field."""

from __future__ import annotations

from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QLabel

from tests.desktop import samples
from tests.desktop.card.test_seen import interface
from tests.desktop.card.tools import ALT, CTRL, KEY, Ask, Hold, press
from tests.desktop.conftest import Until
from trayrecall.core.errors import StoreError
from trayrecall.ui.outcome import Failed
from trayrecall.ui.popup import Popup

FIRST = "Greenhouse climate, score 0.87, Wiki, Home lab hub › Vents and fans, Home, 12 Mar 2026."
SECOND = "Radiation frost: thresholds and response, score 0.85, Wiki, Obstbau, Home, 2 Apr 2026"


def test_an_answer_is_told_once_when_it_rests(
    popup: Popup, ask: Ask, until: Until, announced: list[str]
) -> None:
    for text in ("v", "ve", "vents"):
        ask(text)
    until(lambda: bool(announced), "the announcement")
    assert announced == [f"7 notes. {FIRST}"]
    popup.card._announce_answer()  # drawn again, it is the same answer
    assert announced == [f"7 notes. {FIRST}"]
    ask("xylophone")
    until(lambda: len(announced) == 2, "the next one")
    assert announced[1] == "Nothing found for “xylophone”. Try other words, or fewer of them."


def test_a_search_that_failed_is_told(popup: Popup, hold: Hold, until: Until, announced: list[str]) -> None:
    hold("vents").answer(Failed(StoreError()))
    until(lambda: bool(announced), "the announcement")
    assert announced[0].startswith(popup.card.message.title.text())


def test_a_closed_popup_tells_nothing_and_an_opened_one_tells_it_anew(
    popup: Popup, ask: Ask, until: Until, announced: list[str]
) -> None:
    ask("vents")
    popup.hide()
    assert not popup.card._rest.isActive()
    popup.open("No tray here.")
    until(lambda: len(announced) == 2, "the answer")
    assert announced == ["No tray here.", f"7 notes. {FIRST}"]


def test_each_entry_that_is_chosen_is_told(popup: Popup, ask: Ask, announced: list[str]) -> None:
    press(popup, KEY.Key_End, CTRL)
    ask("vents")
    press(popup, KEY.Key_Down)
    assert announced[:2] == [samples.SEARCHES[-1], SECOND]


def test_what_a_key_did_is_told(popup: Popup, ask: Ask, announced: list[str]) -> None:
    ask("vents")
    press(popup, KEY.Key_C, CTRL)
    press(popup, KEY.Key_2, ALT)
    popup.field.edit.setText("vents on:2026-03-12 ")
    press(popup, KEY.Key_0, ALT)
    assert announced[:4] == [
        "Link copied",
        "Only Sources",
        "Only Sources, on 12 Mar 2026",
        "No filter",
    ]


def test_a_filter_that_is_not_understood_is_told(popup: Popup, ask: Ask, announced: list[str]) -> None:
    ask("area:nonsuch ")
    assert announced[0] == popup.card.hint.text()


def test_the_text_of_a_note_is_read_out_from_the_passage_on(
    popup: Popup, ask: Ask, until: Until, announced: list[str]
) -> None:
    ask("vents")
    press(popup, KEY.Key_Tab)
    until(lambda: bool(announced), "the text")
    text = popup.card.preview.text
    assert announced[0] == text.toPlainText()[text.textCursor().position() :]
    assert announced[0].startswith("Vents begin to open")


def test_long_words_are_read_as_they_were_written(popup: Popup) -> None:
    label = popup.card.hint
    label.setText("http://trilium.example:8080/of/a/long/address")
    assert "\u200b" in QLabel.text(label)
    assert interface(label).text(QAccessible.Text.Name) == label.text()
