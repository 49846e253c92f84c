"""What the popup's keys do with the rows, and its filters. Keys are sent to the field itself."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Any

import pytest
from PySide6.QtGui import QInputMethodEvent
from PySide6.QtWidgets import QApplication, QMenu, QToolButton

from tests.desktop import samples
from tests.desktop.asking import FakeSearcher
from tests.desktop.card.tools import (
    ALT,
    CTRL,
    KEY,
    LINK,
    NONE,
    Ask,
    Hold,
    copied,
    press,
    titles,
)
from tests.desktop.conftest import Until, destroy
from trayrecall.core.model import Area, Filters, InstanceId
from trayrecall.ui.outcome import Done
from trayrecall.ui.popup import Popup
from trayrecall.ui.popup_bar import MOST_PILLS
from trayrecall.ui.popup_card import FRESH_SECONDS
from trayrecall.ui.query import Kind
from trayrecall.ui.rows import Found, first_choice
from trayrecall.ui.style import Style

# ---- typing


def test_an_input_methods_word_is_shown_while_it_is_made_and_asked_once_it_is_there(
    popup: Popup, searcher: FakeSearcher, until: Until
) -> None:
    until(lambda: not popup.card.machine.pending, "the latest notes")
    edit, asked = popup.field.edit, len(searcher.asked)
    placeholder = edit.grab().toImage()
    QApplication.sendEvent(edit, QInputMethodEvent("wen shi", []))
    assert edit.text() == ""
    assert edit.grab().toImage() != placeholder
    assert len(searcher.asked) == asked
    done = QInputMethodEvent()
    done.setCommitString("温室")
    QApplication.sendEvent(edit, done)
    until(lambda: popup.card.machine.view.question.words == "温室", "the question")
    assert edit.text() == "温室"


# ---- choosing


def test_keys_choose_among_the_rows(popup: Popup, ask: Ask) -> None:
    ask("vents")
    last = len(samples.NOTES) - 1
    for key, modifiers, expected in (
        (KEY.Key_Down, NONE, 1),
        (KEY.Key_N, CTRL, 2),
        (KEY.Key_Up, NONE, 1),
        (KEY.Key_P, CTRL, 0),
        (KEY.Key_Up, NONE, last),
        (KEY.Key_Down, NONE, 0),
        (KEY.Key_PageUp, NONE, 0),
        (KEY.Key_End, CTRL, last),
        (KEY.Key_PageDown, NONE, last),
        (KEY.Key_Home, CTRL, 0),
    ):
        press(popup, key, modifiers)
        assert popup.results.chosen == expected, (key, modifiers)
    press(popup, KEY.Key_PageDown)
    assert 0 < popup.results.chosen < last


def test_headings_are_passed_over_and_home_and_end_choose_while_nothing_is_typed(popup: Popup) -> None:
    entries = popup.results.entries
    assert popup.results.chosen == first_choice(entries) == 1
    press(popup, KEY.Key_End)
    assert popup.results.chosen == len(entries) - 1
    press(popup, KEY.Key_Home)
    press(popup, KEY.Key_Up)
    assert popup.results.chosen == len(entries) - 1
    seen = set()
    for _ in entries:
        press(popup, KEY.Key_Down)
        seen.add(popup.results.chosen)
    assert len(seen) == len(entries) - 2


def test_in_a_text_home_and_end_move_the_cursor(popup: Popup, ask: Ask) -> None:
    ask("vents")
    press(popup, KEY.Key_Home)
    assert (popup.field.edit.cursorPosition(), popup.results.chosen) == (0, 0)


# ---- doing something with the chosen note


def test_enter_opens_and_leaves_alt_enter_opens_and_stays(popup: Popup, ask: Ask, opened: list[str]) -> None:
    popup.keeps_open = False
    ask("vents")
    press(popup, KEY.Key_Down)
    press(popup, KEY.Key_Return, ALT)
    assert opened == [f"{LINK}frost01"]
    assert popup.isVisible()
    press(popup, KEY.Key_Enter)
    assert opened == [f"{LINK}frost01"] * 2
    assert not popup.isVisible()


def test_a_number_opens_the_note_of_that_number(popup: Popup, ask: Ask, opened: list[str]) -> None:
    press(popup, KEY.Key_2, CTRL)  # of the latest ones
    assert opened == [f"{LINK}frost01"]
    ask("vents")
    press(popup, KEY.Key_3, CTRL)
    assert opened[1:] == [f"{LINK}j0402"]
    press(popup, KEY.Key_9, CTRL)
    assert len(opened) == 2


def test_link_and_citation_are_copied_and_the_footer_says_so(popup: Popup, ask: Ask) -> None:
    ask("vents")
    press(popup, KEY.Key_C, CTRL)
    assert copied() == f"{LINK}vents01"
    assert popup.footer.text.text() == "Link copied"
    press(popup, KEY.Key_Return, CTRL)
    assert copied().startswith("> Vents begin to open")
    assert copied().endswith(f"— [Greenhouse climate]({LINK}vents01)")
    assert popup.footer.text.text() == "Citation copied"
    assert popup.isVisible()


def test_a_selected_text_of_the_field_is_copied_as_ever(popup: Popup, ask: Ask) -> None:
    ask("vents")
    popup.field.edit.selectAll()
    press(popup, KEY.Key_C, CTRL)
    assert copied() == "vents"


def test_a_reopened_popup_copies_the_rows_link_although_its_text_is_selected_to_be_typed_over(
    popup: Popup, ask: Ask, until: Until
) -> None:
    ask("vents")
    popup.hide()
    popup.open()
    until(lambda: not popup.card.machine.pending, "the answer")
    assert popup.field.edit.selectedText() == "vents"
    press(popup, KEY.Key_Down)
    press(popup, KEY.Key_C, CTRL)
    assert copied() == f"{LINK}frost01"
    assert popup.field.edit.selectedText() == "vents"
    popup.field.edit.deselect()
    popup.field.edit.selectAll()
    press(popup, KEY.Key_C, CTRL)
    assert copied() == "vents"


def test_a_note_without_a_server_is_not_opened_and_that_is_said(
    popup: Popup, hold: Hold, opened: list[str], until: Until
) -> None:
    asking = hold("vents")
    rows = samples.found("vents").rows
    asking.answer(Done(Found((replace(rows[0], url=""),))))
    until(lambda: not popup.card.machine.pending, "the row")
    for key, modifiers in ((KEY.Key_Return, NONE), (KEY.Key_C, CTRL)):
        press(popup, key, modifiers)
        assert popup.footer.text.text() == "This note’s server is not in the settings any more"
    assert opened == []


def test_the_inspector_is_asked_for_with_the_notes_id(popup: Popup, ask: Ask) -> None:
    wanted: list[str] = []
    popup.inspect_requested.connect(wanted.append)
    ask("vents")
    press(popup, KEY.Key_Down)
    press(popup, KEY.Key_I, CTRL)
    assert wanted == ["home/frost01"]
    assert not popup.isVisible()


def test_everything_else_stands_in_a_menu(popup: Popup, ask: Ask, until: Until) -> None:
    ask("vents")
    press(popup, KEY.Key_K, CTRL)
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    said = [action.text() for action in menu.actions()]
    assert "Copy the link\tCtrl+C" in said
    next(action for action in menu.actions() if action.text().startswith("Copy the link")).trigger()
    assert copied() == f"{LINK}vents01"
    menu.close()
    until(lambda: QApplication.activePopupWidget() is None, "the menu's end")


# ---- filters


def test_a_typed_filter_becomes_a_switched_pill_and_leaves_the_field(
    popup: Popup, searcher: FakeSearcher, ask: Ask
) -> None:
    ask("vents area:journal ")
    assert popup.field.edit.text() == "vents "
    assert searcher.questions[-1].question.filters == Filters(areas=frozenset({Area.JOURNAL}))
    assert [pill.text().strip() for pill in popup.card.bar.pills if pill.isChecked()] == ["Journal"]
    assert titles(popup) == ["2026-04-02 Thursday"]


def test_one_key_switches_each_pill_and_another_one_switches_all_off(popup: Popup, ask: Ask) -> None:
    ask("vents")
    press(popup, KEY.Key_3, ALT)
    assert popup.card.bar.filters.areas == {Area.JOURNAL}
    press(popup, KEY.Key_6, ALT)
    assert popup.card.bar.filters.instances == {samples.WORK.id}
    press(popup, KEY.Key_6, ALT)
    assert popup.card.bar.filters.instances == frozenset()
    press(popup, KEY.Key_0, ALT)
    assert popup.card.bar.filters == Filters()
    press(popup, KEY.Key_9, ALT)
    assert popup.card.bar.filters == Filters()


def test_backspace_at_the_beginning_takes_the_last_filter_away(popup: Popup, ask: Ask) -> None:
    ask("area:journal label:topic=garden ")
    assert popup.field.edit.text() == ""
    assert [chip.text() for chip in popup.card.bar.chips] == ["label topic=garden  ×"]
    press(popup, KEY.Key_Backspace)
    assert popup.card.bar.chips == []
    press(popup, KEY.Key_Backspace)
    assert popup.card.bar.filters == Filters()


def test_a_click_takes_a_chip_away(popup: Popup, ask: Ask) -> None:
    ask("since:2026-03 ")
    (chip,) = popup.card.bar.chips
    assert chip.text() == "since 1 Mar 2026  ×"
    chip.click()
    assert popup.card.bar.filters == Filters()


def test_a_value_that_is_not_known_says_what_there_is(popup: Popup, ask: Ask) -> None:
    ask("vents area:")
    assert popup.card.hint.text() == "Areas: wiki · sources · journal · other"
    ask("vents in:nowhere ")
    assert popup.card.hint.text() == "There is no server “nowhere”. Servers: Home · Work"
    ask("vents")
    assert popup.card.hint.isHidden()


def test_a_single_server_is_no_filter(popup: Popup) -> None:
    popup.set_instances(((InstanceId("home"), "Home"),))
    assert len(popup.card.bar.pills) == len(Area)


def test_many_long_names_of_servers_leave_the_areas_theirs(popup: Popup, until: Until) -> None:
    names = [f"A rather long name of the server {n}" for n in range(5)]
    popup.set_instances(tuple((InstanceId(name), name) for name in names))
    until(popup.card.bar.pills[-1].isVisible, "the pills")
    for pill in popup.card.bar.pills:
        assert pill.width() >= pill.sizeHint().width()
    assert popup.card.bar.pills[-1].accessibleDescription() == f"{names[-1]} · Alt+9"


def test_servers_beyond_the_keys_have_no_pill_that_lies_about(popup: Popup, until: Until) -> None:
    popup.hide()
    popup.set_instances(tuple((InstanceId(f"s{n}"), f"Server {n}") for n in range(20)))
    popup.open()
    bar = popup.card.bar
    assert len(bar.pills) == MOST_PILLS
    until(lambda: all(pill.isVisible() for pill in bar.pills), "the pills")
    assert sum(pill.isVisible() for pill in bar.findChildren(QToolButton)) == MOST_PILLS


def test_nothing_found_says_how_many_the_filters_exclude(popup: Popup, ask: Ask) -> None:
    ask("frost area:sources ")
    assert popup.card.message.title.text() == "Nothing found for “frost”"
    assert popup.card.message.text.text() == "Without the filters there is 1 note: press Alt+0."
    press(popup, KEY.Key_0, ALT)
    assert popup.card.bar.filters == Filters()


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"notes": 0}, "There are no notes in the index yet."),
        (
            {"notes": 0, "has_server": False},
            "There are no notes in the index yet. Add a Trilium server: ⋯ › Settings.",
        ),
        ({"notes": 9, "building": 0.42}, "The index is still being built: 42 % is there."),
        ({"degraded": "no_model"}, "Only the words as they are typed were looked for."),
        ({}, "Try other words, or fewer of them."),
    ],
)
def test_nothing_found_says_why_that_may_be(
    popup: Popup, hold: Hold, until: Until, more: dict[str, Any], said: str
) -> None:
    asking = hold("xylophone")
    asking.answer(Done(replace(Found(), **more)))
    until(lambda: popup.card.machine.view.kind is Kind.NOTHING, "the message")
    assert popup.card.message.text.text() == said


@pytest.mark.parametrize(("away", "text"), [(FRESH_SECONDS - 5, "vents "), (FRESH_SECONDS + 5, "")])
def test_opened_again_soon_it_goes_on_and_later_it_begins_anew(
    style: Style, searcher: FakeSearcher, away: float, text: str
) -> None:
    late = [0.0]
    made = Popup(style, searcher, print, clock=lambda: time.monotonic() + late[0])
    made.keeps_open = True
    made.open()
    made.field.edit.setText("vents area:wiki ")
    made.hide()
    late[0] += away
    made.open()
    assert made.field.edit.text() == text
    assert bool(made.card.bar.filters.areas) == bool(text)
    destroy(made)
